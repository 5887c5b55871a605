"""Ship files: reading and writing them, and the reference ships of each board.

A ship flies against the three reference ships of its board. A build of class IVC flies against two that differ from it,
because at most three truckers build from one box (rules of class IV).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import combinations
from os.path import isfile
from pathlib import Path
from typing import Annotated, Any, Literal, TypeGuard

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, StrictStr

from analyzer.errors import AnalyzerError, all_or_faults, brief, named_setting, one_of
from analyzer.files.fields import Name
from analyzer.files.flaws import Flaw
from analyzer.files.places import write_whole
from analyzer.files.yamlfile import CheckedContent, FileKind, Text, as_scalar, load_fields, plain
from analyzer.trucker.edition import OWN, Edition, OwnEdition, base_of, load_edition
from analyzer.trucker.editions import named_edition, seen_from
from analyzer.trucker.fleets.joining import joined_by
from analyzer.trucker.fleets.tables import fleet_tables
from analyzer.trucker.ship.component import SIDE_NAMES, Board, Component, Square
from analyzer.trucker.ship.grid import parse_grid, write_grid
from analyzer.trucker.ship.layout import Layout, place, reserve_faults
from analyzer.trucker.ship.tile_list import LISTED, TABLES, as_ship_file, is_tile_list, read_tiles
from analyzer.world import refuse_other_world

ShipLike = Layout | str | Path
"""A ship, or the path of its file."""
ShipsLike = ShipLike | Sequence[ShipLike]
"""One ship or several, each as a ship or the path of its file."""
SideName = Literal["front", "right", "rear", "left"]
NumberOrText = Annotated[StrictStr, BeforeValidator(lambda value: str(value) if type(value) in (int, float) else value)]
Number = Annotated[StrictInt, Field(ge=1, le=13)]
OTHER_KINDS = {
    "cards": "a record: try `analyzer replay {0}` or `analyzer review {0}`",
    "ships": "a plan: try `analyzer sweep {0}`",
    "ship": "a position: try `analyzer fly --from {0}`",
    "piles": "a forecast: try `analyzer fly SHIP --forecast {0}`; a position has the cards of a forecast under `piles`",
    "dread": "a captain: try `analyzer fly SHIP --captain {0}`",
}
"""Descriptions of files of other kinds with the command that reads them, by a field that ship files do not have."""
KIND = FileKind("ship file", refuse=partial(refuse_other_world, own="trucker"), others=OTHER_KINDS, listed=LISTED)


class ComponentEntry(BaseModel):
    """One component in the list `components` of a ship file."""

    model_config = ConfigDict(extra="forbid")

    square: tuple[Number, Number]
    """Row and column, by the dice numbers of the board."""
    kind: StrictStr
    """Kind of component, e.g. double_cannon; `analyzer parts` lists all."""
    connectors: tuple[StrictInt, StrictInt, StrictInt, StrictInt]
    """Front, right, rear, left, as it lies: 0 smooth, 1 single, 2 double, 3 universal."""
    facing: SideName | list[SideName] | None = None
    """Side to which a cannon or engine points; the two sides that a shield covers."""


class ShipFile(BaseModel):
    """Schema of a ship file, with a grid or a list of components."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    """Name of the ship in answers."""
    edition: NumberOrText
    """Edition of the ship: 2007, 2021, or a folder of tables, seen from this file."""
    board: NumberOrText
    """Board of the ship: I, II, III, IIIa, IVC of 2007; L, I, II, III of 2021."""
    aliens: dict[Literal["brown", "purple"], tuple[Number, Number]] = Field(default_factory=dict)
    """Homes of aliens: row and column of their cabins."""
    reserve: Annotated[StrictInt, Field(ge=0)] = 0
    """Components laid aside while building, which are charged as lost."""
    joined: StrictStr | None = None
    """Board IVC only: the borders that grew together, decided here and not by the dice, e.g. F+L."""
    dice: list[StrictInt] | None = None
    """Board IVC only: the result of the two dice that decide which borders grow together."""
    insurance: Annotated[StrictInt, Field(ge=0)] | None = None
    """Board IVC only: the premium that is paid."""
    notes: StrictStr = ""
    """Your own notes; the program ignores them."""
    grid: StrictStr | None = None
    """Drawing of the ship: a line of column numbers, then each row with its number; `.` or a component a square."""
    components: list[ComponentEntry] | None = None
    """List of components, instead of a grid; for programs."""


ROMAN = {"1": "I", "2": "II", "3": "III"}
"""Names of boards in Roman numerals, by the Arabic number that users may write instead."""


def load_ship(path: str | Path, edition: str | None = None) -> Layout:
    """Load the ship in a ship file, or in a list of tiles of another program; a ship with flaws loads too.

    Args:
        path: Path of the file.
        edition: Edition by which to read the file (2007, 2021, a folder of tables), instead of the one that it names.

    Raises:
        AnalyzerError: If the file is wrong, with every fault of the file.

    >>> import analyzer
    >>> analyzer.load_ship("ships/2007/I/first-mile.yaml").flaws()
    []
    """
    return _load(path, edition)


def as_ship(ship: object, what: str = "ship") -> Layout:
    """Return a ship unchanged, or load it from the path of its file.

    Raises:
        AnalyzerError: If it is neither, or if the file is wrong, with every fault.

    >>> as_ship("ships/2007/I/first-mile.yaml").name
    'First Mile'
    """
    if isinstance(ship, Layout):
        return ship
    if not is_path(ship):
        raise AnalyzerError(f"{what} {brief(ship)}: give a Layout, as load_ship returns it, or the path of a ship file")
    return load_ship(ship)


def is_path(value: object) -> TypeGuard[str | Path]:
    """Return whether a value may be the path of a file: a Path, or text that ends in .yaml or .json or names a file."""
    if isinstance(value, str):
        # `isfile` is False for a text that no path can be, for which `Path.is_file` raises an OSError
        return value.endswith((".yaml", ".yml", ".json")) or isfile(value)
    return isinstance(value, Path)


def as_ships(ships: object, what: str = "ships") -> list[Layout]:
    """Return one ship or several as a list, loading those that are paths of files.

    Raises:
        AnalyzerError: If it is anything else, or if files are wrong, with every fault of every file.

    >>> [ship.name for ship in as_ships("ships/2007/I/first-mile.yaml")]
    ['First Mile']
    """
    if isinstance(ships, Layout | str | Path):
        return [as_ship(ships, what)]
    if isinstance(ships, Mapping) or not isinstance(ships, Iterable):
        raise AnalyzerError(
            f"{what} {brief(ships)}: give a Layout, as load_ship returns it, the path of a ship file, or a list of them"
        )
    return all_or_faults(partial(as_ship, what=what), ships)


def parse_ship(text: str, where: str = "ship", edition: str | None = None) -> Layout:
    """Return the layout in the text of a ship file.

    Args:
        text: The text, in YAML.
        where: Name of the text in error messages.
        edition: Edition by which to read the text, instead of the one that it names.
    """
    return _load(Text(text, where), edition)


def _load(source: object, edition: str | None) -> Layout:
    is_table = isinstance(source, str | Path) and str(source).lower().endswith(TABLES)
    data, where = (read_tiles(Path(str(source))), str(source)) if is_table else KIND.content(source)
    return ship_of(data, where, None if edition is None else named_edition(edition))


def ship_of(data: Any, where: str, edition: str | None = None) -> Layout:
    """Return the layout in the mapping of a ship file or of a part of another file.

    Args:
        data: The mapping, as read from YAML.
        where: Name of the file in error messages.
        edition: Key of the edition by which to read the mapping, instead of the one that it names.
    """
    if is_tile_list(data):
        data = as_ship_file(data, where, edition).fields
    return load_fields(ShipFile, data, where, KIND, partial(_built, read_as=edition))


def _built(file: CheckedContent, read_as: str | None) -> Layout | None:
    """Return the layout made of the valid fields, and add the flaws that the schema cannot find.

    Returns:
        The layout; None if the board is not known, if components have flaws or are missing, or if `Layout` refuses the
        fields.
    """
    right = file.right | ({} if read_as is None else {"edition": read_as})
    edition, board, flaws = _board(right, file.where)
    placed, more = _components(file, board)
    of_fleet, wrong = _of_fleet(right, board)
    reserve = right.get("reserve", 0)
    limits = [] if edition is None else [Flaw(("reserve",), text) for text in reserve_faults(reserve, edition)]
    file.flaws += [*flaws, *more, *wrong, *limits]
    if board is None or more or not placed:
        return None
    aliens = {str(colour): square for colour, square in right.get("aliens", {}).items()}
    try:
        return Layout(right.get("name", "ship"), board, placed, aliens, 0 if limits else reserve, **of_fleet)
    except AnalyzerError as error:
        file.flaws += (Flaw(("aliens",), fault) for fault in error.faults)
        return None


def _board(right: dict[str, Any], where: str) -> tuple[Edition | None, Board | None, list[Flaw]]:
    """Return edition and board (None if the name is wrong), and the flaws of their names."""
    edition, field = None, "edition"
    try:
        if "edition" in right:
            edition, field = load_edition(named_edition(right["edition"], where)), "board"
        board = edition.board(right["board"]) if edition is not None and "board" in right else None
    except AnalyzerError as error:
        roman = ROMAN.get(right.get("board", "")) if field == "board" else None
        cure = f"; say {roman} for {right['board']}" if roman else ""
        return edition, None, [Flaw((field,), f"{fault}{cure}") for fault in error.faults]
    return edition, board, []


def _of_fleet(right: dict[str, Any], board: Board | None) -> tuple[dict[str, Any], list[Flaw]]:
    """Return the fields that only a build of class IVC has, and their flaws."""
    entries = {name: right[name] for name in ("joined", "dice", "insurance") if right.get(name) is not None}
    if board is None:
        return {}, []
    if board.start is not None:
        return {}, [Flaw((name,), f"{name}: only builds on board IVC have it: leave it out") for name in entries]
    fields, flaws = _joined(entries)
    premium, premiums = entries.get("insurance", 0), fleet_tables().insurance
    if premium in premiums:
        fields["insurance"] = premium
    else:
        cure = f"give a premium of {', '.join(map(str, premiums))}"
        flaws.append(Flaw(("insurance",), f"insurance {premium}: {cure}"))
    return fields, flaws


def _joined(entries: dict[str, Any]) -> tuple[dict[str, Any], list[Flaw]]:
    """Return the borders that grow together, and the flaws of the fields `joined` and `dice`, which determine them.

    Each field is checked alone, then both together.
    """
    joined, dice = entries.get("joined"), entries.get("dice")
    borders = {}
    # Each by itself first, so that a fault is reported at its own field.
    for name, pair in (("joined", (joined, None)), ("dice", (None, dice)), ("joined", (joined, dice))):
        try:
            if name in entries:
                borders["joined"] = joined_by(*pair, fleet_tables())
        except AnalyzerError as error:
            return {}, [Flaw((name,), fault) for fault in error.faults]
    return borders, []


def _components(file: CheckedContent, board: Board | None) -> tuple[dict[Square, Component], list[Flaw]]:
    """Return the components by square and the flaws of the grid or list.

    If the schema has refused the grid or list, there are no components and no further flaws.
    """
    drawn = [name for name in ("grid", "components") if file.data.get(name) is not None]
    if len(drawn) != 1:
        return {}, [Flaw(tuple(drawn[-1:]), "give either `grid` or `components`")]
    (drawing,) = drawn
    if drawing == "components":
        placed, flaws = _in_list(file, board)
    else:
        placed, flaws = ({}, []) if drawing in file.wrong else parse_grid(file.right["grid"], board)
    if not placed and not flaws and drawing not in file.wrong:
        flaws = [Flaw((drawing,), "no components: a ship needs at least its starting cabin")]
    return ({} if drawing in file.wrong else placed), flaws


def _in_list(file: CheckedContent, board: Board | None) -> tuple[dict[Square, Component], list[Flaw]]:
    """Return the components of the list by square, and the flaws of entries that the schema accepts."""
    listed = file.data["components"]
    entries = listed if isinstance(listed, list) else []
    known = [number for number in range(len(entries)) if number not in file.wrong.get("components", ())]
    kinds = None if board is None else load_edition(board.edition).kinds
    placed, faults = place([plain(entries[number]) for number in known], kinds)
    return placed, [Flaw(("components", known[number]), text) for number, text in faults]


def write_ship(layout: Layout, form: Literal["grid", "components"] = "grid", file: str | Path | None = "") -> str:
    """Return the text of a ship file that reads back as the same layout.

    Args:
        layout: The ship.
        form: Whether to draw a grid or to list the components.
        file: Path where the text will be written. A user's own edition is then named by its folder relative to that
            path; with "" by its name alone, and with None by the whole path of its folder.
    """
    import json

    own = layout.board.edition
    edition = OwnEdition.FOLDERS.get(own, str(own)) if file is None else seen_from(own, file) if file else str(own)
    aliens = ", ".join(f"{colour}: [{row}, {column}]" for colour, (row, column) in layout.aliens.items())
    head = f"name: {json.dumps(layout.name, ensure_ascii=False)}\nedition: {as_scalar(edition)}\n"
    head += f"board: {layout.board.name}\n" + (f"aliens: {{{aliens}}}\n" if aliens else "")
    head += "".join(
        f"{name}: {value}\n" for name in ("reserve", "joined", "insurance") if (value := getattr(layout, name))
    )
    if form == "grid":
        return head + "grid: |2\n" + "".join(f"  {line}\n" for line in write_grid(layout).splitlines())
    entries = (_entry(square, part) for square, part in layout.components.items())
    return head + "components:\n" + "".join(f"  - {entry}\n" for entry in entries)


PRINTED = "ship.yaml"
"""Path assumed for a text that a command prints, because users mostly save it in the working directory."""


def save_ship(layout: ShipLike, path: str | Path, form: Literal["grid", "components"] = "grid") -> None:
    """Write a ship to a ship file.

    Args:
        layout: A ship, or the path of its file.
        path: Where to write.
        form: Whether to draw a grid or to list the components.

    Raises:
        AnalyzerError: If the file cannot be written.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> analyzer.save_ship(ship, path)
    >>> analyzer.load_ship(path).components == ship.components
    True
    """
    write_whole(path, write_ship(as_ship(layout), form, path))


def _entry(square: tuple[int, int], part: Component) -> str:
    names = [SIDE_NAMES[side] for side in part.facing]
    facing = f", facing: {names[0] if len(names) == 1 else '[' + ', '.join(names) + ']'}" if names else ""
    return f"{{square: {list(square)}, kind: {part.kind}, connectors: {list(part.connectors)}{facing}}}"


FEWER = {"IVC": 2}
"""Number of reference ships that fly against a ship, for boards with another number than three."""


def load_field(level: str, edition: str = "2007") -> list[Layout]:
    """Return the three reference ships of a level, sorted by name.

    Args:
        level: Name of the level, e.g. "II".
        edition: Edition of the level.

    Raises:
        AnalyzerError: If the level does not exist or has no reference ships.

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
    """Return the reference ships that fly against the given ships.

    For class IVC they are the first two that differ from all given ships. If all reference builds are among the given
    ships, a reference build may meet an equal one.

    Raises:
        AnalyzerError: If the level has no reference ships.
    """
    field = load_field(level, edition)
    most = FEWER.get(field[0].board.name)
    if most is None:
        return field
    own = list(ships)
    others = [rival for rival in field if not any(same_ship(rival, ship) for ship in own)]
    return (others or field)[:most]


def is_field(ships: Iterable[Layout], level: str, edition: str, *, learning: bool = False) -> bool:
    """Return whether the given ships are the reference ships that fly together at a level."""
    board = load_edition(edition).level(level).board
    field = _on_the_shelf(board, edition) if board in _boards(edition) else ()
    rivals = sorted(ships, key=lambda ship: ship.name)
    if board in FEWER:
        return any(rivals == [*some] for some in combinations(field, FEWER[board]))
    return bool(field) and rivals == [ship.without_aliens() if learning else ship for ship in field]


def same_ship(one: Layout, other: Layout) -> bool:
    """Return whether both ships have the same board and components, whatever their names and crews."""
    return one.board == other.board and one.components == other.components


@cache
def _boards(edition: str) -> list[str]:
    shelf = [entry.name for entry in _shelf(edition).iterdir()]
    own = (name.split("/")[1] for name, _ in OWN[edition].texts if name.startswith("field/")) if edition in OWN else ()
    return sorted({*own, *shelf} & {*load_edition(edition).boards})


@cache
def _on_the_shelf(board: str, edition: str) -> tuple[Layout, ...]:
    """Return the reference ships of a board, by the names of their files.

    A user's own edition uses the ships of its folder. If there are none, it uses those of the edition it is based on,
    provided that all of them are legal on its board; else it has none.
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
    """Return file names and texts of the reference ships that the program has for a board."""
    entries = sorted((_shelf(edition) / board).iterdir(), key=lambda entry: entry.name)
    return [(entry.name, entry.read_text(encoding="utf-8")) for entry in entries]


def _shelf(edition: str) -> Traversable:
    return files("analyzer.trucker") / "data" / base_of(edition) / "field"
