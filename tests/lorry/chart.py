"""Galaxies, captains, switches and dice by chance, as far from each other as the files allow."""

from __future__ import annotations

import random
from dataclasses import fields
from itertools import product
from typing import Any

from analyzer import lorry
from analyzer.lorry import Captain, load_captain
from tests.doors.lorry import NAMED, BoardWorths, captain_of

KINDS = ("star", "rocket", "asteroid", "black_hole")
SWITCHES = {
    "end_by": ("routes", "planets"),
    "rotate_tracks": ("yes", "no"),
    "tracks_per_box": ("one", "two"),
    "dead_ends": ("allowed", "open"),
    "surrounding": ("sides", "reach", "off"),
    "passed_over_pairs": ("lost", "open"),
    "route_length": ("shortest", "longest"),
    "scoring_forced": ("yes", "no"),
    "special_order": ("score_first", "special_first"),
    "chains": ("yes", "no"),
    "fill_beside": ("side", "corner"),
    "no_place": ("other_die", "pass"),
    "first_player": ("random", "first"),
}
PRICES = (
    "point",
    "near",
    "growth",
    "arm",
    "slot",
    "finish",
    "star",
    "rocket",
    "asteroid",
    "hole",
    "deny",
    "block",
)


def any_galaxy(rng: random.Random, least: int = 2, most: int = 7) -> dict[str, Any]:
    """Boxes, planets and special boxes anywhere; often small, sometimes with the edges closed."""
    columns, rows = rng.randint(least, most), rng.randint(least, most)
    boxes = [(column, row) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    rng.shuffle(boxes)
    planets = rng.randint(2, min(9, max(2, len(boxes) // 5)))
    specials = rng.randint(0, max(1, len(boxes) // 4))
    placed = zip(boxes[planets : planets + specials], rng.choices(KINDS, k=specials), strict=True)
    galaxy: dict[str, Any] = {
        "columns": columns,
        "rows": rows,
        "wrap": rng.choice(("both", "both", "columns", "rows", "none")),
        "end_after": rng.choice((1, 2, 3, 3, 5, 9)),
        "planets": {str(number): list(box) for number, box in enumerate(sorted(boxes[:planets]), start=1)},
        "specials": [[kind, column, row] for (column, row), kind in sorted(placed)],
    }
    if rng.random() < 0.3:
        galaxy["dice"] = {colour: any_die(rng) for colour in ("white", "orange")}
    return galaxy


def any_die(rng: random.Random) -> dict[str, int]:
    """Six faces."""
    drawn = rng.choices(("straight", "curve", "branch", "crossing"), k=6)
    return {kind: drawn.count(kind) for kind in ("straight", "curve", "branch", "crossing") if kind in drawn}


def any_switches(rng: random.Random) -> dict[str, str]:
    """Some as they are, some otherwise."""
    share = rng.choice((0, 0.15, 0.4))
    return {name: rng.choice(values) for name, values in SWITCHES.items() if rng.random() < share}


def any_prices(rng: random.Random) -> dict[str, float]:
    """Prices with at most one decimal: none, ties, high ones among them."""
    prices: dict[str, float] = {
        name: rng.choice((0, 1, 1, 2, 5, rng.randint(0, 200) / 10, rng.randint(0, 40) / 10, 20)) for name in PRICES
    }
    return {**prices, "patience": rng.choice((0, 3, 5, 8, 30, rng.randint(0, 15)))}


def any_board(rng: random.Random) -> dict[str, float]:
    """Worths of the state of the game with at most one decimal, some of them none."""
    worths = [field.name for field in fields(BoardWorths)]
    return {name: rng.choice((0, 1, rng.randint(0, 30) / 10, rng.randint(0, 200) / 10)) for name in worths}


def any_captain(rng: random.Random) -> Captain:
    """A named captain, or one whose prices are thrown."""
    if rng.random() < 0.6:
        return load_captain(rng.choice(NAMED))
    return captain_of({"name": "any", **any_prices(rng)})


def small_galaxy(rng: random.Random, most: int = 6) -> lorry.Galaxy:
    """A galaxy of 3 to `most` columns and rows; edges joined or closed in any way."""
    columns, rows = rng.randint(3, most), rng.randint(3, most)
    boxes = list(product(range(1, columns + 1), range(1, rows + 1)))
    rng.shuffle(boxes)
    planets, specials = boxes[: rng.randint(2, 5)], boxes[5 : rng.randint(5, 9)]
    given = {
        "columns": columns,
        "rows": rows,
        "wrap": rng.choice(lorry.WRAPS),
        "planets": {str(number): list(box) for number, box in enumerate(planets, start=1)},
        "specials": [[rng.choice(("star", "rocket", "asteroid", "black_hole")), *box] for box in specials],
    }
    return lorry.Galaxy.from_dict(given)
