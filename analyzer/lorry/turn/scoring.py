"""Scoring of routes.

There is no trick with rows for it: ways with loops are followed one by one. It is asked for when a route may be scored.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.lorry.turn.board import OPPOSITE
from analyzer.lorry.turn.draw import Drawn, Games, Lengths, Turn, bits_of
from analyzer.lorry.turn.table import Table

Joints = dict[int, list[int]]
"""By cell with an own track the cells whose tracks hang together with it."""


def longest_ways(
    table: Table, trader: int, games: npt.NDArray[np.intp], pairs: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int16]:
    """(entries, pairs) Boxes of the longest own way of those pairs (entries, pairs) that are joined, else 0."""
    ways = np.zeros(pairs.shape, np.int16)
    for entry, game in enumerate(games):
        hang = joints(table, trader, int(game))
        for pair in np.flatnonzero(pairs[entry]):
            begin, end = (int(table.landing[trader, planet, game]) for planet in table.board.pairs[pair])
            ways[entry, pair] = longest(hang, begin, end, frozenset())
    return ways


def joints(table: Table, trader: int, game: int) -> Joints:
    """Which of a trader's tracks hang together in one game."""
    space, neighbour = table.board.space, table.board.neighbour
    ends = [set(np.flatnonzero(space.spelled(table.ends[trader, side][:, [game]])[0]).tolist()) for side in range(4)]
    hang: Joints = {cell: [] for cell in set().union(*ends)}
    for side, here in enumerate(ends):
        for cell in here:
            other = int(neighbour[side, cell])
            if other in ends[OPPOSITE[side]]:
                hang[cell].append(other)
    return hang


def longest(hang: Joints, here: int, end: int, passed: frozenset[int]) -> int:
    """Boxes of the longest way from one cell to another that meets none twice, both counted; 0 if there is none."""
    if here == end:
        return 1
    passed |= {here}
    on = max((longest(hang, other, end, passed) for other in hang[here] if other not in passed), default=0)
    return on + 1 if on else 0


def lengths_of(table: Table, trader: int, games: Games, pairs: npt.NDArray[np.bool_]) -> Lengths:
    """The boxes on the own way of those pairs (entries, pairs) that are joined (point 10)."""
    if table.board.switches.route_length == "longest":
        return longest_ways(table, trader, games, pairs)
    ways = np.zeros(pairs.shape, np.int16)
    entry, pair = np.nonzero(pairs)
    one, other = table.board.pairs[pair].T
    lands = table.landing[trader, other, games[entry]]
    ways[entry, pair] = table.distance[trader, games[entry], lands, one]
    return ways


def may_be_scored(table: Table, trader: int, drawn: Drawn) -> npt.NDArray[np.bool_]:
    """(entries, pairs) Of what a draw newly joined the pairs that nobody has scored (point 9)."""
    unscored = ~bits_of(table, table.scored[drawn.games])
    new = drawn.joined & unscored
    if table.board.switches.passed_over_pairs == "lost":
        return np.asarray(new)
    all_joined = bits_of(table, table.joined[trader, drawn.games]) & unscored
    return np.asarray(all_joined & new.any(axis=1, keepdims=True))


def score(turn: Turn, drawn: Drawn) -> None:
    """One route for each game in which a draw joined one that may be scored, as the captain chooses."""
    table, trader = turn.table, turn.trader
    may = may_be_scored(table, trader, drawn)
    rows = np.flatnonzero(may.any(axis=1) & ~table.over[drawn.games])
    if not rows.size:
        return
    games = drawn.games[rows]
    lengths = lengths_of(table, trader, games, may[rows])
    chosen = turn.judge.pair(turn, games, lengths)
    take = np.flatnonzero(chosen >= 0)
    if take.size:
        note(table, trader, games[take], chosen[take], lengths[take, chosen[take]])
    declined = np.flatnonzero(chosen < 0)
    if declined.size:
        table.emit("declined", trader=trader, games=games[declined], joined=drawn.joined[rows[declined]])


def note(table: Table, trader: int, games: Games, pairs: npt.NDArray[np.intp], points: npt.NDArray[np.int16]) -> None:
    """Write a scored route of each of these games on the sheets."""
    table.by[trader, games] |= np.uint64(1) << pairs.astype(np.uint64)
    table.points[trader, games] += points
    table.routes[trader, games] += 1
    table.longest[trader, games] = np.maximum(table.longest[trader, games], points)
    table.paid[pairs, games] = points
    table.when[pairs, games] = table.round + 1
    one, other = table.board.pairs[pairs].T
    table.unscored[one, games] &= ~(np.uint16(1) << other.astype(np.uint16))
    table.unscored[other, games] &= ~(np.uint16(1) << one.astype(np.uint16))
    there, back = (table.distance[trader, games, :, planet].astype(np.int32) for planet in (one, other))
    both = there + back
    on_the_way = both == both.min(axis=1, keepdims=True)
    table.used[trader, games] += on_the_way
    table.over[games] |= ended(table, games)
    table.emit("scored", trader=trader, games=games, pairs=pairs, points=points)


def ended(table: Table, games: Games) -> npt.NDArray[np.bool_]:
    """(entries,) Whether the last route was scored (points 1 and 20)."""
    if table.board.switches.end_by == "routes":
        return np.asarray(table.routes[:, games].sum(axis=0) >= table.board.galaxy.end_after)
    scored = bits_of(table, table.scored[games])
    everywhere = [
        scored[:, (table.board.pairs == planet).any(axis=1)].any(axis=1) for planet in range(table.board.planets)
    ]
    return np.asarray(np.all(everywhere, axis=0))


def ending_pairs(table: Table, games: Games) -> npt.NDArray[np.bool_]:
    """Return the pairs that end the game once they are scored (points 1 and 20). Shape (entries, pairs)."""
    pairs = table.board.pairs
    if table.board.switches.end_by == "routes":
        is_last = table.routes[:, games].sum(axis=0) + 1 >= table.board.galaxy.end_after
        return np.repeat(is_last[:, None], len(pairs), axis=1)
    has_planet = (pairs[:, :, None] == np.arange(table.board.planets)).any(axis=1)
    without = ~(bits_of(table, table.scored[games]).astype(np.uint8) @ has_planet.astype(np.uint8)).astype(np.bool_)
    return np.asarray(~(without[:, None] & ~has_planet).any(axis=2))
