"""Luck step by step in a turn: what die, cards and fights bring above what was likely when they were drawn.

Each step is worth nothing on average, whatever the captain decided before it, so a sum of steps may be subtracted from
any mean: a control variate of which the mean is 0 (`statistics/controls.py`). A captain knows of the cards that lie
hidden only what was seen, so each hidden card is as likely as any other to be turned up next.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from analyzer.answers.metrics import Metrics
from analyzer.starship.captains.captain import Captain, Judge
from analyzer.starship.position.position import Position
from analyzer.starship.tables import Rules
from analyzer.starship.turn.bits import LOST, Sets, count, members, set_of
from analyzer.starship.turn.deal import SECTORS
from analyzer.starship.turn.dice import PAIRS, Sampled, wins
from analyzer.starship.turn.sectors import looks
from analyzer.starship.turn.setup import may_lie
from analyzer.starship.turn.table import Table, each
from analyzer.statistics.controls import DRAWS, Draws, Law
from analyzer.statistics.tally import Columns

Steps = npt.NDArray[np.int64]
Chances = npt.NDArray[np.int32]
Lucks = npt.NDArray[np.int16]

WHOLE = 1 << 12
"""About what a card that is turned up counts: steps have whole numbers, so that sums of them are exact."""
OF_FIGHT = WHOLE // (2 * PAIRS)
"""What one of the pairs of blue dice counts."""
FARTHEST = 1 << 15
MOST = 64
"""More cards than lie hidden; tables by MOST times the cards that are left in a sector, plus those that lie hidden."""
_LEFT, _HIDDEN = (np.maximum(1, each).astype(np.int32).ravel() for each in np.indices((MOST, MOST)))
_UNIT = _LEFT * _HIDDEN
TIMES = np.maximum(1, (WHOLE + _UNIT // 2) // _UNIT)
"""How likely a hidden card is, for each hidden place in the sector: whole, as one that is turned up counts COUNTS."""
EACH_KNOWN, COUNTS = TIMES * _HIDDEN, TIMES * _UNIT
"""What a card that is known to lie in the sector is likely to be, and what the card that is turned up counts."""


@lru_cache(maxsize=64)
def sides(rules: Rules) -> dict[int, int]:
    """The numbers on the yellow die, and how likely each is, in the smallest whole numbers."""
    times = Counter(rules.dice["yellow"])
    part = gcd(*times.values())
    return {side: many // part for side, many in sorted(times.items())}


class OneTurn(Protocol):
    """Turns from a position, of which the luck is noted."""

    @property
    def position(self) -> Position:
        """Where they begin."""

    @property
    def rules(self) -> Rules:
        """Tables by which they are played."""

    @property
    def captain(self) -> Captain:
        """Who decides."""

    @property
    def metrics(self) -> Metrics:
        """What is measured."""

    def run_noting(self, first: int, trials: int) -> Columns:
        """Its columns with the luck of those turns."""


def turn_controls(turns: OneTurn) -> TurnControls | None:
    """The luck of those turns; None once the flight has begun, and of captains who peek: they know what lies hidden.

    None of captains who think either: of what they expect of a flight nothing is known.
    """
    knows_more = turns.captain.remembers == "peek" or turns.captain.thinks is not None
    noted = turns.position.phase in ("production", "sector") and not knows_more
    return TurnControls(turns) if noted else None


@dataclass(frozen=True)
class TurnControls:
    """Control variates (see `Controls`) of turns: the yellow die, every card that may be turned up, and all fights."""

    turns: OneTurn

    words = "cards, rolls and fights"
    largest = FARTHEST

    @property
    def columns(self) -> tuple[str, ...]:
        """The means of the metrics."""
        return tuple(metric.column for metric in self.turns.metrics.means)

    @property
    def law(self) -> Law:
        """Nothing on average; how much luck varies is not known."""
        return Law(np.zeros(len(sides(self.turns.rules)) + len(may_lie(self.turns.position))), None)

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
        self.die = np.zeros((len(sides(judge.rules)) - 1, trials), np.int16)
        self.fights = np.zeros(trials, np.int16)

    def yellow(self, table: Table) -> None:
        """A side that comes up counts as many as there are, less those that were likely: its own."""
        super().yellow(table)
        if self.is_thrown:
            every = sum(sides(table.rules).values())
            for (side, many), luck in zip(sides(table.rules).items(), self.die, strict=False):
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
        """(1, trials, controls) Of the turn that was played; what a control is in all trials lies in a row."""
        revealed = np.minimum(self.size, self.looks + np.maximum(0, table.cards_flown - self.staying))
        dice = len(self.die) + 1
        rows = np.empty((dice + len(self.cards), revealed.size), np.int16)
        rows[: dice - 1], rows[dice - 1] = self.die, self.fights
        self._of_cards(revealed, rows[dice:])
        return rows.T[None]

    def _of_cards(self, revealed: Steps, luck: Lucks) -> None:
        """Write of every card whether it was turned up or looked at, less how likely that was.

        A card counts about WHOLE, so much that what is likely is a whole number as well. Turns lie in the order of the
        number of cards in them, the most first, so that those with another card are always the first ones.
        """
        cards = np.minimum(revealed, LOST).astype(np.uint8)
        rows = np.argsort(LOST - cards, kind="stable")
        ends = np.cumsum(np.bincount(cards)[::-1])[-2::-1]
        row_of = np.zeros(LOST + 1, np.intp)
        row_of[self.cards] = np.arange(len(self.cards)) * revealed.size
        is_known = np.zeros(LOST + 1, np.bool_)
        is_known[members(self.known)] = True
        some = count(self.chosen & ~self.known).take(rows).astype(np.int32)
        lost = (self.size - count(self.chosen)).take(rows).astype(np.int32)
        left = (MOST * self.size + count(self.everywhere)).take(rows)
        likely, likely_known, of_lost = (np.zeros(revealed.size, np.int32) for _ in range(3))
        ups: list[tuple[Steps, Any]] = []
        for place, end in enumerate(ends):
            some, lost, left, here = some[:end], lost[:end], left[:end], rows[:end]
            card = self.order[place].take(here)
            chances, counts = likely[:end], COUNTS.take(left)
            chances += TIMES.take(left) * some
            is_new: Any = True
            if LOST in self.cards or self.known:
                each_known, is_lost, was_known = EACH_KNOWN.take(left), card == LOST, is_known.take(card)
                likely_known[:end] += each_known
                of_lost[:end] += counts * is_lost - each_known * lost
                lost -= is_lost
                chances = np.where(was_known, likely_known[:end], chances)
                is_new = ~(is_lost | was_known)
            ups.append((row_of.take(card) + here, counts - chances))
            some -= is_new
            left -= MOST + is_new
        self._unseen(_put_back(likely, rows), _put_back(likely_known, rows), luck)
        for places, steps in ups:
            luck.reshape(-1, copy=False)[places] = steps
        if LOST in self.cards:
            luck[-1] = _put_back(of_lost, rows)

    def _unseen(self, likely: Chances, likely_known: Chances, luck: Lucks) -> None:
        """Write of every card, as if it was not seen: it was as likely as the others of its kind."""
        everywhere, chosen = (sixteen_by_sixteen(sets) for sets in (self.everywhere, self.chosen))
        less, less_known = (-chances.astype(np.int16) for chances in (likely, likely_known))
        for row, card in zip(luck, self.cards, strict=True):
            is_known = int(self.known) >> card & 1
            among, chances = (chosen, less_known) if is_known else (everywhere, less)
            lies = np.minimum(among[card // 16] & np.uint16(1 << card % 16), np.uint16(1))
            np.multiply(lies.view(np.int16), chances, out=row)


def _put_back(values: Chances, rows: Steps) -> Chances:
    """(trials,) Values of those trials, in the order of the trials."""
    ordered = np.empty_like(values)
    ordered[rows] = values
    return ordered


def sixteen_by_sixteen(sets: Sets) -> list[npt.NDArray[np.uint16]]:
    """Cards 0 to 15 of each set as bits of short numbers, then 16 to 31, 32 to 47, 48 to 63."""
    return [(sets >> np.uint64(first)).astype(np.uint16) for first in range(0, LOST, 16)]
