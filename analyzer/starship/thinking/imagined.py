"""Imagined games: copies of real ones in which everything that the player cannot know is dealt anew.

The places of unseen cards, the order of the sector, the reserve and the adventures, and all future dice are dealt anew.
They are drawn from a seed of their own, so a thinker never sees what the real game still holds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.montecarlo.random_words import FRACTION_BITS, Words, fractions, words
from analyzer.starship.turn.bits import LOST, Sets, count, split_lowest
from analyzer.starship.turn.dice import SampledDice
from analyzer.starship.turn.table import Table, copy_lanes, each

IN_MIND, A_THOUGHT, SEEDS = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 1 << 64
"""Numbers that derive the seeds of imagined games, which differ from real games and between decisions.

IN_MIND is a mask, A_THOUGHT the step from one decision to the next, and SEEDS the number of all seeds.
"""
OF_SECTORS, OF_ORDER, OF_RESERVE, OF_ADVENTURES = ((1 << 40) + stream for stream in (0, 8, 10, 14))
"""First stream of random words for each kind of new deal."""
BELOW_ONE = np.uint64((1 << FRACTION_BITS) - 1)
"""Mask of the part of a fixed-point number behind the point."""
DRAWS_A_WORD = 8
"""Number of draws from one random word: eight draws among up to 58 cards use at most 47 of its 58 bits."""
Places = npt.NDArray[np.integer]
"""Numbers of places, of shape (lanes,)."""


@dataclass(frozen=True)
class KnownOrder:
    """Known part of the order of the sector in which the player flies. Arrays have shape (lanes,).

    Attributes:
        size: Number of cards in the sector when the flight began.
        top: Number of cards from the top whose places are known, because they were turned up or left there by the
            sensor.
        bottom: Number of cards that the sensor put below.
    """

    size: npt.NDArray[np.int8]
    top: npt.NDArray[np.int8]
    bottom: npt.NDArray[np.int8]

    def of(self, lanes: npt.NDArray[np.intp]) -> KnownOrder:
        """Return the known order in some lanes."""
        return KnownOrder(self.size[lanes], self.top[lanes], self.bottom[lanes])


def dice_in_mind(dice: SampledDice, thought: int, games: int) -> SampledDice:
    """Return the dice of imagined games.

    Args:
        dice: The dice of the real games.
        thought: Number of the decision; the imagined games of each decision have dice of their own.
        games: Number of imagined games for each real one. They are numbered consecutively.
    """
    seed = ((dice.seed ^ IN_MIND) + A_THOUGHT * thought) % SEEDS
    return SampledDice(seed, dice.first * games, dice.trials * games, once=False)


def imagine(
    table: Table, lanes: npt.NDArray[np.intp], dice: SampledDice, games: int, arranged: KnownOrder | None = None
) -> Table:
    """Return copies of some games in which everything that the active player cannot know is dealt anew.

    Args:
        table: The real games.
        lanes: Numbers of the lanes to copy.
        dice: Dice of the imagined games, as from `dice_in_mind`.
        games: Number of copies of each lane.
        arranged: Known order of the sector in flight; None before and after a flight.

    Returns:
        A table with `games` neighbouring lanes for each real one.
    """
    # The copies of a game lie side by side, so results can be reshaped to (real games, imagined games).
    where = lanes.repeat(games)
    mind = copy_lanes(table, where)
    mind.game = mind.game * games + np.tile(np.arange(games), lanes.size)
    drawing = _Drawing(dice, mind)
    _deal_sectors(mind, drawing)
    if arranged is not None:
        known = arranged.of(where)
        drawing.shuffle(mind.order, OF_ORDER, np.maximum(mind.cards_flown, known.top), known.size - known.bottom)
    for rows, left, stream, stacks in (
        (mind.reserve, mind.left, OF_RESERVE, table.rules.reserve.values()),
        (mind.stack, mind.stack_left, OF_ADVENTURES, table.rules.adventure_stacks.values()),
    ):
        # Each stack is shuffled by itself, from its first card that is still to come.
        for number, stack in enumerate(stacks):
            begin = np.clip(len(rows) - stack.start - left, 0, len(stack))
            some = rows[stack.start : stack.stop]
            drawing.shuffle(some, stream + number, begin, np.full(mind.lanes, len(stack)))
    return mind


class _Drawing:
    """Shuffler of cards within each lane of a table of imagined games, by random words of the lane's game.

    Args:
        dice: Dice of the imagined games.
        mind: The imagined games.
    """

    def __init__(self, dice: SampledDice, mind: Table) -> None:
        self.dice, self.at, self.lane = dice, mind.game - dice.first, np.arange(mind.lanes)

    def words(self, stream: int) -> Words:
        """Return a random word (a fraction below 1) of a stream for each lane, by the lane's game. Shape (lanes,)."""
        return fractions(words(self.dice.seed, stream, self.dice.first, self.dice.trials))[self.at]

    def shuffle(self, rows: npt.NDArray[np.uint8], stream: int, begin: Places, end: Places) -> None:
        """Shuffle some places of each lane in place, by Fisher and Yates.

        Args:
            rows: Cards, of shape (places, lanes).
            stream: Number of the first stream of random words.
            begin: The first place to shuffle in each lane.
            end: One more than the last place to shuffle in each lane.
        """
        first, last = int(begin.min(initial=len(rows))), int(end.max(initial=0))
        for place in range(first, last - 1):
            if place == first or place % DRAWS_A_WORD == 0:
                rest = self.words(stream + place // DRAWS_A_WORD)
            # The word is a fixed-point fraction: multiplied, its integer part is the draw, and its fraction serves the
            # next draws. It has enough bits for DRAWS_A_WORD of them.
            rest = rest * np.where((begin <= place) & (place < end), end - place, 1).astype(np.uint64)
            other = place + (rest >> np.uint64(FRACTION_BITS)).astype(np.intp)
            rest &= BELOW_ONE
            taken = rows[other, self.lane]
            rows[other, self.lane] = rows[place]
            rows[place] = taken


def _deal_sectors(mind: Table, drawing: _Drawing) -> None:
    """Shuffle the cards that the player has not seen among their places, in place.

    The other player's knowledge follows the cards: who knew the card of a place knows the one that takes its place.
    """
    lying = np.bitwise_or.reduce(mind.sectors, axis=0)
    # Cards turned up or come from the reserve in this flight lie open, although they are remembered only after it.
    unseen = lying & ~np.bitwise_or.reduce(mind.known[mind.me], axis=0) & ~mind.turned & ~mind.came
    many = count(unseen)
    most = int(many.max(initial=0))
    cards, left = np.zeros((most, mind.lanes), np.uint8), unseen
    for place in range(most):
        cards[place], left = split_lowest(left)
    dealt = cards.copy()
    drawing.shuffle(dealt, OF_SECTORS, np.zeros(mind.lanes, np.int8), many)
    # Four sets of cards that lie in the sectors and four that the other player knows: one exchange serves all.
    sets: Sets = np.concatenate([mind.sectors, mind.known[1 - mind.me]])
    after = sets & ~unseen
    # `lut` (64, lanes) maps each card to the one that takes its place.
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
