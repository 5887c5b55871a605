"""Dice of turns: sampled and enumerated.

Rule code asks for a roll, the next card or a fight, and never knows which kind of dice it has. Any call may change
the number of lanes (enumerated dice do), so rules keep nothing across a call but the table.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd, lcm
from typing import Protocol

import numpy as np
import numpy.typing as npt

from analyzer.montecarlo.random_words import FRACTION_BITS, Words, fractions, split_digit, words
from analyzer.starship.fights import fight_by
from analyzer.starship.tables import Rules
from analyzer.starship.turn.bits import HIDDEN, LOST, NUMBER_OF_CARDS, Rows, Sets, count
from analyzer.starship.turn.table import LASTING, PASSING, Table, cannons, each

USES = 16
"""Number of random streams of a turn."""
OF_DICE, OF_SHUFFLE = range(2)
SIX = 6
"""Number of faces of a die, and base of the digits by which dice are rolled."""
BELOW_ONE = np.uint64((1 << FRACTION_BITS) - 1)
"""Mask of the part of a fixed-point number behind the point."""
PAIRS = 36
"""Number of equally likely pairs of two dice in a fight."""
POWERS = np.array([SIX**number % (1 << 64) for number in range(64)], np.uint64)
"""Powers of SIX modulo 2**64, by which a digit is moved to the front of a fraction."""


@lru_cache(maxsize=64)
def yellow_faces(rules: Rules) -> npt.NDArray[np.int8]:
    """Return the six faces of the yellow die."""
    return np.array(rules.dice["yellow"], np.int8)


@lru_cache(maxsize=64)
def blue_faces(rules: Rules) -> npt.NDArray[np.int8]:
    """Return the six faces of the blue die."""
    return np.array(rules.dice["blue"], np.int8)


@lru_cache(maxsize=64)
def wins_by_edge(rules: Rules) -> npt.NDArray[np.int64]:
    """Return the number of winning pairs of dice out of 36, by cannon strength less pirate's strength, from -8 to 8."""
    # Faces of any edition are 1 to 8: a lead of 7 always wins, and a deficit of 8 always loses.
    return np.array([fight_by(rules, max(edge, 0), max(-edge, 0)).wins for edge in range(-8, 9)], np.int64)


class Dice(Protocol):
    """Interface of all chance in a turn, sampled or enumerated: dice, shuffled sectors and cards turned up."""

    def yellow(self, table: Table) -> None:
        """Roll the yellow die into `table.roll`."""

    def shuffle(self, table: Table) -> None:
        """Shuffle the chosen sectors into `table.order`, as far as the order is known before cards are turned up."""

    def reveal(self, table: Table, place: int) -> None:
        """Determine the card at a place of the order in all lanes that fly."""

    def fight(self, table: Table, strengths: npt.NDArray[np.int16]) -> None:
        """Roll the fights of the lanes marked in `table.fighting`, and write into `table.won` whether the player won.

        The opponent is the pirate turned up last.

        Args:
            table: the games.
            strengths: strength of each pirate, indexed by the number of the card's bit. Shape (64,).
        """


class SampledDice:
    """Sampled dice and shuffles of trials `first` to `first + trials - 1` of a seed.

    Attributes:
        blue: faces of the latest fights, own and pirates'. Shape (fights,) each.
    """

    blue: tuple[npt.NDArray[np.int8], npt.NDArray[np.int8]]

    def __init__(self, seed: int, first: int, trials: int, once: bool = True) -> None:
        self.seed, self.first, self.trials, self.once = seed, first, trials, once
        self.turn, self.dice = -1, np.empty(0, np.uint64)

    def _words(self, table: Table, use: int) -> Words:
        """Return a random fraction for each lane, for one purpose in this turn. Shape (lanes,).

        Args:
            table: the games.
            use: number of the purpose, e.g. the shuffle; each has its own stream of random words.
        """
        stream = USES * table.turn + use
        drawn = fractions(words(self.seed, stream, self.first, self.trials))
        return drawn if self.once and table.lanes == self.trials else drawn[table.game - self.first]

    def yellow(self, table: Table) -> None:
        """Roll the yellow die by the first base-6 digit of the turn's random number."""
        self.dice = self._words(table, OF_DICE)
        table.roll[...] = yellow_faces(table.rules)[split_digit(self.dice, SIX)[0].view(np.intp)]

    def shuffle(self, table: Table) -> None:
        """Shuffle every place of the chosen sectors."""
        write_unshuffled(table)
        rest = self._words(table, OF_SHUFFLE)
        here = np.arange(table.lanes)
        base = each(table.size, table.sector, here).astype(np.uint64)
        lying = table.order.reshape(-1)
        # Fisher-Yates over all lanes at once: one fraction a lane in mixed base, flat indices place * lanes + lane.
        # Ten cards use 22 of its 58 bits (log2 of 10!). Places beyond a shorter sector are exchanged with themselves.
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
        """Do nothing, because `shuffle` has drawn all cards."""

    def fight(self, table: Table, strengths: npt.NDArray[np.int16]) -> None:
        """Roll each fight by two further base-6 digits of the turn's random number."""
        # Digit 0 is the yellow die; each fight of the turn takes the next two, the player's die first.
        rows = np.flatnonzero(table.fighting)
        number = 1 + 2 * table.fought[rows].astype(np.intp)
        own, pirate = (self._digit(rows, number + k) for k in range(2))
        table.fought[rows] += 1
        card = last_turned_up(table, rows)
        self.blue = blue_faces(table.rules)[own], blue_faces(table.rules)[pirate]
        table.won[rows] = self.blue[0] + cannons(table, table.me, rows) >= self.blue[1] + strengths[card]

    def _digit(self, rows: Rows, number: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
        """Return a base-6 digit of each lane's random fraction: the digit at place `number` behind the point.

        Shape (rows,).
        """
        # The product may overflow, which only loses digits in front of the point (`random_words.digit`).
        rest = (self.dice[rows] * POWERS[number]) & BELOW_ONE
        return np.asarray(((rest * np.uint64(SIX)) >> np.uint64(FRACTION_BITS)).view(np.intp))


def last_turned_up(table: Table, rows: Rows) -> npt.NDArray[np.uint8]:
    """Return the card turned up last. Shape (rows,)."""
    return np.asarray(each(table.order, table.cards_flown[rows] - np.int8(1), rows))


def wins(table: Table, rows: Rows, strengths: npt.NDArray[np.int16]) -> npt.NDArray[np.int64]:
    """Return the number of pairs of dice out of 36 that beat the card turned up last. Shape (rows,)."""
    edge = cannons(table, table.me, rows).astype(np.intp) - strengths[last_turned_up(table, rows) & LOST]
    return np.asarray(wins_by_edge(table.rules)[np.clip(edge, -8, 8) + 8])


def write_unshuffled(table: Table) -> None:
    """Write the cards of the chosen sectors into `table.order` in the order of their bits, lost planets last."""
    left: Sets = each(table.sectors, table.sector, np.arange(table.lanes))
    one = np.uint64(1)
    for place in range(table.order.shape[0]):
        # x & -x keeps the lowest bit; the bits below it, counted, are the number of the card.
        lowest = left & (~left + one)
        table.order[place] = np.where(left != 0, count(lowest - one).view(np.uint8), np.uint8(LOST))
        left &= left - one


UNCOUNTED = ("weight", "game", "reached", "able")
"""Names of the table's arrays that do not count when states are compared for merging."""
LARGEST = 1 << 62
"""Largest sum of the weights of lanes that is held in 64-bit integers; larger weights are Python integers."""
MIX = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F))
"""Odd multipliers of the two 64-bit hashes of a state."""


class EnumeratedDice:
    """Enumerated dice: every face and every order of cards becomes a lane with a whole-number weight.

    Attributes:
        total: sum of the weights of all lanes, by which a weight becomes a chance.
    """

    def __init__(self) -> None:
        self.total = 1

    def yellow(self, table: Table) -> None:
        """Branch into each face of the yellow die."""
        # The faces of an own edition's die may be unequally likely.
        faces, ways = np.unique(yellow_faces(table.rules), return_counts=True)
        roll = np.tile(faces, table.lanes)
        self._branch(table, np.arange(table.lanes).repeat(faces.size), np.tile(ways, table.lanes), SIX)
        table.roll[...] = roll

    def shuffle(self, table: Table) -> None:
        """Mark the order of the chosen sectors as hidden, to be enumerated card by card by `reveal`."""
        lane = np.arange(table.lanes)
        table.order[...] = HIDDEN
        table.hidden[...] = table.sectors[table.sector, lane]
        table.hidden_lost[...] = table.size[table.sector, lane] - count(table.hidden)

    def reveal(self, table: Table, place: int) -> None:
        """Branch into each card that may lie at the place, if it is hidden; equal states are merged before."""
        # Cards that were met no longer matter: without them, more states are equal and merge.
        table.order[:place][np.arange(place)[:, None] < table.cards_flown] = 0
        self._merge(table)
        unknown = table.flying & (table.order[place] == HIDDEN)
        hidden = np.where(unknown, count(table.hidden) + table.hidden_lost, 1).astype(np.int64)
        # One scale for all lanes: n hidden cards branch n ways of weight scale / n, and a known card keeps scale.
        scale = lcm(*np.unique(hidden).tolist())
        ways = scale // hidden
        lanes, cards, weights = [np.flatnonzero(~unknown)], [], [ways[~unknown]]
        cards.append(table.order[place, ~unknown])
        for card in [*range(NUMBER_OF_CARDS), LOST]:
            if card == LOST:
                some = np.flatnonzero(unknown & (table.hidden_lost > 0))
                weights.append(ways[some] * table.hidden_lost[some])
            else:
                some = np.flatnonzero(unknown & (table.hidden >> np.uint64(card) & np.uint64(1) != 0))
                weights.append(ways[some])
            lanes.append(some)
            cards.append(np.full(some.size, card, np.uint8))
        drawn = np.concatenate(cards)
        fresh = np.concatenate([np.zeros(lanes[0].size, np.bool_), np.ones(drawn.size - lanes[0].size, np.bool_)])
        self._branch(table, np.concatenate(lanes), np.concatenate(weights), scale)
        table.order[place, fresh] = drawn[fresh]
        gone = np.where(drawn == LOST, np.uint64(0), np.uint64(1) << (drawn & 63).astype(np.uint64))
        table.hidden[fresh] &= ~gone[fresh]
        table.hidden_lost[fresh] -= drawn[fresh] == LOST

    def fight(self, table: Table, strengths: npt.NDArray[np.int16]) -> None:
        """Branch into victory and defeat, weighted by their pairs of dice out of 36."""
        fighting = table.fighting
        card = table.order[table.cards_flown - 1, np.arange(table.lanes)]
        edge = np.clip(cannons(table, table.me).astype(np.intp) - strengths[card & 63], -8, 8)
        wins = np.where(fighting, wins_by_edge(table.rules)[edge + 8], PAIRS)
        losing = np.flatnonzero(fighting & (wins < PAIRS))
        winning = np.flatnonzero(wins > 0)
        lanes = np.concatenate([winning, losing])
        won = np.arange(lanes.size) < winning.size
        self._branch(table, lanes, np.where(won, wins[lanes], PAIRS - wins[lanes]), PAIRS)
        table.won[...] = won

    def _branch(self, table: Table, lanes: Rows, ways: npt.NDArray[np.int64], scale: int) -> None:
        """Replace the lanes by branches, each weighted by its number of equally likely outcomes.

        Args:
            table: the games.
            lanes: lane that each new lane continues.
            ways: number of equally likely outcomes of each new lane, out of `scale`.
            scale: number of equally likely outcomes of each old lane.
        """
        self.total *= scale
        if self.total > LARGEST and table.weight.dtype != object:
            table.weight = table.weight.astype(object)
        table.take(lanes)
        table.weight = table.weight * (ways.astype(object) if table.weight.dtype == object else ways)
        # Weights stay small this way, so they fit into 64-bit words for longer.
        common = gcd(self.total, int(np.gcd.reduce(table.weight)))
        if common > 1:
            self.total //= common
            table.weight = table.weight // common

    def _merge(self, table: Table) -> None:
        """Merge lanes in the same state, adding up their weights."""
        one, other = (_mixed(table, odd) for odd in MIX)
        # Two independent 64-bit hashes: a collision of both is out of the question.
        order = np.lexsort((other, one))
        differs = (np.diff(one[order]) != 0) | (np.diff(other[order]) != 0)
        firsts = np.flatnonzero(np.concatenate([[True], differs]))
        if firsts.size == order.size:
            return
        weight = np.add.reduceat(table.weight[order], firsts)
        table.take(order[firsts])
        table.weight = weight


def _mixed(table: Table, odd: np.uint64) -> npt.NDArray[np.uint64]:
    """Return a hash of the state of each lane. Shape (lanes,).

    Equal states have equal hashes; different states almost certainly have different ones.

    Args:
        table: the games.
        odd: odd number that starts the hash and multiplies it; two of them give two independent hashes.
    """
    mixed = np.full(table.lanes, odd, np.uint64)
    shift = np.uint64(29)
    for name in LASTING | PASSING:
        if name in UNCOUNTED:
            continue
        rows = getattr(table, name).reshape(-1, table.lanes)
        for row in rows:
            # A value that all lanes share tells none of them apart.
            if (row == row[0]).all():
                continue
            mixed ^= row.astype(np.uint64)
            mixed *= odd
            mixed ^= mixed >> shift
    return mixed
