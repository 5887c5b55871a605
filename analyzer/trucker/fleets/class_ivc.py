"""Class IVC before and after a flight: builds of which the dice make fleets, insured, with results by layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from analyzer.answers.metrics import Metrics
from analyzer.trucker.cards.route import Route, home_level
from analyzer.trucker.convoy.formation import Insured
from analyzer.trucker.convoy.launching import Flown
from analyzer.trucker.edition import Card
from analyzer.trucker.fleets.borders import WAYS
from analyzer.trucker.fleets.compiled import can_start, fleets_of, mostly_breaks_off, unfit_build
from analyzer.trucker.fleets.notes import harder, notes_on_fleets, notes_on_journey
from analyzer.trucker.flight.settlement import NO_CAP
from analyzer.trucker.metrics import fleet_metrics
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship_class import ShipClass
from analyzer.trucker.wrecks.register import Numbers

FLEETS_AT_ONCE = 1 << 17
"""Fleets in one block: each sees several wrecks that no other sees (docs/performance.md)."""


class ClassIVC(ShipClass):
    """Builds of four quarters."""

    def stays_away(self, ship: Layout, route: Route) -> str:
        """An ordinary ship."""
        if ship.is_build:
            return ""
        return (
            f"{ship.name}: is an ordinary ship on board {ship.board.title}, and level {route.level_name} is flown by "
            f"fleets alone: fly it at level {home_level(ship)}, or name a build on board "
            f"{route.edition}-{route.level.board}"
        )

    def unfit(self, ship: Layout, route: Route) -> list[str]:
        """What is wrong with any fleet that may come of it."""
        return unfit_build(ship, route)

    def metrics(self, route: Route) -> Metrics:
        """Those of fleets, by what the dice joined."""
        return fleet_metrics(tuple(route.outcomes.items()))

    def most_at_once(self, ships: int) -> int:
        """Fewer than of ordinary ships."""
        return FLEETS_AT_ONCE // ships

    def hulls(self, ship: Layout, route: Route) -> Flown:
        """The fleets that the dice may make of a build."""
        return fleets_of(ship, route)

    def which(self, route: Route, seed: int, first: int, flights: int) -> Numbers | None:
        """(flights) Which of them the dice make."""
        place = np.full(len(WAYS), -1)
        place[[WAYS.index(way) for way in route.outcomes]] = np.arange(len(route.outcomes))
        return np.asarray(place.take(route.joinings(seed, first, flights)))

    def insured(self, ships: Sequence[Layout], route: Route, premiums: Sequence[Sequence[int]]) -> list[Insured]:
        """By way where the premium was chosen after the dice had fallen."""
        most = {premium: NO_CAP if cap is None else cap for premium, cap in route.fleet_tables.insurance.items()}
        by_way: list[Insured] = [(np.array(row), np.array([most[one] for one in row])) for row in premiums]
        return [*by_way, *((ship.insurance, most[ship.insurance]) for ship in ships[len(by_way) :])]

    def notes(
        self, ships: Sequence[Layout], names: Sequence[str], route: Route, premiums: Sequence[Sequence[int]]
    ) -> list[str]:
        """How many fleets one box builds, and what is paid for insurance."""
        return notes_on_fleets(ships, names, route, premiums)

    def notes_on_journey(self, ships: Sequence[Layout], route: Route) -> list[str]:
        """From what premiums are paid, and with which cards they fly."""
        return notes_on_journey(ships, route)

    def as_revealed(self, card: Card, route: Route) -> list[str]:
        """Its figures as printed, and the step of goods."""
        return harder(card, route.printed(card))

    def caveats(self, route: Route) -> tuple[str, ...]:
        """What was inferred of the board and the dice."""
        return route.fleet_tables.caveats()

    def settings(self, ship: Layout, route: Route) -> dict[str, Any]:
        """What the dice are fixed to, and the premium."""
        return {"joined": " ".join(route.joined) or "rolled", "insurance": ship.insurance}

    def chances(self, route: Route) -> list[float]:
        """As the dice fall."""
        ways = route.outcomes.values()
        return [many / sum(ways) for many in ways]

    def breaks_off(self, ship: Layout, route: Route) -> dict[int, int]:
        """In most of the ways the dice may fall."""
        return mostly_breaks_off(ship, route)

    def left_without(self, ship: Layout, route: Route) -> dict[int, Layout | None]:
        """The build without that component alone, None if it may become a fleet of which no ship starts."""
        builds = {position: ship.without([ship.hull.squares[position]]) for position in ship.hull.breaks_off}
        return {
            position: build if build.components and can_start(build, route) else None
            for position, build in builds.items()
        }


ORDINARY, CLASS_IVC = ShipClass(), ClassIVC()


def class_of(route: Route) -> ShipClass:
    """The class of the ships that fly on that route."""
    return CLASS_IVC if route.of_fleets else ORDINARY
