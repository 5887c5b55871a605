"""The setting, the captain and the seed under which a drawn ship flies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.conditions import plan
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.rivals import ALONE, FIELD, RivalsLike, is_alone, load_rivals
from analyzer.trucker.ship.layout import Layout

Company = Literal["field", "alone", "named"]


@dataclass(frozen=True)
class Setting:
    """What flights of a drawn ship have in common, whatever it looks like.

    company: against the reference ships of its board, alone, or against the `named` ships.
    """

    company: Company = "field"
    captain: str | Captain = "sensible"
    seed: int = 1
    named: tuple[Layout, ...] = ()

    @classmethod
    def against(cls, rivals: RivalsLike, captain: str | Captain = "sensible", seed: int = 1) -> Setting:
        """The setting with those rivals; raises AnalyzerError for what are none."""
        if rivals == FIELD or is_alone(rivals):
            return cls(FIELD if rivals == FIELD else ALONE, captain, seed)
        return cls("named", captain, seed, tuple(load_rivals(rivals, "")))

    def rivals(self) -> RivalsLike:
        """Who flies along."""
        return self.named if self.company == "named" else self.company

    def plan(self, ship: Layout) -> Experiment:
        """The experiment of flying that ship, mended first if it is flawed; raises AnalyzerError where it cannot fly.

        Its numbers are those of `analyzer.fly` with the same rivals, captain, seed and repair.
        """
        return plan([ship], None, self.seed, rivals=self.rivals(), captain=self.captain, repair=True)
