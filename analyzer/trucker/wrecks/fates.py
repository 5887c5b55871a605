"""What comes of a hazard from a side, looked up by wreck and dice sum, before any captain decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.trucker.ship.bitboard import Bits, position
from analyzer.trucker.ship.component import SIDES, Side
from analyzer.trucker.ship.hull import MOST_SHIPS, ROLLS
from analyzer.trucker.ship.stacked import AnyHull, Stacked
from analyzer.trucker.wrecks.wrecks import SQUARES, Wrecks

SUMS = 16
"""Entries by dice sum in a row of fates."""
PAST, HARMLESS, HELPLESS, SAVABLE = range(0, 4 * SQUARES, SQUARES)
"""It flies past; comes to nothing; hits whatever the captain does; hits unless he spends a charge.

To all but the first the position of the component in its way is added.
"""


@dataclass(frozen=True)
class Meeting:
    """What is in the way of a hazard by wreck and dice sum: the component, and what helps it.

    `first` is empty where it flies past; `harmless`: whether nothing happens to it; `with_a_charge`: the components
    that help if they get a charge.
    """

    first: Bits
    harmless: npt.NDArray[np.bool_] | np.bool_
    with_a_charge: Bits | np.uint64


Sides = Side | npt.NDArray[np.intp]
Hazard = Callable[[AnyHull, Bits, Sides, npt.NDArray[np.intp]], Meeting]
"""The rule of a hazard: for hulls and what is left of them (wrecks, 1, 1), by side and dice sum."""


def fates(wrecks: Wrecks, small: Hazard, large: Hazard) -> npt.NDArray[np.uint8]:
    """What comes of small and large hazards of a sort: rows of (nothing, small by side, large by side) by dice sum."""

    def fate(hull: Stacked, met: Meeting) -> npt.NDArray[np.generic]:
        fate = np.where(met.harmless, HARMLESS, np.where(met.with_a_charge != 0, SAVABLE, HELPLESS))
        return np.where(met.first == 0, PAST, fate + position(met.first) % SQUARES)

    return _by_sum(wrecks, small, large, fate)


def helping_ships(wrecks: Wrecks, small: Hazard, large: Hazard) -> npt.NDArray[np.uint8]:
    """In the same rows the ships of a fleet that can help with a charge, a bit for each."""

    def helpers(hull: Stacked, met: Meeting) -> npt.NDArray[np.generic]:
        with_a_charge = np.broadcast_to(met.with_a_charge, met.first.shape)
        ships = hull.ships[:, None, None, :]
        bits = 1 << np.arange(MOST_SHIPS)
        helps = ((with_a_charge[..., None] & ships) != 0) @ bits
        return np.where((met.first == 0) | met.harmless, 0, helps)

    return _by_sum(wrecks, small, large, helpers)


def _by_sum(
    wrecks: Wrecks, small: Hazard, large: Hazard, told: Callable[[Stacked, Meeting], npt.NDArray[np.generic]]
) -> npt.NDArray[np.uint8]:
    def work_out(hull: Stacked, left: Bits) -> npt.NDArray[np.uint8]:
        sums, sides = np.arange(2, ROLLS), np.arange(len(SIDES))
        table = np.zeros((left.size, 1 + 2 * sides.size, SUMS), np.uint8)
        for number, hazard in enumerate((small, large)):
            met = hazard(hull, left[:, None, None], sides[:, None], sums)
            rows = 1 + number * sides.size + sides
            table[:, rows[:, None], sums] = told(hull, met)
        return table

    return wrecks.table(work_out, key=(small, large, told.__name__))
