"""Random words, their digits and shuffles: pure functions of their addresses; bits and orders equally often."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise, permutations

import numpy as np
import pytest

from analyzer import AnalyzerError
from tests.doors.montecarlo import interleave, random_words, shuffled, words
from tests.montecarlo.fairness import UNFAIR, fair, times_of

LARGEST_SEED = 18446744073709551615

STREAM = 1000


@pytest.mark.parametrize("seed", range(5))
def test_words_ignore_block_splits(seed):
    """Fails if a word depends on the block in which it is asked for."""
    rng = random.Random(seed)
    whole = words(7, STREAM, 0, 1000)
    for _ in range(20):
        cuts = [0, *sorted(rng.sample(range(1, 1000), rng.randint(1, 9))), 1000]
        parts = [words(7, STREAM, a, b - a) for a, b in pairwise(cuts)]
        assert np.array_equal(np.hstack(parts), whole)


def test_words_ignore_earlier_requests():
    before = words(1, 5, 123, 10)
    words(1, 6, 0, 1000)
    words(2, 5, 123, 10)
    assert np.array_equal(words(1, 5, 123, 10), before)
    assert words(1, 5, 125, 1)[0] == before[2]


def test_addresses_have_distinct_words():
    """80,000 words of 64 bits: two alike would be a chance of 2e-10."""
    drawn = [words(seed, stream, 0, 4000) for seed in (0, 1, 2, LARGEST_SEED) for stream in (0, 1, 2, 1000, 1001)]
    assert len(np.unique(np.concatenate(drawn))) == 4 * 5 * 4000


def test_words_match_published_philox():
    """The key is (seed, stream), and trials take words in their order: four to a count."""
    generator = np.random.Philox(key=np.array([11, 22], np.uint64), counter=0)
    assert np.array_equal(words(11, 22, 0, 12), generator.random_raw(12))


def test_distant_trials_have_words():
    far = 10**12
    assert np.array_equal(words(1, 1, far, 3)[1:], words(1, 1, far + 1, 2))


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", None, True])
def test_bad_seeds_are_refused(seed):
    with pytest.raises(AnalyzerError, match="whole number from 0"):
        words(seed, 0, 0, 1)


def test_bits_of_words_are_fair():
    """Each of the 64 bits over 200,000 words: fails if one is set half a percentage point too often or too seldom."""
    drawn = words(3, 4, 0, 200_000)
    shares = np.array([np.mean(drawn >> np.uint64(bit) & np.uint64(1)) for bit in range(64)])
    assert np.abs(shares - 0.5).max() < 0.005


def test_digits_equal_exact_arithmetic():
    """Against Python's integers: the number-th digit in base 36 of fraction / 2**58, and its corners."""
    rng = random.Random(36)
    corners = [0, 1, 2**57, 2**58 - 1, *(2**58 * k // 36 + e for k in range(1, 36) for e in (-1, 0, 1))]
    fractions = corners + [rng.randrange(2**random_words.FRACTION_BITS) for _ in range(5000)]
    array = np.array(fractions, np.uint64)
    for number in range(10):
        exact = [f * 36 ** (number + 1) // 2**58 % 36 for f in fractions]
        assert random_words.digit(array, number, 36).tolist() == exact


def test_digits_rebuild_the_fraction():
    """Read back: the digits give the fraction again, up to the last of them."""
    fractions = words(1, 2, 0, 100) >> np.uint64(64 - random_words.FRACTION_BITS)
    for fraction in fractions.tolist():
        one = np.array([fraction], np.uint64)
        total = sum(Fraction(int(random_words.digit(one, k, 36)[0]), 36 ** (k + 1)) for k in range(10))
        assert 0 <= Fraction(fraction, 2**58) - total < Fraction(1, 36**10)


def test_seventh_roll_pairs_are_fair():
    """Fails if the low digits of a word are worse than the high ones."""
    drawn = words(5, STREAM, 0, 2_000_000) >> np.uint64(64 - random_words.FRACTION_BITS)
    assert fair(np.bincount(random_words.digit(drawn, 6, 36).astype(int), minlength=36), np.ones(36)) > UNFAIR


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
