"""What a captain looks at to price the cards that may be met: what is aboard and wanted, what fits and can be paid."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.bargains import PRICES
from analyzer.starship.captains.judge import Judge
from analyzer.starship.captains.values import purse
from analyzer.starship.tables import SCIENCE, start
from analyzer.starship.turn.table import Table, capacity

Numbers = npt.NDArray[np.int16]


@dataclass(frozen=True)
class Holdings:
    """The holdings of the player at turn; arrays are (lanes,) or (STORED, lanes)."""

    table: Table
    judge: Judge

    @cached_property
    def have(self) -> Numbers:
        """(STORED, lanes) What is aboard."""
        return np.asarray(self.table.stored[self.table.me], np.int16)

    @cached_property
    def room(self) -> Numbers:
        """(STORED, lanes) How many more units fit."""
        room = capacity(self.table, self.table.me) - self.have
        room[SCIENCE] = np.int16(start()["lab"]) - self.have[SCIENCE]
        return room

    @cached_property
    def next_units(self) -> Numbers:
        """(STORED, lanes) What one more unit is worth."""
        return self._values(self.have < self.table.want[self.table.me])

    @cached_property
    def last_units(self) -> Numbers:
        """(STORED, lanes) What the last unit is worth."""
        return self._values(self.have <= self.table.want[self.table.me])

    def _values(self, is_wanted: npt.NDArray[np.bool_]) -> Numbers:
        missing, spare = self.judge.unit_values
        return np.asarray(np.where(is_wanted, missing, spare), np.int16)

    @cached_property
    def affordable(self) -> list[Numbers]:
        """How many units can be paid, by price."""
        astro: Numbers = np.asarray(purse(self.table, self.table.me, self.judge), np.int16)
        return [astro // np.int16(price) if price > 1 else astro for price in range(PRICES)]
