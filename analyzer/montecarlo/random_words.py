"""Random words (64 random bits each) found by seed, stream and trial; digits cut from them; shuffles.

The words are those of the counter-based generator Philox 4x64 (Salmon and others, "Parallel random numbers: as easy
as 1, 2, 3", 2011), keyed by seed and stream. A trial owns a fixed place of the counter. Its words therefore do not
depend on who asks, in what blocks, or in what order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb, prod
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.errors import whole_number

Words = npt.NDArray[np.uint64]
FRACTION_BITS = 58
"""Number of upper bits of a random word used as a fraction; the other 6 leave room to multiply by bases up to 64."""


def fractions(words: Words, bits: int = FRACTION_BITS) -> Words:
    """Return the upper bits of random words as fractions below 1, in units of 2**-bits."""
    return words >> np.uint64(64 - bits)


def split_digit(fraction: Words, base: int, bits: int = FRACTION_BITS) -> tuple[Words, Words]:
    """Split fractions into their first digit in a base and the fraction behind that digit.

    Args:
        fraction: fractions below 1, in units of 2**-bits.
        base: base of the digit, up to 2**(64 - bits).
        bits: number of bits of a fraction.

    Returns:
        The digit, from 0 to base - 1, and the rest of the fraction times the base, again below 1.
    """
    # Fixed-point arithmetic: the whole part of the product is the digit. A remainder takes some eight times as long.
    rest = fraction * np.uint64(base)
    first = rest >> np.uint64(bits)
    rest &= np.uint64((1 << bits) - 1)
    return first, rest


def digit(fraction: Words, number: int, base: int) -> Words:
    """Return one digit of fractions in a base.

    In the product of a fraction and base**number, the earlier digits stand in front of the point. The product may
    overflow 64 bits, but this only loses bits in front of the point, because 2**58 divides 2**64.

    Args:
        fraction: fractions below 1, in units of 2**-58.
        number: place of the digit behind the point, from 0.
        base: base of the digits, up to 64.
    """
    below_one = np.uint64((1 << FRACTION_BITS) - 1)
    rest = (fraction * np.uint64(base**number % (1 << 64))) & below_one
    return (rest * np.uint64(base)) >> np.uint64(FRACTION_BITS)


LARGEST_SEED = 2**64 - 1
WORDS_IN_A_COUNT = 4
"""Number of random words that Philox makes for each count of its counter."""


def words(seed: int, stream: int, first: int, trials: int) -> npt.NDArray[np.uint64]:
    """Return one random word (64 random bits) for each trial, from trial `first` on. Shape (trials,).

    Raises:
        AnalyzerError: if the seed is no whole number from 0 to 2**64 - 1.
    """
    seed = whole_number(seed, "seed", 0, LARGEST_SEED)
    # The counter starts at the count that holds the first trial's word; the words of earlier trials are cut off.
    counts, skipped = divmod(first, WORDS_IN_A_COUNT)
    generator = np.random.Philox(key=np.array([seed, stream], np.uint64), counter=counts)
    return generator.random_raw(skipped + trials)[skipped:]


Order = npt.NDArray[np.unsignedinteger[Any]]
"""Index of the item at each place. Shape (places, trials); the trials of a place are contiguous in memory."""
MOST_WAYS, LARGEST_TABLE = 1 << 23, 1 << 17
"""Limits of what a single random word can choose when several groups of items are interleaved.

MOST_WAYS bounds the number of interleavings of all groups. LARGEST_TABLE bounds those of one group with the groups
after it.
"""

DRAWS_A_WORD = 8
"""Number of draws that the digits of one random word decide.

The bias of eight draws out of 20 items is below 1e-7 (20**8 / 2**58) of a chance.
"""
MANY, DRAWS_OF_MANY = 64, 2
"""Largest number of items for which a random word decides DRAWS_A_WORD draws, and the draws a word for more items.

The bias for 1,000 items is 6e-8.
"""
NEXT_WORD = 1 << 32
"""Distance between the stream numbers of successive random words in a shuffle that needs several."""
WAY_BITS = 44
"""Number of upper bits of a random word that choose an interleaving; the rest leaves room for 2**20 interleavings.

The bias for the 450,450 interleavings of three groups is 3e-8.
"""


def shuffled(seed: int, stream: int, first: int, trials: int, items: int, end: int | None = None) -> Order:
    """Return the items 0, 1, 2, ... in random order, by a Fisher-Yates shuffle of all trials at once.

    With a smaller `end`, the result is the beginning of the same order.

    Args:
        seed: seed of the run.
        stream: stream of the first random word.
        first: number of the first trial.
        trials: number of trials.
        items: number of items.
        end: number of places to return; all if None.

    Returns:
        The item at each place. Shape (end, trials).
    """
    order = np.empty((items, trials), numbers_to(items))
    order[:] = np.arange(items, dtype=order.dtype)[:, None]
    return shuffle(order, seed, stream, first, end)


def numbers_to(items: int) -> type[np.unsignedinteger[Any]]:
    """Return the narrowest unsigned integer type for the indices of `items` items, from 0."""
    return np.uint8 if items <= 256 else np.uint16


def shuffle_groups(groups: Sequence[Order], seed: int, stream: int, first: int) -> Order:
    """Return the items of several groups in one random order.

    Args:
        groups: items of each group, already in random order within it. Shape (places, trials) each.
        seed: seed of the run.
        stream: stream of the random words.
        first: number of the first trial.
    """
    if len(groups) == 1:
        return groups[0]
    if can_be_interleaved([*map(len, groups)]):
        return interleave(groups, words(seed, stream, first, groups[0].shape[1]))
    return shuffle(np.ascontiguousarray(np.vstack(groups)), seed, stream, first)


def can_be_interleaved(groups: Sequence[int]) -> bool:
    """Return whether one random word can choose how the groups are interleaved; if not, all items are shuffled."""
    ways = [comb(sum(groups[number:]), one) for number, one in enumerate(groups)]
    return prod(ways) <= MOST_WAYS and max(ways, default=1) <= LARGEST_TABLE


def shuffle(items: Order, seed: int, stream: int, first: int, end: int | None = None) -> Order:
    """Shuffle items in place and return those at the first `end` places, or all if `end` is None.

    Args:
        items: items to shuffle. Shape (places, trials).
        seed: seed of the run.
        stream: stream of the first random word.
        first: number of the first trial.
        end: number of places to shuffle; all if None.
    """
    many, trials = items.shape
    # `lying` is a view of the items. Flat indices: item k of trial t lies at k * trials + t, and `here`, the index of
    # the place to fill, moves on by one place in each round. One flat take is faster than items[drawn, trial].
    lying, here = items.reshape(-1), np.arange(trials)
    for place, drawn in enumerate(_draws(seed, stream, first, trials, many, many if end is None else end)):
        # Fisher-Yates: swap the item at this place with one drawn from here on, in every trial at once.
        where = np.multiply(drawn, trials, out=drawn)
        where += here
        here += trials
        taken = lying.take(where)
        lying[where] = items[place]
        items[place] = taken
    return items[:end]


def _draws(seed: int, stream: int, first: int, trials: int, items: int, end: int) -> Iterator[npt.NDArray[np.intp]]:
    """Yield for each place, in order, the index of the item drawn for it. Shape (trials,).

    The index counts only items that were not drawn for an earlier place.
    """
    draws, bits = (DRAWS_A_WORD, FRACTION_BITS) if items <= MANY else (DRAWS_OF_MANY, WAY_BITS)
    # The last place is left out: only one item is left for it.
    for place in range(min(end, items - 1)):
        word, number = divmod(place, draws)
        if number == 0:
            rest = fractions(words(seed, stream + NEXT_WORD * word, first, trials), bits)
        drawn, rest = split_digit(rest, items - place, bits)
        yield drawn.view(np.intp)  # no copy: the draws are small, so their sign bit is 0


def interleave(groups: Sequence[Order], words: Words) -> Order:
    """Return the items of several groups in one order, with every interleaving of the groups equally likely.

    Each group keeps its own order. Groups in random order therefore give a random order of all items.

    Args:
        groups: items of each group. Shape (places, trials) each.
        words: one random word a trial. Shape (trials,).
    """
    *others, mix = groups
    # One number in mixed base: each digit chooses how the next group is mixed with all groups behind it.
    fraction = fractions(words, WAY_BITS)
    for group in reversed(others):
        ways = _ways(len(group), len(mix))
        way, fraction = split_digit(fraction, ways.shape[1], WAY_BITS)
        mix = _at(np.vstack([group, mix]), ways, way.view(np.intp))
    return mix


def _at(items: Order, ways: npt.NDArray[np.intp], way: npt.NDArray[np.intp]) -> Order:
    """Return the items rearranged by the interleaving chosen in each trial. Shape (places, trials).

    Args:
        items: items in their earlier order. Shape (places, trials).
        ways: for each interleaving and place, the earlier place of the item that comes there. Shape (places,
            interleavings).
        way: index of each trial's interleaving. Shape (trials,).
    """
    trials = way.size
    lying, trial = items.reshape(-1), np.arange(trials)
    order = np.empty_like(items)
    # Flat indices, as in `shuffle`.
    for place, source in enumerate(ways * trials):
        order[place] = lying.take(source.take(way) + trial)
    return order


@lru_cache(32)
def _ways(some: int, others: int) -> npt.NDArray[np.intp]:
    """Return all interleavings of two groups of items. Shape (places, interleavings).

    Before, the first group of `some` items lies in front of the second group of `others` items. An entry is the place
    where an item lay before; the first axis is the place to which it comes. Both groups keep their order.
    """
    ways = list(combinations(range(some + others), some))
    places = np.array(ways, np.intp).reshape(len(ways), some)
    taken = np.zeros((len(ways), some + others), np.bool_)
    np.put_along_axis(taken, places, True, axis=1)
    # The first group's items fill the taken places in their order, the second group's all others.
    return np.ascontiguousarray(np.where(taken, taken.cumsum(axis=1) - 1, some - 1 + (~taken).cumsum(axis=1)).T)
