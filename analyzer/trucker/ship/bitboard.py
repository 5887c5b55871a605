"""Operations on 64-bit boards: a set of squares (or tokens) is one unsigned integer, a million sets one array.

The bit tricks are explained at https://www.chessprogramming.org/General_Setwise_Operations and
https://www.chessprogramming.org/Fill_Algorithms. All arrays are uint64.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Bits = npt.NDArray[np.uint64]
"""An array of any shape with one set in each element: bit i is set if position i is a member."""
IntArray = npt.NDArray[np.signedinteger[Any]]
"""Array of whole numbers, e.g. one for each set."""
Link = tuple[int, int]
"""A shift and a mask: every position in the mask is linked to the position `shift` bits higher."""

ONE = np.uint64(1)
NOTHING = np.uint64(0)


def to_bits(positions: Iterable[int]) -> int:
    """Return the set, as an integer, of the given positions."""
    bits = 0
    for position in positions:
        bits |= 1 << position
    return bits


def positions(bits: int) -> list[int]:
    """Return the positions of the bits in a set, lowest first."""
    listed = []
    while bits:
        listed.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return listed


def count(sets: Bits) -> IntArray:
    """Return the number of members of each set of bits."""
    return np.bitwise_count(sets).astype(np.int64)


def position(sets: Bits) -> npt.NDArray[np.intp]:
    """Return the position of the only member of each set; undefined for the empty set."""
    return np.asarray(np.bitwise_count(sets - ONE), np.intp)


def lowest(sets: Bits) -> Bits:
    """Return each set reduced to its lowest member; the empty set stays empty."""
    return sets & (~sets + ONE)


def highest(sets: Bits) -> Bits:
    """Return each set reduced to its highest member; the empty set stays empty.

    The position is read from the exponent of the set as a float. This is exact unless a set begins with 53 ones in
    a row, and no row or column of a board does.
    """
    # The bits of a float64 from 52 on are its exponent, biased by 1023.
    exponent = (sets.astype(np.float64).view(np.uint64) >> np.uint64(52)) - np.uint64(1023)
    return np.where(sets == 0, NOTHING, ONE << (exponent & np.uint64(63)))


def drop_lowest(sets: Bits, how_many: IntArray) -> Bits:
    """Return each set without its `how_many` lowest members; smaller sets become empty."""
    left = sets.copy()
    for round_ in range(int(how_many.max(initial=0))):
        # x & (x - 1) drops the lowest bit; x & (x - 0) changes nothing.
        left &= left - (how_many > round_)
    return left


def keep_highest(sets: Bits, how_many: IntArray) -> Bits:
    """Return the `how_many` highest members of each set; smaller sets stay as they are."""
    return drop_lowest(sets, count(sets) - how_many)


def partners(sets: Bits, links: Sequence[Link]) -> Bits:
    """Return, for each set, all positions that are linked to one of its members."""
    linked = np.zeros_like(sets)
    for shift, mask in links:
        linked |= ((sets & np.uint64(mask)) << np.uint64(shift)) | ((sets >> np.uint64(shift)) & np.uint64(mask))
    return linked


def pieces(left: int, links: Sequence[Link]) -> list[int]:
    """Return the connected pieces of one set, the piece with the lowest position first.

    Only links with both ends in the set connect.
    """
    listed = []
    whole = [(shift, left & (left >> shift) & mask) for shift, mask in links]
    while left:
        piece, before = left & -left, 0
        # Flood fill: grow along all links until nothing is added, or until everything is reached.
        while piece not in (before, left):
            before = piece
            for shift, both_ends in whole:
                piece |= (piece & both_ends) << shift | (piece >> shift) & both_ends
        listed.append(piece)
        left &= ~piece
    return listed


def pieces_around(some: int, left: int, links: Sequence[Link]) -> list[int]:
    """Return the connected pieces of one set as `pieces` does, if each of them holds one of the given members.

    Args:
        some: The members, at least one.
        left: The set.
        links: The links.
    """
    listed = []
    while some & (some - 1):
        piece, before = some & -some, 0
        # Members that lie close together are soon reached, long before the whole piece is.
        while some & ~piece and piece != before:
            before = piece
            for shift, mask in links:
                piece |= ((piece & mask) << shift | (piece >> shift) & mask) & left
        if not some & ~piece:
            break
        listed.append(piece)
        some, left = some & ~piece, left & ~piece
    # All members that remain are in one piece, and no piece lacks a member, so the rest is one piece.
    return sorted([*listed, left], key=lambda piece: piece & -piece)


def narrowest(size: int) -> type[np.unsignedinteger[Any]]:
    """Return the narrowest unsigned type with at least `size` bits; `size` is at most 64."""
    return next(kind for kind in (np.uint8, np.uint16, np.uint32, np.uint64) if size <= 8 * kind().itemsize)


def links_between(pairs: Iterable[tuple[int, int]]) -> tuple[Link, ...]:
    """Return links for pairs of positions; pairs with equal distance between their positions share one link."""
    masks: dict[int, int] = {}
    for one, other in pairs:
        low, high = sorted((one, other))
        masks[high - low] = masks.get(high - low, 0) | 1 << low
    return tuple(sorted(masks.items()))


def translation(images: Sequence[int]) -> Bits:
    """Return tables that map sets on one board to sets on another. Shape (8, 256).

    Each table maps one byte of a set, so `translated` needs eight look-ups for any set.
    """
    padded = np.zeros((8, 8), np.uint64)
    padded.reshape(-1)[: len(images)] = images
    tables = np.zeros((8, 256), np.uint64)
    for bit in range(8):  # sets with that bit and none above it are those without it, and its image
        tables[:, 1 << bit : 2 << bit] = tables[:, : 1 << bit] | padded[:, bit, None]
    return tables


def translated(tables: Bits, sets: Bits, rows: npt.NDArray[np.signedinteger[Any]] | None = None) -> Bits:
    """Return the image of each set: the union of the sets that its members map to.

    Args:
        tables: Tables from `translation`; with `rows`, several of them in shape (maps, 8, 256).
        sets: The sets to map.
        rows: Index of the map that each set uses; None if there is only one map.
    """
    eights = np.ascontiguousarray(sets).astype("<u8", copy=False).view(np.uint8).reshape(*sets.shape, 8)
    # Table i of 256 entries begins at 256 * i in the flat array; little-endian bytes, so byte i holds positions 8i
    # on.
    entries = eights + np.arange(0, 2048, 256)
    if rows is not None:
        entries += 2048 * rows[:, None]
    return np.asarray(np.bitwise_or.reduce(tables.take(entries), axis=-1))
