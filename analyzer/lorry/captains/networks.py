"""Own networks as aims: joining two of them scores a route between planets that were flown to before.

A network is a set of connected tracks of one trader. Only networks with an open end into an empty box are aims. In each
game they are numbered from 0, in the order of their lowest planets.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from analyzer.lorry.captains.reach import Heads, Planets
from analyzer.lorry.turn.board import Cells, Flags
from analyzer.lorry.turn.draw import Games, true_at
from analyzer.lorry.turn.places import TraderView

MOST = 7
"""Largest number of networks that are aims. Their bits and those of nine planets fill an integer of 16 bits."""


class Networks(NamedTuple):
    """Own networks to which open ends may lead. Network n is bit `planets + n`, above the bits of the planets.

    Attributes:
        planets: (networks, games) planets of each network, as bits.
        kept: (heads,) networks that may be joined to a network whose end points into the box.
        heads: empty boxes into which the open ends of each network point.
    """

    planets: Planets
    kept: Planets
    heads: Heads

    def led_to(self, sight: TraderView, here: Games, cell: Cells) -> Planets:
        """Return the networks to which an end out of each box without own ends may lead. Shape (entries,).

        Such a network has a planet that forms an unscored pair with one new planet beside the box: the one of lowest
        number.
        """
        to = np.zeros(here.size, np.uint16)
        new = sight.board.beside_cell.take(cell) & ~sight.visited[sight.trader].take(here)
        rows = np.flatnonzero(new)
        first = np.bitwise_count((new[rows] & -new[rows]) - np.uint16(1)).astype(np.intp)
        aims = sight.table.unscored[first, sight.games[here[rows]]] & self.planets[:, here[rows]]
        to[rows] = np.bitwise_or.reduce((aims != 0) * _weights(sight.board.planets, len(aims)), axis=0)
        return to


def _weights(planets: int, most: int) -> Planets:
    """Return the bit of each network. Shape (most, 1)."""
    return np.uint16(1) << np.arange(planets, planets + most, dtype=np.uint16)[:, None]


def own_networks(sight: TraderView, here: Games, cell: Cells, into: Flags) -> Networks:
    """Return the networks whose open ends point into empty boxes.

    `kept` holds networks that have a planet which forms an unscored pair with a planet of a network at the head.

    Args:
        sight: the trader's view of the games.
        here: (heads,) game of each empty box into which an own end points.
        cell: (heads,) the box.
        into: (4, heads) whether an own end points into the box from each side.
    """
    board, table, games = sight.board, sight.table, sight.games.size
    side, entry = true_at(into)
    game = here.take(entry)
    distances = table.distances(sight.trader, sight.games.take(game), board.neighbour[side, cell.take(entry)])
    held = board.as_set(distances != table.none).astype(np.uint16)
    lowest = held & -held
    all_lowest = np.zeros(games, np.uint16)
    np.bitwise_or.at(all_lowest, game, lowest)
    # Networks beyond MOST are no aims: they share the last row, which stands for no network.
    most = min(MOST, int(np.bitwise_count(all_lowest).max(initial=0)))
    number = np.minimum(np.bitwise_count(all_lowest.take(game) & (lowest - np.uint16(1))), most)
    planets = np.zeros((most + 1, games), np.uint16)
    planets[number, game] = held
    planets[most] = 0
    weights = _weights(board.planets, most)
    is_in = planets[:, None] >> np.arange(board.planets, dtype=np.uint16)[:, None] & np.uint16(1)
    partners = np.bitwise_or.reduce(is_in * sight.unscored, axis=1)
    joins = np.bitwise_or.reduce(((partners[:, None] & planets[:most]) != 0) * weights, axis=1)
    own = np.append(weights, np.uint16(0))
    joins &= ~own[:, None]
    kept, theirs = np.zeros(here.size, np.uint16), np.zeros(here.size, np.uint16)
    np.bitwise_or.at(kept, entry, joins[number, game])
    np.bitwise_or.at(theirs, entry, own[number])
    return Networks(planets[:most], kept, Heads(here, cell, theirs))
