"""What is known of one flight that is told: its ships, its cards, and what it came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from analyzer.trucker.experiment import Experiment
from analyzer.trucker.fleets.compiled import fleets_on
from analyzer.trucker.fleets.fleet import Fleet
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.story.lines import ASKED, ShipState, ToldCard


@dataclass(frozen=True, repr=False)
class Record:
    """One flight as the first ship of its experiment lived it.

    outcome: the flight's whole numbers by metric, as in the results of many flights; rivals: those of the other ships;
    start: the ship at launch; names: of all ships, the asked one first.
    """

    experiment: Experiment
    flight: int
    names: tuple[str, ...]
    start: ShipState
    cards: tuple[ToldCard, ...]
    outcome: Mapping[str, int]
    rivals: tuple[Mapping[str, int], ...]

    @cached_property
    def fleet(self) -> Fleet | None:
        """The fleet that the dice made of its build on this flight; None for an ordinary ship."""
        which = self.experiment.which_fleet(self.flight, 1)
        return None if which is None else fleets_on(self.ship, self.experiment.route)[int(which[0])]

    @property
    def ship(self) -> Layout:
        """The ship that is asked about."""
        return self.experiment.ships[ASKED]
