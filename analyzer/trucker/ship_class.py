"""Rules for classes of ships that apply before and after a flight, here for classes I to III.

`fleets/class_ivc.py` has the rules of class IVC, and determines the class of a route.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.answers.metrics import Metrics
from analyzer.montecarlo.blocks import BLOCK
from analyzer.trucker.cards.route import Route, home_level
from analyzer.trucker.convoy.launching import Flown
from analyzer.trucker.convoy.state import Insured
from analyzer.trucker.edition import Card
from analyzer.trucker.metrics import METRICS
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.wrecks.wrecks import Numbers


class ShipClass:
    """Rules for classes I to III, whose ships fly as they are built; class IVC has a subclass."""

    def stays_away(self, ship: Layout, route: Route) -> str:
        """Return the reason why a ship cannot fly the route, because its class or board is another; "" if it can."""
        if ship.is_build:
            return (
                f"{ship.name}: is a build of class IVC, and its fleets fly at level {home_level(ship)} alone, not at "
                f"level {route.level_name}: leave the level out, or choose another ship"
            )
        if (ship.board.edition, ship.board.name) != (route.edition, route.level.board):
            return (
                f"{ship.name}: is built on board {ship.board.title}, but level {route.level_name} is flown with board "
                f"{route.edition}-{route.level.board}: fly it at level {home_level(ship)}, or choose another ship"
            )
        return ""

    def unfit(self, ship: Layout, route: Route, cure: str = "") -> list[str]:
        """Return the reasons why a ship cannot be launched; empty if it can.

        Args:
            ship: The ship.
            route: The route.
            cure: A second cure of flaws in words, e.g. `, or fly it with --repair`; "" for none.
        """
        flawed = ship.flawed()
        if flawed:
            return [f"{flawed}{cure}"]
        if not ship.hull.tokens.humans.full:
            return [f"{ship.name}: no humans at launch: a ship needs a cabin with two humans"]
        return []

    def metrics(self, route: Route) -> Metrics:
        """Return the metrics of a flight for ships of this class."""
        return METRICS

    def most_at_once(self, ships: int) -> int:
        """Return the largest number of flights of `ships` ships that are held in memory at once."""
        return BLOCK

    def hulls(self, ship: Layout, route: Route) -> Flown:
        """Return the hull of an ordinary ship, or the hulls of all fleets that a build may become."""
        return ship.hull

    def which(self, route: Route, seed: int, first: int, flights: int) -> Numbers | None:
        """Return the index of the hull that flies in each flight, shape (flights,); None if there is only one hull."""
        return None

    def insured(self, ships: Sequence[Layout], route: Route, premiums: Sequence[Sequence[int]]) -> list[Insured]:
        """Return each ship's premium, and the most that its owner then pays for lost components, in credits.

        Only fleets are insured, so classes I to III return [].

        Args:
            ships: The ships.
            route: The route.
            premiums: For each of the first ships, a premium for each way in which the quarters of the build may join.
                These replace the premium in the ship file.
        """
        return []

    def notes(
        self, ships: Sequence[Layout], names: Sequence[str], route: Route, premiums: Sequence[Sequence[int]]
    ) -> list[str]:
        """Return notes on this class of ships for readers of results.

        Args:
            ships: All ships.
            names: Names of the ships that results are about, which come first in `ships`.
            route: The route.
            premiums: For each of these ships, the premium for each way of joining the quarters.
        """
        return []

    def notes_on_journey(self, ships: Sequence[Layout], route: Route) -> list[str]:
        """Return notes on this class of ships that only readers of a journey's results need."""
        return []

    def as_revealed(self, card: Card, route: Route) -> list[str]:
        """Return sentences on how a revealed card's numbers differ from the printed ones."""
        return []

    def caveats(self, route: Route) -> tuple[str, ...]:
        """Return sentences on uncertain values in the tables of this class."""
        return ()

    def settings(self, ship: Layout, route: Route) -> dict[str, Any]:
        """Return settings that only ships of this class have, as columns of a table of results."""
        return {}

    def chances(self, route: Route) -> list[float]:
        """Return the chance of each fleet that a build may become; empty if there are no fleets."""
        return []

    def breaks_off(self, ship: Layout, route: Route) -> dict[int, int]:
        """Return the mask of squares that are lost if the component at a position is destroyed, by position.

        The mask includes the component itself.
        """
        return ship.hull.breaks_off

    def left_without(self, ship: Layout, route: Route) -> dict[int, Layout | None]:
        """Return what remains of the ship if the component at a position is destroyed, by position.

        The components that break off are gone too. The value is None if no human is left aboard.
        """
        return {position: _left(ship, off) for position, off in ship.hull.breaks_off.items()}


def _left(ship: Layout, lost: int) -> Layout | None:
    """Return the ship without the squares in a mask; None if no human is left."""
    if lost == int(ship.hull.occupied[0]):
        return None
    left = ship.without(ship.hull.squares_of(lost))
    return left if int(left.hull.tokens.humans.full) else None
