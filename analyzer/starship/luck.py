"""Luck of a turn, step by step: results of die, cards and fights less what was expected when they were drawn.

Each step is worth nothing on average, whatever the captain decided before it. A sum of steps is therefore a control
variate whose mean is 0 (`statistics/controls.py`). A captain knows only the cards that were seen, so every hidden card
is equally likely to be turned up next.
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
from analyzer.starship.turn.dice import PAIRS, SampledDice, wins
from analyzer.starship.turn.sectors import looks
from analyzer.starship.turn.setup import may_lie
from analyzer.starship.turn.table import Table, each
from analyzer.statistics.controls import DRAWS, Draws, Law
from analyzer.statistics.tally import Columns

Steps = npt.NDArray[np.int64]
Chances = npt.NDArray[np.int32]
Lucks = npt.NDArray[np.int16]

WHOLE = 1 << 12
"""Approximate number that stands for a chance of 1 in steps of luck, which are whole numbers so that sums are exact."""
OF_FIGHT = WHOLE // (2 * PAIRS)
"""Number that one of the 36 pairs of blue dice counts in steps of luck."""
FARTHEST = 1 << 15
MOST = 64
"""Upper bound of the number of hidden cards.

Tables below have the index MOST * (cards left in the sector) + (hidden cards).
"""
# A card known to lie in the sector is next with chance 1 / left; each of the hidden cards, with `some` places of the
# sector unknown, with chance some / (left * hidden). Times COUNTS both are whole numbers.
_LEFT, _HIDDEN = (np.maximum(1, each).astype(np.int32).ravel() for each in np.indices((MOST, MOST)))
_UNIT = _LEFT * _HIDDEN
TIMES = np.maximum(1, (WHOLE + _UNIT // 2) // _UNIT)
"""Chance of one hidden card for each unknown place of the sector, as a whole number; COUNTS stands for a chance of 1.

Because it is rounded, COUNTS is only about WHOLE.
"""
EACH_KNOWN, COUNTS = TIMES * _HIDDEN, TIMES * _UNIT
"""Likelihood of a card known to lie in the sector, and the value of a certainty, in the units of TIMES."""


@lru_cache(maxsize=64)
def sides(rules: Rules) -> dict[int, int]:
    """Return the numbers on the yellow die, each with its weight: the count of its faces, reduced to lowest terms."""
    times = Counter(rules.dice["yellow"])
    part = gcd(*times.values())
    return {side: many // part for side, many in sorted(times.items())}


class TurnWithLuck(Protocol):
    """Protocol of turns from a position whose luck is recorded."""

    @property
    def position(self) -> Position:
        """Position from which the turns start."""

    @property
    def rules(self) -> Rules:
        """Tables by which the turns are played."""

    @property
    def captain(self) -> Captain:
        """Captain who decides."""

    @property
    def metrics(self) -> Metrics:
        """Metrics of the turns."""

    def run_noting(self, first: int, trials: int) -> Columns:
        """Return the columns of turns with their luck."""


def turn_controls(turns: TurnWithLuck) -> TurnControls | None:
    """Return the luck of turns as control variates, or None if it cannot be recorded.

    Luck cannot be recorded if the flight has begun, or if the captain peeks at hidden cards. The same holds for a
    thinker, because it is not known what a thinker expects.
    """
    knows_more = turns.captain.remembers == "peek" or turns.captain.thinks is not None
    noted = turns.position.phase in ("production", "sector") and not knows_more
    return TurnControls(turns) if noted else None


@dataclass(frozen=True)
class TurnControls:
    """Control variates of turns (see `Controls`): the yellow die, every card that may be turned up, and all fights."""

    turns: TurnWithLuck

    words = "cards, rolls and fights"
    largest = FARTHEST

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns of the metrics that are means."""
        return tuple(metric.column for metric in self.turns.metrics.means)

    @property
    def law(self) -> Law:
        """Mean of the controls, which is 0; their covariance is unknown."""
        return Law(np.zeros(len(sides(self.turns.rules)) + len(may_lie(self.turns.position))), None)

    def draws(self, first: int, trials: int) -> Draws:
        """Return the luck of turns, which are played to find it, of shape (1, trials, controls)."""
        return self.turns.run_noting(first, trials)[DRAWS]

    def fill(self, draws: Draws, out: npt.NDArray[Any]) -> None:
        """Write the luck of each trial into `out`, of shape (controls, trials)."""
        out[:] = draws[0].T


class LuckRecordingDice(SampledDice):
    """Dice of a turn that record what was drawn and what was expected, to compute the luck."""

    def __init__(self, seed: int, first: int, trials: int, position: Position, judge: Judge) -> None:
        super().__init__(seed, first, trials)
        self.cards = may_lie(position)
        places = (position.lying(sector) for sector in range(1, SECTORS + 1))
        self.known = np.uint64(set_of(card for place in places for card in place))
        self.judge, self.is_thrown = judge, position.roll is None
        self.die = np.zeros((len(sides(judge.rules)) - 1, trials), np.int16)
        self.fights = np.zeros(trials, np.int16)

    def yellow(self, table: Table) -> None:
        """Roll the yellow die, and record for each number but the largest whether it was rolled, less its chance.

        Values are in units of 1 / WHOLE. The largest number's value follows from the others, because all of them add up
        to 0. Nothing is recorded if the position gives the roll.
        """
        super().yellow(table)
        if self.is_thrown:
            every = sum(sides(table.rules).values())
            for (side, many), luck in zip(sides(table.rules).items(), self.die, strict=False):
                luck[:] = WHOLE // every * (every * (table.roll == side) - many)

    def shuffle(self, table: Table) -> None:
        """Shuffle the sector, and record its order, its hidden cards, and how many shown cards will stay on top."""
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
        """Throw the blue dice, and add the luck of each fight to that of its turn.

        The luck is OF_FIGHT times a difference: 36 for a victory or 0 for a defeat, less the number of pairs of dice
        that win.
        """
        rows = np.flatnonzero(table.fighting)
        likely = wins(table, rows, strengths)
        super().fight(table, strengths)
        self.fights[rows] += (OF_FIGHT * (PAIRS * table.won[rows] - likely)).astype(np.int16)

    def luck(self, table: Table) -> Draws:
        """Return the control variates of the turns just played. Shape (1, trials, controls).

        Each is a result of dice, fights or cards less what was expected of it. The values of one control are
        contiguous in memory.
        """
        revealed = np.minimum(self.size, self.looks + np.maximum(0, table.cards_flown - self.staying))
        dice = len(self.die) + 1
        rows = np.empty((dice + len(self.cards), revealed.size), np.int16)
        rows[: dice - 1], rows[dice - 1] = self.die, self.fights
        self._of_cards(revealed, rows[dice:])
        return rows.T[None]

    def _of_cards(self, revealed: Steps, luck: Lucks) -> None:
        """Write the luck of every card: whether it was turned up or looked at, less the chance of that.

        Args:
            revealed: Number of cards turned up or looked at in each turn, of shape (trials,).
            luck: Array of shape (cards, trials) to write to.
        """
        cards = np.minimum(revealed, LOST).astype(np.uint8)
        # Turns are sorted by their number of cards, the most first: those with another card are then always the first
        # `end` rows, and every step works on slices instead of masks.
        rows = np.argsort(LOST - cards, kind="stable")
        # `ends[place]` is the number of turns in which more than `place` cards were seen.
        ends = np.cumsum(np.bincount(cards)[::-1])[-2::-1]
        row_of = np.zeros(LOST + 1, np.intp)
        row_of[self.cards] = np.arange(len(self.cards)) * revealed.size
        is_known = np.zeros(LOST + 1, np.bool_)
        is_known[members(self.known)] = True
        some = count(self.chosen & ~self.known).take(rows).astype(np.int32)
        lost = (self.size - count(self.chosen)).take(rows).astype(np.int32)
        # Index into TIMES and the other tables; one card less in the sector is MOST less.
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
            # `row_of` holds flat places, so that one assignment writes a different card for each turn.
            luck.reshape(-1, copy=False)[places] = steps
        if LOST in self.cards:
            luck[-1] = _put_back(of_lost, rows)

    def _unseen(self, likely: Chances, likely_known: Chances, luck: Lucks) -> None:
        """Write, for every card that was not seen, its luck: 0 less its chance to be seen.

        Args:
            likely: Chance of each unknown card to be seen, of shape (trials,).
            likely_known: Chance of each card known to lie in the chosen sector, of shape (trials,).
            luck: Array of shape (cards, trials) to write to.
        """
        everywhere, chosen = (sixteen_by_sixteen(sets) for sets in (self.everywhere, self.chosen))
        less, less_known = (-chances.astype(np.int16) for chances in (likely, likely_known))
        for row, card in zip(luck, self.cards, strict=True):
            is_known = int(self.known) >> card & 1
            among, chances = (chosen, less_known) if is_known else (everywhere, less)
            # 1 where the card lies hidden: its bit in the 16-bit part of the set that holds it.
            lies = np.minimum(among[card // 16] & np.uint16(1 << card % 16), np.uint16(1))
            np.multiply(lies.view(np.int16), chances, out=row)


def _put_back(values: Chances, rows: Steps) -> Chances:
    """Return values in the order of the trials, from values in the order of `rows`. Shape (trials,)."""
    ordered = np.empty_like(values)
    ordered[rows] = values
    return ordered


def sixteen_by_sixteen(sets: Sets) -> list[npt.NDArray[np.uint16]]:
    """Return 64-bit sets as four arrays of 16-bit sets: cards 0 to 15, 16 to 31, 32 to 47, 48 to 63."""
    return [(sets >> np.uint64(first)).astype(np.uint16) for first in range(0, LOST, 16)]
