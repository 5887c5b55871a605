"""Conditions under which a drawn ship flies: rivals, captain, seed and more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from analyzer.trucker.captains import FILES, Captain, load_captain, refuse_thinkers
from analyzer.trucker.cards.forecast import Forecast
from analyzer.trucker.conditions import ALONE, FIELD, RivalsLike, is_alone, load_rivals, plan
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.world import DEFAULT_CAPTAIN

Company = Literal["field", "alone", "named"]
CAPTAINS = FILES.names
"""The captains that pages offer by name, the default first."""


@dataclass(frozen=True)
class Setting:
    """The conditions of a drawn ship's flights, which stay the same when the ship changes.

    Attributes:
        company: `field` (the reference ships of its board), `alone`, or `named` (the `named` ships).
        captain: The captain.
        seed: The seed of the flights.
        named: The rivals that were named.
        learning: Whether it is the learning flight, with the eight starred cards.
        start: The ship's place in the starting order, from 1; None draws it anew for each flight.
        forecast: The known cards of the piles; None for none.
    """

    company: Company = "field"
    captain: str | Captain = DEFAULT_CAPTAIN
    seed: int = 1
    named: tuple[Layout, ...] = ()
    learning: bool = False
    start: int | None = None
    forecast: Forecast | None = None

    @classmethod
    def against(cls, rivals: RivalsLike, captain: str | Captain = DEFAULT_CAPTAIN, seed: int = 1) -> Setting:
        """Return the setting in which a ship flies against the given rivals.

        Raises:
            AnalyzerError: They are no rivals.
        """
        if rivals == FIELD or is_alone(rivals):
            return cls(FIELD if rivals == FIELD else ALONE, captain, seed)
        return cls("named", captain, seed, tuple(load_rivals(rivals, "")))

    @property
    def thinks(self) -> bool:
        """Whether the captain simulates flights before each decision, which takes seconds for a few flights."""
        return load_captain(self.captain).thinks is not None

    def decided_by_prices(self) -> Setting:
        """Return this setting unchanged, after checking that its captain decides by prices.

        Questions that fly many ships need that.

        Raises:
            AnalyzerError: The captain thinks, so the flights would take hours.
        """
        refuse_thinkers([load_captain(self.captain)])
        return self

    def rivals(self) -> RivalsLike:
        """Return the rivals as `analyzer.fly` takes them."""
        return self.named if self.company == "named" else self.company

    def plan(self, ship: Layout) -> Experiment:
        """Return the experiment that flies a ship under these conditions; a flawed ship is repaired first.

        Its results equal those of `analyzer.fly` with the same rivals, captain, seed, learning, start and forecast, and
        with `repair=True`.

        Raises:
            AnalyzerError: The ship cannot fly.
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
        """Return the number of ships at the start: the given ship and its rivals."""
        return 1 + {"alone": 0, "named": len(self.named), "field": 2 if ship.is_build else 3}[self.company]
