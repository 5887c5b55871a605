"""The field: reference ships of every board, against which a ship can be measured.

A ship flies against the three of its board, a build of class IVC against two of them that are built otherwise: no more
than three truckers build from one box (rules of class IV).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import combinations

from analyzer.errors import AnalyzerError, one_of
from analyzer.trucker.edition import load_edition
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import parse_ship

FEWER = {"IVC": 2}
"""By board how many of the reference ships fly along, none of them the ship itself; all three on other boards."""


def load_field(level: str, edition: str = "2007") -> list[Layout]:
    """The three reference ships for a level, by name; raises AnalyzerError for a level that has none.

    >>> import analyzer
    >>> [ship.name for ship in analyzer.load_field("I")]
    ['Brass Hornet', 'First Mile', 'Pocket Freighter']
    """
    board, boards = load_edition(edition).level(level).board, _boards(edition)
    if board not in boards:
        raise AnalyzerError(f"no reference ships for board {board}: {one_of(board, boards)}")
    return list(_on_the_shelf(board, edition))


def field_against(ships: Iterable[Layout], level: str, edition: str = "2007") -> list[Layout]:
    """The reference ships against which those ships fly: of class IVC the first two that are built like none of them.

    Where all reference builds are among the ships, somebody meets a twin. Raises AnalyzerError for a level without
    reference ships.
    """
    field = load_field(level, edition)
    most = FEWER.get(field[0].board.name)
    if most is None:
        return field
    own = list(ships)
    others = [rival for rival in field if not any(same_ship(rival, ship) for ship in own)]
    return (others or field)[:most]


def is_field(ships: Iterable[Layout], level: str, edition: str, *, learning: bool = False) -> bool:
    """Whether these are reference ships that fly together at that level: without aliens if it is for learning."""
    board = load_edition(edition).level(level).board
    field = _on_the_shelf(board, edition) if board in _boards(edition) else ()
    rivals = sorted(ships, key=lambda ship: ship.name)
    if board in FEWER:
        return any(rivals == [*some] for some in combinations(field, FEWER[board]))
    return bool(field) and rivals == [ship.without_aliens() if learning else ship for ship in field]


def same_ship(one: Layout, other: Layout) -> bool:
    """Whether both are built alike, whatever they are called and whoever is aboard."""
    return one.board == other.board and one.components == other.components


@cache
def _boards(edition: str) -> list[str]:
    return sorted(entry.name for entry in _shelf(edition).iterdir())


@cache
def _on_the_shelf(board: str, edition: str) -> tuple[Layout, ...]:
    entries = sorted((_shelf(edition) / board).iterdir(), key=lambda entry: entry.name)
    return tuple(parse_ship(entry.read_text(encoding="utf-8"), entry.name) for entry in entries)


def _shelf(edition: str) -> Traversable:
    return files("analyzer.trucker") / "data" / edition / "field"
