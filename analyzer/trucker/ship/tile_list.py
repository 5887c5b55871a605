"""Ships as lists of tiles, as other programs store them: each tile with its number or kind, rotation and square.

Such a list names no dice numbers and often no board. The starting cabin, which lies on the marked square of a board,
tells where the list begins to count.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from analyzer.errors import AnalyzerError, Fault, named_setting, one_of
from analyzer.files.flaws import Flaw, Path, by_line, in_file
from analyzer.files.yamlfile import FileKind, Text, as_schema, load, plain, read_text
from analyzer.files.yamltree import Fields, Items
from analyzer.trucker.edition import EDITIONS, Edition, load_edition, table_of
from analyzer.trucker.editions import named_edition
from analyzer.trucker.ship.component import COLOURS, SIDE_NAMES, START, Board, Component, component_of

LISTED = "tiles"
"""Name of the field under which the tiles of a file stand that is nothing but a list."""
NAMES = {
    "id": ("id", "tileid", "componentid", "number", "cardid"),
    "kind": ("kind", "type"),
    "connectors": ("connectors",),
    "rotation": ("rotation", "orientation", "componentorientation", "rot", "turns", "angle"),
    "row": ("row", "y", "componenty"),
    "column": ("column", "col", "x", "componentx"),
    "square": ("square", "coords", "coordinates", "position", "pos", "cell"),
    "crew": (
        *("alien", "aliens", "aliencolor", "aliencolour", "alientype", "purplealien", "brownalien", "haspurplealien"),
        *("hasbrownalien", "crew", "crewtype", "crewmembers", "occupants", "inhabitants", "humans", "astronauts"),
    ),
}
"""Names that fields of a tile have in other programs, in small letters and without underscores."""
TURNS = {
    **dict.fromkeys(("none", "north", "n", "up", "front"), 0),
    **dict.fromkeys(("clock", "east", "e", "right"), 1),
    **dict.fromkeys(("double", "south", "s", "down", "rear"), 2),
    **dict.fromkeys(("inv", "west", "w", "left"), 3),
}
"""Quarter turns to the right by the words with which programs name a rotation."""
TABLES = (".csv", ".tsv")
"""Endings of files with a table of tiles."""
MOST_CREW = 9
"""Maximum number of crew that is counted in one cabin."""
MOST_TILES = 200
"""Maximum number of tiles of one ship; the largest board has 55 squares."""
DEEPEST = 8
"""Maximum depth at which a list of tiles is looked for."""


class TileMapping(BaseModel):
    """Schema of a mapping file, which adapts the reading of tile lists to another program."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    tiles: StrictStr | None = None
    """Where the list of tiles stands, e.g. `players.0.board`, with entries counted from 0."""
    id: StrictStr | None = None
    """Field of the tile number."""
    kind: StrictStr | None = None
    """Field of the kind, in programs that give kind and connectors instead of a tile number."""
    connectors: StrictStr | None = None
    """Field of the connectors, in the order front, right, rear, left, as printed."""
    rotation: StrictStr | None = None
    """Field of the rotation: quarter turns (0 to 3), degrees (0 to 270), or a word such as NORTH."""
    row: StrictStr | None = None
    """Field of the row."""
    column: StrictStr | None = None
    """Field of the column."""
    square: StrictStr | None = None
    """Field that holds row and column: a list, a text such as `x2y3`, or an object with both."""
    crew: StrictStr | None = None
    """Field of the crew in a cabin: a colour, a list, or numbers of humans and aliens."""
    aliens: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    """The other program's words for aliens, and the colours they mean, e.g. `{ENGINEER: brown}`."""
    only: dict[StrictStr, StrictInt | StrictStr] = Field(default_factory=dict)
    """Fields and values that select the tiles of this ship, e.g. `{player: 2}`."""
    kinds: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    """The other program's names of kinds, and the kinds they mean, e.g. `{HOUSE: cabin}`."""
    letters: dict[StrictStr, StrictInt] = Field(default_factory=dict)
    """The other program's letters or words for connectors, and the connector (0 to 3) that each means."""
    rotations: dict[StrictStr, StrictInt] = Field(default_factory=dict)
    """The other program's words for rotations, and the quarter turns to the right that each means."""
    clockwise: StrictBool = True
    """Whether rotations are counted clockwise."""
    first_id: StrictInt = 1
    """The other program's number of the first tile of the box."""
    first: tuple[StrictInt, StrictInt] | None = None
    """Printed numbers of the row and the column that the other program counts as 0."""
    edition: StrictStr | StrictInt | None = None
    """Edition of the ship."""
    board: StrictStr | StrictInt | None = None
    """Board of the ship."""
    name: StrictStr | None = None
    """Name of the ship."""


MAPPING = FileKind("mapping file")


def load_mapping(source: object) -> TileMapping:
    """Load a mapping file, given by its path or its fields."""
    return load(TileMapping, source, MAPPING, as_schema(TileMapping))


def read_tiles(path: FilePath) -> Fields:
    """Return the fields of a file of another program: JSON or YAML, or a CSV table with a line for each tile."""
    text = read_text(path)
    if path.suffix.lower() in TABLES:
        return _table(text, str(path))
    data, _ = FileKind("ship file", listed=LISTED).content(Text(text, str(path)))
    assert isinstance(data, Fields)
    return data


def _table(text: str, where: str) -> Fields:
    """Return the lines of a CSV table as a list of tiles; commas, semicolons or tabs separate its cells."""
    lines = text.splitlines()
    delimiter = max(",;\t", key=(lines or [""])[0].count)
    tiles, data = Items(), Fields()
    for number, row in enumerate(csv.DictReader(lines, delimiter=delimiter), start=1):
        if number > 10 * MOST_TILES:
            raise AnalyzerError(Fault(f"more than {10 * MOST_TILES:,} lines: such a table has a line a tile", where))
        cells = {str(name).strip(): _cell(value) for name, value in row.items() if name}
        tile = Fields()
        tile.update(cells)
        tile.lines.update(dict.fromkeys(cells, number))
        tiles.append(tile)
        tiles.lines.append(number)
    data[LISTED] = tiles
    data.lines[LISTED] = 0
    return data


def _cell(value: object) -> object:
    text = str(value or "").strip()
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else None if text in ("", "NULL") else text


def is_tile_list(data: Mapping[str, Any]) -> bool:
    """Return whether a file holds tiles by number, or a list alone, rather than the fields of a ship file."""
    return "grid" not in data and ([*data] == [LISTED] or next(_lists(data, TileMapping()), None) is not None)


class _Tile(NamedTuple):
    """A tile of a ship as it was read from a list.

    Attributes:
        path: Its place in the file.
        line: Line of the tile in the file, from 0.
        component: The component as it lies.
        number: Its number; None in programs that give a kind.
        row: Its row, as the other program counts.
        column: Its column, as the other program counts.
        alien: Colour of the alien in it, or "".
        humans: Number of humans in it; None if the file does not tell.
    """

    path: Path
    line: int
    component: Component
    number: int | None
    row: int
    column: int
    alien: str
    humans: int | None = None


class ReadTiles(NamedTuple):
    """The fields of a ship file that was made of a tile list, with notes.

    Attributes:
        fields: The fields of the ship file.
        notes: Sentences on facts that the file does not state, and how they were chosen.
    """

    fields: Fields
    notes: list[str]


def as_ship_file(
    data: Mapping[str, Any],
    where: str,
    edition: str | None = None,
    board: str | None = None,
    mapping: TileMapping | None = None,
) -> ReadTiles:
    """Return the fields of the ship file that a tile list stands for.

    Args:
        data: The fields of the file.
        where: Name of the file, for messages.
        edition: Edition of the ship, if the caller names one.
        board: Board of the ship, if the caller names one.
        mapping: Names of fields and words of the other program.

    Raises:
        AnalyzerError: With every fault of the file, each with its line.
    """
    mapping = mapping or TileMapping()
    place, listed = _only_list(data, where, mapping)
    notes: list[str] = []
    entries = [(path, tile) for path, tile in _entries(place, listed) if _is_chosen(tile, mapping)]
    if len(entries) > MOST_TILES:
        raise AnalyzerError(Fault(f"{len(entries):,} tiles: a ship has at most {MOST_TILES}", where))
    on = _edition(data, where, entries, edition, mapping, notes)
    flaws: list[Flaw] = []
    tiles = [*_tiles(entries, on, mapping, flaws)]
    flaws += _repeated(tiles, data)
    if flaws or not tiles:
        flaws = flaws or [Flaw(place, "no tile of this ship lies on a square")]
        raise AnalyzerError(by_line(in_file(flaws, data, where)))
    known = board or mapping.board or data.get("board")
    named = None if known is None else _naming_place(data, ("board",), where, lambda: on.board(str(known)))
    found, squares = _aligned(tiles, on, named, where, mapping, notes)
    return ReadTiles(_fields(data, where, mapping, found, tiles, squares, notes), notes)


def _naming_place(data: Any, path: Path, where: str, act: Any) -> Any:
    """Call `act` and return its result; errors that it raises name the place in the file.

    Args:
        data: The fields of the file.
        path: Place in the file with which `act` deals.
        where: Name of the file, for messages.
        act: The function, without arguments.
    """
    try:
        return act()
    except AnalyzerError as error:
        raise AnalyzerError(in_file([Flaw(path, str(fault)) for fault in error.faults], data, where)) from None


def _lists(data: Any, mapping: TileMapping, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield the lists in which tiles with a number lie on squares, from the top of the file down."""
    if len(path) > DEEPEST:
        return
    if isinstance(data, list) and any(_is_tile(tile, mapping) for _, tile in _entries(path, data)):
        yield path, data
        return
    items = data.items() if isinstance(data, Mapping) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from _lists(value, mapping, (*path, key))


def _is_tile(entry: Any, mapping: TileMapping) -> bool:
    fields = _flat(entry, mapping)
    return "id" in fields and bool({"rotation", "row", "square"} & {*fields})


def _only_list(data: Mapping[str, Any], where: str, mapping: TileMapping) -> tuple[Path, Any]:
    """Return a list of tiles and its place in the file, as keys and indices from the top of the file down.

    It is the list that the mapping names, or else the only list of tiles in the file.

    Raises:
        AnalyzerError: If the mapping names a list that is not there, or names none and the file has none or several.
    """
    if mapping.tiles is not None:
        value: Any = data
        path: list[str | int] = []
        for word in mapping.tiles.split("."):
            path.append(int(word) if isinstance(value, list) and word.isdecimal() else word)
            try:
                value = value[path[-1]]
            except (LookupError, TypeError):
                raise AnalyzerError(
                    Fault(f"there is no {mapping.tiles}: correct `tiles` of the mapping", where)
                ) from None
        return tuple(path), [*value.values()] if isinstance(value, Mapping) else value
    lists = [*_lists(data, mapping)]
    if not lists:
        known = "a number (`id`), a rotation and a square (`row` and `column`)"
        cure = "name the fields of the program in a mapping file, or write a ship file, one `field: value` per line"
        raise AnalyzerError(Fault(f"no list of tiles, each with {known}: {cure}", where))
    if len(lists) > 1:
        names = ", ".join(".".join(map(str, path)) for path, _ in lists[:6])
        raise AnalyzerError(Fault(f"{len(lists)} ships: name one as `tiles` in a mapping file: {names}", where))
    return lists[0]


def _entries(place: Path, listed: Any) -> Iterator[tuple[Path, Any]]:
    """Yield the entries of a list of tiles, or of a grid of rows, each with its path; empty squares are left out."""
    for number, entry in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(entry, list):
            for column, tile in enumerate(entry):
                if isinstance(tile, Mapping):
                    yield (*place, number, column), {"row": number, "column": column} | dict(tile)
        elif entry is not None:
            yield (*place, number), entry


def _is_chosen(entry: Any, mapping: TileMapping) -> bool:
    return not mapping.only or (
        isinstance(entry, Mapping) and all(entry.get(name) == value for name, value in mapping.only.items())
    )


def _flat(entry: Any, mapping: TileMapping, depth: int = 0) -> dict[str, Any]:
    """Return the fields of a tile under the names of this program (NAMES), whatever the other program calls them.

    Fields of mappings inside the tile, down to two levels, count as fields of the tile.
    """
    fields: dict[str, Any] = {}
    if not isinstance(entry, Mapping):
        return fields
    own = {getattr(mapping, name): name for name in NAMES if getattr(mapping, name, None)}
    common = {spelling: name for name, spellings in NAMES.items() for spelling in spellings if name not in own.values()}
    for key, value in entry.items():
        name = own.get(str(key)) or common.get(re.sub("[^a-z0-9]", "", str(key).lower()))
        if name == "crew":
            fields["crew"] = fields.get("crew", {}) | {str(key): value}
        elif isinstance(value, Mapping) and depth < 2:
            inner = _flat(value, mapping, depth + 1)
            crew = inner.get("crew", {}) | fields.get("crew", {})
            fields = inner | fields | ({"crew": crew} if crew else {})
        elif name is not None and (name not in fields or str(key) in own):
            fields[name] = value
    return fields


def _edition(
    data: Any,
    where: str,
    entries: Sequence[tuple[Path, Any]],
    edition: str | None,
    mapping: TileMapping,
    notes: list[str],
) -> Edition:
    """Return the edition that the caller, the mapping or the file names.

    If none is named, it is the only edition whose box has all tile numbers, with a single starting cabin among them.

    Raises:
        AnalyzerError: If no edition is named, and none or several fit.
    """
    named = edition or mapping.edition or data.get("edition")
    if named is not None:
        return load_edition(_naming_place(data, ("edition",), where, lambda: named_edition(str(named), where)))
    ids = {_number(fields["id"], mapping) for _, tile in entries if "id" in (fields := _flat(tile, mapping))}
    fitting = []
    for name in EDITIONS:
        box = numbered_box(name)
        cabins = [one for one in ids if one in box and box[one].kind == START]
        if ids and len(cabins) == 1 and all(one in box for one in ids):
            fitting.append(name)
    if len(fitting) != 1:
        cure = f"say by which box the tiles are numbered: {named_setting('edition', '2007')} or 2021"
        raise AnalyzerError(Fault(f"the file names no edition: {cure}", where))
    notes.append(f"The tile numbers and the starting cabin fit only the box of {fitting[0]}.")
    return load_edition(fitting[0])


@cache
def numbered_box(edition: str) -> dict[int, Component]:
    """Return the components of an edition's box, as printed, by the number (`id`) in its table of components."""
    rows = csv.DictReader(table_of(edition, "components").splitlines())
    ids = [row.get("id") or "" for row in rows]
    box = load_edition(edition).box
    return {int(number): part for number, part in zip(ids, box, strict=True) if number.isascii() and number.isdigit()}


def _number(value: Any, mapping: TileMapping) -> int | None:
    """Return a tile number, counted from 1; None if the value holds no number at its end.

    The value may be the name of a picture, such as `tile_34.jpg` for tile 34.
    """
    match = (
        re.fullmatch(r"(?:.*?[^0-9])?([0-9]{1,6})(?:\.[A-Za-z]+)?", str(value)) if type(value) in (int, str) else None
    )
    return None if match is None else int(match[1]) - mapping.first_id + 1


def _tiles(
    entries: Sequence[tuple[Path, Any]], edition: Edition, mapping: TileMapping, flaws: list[Flaw]
) -> Iterator[_Tile]:
    """Yield the tiles that lie on squares, and add flaws for tiles that cannot be read.

    Tiles that lie on no square are left out without a flaw.
    """
    flat = [(path, _flat(entry, mapping), getattr(entry, "lines", {})) for path, entry in entries]
    turns = [fields.get("rotation") for _, fields, _ in flat]
    degrees = any(isinstance(turn, int | float) and abs(turn) > 3 for turn in turns)
    for path, fields, lines in flat:
        try:
            square = _square(fields)
            if square is None:
                continue
            number, printed = _printed(fields, edition, mapping)
            component = printed.turned(_turn(fields.get("rotation", 0), degrees, mapping))
            crew = _crew(fields.get("crew", {}), mapping) if component.is_a.crew else ("", None)
        except AnalyzerError as error:
            flaws += [Flaw(path, str(fault)) for fault in error.faults]
        else:
            line = min(lines.values(), default=0)
            yield _Tile(path, line, component, number, *square, *crew)


def _crew(told: Mapping[str, Any], mapping: TileMapping) -> tuple[str, int | None]:
    """Return the crew of a cabin: colour of the alien ("" for none), and number of humans (None if not stated).

    Args:
        told: Fields on the crew, e.g. `{"humans": 2}`, `{"crew": ["PURPLE_ALIEN"]}` or `{"brownAlien": True}`.
        mapping: Words of the other program.

    Raises:
        AnalyzerError: If the alien has no known colour, or there are two.
    """
    words = {word.lower(): colour for word, colour in mapping.aliens.items()} | {one: one for one in COLOURS}
    colours: set[str] = set()
    humans: list[int] = []

    def colour_in(text: str) -> str | None:
        return words.get(text) or next((words[word] for word in words if len(word) > 2 and word in text), None)

    def note(key: str, value: Any) -> None:
        text = str(value).lower()
        if value in (0, []) and value is not False and "alien" not in key and colour_in(key) is None:
            humans.append(0)  # a cabin that is empty
        if isinstance(value, list):
            for one in value:
                note(key, one)
        elif isinstance(value, Mapping):
            number = next((one for one in value.values() if type(one) is int), 1)
            named = [one for one in value.values() if isinstance(one, str)]
            for name, one in [(key, one) for one in named * min(number, MOST_CREW)] if named else value.items():
                note(str(name).lower(), one)
        elif not value or text in ("none", "no", "null", "false", "0"):
            return
        elif (colour := colour_in(text) or colour_in(key)) is not None:
            colours.add(colour)
        elif "alien" in key or "alien" in text:
            raise AnalyzerError(
                f"alien {text[:40]!r}: say brown or purple, or name it under `aliens` of a mapping file"
            )
        elif type(value) is int:
            humans.append(value)
        elif text in ("human", "humans", "astronaut", "astronauts"):
            humans.append(1)

    for key, value in told.items():
        note(key.lower(), value)
    if len(colours) > 1:
        raise AnalyzerError("a brown and a purple alien in one cabin: a cabin holds one")
    return next(iter(colours), ""), sum(humans) if humans and not colours else None


def _square(fields: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return row and column of a tile, counted as in the program that wrote the list.

    Args:
        fields: The tile's fields, under the names `row` and `column`, or `square`.

    Returns:
        Row and column; None if these fields are there but empty, because the tile then lies on no square.

    Raises:
        AnalyzerError: If row or column is missing, or no whole number.
    """
    row, column = fields.get("row"), fields.get("column")
    at = fields.get("square")
    if isinstance(at, list) and len(at) == 2:
        row, column = at
    elif isinstance(at, str):
        named = {name: int(number) for name, number in re.findall(r"([xyrc])[ =:]*(-?[0-9]{1,3})", at.lower())}
        both = [int(number) for number in re.findall(r"-?[0-9]{1,3}", at)]
        row, column = (
            (named.get("y", named.get("r")), named.get("x", named.get("c"))) if named else (*both, None, None)[:2]
        )
    if row is None and column is None and not at:
        if {"row", "column", "square"} & {*fields}:
            return None
        raise AnalyzerError("the tile has no square: give `row` and `column`")
    numbers = [number for number in (row, column) if isinstance(number, int) and abs(number) < 1000]
    if len(numbers) < 2:
        raise AnalyzerError("row and column are no whole numbers: give e.g. `row: 2` and `column: 3`")
    return numbers[0], numbers[1]


def _printed(fields: Mapping[str, Any], edition: Edition, mapping: TileMapping) -> tuple[int | None, Component]:
    """Return the number of a tile (None if it has none) and the component as printed.

    Raises:
        AnalyzerError: If the number is not in the box, or if kind or connectors are wrong.
    """
    if "id" in fields:
        box = numbered_box(edition.name)
        number = _number(fields["id"], mapping)
        if number not in box:
            last = max(box, default=0)
            told = str(fields["id"])[:40]
            raise AnalyzerError(f"unknown tile {told}: the box of {edition.name} has the numbers {min(box)} to {last}")
        assert number is not None
        return number, box[number]
    word = str(fields.get("kind", ""))[:40]
    kind = edition.kinds.get(mapping.kinds.get(word, word.lower()))
    if kind is None:
        raise AnalyzerError(f"unknown kind {word!r}: {one_of(word, edition.kinds)}, or name it under `kinds`")
    given = fields.get("connectors")
    signs = [*given] if isinstance(given, list | str) else [*str(given)]
    connectors = [mapping.letters.get(str(sign), sign) for sign in signs]
    numbers = [int(sign) for sign in connectors if str(sign) in "0123" and str(sign)]
    if len(numbers) != 4 or len(signs) != 4:
        cure = "give four (front, right, rear, left), each 0 to 3, or name other signs under `letters`"
        raise AnalyzerError(f"connectors {str(given)[:40]!r}: {cure}")
    front, right, rear, left = numbers
    return None, component_of(kind, (front, right, rear, left), kind.printed_facing)


def _turn(rotation: Any, degrees: bool, mapping: TileMapping) -> int:
    """Return a rotation in clockwise quarter turns; negative if the other program turns the other way.

    Args:
        rotation: The rotation in the file: a number, or a word of the mapping.
        degrees: Whether numbers are degrees, not quarter turns.
        mapping: Words of the other program.

    Raises:
        AnalyzerError: If the value is no rotation.
    """
    words = {name.lower(): turn for name, turn in mapping.rotations.items()} or TURNS
    turn = words.get(str(rotation).lower(), rotation)
    if turn is rotation and type(turn) in (int, float) and degrees and turn % 90 == 0:
        turn = int(turn) // 90
    elif (turn is rotation and degrees) or type(turn) is not int:
        cure = "give quarter turns (0 to 3), degrees (0, 90, 180, 270), or name the words under `rotations`"
        raise AnalyzerError(f"rotation {str(rotation)[:40]!r}: {cure}")
    return turn if mapping.clockwise else -turn


def _repeated(tiles: Sequence[_Tile], data: Any) -> Iterator[Flaw]:
    """Yield a flaw for each tile whose number, square or colour of alien an earlier tile has already."""
    aliens: dict[str, _Tile] = {}
    numbers: dict[int, _Tile] = {}
    squares: dict[tuple[int, int], _Tile] = {}
    for tile in tiles:
        if tile.number is not None and (first := numbers.setdefault(tile.number, tile)) is not tile:
            yield Flaw(tile.path, f"tile {tile.number} is listed twice{_line(first, data)}: a box has it once")
        if (first := squares.setdefault((tile.row, tile.column), tile)) is not tile:
            place = f"row {tile.row}, column {tile.column}"
            yield Flaw(tile.path, f"two tiles in {place}{_line(first, data)}: remove one")
        if tile.alien and (first := aliens.setdefault(tile.alien, tile)) is not tile:
            yield Flaw(tile.path, f"a second {tile.alien} alien{_line(first, data)}: a ship has one of each colour")


def _line(tile: _Tile, data: Any) -> str:
    return f" (also in line {tile.line + 1})" if isinstance(data, Fields) else ""


def _aligned(
    tiles: Sequence[_Tile], edition: Edition, named: Board | None, where: str, mapping: TileMapping, notes: list[str]
) -> tuple[Board, list[tuple[int, int]]]:
    """Return the board, and the square of each tile by the numbers printed on the board.

    If no board is named, the smallest one on which all tiles lie is taken.

    Raises:
        AnalyzerError: If no board is named, and the tiles lie on none.
    """
    marked = [board for board in edition.boards.values() if board.start]
    boards = [named] if named else sorted(marked, key=lambda board: len(board.squares))
    cabins = [tile for tile in tiles if tile.component.kind == START]
    for board in boards:
        # Other programs count rows from the front. Where printed numbers fall towards the rear, rows are negated. If
        # neither a cabin nor `first` ties the list to the board, its numbers are taken as the printed ones.
        sign = -1 if board.rows_descend else 1
        down, right, sign = 0, 0, 1 if mapping.first is None and not cabins else sign
        if mapping.first is not None:
            down, right = mapping.first
        elif cabins and board.start:
            down, right = board.start[0] - sign * cabins[0].row, board.start[1] - cabins[0].column
        squares = [(sign * tile.row + down, tile.column + right) for tile in tiles]
        holds = set(squares) <= set(board.squares)
        if named and not (holds or named.start or mapping.first):
            cure = "name the printed row and column that the file counts as 0, by `first` in a mapping file"
            raise AnalyzerError(Fault(f"board {named.name} has no marked square: {cure}", where))
        if named or holds:
            if named is None:
                notes.append(f"Board {board.title} is the smallest that holds all {len(tiles)} tiles.")
            return board, squares
    cure = f"give {named_setting('board', boards[-1].name)}, or `first` in a mapping file"
    raise AnalyzerError(Fault(f"no board of {edition.name} holds all squares of the tiles: {cure}", where))


def _fields(
    data: Any,
    where: str,
    mapping: TileMapping,
    board: Board,
    tiles: Sequence[_Tile],
    squares: Sequence[tuple[int, int]],
    notes: list[str],
) -> Fields:
    """Return the fields of the ship file; each component keeps the line of its tile, for error messages."""
    fields, components = Fields(), Items()
    aliens = {tile.alien: list(square) for tile, square in zip(tiles, squares, strict=True) if tile.alien}
    for tile, square in zip(tiles, squares, strict=True):
        facing = [SIDE_NAMES[side] for side in tile.component.facing]
        entry: dict[str, Any] = {
            "square": [*square],
            "kind": tile.component.kind,
            "connectors": [*tile.component.connectors],
        }
        components.append(entry | ({"facing": facing} if facing else {}))
        components.lines.append(tile.line)
    if board.start and board.start not in squares and not any(t.component.kind == START for t in tiles):
        components.append({"square": [*board.start], "kind": START, "connectors": [3, 3, 3, 3]})
        components.lines.append(0)
        notes.append(f"The file lists no starting cabin: one lies on the marked square {board.start}.")
    lacking = [
        square
        for tile, square in zip(tiles, squares, strict=True)
        if tile.humans is not None and not tile.alien and tile.humans < tile.component.is_a.crew
    ]
    if lacking:
        cabins = ", ".join(f"row {row}, column {column}" for row, column in lacking)
        notes.append(f"The file has cabins that are not full ({cabins}): ships start with full cabins.")
    told = mapping.name or data.get("name")
    name = (
        told
        if isinstance(told, str) and told.strip()
        else FilePath(where).stem.replace("-", " ").replace("_", " ").title()
    )
    values: dict[str, Any] = {
        "name": plain(name),
        "edition": board.edition,
        "board": board.name,
        "components": components,
    }
    fields.update(values | ({"aliens": aliens} if aliens else {}))
    fields.lines.update(dict.fromkeys(fields, 0))
    return fields
