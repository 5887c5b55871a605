"""What comes of a hazard from a side, looked up by wreck and dice sum, before any captain decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.trucker.ship.bitboard import Bits, position
from analyzer.trucker.ship.component import Side
from analyzer.trucker.ship.hull import ROLLS, Hull
from analyzer.trucker.wrecks.wrecks import SQUARES, Wrecks

SUMS = 16
"""Entries of a wreck: the fate at dice sum s stands at w * SUMS + s."""
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


Hazard = Callable[[Hull, Bits, Side, npt.NDArray[np.intp]], Meeting]
"""The rule of a hazard, for a hull, what is left of it (wrecks, 1), the side it comes from, and dice sums."""


def fates(wrecks: Wrecks, hazard: Hazard, side: Side) -> npt.NDArray[np.uint8]:
    """What that hazard from that side comes to."""

    def work_out(hull: Hull, left: Bits) -> npt.NDArray[np.uint8]:
        sums = np.arange(2, ROLLS)
        met = hazard(hull, left[:, None], side, sums)
        fate = np.where(met.harmless, HARMLESS, np.where(met.with_a_charge != 0, SAVABLE, HELPLESS))
        table = np.zeros((left.size, SUMS), np.uint8)
        table[:, sums] = np.where(met.first == 0, PAST, fate + position(met.first) % SQUARES)
        return table

    return wrecks.table(work_out, key=(hazard, side))
