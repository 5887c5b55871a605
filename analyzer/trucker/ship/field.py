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

from analyzer.errors import AnalyzerError, named_setting, one_of
from analyzer.trucker.edition import load_edition
from analyzer.trucker.edition_key import OWN, base_of
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
    if board not in boards or not (ships := _on_the_shelf(board, edition)):
        lonely = named_setting("rivals", "alone")
        cure = f"put ship files into field/{board} of the edition, or fly with {lonely}" if edition in OWN else ""
        raise AnalyzerError(f"no reference ships for board {board}: {cure or one_of(board, boards)}")
    return list(ships)


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
    shelf = [entry.name for entry in _shelf(edition).iterdir()]
    own = (name.split("/")[1] for name, _ in OWN[edition].texts if name.startswith("field/")) if edition in OWN else ()
    return sorted({*own, *shelf} & {*load_edition(edition).boards})


@cache
def _on_the_shelf(board: str, edition: str) -> tuple[Layout, ...]:
    """The reference ships of a board, by name of their files.

    An edition of the user's own has those of its folder, else those of the edition it stands on, if all of them can be
    built on its board: () if not.
    """
    if edition not in OWN:
        return tuple(parse_ship(text, name) for name, text in _ships(board, edition))
    own = [(name, text) for name, text in OWN[edition].texts if name.startswith(f"field/{board}/")]
    if own:
        return tuple(parse_ship(text, f"{edition}/{name}", edition) for name, text in own)
    try:
        ships = tuple(parse_ship(text, name, edition) for name, text in _ships(board, edition))
    except AnalyzerError:
        return ()
    return () if any(ship.flaws() for ship in ships) else ships


def _ships(board: str, edition: str) -> list[tuple[str, str]]:
    """Names and texts of the reference ships that come with the product."""
    entries = sorted((_shelf(edition) / board).iterdir(), key=lambda entry: entry.name)
    return [(entry.name, entry.read_text(encoding="utf-8")) for entry in entries]


def _shelf(edition: str) -> Traversable:
    return files("analyzer.trucker") / "data" / base_of(edition) / "field"
