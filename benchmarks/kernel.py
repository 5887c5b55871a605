"""A scalar compiled kernel of a meteor swarm: the yardstick of what the processor can do with the same dice.

One ship, one flight after the other, plain loops, compiled with numba. It does the whole job of the engine on a swarm:
dice from the same words, hits, shields, cannons, charges, breaking apart with the captain's choice of piece, crew lost.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.edition import Card
from analyzer.trucker.ship.bitboard import partners, positions
from analyzer.trucker.ship.hull import Hull

FRACTION = np.uint64((1 << 58) - 1)
PAIRS_OF_BITS, FOURS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
EIGHTS, BYTES = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
POSITIONS = np.zeros(64, np.int64)
for _position in range(64):
    POSITIONS[(1 << _position) * int(DE_BRUIJN) % (1 << 64) >> 58] = _position


class SwarmTables(NamedTuple):
    """The ship and the card as plain arrays."""

    sides: Any
    large: Any
    lines: Any
    reach: Any
    connectors: Any
    singles: Any
    doubles: Any
    shields: Any
    neighbours: Any
    humans_on: Any
    charges_on: Any
    squares: Any
    prices: Any


def tables(hull: Hull, captain: Captain, card: Card) -> SwarmTables:
    squares = np.arange(len(hull.squares))
    tokens = hull.tokens
    ones = np.uint64(1) << squares.astype(np.uint64)
    return SwarmTables(
        sides=np.array([hit.side for hit in card.hits], np.int64),
        large=np.array([hit.large for hit in card.hits]),
        lines=hull.lines,
        reach=hull.reach,
        connectors=hull.connectors,
        singles=hull.single_cannons,
        doubles=hull.double_cannons,
        shields=hull.shields,
        neighbours=partners(ones, hull.joins),
        humans_on=tokens.humans.left(ones) & tokens.humans.full,
        charges_on=tokens.charges.left(ones) & tokens.charges.full,
        squares=np.array([len(positions(int(hull.whole[0])))]),
        prices=np.array([captain.component, captain.human, captain.battery], np.int64),
    )


@njit(cache=False)
def popcount(x: Any) -> Any:
    """Counting in parallel; https://www.chessprogramming.org/Population_Count#SWAR-Popcount."""
    x = x - ((x >> np.uint64(1)) & PAIRS_OF_BITS)
    x = (x & FOURS) + ((x >> np.uint64(2)) & FOURS)
    x = (x + (x >> np.uint64(4))) & EIGHTS
    return np.int64((x * BYTES) >> np.uint64(56))


@njit(cache=False)
def position_of(single: Any) -> Any:
    """The position of a single bit; https://www.chessprogramming.org/BitScan#De_Bruijn_Multiplication."""
    return POSITIONS[(single * DE_BRUIJN) >> np.uint64(58)]


@njit(cache=False)
def highest(x: Any) -> Any:
    for shift in (1, 2, 4, 8, 16, 32):
        x |= x >> np.uint64(shift)
    return x ^ (x >> np.uint64(1))


@njit(cache=False)
def fill(seed: Any, within: Any, neighbours: Any) -> Any:
    filled, edge = seed, seed
    while edge:
        low = edge & (~edge + np.uint64(1))
        edge ^= low
        new = neighbours[position_of(low)] & within & ~filled
        filled |= new
        edge |= new
    return filled


@njit(cache=False)
def tokens_on(piece: Any, by_square: Any) -> Any:
    found = np.uint64(0)
    while piece:
        low = piece & (~piece + np.uint64(1))
        piece ^= low
        found |= by_square[position_of(low)]
    return found


@njit(cache=False)
def best_piece(alive: Any, crew: Any, charge: Any, t: Any) -> Any:
    best, kept, rest = np.int64(-1), np.uint64(0), alive
    while rest:
        piece = fill(rest & (~rest + np.uint64(1)), rest, t.neighbours)
        rest &= ~piece
        if not rest and best < 0:
            return piece
        humans = popcount(crew & tokens_on(piece, t.humans_on))
        worth = t.prices[0] * popcount(piece) + t.prices[1] * humans
        worth += t.prices[2] * popcount(charge & tokens_on(piece, t.charges_on))
        if humans:
            worth += np.int64(1) << np.int64(40)
        if worth > best:
            best, kept = worth, piece
    return kept


@njit(cache=False)
def swarms(words: Any, alive: Any, crew: Any, charge: Any, t: Any) -> None:
    """Fly every ship through the swarm; the arrays (flights) are changed in place."""
    for flight in range(words.size):
        fraction = words[flight] >> np.uint64(6)
        for hit in range(t.sides.size):
            fraction *= np.uint64(36)
            pair = np.int64(fraction >> np.uint64(58))
            fraction &= FRACTION
            roll = 2 + pair // 6 + pair % 6
            side = t.sides[hit]
            line = alive[flight] & t.lines[side, roll]
            if not line:
                continue
            first = line & (~line + np.uint64(1)) if side in (0, 3) else highest(line)
            if t.large[hit]:
                guns = alive[flight] & t.reach[side, roll]
                if guns & t.singles[side]:
                    continue
                defence = guns & t.doubles[side]
            else:
                if not first & t.connectors[side]:
                    continue
                defence = alive[flight] & t.shields[side]
            if defence and charge[flight] and t.prices[0] > t.prices[2]:
                charge[flight] &= charge[flight] - np.uint64(1)
                continue
            left = alive[flight] & ~first
            near = t.neighbours[position_of(first)] & left
            if near & (near - np.uint64(1)):
                left = best_piece(left, crew[flight], charge[flight], t)
            gone = alive[flight] & ~left
            alive[flight] = left
            crew[flight] &= ~tokens_on(gone, t.humans_on)
            charge[flight] &= ~tokens_on(gone, t.charges_on)
