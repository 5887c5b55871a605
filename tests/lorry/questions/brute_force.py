"""Exact answers and plain recursions on tiny galaxies by chance, and whether they differ."""

from __future__ import annotations

import random
from typing import Any

from analyzer import lorry
from tests.doors.lorry import most_still
from tests.lorry.chart import SWITCHES, any_die
from tests.lorry.twin.best import Lone, Solo, points_now
from tests.lorry.twin.face import Position
from tests.lorry.twin.game import play_game

KINDS = ("star", "rocket", "asteroid", "black_hole", "star")
OF_TREES = (
    *("surrounding", "chains", "fill_beside", "dead_ends", "route_length", "rotate_tracks", "passed_over_pairs"),
    *("special_order", "scoring_forced", "end_by"),
)
"""Switches under which trees are counted out; the others change nothing alone."""


def tiny(rng: random.Random) -> dict[str, Any]:
    """Nine boxes and fewer, two or three planets, up to three special boxes."""
    columns, rows = rng.choice(((3, 3), (3, 3), (4, 2), (2, 4), (3, 2)))
    boxes = [(column, row) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    rng.shuffle(boxes)
    planets, specials = rng.choice((2, 2, 3)), rng.choice((0, 1, 2, 3))
    placed = zip(boxes[planets : planets + specials], rng.choices(KINDS, k=specials), strict=True)
    galaxy: dict[str, Any] = {
        "columns": columns,
        "rows": rows,
        "wrap": rng.choice(("both", "columns", "rows", "none")),
        "end_after": rng.choice((1, 2, 9)),
        "planets": {str(number): list(box) for number, box in enumerate(sorted(boxes[:planets]), start=1)},
        "specials": [[kind, column, row] for (column, row), kind in sorted(placed)],
        "switches": {name: rng.choice(SWITCHES[name]) for name in OF_TREES if rng.random() < 0.2},
    }
    if rng.random() < 0.4:
        galaxy["dice"] = {"white": any_die(rng)}
    return galaxy


def tree_differs(number: int) -> bool:
    """Whether best play alone is worth something else by the plain recursion."""
    rng = random.Random(number)
    galaxy = tiny(rng)
    chains = any(kind in ("rocket", "asteroid", "black_hole") for kind, *_ in galaxy["specials"])
    turns, dice = (1 if chains else 2), rng.choice((["white"], ["orange"], ["white", "orange"]))
    plain = Solo(galaxy, dice).optimum(turns)
    return lorry.solo_optimum(lorry.Galaxy.from_dict(galaxy), turns=turns, dice=dice) != plain


def bounds_differ(number: int) -> bool:
    """Whether best play alone by the plain recursion lies outside of what a small budget says, or above the bound."""
    rng = random.Random(number)
    galaxy = tiny(rng)
    chains = any(kind in ("rocket", "asteroid", "black_hole") for kind, *_ in galaxy["specials"])
    turns, dice = (1 if chains else 2), rng.choice((["white"], ["orange"]))
    plain = Solo(galaxy, dice).optimum(turns)
    found = lorry.exact(lorry.Galaxy.from_dict(galaxy), turns, dice, budget=rng.choice((1, 1, 3, 10)))
    bound = int(most_still(found.position.table, 0, turns)[0])
    return not found.between.least <= plain <= found.between.most <= bound


def turn_differs(number: int) -> bool:
    """Whether any trader's best draws bring other points, in the middle of a game by chance."""
    rng = random.Random(number)
    galaxy, traders = {**tiny(rng), "end_after": 9}, rng.choice((1, 2, 3))
    end = play_game(galaxy, [None] * traders, number, 0)
    laid = [track for turn in end["turns"][: rng.randint(0, 8)] for track in drawn_in(turn)]
    given = laid, [box for box in end["filled"] if rng.random() < 0.3]
    now = lorry.Position(lorry.Galaxy.from_dict(galaxy), traders, *given)
    twin = Position(galaxy, traders, *given)
    dice = ["white", "orange", "orange"][: rng.choice((1, 2, 3))]
    for trader in range(1, traders + 1):
        by_type, expected = points_now(twin, trader, dice)
        told = lorry.points_now(now, trader, dice)
        if told.by_type != by_type or told.expected != expected:
            return True
    return False


def drawn_in(turn: dict[str, Any]) -> list[tuple[int, int, int, str]]:
    """The tracks of a turn."""
    return [(*event["box"], turn["trader"], event["ends"]) for event in turn["events"] if "ends" in event]


def race_differs(number: int) -> bool:
    """Whether a pair of planets is joined with another chance in some turns, or in another time on average."""
    rng = random.Random(number)
    galaxy = tiny(rng)
    galaxy["columns"] += rng.randint(0, 2)
    pair, dice = (1, 2), rng.choice((["white"], ["orange"], ["white", "orange"]))
    told, plain = lorry.lone_race(lorry.Galaxy.from_dict(galaxy), *pair, dice=dice), Lone(galaxy, pair, dice)
    if any(told.within(turns) != plain.within(turns) for turns in (1, 3, 7)):
        return True
    expected = plain.expected()
    if told.expected_turns is None:
        return expected < 300
    return expected < 300 and abs(float(told.expected_turns) - expected) > 1e-6 * expected
