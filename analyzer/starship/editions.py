"""Editions of the user's own: their tables, the checks of their rows, and their folders.

All editions have the same cards and adventures, of the same kinds and in the same stacks. Sectors, reserve and sets
of bits are made for these. Figures, costs, modules, dice and numbers of the start may differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from analyzer.errors import one_of
from analyzer.files.csvfile import rows_of, text_of
from analyzer.files.editions.folder import Folders
from analyzer.files.editions.shelf import (
    SOURCE,
    Column,
    Line,
    Row,
    Shelf,
    Tables,
    Wrong,
    flag,
    number,
    one_word_of,
    twice,
)
from analyzer.files.editions.targets import WIN_TARGETS
from analyzer.starship.tables import DEFAULT, GOODS, PACKAGE, STORED, OwnEdition
from analyzer.world import edition_of_other_world

DEAREST = 5
"""The largest price in Astro that an edition may have; captains have lookup tables for prices up to it."""
MOST_STORED = 4
"""Maximum number of units of a good in a bay, or of science in the lab."""
_FIXED = "as in the edition it is copied from: it cannot be changed"
_PAID = r"(ore|fuel|food|carbon|trade_good|science|astro) [1-9][0-9]?"
CARDS = {
    "id": Column(
        r"[A-Z]{1,5}[0-9][0-9]", "the id of a card, e.g. BASE13", "its id, as analyzer starship cards lists it"
    ),
    "stack": Column(r"BASE|I|II|III|IV|START", _FIXED, f"where it lies at the start; {_FIXED}"),
    "kind": Column(r"[a-z_]{1,20}", _FIXED, f"what happens there; {_FIXED}"),
    "name": Column(r"[^\n]{0,40}", "at most 40 letters", "the name printed on it"),
    "good": one_word_of(("", *GOODS, "science", "any"), "what it makes, or what is traded there"),
    "number": number("for a colony, the number of the yellow die on which it makes its good", 3, 1, empty=True),
    "price": number("Astro for one unit", DEAREST, 1, empty=True),
    "direction": one_word_of(
        ("", "buy", "sell", "both"), "whether players may buy or sell there; the same on all cards of a kind"
    ),
    "most": number(
        "the most units traded at once, empty for no limit; the same on all cards of a kind", 9, 1, empty=True
    ),
    "station": flag("1 if the card has an H (a station may be founded there), else 0"),
    "friendship": number("friendship points of that station; 0 without an H", 2),
    "strength": number("strength of a pirate", 15, 1, empty=True),
    "demand": number("Astro that a pirate asks for", 30, 1, empty=True),
    "loss": one_word_of(("", "cannon", "module"), "what a lost fight costs besides the flight"),
    **SOURCE,
}
ADVENTURES = {
    "id": Column(r"[a-z0-9_]{1,40}", "the name of an adventure in files", "its name in files"),
    "stack": Column(r"[1-4]", _FIXED, f"number of its stack; {_FIXED}"),
    "name": CARDS["name"],
    "planet": Column(r"[^\n]{1,40}", "a target planet", "the target planet where it is fulfilled"),
    "pay": Column(
        rf"({_PAID}( {_PAID}){{0,4}})?", "what is paid, e.g. ore 2 carbon 1", "what is paid, e.g. ore 2 carbon 1"
    ),
    "boosters": number("booster strength that it asks for", 9, empty=True),
    "cannons": number("cannon strength that it asks for", 9, empty=True),
    "astro": number("Astro gained", 50, empty=True),
    "goods": number("number of goods of the player's choice gained", 9, empty=True),
    "medals": number("medals; a card with medals or points is kept by its player", 2, empty=True),
    "points": number("points; a card with medals or points is kept by its player", 1, empty=True),
    **SOURCE,
}
MODULES = {
    "module": Column(r"[a-z]{1,20}", "a module", "which module"),
    "level": Column(r"[12]", "1 or 2", "its level"),
    "capacity": number("for logistics, how many goods a bay holds", MOST_STORED, 1, empty=True),
    "actions": number("for command, actions of a flight", 9, 1, empty=True),
    "looks": number("for sensor, cards that are looked at", 9, 1, empty=True),
    "purchases": number("for trade, forced purchases in a turn", 9, 1, empty=True),
    "moon_numbers": Column(
        r"([1-3]( [1-3]){0,2})?",
        "numbers of the yellow die, e.g. 2 3",
        "numbers of the yellow die on which it works for Moon, e.g. 2 3",
    ),
    "sun_numbers": Column(r"([1-3]( [1-3]){0,2})?", "numbers of the yellow die, e.g. 2 3", "the same for Sun"),
    "points": Column(r"[01]", _FIXED, f"points; {_FIXED}"),
    **SOURCE,
}
COSTS = {
    "build": Column(r"[a-z]+(_[a-z0-9]+)?", "a build", "what is built"),
    **{good: number(f"{good.replace('_', ' ')} that it costs", MOST_STORED) for good in STORED},
    **SOURCE,
}
DICE = {
    "die": one_word_of(("yellow", "blue"), "yellow (speed and production) or blue (fights)"),
    "faces": Column(
        r"[1-8]( [1-8]){5}", "six numbers from 1 to 8, e.g. 1 2 2 3 3 4", "its six faces; the yellow die goes to 3"
    ),
    **SOURCE,
}
START = {
    "thing": Column(r"[a-z_]{1,30}", "the name of a number", "name of the number of the start, or of the limit"),
    "value": number("the number"),
    **SOURCE,
}
TABLES: Mapping[str, Mapping[str, Column]] = {
    "cards": CARDS,
    "adventures": ADVENTURES,
    "modules": MODULES,
    "costs": COSTS,
    "dice": DICE,
    "start": START,
}
"""All tables by name, with their columns in order."""
KEYS = {"cards": "id", "adventures": "id", "modules": "module level", "costs": "build", "dice": "die", "start": "thing"}
SINGULAR = {
    "cards": "card",
    "adventures": "adventure",
    "modules": "module",
    "costs": "cost of",
    "dice": "die",
    "start": "start",
}
EMPTY = {
    "cards": dict.fromkeys(("station", "friendship"), "0"),
    "costs": dict.fromkeys(STORED, "0"),
}
"""Columns by table in which an empty cell stands for 0."""
FIXED = {
    "cards": "no card can be added: each sector has ten, the reserve 28",
    "adventures": "no adventure can be added: there are twelve",
    "modules": "no module can be added",
    "costs": "no other build can be added",
    "dice": "there are two dice",
    "start": "no number of this name",
}
"""Reasons by table why no rows can be added."""
RANGES = {
    "astro": (0, 99),
    "trade_good": (0, MOST_STORED),
    "science": (0, MOST_STORED),
    "boosters": (0, 3),
    "cannons": (0, 3),
    "colony_ship": (0, 3),
    "trade_ship": (0, 3),
    "capacity": (1, MOST_STORED),
    "lab": (1, MOST_STORED),
    "actions": (1, 9),
    "openings": (1, 3),
    "hangar": (1, 9),
    "station_uses": (0, 9),
    "purchase_price": (0, 9),
    "special_card": (1, 9),
    "goal": (2, 40),
    "open_adventures": (0, 12),
    "beginner_astro": (0, 99),
    "expert_astro": (0, 99),
    "beginner_boosters": (0, 3),
    "beginner_cannons": (0, 3),
}
"""Numbers of the start that an edition may change, with the least and the largest value."""


OF_KIND = ("good", "number", "price", "direction", "most", "strength", "demand", "loss")
"""Columns that only some kinds of cards fill."""
OF_MODULE = ("capacity", "actions", "looks", "purchases", "moon_numbers", "sun_numbers")
LARGEST_ROLL = 3
"""The largest number on the yellow die."""


def _printed(table: str) -> dict[str, dict[str, str]]:
    """Return the rows of a table of the standard edition by their keys."""
    keys = KEYS[table].split()
    return {" ".join(row[key] for key in keys): row for row in rows_of(PACKAGE, table)}


def _of_folder(table: str, tables: Tables) -> Iterator[tuple[int, Row, Row]]:
    """Yield line, row, and the standard edition's row with the same key, for each row of the folder's table."""
    printed, keys = _printed(table), KEYS[table].split()
    for line, row in tables[table]:
        key = " ".join(row[name] for name in keys)
        if line is not None and key in printed:
            yield line, row, printed[key]


def _unmoved(row: Row, printed: Row, *columns: str) -> Iterator[str]:
    """Yield a fault for each given column in which a row differs from the standard edition, although it must not."""
    for column in columns:
        if row[column] != printed[column]:
            yield f"{column} {row[column][:40]!r}: it is {printed[column]} in all editions: write that"


def _filled_as(row: Row, alike: Sequence[Row], columns: tuple[str, ...], what: str) -> Iterator[str]:
    """Yield a fault for each column that a row must fill, or must leave empty.

    Args:
        row: The row.
        alike: Rows of the same kind in the standard edition; a column must be filled if they fill it.
        columns: The columns to check.
        what: Words for the row, for the faults.
    """
    for column in columns:
        has = [bool(one[column]) for one in alike]
        if all(has) and not row[column]:
            yield f"{column} is empty: {what} needs it"
        if not any(has) and row[column]:
            yield f"{column} {row[column][:40]!r}: {what} has none: leave it empty"


def cards(tables: Tables) -> Wrong:
    """Yield the faults of the table of cards, with their lines."""
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
    """Yield the faults in the good and the station of a card.

    Args:
        row: The row.
        printed: The row of the standard edition.
        has_stations: Whether stations can be founded on cards of its kind.
    """
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
    """Yield a fault for each card whose `direction` or `most` differs from that of the other cards of its kind."""
    terms: dict[str, tuple[str, str]] = {}
    traded = [(line, row) for line, row in lines if row["direction"]]
    own = {row["kind"]: line for line, row in reversed(traded) if line is not None}
    for at, row in traded:
        first = terms.setdefault(row["kind"], (row["direction"], row["most"]))
        if first != (row["direction"], row["most"]):
            text = f"direction, most: cards of kind {row['kind']} differ in them: give all of them the same"
            yield (own.get(row["kind"]) if at is None else at), text


def adventures(tables: Tables) -> Wrong:
    """Yield the faults of the table of adventures, with their lines."""
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
    """Yield the faults of the table of modules, with their lines."""
    yield from twice(KEYS["modules"], tables["modules"])
    every = [*_printed("modules").values()]
    for line, row, printed in _of_folder("modules", tables):
        yield from ((line, text) for text in _unmoved(row, printed, "points"))
        alike = [one for one in every if one["module"] == row["module"]]
        yield from ((line, text) for text in _filled_as(row, alike, OF_MODULE, f"the module {row['module']}"))


def costs(tables: Tables) -> Wrong:
    """Yield the faults of the table of costs, with their lines."""
    yield from twice(KEYS["costs"], tables["costs"])


def dice(tables: Tables) -> Wrong:
    """Yield the faults of the table of dice, with their lines: a yellow die shows only 1 to 3."""
    yield from twice(KEYS["dice"], tables["dice"])
    for line, row in tables["dice"]:
        high = [face for face in row["faces"].split() if int(face) > LARGEST_ROLL]
        if row["die"] == "yellow" and high:
            yield line, f"faces {row['faces']}: the yellow die shows 1 to {LARGEST_ROLL}: give none above"


def start(tables: Tables) -> Wrong:
    """Yield the faults of the table of the start: numbers out of range, or too much for the ship to hold."""
    yield from twice(KEYS["start"], tables["start"])
    values: dict[str, int] = {}
    lines: dict[str, int | None] = {}
    printed = _printed("start")
    for line, row in tables["start"]:
        thing, value = row["thing"], int(row["value"])
        values[thing], lines[thing] = value, line
        if line is not None and thing in printed and thing not in RANGES and row["value"] != printed[thing]["value"]:
            yield line, f"{thing}: it is {printed[thing]['value']} in all editions: write that"
        elif thing in RANGES and not RANGES[thing][0] <= value <= RANGES[thing][1]:
            yield line, f"value {value}: {thing} is {RANGES[thing][0]} to {RANGES[thing][1]}"
    if {*RANGES} <= {*values}:
        for thing, most in _above_limits(values):
            line = lines[thing] if lines[thing] is not None else lines[most]
            yield line, f"{thing} {values[thing]}: {most} is {values[most]}: give a smaller number, or a larger {most}"


def _above_limits(values: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    """Yield a pair of names, e.g. (`science`, `lab`), for each number that is above the number that limits it."""
    limits = {"trade_good": "capacity", "science": "lab", "boosters": "openings", "cannons": "openings"}
    limits |= {"beginner_boosters": "openings", "beginner_cannons": "openings"}
    yield from ((thing, most) for thing, most in limits.items() if values[thing] > values[most])
    if values["colony_ship"] + values["trade_ship"] > values["hangar"]:
        yield "colony_ship", "hangar"


RESTS_ON = {"adventures": {"cards"}}
"""The tables that must be free of faults before another table's rows can be checked, by that other table."""
BETWEEN: Mapping[str, Callable[[Tables], Wrong]] = {
    "cards": cards,
    "adventures": adventures,
    "modules": modules,
    "costs": costs,
    "dice": dice,
    "start": start,
}
"""Functions that check a table's rows together with those of other tables, by table."""


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
    names=("name", "planet", "source", "confidence"),
    elsewhere=partial(edition_of_other_world, "starship"),
    command="analyzer starship edition",
    targets=WIN_TARGETS,
)
FOLDERS = Folders(SHELF, default=DEFAULT)
named_edition = FOLDERS.named
reading = FOLDERS.reading
