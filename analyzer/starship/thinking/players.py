"""Both players at the table: who thinks plays their turns by thinking, others by their prices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.starship.captains.captain import Captain
from analyzer.starship.position.flight import Flight
from analyzer.starship.tables import USUAL, Rules, Switches
from analyzer.starship.thinking.imagined import Arranged
from analyzer.starship.thinking.thinker import Thinker
from analyzer.starship.turn.deal import new_games
from analyzer.starship.turn.dice import Dice, Sampled
from analyzer.starship.turn.table import Table, each
from analyzer.starship.turn.turn import LONGEST, Judges, begin, compiled, go_on, split


def refuse_hidden(captains: Sequence[Captain], switches: Switches) -> None:
    """Raises AnalyzerError for captains who think where the reserve comes face down."""
    if switches.face_down and any(captain.thinks for captain in captains):
        raise AnalyzerError(
            "captains who think must see what comes from the reserve: leave reserve_face_down=yes out, or name "
            "captains who go by prices"
        )


def players(rules: Rules, captains: tuple[Captain, Captain], switches: Switches, dice: Dice) -> Players:
    """Both captains, Moon's first; raises AnalyzerError for those who think where the reserve comes face down."""
    refuse_hidden(captains, switches)
    return Players((compiled(rules, captains[0], switches), compiled(rules, captains[1], switches)), dice)


@dataclass(frozen=True)
class Players:
    """Who decides, and the dice of the games that are really played."""

    judges: Judges
    dice: Dice

    @cached_property
    def thinkers(self) -> dict[int, Thinker]:
        """Those who think, by number."""
        return {
            player: Thinker(self.judges, player, self.dice, judge.captain.thinks.games, judge.captain.thinks.turns)
            for player, judge in enumerate(self.judges)
            if judge.captain.thinks is not None and isinstance(self.dice, Sampled)
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
        """One turn from that stage on, as `turn.play_turn`; flight: the one that is on in all games."""
        arranged = None if flight is None else arranged_in(table, flight)
        begin(table, self.judges, self.dice, stage, roll)
        self.go_on(table, stage, arranged, sector, most)

    def go_on(
        self,
        table: Table,
        stage: str,
        arranged: Arranged | None = None,
        sector: int | None = None,
        most: int | None = None,
    ) -> None:
        """All that comes from that stage on, as `turn.go_on`; arranged: what is known of the order in flight."""
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
    ) -> Iterator[Table]:
        """Turn after turn until all games are over or have gone on too long, as `turn.games.play_on`."""
        while table.lanes and table.turn <= turns:
            self.play_turn(table, stage, roll, flight)
            stage, roll, flight = "production", None, None
            if table.over.any():
                yield split(table)
            table.turn += 1
        if table.lanes:
            yield table


def thinking_games(
    rules: Rules, captains: tuple[Captain, Captain], seed: int, first: int, many: int, switches: Switches = USUAL
) -> Iterator[Table]:
    """As `turn.games.games`, where one of the captains thinks, or both."""
    both = players(rules, captains, switches, Sampled(seed, first, many))
    yield from both.play_on(new_games(seed, first, many, both.judges, switches))


def arranged_in(table: Table, flight: Flight) -> Arranged:
    """What a position says of the order in which the sector lies that is flown."""
    size = each(table.size, flight.sector - 1, np.arange(table.lanes))
    end = np.minimum(size + flight.not_replaced, len(table.order)).astype(np.int8)
    top = np.full(table.lanes, flight.turned_up + len(flight.top), np.int8)
    return Arranged(end, top, np.full(table.lanes, len(flight.bottom), np.int8))
