"""Rules for classes of ships that apply before and after a flight, here for classes I to III.

`fleets/class_ivc.py` has those of class IVC, and finds the class of a route.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.answers.metrics import Metrics
from analyzer.errors import named_setting
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
        """Return why a ship cannot fly a route because it is of another class; "" if it can."""
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

    def unfit(self, ship: Layout, route: Route) -> list[str]:
        """Return what is wrong with the ship itself; empty if it can be launched."""
        flawed = ship.flawed()
        if flawed:
            return [f"{flawed}, or fly it with {named_setting('repair', True)}"]
        if not ship.hull.tokens.humans.full:
            return [f"{ship.name}: no humans at launch: a ship needs a cabin with two humans"]
        return []

    def metrics(self, route: Route) -> Metrics:
        """Return the metrics of a flight."""
        return METRICS

    def most_at_once(self, ships: int) -> int:
        """Return the most flights that are held in memory at once, for that many ships."""
        return BLOCK

    def hulls(self, ship: Layout, route: Route) -> Flown:
        """Return the hull of a ship file, or the hulls of all fleets that a build may become."""
        return ship.hull

    def which(self, route: Route, seed: int, first: int, flights: int) -> Numbers | None:
        """Return the index of the hull that flies in each flight, shape (flights,); None if there is only one hull."""
        return None

    def insured(self, ships: Sequence[Layout], route: Route, premiums: Sequence[Sequence[int]]) -> list[Insured]:
        """Return the premium and the cap that it buys, for each ship; empty if ships cannot be insured.

        Args:
            ships: The ships.
            route: The route.
            premiums: Premiums of the first ships, by way in which quarters join, in place of the ships' own.
        """
        return []

    def notes(
        self, ships: Sequence[Layout], names: Sequence[str], route: Route, premiums: Sequence[Sequence[int]]
    ) -> list[str]:
        """Return notes for readers of its results.

        Args:
            ships: All ships.
            names: Names of the first ships, which are asked about.
            route: The route.
            premiums: Premiums of the first ships, by way in which quarters join.
        """
        return []

    def notes_on_journey(self, ships: Sequence[Layout], route: Route) -> list[str]:
        """Return further notes for readers of a journey."""
        return []

    def as_revealed(self, card: Card, route: Route) -> list[str]:
        """Return sentences on how a revealed card's numbers differ from the printed ones."""
        return []

    def caveats(self, route: Route) -> tuple[str, ...]:
        """Return what is not known for certain about the tables of this class."""
        return ()

    def settings(self, ship: Layout, route: Route) -> dict[str, Any]:
        """Return further settings of the ship, as columns of a table."""
        return {}

    def chances(self, route: Route) -> list[float]:
        """Return the chance of each fleet that a build may become; empty if there are no fleets."""
        return []

    def breaks_off(self, ship: Layout, route: Route) -> dict[int, int]:
        """Return, by position, the mask of squares that are lost if its component is destroyed, itself included."""
        return ship.hull.breaks_off

    def left_without(self, ship: Layout, route: Route) -> dict[int, Layout | None]:
        """Return the ship that is left without the component at each position; None if no human is left aboard."""
        return {position: _left(ship, off) for position, off in ship.hull.breaks_off.items()}


def _left(ship: Layout, lost: int) -> Layout | None:
    """Return the ship without those squares; None if no human is left."""
    if lost == int(ship.hull.whole[0]):
        return None
    left = ship.without(ship.hull.squares_of(lost))
    return left if int(left.hull.tokens.humans.full) else None
