"""What an open end is worth: how far it leads, and to which planets (docs/lorry-rulings.md, A captain)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.reach import Reach
from analyzer.lorry.turn.board import LONGEST_WAY

FAR = LONGEST_WAY + 1
Worth = npt.NDArray[np.int32]
_SETS = np.arange(1 << FAR)
LOWEST = np.array([0] + [(int(some) & -int(some)).bit_length() - 1 for some in _SETS[1:]], np.int8)
HIGHEST = np.array([0] + [int(some).bit_length() - 1 for some in _SETS[1:]], np.int8)
AT_LEAST = np.array([(1 << FAR) - (1 << way) for way in range(FAR + 1)], np.uint16)
"""By way the set of all ways from that on."""
NEVER = -(1 << 20)


class Leads:
    """A captain's prices of ends that lead on."""

    def __init__(self, captain: Captain) -> None:
        self.near, self.growth, self.patience = captain.near, captain.growth, captain.patience
        self.too_short = 2 * captain.point
        self.nothing = -captain.near * FAR - self.too_short * captain.patience

    def lead(self, depth: npt.NDArray[np.integer], reached: Reach) -> Worth:
        """(...) The worth of the best of the planets that are reached, on a way of that depth; `nothing` without any.

        Of ways that bring as much as patience asks for, the shortest is best; of shorter ones the longest, unless a
        box nearer is worth more than the patience lost. A deeper way is never worth less.
        """
        depth = depth.astype(np.int32)
        missing = np.maximum(self.patience - depth, 0)
        enough = reached & AT_LEAST.take(np.minimum(missing, FAR))
        scant = reached ^ enough
        best = HIGHEST if self.too_short >= self.near else LOWEST
        full = np.where(enough != 0, -self.near * LOWEST.take(enough).astype(np.int32), NEVER)
        way = best.take(scant).astype(np.int32)
        short = -self.near * way - self.too_short * (missing - way)
        worth = np.maximum(full, np.where(scant != 0, short, NEVER)) + self.growth * depth
        return np.asarray(np.where(reached != 0, worth, self.nothing))
