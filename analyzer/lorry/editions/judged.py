"""What is wrong in the tables of an edition, row by row and between tables; each with line and cure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from analyzer.files.editions.shelf import Row, Tables, Wrong, twice
from analyzer.files.yamlfile import judge
from analyzer.lorry.editions.columns import KEYS, RANGES
from analyzer.lorry.galaxy.schema import GalaxyFile, galaxy_fields
from analyzer.lorry.tables import FACES
from analyzer.lorry.tracks import TYPES

ALONE = 1


def dice(tables: Tables) -> Wrong:
    """Six faces each."""
    yield from twice(KEYS["dice"], tables["dice"])
    for line, row in tables["dice"]:
        faces = sum(int(row[kind]) for kind in TYPES)
        if faces != FACES:
            yield line, f"the {row['colour']} die has {faces} faces: a die has {FACES}"


def dice_sets(tables: Tables) -> Wrong:
    """A die a trader."""
    for line, row in tables["dice_sets"]:
        players, many = int(row["players"]), len(row["dice"].split())
        if players not in (ALONE, many):
            yield line, f"dice {row['dice']}: {players} traders roll {players} dice, not {many}"


def galaxy(tables: Tables) -> Wrong:
    """A galaxy as a file of one."""
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
    judged = judge(GalaxyFile, entries)
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
    return [int(row["column"]), int(row["row"])]


def scoring(tables: Tables) -> Wrong:
    """Figures in their ranges."""
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
"""By table what judges its rows beside those of the others."""
