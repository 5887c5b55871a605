"""Where cubes are stowed: always the same so many of them in what is left of a ship, looked up by wreck."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.ship.bitboard import Bits, highest
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.wrecks.facts import containers


def places_of_red(hull: Hull, left: Bits, most: int) -> Bits:
    """(wrecks, most + 1) Where so many red cubes lie: the special containers that are safest."""
    return one_more_each(containers(hull, left) & hull.tokens.special, most)


def places_of_others(hull: Hull, left: Bits, red: int, most: int) -> Bits:
    """(wrecks, red + 1, most + 1) Where so many other cubes lie beside so many red ones: what is safest of the rest."""
    free = containers(hull, left)[:, None] & ~places_of_red(hull, left, red)
    return one_more_each(free, most)


def one_more_each(sets: Bits, most: int) -> Bits:
    """(..., most + 1) Of each set the none, one, two ... highest; all where it has no more."""
    found = np.zeros((*sets.shape, most + 1), np.uint64)
    for number in range(1, most + 1):
        before = found[..., number - 1]
        found[..., number] = before | highest(sets & ~before)
    return found
