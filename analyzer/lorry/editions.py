"""Editions of the user's own: their tables, checks and folders.

Tracks, kinds of special boxes and colours of dice are fixed, because the rules speak of them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from analyzer.files.csvfile import text_of
from analyzer.files.editions.folder import Folders
from analyzer.files.editions.shelf import SOURCE, Column, Row, Shelf, Tables, Wrong, number, one_word_of, twice
from analyzer.files.editions.targets import WIN_TARGETS
from analyzer.files.yamlfile import check_content
from analyzer.lorry.galaxy.boxes import LARGEST
from analyzer.lorry.galaxy.schema import GalaxyFile, galaxy_fields
from analyzer.lorry.tables import COLOURS, DEFAULT, FACES, PACKAGE, SPECIALS, TYPES, OwnEdition
from analyzer.world import edition_of_other_world

DICE = {
    "colour": one_word_of(COLOURS, "the colour of the die"),
    **{kind: number(f"how many of its six faces show a {kind}", 6) for kind in TYPES},
    **SOURCE,
}
DICE_SETS = {
    "players": number("number of traders", 4, 1),
    "dice": Column(
        rf"({'|'.join(COLOURS)})( ({'|'.join(COLOURS)})){{0,3}}",
        "colours with spaces, e.g. white orange",
        "the dice that so many traders roll; of several rows the first is usual, the others can be chosen",
    ),
    **SOURCE,
}
GALAXY = {
    "kind": one_word_of(("size", "planet", *SPECIALS), "size, planet (1, 2 and so on, in this order) or a special box"),
    "column": number(f"column of the box, 1 to {LARGEST}; in the row size, the number of columns", LARGEST),
    "row": number(f"row of the box, 1 to {LARGEST}; in the row size, the number of rows", LARGEST),
    **SOURCE,
}
SCORING = {
    "thing": one_word_of(
        ("star_points", "end_after"), "points of a star, or the number of routes (of all traders) that ends a game"
    ),
    "value": number("the number"),
    **SOURCE,
}
TABLES: Mapping[str, Mapping[str, Column]] = {
    "dice": DICE,
    "dice_sets": DICE_SETS,
    "galaxy": GALAXY,
    "scoring": SCORING,
}
"""Every table by name, with its columns in order."""
KEYS = {"dice": "colour", "dice_sets": "players", "galaxy": "kind", "scoring": "thing"}
MANY = ("dice_sets", "galaxy")
"""Tables in which several rows share a key; they replace all rows with that key in the base edition."""
SINGULAR = {"dice": "die", "dice_sets": "dice of traders:", "galaxy": "galaxy:", "scoring": "scoring:"}
EMPTY = {"dice": dict.fromkeys(TYPES, "0")}
"""Columns in which an empty cell is 0, by table."""
FIXED = {"dice": "there are two colours", "scoring": "no such figure"}
"""Reasons why no rows can be added to a table, by table."""
RANGES = {"star_points": (0, 9), "end_after": (1, 36)}
"""Smallest and largest value of each figure of scoring."""


ALONE = 1


def dice(tables: Tables) -> Wrong:
    """Yield a fault for each die that has not six faces, and for each colour given twice."""
    yield from twice(KEYS["dice"], tables["dice"])
    for line, row in tables["dice"]:
        faces = sum(int(row[kind]) for kind in TYPES)
        if faces != FACES:
            yield line, f"the {row['colour']} die has {faces} faces: a die has {FACES}"


def dice_sets(tables: Tables) -> Wrong:
    """Yield a fault for each set of dice that has more or fewer dice than traders; one trader may have any number."""
    for line, row in tables["dice_sets"]:
        players, many = int(row["players"]), len(row["dice"].split())
        if players not in (ALONE, many):
            yield line, f"dice {row['dice']}: {players} traders roll {players} dice, not {many}"


def galaxy(tables: Tables) -> Wrong:
    """Yield the faults of the default galaxy, judged like a galaxy file."""
    rows = tables["galaxy"]
    own = next((line for line, _ in rows if line is not None), None)
    sizes = [(line, row) for line, row in rows if row["kind"] == "size"]
    if len(sizes) != 1:
        yield (sizes[-1][0] if sizes else own), f"{len(sizes)} rows of kind size: give one"
        return
    planets = [(line, row) for line, row in rows if row["kind"] == "planet"]
    specials = [(line, row) for line, row in rows if row["kind"] not in ("size", "planet")]
    entries: dict[str, Any] = {name: int(sizes[0][1][side]) for name, side in (("columns", "column"), ("rows", "row"))}
    entries["planets"] = {str(number): _box(row) for number, (_, row) in enumerate(planets, start=1)}
    entries["specials"] = [[row["kind"], *_box(row)] for _, row in specials]
    judged = check_content(GalaxyFile, entries)
    _, flaws = galaxy_fields(judged.right, entries)
    for flaw in [*judged.flaws, *flaws]:
        match flaw.path:
            case ["planets", number, *_] if str(number).isdecimal():
                line = planets[int(number) - 1][0]
            case ["specials", int(number), *_]:
                line = specials[number][0]
            case _:
                line = sizes[0][0]
        yield (own if line is None else line), flaw.text


def _box(row: Row) -> list[int]:
    """Return column and row of a planet or special box in the table."""
    return [int(row["column"]), int(row["row"])]


def scoring(tables: Tables) -> Wrong:
    """Yield a fault for each value of the table `scoring` that is out of its range or given twice."""
    yield from twice(KEYS["scoring"], tables["scoring"])
    for line, row in tables["scoring"]:
        least, most = RANGES[row["thing"]]
        if not least <= int(row["value"]) <= most:
            yield line, f"value {row['value']}: {row['thing']} is {least} to {most}"


RESTS_ON: dict[str, set[str]] = {}
BETWEEN: Mapping[str, Callable[[Tables], Wrong]] = {
    "dice": dice,
    "dice_sets": dice_sets,
    "galaxy": galaxy,
    "scoring": scoring,
}
"""Functions that check the rows of each table, with all tables at hand."""


SHELF = Shelf(
    text=lambda _, table: text_of(PACKAGE, table),
    own=OwnEdition,
    tables=TABLES,
    keys=KEYS,
    singular=SINGULAR,
    checks=BETWEEN,
    fixed=FIXED,
    empty=EMPTY,
    rests_on=RESTS_ON,
    many=MANY,
    elsewhere=partial(edition_of_other_world, "lorry"),
    command="analyzer lorry edition",
    targets=WIN_TARGETS,
)
FOLDERS = Folders(SHELF, default=DEFAULT)
