"""Ship files to start from: a board with only its starting cabin, drawn, with every field that the file may have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap

from analyzer.errors import AnalyzerError, named_setting, one_of
from analyzer.trucker.edition import EDITIONS, load_edition
from analyzer.trucker.editions import named_edition
from analyzer.trucker.fleets.borders import QUARTERS
from analyzer.trucker.fleets.tables import fleet_tables
from analyzer.trucker.sayings.phrases import in_words
from analyzer.trucker.ship.component import COLOURS, START, Board, Component, Square, component_of
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import write_ship

NAME = "New Ship"
USUAL = "2007"
WIDTH = 78
HELP = (
    "Put components on these squares of the grid below; a dot is an empty square. A component is its code and its four "
    "connectors as it lies: front, right, rear, left (0 smooth, 1 single, 2 double, 3 universal), e.g. CA1322. Cannons "
    "and shields also name the sides that they face (^ front, > right, v rear, < left), e.g. CN0121^ or SH1203^>.",
    "`analyzer parts` lists all components of the box, `analyzer inspect` draws this ship and lists its flaws.",
)


def new_ship(board: str, edition: str | None = None, name: str = NAME, file: str | Path = "") -> str:
    """Return the text of a ship file with nothing but the starting cabin.

    A comment above the grid draws the squares and lists the codes. The file loads without changes.

    Args:
        board: The name of the board, e.g. `II`, or with its edition, `2021-II`.
        edition: The edition of the board, if `board` does not name it; the first edition that has the board if
            None.
        name: The name of the ship.
        file: Where the text will be written; the folder of an edition of your own is named as seen from there.

    Returns:
        The text of the file, in YAML.

    Raises:
        AnalyzerError: If there is no such edition or board.

    >>> import analyzer
    >>> print(analyzer.new_ship("I").splitlines()[-4])
      6   .        .        .        .        .
    """
    on = named_board(board, edition)
    filed = write_ship(Layout(name, on, {_home(on): starting_cabin(on)}), file=file).split("grid:")
    comment = "".join(f"# {line}".rstrip() + "\n" for line in _about(on))
    return f"{comment}{filed[0]}{_optional(on)}grid:{filed[1]}"


def named_board(board: str, edition: str | None = None) -> Board:
    """Return the board with the given name.

    Args:
        board: The name of the board, alone or behind its edition as in `2021-II`.
        edition: The edition; the one before the dash if None, else the first that has the board.

    Raises:
        AnalyzerError: If there is no such board, or the two name different editions.
    """
    before, dash, after = str(board).strip().rpartition("-")
    if dash and edition is not None and before != edition:
        other = named_setting("edition", edition)
        raise AnalyzerError(f"board {board}: is of the {before} edition, and {other} says another: leave one out")
    named = before or edition
    wanted = named_edition(named) if named else None
    at_home = next((one for one in (USUAL, *EDITIONS) if after in load_edition(one).boards), USUAL)
    rules = load_edition(wanted or at_home)
    if after in rules.boards:
        return rules.boards[after]
    elsewhere = [f"{other}-{name}" for other in EDITIONS for name in load_edition(other).boards]
    raise AnalyzerError(f"no board {board!r} in the {rules.name} edition: {one_of(f'{rules.name}-{after}', elsewhere)}")


def starting_cabin(board: Board) -> Component:
    """Return the starting cabin that the board's edition has."""
    return component_of(load_edition(board.edition).kinds[START], (3, 3, 3, 3))


def _home(board: Board) -> Square:
    """Return the square for the starting cabin: the marked one; on a board of class IVC, one near the middle."""
    quarters = (square for square, part in fleet_tables().parts.items() if part in QUARTERS)
    middle = (board.rows[0] + board.rows[-1]) / 2, (board.columns[0] + board.columns[-1]) / 2
    return board.start or min(quarters, key=lambda at: abs(at[0] - middle[0]) + abs(at[1] - middle[1]))


def joining_squares(board: Board) -> set[Square]:
    """Return the squares between the quarters of a board of class IVC; empty for other boards."""
    parts = {} if board.start else fleet_tables().parts
    return {square for square, part in parts.items() if part not in QUARTERS}


def _about(board: Board) -> Iterator[str]:
    """Yield the lines of the comment above the grid: the squares, the form of a component, and the codes."""
    yield f"A ship for board {board.name} of the {board.edition} edition: {len(board.squares)} squares."
    marked = ", `SC` the starting cabin's" if board.start else "; a starting cabin may lie on any"
    yield f"`+` is a square that may be built on{marked}; the front is above."
    if joining_squares(board):
        yield "`=`: what lies there flies only where the dice join the quarters beside it."
    yield ""
    yield from _drawn(board)
    yield ""
    codes = ", ".join(f"{kind.code} {in_words(kind.name)}" for kind in load_edition(board.edition).kinds.values())
    for paragraph in (*HELP, codes):
        yield from wrap(paragraph, WIDTH)


def _drawn(board: Board) -> Iterator[str]:
    yield "      " + "".join(f"{column:<4}" for column in board.columns).rstrip()
    for row in board.rows:
        joining = joining_squares(board)
        signs = (
            "=" if (row, column) in joining else "+" if (row, column) in board.squares else " "
            for column in board.columns
        )
        spots = (
            "SC" if (row, column) == board.start else sign for column, sign in zip(board.columns, signs, strict=True)
        )
        yield f"  {row:<4}" + "".join(f"{spot:<4}" for spot in spots).rstrip()


def _optional(board: Board) -> str:
    """Return comment lines that show the optional fields of a ship file."""
    row, column = _home(board)
    lines = [f"# notes: {json.dumps('what it is for')}"]
    beside = [(row, column + 1), (row - 1, column), (row + 1, column), (row, column - 1)]
    for cabin in [square for square in beside if square in board.squares][:1]:
        homes = ", ".join(f"{colour}: {list(cabin)}" for colour in COLOURS[:1])
        lines.append(f"# aliens: {{{homes}}}   # row, column of a cabin beside life support of that colour")
    if load_edition(board.edition).reserve:
        lines.append("# reserve: 1   # components laid aside and never built, charged as lost")
    if board.start is None:
        lines.append("# joined: F+L   # the borders that grew together (or `dice: [1, 2]`); else dice fall")
        lines.append(f"# insurance: 5   # the premium that is paid: {', '.join(map(str, fleet_tables().insurance))}")
    return "".join(f"{line}\n" for line in lines)
