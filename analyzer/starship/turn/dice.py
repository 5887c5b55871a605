"""Dice and shuffles behind one call, found by (seed, game, turn, use): sampled here, or others in their place.

Rule code asks for a roll, the next card, a fight, and never knows which kind it has. Any call may make lanes more or
fewer (enumerated dice do), so rules keep nothing across a call but the table.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from analyzer.montecarlo.digits import FRACTION_BITS, Words, cut, fractions
from analyzer.montecarlo.random_words import words
from analyzer.starship.edition import per_edition
from analyzer.starship.fights import fight
from analyzer.starship.tables import dice as faces
from analyzer.starship.turn.bits import LOST, Rows, Sets, count
from analyzer.starship.turn.lanes import each
from analyzer.starship.turn.table import Table, cannons

USES = 16
"""Streams a turn."""
OF_DICE, OF_SHUFFLE = range(2)
SIX = 6
BELOW_ONE = np.uint64((1 << FRACTION_BITS) - 1)
PAIRS = 36
POWERS = np.array([SIX**number % (1 << 64) for number in range(64)], np.uint64)


@per_edition
def yellow_faces() -> npt.NDArray[np.int8]:
    """The six faces of the yellow die."""
    return np.array(faces()["yellow"], np.int8)


@per_edition
def blue_faces() -> npt.NDArray[np.int8]:
    """The six faces of the blue die."""
    return np.array(faces()["blue"], np.int8)


@per_edition
def wins_by_edge() -> npt.NDArray[np.int64]:
    """Of 36 pairs of dice, by cannon strength less strength of the pirate, from -8 on."""
    return np.array([fight(max(edge, 0), max(-edge, 0)).wins for edge in range(-8, 9)], np.int64)


class Dice(Protocol):
    """What rule code asks for."""

    def yellow(self, table: Table) -> None:
        """Set `table.roll`."""

    def shuffle(self, table: Table) -> None:
        """Set `table.order`, of the sectors that were chosen, as far as it is known before cards are turned up."""

    def reveal(self, table: Table, place: int) -> None:
        """See that the card at that place is known where there is flying."""

    def fight(self, table: Table, strengths: npt.NDArray[np.int16]) -> None:
        """Set `table.won` where `table.fighting`, against the card that was turned up last."""


class Sampled:
    """Dice and shuffles of trials `first` to `first + trials - 1` of a seed; `once`: no trial has several lanes.

    blue: (fights,) the faces of the fights that were fought last, own and pirates'.
    """

    blue: tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]

    def __init__(self, seed: int, first: int, trials: int, once: bool = True) -> None:
        self.seed, self.first, self.trials, self.once = seed, first, trials, once
        self.turn, self.dice = -1, np.empty(0, np.uint64)

    def _words(self, table: Table, use: int) -> Words:
        """(lanes,) A word for each game."""
        stream = USES * table.turn + use
        drawn = fractions(words(self.seed, stream, self.first, self.trials))
        return drawn if self.once and table.lanes == self.trials else drawn[table.game - self.first]

    def yellow(self, table: Table) -> None:
        """The first digit of the turn's word."""
        self.dice = self._words(table, OF_DICE)
        table.roll[...] = yellow_faces()[cut(self.dice, SIX)[0].view(np.intp)]

    def shuffle(self, table: Table) -> None:
        """Every place of every sector that was chosen."""
        lay_out(table)
        rest = self._words(table, OF_SHUFFLE)
        here = np.arange(table.lanes)
        base = each(table.size, table.sector, here).astype(np.uint64)
        lying = table.order.reshape(-1)
        for place in range(table.order.shape[0]):
            rest *= np.maximum(base, np.uint64(1))
            where = (rest >> np.uint64(FRACTION_BITS)).view(np.intp)
            rest &= BELOW_ONE
            where *= table.lanes
            where += here
            here += table.lanes
            base -= base > 0
            taken = lying.take(where)
            lying[where] = table.order[place]
            table.order[place] = taken

    def reveal(self, table: Table, place: int) -> None:
        """All was drawn before."""

    def fight(self, table: Table, strengths: npt.NDArray[np.int16]) -> None:
        """Two digits a fight, after that of the yellow die."""
        rows = np.flatnonzero(table.fighting)
        number = 1 + 2 * table.fought[rows].astype(np.intp)
        own, pirate = (self._digit(rows, number + k) for k in range(2))
        table.fought[rows] += 1
        card = facing(table, rows)
        self.blue = blue_faces()[own], blue_faces()[pirate]
        table.won[rows] = self.blue[0] + cannons(table, table.me, rows) >= self.blue[1] + strengths[card]

    def _digit(self, rows: Rows, number: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        rest = (self.dice[rows] * POWERS[number]) & BELOW_ONE
        return np.asarray(((rest * np.uint64(SIX)) >> np.uint64(FRACTION_BITS)).view(np.intp))


def facing(table: Table, rows: Rows) -> npt.NDArray[np.uint8]:
    """(rows,) The card that was turned up last."""
    return np.asarray(each(table.order, table.cards_flown[rows] - np.int8(1), rows))


def wins(table: Table, rows: Rows, strengths: npt.NDArray[np.int16]) -> npt.NDArray[np.int64]:
    """(rows,) Of 36 pairs of dice those that win against the card that was turned up last."""
    edge = cannons(table, table.me, rows).astype(np.intp) - strengths[facing(table, rows) & LOST]
    return np.asarray(wins_by_edge()[np.clip(edge, -8, 8) + 8])


def lay_out(table: Table) -> None:
    """The cards of the sector that was chosen in their order, lost planets last."""
    left: Sets = each(table.sectors, table.sector, np.arange(table.lanes))
    one = np.uint64(1)
    for place in range(table.order.shape[0]):
        lowest = left & (~left + one)
        table.order[place] = np.where(left != 0, count(lowest - one).view(np.uint8), np.uint8(LOST))
        left &= left - one
