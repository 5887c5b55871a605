"""Luck step by step in a turn: what die, cards and fights bring above what was likely when they were drawn.

Each step is worth nothing on average, whatever the captain decided before it, so a sum of steps may be subtracted from
any mean: a control variate of which the mean is 0 (`statistics/controls.py`). A captain knows of the cards that lie
hidden only what was seen, so each hidden card is as likely as any other to be turned up next.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import gcd
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from analyzer.answers.metrics import Metrics
from analyzer.starship.captains.captain import Captain
from analyzer.starship.captains.judge import Judge
from analyzer.starship.edition import of_its_edition, per_edition
from analyzer.starship.position.position import Position
from analyzer.starship.tables import dice as faces
from analyzer.starship.turn.bits import LOST, count, set_of
from analyzer.starship.turn.deal import SECTORS
from analyzer.starship.turn.dice import PAIRS, Sampled, wins
from analyzer.starship.turn.lanes import each
from analyzer.starship.turn.sectors import looks
from analyzer.starship.turn.setup import may_lie
from analyzer.starship.turn.table import Table
from analyzer.statistics.controls import DRAWS, Draws, Law
from analyzer.statistics.tally import Columns

Steps = npt.NDArray[np.int64]

WHOLE = 1 << 12
"""About what a card that is turned up counts: steps have whole numbers, so that sums of them are exact."""
OF_FIGHT = WHOLE // (2 * PAIRS)
"""What one of the pairs of blue dice counts."""
FARTHEST = 1 << 15


@per_edition
def sides() -> dict[int, int]:
    """The numbers on the yellow die, and how likely each is, in the smallest whole numbers."""
    times = Counter(faces()["yellow"])
    part = gcd(*times.values())
    return {side: many // part for side, many in sorted(times.items())}


class OneTurn(Protocol):
    """Turns from a position, of which the luck is noted."""

    @property
    def position(self) -> Position:
        """Where they begin."""

    @property
    def edition(self) -> str:
        """By whose tables they are played."""

    @property
    def captain(self) -> Captain:
        """Who decides."""

    @property
    def metrics(self) -> Metrics:
        """What is measured."""

    def run_noting(self, first: int, trials: int) -> Columns:
        """Its columns with the luck of those turns."""


def turn_controls(turns: OneTurn) -> TurnControls | None:
    """The luck of those turns; None once the flight has begun, and of captains who peek: they know what lies hidden."""
    noted = turns.position.phase in ("production", "sector") and turns.captain.remembers != "peek"
    return TurnControls(turns) if noted else None


@of_its_edition
@dataclass(frozen=True)
class TurnControls:
    """Control variates (see `Controls`) of turns: the yellow die, every card that may be turned up, and all fights."""

    turns: OneTurn

    words = "cards, rolls and fights"
    largest = FARTHEST

    @property
    def edition(self) -> str:
        """By whose tables the turns are played."""
        return self.turns.edition

    @property
    def columns(self) -> tuple[str, ...]:
        """The means of the metrics."""
        return tuple(metric.column for metric in self.turns.metrics.means)

    @property
    def law(self) -> Law:
        """Nothing on average; how much luck varies is not known."""
        return Law(np.zeros(len(sides()) + len(may_lie(self.turns.position))), None)

    def draws(self, first: int, trials: int) -> Draws:
        """The luck of those turns, which are played for it."""
        return self.turns.run_noting(first, trials)[DRAWS]

    def fill(self, draws: Draws, out: npt.NDArray[Any]) -> None:
        """Write the luck of each trial."""
        out[:] = draws[0].T


class Noting(Sampled):
    """Dice of a turn that note what was drawn, and what was likely."""

    def __init__(self, seed: int, first: int, trials: int, position: Position, judge: Judge) -> None:
        super().__init__(seed, first, trials)
        self.cards = may_lie(position)
        places = (position.lying(sector) for sector in range(1, SECTORS + 1))
        self.known = np.uint64(set_of(card for place in places for card in place))
        self.judge, self.is_thrown = judge, position.roll is None
        self.die = np.zeros((len(sides()) - 1, trials), np.int16)
        self.fights = np.zeros(trials, np.int16)

    def yellow(self, table: Table) -> None:
        """A side that comes up counts as many as there are, less those that were likely: its own."""
        super().yellow(table)
        if self.is_thrown:
            every = sum(sides().values())
            for (side, many), luck in zip(sides().items(), self.die, strict=False):
                luck[:] = WHOLE // every * (every * (table.roll == side) - many)

    def shuffle(self, table: Table) -> None:
        """What lies in the sector that was chosen, and elsewhere; the order; what Sensor will put below."""
        super().shuffle(table)
        here, known = np.arange(table.lanes), self.known
        self.order = table.order.copy()
        self.chosen = each(table.sectors, table.sector, here)
        self.everywhere = np.bitwise_or.reduce(table.sectors, axis=0) & ~known
        self.size = each(table.size, table.sector, here).astype(np.int64)
        self.looks = looks(table).astype(np.int64)
        worth = [each(table.worth, card, here) for card in self.order[: int(self.looks.max(initial=0))]]
        place = np.arange(len(worth))[:, None] < self.looks
        below = (np.array(worth) < self.judge.captain.card) & place if worth else place
        self.staying = self.looks - below.sum(axis=0)

    def fight(self, table: Table, strengths: npt.NDArray[np.int16]) -> None:
        """A fight that is won counts all pairs of dice, less those that win."""
        rows = np.flatnonzero(table.fighting)
        likely = wins(table, rows, strengths)
        super().fight(table, strengths)
        self.fights[rows] += (OF_FIGHT * (PAIRS * table.won[rows] - likely)).astype(np.int16)

    def luck(self, table: Table) -> Draws:
        """(1, trials, controls) Of the turn that was played."""
        revealed = np.minimum(self.size, self.looks + np.maximum(0, table.cards_flown - self.staying))
        rows = np.concatenate([self.die, self.fights[None], self._of_cards(revealed)])
        return np.ascontiguousarray(rows.T)[None]

    def _of_cards(self, revealed: Steps) -> npt.NDArray[np.int16]:
        """(cards, trials) Of every card whether it was turned up or looked at, less how likely that was.

        A card counts about WHOLE, so much that what is likely is a whole number as well.
        """
        row_of = np.full(LOST + 1, -1, np.intp)
        row_of[self.cards] = np.arange(len(self.cards))
        left, hidden = self.size.copy(), count(self.everywhere).astype(np.int64)
        some = count(self.chosen & ~self.known).astype(np.int64)
        lost = left - count(self.chosen)
        likely, likely_known, of_lost = (np.zeros(revealed.size, np.int64) for _ in range(3))
        ups: list[tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], Steps]] = []
        for place in range(int(revealed.max(initial=0))):
            goes_on = place < revealed
            unit = np.maximum(left, 1) * np.maximum(hidden, 1)
            times = np.maximum(1, (WHOLE + unit // 2) // unit) * goes_on
            counts = unit * times
            likely += times * some
            likely_known += times * np.maximum(hidden, 1)
            of_lost -= times * np.maximum(hidden, 1) * lost
            card = self.order[place]
            is_lost = (card == LOST) & goes_on
            is_known = (self.known >> card.astype(np.uint64) & np.uint64(1) != 0) & ~is_lost
            of_lost += counts * is_lost
            up = np.flatnonzero(goes_on & ~is_lost)
            ups.append((row_of[card[up]], up, (counts - np.where(is_known, likely_known, likely))[up]))
            is_new = goes_on & ~is_lost & ~is_known
            left, some, hidden, lost = left - goes_on, some - is_new, hidden - is_new, lost - is_lost
        luck = self._unseen(likely, likely_known)
        for row, up, steps in ups:
            luck[row, up] = steps
        if LOST in self.cards:
            luck[row_of[LOST]] = of_lost
        return luck

    def _unseen(self, likely: Steps, likely_known: Steps) -> npt.NDArray[np.int16]:
        """(cards, trials) Of every card, as if it was not seen: it was as likely as the others of its kind."""
        luck = np.zeros((len(self.cards), likely.size), np.int16)
        for number, card in enumerate(self.cards):
            is_known = int(self.known) >> card & 1
            among, chances = (self.chosen, likely_known) if is_known else (self.everywhere, likely)
            luck[number] = np.where(among >> np.uint64(card) & np.uint64(1) != 0, -chances, 0)
        return luck
