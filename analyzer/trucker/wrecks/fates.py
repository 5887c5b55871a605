"""What comes of a hazard from a side, looked up by wreck and dice sum, before any captain decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from analyzer.trucker.ship.bitboard import Bits, position
from analyzer.trucker.ship.component import SIDES, Side
from analyzer.trucker.ship.hull import MOST_SHIPS, ROLLS
from analyzer.trucker.ship.stacked import AskedHull
from analyzer.trucker.wrecks.learnt import Learnt
from analyzer.trucker.wrecks.register import Numbers
from analyzer.trucker.wrecks.wrecks import SQUARES, Wrecks

SUMS = 16
"""Entries by dice sum in a row of fates."""
ROWS = 1 + 2 * len(SIDES)
"""Of each wreck: one for nothing, then small ones by side, then large ones by side."""
PAST = 1
"""It flies past."""
HARMLESS, HELPLESS, SAVABLE = range(SQUARES, 4 * SQUARES, SQUARES)
"""It does nothing; it hits whatever the captain does; it hits unless the captain spends a charge.

To these the position of the component in its way is added, and to the last, above all of these, a bit for each ship of
a fleet whose charge would help (HELPERS).
"""
HELPERS = 8
"""Where the bits of ships begin."""
Fates = npt.NDArray[np.uint16]


@dataclass(frozen=True)
class Meeting:
    """What is in the way of a hazard: the component, and what helps it.

    `first` is empty where it flies past; `harmless`: whether nothing happens to it; `with_a_charge`: the components
    that help if they get a charge.
    """

    first: Bits
    harmless: npt.NDArray[np.bool_] | np.bool_
    with_a_charge: Bits | np.uint64


Sides = Side | npt.NDArray[np.intp]
Hazard = Callable[[AskedHull, Bits, Sides, npt.NDArray[np.intp]], Meeting]
"""The rule of a hazard: for hulls and what is left of them, by side and dice sum."""


def fates(wrecks: Wrecks, small: Hazard, large: Hazard, keys: Numbers) -> Fates:
    """What comes of small and large hazards of a sort; a key is (wreck * ROWS + row) * SUMS + dice sum."""
    learnt = wrecks.learnt.get((small, large))
    if learnt is None:
        row = (np.arange(ROWS)[:, None] * SUMS + np.arange(2, ROLLS)).ravel()
        learnt = Learnt(ROWS * SUMS, np.uint16(0), partial(_fate, wrecks, small, large), row)
        wrecks.learnt[small, large] = learnt
    return learnt(keys, wrecks.room)


def _fate(wrecks: Wrecks, small: Hazard, large: Hazard, keys: Numbers) -> Fates:
    """The entries of those keys, each of its own wreck, side and sum."""
    rows, sums = np.divmod(keys, SUMS)
    wreck, coming = np.divmod(rows, ROWS)
    return worked_out(wrecks, small, large, wreck, coming, sums)


def worked_out(wrecks: Wrecks, small: Hazard, large: Hazard, wreck: Numbers, coming: Numbers, roll: Numbers) -> Fates:
    """What comes of what is coming (convoy/revealed.py) to each wreck, by dice sum, without looking it up."""
    hulls, left = wrecks.hulls_of(wreck), wrecks.left_of(wreck)
    size, side = np.divmod(coming - 1, len(SIDES))
    fate = np.full(roll.size, PAST, np.uint16)
    for number, hazard in enumerate((small, large)):
        here = np.flatnonzero((coming > 0) & (size == number))
        hull = wrecks.stack.each(hulls.take(here))
        fate[here] = _entry(hull, hazard(hull, left.take(here), side.take(here), roll.take(here)))
    return fate


def _entry(hull: AskedHull, met: Meeting) -> npt.NDArray[np.generic]:
    helped = np.where(met.with_a_charge != 0, SAVABLE, HELPLESS)
    for ship in range(MOST_SHIPS):
        helped = helped + (((met.with_a_charge & hull.ships[..., ship]) != 0) << (HELPERS + ship))
    return np.where(met.first == 0, PAST, np.where(met.harmless, HARMLESS, helped) + position(met.first) % SQUARES)
