"""Scoring of routes.

Ways with loops cannot be followed with row operations, so longest ways are searched one by one, only when a route
may be scored.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.lorry.turn.board import OPPOSITE
from analyzer.lorry.turn.draw import DrawEffect, Games, Lengths, Turn, bits_of, true_at
from analyzer.lorry.turn.table import Table

Joints = dict[int, list[int]]
"""Cells whose tracks are connected to the track in each cell."""


def longest_ways(
    table: Table, trader: int, games: npt.NDArray[np.intp], pairs: npt.NDArray[np.bool_]
) -> npt.NDArray[np.int16]:
    """Return the boxes on the trader's longest way between the planets of each joined pair. Shape (entries, pairs).

    Other pairs have 0.

    Args:
        table: The games.
        trader: The trader.
        games: The game of each entry.
        pairs: Whether each pair is joined. Shape (entries, pairs).
    """
    ways = np.zeros(pairs.shape, np.int16)
    for entry, game in enumerate(games):
        hang = joints(table, trader, int(game))
        for pair in np.flatnonzero(pairs[entry]):
            begin, end = (int(table.landing[trader, planet, game]) for planet in table.board.pairs[pair])
            ways[entry, pair] = longest(hang, begin, end, frozenset())
    return ways


def joints(table: Table, trader: int, game: int) -> Joints:
    """Return the connections between a trader's tracks in one game."""
    space, neighbour = table.board.space, table.board.neighbour
    ends = [
        set(np.flatnonzero(space.unpacked_bits(table.ends[trader, side][:, [game]])[0]).tolist()) for side in range(4)
    ]
    hang: Joints = {cell: [] for cell in set().union(*ends)}
    for side, here in enumerate(ends):
        for cell in here:
            other = int(neighbour[side, cell])
            if other in ends[OPPOSITE[side]]:
                hang[cell].append(other)
    return hang


def longest(hang: Joints, here: int, end: int, passed: frozenset[int]) -> int:
    """Return the number of boxes on the longest simple way between two cells, both counted; 0 if there is none.

    Args:
        hang: The connections between tracks.
        here: The first cell.
        end: The last cell.
        passed: The cells that may not be used.
    """
    if here == end:
        return 1
    passed |= {here}
    on = max((longest(hang, other, end, passed) for other in hang[here] if other not in passed), default=0)
    return on + 1 if on else 0


def lengths_of(table: Table, trader: int, games: Games, pairs: npt.NDArray[np.bool_]) -> Lengths:
    """Return the number of boxes on the trader's way between the two planets of each joined pair; 0 for other pairs.

    The switch `route_length` decides whether the shortest or the longest way counts (rulings, point 10). Shape
    (entries, pairs).
    """
    if table.board.switches.route_length == "longest":
        return longest_ways(table, trader, games, pairs)
    ways = np.zeros(pairs.shape, np.int16)
    entry, pair = true_at(pairs)
    one, other = table.board.pairs[pair].T
    lands = table.landing[trader, other, games[entry]]
    ways[entry, pair] = table.distance[trader, games[entry], lands, one]
    return ways


def may_be_scored(table: Table, trader: int, drawn: DrawEffect) -> npt.NDArray[np.bool_]:
    """Return the pairs that may be scored after a draw: newly joined and not scored by anybody (rulings, point 9).

    Unless the switch `passed_over_pairs` is "lost", a draw that newly joins an unscored pair also allows to score pairs
    that were joined earlier. Shape (entries, pairs).
    """
    unscored = ~bits_of(table, table.scored[drawn.games])
    new = drawn.joined & unscored
    if table.board.switches.passed_over_pairs == "lost":
        return np.asarray(new)
    all_joined = bits_of(table, table.joined[trader, drawn.games]) & unscored
    return np.asarray(all_joined & new.any(axis=1, keepdims=True))


def score(turn: Turn, drawn: DrawEffect) -> None:
    """Score one route in each game in which a draw joined pairs that may be scored; the judge chooses the pair."""
    table, trader = turn.table, turn.trader
    some = drawn.some
    if not some.size:
        return
    drawn = DrawEffect(drawn.games[some], drawn.cells[some], drawn.joined[some])
    may = may_be_scored(table, trader, drawn)
    rows = (may.any(axis=1) & ~table.over[drawn.games]).nonzero()[0]
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
    """Write one scored route for each entry into the table: its pair, points and boxes, and whether it ends the game.

    Args:
        table: The games.
        trader: The trader who scores.
        games: The game of each entry.
        pairs: The number of the pair of each entry.
        points: The points of each entry.
    """
    table.by[trader, games] |= np.uint64(1) << pairs.astype(np.uint64)
    table.points[trader, games] += points
    table.routes[trader, games] += 1
    table.longest[trader, games] = np.maximum(table.longest[trader, games], points)
    table.paid[pairs, games] = points
    table.when[pairs, games] = table.round + 1
    one, other = table.board.pairs[pairs].T
    # each planet keeps a bit for every other one
    table.unscored[one, games] &= ~(np.uint16(1) << other.astype(np.uint16))
    table.unscored[other, games] &= ~(np.uint16(1) << one.astype(np.uint16))
    there, back = (table.distance[trader, games, :, planet] for planet in (one, other))
    both = np.add(there, back, dtype=np.uint32)
    # a box lies on a shortest way if the distances from both planets have the least sum
    on_the_way = both == both.min(axis=1, keepdims=True)
    table.used[trader, games] += on_the_way
    table.over[games] |= ended(table, games)
    table.emit("scored", trader=trader, games=games, pairs=pairs, points=points)


def ended(table: Table, games: Games) -> npt.NDArray[np.bool_]:
    """Return whether the routes scored so far end the game (rulings, points 1 and 20). Shape (entries,)."""
    if table.board.switches.end_by == "routes":
        return np.asarray(table.routes[:, games].sum(axis=0) >= table.board.galaxy.end_after)
    scored = bits_of(table, table.scored[games])
    everywhere = [
        scored[:, (table.board.pairs == planet).any(axis=1)].any(axis=1) for planet in range(table.board.planets)
    ]
    return np.asarray(np.all(everywhere, axis=0))


def may_end(table: Table, games: Games) -> npt.NDArray[np.bool_]:
    """Return whether one more scored route can end the game. Shape (entries,)."""
    if table.board.switches.end_by == "routes":
        return np.asarray(table.slots[games] + 1 >= table.board.galaxy.end_after)
    return np.asarray(ending_pairs(table, games).any(axis=1))


def ending_pairs(table: Table, games: Games) -> npt.NDArray[np.bool_]:
    """Return the pairs whose scoring ends the game (rulings, points 1 and 20). Shape (entries, pairs)."""
    pairs = table.board.pairs
    if table.board.switches.end_by == "routes":
        is_last = table.routes[:, games].sum(axis=0) + 1 >= table.board.galaxy.end_after
        return np.repeat(is_last[:, None], len(pairs), axis=1)
    # (pairs, planets)
    has_planet = (pairs[:, :, None] == np.arange(table.board.planets)).any(axis=1)
    without = ~(bits_of(table, table.scored[games]).astype(np.uint8) @ has_planet.astype(np.uint8)).astype(np.bool_)
    return np.asarray(~(without[:, None] & ~has_planet).any(axis=2))
