"""A captain compiled: everything that depends on their prices alone, worked out once for a run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import Captain
from analyzer.starship.switches import Switches
from analyzer.starship.tables import SCIENCE, STORED, adventures, costs

ASTRO = 10
"""Prices are tenths of an Astro."""
NO_ADVENTURE = len(adventures())
"""In place of an adventure, for none."""


@dataclass(frozen=True)
class Judge:
    """A captain under some switches."""

    captain: Captain
    switches: Switches

    @property
    def wanted(self) -> int:
        """The value of a unit that is missing."""
        return self.captain.good_wanted

    @property
    def spare(self) -> int:
        """The value of one that is not."""
        return self.captain.good_spare

    def values(self, kind: int) -> tuple[int, int]:
        """Both values of a good or of science."""
        if kind == SCIENCE:
            return self.captain.science, min(self.captain.science, self.captain.good_spare)
        return self.captain.good_wanted, self.captain.good_spare

    @cached_property
    def unit_values(self) -> npt.NDArray[np.int16]:
        """(2, STORED, 1) The values of a unit that is missing, and of one that is not."""
        return np.array([self.values(kind) for kind in range(len(STORED))], np.int16).T[..., None]

    @cached_property
    def gains(self) -> tuple[int, ...]:
        """What each adventure is worth, its price taken off."""
        captain = self.captain
        return tuple(
            captain.medal * one.medals
            + captain.point * one.points
            + ASTRO * (one.astro - one.astro_paid)
            + captain.good_wanted * (one.goods - sum(one.pay[:SCIENCE]))
            - captain.science * one.pay[SCIENCE]
            for one in adventures()
        )

    @cached_property
    def dearest(self) -> npt.NDArray[np.int8]:
        """By set of adventures that of the largest gain, ties by order."""
        table = np.full(1 << len(adventures()), NO_ADVENTURE, np.int8)
        sets = np.arange(1 << len(adventures()))
        for number in sorted(range(len(adventures())), key=lambda number: (self.gains[number], -number)):
            table[sets >> number & 1 == 1] = number
        return table

    @cached_property
    def gain_of(self) -> npt.NDArray[np.int32]:
        """The gain of each adventure, and last that of NO_ADVENTURE."""
        return np.array([*self.gains, -(1 << 20)], np.int32)

    @cached_property
    def asked_for(self) -> npt.NDArray[np.int8]:
        """(goods, sets of adventures) How many of each good those of a set ask for that are worth their price."""
        table = np.zeros((SCIENCE, 1 << len(adventures())), np.int8)
        sets = np.arange(1 << len(adventures()))
        for number, (one, gain) in enumerate(zip(adventures(), self.gains, strict=True)):
            if gain > 0:
                table += ((sets >> number & 1) * np.array(one.pay[:SCIENCE])[:, None]).astype(np.int8)
        return table

    @cached_property
    def builds(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The builds the captain wants at all with their costs, the most wanted first."""
        return tuple((build, costs()[build]) for build in self.captain.order_of_builds)

    def best_adventure(self, allowed: npt.NDArray[np.uint16]) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]:
        """(rows,) The most valuable adventure of each set, ties by order, and its gain; NO_ADVENTURE of empty ones."""
        number = self.dearest[allowed]
        return number, self.gain_of[number]
