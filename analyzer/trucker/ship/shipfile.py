"""Ship files: reading, writing, and the field of each board.

A ship flies against the three of its board, a build of class IVC against two of them that are built otherwise: no more
than three truckers build from one box (rules of class IV).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Literal, TypeGuard

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, StrictStr

from analyzer.errors import AnalyzerError, all_or_faults, as_argument, brief, named_setting, one_of
from analyzer.files.fields import Name
from analyzer.files.flaws import Flaw, by_line, in_file
from analyzer.files.places import write_whole
from analyzer.files.yamlfile import Judged, as_scalar, judge, parse_mapping, plain, read_text, refuse_other_kind
from analyzer.trucker.edition import OWN, Edition, OwnEdition, base_of, load_edition
from analyzer.trucker.editions import named_edition, seen_from
from analyzer.trucker.fleets.joining import joined_by
from analyzer.trucker.fleets.tables import fleet_tables
from analyzer.trucker.ship.component import SIDE_NAMES, Board, Component, Square
from analyzer.trucker.ship.grid import parse_grid, write_grid
from analyzer.trucker.ship.layout import Layout, place, reserve_faults
from analyzer.world import refuse_other_world

ShipLike = Layout | str | Path
"""A ship, or the path of its file."""
ShipsLike = ShipLike | Sequence[ShipLike]
"""One ship or several, each itself or by the path of its file."""
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
"""By a field that ship files do not have what a file with it is, and what reads it."""


class ComponentEntry(BaseModel):
    """One entry of `components`."""

    model_config = ConfigDict(extra="forbid")

    square: tuple[Number, Number]
    """Row and column, by the dice numbers of the board."""
    kind: StrictStr
    """What it is, e.g. double_cannon; `analyzer parts` lists all."""
    connectors: tuple[StrictInt, StrictInt, StrictInt, StrictInt]
    """Front, right, rear, left, as it lies: 0 smooth, 1 single, 2 double, 3 universal."""
    facing: SideName | list[SideName] | None = None
    """The side a cannon or engine points to; a shield's two sides."""


class ShipFile(BaseModel):
    """The schema of a ship file: a grid or a list of components."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    """What answers call the ship."""
    edition: NumberOrText
    """Of which edition it is: 2007, 2021, or a folder of tables, seen from this file."""
    board: NumberOrText
    """Its board: I, II, III, IIIa, IVC of 2007; L, I, II, III of 2021."""
    aliens: dict[Literal["brown", "purple"], tuple[Number, Number]] = Field(default_factory=dict)
    """Where aliens live: row and column of their cabins."""
    reserve: Annotated[StrictInt, Field(ge=0)] = 0
    """Components laid aside while building, which are charged as lost."""
    joined: StrictStr | None = None
    """Of board IVC: which borders grew together, settled here and not by the dice, e.g. F+L."""
    dice: list[StrictInt] | None = None
    """Of board IVC: the result of the two dice that decide it."""
    insurance: Annotated[StrictInt, Field(ge=0)] | None = None
    """Of board IVC: the premium."""
    notes: StrictStr = ""
    """For you: nothing reads it."""
    grid: StrictStr | None = None
    """The ship as it is drawn: a row of dice numbers, then each row with its number; `.` or a component a square."""
    components: list[ComponentEntry] | None = None
    """For programs, instead of a grid: a list of components."""


ROMAN = {"1": "I", "2": "II", "3": "III"}
"""Boards as people write their numbers."""


def load_ship(path: str | Path, edition: str | None = None) -> Layout:
    """The layout in a ship file. Flawed ships load; raises AnalyzerError with every fault of the file.

    edition: read as a ship of that edition (2007, 2021, a folder of tables), and not of the one that it names.

    >>> import analyzer
    >>> analyzer.load_ship("ships/2007/I/first-mile.yaml").flaws()
    []
    """
    if not isinstance(path, str | Path):
        raise AnalyzerError(f"{brief(path)}: give the path of a ship file")
    return parse_ship(read_text(Path(path)), str(path), edition)


def as_ship(ship: object, what: str = "ship") -> Layout:
    """Return a ship as it is, or load it from the path of its file; `what` names the argument in faults.

    >>> as_ship("ships/2007/I/first-mile.yaml").name
    'First Mile'

    Raises AnalyzerError for anything else, and with every fault of the file.
    """
    if isinstance(ship, Layout):
        return ship
    if not is_path(ship):
        raise AnalyzerError(f"{what} {brief(ship)}: give a Layout, as load_ship returns it, or the path of a ship file")
    return load_ship(ship)


def is_path(value: object) -> TypeGuard[str | Path]:
    """Return whether a value may be the path of a file; a word is none, unless there is a file of that name."""
    if isinstance(value, str):
        return value.endswith((".yaml", ".yml")) or Path(value).is_file()
    return isinstance(value, Path)


def as_ships(ships: object, what: str = "ships") -> list[Layout]:
    """Return one ship, or several, as a list; each is a ship or the path of its file.

    >>> [ship.name for ship in as_ships("ships/2007/I/first-mile.yaml")]
    ['First Mile']

    Raises AnalyzerError for anything else, with every fault of every file.
    """
    if isinstance(ships, Layout | str | Path):
        return [as_ship(ships, what)]
    if isinstance(ships, Mapping) or not isinstance(ships, Iterable):
        raise AnalyzerError(
            f"{what} {brief(ships)}: give a Layout, as load_ship returns it, the path of a ship file, or a list of them"
        )
    return all_or_faults(partial(as_ship, what=what), ships)


def parse_ship(text: str, where: str = "ship", edition: str | None = None) -> Layout:
    """The layout in the text of a ship file; `where` names it in faults; `edition`: that, and not the one it names."""
    data = parse_mapping(text, where)
    refuse_other_world(data, where, "trucker")
    return ship_of(data, where, None if edition is None else named_edition(edition))


def ship_of(data: Any, where: str, edition: str | None = None) -> Layout:
    """The layout of a file's mapping, also where a position holds it; raises AnalyzerError with every fault."""
    judged = judge(ShipFile, data)
    if edition is not None:
        judged.right["edition"] = edition
    layout, flaws = _judged_further(judged, data, where)
    faults = by_line(in_file([*judged.flaws, *flaws], data, where))
    if layout is None or faults:
        known_as = next((text.format(as_argument(where)) for field, text in OTHER_KINDS.items() if field in data), "")
        refuse_other_kind(ShipFile, plain(data), where, known_as)
        raise AnalyzerError(faults)
    return layout


def _judged_further(judged: Judged, data: Any, where: str) -> tuple[Layout | None, list[Flaw]]:
    """What those fields that are right come to together, and every flaw that shows then."""
    right = judged.right
    edition, board, flaws = _board(right, where)
    placed, more = _components(judged, data, board)
    of_fleet, wrong = _of_fleet(right, board)
    reserve = right.get("reserve", 0)
    limits = [] if edition is None else [Flaw(("reserve",), text) for text in reserve_faults(reserve, edition)]
    flaws += [*more, *wrong, *limits]
    if board is None or more or not placed:
        return None, flaws
    aliens = {str(colour): square for colour, square in right.get("aliens", {}).items()}
    try:
        layout = Layout(right.get("name", "ship"), board, placed, aliens, 0 if limits else reserve, **of_fleet)
    except AnalyzerError as error:
        return None, [*flaws, *(Flaw(("aliens",), fault) for fault in error.faults)]
    return layout, flaws


def _board(right: dict[str, Any], where: str) -> tuple[Edition | None, Board | None, list[Flaw]]:
    """Edition and board as far as they are named, and what is wrong with their names."""
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
    """What the file settles of the fleets of a build, and what is wrong with that."""
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
    """The borders that are named or that the dice join: each is judged by itself, then one beside the other."""
    joined, dice = entries.get("joined"), entries.get("dice")
    borders = {}
    for name, pair in (("joined", (joined, None)), ("dice", (None, dice)), ("joined", (joined, dice))):
        try:
            if name in entries:
                borders["joined"] = joined_by(*pair, fleet_tables())
        except AnalyzerError as error:
            return {}, [Flaw((name,), fault) for fault in error.faults]
    return borders, []


def _components(judged: Judged, data: Any, board: Board | None) -> tuple[dict[Square, Component], list[Flaw]]:
    """What lies where, and every flaw of the drawing; a drawing of which something is wrong has flaws elsewhere."""
    drawn = [name for name in ("grid", "components") if data.get(name) is not None]
    if len(drawn) != 1:
        return {}, [Flaw(tuple(drawn[-1:]), "give either `grid` or `components`")]
    (drawing,) = drawn
    placed, flaws = _in_grid(judged, board) if drawing == "grid" else _in_list(judged, data, board)
    if not placed and not flaws and drawing not in judged.wrong:
        flaws = [Flaw((drawing,), "no components: a ship needs at least its starting cabin")]
    return ({} if drawing in judged.wrong else placed), flaws


def _in_grid(judged: Judged, board: Board | None) -> tuple[dict[Square, Component], list[Flaw]]:
    return ({}, []) if "grid" in judged.wrong else parse_grid(judged.right["grid"], board)


def _in_list(judged: Judged, data: Any, board: Board | None) -> tuple[dict[Square, Component], list[Flaw]]:
    """Those entries that the schema knows are judged together."""
    entries = data["components"] if isinstance(data["components"], list) else []
    known = [number for number in range(len(entries)) if number not in judged.wrong.get("components", ())]
    kinds = None if board is None else load_edition(board.edition).kinds
    placed, faults = place([plain(entries[number]) for number in known], kinds)
    return placed, [Flaw(("components", known[number]), text) for number, text in faults]


def write_ship(layout: Layout, form: Literal["grid", "components"] = "grid", file: str | Path | None = "") -> str:
    """The text of a ship file that reads back as the same layout.

    `file`: where it is to be written, from where an edition of the user's own is named by its folder; "" for its name
    alone, which whoever has read that folder understands; None for its whole path, which any file may name.
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
"""A file of the working directory, where a text that a command prints is most likely written."""


def save_ship(layout: ShipLike, path: str | Path, form: Literal["grid", "components"] = "grid") -> None:
    """Write a ship file; raises AnalyzerError where none can be written.

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
