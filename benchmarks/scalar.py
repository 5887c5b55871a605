"""Sets and dice for compiled kernels: the functions of analyzer/trucker/ship/bitboard.py for one set at a time.

A set is a single unsigned 64-bit integer, a loop goes through its members, and all compiles to a few instructions.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.compiled import njit

ONE, NOTHING = np.uint64(1), np.uint64(0)
PAIRS_OF_BITS, FOURS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
EIGHTS, BYTES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
POSITIONS = np.zeros(64, np.int64)
# The upper six bits of a power of two times the De Bruijn number differ for every power.
for _position in range(64):
    POSITIONS[(1 << _position) * int(DE_BRUIJN) % (1 << 64) >> 58] = _position
FRACTION_BITS, PAIRS = np.uint64(58), np.uint64(36)
FRACTION = np.uint64((1 << 58) - 1)

scalar = njit(forceinline=True, boundscheck=False)
"""Compiler of functions that become part of their callers, because their tables are too many to pass at every call."""


@scalar
def popcount(x: Any) -> Any:
    """Return the number of members of a set, counted in parallel.

    https://www.chessprogramming.org/Population_Count#SWAR-Popcount
    """
    x = x - ((x >> np.uint64(1)) & PAIRS_OF_BITS)
    x = (x & FOURS) + ((x >> np.uint64(2)) & FOURS)
    x = (x + (x >> np.uint64(4))) & EIGHTS
    return np.int64((x * BYTES) >> np.uint64(56))


@scalar
def lowest(x: Any) -> Any:
    """Return a set with only the lowest member."""
    # Two's complement: x & -x keeps the lowest bit.
    return x & (~x + ONE)


@scalar
def highest(x: Any) -> Any:
    """Return a set with only the highest member."""
    # Sets all bits below the highest one; the exclusive or with the half leaves it alone.
    for shift in (1, 2, 4, 8, 16, 32):
        x |= x >> np.uint64(shift)
    return x ^ (x >> ONE)


@scalar
def position_of(single: Any) -> Any:
    """Return the position of a single bit; https://www.chessprogramming.org/BitScan#De_Bruijn_Multiplication."""
    return POSITIONS[(single * DE_BRUIJN) >> np.uint64(58)]


@scalar
def drop_lowest(x: Any, how_many: Any) -> Any:
    """Return the set without its `how_many` lowest members; empty if it has fewer."""
    while how_many > 0 and x:
        # Clears the lowest bit.
        x &= x - ONE
        how_many -= 1
    return x


@scalar
def keep_highest(x: Any, how_many: Any) -> Any:
    """Return the set of the `how_many` highest members; all if it has fewer."""
    return drop_lowest(x, popcount(x) - how_many)


@scalar
def images(members: Any, table: Any) -> Any:
    """Return the union of the table's entries at the positions of a set's members."""
    found = NOTHING
    while members:
        found |= table[position_of(lowest(members))]
        members &= members - ONE
    return found


@scalar
def fill(seed: Any, within: Any, neighbours: Any) -> Any:
    """Return the squares of `within` that are connected with the seed."""
    filled, edge = seed, seed
    while edge:
        here = lowest(edge)
        new = neighbours[position_of(here)] & within & ~filled
        filled |= new
        edge = (edge ^ here) | new
    return filled


@scalar
def hang_together(some: Any, within: Any, neighbours: Any) -> Any:
    """Return whether all squares in `some` are connected with each other through squares of `within`.

    The fill that starts at one of them stops as soon as it has reached all.
    """
    filled = edge = lowest(some)
    while edge and some & ~filled:
        here = lowest(edge)
        new = neighbours[position_of(here)] & within & ~filled
        filled |= new
        edge = (edge ^ here) | new
    return not some & ~filled


@scalar
def fraction_of(word: Any) -> Any:
    """Return the upper 58 bits of a random word."""
    return word >> (np.uint64(64) - FRACTION_BITS)


@scalar
def roll(fraction: Any) -> Any:
    """Return the sum of two dice, and the fraction that holds the next rolls.

    The dice are the first base-36 digit of the fraction, a whole number of 58 bits.
    """
    # A fraction has 58 bits, so a digit below 36 above it still fits the word.
    fraction *= PAIRS
    pair = np.int64(fraction >> FRACTION_BITS)
    return 2 + pair // 6 + pair % 6, fraction & FRACTION
