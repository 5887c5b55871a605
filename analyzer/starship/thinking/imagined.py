"""Games that are imagined from a moment of real ones on: copies in which all that the player cannot know is dealt anew.

Which unseen cards lie where, the order of the sector, of the reserve and of the adventures, and all dice to come are
drawn from a seed apart. What a game still holds is never looked at.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.montecarlo.random_words import FRACTION_BITS, Words, fractions, words
from analyzer.starship.turn.bits import LOST, STACKS, Sets, count, split_lowest
from analyzer.starship.turn.dice import Sampled
from analyzer.starship.turn.table import Table, copied, each

IN_MIND, A_THOUGHT, SEEDS = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 1 << 64
"""What seeds of imagined games differ by from those of real ones, and from thought to thought."""
OF_SECTORS, OF_ORDER, OF_RESERVE, OF_ADVENTURES = ((1 << 40) + stream for stream in (0, 8, 10, 14))
"""Streams of what is dealt anew."""
BELOW_ONE = np.uint64((1 << FRACTION_BITS) - 1)
DRAWS_A_WORD = 8
Places = npt.NDArray[np.integer]
"""(lanes,) Numbers of places."""


@dataclass(frozen=True)
class Arranged:
    """What the player knows of the order of the sector that is flown; each is (lanes,).

    size: its cards when the flight began; top, bottom: how many the sensor left on top and put below.
    """

    size: npt.NDArray[np.int8]
    top: npt.NDArray[np.int8]
    bottom: npt.NDArray[np.int8]

    def of(self, lanes: npt.NDArray[np.intp]) -> Arranged:
        """That of some lanes."""
        return Arranged(self.size[lanes], self.top[lanes], self.bottom[lanes])


def dice_in_mind(dice: Sampled, thought: int, games: int) -> Sampled:
    """The dice of imagined games: `games` of them for each real one, numbered one after the other."""
    seed = ((dice.seed ^ IN_MIND) + A_THOUGHT * thought) % SEEDS
    return Sampled(seed, dice.first * games, dice.trials * games, once=False)


def imagine(
    table: Table, lanes: npt.NDArray[np.intp], dice: Sampled, games: int, arranged: Arranged | None = None
) -> Table:
    """`games` copies of each of those lanes, in which the player at turn knows the same.

    dice: of the imagined games (`dice_in_mind`); arranged: what is known of the order, if a flight is on.
    """
    where = lanes.repeat(games)
    mind = copied(table, where)
    mind.game = mind.game * games + np.tile(np.arange(games), lanes.size)
    drawing = _Drawing(dice, mind)
    _deal_sectors(mind, drawing)
    if arranged is not None:
        known = arranged.of(where)
        drawing.shuffle(mind.order, OF_ORDER, np.maximum(mind.cards_flown, known.top), known.size - known.bottom)
    for rows, left, stream, stacks in (
        (mind.reserve, mind.left, OF_RESERVE, len(STACKS) - 1),
        (mind.stack, mind.stack_left, OF_ADVENTURES, 4),
    ):
        height = len(rows) // stacks
        for stack in range(stacks):
            begin = np.clip(len(rows) - height * stack - left, 0, height)
            some = rows[stack * height : (stack + 1) * height]
            drawing.shuffle(some, stream + stack, begin, np.full(mind.lanes, height))
    return mind


class _Drawing:
    """Shuffles of some places of each lane, by the words of its imagined game."""

    def __init__(self, dice: Sampled, mind: Table) -> None:
        self.dice, self.at, self.lane = dice, mind.game - dice.first, np.arange(mind.lanes)

    def words(self, stream: int) -> Words:
        """(lanes,) A word each."""
        return fractions(words(self.dice.seed, stream, self.dice.first, self.dice.trials))[self.at]

    def shuffle(self, rows: npt.NDArray[np.uint8], stream: int, begin: Places, end: Places) -> None:
        """Shuffle the places from `begin` on and before `end` of rows (places, lanes), in place."""
        first, last = int(begin.min(initial=len(rows))), int(end.max(initial=0))
        for place in range(first, last - 1):
            if place == first or place % DRAWS_A_WORD == 0:
                rest = self.words(stream + place // DRAWS_A_WORD)
            rest = rest * np.where((begin <= place) & (place < end), end - place, 1).astype(np.uint64)
            other = place + (rest >> np.uint64(FRACTION_BITS)).astype(np.intp)
            rest &= BELOW_ONE
            taken = rows[other, self.lane]
            rows[other, self.lane] = rows[place]
            rows[place] = taken


def _deal_sectors(mind: Table, drawing: _Drawing) -> None:
    """Exchange cards that the player has not seen among the places where they lie; what the other knows goes along."""
    lying = np.bitwise_or.reduce(mind.sectors, axis=0)
    unseen = lying & ~np.bitwise_or.reduce(mind.known[mind.me], axis=0) & ~mind.turned & ~mind.came
    many = count(unseen)
    most = int(many.max(initial=0))
    cards, left = np.zeros((most, mind.lanes), np.uint8), unseen
    for place in range(most):
        cards[place], left = split_lowest(left)
    dealt = cards.copy()
    drawing.shuffle(dealt, OF_SECTORS, np.zeros(mind.lanes, np.int8), many)
    sets: Sets = np.concatenate([mind.sectors, mind.known[1 - mind.me]])
    after = sets & ~unseen
    lut = np.repeat(np.arange(64, dtype=np.uint8)[:, None], mind.lanes, axis=1)
    for place in range(most):
        here = np.flatnonzero(many > place)
        old, new = cards[place, here], dealt[place, here]
        after[:, here] |= (sets[:, here] >> old.astype(np.uint64) & np.uint64(1)) << new.astype(np.uint64)
        lut[old, here] = new
    mind.sectors[...], mind.known[1 - mind.me] = after[:4], after[4:]
    if mind.flying.any():
        for row in mind.order:
            row[...] = np.where(row == LOST, row, each(lut, row, drawing.lane))
