"""What the Monte Carlo layer sees of this world: "run a block of trials and return named integer columns"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.statistics.tally import Columns
from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.cards.route import Route, home_level
from analyzer.trucker.convoy.convoy import Convoy, launch
from analyzer.trucker.convoy.log import Log
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.flight.settlement import METRICS, Outcome, settle
from analyzer.trucker.ship.bitboard import Counts, count
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.ship.layout import Layout


@dataclass(frozen=True)
class Experiment:
    """Ships with their captains on a route under one seed: it fixes the outcome of every flight.

    `removed`: the squares that repair emptied on each ship before launch; `rivals`: how many ships, the last ones, only
    fly along and are not asked about. Raises AnalyzerError with every reason why these ships cannot be flown there.
    """

    ships: tuple[Layout, ...]
    captains: tuple[Captain, ...]
    route: Route
    seed: int
    removed: tuple[tuple[Square, ...], ...] = ()
    rivals: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "removed", self.removed or ((),) * len(self.ships))
        if self.route.learning:
            object.__setattr__(self, "ships", tuple(ship.without_aliens() for ship in self.ships))
        faults = [fault for ship in self.ships for fault in unfit(ship, self.route)]
        if faults:
            raise AnalyzerError(faults)
        self.route.places(self.seed, 0, 1, len(self.ships))

    def fly(self, first: int, flights: int) -> Outcome:
        """The outcomes of flights `first` to `first + flights - 1`, each (ships, flights)."""
        return self.land([ship.hull for ship in self.ships], first, flights)[1]

    def land(
        self, hulls: Sequence[Hull], first: int, flights: int, log: Log | None = None, places: Counts | None = None
    ) -> tuple[Convoy, Outcome]:
        """The end state of those flights, and what they come to, with these hulls in place of the ships' own.

        Hulls need not be legal: one that was hit may have lost its starting cabin. `log` hears of all that happens;
        `places` (ships, flights) are those in the starting order, as drawn if None.
        """
        if places is None:
            places = self.places(first, flights)
        convoy = self.launched(hulls, places)
        convoy.log = log
        decks = self.route.deal(self.seed, first, flights)
        fly_through(convoy, self.route.rules.cards, decks, self.route.dice(self.seed, first, flights))
        return convoy, settle(convoy, places, [len(squares) for squares in self.removed])

    def places(self, first: int, flights: int) -> Counts:
        """(ships, flights) Places in the starting order, from 0: as the route draws them.

        By the basic rules who has to mend his ship hands in his place, and starts behind all who need not.
        """
        drawn = self.route.places(self.seed, first, flights, len(self.ships))
        if not self.route.basic:
            return drawn
        mended = np.array([bool(squares) for squares in self.removed])
        order = np.lexsort((drawn, np.broadcast_to(mended[:, None], drawn.shape)), axis=0)
        return np.asarray(order.argsort(axis=0))

    def launched(self, hulls: Sequence[Hull], places: Counts) -> Convoy:
        """The convoy of those hulls on the start line; `places` (ships, flights) is the starting order."""
        flights = np.arange(places.shape[1])
        return launch(hulls, self.captains, self.route.level, flights, places, basic=self.route.basic)

    def run_block(self, first: int, trials: int) -> Columns:
        """Columns (ships without rivals, trials) by metric, for the Monte Carlo layer."""
        outcome = self.fly(first, trials)
        return {metric: getattr(outcome, metric)[: self.asked] for metric in METRICS}

    @property
    def asked(self) -> int:
        """How many ships the experiment is about."""
        return len(self.ships) - self.rivals


def unfit(ship: Layout, route: Route) -> list[str]:
    """Why a ship cannot be launched on that route; [] if it can."""
    faults = []
    board = route.level.board
    if ship.board.edition != route.edition:
        faults.append(
            f"{ship.name}: is a ship of the {ship.board.edition} edition, the flight is one of the {route.edition} "
            "edition, and editions do not mix: choose ships of one edition"
        )
    elif (ship.board.edition, ship.board.name) != (route.edition, board):
        faults.append(
            f"{ship.name}: is built on board {ship.board.title}, but level {route.level_name} is flown with board "
            f"{route.edition}-{board}: fly it at level {home_level(ship)}, or choose another ship"
        )
    flaws = ship.flaws()
    if flaws:
        listed = "; ".join(map(str, flaws[:3])) + (f"; and {len(flaws) - 3} more" if len(flaws) > 3 else "")
        faults.append(f"{ship.name}: has construction flaws ({listed}): mend the file, or fly it with --repair")
    elif not count(np.array([ship.hull.tokens.humans.full]))[0]:
        faults.append(f"{ship.name}: no humans at launch: a ship needs a cabin with two humans")
    return faults
