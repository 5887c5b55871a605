"""Addressed shuffles: a random order of a few things for every trial, from half words; knows no game."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.montecarlo.words import words

Words = npt.NDArray[np.uint64]
Order = npt.NDArray[np.uint8]
"""(trials, columns) Numbers of columns in random order."""

NUMBER_BITS = np.uint32(31)


def half_words(seed: int, stream: int, first: int, trials: int, columns: int) -> Words:
    """Words enough to shuffle that many columns."""
    return words(seed, stream, first, trials, -(-columns // 2))


def shuffled(keys: Words, columns: int, begin: int = 0, end: int | None = None) -> Order:
    """For each row of random words a random order of that many columns, from as many half words: places begin to end.

    The five lowest bits of a half word give way to its column; two agree in the other 27 with a chance of 2**-27, and
    only then the lower column comes first: among 20 columns that touches one order in 700,000.
    """
    numbered = keys.astype("<u8").view("<u4")[:, :columns]
    numbered &= ~NUMBER_BITS
    numbered |= np.arange(columns, dtype=np.uint32)
    numbered.sort(axis=1)
    order = numbered[:, begin:end].astype(np.uint8)
    order &= np.uint8(NUMBER_BITS)
    return order


def in_order(decks: Order, order: Order) -> Order:
    """(trials, places) The entries of each row at those places."""
    trials, columns = decks.shape
    return decks.reshape(-1).take(np.arange(0, trials * columns, columns)[:, None] + order)
