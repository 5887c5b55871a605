"""The decisions a player makes, as prices: a rule says what may be chosen, a captain chooses (docs/rulings.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from analyzer.errors import AnalyzerError

CREW_TYPES = ("human", "brown", "purple")
AS_THEY_ARE = ("name", "reserve", "thinks")
"""Fields that are no prices."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """How long a thinker thinks: so many flights are imagined after each option."""

    flights: int = 64


@dataclass(frozen=True, slots=True)
class Captain:
    """A player's prices, in whole hundredths of a credit, but `reserve`, which counts batteries.

    day: a flight day; day_alone: one where no other ship flies, the same if None; human, brown, purple: a crew member;
    battery: a charge; component: a component that a hit would destroy; stay: staying in the flight; dread: what each
    coming card is feared to cost a ship that has lost all its components; reserve: charges held back for defence; ruin:
    running out of humans because crew was sold that coming cards ask for; special: a place in a special container that
    a red cube from a planet takes. Of fleets also ship: a ship of the fleet that
    still flies; doom: what each coming card is feared to cost a fleet by a ship that cannot move. thinks: for a
    thinker, who plays every option on in mind, by these prices; None: by prices alone.
    """

    name: str
    day: int
    human: int
    brown: int
    purple: int
    battery: int
    component: int
    stay: int
    dread: int
    reserve: int
    ruin: int = 0
    day_alone: int | None = None
    ship: int = 0
    doom: int = 0
    special: int = 0
    thinks: Thinking | None = None

    @property
    def lone_day(self) -> int:
        """What a flight day is worth where no other ship flies."""
        return self.day if self.day_alone is None else self.day_alone

    @property
    def crew_order(self) -> tuple[int, ...]:
        """Indices into CREW_TYPES, the cheapest first: who is given up first."""
        return tuple(sorted(range(3), key=lambda i: (self.human, self.brown, self.purple)[i]))

    @property
    def defends(self) -> bool:
        """Whether a charge is spent to save a component."""
        return self.component > self.battery

    def as_prices(self) -> dict[str, Any]:
        """The captain as in a captain file: credits with at most two decimals; what is None is left out."""
        prices = {key: value for key, value in asdict(self).items() if value is not None}
        return {key: value if key in AS_THEY_ARE else value / 100 for key, value in prices.items()}


def refuse_thinkers(captains: Iterable[Captain]) -> None:
    """Raises AnalyzerError for captains who think, where flights do not go from launch on with the dice of a seed."""
    for captain in captains:
        if captain.thinks is not None:
            raise AnalyzerError(
                f"captain {captain.name}: thinks while whole flights are flown, and not here: name a captain who goes "
                "by prices"
            )
