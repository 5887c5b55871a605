"""Enumerated dice in the 2021 edition against brute force with the plain twin.

tests/trucker/engine/test_exact.py does the same for 2007.

What would make this fail: a point of difference between the editions that the enumerated run misses or merges away.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from analyzer import Layout, Side, load_captain
from tests.doors.printed import SIDES, Card, Hit, load_edition
from tests.doors.trucker_flights import COLUMNS as METRICS
from tests.trucker.engine.brute_force import brute_force, enumerated, rolls_of, shortened
from tests.trucker.engine.convoys import any_captain
from tests.trucker.scripted import meteors
from tests.trucker.shipyard import grow_ship

EDITION = load_edition("2021")
LEVELS = tuple(EDITION.levels)
THROWS = [card for card in EDITION.cards if rolls_of(card)]
QUIET = [card for card in EDITION.cards if not rolls_of(card) and card.kind != "sabotage"]
ARMED_BEHIND = {"single_cannon": 5.0, "double_cannon": 5.0, "battery_2": 3.0}


def rear_guarded(rng: random.Random, board: str, name: str) -> Layout:
    """A grown ship with a cannon that faces the rear; grown again until it has one."""
    while True:
        grown = grow_ship(rng, board, rng.randint(8, 16), ARMED_BEHIND, name, reserve=rng.randint(0, 2))
        if any(part.is_a.cannon and Side.REAR in part.facing for part in grown.components.values()):
            return grown


def agree(ships: list[Layout], level: str, cards: list[Card], rng: random.Random) -> None:
    """The same weight for every outcome, as whole numbers of 36**k."""
    who = [any_captain(rng) for _ in ships]
    fast, k = enumerated(ships, who, EDITION.level(level), cards)
    most = sum(map(rolls_of, cards))
    plain = brute_force(ships, who, EDITION.level(level), cards, most)
    assert sum(fast.values()) == 36**k
    assert {end: ways * 36 ** (most - k) for end, ways in fast.items()} == dict(plain)


@pytest.mark.slow(but=10)
@pytest.mark.parametrize("number", range(24))
def test_weights_2021_match_brute_force(number: int) -> None:
    """Printed cards on all boards, the level III ones among them: two rolls between two cards without."""
    rng = random.Random(2021 + number)
    level = LEVELS[number % 4]
    board = f"2021-{EDITION.level(level).board}"
    ships = [grow_ship(rng, board, name=f"ship {i}", reserve=rng.randint(0, 2)) for i in range(rng.choice((1, 2, 3)))]
    agree(ships, level, [rng.choice(QUIET), shortened(THROWS[number % len(THROWS)], 2), rng.choice(QUIET)], rng)


@pytest.mark.parametrize("number", range(8))
def test_rear_meteors_match_brute_force(number: int) -> None:
    rng = random.Random(3021 + number)
    level = LEVELS[number % 4]
    ships = [rear_guarded(rng, f"2021-{EDITION.level(level).board}", f"ship {i}") for i in range(number % 2 + 1)]
    swarm = replace(meteors(""), hits=(Hit(large=True, side=Side.REAR), Hit(large=True, side=rng.choice(SIDES))))
    agree(ships, level, [swarm], rng)


def test_rear_cannon_spares_its_columns() -> None:
    """The starting cabin in column 7 with a cannon behind it: a meteor from the rear is shot down, and none ever hits.

    Without the cannon six ways of 36 do.
    """
    start = {"square": [7, 7], "kind": "starting_cabin", "connectors": [3, 3, 3, 3]}
    cannon = {"square": [8, 7], "kind": "single_cannon", "connectors": [3, 0, 0, 0], "facing": "rear"}
    for parts, lost in (([start], 6), ([start, cannon], 0)):
        ship = Layout.from_components("2021-II", parts)
        found, k = enumerated([ship], [load_captain("sensible")], EDITION.level("II"), [meteors("large-rear")])
        assert k <= 1
        hit = sum(ways for (end,), ways in found.items() if end[METRICS.index("components_lost")] > 0) * 36 ** (1 - k)
        assert hit == lost
