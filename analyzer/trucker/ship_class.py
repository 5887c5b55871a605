"""What differs by class of ships before and after a flight: here of classes I to III, whose ships fly as they are.

`fleets/class_ivc.py` says in what class IVC differs, and which of the two flies on a route.
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
    """Ships that are built as they fly."""

    def stays_away(self, ship: Layout, route: Route) -> str:
        """Why a ship of the right edition is not of this class; "" if it is."""
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
        """What is wrong with the ship itself; [] if it can be launched."""
        flawed = ship.flawed()
        if flawed:
            return [f"{flawed}, or fly it with {named_setting('repair', True)}"]
        if not ship.hull.tokens.humans.full:
            return [f"{ship.name}: no humans at launch: a ship needs a cabin with two humans"]
        return []

    def metrics(self, route: Route) -> Metrics:
        """The metrics of a flight."""
        return METRICS

    def most_at_once(self, ships: int) -> int:
        """The most flights of so many ships that are held in memory at once."""
        return BLOCK

    def hulls(self, ship: Layout, route: Route) -> Flown:
        """What flies for a ship file."""
        return ship.hull

    def which(self, route: Route, seed: int, first: int, flights: int) -> Numbers | None:
        """(flights) Which of several hulls flies; None where there is only one."""
        return None

    def insured(self, ships: Sequence[Layout], route: Route, premiums: Sequence[Sequence[int]]) -> list[Insured]:
        """For each ship the premium and the cap it buys; `premiums`: by way, of the first ships, in place of theirs."""
        return []

    def notes(
        self, ships: Sequence[Layout], names: Sequence[str], route: Route, premiums: Sequence[Sequence[int]]
    ) -> list[str]:
        """What a reader of its numbers should know; `names` of the ships, the first ones, that are asked about."""
        return []

    def notes_on_journey(self, ships: Sequence[Layout], route: Route) -> list[str]:
        """What a reader of a journey should know besides."""
        return []

    def as_revealed(self, card: Card, route: Route) -> list[str]:
        """What to say of a card that is revealed with other figures than printed."""
        return []

    def caveats(self, route: Route) -> tuple[str, ...]:
        """What is not known for certain of its tables."""
        return ()

    def settings(self, ship: Layout, route: Route) -> dict[str, Any]:
        """What was set for the ship besides, as columns of a table."""
        return {}

    def chances(self, route: Route) -> list[float]:
        """How likely each of the fleets flies that a build may become; none."""
        return []

    def breaks_off(self, ship: Layout, route: Route) -> dict[int, int]:
        """For each position what is lost with it, itself included."""
        return ship.hull.breaks_off

    def left_without(self, ship: Layout, route: Route) -> dict[int, Layout | None]:
        """By position of a component that is missing the ship that is left, None if no human is aboard it."""
        return {position: _left(ship, off) for position, off in ship.hull.breaks_off.items()}


def _left(ship: Layout, lost: int) -> Layout | None:
    """The ship without those squares, None if no human is left."""
    if lost == int(ship.hull.whole[0]):
        return None
    left = ship.without(ship.hull.squares_of(lost))
    return left if int(left.hull.tokens.humans.full) else None
