"""Named verbs on 64-bit boards: a set of squares (or of tokens) is one unsigned integer, a million sets one array.

Every trick with bits in the product lives here; see https://www.chessprogramming.org/General_Setwise_Operations
and https://www.chessprogramming.org/Fill_Algorithms for where they are explained. All arrays are uint64.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Bits = npt.NDArray[np.uint64]
"""Sets, one in each element, of any shape."""
Counts = npt.NDArray[np.signedinteger[Any]]
"""Whole numbers, one for each set."""
Link = tuple[int, int]
"""(shift, mask): every square in the mask has its partner `shift` bits further on."""

ONE = np.uint64(1)
NOTHING = np.uint64(0)


def to_bits(positions: Iterable[int]) -> int:
    """The set of those positions."""
    bits = 0
    for position in positions:
        bits |= 1 << position
    return bits


def positions(bits: int) -> list[int]:
    """The positions in a set, lowest first."""
    listed = []
    while bits:
        listed.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return listed


def count(sets: Bits) -> Counts:
    """How many are in each set."""
    return np.bitwise_count(sets).astype(np.int64)


def position(sets: Bits) -> npt.NDArray[np.intp]:
    """Where the only one of each set is; undefined for the empty set."""
    return np.asarray(np.bitwise_count(sets - ONE), np.intp)


def lowest(sets: Bits) -> Bits:
    """Only the lowest of each set; the empty set stays empty."""
    return sets & (~sets + ONE)


def highest(sets: Bits) -> Bits:
    """Only the highest of each set; the empty set stays empty.

    Read off the exponent of the set as a float: exact as long as a set does not begin with 53 ones in a row, which no
    row or column of a board does.
    """
    exponent = (sets.astype(np.float64).view(np.uint64) >> np.uint64(52)) - np.uint64(1023)
    return np.where(sets == 0, NOTHING, ONE << (exponent & np.uint64(63)))


def drop_lowest(sets: Bits, how_many: Counts) -> Bits:
    """Each set without its `how_many` lowest; without all if it has fewer."""
    left = sets.copy()
    for round_ in range(int(how_many.max(initial=0))):
        left &= left - (how_many > round_)
    return left


def keep_highest(sets: Bits, how_many: Counts) -> Bits:
    """Only the `how_many` highest of each set; all if it has fewer."""
    return drop_lowest(sets, count(sets) - how_many)


def partners(sets: Bits, links: Sequence[Link]) -> Bits:
    """All that is linked to a member of the set."""
    linked = np.zeros_like(sets)
    for shift, mask in links:
        linked |= ((sets & np.uint64(mask)) << np.uint64(shift)) | ((sets >> np.uint64(shift)) & np.uint64(mask))
    return linked


def pieces(left: int, links: Sequence[Link]) -> list[int]:
    """The pieces of a single set that hang together over links whose two ends lie within it, the lowest first."""
    listed = []
    whole = [(shift, left & (left >> shift) & mask) for shift, mask in links]
    while left:
        piece, before = left & -left, 0
        while piece not in (before, left):
            before = piece
            for shift, both_ends in whole:
                piece |= (piece & both_ends) << shift | (piece >> shift) & both_ends
        listed.append(piece)
        left &= ~piece
    return listed


def narrowest(size: int) -> type[np.unsignedinteger[Any]]:
    """The narrowest type of sets with so many positions, at most 64."""
    return next(kind for kind in (np.uint8, np.uint16, np.uint32, np.uint64) if size <= 8 * kind().itemsize)


def links_between(pairs: Iterable[tuple[int, int]]) -> tuple[Link, ...]:
    """Links for pairs of positions, gathered by their distance."""
    masks: dict[int, int] = {}
    for one, other in pairs:
        low, high = sorted((one, other))
        masks[high - low] = masks.get(high - low, 0) | 1 << low
    return tuple(sorted(masks.items()))


def translation(images: Sequence[int]) -> Bits:
    """(8, 256) The map from sets on one board to sets on another: `images[i]` is what position i maps to.

    A table for every eight positions: what a byte of the set maps to.
    """
    padded = np.zeros((8, 8), np.uint64)
    padded.reshape(-1)[: len(images)] = images
    tables = np.zeros((8, 256), np.uint64)
    for bit in range(8):  # sets with that bit and none above it are those without it, and its image
        tables[:, 1 << bit : 2 << bit] = tables[:, : 1 << bit] | padded[:, bit, None]
    return tables


def translated(tables: Bits, sets: Bits, rows: npt.NDArray[np.signedinteger[Any]] | None = None) -> Bits:
    """The image of each set: the union of what its members map to.

    With `rows` the tables are (maps, 8, 256), and each set has a map of its own.
    """
    eights = np.ascontiguousarray(sets).astype("<u8", copy=False).view(np.uint8).reshape(*sets.shape, 8)
    entries = eights + np.arange(0, 2048, 256)
    if rows is not None:
        entries += 2048 * rows[:, None]
    return np.asarray(np.bitwise_or.reduce(tables.take(entries), axis=-1))
