"""A captain compiled: everything that his prices alone decide, worked out once for a run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import Captain
from analyzer.starship.fights import fight
from analyzer.starship.switches import Switches
from analyzer.starship.tables import SCIENCE, costs
from analyzer.starship.turn.bits import ADVENTURES, ALL_PIRATES, BY_BIT

ASTRO = 10
"""Prices are tenths of an Astro."""
STRONGEST = 6
"""Cannon strength of three cannons of level II."""
NO_MODULE, LEVEL_I, ONLY_II = range(3)
"""What of modules a ship has to lose: nothing, one of level I, or only such of level II."""
NO_ADVENTURE = len(ADVENTURES)
"""Stands for none."""
SOME_CARDS = 3
"""How many cards are taken to be left of a flight when a sector is chosen."""
PAIRS = 36
WINS = np.array([fight(max(edge, 0), max(-edge, 0)).wins for edge in range(-8, 9)], np.int64)
"""Of 36 pairs of dice, by cannon strength less strength of the pirate, from -8 on."""


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
    def gains(self) -> tuple[int, ...]:
        """What each adventure is worth, its price taken off."""
        him = self.captain
        return tuple(
            him.medal * one.medals
            + him.point * one.points
            + ASTRO * (one.astro - one.astro_paid)
            + him.good_wanted * (one.goods - sum(one.pay[:SCIENCE]))
            - him.science * one.pay[SCIENCE]
            for one in ADVENTURES
        )

    @cached_property
    def dearest(self) -> npt.NDArray[np.int8]:
        """By set of adventures that of the largest gain, ties by order."""
        table = np.full(1 << len(ADVENTURES), NO_ADVENTURE, np.int8)
        sets = np.arange(1 << len(ADVENTURES))
        for number in sorted(range(len(ADVENTURES)), key=lambda number: (self.gains[number], -number)):
            table[sets >> number & 1 == 1] = number
        return table

    @cached_property
    def gain_of(self) -> npt.NDArray[np.int32]:
        """The gain of each adventure, and behind them that of NO_ADVENTURE."""
        return np.array([*self.gains, -(1 << 20)], np.int32)

    @cached_property
    def asked_for(self) -> npt.NDArray[np.int8]:
        """(goods, sets of adventures) How many of each good those of a set ask for that are worth their price."""
        table = np.zeros((SCIENCE, 1 << len(ADVENTURES)), np.int8)
        sets = np.arange(1 << len(ADVENTURES))
        for number, (one, gain) in enumerate(zip(ADVENTURES, self.gains, strict=True)):
            if gain > 0:
                table += ((sets >> number & 1) * np.array(one.pay[:SCIENCE])[:, None]).astype(np.int8)
        return table

    @cached_property
    def builds(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The builds he wants at all with their costs, the dearest first."""
        return tuple((build, costs()[build]) for build in self.captain.order_of_builds)

    def best_adventure(self, allowed: npt.NDArray[np.uint16]) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]:
        """(rows,) Of sets of adventures the dearest, ties by order, and its gain; NO_ADVENTURE of empty ones."""
        number = self.dearest[allowed]
        return number, self.gain_of[number]

    def reward(self, demand: int) -> int:
        """What a victory gives besides the medal."""
        return {"good": self.wanted, "astro": ASTRO * demand, "nothing": 0}[self.switches.pirate_reward]

    def part(self, loss: str, has_cannon: bool, modules: int) -> int:
        """What a defeat costs besides the flight."""
        if loss == "cannon":
            return self.captain.cannon if has_cannon else 0
        if loss == "module":
            return (0, self.captain.module_1, self.captain.point)[modules]
        return 0

    @cached_property
    def parts(self) -> npt.NDArray[np.int64]:
        """(pirates, with a cannon, modules) What each pirate takes besides the flight."""
        return np.array(
            [
                [[self.part(BY_BIT[pirate].loss, has, kind) for kind in range(3)] for has in (False, True)]
                for pirate in ALL_PIRATES
            ],
            np.int64,
        )

    @cached_property
    def prizes(self) -> npt.NDArray[np.int64]:
        """(pirates,) What beating each is worth."""
        return np.array([self.captain.medal + self.reward(BY_BIT[pirate].demand) for pirate in ALL_PIRATES], np.int64)

    @cached_property
    def fights(self) -> dict[int, npt.NDArray[np.int16]]:
        """By pirate (bit) what fighting him is worth in a sector not yet flown: (modules, cannon strength)."""
        return {pirate: self._fights(pirate) for pirate in ALL_PIRATES}

    def _fights(self, pirate: int) -> npt.NDArray[np.int16]:
        card = BY_BIT[pirate]
        gain = self.captain.medal + self.reward(card.demand)
        table = np.zeros((3, STRONGEST + 1), np.int16)
        for modules in range(3):
            for cannons in range(STRONGEST + 1):
                lost = SOME_CARDS * self.captain.card + self.part(card.loss, cannons > 0, modules)
                won = fight(cannons, card.strength).wins
                table[modules, cannons] = (won * gain - (PAIRS - won) * lost) // PAIRS
        return table
