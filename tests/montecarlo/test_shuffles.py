"""Shuffles: every order equally often, and the same places however many are asked for."""

from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
import pytest

from tests.doors.montecarlo import interleave, shuffled, words
from tests.montecarlo.fairness import UNFAIR, fair, times_of


@pytest.mark.parametrize(("things", "end"), [(1, None), (2, None), (3, None), (4, None), (5, 2), (7, 3), (32, 2)])
def test_shuffles_give_orders_equally_often(things, end):
    orders = shuffled(31, 77, 0, 240_000, things, end)
    seen = times_of(orders)
    assert set(seen) == set(permutations(range(things), end))
    assert things == 1 or fair(np.array(list(seen.values())), np.ones(len(seen))) > UNFAIR


@pytest.mark.slow(but=2)
@pytest.mark.parametrize(("one", "other"), [(7, 8), (0, 15), (8, 19), (18, 19)])
def test_pair_order_is_fair_across_words(one, other):
    """Eight of 20 places are drawn by one word. Each thing lies at each place equally often."""
    orders = shuffled(32, 77, 0, 200_000, 20)
    assert (np.sort(orders, axis=0) == np.arange(20)[:, None]).all()
    places = orders.argsort(axis=0)
    ahead = int((places[one] < places[other]).sum())
    assert fair(np.array([ahead, 200_000 - ahead]), np.ones(2)) > UNFAIR
    assert fair(np.bincount(orders[other], minlength=20), np.ones(20)) > UNFAIR


@pytest.mark.parametrize("things", [9, 20])
def test_partial_shuffle_equals_full_prefix(things):
    whole = shuffled(33, 77, 5, 300, things)
    for end in range(1, things + 1):
        assert np.array_equal(shuffled(33, 77, 5, 300, things, end), whole[:end])


@pytest.mark.parametrize("sorts", [(1, 1), (3, 2), (2, 3, 2), (1, 1, 1, 1), (4,), (0, 2)])
def test_mixed_sorts_are_equally_likely(sorts):
    """Each sort stays in its own order; so there are multinomially many ways."""
    trials = 210_000
    ends = np.cumsum((0, *sorts))
    given = [np.tile(np.arange(a, b, dtype=np.uint8)[:, None], (1, trials)) for a, b in pairwise(ends)]
    seen = times_of(interleave(given, words(34, 77, 0, trials)))
    ways = {
        way
        for way in permutations(range(ends[-1]))
        if all(way.index(i) < way.index(i + 1) for a, b in pairwise(ends) for i in range(a, b - 1))
    }
    assert set(seen) == ways
    assert len(ways) == 1 or fair(np.array(list(seen.values())), np.ones(len(seen))) > UNFAIR
