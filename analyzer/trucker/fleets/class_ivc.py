"""Class IVC as a class of ships, with its notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from analyzer.answers.metrics import Metrics
from analyzer.answers.note import Note, warning
from analyzer.trucker.cards.cards_in_words import other_figures
from analyzer.trucker.cards.route import Route, home_level
from analyzer.trucker.convoy.launching import Flown
from analyzer.trucker.convoy.state import Insured
from analyzer.trucker.edition import Card
from analyzer.trucker.fleets.borders import JOININGS, layout_of
from analyzer.trucker.fleets.facts import can_start, fleets_on, homeless, mostly_breaks_off, unfit_build
from analyzer.trucker.flight.settlement import NO_CAP
from analyzer.trucker.metrics import fleet_metrics
from analyzer.trucker.sayings.phrases import printed_level
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship_class import ShipClass
from analyzer.trucker.wrecks.wrecks import Numbers

INSURANCE = "insurance"
"""Tag of the notes on insurance."""
MOST_FLEETS = 3
"""Largest number of truckers who can build fleets from the components of one box."""
TOO_MANY = (
    f"More than {MOST_FLEETS} truckers fly. Ships of class IV take many components, and by the rules at most "
    f"{MOST_FLEETS} truckers build them from one box."
)


DEFENCE = "Captains do not defend less because they are insured."


FLEETS_AT_ONCE = 1 << 17
"""Largest number of fleets flown in one block.

It is smaller than for ordinary ships because each fleet has several ships with wrecks of their own
(docs/performance.md).
"""


class ClassIVC(ShipClass):
    """Class IVC: builds of four quarters, which fly as fleets."""

    def stays_away(self, ship: Layout, route: Route) -> str:
        """Return the reason why an ordinary ship cannot fly on a route of fleets; "" for a build."""
        if ship.is_build:
            return ""
        return (
            f"{ship.name}: is an ordinary ship on board {ship.board.title}, and only fleets fly level "
            f"{route.level_name}: fly it at level {home_level(ship)}, or name a build on board "
            f"{route.edition}-{route.level.board}"
        )

    def unfit(self, ship: Layout, route: Route, cure: str = "") -> list[str]:
        """Return the reasons why a build cannot be launched, over all fleets that the dice may make of it."""
        return unfit_build(ship, route, cure)

    def metrics(self, route: Route) -> Metrics:
        """Return the metrics of fleets, which are counted for each way of joining the quarters by itself."""
        return fleet_metrics(tuple(route.outcomes.items()))

    def most_at_once(self, ships: int) -> int:
        """Return the largest number of flights held in memory at once, which is smaller than for ordinary ships."""
        return FLEETS_AT_ONCE // ships

    def hulls(self, ship: Layout, route: Route) -> Flown:
        """Return the hulls of all fleets that the dice may make of the build."""
        return tuple(one.hull for one in fleets_on(ship, route))

    def which(self, route: Route, seed: int, first: int, flights: int) -> Numbers | None:
        """Return the number of the fleet that the dice make of a build in each flight. Shape (flights,).

        Fleets are numbered from 0 in the order of `route.outcomes`.
        """
        place = np.full(len(JOININGS), -1)
        place[[JOININGS.index(way) for way in route.outcomes]] = np.arange(len(route.outcomes))
        return np.asarray(place.take(route.joinings(seed, first, flights)))

    def insured(self, ships: Sequence[Layout], route: Route, premiums: Sequence[Sequence[int]]) -> list[Insured]:
        """Return each ship's insurance: its premium, and the most that its trucker then pays for losses, in credits.

        For a ship with advised premiums, both are arrays with a number for each way of joining, in the order of
        JOININGS.

        Args:
            ships: The ships.
            route: The route, with the table of insurance.
            premiums: For each of the first ships, its advised premiums, one for each of the JOININGS. The other ships
                pay the premium in their ship file.
        """
        most = {premium: NO_CAP if cap is None else cap for premium, cap in route.fleet_tables.insurance.items()}
        by_way: list[Insured] = [(np.array(row), np.array([most[one] for one in row])) for row in premiums]
        return [*by_way, *((ship.insurance, most[ship.insurance]) for ship in ships[len(by_way) :])]

    def notes(
        self, ships: Sequence[Layout], names: Sequence[str], route: Route, premiums: Sequence[Sequence[int]]
    ) -> list[str]:
        """Return notes on too many fleets for one box, on aliens without life support, and on insurance.

        Args:
            ships: All ships.
            names: Names of the ships that results are about, which come first in `ships`.
            route: The route.
            premiums: For each of the named ships its advised premiums, one for each of the JOININGS; empty without
                advice.
        """
        notes: list[str] = [warning(TOO_MANY)] if len(ships) > MOST_FLEETS else []
        notes += [warning(note) for ship in ships[: len(names)] for note in homeless(ship, route)]
        if premiums:
            layouts = {layout_of(way).replace("_", " "): JOININGS.index(way) for way in route.outcomes}
            paid = ", ".join(
                f"{name} " + ", ".join(f"{row[way]} for {layout}" for layout, way in layouts.items())
                for name, row in zip(names, premiums, strict=True)
            )
            how = f"Insured as advised (the advice comes from other flights of the same fleets): {paid}."
            return [*notes, Note(INSURANCE, f"{how} {DEFENCE}")]
        caps = route.fleet_tables.insurance
        held = [
            f"{name} for {ship.insurance} credits (losses cost at most {caps[ship.insurance]})"
            for name, ship in zip(names, ships, strict=False)
            if ship.insurance
        ]
        if not held:
            return [*notes, Note(INSURANCE, "Flown without insurance.")]
        return [*notes, Note(INSURANCE, f"Insured: {', '.join(held)}. {DEFENCE}")]

    def notes_on_journey(self, ships: Sequence[Layout], route: Route) -> list[str]:
        """Return notes on how premiums are paid in a journey, and on the cards of level IV."""
        held = (
            "Premiums are paid from the credits held before the flight. A trucker who cannot pay flies without "
            "insurance."
        )
        level, cards = route.level.name, printed_level(route.level.number)
        return [
            *[held] * any(ship.insurance for ship in ships),
            f"Level {level} is flown with all cards of level {cards}, shuffled again with those used before.",
        ]

    def as_revealed(self, card: Card, route: Route) -> list[str]:
        """Return sentences on the changes that level IV makes to a card: its printed numbers, and better goods."""
        figures = other_figures(route.printed(card), card)
        step = "level IV: when loading, one cube may be a colour better, or one more blue cube is taken"
        return [f"as printed: {figures}"] * bool(figures) + [step] * bool(card.goods_step)

    def caveats(self, route: Route) -> tuple[str, ...]:
        """Return sentences on uncertain entries in the tables of class IVC, such as board and dice."""
        return route.fleet_tables.caveats()

    def settings(self, ship: Layout, route: Route) -> dict[str, Any]:
        """Return the settings shown with a table of results: ways in which the quarters may join, and the premium."""
        return {"joined": " ".join(route.joined) or "rolled", "insurance": ship.insurance}

    def chances(self, route: Route) -> list[float]:
        """Return the chance of each fleet that the dice may make, in the order of `route.outcomes`."""
        ways = route.outcomes.values()
        return [many / sum(ways) for many in ways]

    def breaks_off(self, ship: Layout, route: Route) -> dict[int, int]:
        """Return, by position of a component, the mask of squares that are lost if this component is lost.

        A square counts if it is lost in more than half of the throws of the dice that join the quarters.
        """
        return mostly_breaks_off(ship, route)

    def left_without(self, ship: Layout, route: Route) -> dict[int, Layout | None]:
        """Return, for each component, the build without this component. Keys are indices in `ship.hull.squares`.

        A build is None if nothing is left of it, or if some throw of the dice makes a fleet in which no ship can start.
        """
        builds = {position: ship.without([ship.hull.squares[position]]) for position in ship.hull.breaks_off}
        return {
            position: build if build.components and can_start(build, route) else None
            for position, build in builds.items()
        }


ORDINARY, CLASS_IVC = ShipClass(), ClassIVC()


def class_of(route: Route) -> ShipClass:
    """Return the class of the ships that fly on a route."""
    return CLASS_IVC if route.of_fleets else ORDINARY


def unfit(ship: Layout, route: Route, cure: str = "") -> list[str]:
    """Return the reasons why a ship cannot be launched on a route; empty if it can.

    Args:
        ship: The ship.
        route: The route.
        cure: A second cure of flaws in words, e.g. `, or fly it with --repair`; "" for none.
    """
    ship_class = class_of(route)
    stays_away = _other_edition(ship, route) or ship_class.stays_away(ship, route)
    return [stays_away, *ORDINARY.unfit(ship, route, cure)] if stays_away else ship_class.unfit(ship, route, cure)


def _other_edition(ship: Layout, route: Route) -> str:
    """Return the reason why a ship of another edition cannot fly on the route; "" for a ship of the same edition."""
    if ship.board.edition == route.edition:
        return ""
    return (
        f"{ship.name}: is a ship of the {ship.board.edition} edition, the flight is one of the {route.edition} "
        "edition, and editions do not mix: choose ships of one edition"
    )
