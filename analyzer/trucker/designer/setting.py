"""The setting, the captain and the seed under which a drawn ship flies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from analyzer.trucker.captains import Captain
from analyzer.trucker.cards.forecast import Forecast
from analyzer.trucker.conditions import ALONE, FIELD, RivalsLike, is_alone, load_rivals, plan
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.ship.layout import Layout

Company = Literal["field", "alone", "named"]


@dataclass(frozen=True)
class Setting:
    """What flights of a drawn ship have in common, whatever it looks like.

    company: against the reference ships of its board, alone, or against the `named` ships; learning: the eight starred
    cards; start: the ship's place in the starting order, from 1, drawn anew each flight if None; forecast: the cards
    that are known of the piles.
    """

    company: Company = "field"
    captain: str | Captain = "sensible"
    seed: int = 1
    named: tuple[Layout, ...] = ()
    learning: bool = False
    start: int | None = None
    forecast: Forecast | None = None

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

        Its numbers are those of `analyzer.fly` with the same rivals, captain, seed, learning, start, forecast and
        repair.
        """
        return plan(
            [ship],
            None,
            self.seed,
            rivals=self.rivals(),
            captain=self.captain,
            learning=self.learning,
            start=self.start,
            forecast=self.forecast,
            repair=True,
        )

    def places(self, ship: Layout) -> int:
        """How many ships start: in the field of class IVC two others, elsewhere three."""
        return 1 + {"alone": 0, "named": len(self.named), "field": 2 if ship.is_build else 3}[self.company]
