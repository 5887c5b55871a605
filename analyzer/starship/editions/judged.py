"""What is wrong in the tables of an edition, row by row and between tables; each with line and cure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from analyzer.errors import one_of
from analyzer.files.csvfile import rows_of
from analyzer.files.editions.shelf import Line, Row, Tables, Wrong, twice
from analyzer.starship.edition import IN_FORCE
from analyzer.starship.editions.columns import KEYS, RANGES
from analyzer.starship.tables import GOODS

OF_KIND = ("good", "number", "price", "direction", "most", "strength", "demand", "loss")
"""What only some kinds of cards have."""
OF_MODULE = ("capacity", "actions", "looks", "purchases", "moon_numbers", "sun_numbers")
FEWEST_SIDES = 3
"""The yellow die shows 1 to 3."""


def _printed(table: str) -> dict[str, dict[str, str]]:
    """The rows of the edition that comes with the game, by key."""
    keys = KEYS[table].split()
    return {" ".join(row[key] for key in keys): row for row in rows_of(IN_FORCE.package, table)}


def _of_folder(table: str, tables: Tables) -> Iterator[tuple[int, Row, Row]]:
    """Lines of the folder, their rows, and what the edition that comes with the game has there."""
    printed, keys = _printed(table), KEYS[table].split()
    for line, row in tables[table]:
        key = " ".join(row[name] for name in keys)
        if line is not None and key in printed:
            yield line, row, printed[key]


def _unmoved(row: Row, printed: Row, *columns: str) -> Iterator[str]:
    """Columns that are alike in all editions."""
    for column in columns:
        if row[column] != printed[column]:
            yield f"{column} {row[column][:40]!r}: it is {printed[column]} in all editions: leave it so"


def _filled_as(row: Row, alike: Sequence[Row], columns: tuple[str, ...], what: str) -> Iterator[str]:
    """Columns that rows of this sort need, and such that they do not have."""
    for column in columns:
        has = [bool(one[column]) for one in alike]
        if all(has) and not row[column]:
            yield f"{column} is empty: {what} needs it"
        if not any(has) and row[column]:
            yield f"{column} {row[column][:40]!r}: {what} has none: leave it empty"


def cards(tables: Tables) -> Wrong:
    """Cards whose figures are those of their kind."""
    yield from twice(KEYS["cards"], tables["cards"])
    every = [*_printed("cards").values()]
    for line, row, printed in _of_folder("cards", tables):
        yield from ((line, text) for text in _unmoved(row, printed, "stack", "kind"))
        if row["kind"] != printed["kind"]:
            continue
        alike = [one for one in every if one["kind"] == row["kind"]]
        what = f"a card of kind {row['kind']}"
        yield from ((line, text) for text in _filled_as(row, alike, OF_KIND, what))
        yield from ((line, text) for text in _card(row, printed, any(one["station"] == "1" for one in alike)))
    yield from _on_the_same_terms(tables["cards"])


def _card(row: Row, printed: Row, has_stations: bool) -> Iterator[str]:
    """What is wrong with the good and the station of a card."""
    if (printed["good"] in GOODS) != (row["good"] in GOODS) or (
        printed["good"] not in GOODS and row["good"] != printed["good"]
    ):
        cure = one_of(None, GOODS) if printed["good"] in GOODS else f"leave it {printed['good'] or 'empty'}"
        yield f"good {row['good']!r}: {cure}"
    if row["station"] == "1" and not has_stations:
        yield f"station 1: no station can be founded on a card of kind {row['kind']}: give 0"
    elif (row["station"] == "1") != (row["friendship"] in ("1", "2")):
        yield f"friendship {row['friendship']}: give 1 or 2 with an H, 0 without"


def _on_the_same_terms(lines: list[Line]) -> Wrong:
    """Cards of a kind are traded at on the same terms."""
    terms: dict[str, tuple[str, str]] = {}
    traded = [(line, row) for line, row in lines if row["direction"]]
    own = {row["kind"]: line for line, row in reversed(traded) if line is not None}
    for at, row in traded:
        first = terms.setdefault(row["kind"], (row["direction"], row["most"]))
        if first != (row["direction"], row["most"]):
            text = f"direction, most: cards of kind {row['kind']} differ in them: give all of them the same"
            yield (own.get(row["kind"]) if at is None else at), text


def adventures(tables: Tables) -> Wrong:
    """Adventures of target planets, in their stacks."""
    yield from twice(KEYS["adventures"], tables["adventures"])
    planets = [row["name"] for _, row in tables["cards"] if row["kind"] == "target_planet"]
    for line, row, printed in _of_folder("adventures", tables):
        yield from ((line, text) for text in _unmoved(row, printed, "stack"))
        words = row["pay"].split()[::2]
        if len({*words}) < len(words):
            yield line, f"pay {row['pay']!r}: names one thing twice: add them up"
    for at, row in tables["adventures"]:
        if row["planet"] not in planets:
            yield at, f"planet {row['planet'][:40]!r}: {one_of(row['planet'], planets)}"


def modules(tables: Tables) -> Wrong:
    """Modules with the figures that are theirs."""
    yield from twice(KEYS["modules"], tables["modules"])
    every = [*_printed("modules").values()]
    for line, row, printed in _of_folder("modules", tables):
        yield from ((line, text) for text in _unmoved(row, printed, "points"))
        alike = [one for one in every if one["module"] == row["module"]]
        yield from ((line, text) for text in _filled_as(row, alike, OF_MODULE, f"the module {row['module']}"))


def costs(tables: Tables) -> Wrong:
    """Every build once."""
    yield from twice(KEYS["costs"], tables["costs"])


def dice(tables: Tables) -> Wrong:
    """Faces that boosters and colonies know."""
    yield from twice(KEYS["dice"], tables["dice"])
    for line, row in tables["dice"]:
        high = [face for face in row["faces"].split() if int(face) > FEWEST_SIDES]
        if row["die"] == "yellow" and high:
            yield line, f"faces {row['faces']}: the yellow die shows 1 to {FEWEST_SIDES}: give none above"


def start(tables: Tables) -> Wrong:
    """Numbers in their ranges, and a ship of the start that holds what it begins with."""
    yield from twice(KEYS["start"], tables["start"])
    values: dict[str, int] = {}
    lines: dict[str, int | None] = {}
    printed = _printed("start")
    for line, row in tables["start"]:
        thing, value = row["thing"], int(row["value"])
        values[thing], lines[thing] = value, line
        if line is not None and thing in printed and thing not in RANGES and row["value"] != printed[thing]["value"]:
            yield line, f"{thing}: is {printed[thing]['value']} in all editions: leave it so"
        elif thing in RANGES and not RANGES[thing][0] <= value <= RANGES[thing][1]:
            yield line, f"value {value}: {thing} is {RANGES[thing][0]} to {RANGES[thing][1]}"
    if {*RANGES} <= {*values}:
        for thing, most in _too_many(values):
            line = lines[thing] if lines[thing] is not None else lines[most]
            yield line, f"{thing} {values[thing]}: {most} is {values[most]}: give a smaller number, or a larger {most}"


def _too_many(values: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """What a ship of the start begins with and cannot hold, and what limits it."""
    limits = {"trade_good": "capacity", "science": "lab", "boosters": "openings", "cannons": "openings"}
    limits |= {"beginner_boosters": "openings", "beginner_cannons": "openings"}
    yield from ((thing, most) for thing, most in limits.items() if values[thing] > values[most])
    if values["colony_ship"] + values["trade_ship"] > values["hangar"]:
        yield "colony_ship", "hangar"


RESTS_ON = {"adventures": {"cards"}}
"""By table the others without which its rows cannot be judged."""
BETWEEN: Mapping[str, Callable[[Tables], Wrong]] = {
    "cards": cards,
    "adventures": adventures,
    "modules": modules,
    "costs": costs,
    "dice": dice,
    "start": start,
}
"""By table what judges its rows beside those of the others."""
