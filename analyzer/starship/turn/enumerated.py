"""Every order and every die counted: lanes branch into all that may come, weights are whole, equal states merge."""

from __future__ import annotations

from math import gcd, lcm

import numpy as np
import numpy.typing as npt

from analyzer.starship.tables import dice as faces
from analyzer.starship.turn.bits import HIDDEN, LOST, NUMBER_OF_CARDS, Rows, count
from analyzer.starship.turn.dice import PAIRS, wins_by_edge
from analyzer.starship.turn.table import LASTING, PASSING, Table, cannons

UNCOUNTED = ("weight", "game", "reached", "able")
LARGEST = 1 << 62
"""Weights in all up to which 64-bit words hold them; beyond they are Python's integers."""
MIX = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F))
"""Odd numbers by which states are mixed into two words each."""


class Enumerated:
    """All faces and all orders. `total`: in how many ways all lanes together came about."""

    def __init__(self) -> None:
        self.total = 1

    def yellow(self, table: Table) -> None:
        """Each face of the yellow die."""
        sides = sorted(set(faces()["yellow"]))
        lanes = np.repeat(np.arange(table.lanes), len(sides))
        roll = np.tile(np.array(sides, np.int8), table.lanes)
        self._branch(table, lanes, np.ones(lanes.size, np.int64), len(sides))
        table.roll[...] = roll

    def shuffle(self, table: Table) -> None:
        """Nothing is known of the order yet."""
        lane = np.arange(table.lanes)
        table.order[...] = HIDDEN
        table.hidden[...] = table.sectors[table.sector, lane]
        table.hidden_lost[...] = table.size[table.sector, lane] - count(table.hidden)

    def reveal(self, table: Table, place: int) -> None:
        """Each card that may lie there, where it is not known; equal states were merged before."""
        table.order[:place][np.arange(place)[:, None] < table.cards_flown] = 0
        self._merge(table)
        unknown = table.flying & (table.order[place] == HIDDEN)
        hidden = np.where(unknown, count(table.hidden) + table.hidden_lost, 1).astype(np.int64)
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
        """Won and lost, by how many of the 36 pairs of dice do each."""
        fighting = table.fighting
        card = table.order[table.cards_flown - 1, np.arange(table.lanes)]
        edge = np.clip(cannons(table, table.me).astype(np.intp) - strengths[card & 63], -8, 8)
        wins = np.where(fighting, wins_by_edge()[edge + 8], PAIRS)
        losing = np.flatnonzero(fighting & (wins < PAIRS))
        winning = np.flatnonzero(wins > 0)
        lanes = np.concatenate([winning, losing])
        won = np.arange(lanes.size) < winning.size
        self._branch(table, lanes, np.where(won, wins[lanes], PAIRS - wins[lanes]), PAIRS)
        table.won[...] = won

    def _branch(self, table: Table, lanes: Rows, ways: npt.NDArray[np.int64], scale: int) -> None:
        """Go on with those lanes, each in so many of `scale` ways."""
        self.total *= scale
        if self.total > LARGEST and table.weight.dtype != object:
            table.weight = table.weight.astype(object)
        table.take(lanes)
        table.weight = table.weight * (ways.astype(object) if table.weight.dtype == object else ways)
        common = gcd(self.total, int(np.gcd.reduce(table.weight)))
        if common > 1:
            self.total //= common
            table.weight = table.weight // common

    def _merge(self, table: Table) -> None:
        """Lanes in the same state are one, with the weights of all."""
        one, other = (_mixed(table, odd) for odd in MIX)
        order = np.lexsort((other, one))
        differs = (np.diff(one[order]) != 0) | (np.diff(other[order]) != 0)
        firsts = np.flatnonzero(np.concatenate([[True], differs]))
        if firsts.size == order.size:
            return
        weight = np.add.reduceat(table.weight[order], firsts)
        table.take(order[firsts])
        table.weight = weight


def _mixed(table: Table, odd: np.uint64) -> npt.NDArray[np.uint64]:
    """(lanes,) A hash of the state: equal for equal states, and almost certainly different otherwise."""
    mixed = np.full(table.lanes, odd, np.uint64)
    shift = np.uint64(29)
    for name in LASTING | PASSING:
        if name in UNCOUNTED:
            continue
        rows = getattr(table, name).reshape(-1, table.lanes)
        for row in rows:
            if (row == row[0]).all():
                continue
            mixed ^= row.astype(np.uint64)
            mixed *= odd
            mixed ^= mixed >> shift
    return mixed
