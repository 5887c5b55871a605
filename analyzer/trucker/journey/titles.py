"""Titles of the transgalactic trek: a name, what is measured on a finished ship, and whether most or fewest is best.

The six titles of the 2021 edition are printed on a page that was not at hand: those here have names of our own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.errors import AnalyzerError, one_of
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.flight.settlement import Outcome
from analyzer.trucker.ship.bitboard import Bits, Counts, count
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.ship.strength import cannon_halves, engine_strength

SENSES = ("most", "fewest")
MOST_TITLES = 20


@dataclass(frozen=True)
class Title:
    """A title: its name, one of METRICS, and one of SENSES; raises AnalyzerError for any other."""

    name: str
    metric: str
    sense: str = "most"

    def __post_init__(self) -> None:
        faults = []
        if self.metric not in METRICS:
            faults.append(f"title {self.name}: no metric {self.metric!r}: {one_of(self.metric, METRICS)}")
        if self.sense not in SENSES:
            faults.append(f"title {self.name}: sense {self.sense!r}: {one_of(self.sense, SENSES)}")
        if faults:
            raise AnalyzerError(faults)


def _humans(hull: Hull, alive: Bits, crew: Bits, charges: Counts) -> Counts:
    return count(crew & hull.tokens.humans.full)


def _aliens(hull: Hull, alive: Bits, crew: Bits, charges: Counts) -> Counts:
    return count(crew & ~hull.tokens.humans.full)


def _cabins(hull: Hull, alive: Bits, crew: Bits, charges: Counts) -> Counts:
    return count(alive & hull.cabins)


def _components(hull: Hull, alive: Bits, crew: Bits, charges: Counts) -> Counts:
    return count(alive)


def _cannons(hull: Hull, alive: Bits, crew: Bits, charges: Counts) -> Counts:
    return cannon_halves(hull, alive, charges, (crew & hull.tokens.alien[1]) != 0)


def _engines(hull: Hull, alive: Bits, crew: Bits, charges: Counts) -> Counts:
    return engine_strength(hull, alive, charges, (crew & hull.tokens.alien[0]) != 0)


OF_SHIP: dict[str, Callable[[Hull, Bits, Bits, Counts], Counts]] = {
    "humans": _humans,
    "aliens": _aliens,
    "cabins": _cabins,
    "components": _components,
    "cannon_strength": _cannons,
    "engine_strength": _engines,
}
OF_OUTCOME = {
    "crew": "crew",
    "batteries": "batteries",
    "goods": "goods",
    "goods_value": "goods_sold",
    "components_lost": "components_lost",
    "exposed_connectors": "exposed",
    "paid_by_cards": "bounty",
}
METRICS = (*OF_OUTCOME, *OF_SHIP)
"""What can be measured on a ship that arrived; strengths with all doubles that there are charges for."""


def measured(metric: str, convoy: Convoy, outcome: Outcome) -> Counts:
    """(truckers, flights) That metric at the end of a flight, of who arrived; cannon strength in halves."""
    if metric in OF_OUTCOME:
        column: Counts = getattr(outcome, OF_OUTCOME[metric])
        return column
    state = convoy.state
    ships = zip(convoy.hulls, state.alive, state.crew, count(state.charge), strict=True)
    return np.stack([OF_SHIP[metric](*ship) for ship in ships])


def faults_of(names: Sequence[str]) -> list[str]:
    """What is wrong with titles of those names; [] if nothing is."""
    twice = sorted({name for name in names if names.count(name) > 1})
    faults = [f"two titles are called {name!r}: give each a name of its own" for name in twice]
    if not 1 <= len(names) <= MOST_TITLES:
        faults.append(f"{len(names)} titles: give 1 to {MOST_TITLES}")
    return faults
