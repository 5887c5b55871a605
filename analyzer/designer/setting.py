"""In what company, under whom and under which seed a drawn ship flies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.cards.route import home_level
from analyzer.trucker.conditions import plan
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.ship.field import load_field
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

    def rivals(self, ship: Layout) -> list[Layout]:
        """Who flies along."""
        if self.company == "field":
            return load_field(home_level(ship), ship.board.edition)
        return list(self.named) if self.company == "named" else []

    def plan(self, ship: Layout) -> Experiment:
        """The experiment of flying that ship, mended first if it is flawed; raises AnalyzerError where it cannot fly.

        Its numbers are those of `analyzer.fly` with the same rivals, captain, seed and repair.
        """
        return plan([ship], None, self.seed, rivals=self.rivals(ship), captain=self.captain, repair=True)
