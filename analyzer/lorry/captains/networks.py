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


class NetworkAims(NamedTuple):
    """Own networks to which open ends may lead. Network n is bit `planets + n`, above the bits of the planets.

    Attributes:
        led_to: (entries,) networks to which an end out of each box may lead.
        kept: (entries,) networks that may be joined to a network whose end points into the box.
        heads: empty boxes into which the open ends of each network point.
    """

    led_to: Planets
    kept: Planets
    heads: Heads


def network_aims(sight: TraderView, here: Games, cell: Cells, into: Flags, head: Flags) -> NetworkAims:
    """Return the networks that a trader may join from each box.

    If an own end points into the box, these networks have a planet that forms an unscored pair with a planet of the
    end's network. Else they have a planet that forms an unscored pair with the lowest new planet beside the box.

    Args:
        sight: the trader's view of the games.
        here: (entries,) game of each box.
        cell: (entries,) the box.
        into: (4, entries) whether an own end points into the box from each side.
        head: (entries,) whether the box is empty and an own end points into it.
    """
    board, table, games = sight.board, sight.table, sight.games.size
    unscored = table.unscored[:, sight.games]
    side, entry = true_at(into & head)
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
    weights = np.uint16(1) << np.arange(board.planets, board.planets + most, dtype=np.uint16)
    is_in = planets[:, None] >> np.arange(board.planets, dtype=np.uint16)[:, None] & np.uint16(1)
    partners = np.bitwise_or.reduce(is_in * unscored, axis=1)
    joins = np.bitwise_or.reduce(((partners[:, None] & planets[:most]) != 0) * weights[:, None], axis=1)
    own = np.append(weights, np.uint16(0))
    joins &= ~own[:, None]
    kept, theirs = np.zeros(here.size, np.uint16), np.zeros(here.size, np.uint16)
    np.bitwise_or.at(kept, entry, joins[number, game])
    np.bitwise_or.at(theirs, entry, own[number])
    led_to = kept & ~theirs
    new = board.beside_cell.take(cell) & ~sight.visited[sight.trader].take(here)
    rows = np.flatnonzero((new != 0) & ~into.any(axis=0))
    first = np.bitwise_count((new[rows] & -new[rows]) - np.uint16(1)).astype(np.intp)
    aims = unscored[first, here[rows]] & planets[:most, here[rows]]
    led_to[rows] = np.bitwise_or.reduce((aims != 0) * weights[:, None], axis=0)
    heads = np.flatnonzero(head)
    return NetworkAims(led_to, kept, Heads(here[heads], cell[heads], theirs[heads]))
