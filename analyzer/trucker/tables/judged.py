"""What is wrong in the rows of an edition's tables, and between tables; each with line and cure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from analyzer.errors import one_of
from analyzer.files.editions.shelf import Row, Tables, Wrong, rows_by_key, twice
from analyzer.trucker.adventures import KINDS as ADVENTURES
from analyzer.trucker.flight.dice import ROLLS_IN_A_WORD
from analyzer.trucker.ship.component import SIDE_NAMES, START, Kind, kind_of_row
from analyzer.trucker.tables.columns import HITS, KEYS, MOST_PILED, RANGES

MOST_SQUARES = 64
COLOURS = ("red", "yellow", "green", "blue")


def cards(tables: Tables) -> Wrong:
    """Numbers that no other card has."""
    yield from twice(KEYS["cards"], tables["cards"])


def row_faults(table: str, row: Row) -> Iterator[str]:
    """What is wrong with a card."""
    if table != "cards":
        return
    if not ADVENTURES.knows(row["kind"]):
        yield ADVENTURES.unknown(row["kind"])
    hits = len(re.findall(HITS, row.get("hits", "") + row.get("combat_lines", "")))
    if hits > ROLLS_IN_A_WORD:
        yield f"{hits} meteors or shots: a card has at most {ROLLS_IN_A_WORD}"
    for column in ADVENTURES[row["kind"]].needs if row["kind"] in ADVENTURES else ():
        if not row.get(column):
            yield f"{column} is empty: a card of kind {row['kind']} needs it"


def kinds(tables: Tables) -> Wrong:
    """Kinds with codes of their own, which can do what components can."""
    yield from twice(KEYS["kinds"], tables["kinds"])
    codes: dict[str, str] = {}
    for line, row in tables["kinds"]:
        other = codes.setdefault(row["code"], row["kind"])
        if other != row["kind"]:
            yield line, f"code {row['code']}: is that of {other}: choose another"
        yield from ((line, text) for text in kind_faults(kind_of_row(row)))
    if START not in {row["kind"] for _, row in tables["kinds"]}:
        yield None, f"kind {START} is missing: ships begin with it"


def kind_faults(kind: Kind) -> Iterator[str]:
    """What no component can do at once."""
    if kind.cannon and kind.engine:
        yield "cannon, engine: a component points one way: give one of them, and 0 for the other"
    if kind.shield in (1, 2) and (kind.cannon or kind.engine):
        yield f"shield {kind.shield}: a cannon or an engine points elsewhere: give 0, or 4 for all sides"
    if kind.powered and not (kind.cannon or kind.engine):
        yield "powered 1: there is no cannon and no engine that needs a battery: give 0"
    if kind.aliens and not kind.crew:
        yield "aliens 1: nobody lives there: give crew, or 0"
    if kind.name == START and (kind.aliens or not kind.crew or kind.faces):
        yield f"{START}: humans live there, no aliens, and it faces no side: give crew, and 0 for the others"


def components(tables: Tables) -> Wrong:
    """Components of kinds that there are, with a smooth side where they fire."""
    yield from twice(KEYS["components"], tables["components"])
    kinds_by_name = {row["kind"]: kind_of_row(row) for _, row in tables["kinds"]}
    for line, row in tables["components"]:
        kind = kinds_by_name.get(row["kind"])
        if kind is None:
            yield line, f"kind {row['kind'][:40]!r}: {one_of(row['kind'], kinds_by_name)}"
        elif kind.cannon or kind.engine:
            side = SIDE_NAMES[kind.printed_facing[0]]
            if row[side] != "0":
                what = "muzzle" if kind.cannon else "nozzle"
                yield line, f"{side} {row[side]}: the {what} of a {kind.name} is there as printed: give 0"


def boards(tables: Tables) -> Wrong:
    """Boards of one piece with one start, and a level that is flown with each."""
    on_a_level = {row["board"] for _, row in tables["levels"]}
    for name, lines in rows_by_key(KEYS["boards"], tables["boards"]).items():
        line = lines[0][0]
        if line is None:
            continue
        squares = [(int(row["row"]), int(row["column"])) for _, row in lines]
        seen: dict[tuple[int, int], int | None] = {}
        for (at, _), square in zip(lines, squares, strict=True):
            if square in seen:
                yield at, f"board {name}: row {square[0]} column {square[1]} is there before: leave one out"
            seen.setdefault(square, at)
        starts = [at for at, row in lines if row["start"] == "1"]
        if len(starts) != 1:
            yield (starts or [line])[-1], f"board {name}: start is 1 on {len(starts)} squares: mark one with 1"
        if len(seen) > MOST_SQUARES:
            yield lines[MOST_SQUARES][0], f"board {name}: {len(seen)} squares: a board has at most {MOST_SQUARES}"
        yield from ((seen[square], f"board {name}: {text}") for square, text in _shape(squares))
        if name not in on_a_level:
            yield line, f"board {name}: no level is flown with it: name it in levels.csv"


def _shape(squares: list[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], str]]:
    """Squares out of reading order, and such that hang on no other."""
    descend = squares[0][0] > squares[-1][0]
    order = sorted(set(squares), key=lambda square: (-square[0] if descend else square[0], square[1]))
    for square, right in zip(dict.fromkeys(squares), order, strict=True):
        if square != right:
            yield square, f"row {square[0]} column {square[1]} stands out of order: front rows first, left to right"
            break
    left = set(squares)
    reached = [squares[0]]
    left.discard(squares[0])
    while reached:
        row, column = reached.pop()
        beside = left & {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        left -= beside
        reached += beside
    for square in [square for square in dict.fromkeys(squares) if square in left][:1]:
        yield square, f"row {square[0]} column {square[1]} does not hang together with the first square: join them"


def levels(tables: Tables) -> Wrong:
    """Levels whose board, cards and places at the start are there."""
    yield from twice(KEYS["levels"], tables["levels"])
    boards_there = {row["board"] for _, row in tables["boards"]}
    stacks: dict[int, int] = {}
    for _, row in tables["cards"]:
        stacks[int(row["level"])] = stacks.get(int(row["level"]), 0) + 1
    starred = any(row["learning"] == "1" for _, row in tables["cards"])
    for line, row in tables["levels"]:
        if row["board"] not in boards_there:
            yield line, f"board {row['board'][:40]!r}: {one_of(row['board'], boards_there)}"
        yield from ((line, text) for text in _places(row))
        yield from ((line, text) for text in _deck(row, stacks))
        if row["learning"] != "never" and not starred:
            yield line, f"learning {row['learning']}: no card has learning 1: star some, or say never"


def _places(row: Row) -> Iterator[str]:
    starts = [int(number) for number in row["starts"].split()]
    rewards = row["order_rewards"].split()
    if len(starts) != len(rewards):
        yield f"starts has {len(starts)} places, order_rewards {len(rewards)}: give as many"
    if starts[0] != 0 or any(one <= other for one, other in pairwise(starts)):
        yield f"starts {row['starts']}: give 0 first, and each further behind, e.g. 0 -2 -4 -6"
    elif -starts[-1] >= int(row["lap"]):
        yield f"starts {row['starts']}: the last one is a lap of {row['lap']} spaces behind: give a longer lap"


def _deck(row: Row, stacks: Mapping[int, int]) -> Iterator[str]:
    pile, piles = [int(number) for number in row["pile"].split()], int(row["piles"])
    if len(pile) * piles > MOST_PILED:
        yield f"pile, piles: {len(pile) * piles} cards: a deck has at most {MOST_PILED}"
    for level in sorted(set(pile)):
        wanted, there = pile.count(level) * piles, stacks.get(level, 0)
        if wanted > there:
            yield f"pile {row['pile']}: takes {wanted} cards of level {level}, there are {there}: add cards"


def goods(tables: Tables) -> Wrong:
    """Four colours, dearest first."""
    yield from twice(KEYS["goods"], tables["goods"])
    rows = {row["colour"]: (line, row) for line, row in tables["goods"]}
    for number, colour in enumerate(COLOURS):
        if colour not in rows:
            yield None, f"colour {colour} is missing: add its line"
            continue
        line, row = rows[colour]
        if row["letter"] != "RYGB"[number]:
            yield line, f"letter {row['letter']}: give {'RYGB'[number]} for {colour}"
        if row["dangerous"] != str(int(colour == "red")):
            yield line, f"dangerous {row['dangerous']}: red alone is: give {int(colour == 'red')}"
        before = rows.get(COLOURS[number - 1]) if number else None
        if before is not None and int(before[1]["value"]) < int(row["value"]):
            yield line, f"value {row['value']}: {colour} sells for more than {COLOURS[number - 1]}: red is dearest"


def switches(tables: Tables) -> Wrong:
    """Switches that there are, in their ranges."""
    yield from twice(KEYS["switches"], tables["switches"])
    for line, row in tables["switches"]:
        if row["switch"] not in RANGES:
            yield line, f"switch {row['switch'][:40]!r}: {one_of(row['switch'], RANGES)}"
        elif int(row["value"]) > RANGES[row["switch"]]:
            yield line, f"value {row['value']}: {row['switch']} is at most {RANGES[row['switch']]}"
    for name in RANGES.keys() - {row["switch"] for _, row in tables["switches"]}:
        yield None, f"switch {name} is missing: add its line"


RESTS_ON = {"components": {"kinds"}, "boards": {"levels"}, "levels": {"boards", "cards"}}
"""By table the others without which its rows cannot be judged."""
BETWEEN: Mapping[str, Callable[[Tables], Wrong]] = {
    "cards": cards,
    "kinds": kinds,
    "components": components,
    "boards": boards,
    "levels": levels,
    "goods": goods,
    "switches": switches,
}
"""By table what judges its rows beside those of the others."""
