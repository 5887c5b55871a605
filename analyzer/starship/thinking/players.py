"""Both players of many games: thinkers decide by imagined games, other captains by their prices."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.starship.captains.captain import Captain
from analyzer.starship.position.flight import Flight
from analyzer.starship.tables import Rules, Switches
from analyzer.starship.thinking.imagined import KnownOrder
from analyzer.starship.thinking.thinker import Thinker
from analyzer.starship.turn.dice import Dice, SampledDice
from analyzer.starship.turn.table import Table, each
from analyzer.starship.turn.turn import LONGEST, Judges, begin, compiled, go_on, split


def refuse_hidden(captains: Sequence[Captain], switches: Switches) -> None:
    """Raise AnalyzerError for thinkers if reserve cards come face down."""
    if switches.face_down and any(captain.thinks for captain in captains):
        raise AnalyzerError(
            "captains who think must see what comes from the reserve: leave reserve_face_down=yes out, or name "
            "captains who play by prices"
        )


def players(rules: Rules, captains: tuple[Captain, Captain], switches: Switches, dice: Dice) -> Players:
    """Return both players, Moon first.

    Args:
        rules: Tables of the edition.
        captains: The captains of Moon and Sun.
        switches: Switches of the rules.
        dice: Dice of the real games.

    Raises:
        AnalyzerError: If a captain thinks and reserve cards come face down.
    """
    refuse_hidden(captains, switches)
    return Players((compiled(rules, captains[0], switches), compiled(rules, captains[1], switches)), dice)


@dataclass(frozen=True)
class Players:
    """Both players of the real games (not the imagined ones), and the dice of those games.

    Attributes:
        judges: The captains of Moon and Sun, with their lookup tables.
        dice: Dice of the real games.
    """

    judges: Judges
    dice: Dice

    @cached_property
    def thinkers(self) -> dict[int, Thinker]:
        """The thinker for each player who thinks, by number of the player; empty unless dice are sampled."""
        return {
            player: Thinker(self.judges, player, self.dice, judge.captain.thinks.games, judge.captain.thinks.turns)
            for player, judge in enumerate(self.judges)
            if judge.captain.thinks is not None and isinstance(self.dice, SampledDice)
        }

    def play_turn(
        self,
        table: Table,
        stage: str = "production",
        roll: npt.NDArray[np.int8] | None = None,
        flight: Flight | None = None,
        sector: int | None = None,
        most: int | None = None,
    ) -> None:
        """Play one turn from a stage on in every game, like `turn.play_turn`, but also for thinkers.

        Args:
            table: The games, changed in place.
            stage: The stage at which the turn goes on, e.g. `production`.
            roll: Face of the yellow die if it was rolled before, of shape (lanes,); None to roll it.
            flight: The flight in progress in all games; None if there is none.
            sector: Number of the sector to fly to, from 0; None to let the captain choose.
            most: Maximum number of cards to fly; None for no limit.
        """
        arranged = None if flight is None else arranged_in(table, flight)
        begin(table, self.judges, self.dice, stage, roll)
        self.go_on(table, stage, arranged, sector, most)

    def go_on(
        self,
        table: Table,
        stage: str,
        arranged: KnownOrder | None = None,
        sector: int | None = None,
        most: int | None = None,
    ) -> None:
        """Play the rest of a turn from a stage on in every game, like `turn.go_on`, but also for thinkers.

        Args:
            table: The games, changed in place.
            stage: The stage at which the turn goes on.
            arranged: Known order of the sector in flight; None before a flight.
            sector: Number of the sector to fly to, from 0; None to let the captain choose.
            most: Maximum number of cards to fly; None for no limit.
        """
        thinker = self.thinkers.get(table.me)
        if thinker is None:
            go_on(table, self.judges, self.dice, stage, sector, most)
        else:
            thinker.go_on(table, stage, arranged, sector, most)

    def play_on(
        self,
        table: Table,
        turns: int = LONGEST,
        stage: str = "production",
        roll: npt.NDArray[np.int8] | None = None,
        flight: Flight | None = None,
        between: Callable[[], None] | None = None,
    ) -> Iterator[Table]:
        """Play turn after turn, and yield tables of games as they end; games that go on too long come last.

        Args:
            table: The games; those that end are removed from it.
            turns: Number of the last turn to play.
            stage: The stage at which the first turn goes on.
            roll: Face of the yellow die of the first turn if it was rolled before.
            flight: The flight in progress in all games.
            between: Called before each turn; it may raise an exception to stop the games. None calls nothing.
        """
        while table.lanes and table.turn <= turns:
            if between is not None:
                between()
            self.play_turn(table, stage, roll, flight)
            # What a position says of a turn in the middle holds for the first turn alone.
            stage, roll, flight = "production", None, None
            if table.over.any():
                yield split(table)
            table.turn += 1
        if table.lanes:
            yield table


def arranged_in(table: Table, flight: Flight) -> KnownOrder:
    """Return the known part of the order of the sector to which a flight of a position goes."""
    size = each(table.size, flight.sector - 1, np.arange(table.lanes))
    # Cards that left the row and were not replaced have places in the order, although the sector has fewer cards now.
    end = np.minimum(size + flight.not_replaced, len(table.order)).astype(np.int8)
    top = np.full(table.lanes, flight.turned_up + len(flight.top), np.int8)
    return KnownOrder(end, top, np.full(table.lanes, len(flight.bottom), np.int8))
