"""A win in hand: draws that end the game and leave nobody ahead (docs/lorry-rulings.md, A win in hand)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.lorry.turn.acting import Lengths, Turn
from analyzer.lorry.turn.board import ASTEROID, ENDS, HAS_END, HOLE, ROCKET, STAR
from analyzer.lorry.turn.draw import BEYOND, Games, bits_of, draw, from_each_side
from analyzer.lorry.turn.places import Sight
from analyzer.lorry.turn.rows import Cells, Flags, Sets
from analyzer.lorry.turn.scoring import ending_pairs, lengths_of, may_be_scored
from analyzer.lorry.turn.table import Table

LANES = 1 << 12
"""Draws that are tried out at once where switches ask for it."""


def winning_draws(turn: Turn, sight: Sight, places: Sets, extra: bool) -> Sets | None:
    """Return the legal places at which a track ends the game and wins it, None if there are none at all.

    Shape (tracks, rows, here).
    """
    table, board, space = turn.table, sight.board, sight.space
    if board.traders == 1:
        return None
    ending = ending_pairs(table, sight.games)
    late = np.flatnonzero(ending.any(axis=1))
    if not late.size:
        return None
    joinable = (sight.into | sight.planet)[..., late]
    met = [_meeting_two(joinable, ends) & places[track][:, late] for track, ends in enumerate(ENDS)]
    where, cell = space.listed(np.concatenate(met, axis=1))
    track, where = np.divmod(where, late.size)
    here = late[where]
    if not here.size:
        return None
    lengths = np.where(ending[here], _lengths(turn, sight, here, track, cell), 0).max(axis=1)
    special = board.special[cell]
    stars = board.star_points * (special == STAR)
    does_win = (lengths > 0) & (lengths + stars >= lead_needed(table, turn.trader, sight.games[here]))
    if board.switches.special_order == "special_first" and (not extra or board.switches.chains == "yes"):
        does_win &= ~np.isin(special, (ROCKET, ASTEROID, HOLE))
    if not does_win.any():
        return None
    track, here, cell = track[does_win], here[does_win], cell[does_win]
    wins = np.zeros_like(places)
    np.bitwise_or.at(wins, (track, cell // space.width, here), space.bits(cell))
    return wins


def winning_pairs(turn: Turn, games: Games, lengths: Lengths) -> Flags:
    """Return which pairs end the game and win it if they are scored now. Shape (entries, pairs)."""
    table = turn.table
    if table.board.traders == 1:
        return np.zeros(lengths.shape, np.bool_)
    needed = lead_needed(table, turn.trader, games)[:, None]
    return np.asarray(ending_pairs(table, games) & (lengths > 0) & (lengths >= needed))


def lead_needed(table: Table, trader: int, games: Games) -> npt.NDArray[np.int64]:
    """Return the points by which the best rival is ahead of the trader. Shape (entries,)."""
    totals = table.totals[:, games]
    return np.asarray(np.delete(totals, trader, axis=0).max(axis=0) - totals[trader])


def _meeting_two(joinable: Sets, ends: tuple[int, ...]) -> Sets:
    """Return the boxes in which a track would meet at least two own ends or planets not flown to."""
    once = twice = np.zeros_like(joinable[0])
    for side in ends:
        twice = twice | (once & joinable[side])
        once = once | joinable[side]
    return np.asarray(twice)


def _lengths(turn: Turn, sight: Sight, here: Games, track: npt.NDArray[np.intp], cell: Cells) -> npt.NDArray[np.int64]:
    """Return the points of each pair that a draw could score, else 0. Shape (entries, pairs)."""
    table, trader, switches = turn.table, turn.trader, turn.table.board.switches
    games = sight.games[here]
    if switches.route_length == "shortest" and switches.passed_over_pairs == "lost":
        into = sight.space.has(sight.into, here, cell).astype(np.bool_)
        return new_lengths(table, trader, games, from_each_side(table, trader, games, cell, into), HAS_END[track].T)
    parts = []
    for begin in range(0, here.size, LANES):
        some = slice(begin, begin + LANES)
        lanes = table.take(games[some])
        every = np.arange(lanes.games)
        free = may_be_scored(lanes, trader, draw(lanes, trader, every, track[some], cell[some]))
        parts.append(lengths_of(lanes, trader, every, free).astype(np.int64))
    return np.concatenate(parts)


def new_lengths(
    table: Table, trader: int, games: Games, sides: npt.NDArray[np.int16], has: Flags
) -> npt.NDArray[np.int64]:
    """Return the shortest boxes of each pair that a track newly joins and nobody has scored, else 0.

    sides: `from_each_side` of its box; has: (4, entries) the sides of its ends. Shape (entries, pairs).
    """
    nearest = np.where(has[:, :, None], sides, BEYOND).min(axis=0)
    one, other = table.board.pairs.T
    new = ~bits_of(table, table.joined[trader, games] | table.scored[games])
    length = nearest[:, one] + nearest[:, other] + 1
    return np.asarray(np.where(new & (length < BEYOND), length, 0).astype(np.int64))
