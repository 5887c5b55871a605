"""Which quarter holds a fleet back: engine strengths on paper, way by way, exactly.

A fleet is as fast as its weakest ship, so engines help only where every ship has them (class IVC: "Muss die
Motorenstärke der Flotte bestimmt werden").
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analyzer.trucker.cards.route import Route
from analyzer.trucker.fleets.borders import QUARTERS, WAYS
from analyzer.trucker.fleets.compiled import fleets_on
from analyzer.trucker.fleets.fleet import Fleet
from analyzer.trucker.ship.layout import Layout


@dataclass(frozen=True)
class WayOnPaper:
    """The engines of one fleet: by ship its quarters, its strength without charges and with all of its own.

    Ships that do not start are left out; `chance` of the way is exact.
    """

    joined: str
    chance: Fraction
    quarters: tuple[tuple[str, ...], ...]
    bare: tuple[int, ...]
    charged: tuple[int, ...]

    @property
    def slowest(self) -> tuple[int, ...]:
        """The numbers of the ships that hold the others back, with all their charges; () where none does."""
        return tuple(
            number for number, strength in enumerate(self.charged) if strength == min(self.charged) != max(self.charged)
        )

    @property
    def lacks(self) -> int:
        """How many engines more each of them takes to be as fast as the next one."""
        faster = [strength for strength in self.charged if strength > min(self.charged)]
        return min(faster) - min(self.charged) if faster else 0

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types."""
        ships = zip(self.quarters, self.bare, self.charged, strict=True)
        each_ship = [{"quarters": list(each), "engines": bare, "with_charges": most} for each, bare, most in ships]
        held = {"slowest": list(self.slowest), "lacks": self.lacks}
        return {"joined": self.joined, "chance": float(self.chance), "ships": each_ship} | held


@dataclass(frozen=True)
class QuarterOnPaper:
    """A quarter: its strength where it flies alone, how often its ship holds the fleet back, and what it then lacks.

    bare, charged: None where no result of the dice leaves it alone, or where it would not start; lacks: the most
    engines that its ship takes in any way to be as fast as the next one; stands: how often it cannot move at all.
    """

    quarter: str
    bare: int | None
    charged: int | None
    alone: Fraction
    holds_back: Fraction
    stands: Fraction
    lacks: int

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types."""
        names = ("alone", "holds_back", "stands")
        facts = {"quarter": self.quarter, "engines": self.bare, "with_charges": self.charged}
        return facts | {name: float(getattr(self, name)) for name in names} | {"lacks": self.lacks}


def ways_on_paper(build: Layout, route: Route) -> tuple[WayOnPaper, ...]:
    """Every fleet that may come."""
    all_ways = sum(route.outcomes.values())
    fleets = zip(fleets_on(build, route), route.outcomes.values(), strict=True)
    each_way = (_way(fleet, Fraction(ways, all_ways)) for fleet, ways in fleets)
    return tuple(sorted(each_way, key=lambda way: WAYS.index(way.joined)))


def quarters_on_paper(ways: tuple[WayOnPaper, ...]) -> tuple[QuarterOnPaper, ...]:
    """What each quarter does to the fleets."""
    return tuple(_quarter(quarter, ways) for quarter in QUARTERS)


def _way(fleet: Fleet, chance: Fraction) -> WayOnPaper:
    flying = fleet.starting
    charges = [fleet.charges_of(number) for number in range(len(fleet.ships))]
    bare, charged = fleet.engine_strengths(), fleet.engine_strengths(charges)
    return WayOnPaper(
        fleet.joined,
        chance,
        tuple(fleet.quarters[number] for number in flying),
        tuple(bare[number] for number in flying),
        tuple(charged[number] for number in flying),
    )


def _quarter(quarter: str, ways: tuple[WayOnPaper, ...]) -> QuarterOnPaper:
    bare: int | None = None
    charged: int | None = None
    alone, holds, stands, lacks = Fraction(0), Fraction(0), Fraction(0), 0
    for way in ways:
        number = next((n for n, quarters in enumerate(way.quarters) if quarter in quarters), None)
        if number is None:
            continue
        if way.quarters[number] == (quarter,):
            bare, charged, alone = way.bare[number], way.charged[number], alone + way.chance
        if number in way.slowest:
            holds, lacks = holds + way.chance, max(lacks, way.lacks)
        if not way.charged[number]:
            stands += way.chance
    return QuarterOnPaper(quarter, bare, charged, alone, holds, stands, lacks)
