"""Grids of ship files: a line of column numbers, then one line for each row with one token for each square.

A token is a code, four connectors, and the facing of components that have one: `CA1322`, `CN0121^`, `SH1203^>`.
Connectors are in the order front, right, rear, left, as the component lies. A dot is an empty square.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from analyzer.errors import AnalyzerError, one_of
from analyzer.files.flaws import Flaw
from analyzer.trucker.edition import load_edition
from analyzer.trucker.sayings.phrases import many
from analyzer.trucker.ship.component import Board, Component, Kind, Side, Square, component_of, kinds
from analyzer.trucker.ship.layout import Layout

ARROWS = "^>v<"
EMPTY = "."
TOKEN = re.compile(r"([A-Z][A-Z0-9])(\d{4})([\^>v<]*)")


Codes = Mapping[str, Kind]
"""Kinds of components by code."""


def codes_of(board: Board | None = None) -> Codes:
    """Return the kinds of components by code, for the board's edition; for all shipped editions if `board` is None."""
    known = kinds() if board is None else load_edition(board.edition).kinds
    return {kind.code: kind for kind in known.values()}


def parse_token(token: str, codes: Codes | None = None) -> Component:
    """Return the component for which a token of a ship file stands.

    Raises:
        AnalyzerError: If the token stands for no component; the message describes valid tokens.
    """
    codes = codes_of() if codes is None else codes
    match = TOKEN.fullmatch(token)
    if match is None:
        known = token[:2] in codes
        cure = "after the code give four connectors, 0 to 3, then the side it faces, e.g. CN0121^"
        cure = cure if known else f"begin with a code: {one_of(token[:2], codes)}"
        raise AnalyzerError(f"{token[:40]!r} is no component: {cure}")
    code, digits, arrows = match.groups()
    if code not in codes:
        raise AnalyzerError(f"unknown code {code!r} in {token!r}: {one_of(code, codes)}")
    kind = codes[code]
    facing = tuple(sorted(Side(ARROWS.index(arrow)) for arrow in arrows))
    if kind.engine and not facing:
        facing = (Side.REAR,)
    front, right, rear, left = (int(digit) for digit in digits)
    try:
        return component_of(kind, (front, right, rear, left), facing)
    except AnalyzerError as error:
        cure = f", or remove {arrows}: engines point to the rear" if kind.engine and arrows and not rear else ""
        raise AnalyzerError([f"{token}: {fault}{cure}" for fault in error.faults]) from None


def write_token(component: Component) -> str:
    """Return the token of a component; an engine that points to the rear gets no arrow."""
    kind = component.is_a
    arrows = "" if kind.engine and component.facing == (Side.REAR,) else "".join(ARROWS[s] for s in component.facing)
    return kind.code + "".join(map(str, component.connectors)) + arrows


def parse_grid(text: str, board: Board | None = None) -> tuple[dict[Square, Component], list[Flaw]]:
    """Return the components by square, and every flaw of the field `grid`.

    Rows are checked even if the column numbers are wrong.

    Args:
        text: The text of the grid.
        board: The board whose columns are expected; None if it is not known.

    Returns:
        Components by (row, column), and flaws with their line in the text, counted from 0.
    """
    lines = [(i, _cells(line)) for i, line in enumerate(text.splitlines()) if line.strip()]
    if not lines:
        return {}, [_flaw(0, "the grid is empty: give a line of column numbers, then the rows")]
    (number, header), codes = lines[0], codes_of(board)
    # YAML folds a grid without `|` into one line.
    if len(lines) == 1 and _is_number(header[0]) and any(TOKEN.fullmatch(_capital(word, codes)) for word in header):
        return {}, [_flaw(number, "the lines of the drawing run together: write `grid: |` above it, not `grid:`")]
    small = [*_small_letters(lines, codes)]
    lines = [(line, [_capital(word, codes) for word in words]) for line, words in lines]
    number, header = lines[0]
    # A first line with components is a row: the column numbers are missing.
    headless = any(word == EMPTY or TOKEN.fullmatch(word) for word in header)
    columns = [] if headless else [int(word) if _is_number(word) else None for word in header]
    flaws = [*small, *_header_flaws(number, header, columns, headless, board)]
    placed: dict[Square, Component] = {}
    rows: set[int] = set()
    for line, words in lines[not headless :]:
        if not _is_number(words[0]):
            flaws.append(_flaw(line, f"a row begins with its number, here {words[0][:40]!r}"))
            continue
        if int(words[0]) in rows:
            flaws.append(_flaw(line, f"row {words[0]} is given twice"))
            continue
        if not headless and len(words) - 1 != len(columns):
            flaws.append(_flaw(line, _uneven(words[0], len(words) - 1, len(columns))))
        rows.add(int(words[0]))
        known = columns if len(words) - 1 == len(columns) else [None] * (len(words) - 1)
        flaws += _read_row(placed, line, int(words[0]), known, words[1:], codes)
    return placed, flaws


def _cells(line: str) -> list[str]:
    r"""Return the words of a line; between tabs, as a spreadsheet pastes them, an empty cell is an empty square.

    >>> _cells("7\tCN0121^\t\tCA1322"), _cells("\t5\t6"), _cells("7 . CA1322")
    (['7', 'CN0121^', '.', 'CA1322'], ['5', '6'], ['7', '.', 'CA1322'])
    """
    if "\t" not in line:
        return line.split()
    first, *cells = (cell.strip() for cell in line.split("\t"))
    return [*([first] if first else []), *(cell or EMPTY for cell in cells)]


def _small_letters(lines: Sequence[tuple[int, list[str]]], codes: Codes) -> Iterator[Flaw]:
    """Yield a flaw for each token in small letters that would be valid in capitals."""
    _, header = lines[0]
    for line, words in lines:
        for word, column in zip_longest(words[1:], header[: len(words) - 1], fillvalue=""):
            if word != (right := _capital(word, codes)):
                square = (int(words[0]), int(column)) if _is_number(words[0]) and _is_number(column) else None
                yield _flaw(line, f"codes have capital letters: write {right} in place of {word}", square)


def _capital(word: str, codes: Codes) -> str:
    """Return the token with its code in capitals if that makes it valid, else the word unchanged."""
    token = word[:2].upper() + word[2:]
    return token if token[:2] in codes and TOKEN.fullmatch(token) else word


def _uneven(row: str, squares: int, columns: int) -> str:
    """Describe how a row's length differs from the line of column numbers, and how to mend it."""
    counted = f"row {row} has {many(squares, 'square')}, the first line {many(columns, 'column')}"
    if squares < columns:
        return f"{counted}: write {EMPTY} for an empty square"
    too_many = "one square is" if squares == columns + 1 else f"{squares - columns} squares are"
    return f"{counted}: {too_many} too many; take them out, or add the column numbers that are missing"


def _flaw(line: int, text: str, square: Square | None = None) -> Flaw:
    return Flaw(("grid", line), text, square)


def _header_flaws(
    number: int, header: list[str], columns: list[int | None], headless: bool, board: Board | None
) -> list[Flaw]:
    """Return the flaws of the line of column numbers; each names the columns that were expected."""
    example = "4 5 6 7 8 9 10" if board is None else " ".join(map(str, board.columns))
    cure = f"as `{example}`" if board is None else f"on board {board.name} `{example}`"
    if headless:
        return [_flaw(number, f"the grid begins with its column numbers, {cure}: give them in a line before this")]
    flaws = [
        _flaw(number, f"the grid begins with its column numbers, {cure}: {word[:40]!r} is none")
        for word, column in zip(header, columns, strict=True)
        if column is None
    ]
    twice = sorted({column for column in columns if column is not None and columns.count(column) > 1})
    return flaws + [_flaw(number, f"column {column} is given twice: {cure}") for column in twice]


def write_grid(layout: Layout) -> str:
    """Return the grid of a layout, with all rows and columns that its board and its components have."""
    squares = set(layout.board.squares) | set(layout.components)
    columns = sorted({column for _, column in squares})
    rows = dict.fromkeys(row for row, _ in sorted(squares, key=layout.board.reading_order))
    lines = ["    " + "".join(f"{column:<9}" for column in columns).rstrip()]
    for row in rows:
        parts = (layout.components.get((row, column)) for column in columns)
        tokens = "".join(f"{write_token(part) if part else EMPTY:<9}" for part in parts)
        lines.append(f"{row:<4}{tokens.rstrip()}")
    return "\n".join(lines) + "\n"


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 2 and 1 <= int(word) <= 13


def _read_row(
    placed: dict[Square, Component],
    line: int,
    row: int,
    columns: Sequence[int | None],
    tokens: list[str],
    codes: Codes,
) -> Iterator[Flaw]:
    """Add a row's components to `placed`, and yield its flaws.

    Tokens in columns with an unknown number are checked but not placed.
    """
    for place, (column, token) in enumerate(zip(columns, tokens, strict=True), start=1):
        if token == EMPTY:
            continue
        try:
            component = parse_token(token, codes)
        except AnalyzerError as error:
            for fault in error.faults:
                if column is None:
                    yield _flaw(line, f"row {row} square {place}: {fault}")
                else:
                    yield _flaw(line, fault, (row, column))
        else:
            if column is not None:
                placed[row, column] = component
