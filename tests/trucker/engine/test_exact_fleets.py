"""Enumerated dice of fleets: every outcome has the weight that brute force with the plain twin gives it."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest

from tests.doors.trucker_flights import EnumeratedDice, fleet, settle
from tests.doors.trucker_paper import Route
from tests.doors.trucker_questions import exact
from tests.trucker.buildyard import grow_build
from tests.trucker.engine.brute_force import WAYS, rolls_of, shortened
from tests.trucker.engine.convoys_of_fleets import COLUMNS, LASTING, fleet_captain
from tests.trucker.twin import fly_one
from tests.trucker.twin import quarters as joinings

NO_CAP = 1099511627776

LEVEL_IV = Route(level_name="IV")
CARDS = [card for card in LEVEL_IV.rules.cards if card.kind != "sabotage"]


@pytest.mark.slow(but=7)
@pytest.mark.parametrize("number", range(60))
def test_fleet_weights_match_brute_force(number: int) -> None:
    """One or two builds through three cards with one roll or two, in every twelfth case three."""
    rng = random.Random(61_000 + number)
    builds = [grow_build(rng, LASTING, f"build {i}", small=number % 12 == 11) for i in range(rng.choice((1, 1, 2)))]
    who, joined = [fleet_captain(rng) for _ in builds], rng.choice(joinings.WAYS)
    quiet = [card for card in CARDS if not rolls_of(card)]
    throwing = [card for card in CARDS if rolls_of(card)]
    thrown = shortened(rng.choice(throwing), 3 if number % 12 == 11 else 1 + number % 2)
    cards = [rng.choice(quiet), thrown, rng.choice(quiet)]
    dice, places = EnumeratedDice(), list(range(len(builds)))
    convoy = exact.branch_through(
        [fleet(each, joined).hull for each in builds], who, LEVEL_IV.level, cards, places, dice
    )
    caps = {0: NO_CAP, 2: 26, 5: 19, 8: 12}
    insured = [(each.insurance, caps[each.insurance]) for each in builds]
    outcome = settle(convoy, np.array(places)[:, None], [0] * len(builds), insured)
    told = np.stack([getattr(outcome, name) for name in COLUMNS], axis=-1)
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for flight, weight in enumerate(convoy.state.weight):
        found[tuple(map(tuple, told[:, flight].tolist()))] += int(weight)

    rolls = rolls_of(thrown)
    plain: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for sums in itertools.product(WAYS, repeat=rolls):
        ends = fly_one(
            builds, who, LEVEL_IV.level, cards, lambda slot, roll, sums=sums: sums[roll], places, joined=joined
        )
        plain[tuple(tuple(getattr(end, name) for name in COLUMNS) for end in ends)] += int(
            np.prod([*map(WAYS.get, sums)])
        )
    left_out = rolls - int(convoy.state.rolled.max())
    assert {end: ways * 36**left_out for end, ways in found.items()} == dict(plain)
