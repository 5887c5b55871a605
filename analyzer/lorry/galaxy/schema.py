"""Schema of galaxy files, and functions that read a galaxy from their fields and collect all flaws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from analyzer.errors import AnalyzerError, brief, one_of
from analyzer.files.editions.shelf import STANDARD
from analyzer.files.fields import Name
from analyzer.files.flaws import Flaw, Path
from analyzer.files.yamlfile import CheckedContent, FileKind, load_fields
from analyzer.lorry.galaxy.boxes import LARGEST, NAME, Box, Special, box_in_words, in_reading_order, read_map
from analyzer.lorry.tables import COLOURS, FACES, SPECIALS, TYPES, load_switches, rules_of
from analyzer.world import refuse_other_world

MOST_PLANETS, FEWEST_PLANETS = 9, 2
Size = Annotated[StrictInt, Field(ge=1, le=LARGEST)]


class GalaxyFile(BaseModel):
    """The schema of a galaxy file: a map, or its size with lists of planets and special boxes, as programs write it."""

    model_config = ConfigDict(extra="forbid")

    game: Literal["lorry"] = "lorry"
    """The game that the file is for."""
    edition: StrictStr = STANDARD
    """The tables that count: `standard`, or the folder of [an edition of your own](../how-to/own-tables.md)."""
    name: Name = NAME
    """The name that answers use."""
    notes: StrictStr = ""
    """For you: nothing reads it."""
    wrap: Literal["both", "columns", "rows", "none"] = "both"
    """The edges that wrap around: `columns` joins the last column to the first, `rows` the last row to the first."""
    end_after: Annotated[StrictInt, Field(ge=1, le=36)] = rules_of(STANDARD).scoring["end_after"]
    """The number of scored routes, of all traders together, that ends the game."""
    map: Annotated[StrictStr, Field(max_length=10_000)] | None = None
    """One mark for each box: `.` empty, 1 to 9 planets, `*` star, `r` rocket, `a` asteroid, `o` black hole."""
    columns: Size | None = None
    """For programs, instead of a map: the number of columns."""
    rows: Size | None = None
    """For programs, instead of a map: the number of rows."""
    planets: dict[str, tuple[StrictInt, StrictInt]] | None = None
    """For programs, instead of a map: column and row of each planet, by its number."""
    specials: list[tuple[StrictStr, StrictInt, StrictInt]] | None = None
    """For programs, instead of a map: kind (star, rocket, asteroid, black_hole), column and row of each special box."""
    dice: dict[str, dict[str, StrictInt]] | None = None
    """For each colour (white, orange), how many of its six faces show straight, curve, branch and crossing."""
    switches: dict[str, StrictStr | StrictInt | bool] = Field(default_factory=dict)
    """Rule switches that differ from the usual rules, by their names in the rulings."""


DRAWN = ("columns", "rows", "planets", "specials")
"""The fields that list the content of a map."""


KIND = FileKind("galaxy file", "lorry", partial(refuse_other_world, own="lorry"))


def read_galaxy(entries: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the arguments of `Galaxy` from the fields of a galaxy file.

    Raises:
        AnalyzerError: The fields are faulty. The message lists every fault, with `where` in front.
    """
    if not isinstance(entries, Mapping):
        raise AnalyzerError(f"{where} {brief(entries)}: give the fields of a galaxy file")
    return load_fields(GalaxyFile, entries, where, KIND, arguments)


def arguments(file: CheckedContent) -> dict[str, Any]:
    """Return the arguments of `Galaxy` from the fields of a file; add flaws of combined fields to `file.flaws`."""
    made, flaws = galaxy_fields(file.right, file.data)
    file.flaws += flaws
    return made


def galaxy_fields(right: Mapping[str, Any], entries: Mapping[str, Any]) -> tuple[dict[str, Any], list[Flaw]]:
    """Return the arguments of `Galaxy`, and the flaws that show only when fields are combined.

    Args:
        right: The fields that were read without a flaw.
        entries: All fields of the file, faulty ones included.
    """
    made = {name: right[name] for name in ("name", "wrap", "end_after") if name in right}
    if "end_after" not in entries:
        made.pop("end_after", None)  # the schema shows the standard number, but that of the edition counts
    flaws: list[Flaw] = []
    if entries.get("map") is not None:
        drawn, flaws = _of_map(right, entries)
    else:
        drawn, flaws = _of_lists(right, entries)
    flaws += _wrap_flaws(made | drawn)
    dice, wrong = _faces(right.get("dice") or {})
    switches, odd = _switches(right.get("switches", {}))
    return made | drawn | {"faces": dice, "switches": switches}, [*flaws, *wrong, *odd]


def _of_map(right: Mapping[str, Any], entries: Mapping[str, Any]) -> tuple[dict[str, Any], list[Flaw]]:
    """Return size, planets and special boxes from the map, and its flaws."""
    twofold = [name for name in DRAWN if entries.get(name) is not None]
    flaws = [Flaw((name,), f"{name} beside a map: the map says it; leave one of them out") for name in twofold]
    if right.get("map") is None:
        return {}, flaws
    mapped = read_map(right["map"])
    flaws += [Flaw(("map", line), text) for line, text in mapped.faults]
    planets, wrong = _numbered(mapped.planets, {box: ("map", line) for box, line in mapped.lines.items()}, ("map",))
    sizes = {"columns": mapped.columns, "rows": mapped.rows}
    made = sizes | {"planets": planets, "specials": in_reading_order(Special(*one) for one in mapped.specials)}
    return made, [*flaws, *wrong]


def _of_lists(right: Mapping[str, Any], entries: Mapping[str, Any]) -> tuple[dict[str, Any], list[Flaw]]:
    """Return size, planets and special boxes from the lists, and their flaws."""
    if not any(entries.get(name) is not None for name in DRAWN):
        return {}, [Flaw((), "no galaxy: give a map, or columns, rows, planets and specials")]
    missing = [name for name in DRAWN[:3] if entries.get(name) is None]
    flaws = [Flaw((), f"{name} is missing: add it, or give a map") for name in missing]
    columns, rows = right.get("columns"), right.get("rows")
    listed: list[tuple[str, Box]] = [(number, tuple(box)) for number, box in (right.get("planets") or {}).items()]
    numbers: list[tuple[int, Box]] = []
    for number, box in listed:
        if number.isascii() and number.isdecimal() and 1 <= int(number) <= MOST_PLANETS:
            numbers.append((int(number), box))
        else:
            flaws.append(Flaw(("planets", number), f"planet {number}: planets are numbered 1 to {MOST_PLANETS}"))
    specials = [Special(*one) for one in right.get("specials") or ()]
    places: list[tuple[Path, str, Box]] = [
        (("planets", str(number)), f"planet {number}", box) for number, box in numbers
    ]
    for at, special in enumerate(specials):
        if special.kind not in SPECIALS:
            flaws.append(Flaw(("specials", at), f"no special box {special.kind!r}: {one_of(special.kind, SPECIALS)}"))
        places.append((("specials", at), f"a special box ({special.kind})", special.box))
    flaws += _place_flaws(places, columns, rows)
    planets: tuple[Box, ...] = ()
    if "planets" in right and right["planets"] is not None:
        planets, wrong = _numbered(numbers, {}, ("planets",))
        flaws += wrong
    sizes = {name: right[name] for name in ("columns", "rows") if right.get(name) is not None}
    return sizes | {"planets": planets, "specials": in_reading_order(specials)}, flaws


def _place_flaws(places: list[tuple[Path, str, Box]], columns: int | None, rows: int | None) -> Iterator[Flaw]:
    """Yield a flaw for each planet or special box that lies outside the galaxy, or in a box already used."""
    where: dict[Box, str] = {}
    for path, what, (column, row) in places:
        if not (1 <= column <= (columns or LARGEST) and 1 <= row <= (rows or LARGEST)):
            limits = f"columns are 1 to {columns or LARGEST}, rows 1 to {rows or LARGEST}"
            yield Flaw(path, f"{what} in {box_in_words((column, row))} lies outside: write [column, row]; {limits}")
        elif (column, row) in where:
            yield Flaw(path, f"{what} in {box_in_words((column, row))} lies on {where[column, row]}: move one of them")
        where.setdefault((column, row), what)


def _wrap_flaws(made: Mapping[str, Any]) -> Iterator[Flaw]:
    """Yield a flaw for each direction in which a galaxy of a single column or row wraps around.

    Its boxes would lie beside themselves.
    """
    for size, wraps in (("columns", ("both", "columns")), ("rows", ("both", "rows"))):
        if made.get(size) == 1 and made.get("wrap") in wraps:
            yield Flaw(("wrap",), f"a galaxy with one {size[:-1]} cannot wrap around in {size}: write another wrap")


def _numbered(
    numbers: list[tuple[int, Box]], lines: Mapping[Box, Path], whole: Path
) -> tuple[tuple[Box, ...], list[Flaw]]:
    """Return the boxes of planets 1, 2, ..., and flaws of numbers that are missing, used twice, or too few."""
    flaws = []
    ordered = sorted(numbers)
    for (number, first), (next_one, second) in pairwise(ordered):
        if number == next_one:
            places = f"{box_in_words(first)} and {box_in_words(second)}"
            text = f"planet {number} is there twice, in {places}: number each once"
            flaws.append(Flaw(lines.get(second, whole), text))
    known = {number for number, _ in ordered}
    gaps = [number for number in range(1, max(known, default=0)) if number not in known]
    flaws += [Flaw(whole, f"planet {number} is missing: number the planets from 1 without a gap") for number in gaps]
    if len(known) < FEWEST_PLANETS:
        flaws.append(Flaw(whole, f"planets: {len(known)}, but a galaxy has {FEWEST_PLANETS} to {MOST_PLANETS}"))
    return tuple(box for _, box in ordered), flaws


def _faces(dice: Mapping[str, Mapping[str, int]]) -> tuple[tuple[tuple[str, tuple[int, ...]], ...], list[Flaw]]:
    """Return the faces of each die that a file describes, as (colour, faces by type), and their flaws."""
    flaws = []
    for colour, faces in dice.items():
        if colour not in COLOURS:
            flaws.append(Flaw(("dice", colour), f"no die {colour!r}: {one_of(colour, COLOURS)}"))
        for kind, many in faces.items():
            if kind not in TYPES:
                flaws.append(Flaw(("dice", colour, kind), f"no track {kind!r} on a die: {one_of(kind, TYPES)}"))
            if many < 0:
                flaws.append(Flaw(("dice", colour, kind), f"{many} faces of {kind}: give 0 to {FACES}"))
        if sum(faces.values()) != FACES:
            text = f"the {colour} die has {sum(faces.values())} faces: a die has {FACES}"
            flaws.append(Flaw(("dice", colour), text))
    ordered = [colour for colour in COLOURS if colour in dice]
    return tuple((colour, tuple(dice[colour].get(kind, 0) for kind in TYPES)) for colour in ordered), flaws


def _switches(entries: Mapping[str, Any]) -> tuple[tuple[tuple[str, str], ...], list[Flaw]]:
    """Return the rule switches of a file as (name, value), and their flaws."""
    words = {True: "yes", False: "no"}
    values = {name: words[value] if isinstance(value, bool) else str(value) for name, value in entries.items()}
    flaws = []
    for name, value in values.items():
        try:
            load_switches({name: value})
        except AnalyzerError as error:
            flaws += [Flaw(("switches", name), fault) for fault in error.faults]
    return tuple(values.items()), flaws
