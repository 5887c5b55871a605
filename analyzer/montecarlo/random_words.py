"""Addressed random words, digits made of them, and shuffles.

The words are those of the counter-based generator Philox 4x64 (Salmon and others, "Parallel random numbers: as easy as
1, 2, 3", 2011), keyed by seed and stream; a trial owns a fixed place of the counter, so it does not matter who asks,
in what blocks, or in what order.
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
"""Of a word: what is left of 64 bits leaves room to multiply by bases up to 64."""


def fractions(words: Words, bits: int = FRACTION_BITS) -> Words:
    """The upper bits of random words: fractions below 1, in units of 2**-bits."""
    return words >> np.uint64(64 - bits)


def cut(fraction: Words, base: int, bits: int = FRACTION_BITS) -> tuple[Words, Words]:
    """The first digit behind the point, in a base up to 2**(64 - bits), and the fraction that is left behind it."""
    rest = fraction * np.uint64(base)
    first = rest >> np.uint64(bits)
    rest &= np.uint64((1 << bits) - 1)
    return first, rest


def digit(fraction: Words, number: int, base: int) -> Words:
    """The `number`-th digit behind the point, from 0, of fractions in units of 2**-58; bases up to 64.

    The digits before it are shifted out over the point. Their product with base**number overflows 64 bits, which only
    loses bits above the point: below it, arithmetic modulo 2**64 and modulo 2**58 agree.
    """
    below_one = np.uint64((1 << FRACTION_BITS) - 1)
    rest = (fraction * np.uint64(base**number % (1 << 64))) & below_one
    return (rest * np.uint64(base)) >> np.uint64(FRACTION_BITS)


LARGEST_SEED = 2**64 - 1
WORDS_IN_A_COUNT = 4


def words(seed: int, stream: int, first: int, trials: int) -> npt.NDArray[np.uint64]:
    """(trials,) Words of the trials from `first` on, one a trial.

    Raises AnalyzerError for a seed that is no whole number from 0 to 2**64 - 1.
    """
    seed = whole_number(seed, "seed", 0, LARGEST_SEED)
    counts, skipped = divmod(first, WORDS_IN_A_COUNT)
    generator = np.random.Philox(key=np.array([seed, stream], np.uint64), counter=counts)
    return generator.random_raw(skipped + trials)[skipped:]


Order = npt.NDArray[np.unsignedinteger[Any]]
"""(places, trials) Which thing lies at each place; a place is contiguous in memory."""
MOST_WAYS, LARGEST_TABLE = 1 << 23, 1 << 17
"""Ways of mixing sorts that one word decides, and of mixing one of them with those behind it."""

DRAWS_A_WORD = 8
"""Draws that the digits of one word decide. Bias of eight out of 20 things: below 1e-7 (20**8 / 2**58) of a chance."""
MANY, DRAWS_OF_MANY = 64, 2
"""Of more things than that, the largest base of a digit, so many draws a word. Bias of 1,000 things: 6e-8."""
NEXT_WORD = 1 << 32
"""Between the streams of a shuffle's first word and of its next."""
WAY_BITS = 44
"""Of a word that says how sorts are mixed; leaves room for 2**20 ways. Bias of 450,450 ways of three sorts: 3e-8."""


def shuffled(seed: int, stream: int, first: int, trials: int, things: int, end: int | None = None) -> Order:
    """The first places, all if `end` is None, of so many things in random order.

    Whatever `end`, the places before it hold the same things. Each of the things that are left is exchanged with that
    at the next place (Fisher and Yates), for all trials at once.
    """
    order = np.empty((things, trials), numbers_to(things))
    order[:] = np.arange(things, dtype=order.dtype)[:, None]
    return in_random_order(order, seed, stream, first, end)


def numbers_to(things: int) -> type[np.unsignedinteger[Any]]:
    """The narrowest type of numbers of so many things, from 0."""
    return np.uint8 if things <= 256 else np.uint16


def in_any_order(sorts: Sequence[Order], seed: int, stream: int, first: int) -> Order:
    """Things of several sorts (places, trials), each sort in random order, in a random order of all."""
    if len(sorts) == 1:
        return sorts[0]
    if can_be_mixed([*map(len, sorts)]):
        return mixed(sorts, words(seed, stream, first, sorts[0].shape[1]))
    return in_random_order(np.ascontiguousarray(np.vstack(sorts)), seed, stream, first)


def can_be_mixed(sorts: Sequence[int]) -> bool:
    """Whether one word decides how so many things of each sort are mixed; else all are shuffled together."""
    ways = [comb(sum(sorts[number:]), one) for number, one in enumerate(sorts)]
    return prod(ways) <= MOST_WAYS and max(ways, default=1) <= LARGEST_TABLE


def in_random_order(things: Order, seed: int, stream: int, first: int, end: int | None = None) -> Order:
    """The same of things (places, trials) themselves, which are exchanged in place."""
    many, trials = things.shape
    lying, here = things.reshape(-1), np.arange(trials)
    for place, drawn in enumerate(_draws(seed, stream, first, trials, many, many if end is None else end)):
        where = np.multiply(drawn, trials, out=drawn)
        where += here
        here += trials
        taken = lying.take(where)
        lying[where] = things[place]
        things[place] = taken
    return things[:end]


def _draws(seed: int, stream: int, first: int, trials: int, things: int, end: int) -> Iterator[npt.NDArray[np.intp]]:
    """For every place which one is drawn of the things that are left; the last thing needs no draw."""
    draws, bits = (DRAWS_A_WORD, FRACTION_BITS) if things <= MANY else (DRAWS_OF_MANY, WAY_BITS)
    for place in range(min(end, things - 1)):
        word, number = divmod(place, draws)
        if number == 0:
            rest = fractions(words(seed, stream + NEXT_WORD * word, first, trials), bits)
        drawn, rest = cut(rest, things - place, bits)
        yield drawn.view(np.intp)


def mixed(sorts: Sequence[Order], words: Words) -> Order:
    """Things of several sorts in one row, each sort in its own order: every way of mixing them is equally likely.

    `words` (trials,): one a trial decides. What lies in random order within its sort comes in a random order of all.
    """
    *others, mix = sorts
    fraction = fractions(words, WAY_BITS)
    for sort in reversed(others):
        ways = _ways(len(sort), len(mix))
        way, fraction = cut(fraction, ways.shape[1], WAY_BITS)
        mix = _at(np.vstack([sort, mix]), ways, way.view(np.intp))
    return mix


def _at(things: Order, ways: npt.NDArray[np.intp], way: npt.NDArray[np.intp]) -> Order:
    """(places, trials) The things in the order of each trial's way."""
    trials = way.size
    lying, trial = things.reshape(-1), np.arange(trials)
    order = np.empty_like(things)
    for place, source in enumerate(ways * trials):
        order[place] = lying.take(source.take(way) + trial)
    return order


@lru_cache(32)
def _ways(some: int, others: int) -> npt.NDArray[np.intp]:
    """(places, ways) Where what comes to each place lies before, `some` things and then `others`: all ways."""
    ways = list(combinations(range(some + others), some))
    places = np.array(ways, np.intp).reshape(len(ways), some)
    taken = np.zeros((len(ways), some + others), np.bool_)
    np.put_along_axis(taken, places, True, axis=1)
    return np.ascontiguousarray(np.where(taken, taken.cumsum(axis=1) - 1, some - 1 + (~taken).cumsum(axis=1)).T)
