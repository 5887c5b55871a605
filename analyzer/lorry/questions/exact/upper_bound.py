"""More than anybody can still score: a bound that holds whatever is rolled and whoever plays (docs/lorry-rulings.md).

Every route that is still scored needs a draw that joins two groups of planets, and leads through own boxes alone; so
groups, boxes that can still be drawn, turns and slots bound the routes, and boxes bound each of them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.lorry.turn.board import ASTEROID, ROCKET, Board
from analyzer.lorry.turn.rows import Flags, Sets
from analyzer.lorry.turn.table import Table

Numbers = npt.NDArray[np.int64]


def most_still(table: Table, trader: int, turns: int | None = None) -> Numbers:
    """(games,) Points of routes and stars that a trader cannot still exceed; turns: those left, None: without limit.

    Draws D: as many as boxes that the trader can still reach, and as turns and extra tracks allow, of rockets and
    asteroids that D draws can reach. Routes R: one less than groups of planets (those that own tracks join are one)
    that can still be joined, no more than slots or free pairs, and draws from that on with which two groups can first
    be joined. Each route is no longer than the own boxes when it is scored, so at best the last R draws score.
    """
    board, switches = table.board, table.board.switches
    if not table.games:
        return np.zeros(0, np.int64)
    room = _room(table, trader)
    parts = [_part(table, trader, planet) for planet in range(board.planets)]
    fronts = np.array([_front(table, trader, planet, part, room) for planet, part in enumerate(parts)])
    steps = _steps(board, np.bitwise_or.reduce(fronts, axis=0), room)
    draws = _draws(board, steps, turns)
    alive = np.asarray(fronts.any(axis=1))
    counts = np.ones_like(alive) if switches.passed_over_pairs == "open" else alive
    boxes = _count(np.bitwise_or.reduce(np.where(counts[:, None], parts, board.space.kind(0)), axis=0))
    routes = np.minimum.reduce(
        [
            (alive & _first_of_group(table, trader)).sum(axis=0) - 1,
            _free_pairs(table, trader),
            draws - _fewest_to_join(table, trader, fronts, room, int(draws.max())) + 1,
            *([board.galaxy.end_after - table.slots] if switches.end_by == "routes" else []),
        ]
    )
    routes = np.maximum(routes, 0)
    points = routes * (boxes + draws)
    if switches.special_order == "score_first":
        points -= routes * (routes - 1) // 2
    stars = board.star_points * np.minimum(_among(steps, board.stars, draws), draws)
    return np.asarray(np.where(table.over, 0, points + stars))


def _steps(board: Board, front: Sets, room: Sets) -> Sets:
    """(steps + 1, rows, games) Boxes to which so many draws can come, none first, until there are no more."""
    within = [np.zeros_like(front), front]
    while (within[-1] != within[-2]).any():
        within.append(within[-1] | (board.space.spread(within[-1], np.empty_like(front)) & room))
    return np.array(within)


def _draws(board: Board, steps: Sets, turns: int | None) -> Numbers:
    """(games,) The most tracks that can be drawn: one a turn, and one for each rocket or asteroid on the way.

    Were there more than a D for which D = turns + rockets and asteroids within D steps, then of the first D + 1 draws
    the extra ones would follow boxes within D steps, and there are not enough of those.
    """
    boxes = _count(steps[-1])
    if turns is None:
        return boxes
    draws = np.minimum(boxes, turns)
    while True:
        more = np.minimum(boxes, turns + _among(steps, _extra(board), draws))
        if (more == draws).all():
            return draws
        draws = more


def _among(steps: Sets, some: Sets, draws: Numbers) -> Numbers:
    """(games,) How many of some boxes (rows,) can be reached in so many draws."""
    counts = np.array([_count(within & some[:, None]) for within in steps])
    return np.asarray(counts[np.minimum(draws, len(steps) - 1), np.arange(draws.size)])


def _count(sets: Sets) -> Numbers:
    """(games,) How many boxes are in sets (rows, games)."""
    return np.asarray(np.bitwise_count(sets).sum(axis=0, dtype=np.int64))


def _room(table: Table, trader: int) -> Sets:
    """(rows, games) Boxes in which an own track may still lie: empty, or with a rival's where two may."""
    room = table.empty
    if table.board.switches.tracks_per_box == "two":
        rivals = [table.drawn_by(rival) for rival in range(table.board.traders) if rival != trader]
        room = np.bitwise_or.reduce([room, *rivals]) & ~table.drawn_by(trader)
    return np.asarray(room)


def _extra(board: Board) -> Sets:
    """(rows,) Boxes that bring a track more."""
    cells = np.flatnonzero(np.isin(board.special[: board.space.cells], (ROCKET, ASTEROID)))
    return board.space.of(board.space.box(cell) for cell in cells.tolist())


def _part(table: Table, trader: int, planet: int) -> Sets:
    """(rows, games) Own boxes that hang together with a planet."""
    there = table.distance[trader, :, :, planet] != table.none
    words = np.packbits(there, axis=1, bitorder="little").view(np.dtype(table.board.space.kind).newbyteorder("<"))
    return np.asarray(words.astype(table.board.space.kind).T)


def _front(table: Table, trader: int, planet: int, part: Sets, room: Sets) -> Sets:
    """(rows, games) Boxes in which a track could hang on what hangs together with a planet, or on the planet alone."""
    board = table.board
    visited = (table.visited[trader] >> np.uint16(planet) & 1).astype(np.bool_)
    ends = [board.space.moved(table.ends[trader, side] & part, side) for side in range(4)]
    beside = np.repeat(board.around[planet][:, None], table.games, axis=1)
    return np.asarray(np.where(visited, np.bitwise_or.reduce(ends), beside) & room)


def _joined(table: Table, trader: int) -> dict[tuple[int, int], Flags]:
    """(games,) by pair of planets, from 0, whether own tracks join it."""
    bits = table.joined[trader]
    pairs = table.board.pairs.tolist()
    return {(one, other): (bits >> np.uint64(n) & np.uint64(1)) != 0 for n, (one, other) in enumerate(pairs)}


def _first_of_group(table: Table, trader: int) -> Flags:
    """(planets, games) Whether no planet of a smaller number is in its group."""
    first = np.ones((table.board.planets, table.games), np.bool_)
    for (_, other), joined in _joined(table, trader).items():
        first[other] &= ~joined
    return first


def _free_pairs(table: Table, trader: int) -> Numbers:
    """(games,) Pairs that nobody has scored, that the trader may still be the first to score."""
    gone = table.scored
    if table.board.switches.passed_over_pairs == "lost":
        gone = gone | table.joined[trader]
    return np.asarray(len(table.board.pairs) - np.bitwise_count(gone).astype(np.int64))


def _fewest_to_join(table: Table, trader: int, fronts: Sets, room: Sets, most: int) -> Numbers:
    """(games,) The fewest boxes, one beside the other, by which two groups can be joined; most + 1 if more."""
    space, joined = table.board.space, _joined(table, trader)
    fewest = np.full(table.games, most + 1, np.int64)
    near, far = fronts, fronts
    for boxes in range(1, most + 1):
        open_yet = fewest > most
        for (one, other), together in joined.items():
            meeting = (far[one] & near[other]).any(axis=0) & ~together
            fewest[open_yet & meeting] = boxes
        if (fewest <= most).all():
            break
        if boxes % 2:
            far = near | (space.spread(near, np.empty_like(near)) & room)
        else:
            near = far
    return fewest
