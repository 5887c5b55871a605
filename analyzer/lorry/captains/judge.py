"""Judge that scores draws by a captain's prices, over many games at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.networks import Networks, own_networks
from analyzer.lorry.captains.reach import OpenEndWorths, Patience, Reach, Watched, Within, reach
from analyzer.lorry.tables import TYPES
from analyzer.lorry.turn.board import (
    ASTEROID,
    BIT_OF_TRACK,
    ENDS,
    HAS_END,
    HOLE,
    MEETING,
    MEETING_TWO,
    MISSING,
    OF_TYPES,
    ROCKET,
    STAR,
    TYPE,
    Cells,
    E,
    Flags,
    N,
    S,
    Sets,
    Tracks,
    W,
    as_bits_of,
    of_tracks,
    tracks_of,
)
from analyzer.lorry.turn.draw import (
    Allowed,
    DrawChoice,
    Games,
    Lengths,
    Turn,
    Ways,
    bits_of,
    draw,
    from_each_side,
    true_at,
)
from analyzer.lorry.turn.places import TraderView, any_of, at_least_two
from analyzer.lorry.turn.scoring import ending_pairs, lengths_of, may_be_scored, may_end
from analyzer.lorry.turn.table import Table

Depths = npt.NDArray[np.int32]
"""Depths of tracks (see Boxes)."""


@dataclass
class Boxes:
    """Boxes to score, with all data that prices need; sorted by game, then in reading order.

    Lengths of ways are stored as a set: one integer, in which bit n stands for a way of n boxes.

    Attributes:
        places: the boxes, and what may lie there.
        heads: indices of the empty boxes into which own ends point, in the order of the own leads.
        game: (entries,) place of the box's game in the table.
        depth: (4, entries) depth of the track that points in from each side: its largest distance on own tracks to a
            planet that the trader has flown to; 0 where no track points in.
        beyond: (4, entries) lengths of the ways from the neighbour at each side to wanted planets, as a set.
        patience: (entries,) smallest number of boxes that a route should bring.
        within: (words, 4, entries) planets within each of the judge's `lengths` of the neighbour at each side (see
            Within).
    """

    places: TracksByBox
    heads: Games
    game: Games
    depth: Depths
    beyond: Reach
    patience: Patience
    within: Within

    @property
    def deepest(self) -> npt.NDArray[np.int32]:
        """Largest depth of all tracks whose ends point into each box. Shape (entries,)."""
        return np.asarray(self.depth.max(axis=0))


class OneLeftOut(NamedTuple):
    """Largest value over the leads (open ends) of each game, and over all leads of the game but one.

    Attributes:
        best: (..., games) largest value in each game.
        others: (..., leads) largest value in the game over all leads but this one.
    """

    best: npt.NDArray[Any]
    others: npt.NDArray[Any]

    @classmethod
    def of_sets(cls, sets: Within, here: Games, by_rank: Games) -> OneLeftOut:
        """Return unions of sets of planets, which take the place of largest values.

        Args:
            sets: (..., leads) the sets, as bits.
            here: (leads,) game of each lead, in order.
            by_rank: (most leads, games) see `leads_by_rank`.
        """
        each = np.concatenate([sets, np.zeros_like(sets, shape=(*sets.shape[:-1], 1))], axis=-1).take(by_rank, axis=-1)
        so_far = np.bitwise_or.accumulate(each, axis=-2)
        once = so_far[..., -1, :]
        # A planet that two leads reach stays within reach without either of them.
        twice = np.bitwise_or.reduce(so_far[..., :-1, :] & each[..., 1:, :], axis=-2)
        return cls(once, once.take(here, axis=-1) & ~(sets & ~twice.take(here, axis=-1)))

    @classmethod
    def of(cls, value: Scores, here: Games, by_rank: Games, nothing: Scores) -> OneLeftOut:
        """Return the largest value over all leads of each game, and over all leads but one.

        Args:
            value: (leads,) value of each lead.
            here: (leads,) game of each lead, in order.
            by_rank: (most leads, games) see `leads_by_rank`.
            nothing: (games,) least value in each game, that of having no lead.
        """
        each = np.append(value, np.int32(LEAST)).take(by_rank)
        rank, games = each.argmax(axis=0), np.arange(nothing.size)
        best = np.maximum(each[rank, games], nothing)
        # Without the best lead the second best is left.
        each[rank, games] = LEAST
        second = np.maximum(each.max(axis=0), nothing)
        others = best.take(here)
        lead = by_rank[rank, games]
        some = lead < here.size
        others[lead[some]] = second[some]
        return cls(best, others)

    def beside(self, here: Games, heads: Games) -> npt.NDArray[Any]:
        """Return the largest value over the leads of a box's game without the lead at that box. Shape (..., boxes).

        Args:
            here: (boxes,) game of each box.
            heads: indices of the boxes that have a lead, in the order of the leads; empty if no box has one.
        """
        if heads.size == here.size:
            return self.others
        left = self.best.take(here, axis=-1)
        if heads.size:
            left[..., heads] = self.others
        return np.asarray(left)


class Leads(NamedTuple):
    """Open ends of a trader that point into empty boxes, by box, in order.

    Attributes:
        here: (leads,) game of each box.
        cell: (leads,) the box.
        worth: largest worths of the ways that lead on from the boxes to planets, by the judge's prices.
        within: planets within each of the judge's `lengths` of any lead (see Within).
    """

    here: Games
    cell: Cells
    worth: OneLeftOut
    within: OneLeftOut

    def at(self, here: Games, cell: Cells) -> tuple[Games, Games]:
        """Return the indices of boxes with a lead, and of the lead in each of them. Shape (boxes with a lead,)."""
        if not self.here.size:
            return self.here, self.here
        keys = (self.here << CELL_BITS) + self.cell
        wanted = (here << CELL_BITS) + cell
        at = np.minimum(np.searchsorted(keys, wanted), keys.size - 1)
        rows = (keys.take(at) == wanted).nonzero()[0]
        return rows, at.take(rows)


@dataclass
class TracksByBox:
    """Boxes that are looked at, with the tracks that may lie in each; sorted by game, then in reading order.

    Attributes:
        here: (entries,) place of the box's game among the games looked at.
        cell: (entries,) the box.
        into: (4, entries) whether an own end points into the box from each side.
        sides: (entries,) the sides of `into`, as bits.
        joinable: (entries,) sides with an open own end or a planet not flown to, as bits.
        tracks: (entries,) tracks of an allowed type that may lie there, as bits. In games that a single draw can win,
            only the tracks that win.
    """

    here: Games
    cell: Cells
    into: Flags
    sides: Cells
    joinable: Cells
    tracks: Tracks

    @property
    def meets(self) -> Tracks:
        """Tracks with an end that would meet an open own end, as bits. Shape (entries,)."""
        return np.asarray(MEETING.take(self.sides))

    def and_others(self, other: TracksByBox) -> TracksByBox:
        """Return these boxes merged with other boxes of the same games, in order."""
        keys = [(places.here << CELL_BITS) + places.cell for places in (self, other)]
        # A stable sort is fast here, because both parts are in order.
        order = np.argsort(np.concatenate(keys), kind="stable")
        return TracksByBox(
            *(
                np.concatenate([getattr(self, name), getattr(other, name)], axis=-1).take(order, axis=-1)
                for name in FIELDS_BY_BOX
            )
        )

    def some(self, rows: Games) -> TracksByBox:
        """Return the boxes at some indices."""
        return TracksByBox(*(getattr(self, name).take(rows, axis=-1) for name in FIELDS_BY_BOX))


FIELDS_BY_BOX = tuple(each.name for each in fields(TracksByBox))


def list_places(
    sight: TraderView, sets: Sets, allowed: Allowed, winning: Sets | None = None, wins: Flags | None = None
) -> TracksByBox:
    """Return the boxes of `sets` (rows, here), with the tracks that may lie there.

    Args:
        sight: the trader's view of the games.
        sets: (rows, here) boxes to look at.
        allowed: types of track that may be drawn.
        winning: (tracks, rows, here) draws that win the game. In games that have some, all other draws are left out.
        wins: (here,) whether a game has such a draw.
    """
    space = sight.space
    here, cell = space.listed(sets)
    into = space.has(sight.into, here, cell).astype(np.bool_)
    sides = as_bits_of(into)
    planets = as_bits_of(space.has(sight.planet, here, cell).astype(np.bool_))
    tracks = sight.tracks_at(here, cell, sides, planets) & OF_TYPES.take(as_bits_of(allowed)).take(here)
    if winning is not None and wins is not None:
        rows = wins.take(here).nonzero()[0]
        held = space.has(winning, here[rows], cell[rows])
        tracks[rows] = np.bitwise_or.reduce(held * BIT_OF_TRACK[:, None], axis=0).astype(np.uint16)
    return TracksByBox(here, cell, into, sides, sides | planets, tracks)


def leads_by_rank(here: Games, games: int) -> Games:
    """Return the indices of the leads of each game, one below the other. Shape (most leads of a game, games).

    Games with fewer leads are filled with the number of all leads. There is at least one row.

    Args:
        here: (leads,) game of each lead, in order.
        games: number of games.
    """
    many = np.bincount(here, minlength=games)
    rank = np.arange(max(1, int(many.max(initial=0))))[:, None]
    return np.where(rank < many, np.cumsum(many) - many + rank, here.size)


def first_of(here: Games) -> Games:
    """Return the index of the first box of each game. Shape (games with boxes,)."""
    is_first = np.ones(here.size, np.bool_)
    np.not_equal(here[1:], here[:-1], out=is_first[1:])
    return is_first.nonzero()[0]


def depths(sight: TraderView, trader: int, here: Games, cell: Cells, into: Flags) -> Depths:
    """Return the depth of a trader's track that points into each box from each side (see Boxes). Shape (4, entries)."""
    cells = sight.space.cells
    at = sight.games.take(here) * cells + sight.board.neighbour.take(cell, axis=1)
    depth = sight.table.depth[trader].ravel().take(at, mode="clip") * into
    return np.asarray(depth.astype(np.int32))


def _heads(sight: TraderView, places: TracksByBox) -> Flags:
    """Return whether each box is empty and an own end points into it. Shape (entries,)."""
    head = places.sides != 0
    if not sight.board.is_box_by_box:
        head &= sight.space.has(sight.empty, places.here, places.cell).astype(np.bool_)
    return np.asarray(head)


def _around(
    sight: TraderView,
    places: TracksByBox,
    heads: Games,
    of_all: npt.NDArray[np.uint16],
    tier_1: Flags | None,
    networks: Networks | None,
) -> Watched:
    """Return the four neighbours of each box, with the planets and networks that are wanted from them.

    Args:
        sight: the trader's view of the games.
        places: the boxes.
        heads: see Boxes.
        of_all: (here,) planets that the trader wants, from `wanted`.
        tier_1: see Survey.
        networks: see Survey.
    """
    here, cell = places.here, places.cell
    is_tier_1 = places.sides != 0 if tier_1 is None else tier_1.take(here)
    led_to = _reachable_planets(sight, here, cell, of_all, is_tier_1)
    if networks is not None:
        rows = (places.sides == 0).nonzero()[0]
        led_to[rows] |= networks.led_to(sight, here.take(rows), cell.take(rows))
        if heads.size:
            led_to[heads] |= networks.kept & ~networks.heads.networks
    return Watched(here, sight.board.neighbour.take(cell, axis=1), led_to)


def _boxes(
    sight: TraderView,
    places: TracksByBox,
    heads: Games,
    depth: Depths,
    patience: Patience,
    beyond: Reach,
    within: Within,
) -> Boxes:
    """Return boxes with all data that prices need.

    Args:
        sight: the trader's view of the games.
        places: the boxes.
        heads: see Boxes.
        depth: (4, entries) see Boxes.
        patience: (here,) smallest number of boxes that a route should bring.
        beyond: (4, entries) see Boxes.
        within: (words, 4, entries) see Boxes.
    """
    return Boxes(places, heads, sight.games.take(places.here), depth, beyond, patience.take(places.here), within)


def wanted(sight: TraderView, trader: int | None = None) -> npt.NDArray[np.uint16]:
    """Return the planets that a trader still wants, as bits. Shape (here,).

    A planet is wanted if the trader has not flown to it, and if it forms an unscored pair with a planet that the trader
    has flown to.

    Args:
        sight: the view of the games.
        trader: seat of the trader, from 0; the trader of the view if None.
    """
    visited = sight.visited[sight.trader if trader is None else trader]
    planet = np.arange(sight.board.planets, dtype=np.uint16)[:, None]
    partners = sight.unscored * (visited >> planet & 1)
    return np.asarray(np.bitwise_or.reduce(partners, axis=0) & ~visited)


def _reachable_planets(
    sight: TraderView, here: Games, cell: Cells, of_all: npt.NDArray[np.uint16], tier_1: Flags
) -> npt.NDArray[np.uint16]:
    """Return the planets to which an end out of each box may lead, as bits. Shape (entries,).

    The set is called T in docs/lorry-rulings.md.
    """
    beside = sight.board.beside_cell.take(cell)
    to = of_all.take(here) & ~beside
    rows = np.flatnonzero(~tier_1)
    if rows.size:
        visited = sight.visited[sight.trader, here[rows]]
        # x & -x keeps the lowest bit; the number of bits below it is the planet's number.
        new = beside[rows] & ~visited
        first = np.bitwise_count((new & -new) - np.uint16(1)).astype(np.intp)
        first = np.where(new != 0, first, 0)
        of_first = sight.table.unscored[first, sight.games[here[rows]]] * (new != 0)
        to[rows] = of_first & ~visited & ~beside[rows]
    return np.asarray(to)


LANES = 1 << 12
"""Number of draws carried out on trial at once, under rule switches for which route lengths need a trial."""


def winning_draws(turn: Turn, sight: TraderView, allowed: Allowed, extra: bool) -> Sets | None:
    """Return where each track may be drawn such that the game ends and is won; None if that is possible in no game.

    The shape is (tracks, rows, here).
    """
    table, board, space = turn.table, sight.board, sight.space
    if board.traders == 1:
        return None
    late = may_end(table, sight.games).nonzero()[0]
    if not late.size:
        return None
    # A draw joins a pair only if it meets two things.
    meeting = at_least_two(sight.into.take(late, axis=-1) | sight.planet.take(late, axis=-1))
    where, cell = space.listed(meeting & sight.boxes().take(late, axis=-1))
    here = late[where]
    into, planets = (as_bits_of(space.has(sets, here, cell).astype(np.bool_)) for sets in (sight.into, sight.planet))
    tracks = sight.tracks_at(here, cell, into, planets) & MEETING_TWO.take(into | planets)
    track, box = draws_of(tracks & OF_TYPES.take(as_bits_of(allowed)).take(here))
    here, cell = here[box], cell[box]
    if not here.size:
        return None
    ending = ending_pairs(table, sight.games[here])
    lengths = np.where(ending, _lengths(turn, sight, here, track, cell), 0).max(axis=1)
    special = board.special[cell]
    stars = board.star_points * (special == STAR)
    does_win = (lengths > 0) & (lengths + stars >= lead_needed(table, turn.trader, sight.games[here]))
    if board.switches.special_order == "special_first" and (not extra or board.switches.chains == "yes"):
        does_win &= ~np.isin(special, (ROCKET, ASTEROID, HOLE))
    if not does_win.any():
        return None
    track, here, cell = track[does_win], here[does_win], cell[does_win]
    wins = np.zeros((len(ENDS), *sight.empty.shape), space.kind)
    np.bitwise_or.at(wins, (track, cell // space.width, here), space.bits(cell))
    return wins


def winning_pairs(turn: Turn, games: Games, lengths: Lengths) -> Flags:
    """Return, for each pair of planets, whether scoring it now ends the game and wins it. Shape (entries, pairs)."""
    table = turn.table
    if table.board.traders == 1:
        return np.zeros(lengths.shape, np.bool_)
    needed = lead_needed(table, turn.trader, games)[:, None]
    return np.asarray(ending_pairs(table, games) & (lengths > 0) & (lengths >= needed))


def lead_needed(table: Table, trader: int, games: Games) -> npt.NDArray[np.int64]:
    """Return the best rival's total less the trader's in each game; negative if the trader leads. Shape (entries,)."""
    totals = table.totals[:, games]
    return np.asarray(totals[np.arange(len(totals)) != trader].max(axis=0) - totals[trader])


def _lengths(
    turn: Turn, sight: TraderView, here: Games, track: npt.NDArray[np.intp], cell: Cells
) -> npt.NDArray[np.int64]:
    """Return the points of each pair of planets that each draw could score; 0 for others. Shape (entries, pairs)."""
    table, trader, switches = turn.table, turn.trader, turn.table.board.switches
    games = sight.games[here]
    # The usual switches need no trial: the lengths follow from the distances to each side.
    if switches.route_length == "shortest" and switches.passed_over_pairs == "lost":
        into = sight.space.has(sight.into, here, cell).astype(np.bool_)
        lengths = np.zeros((here.size, len(table.board.pairs)), np.int64)
        sides = from_each_side(table, trader, games, cell, into)
        joins, new = new_lengths(table, trader, games, sides, HAS_END[track].T, np.arange(here.size))
        lengths[joins] = new
        return lengths
    parts = []
    for begin in range(0, here.size, LANES):
        some = slice(begin, begin + LANES)
        lanes = table.take(games[some])
        every = np.arange(lanes.games)
        free = may_be_scored(lanes, trader, draw(lanes, trader, every, track[some], cell[some]))
        parts.append(lengths_of(lanes, trader, every, free).astype(np.int64))
    return np.concatenate(parts)


def new_lengths(
    table: Table, trader: int, games: Games, sides: Ways, has: Flags, at: Games
) -> tuple[Games, npt.NDArray[np.int64]]:
    """Return the indices of the draws that newly join unscored pairs, and the lengths of these pairs in boxes.

    The shapes are (joining draws,) and (joining draws, pairs). Pairs that a draw does not newly join have length 0.

    Args:
        table: the games.
        trader: seat of the trader, from 0.
        games: (entries,) game of each draw.
        sides: (4, boxes, planets) length of the way from each planet to each side of a box, from `from_each_side`.
        has: (4, entries) whether the track has an end at each side.
        at: (entries,) place of each draw's box in `sides`.
    """
    board, none = table.board, sides.dtype.type(table.none)
    planets = board.as_set(sides != none).take(at, axis=1) * has
    new = board.pairs_within.take(np.bitwise_or.reduce(planets, axis=0))
    new &= ~(table.joined[trader, games] | table.scored[games])
    some = new.nonzero()[0]
    # All bits of `none` are set, so it hides the ways to sides without an end.
    hidden = np.where(has[:, some], sides.dtype.type(0), none)[:, :, None]
    nearest = (sides.take(at[some], axis=1) | hidden).min(axis=0).astype(np.int16)
    one, other = board.pairs.T
    lengths = nearest.take(one, axis=1) + nearest.take(other, axis=1) + np.int16(1)
    return some, (lengths * bits_of(table, new[some])).astype(np.int64)


# A packed key holds the score, then the track, then the cell. Cells are below 24 rows of 32, and LEAST shifted by
# TRACK_BITS still fits 32 bits.
CELL_BITS, TRACK_BITS = 10, 4
BEHIND = (len(ENDS) - 1 - np.arange(len(ENDS), dtype=np.int32))[:, None]
"""Number of tracks after each track in TRACKS, which breaks ties for the first track. Shape (tracks, 1)."""
LEAST = -(1 << 27)
Scores = npt.NDArray[np.int32]


class DrawScores(NamedTuple):
    """Scores of draws by box and track, with the boxes sorted by game and then in reading order.

    Attributes:
        here: (boxes,) game of each box.
        cell: (boxes,) the box.
        first: (games with boxes,) index of the first box of each game.
        score: (tracks, boxes) score of each draw in tenths of a point, LEAST if the draw is no candidate.
        without: (games,) score of drawing nothing: `keep(none)` of the rulings.
        scores: (tracks, boxes) whether a draw scores a route.
        wins: (games,) whether a draw wins on the spot; such draws are then the only candidates.
    """

    here: Games
    cell: Cells
    first: Games
    score: Scores
    without: Scores
    scores: Flags
    wins: Flags

    def and_others(self, other: DrawScores) -> DrawScores:
        """Return these scores merged with those of other boxes of the same games, in order."""
        here, cell = (np.concatenate([mine, theirs]) for mine, theirs in zip(self[:2], other[:2], strict=True))
        # A stable sort is fast here, because both parts are in order.
        order = np.argsort((here << CELL_BITS) + cell, kind="stable")
        here, cell = here.take(order), cell.take(order)
        score, scores = (
            np.concatenate([mine, theirs], axis=1).take(order, axis=1)
            for mine, theirs in ((self.score, other.score), (self.scores, other.scores))
        )
        return self._replace(here=here, cell=cell, first=first_of(here), score=score, scores=scores)

    def candidates(self) -> tuple[Games, npt.NDArray[np.intp], Cells, Scores]:
        """Return game, track, cell and score of every candidate."""
        track, box = true_at(self.score > LEAST)
        return self.here[box], track, self.cell[box], self.score[track, box]

    def ranked(self) -> list[tuple[int, int, int]]:
        """Return track, cell and score of every candidate of a single game, the best first."""
        _, track, cell, score = self.candidates()
        order = np.lexsort((cell, track, -score))
        return [(int(track[row]), int(cell[row]), int(score[row])) for row in order]

    def best(self, games: int) -> tuple[npt.NDArray[np.int8], Cells, npt.NDArray[np.int64]]:
        """Return track, cell and score of the best candidate of each game; ties go to the first. Shape (games,) each.

        Games without candidates get -1, -1 and LEAST.

        Args:
            games: number of games.
        """
        tracks, cells = np.full(games, -1, np.int8), np.full(games, -1, np.intp)
        scores = np.full(games, LEAST, np.int64)
        if not self.here.size:
            return tracks, cells, scores
        # One key orders score, then track, then cell: smaller tracks and cells get larger low bits.
        by_box = ((self.score << TRACK_BITS) + BEHIND).max(axis=0).astype(np.int64)
        key = np.maximum.reduceat((by_box << CELL_BITS) + ((1 << CELL_BITS) - 1 - self.cell), self.first)
        score = key >> CELL_BITS + TRACK_BITS
        has_draw = score > LEAST
        game, key = self.here[self.first][has_draw], key[has_draw]
        scores[game] = score[has_draw]
        tracks[game] = len(ENDS) - 1 - (key >> CELL_BITS & (1 << TRACK_BITS) - 1)
        cells[game] = (1 << CELL_BITS) - 1 - (key & (1 << CELL_BITS) - 1)
        return tracks, cells, scores


class Standing(NamedTuple):
    """State of some games as a trader sees it. All shapes are (games,).

    Attributes:
        slots: routes left after the next one until the game ends; 0 unless the judge weighs them.
        patience: smallest number of boxes that a route should bring.
        behind: points behind the best rival, negative if ahead; 0 in a game alone.
        is_last: whether the next route is the last of the game; never in a game alone.
    """

    slots: npt.NDArray[np.int32]
    patience: Patience
    behind: npt.NDArray[np.int64]
    is_last: Flags

    def take(self, rows: Games) -> Standing:
        """Return the state of the games at some indices."""
        slots, patience, behind, is_last = self
        return Standing(slots.take(rows), patience.take(rows), behind.take(rows), is_last.take(rows))


class Survey(NamedTuple):
    """Data that the scores of all boxes of some games share.

    Attributes:
        tier_1: (here,) whether a game is in tier 1 of the rulings: some draw meets an own end. If None, this is decided
            for each box: tier 1 if an own end points into it.
        at: state of the games.
        wanted: (here,) planets that the trader wants, as bits.
        sought: (here,) all planets to which ways may be needed, as bits.
        networks: own networks to which ways may lead; None unless the judge is `is_by_network`.
        own: leads of the trader.
        rivals: leads of the rivals that the judge looks at.
    """

    tier_1: Flags | None
    at: Standing
    wanted: npt.NDArray[np.uint16]
    sought: npt.NDArray[np.uint16]
    networks: Networks | None
    own: Leads
    rivals: tuple[Leads, ...]


MANY = 100
"""Least number of games for which it saves time to leave out boxes that cannot hold the best draw (measured)."""


class PricedJudge:
    """Judge that chooses by a captain's prices."""

    is_wide = False
    """Whether all legal draws are candidates, tier 2 too."""
    lengths: tuple[int, ...] = ()
    """Numbers of boxes, in order; the score needs to know the planets to which a way of at most so many boxes leads."""
    is_by_network = False
    """Whether ways may also lead to own networks."""

    def __init__(self, captain: Captain) -> None:
        self.captain, self.leads = captain, OpenEndWorths(captain)
        self.special = np.array([0, captain.star, captain.rocket, captain.asteroid, captain.hole], np.int32)

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> DrawChoice:
        """Return the candidate with the largest score, or the choice to draw nothing (see `pick_or_win`)."""
        return self.pick_or_win(turn, games, allowed, extra)[0]

    def pick_or_win(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> tuple[DrawChoice, Flags]:
        """Return the track that the captain draws in each game, and whether drawing it wins the game at once.

        The track is -1 if nothing is drawn: an extra track that would improve nothing, or, with the switch
        `no_place: pass`, a useless die that is better than any track. All shapes are (games,).

        Args:
            turn: the turn.
            games: games of the table to look at.
            allowed: types of track that may be drawn.
            extra: whether an extra track is drawn, which may be left out.
        """
        weighed = self.weigh(turn, games, allowed, extra, wins_first=True, best_only=True)
        track, cell, best = weighed.best(games.size)
        kind = np.full(games.size, -1, np.int8)
        if extra:
            track = np.where(weighed.wins | (best > weighed.without), track, np.int8(-1))
        elif turn.table.board.switches.no_place == "pass":
            useless_types = allowed & ~types_with_place(TraderView(turn.table, turn.trader, games).legal())
            gives_up = useless_types.any(axis=0) & (weighed.without > best) & ~weighed.wins
            track = np.where(gives_up, np.int8(-1), track)
            rolled = turn.rolled[:, games]
            useless = turn.left[:, games] & np.take_along_axis(useless_types, rolled.astype(np.intp), axis=0)
            kind = np.where(gives_up, rolled[useless.argmax(axis=0), np.arange(games.size)], kind)
        return DrawChoice(track, cell, kind, (best < weighed.without) & ~weighed.wins), weighed.wins

    def weigh(
        self,
        turn: Turn,
        games: Games,
        allowed: Allowed,
        extra: bool,
        wide: bool = False,
        *,
        wins_first: bool = False,
        best_only: bool = False,
    ) -> DrawScores:
        """Return all candidates with their scores.

        Args:
            turn: the turn.
            games: games of the table to look at.
            allowed: types of track that may be drawn.
            extra: whether an extra track is drawn, which may be left out.
            wide: whether all legal draws are candidates, also those of tier 2 of the rulings.
            wins_first: whether draws that win at once are the only candidates, in games that have such draws.
            best_only: whether candidates may be left out that cannot be the best.
        """
        sight = TraderView(turn.table, turn.trader, games)
        space = sight.space
        wins = np.zeros(games.size, np.bool_)
        winning = winning_draws(turn, sight, allowed, extra) if wins_first else None
        if winning is not None:
            wins = np.asarray(any_of(winning).any(axis=0))
        wide = wide or self.is_wide
        led_to, anywhere = np.bitwise_or.reduce(sight.into, axis=0), sight.boxes()
        # Boxes with an own end into them are looked at in any case, because `keep` needs their leads.
        sets = led_to & (sight.empty | anywhere)
        others = anywhere & ~sets
        listed = partial(list_places, sight, allowed=allowed, winning=winning, wins=wins)
        # With few games, one pass over all boxes is faster than two passes over fewer boxes.
        later = self.is_wide and best_only and games.size >= MANY
        tier_1 = None
        if wide:
            places = listed(sets if later else sets | others)
        else:
            places = listed(sets)
            tier_1 = np.zeros(games.size, np.bool_)
            tier_1[places.here[(places.tracks & places.meets).nonzero()[0]]] = True
            places = places.and_others(listed(np.where(tier_1, space.kind(0), others)))
        survey, boxes = self._survey(turn, sight, places, tier_1)
        denied = np.zeros((len(TYPES), games.size), np.int32)
        if not extra and self.captain.deny:
            denied = self._denied(turn, sight)
        score, scores = self._score(turn, sight, boxes, survey, denied)
        without = survey.own.worth.best
        weighed = DrawScores(places.here, places.cell, first_of(places.here), score, without, scores, wins)
        if later:
            loose = self._loose_places(sight, others, allowed, listed, survey, denied, weighed)
            if loose.here.size:
                # No own end points into these boxes, so none is a lead, and their depths are 0.
                no_heads = np.zeros(0, np.intp)
                around = _around(sight, loose, no_heads, survey.wanted, None, survey.networks)
                heads = None if survey.networks is None else survey.networks.heads
                ways = reach(sight.board, sight.empty, [around], survey.sought, within=self.lengths, heads=heads)
                depth = np.zeros(loose.into.shape, np.int32)
                boxes = _boxes(sight, loose, no_heads, depth, survey.at.patience, *ways[0])
                score, scores = self._score(turn, sight, boxes, survey, denied)
                first = first_of(loose.here)
                weighed = weighed.and_others(DrawScores(loose.here, loose.cell, first, score, without, scores, wins))
        return weighed

    def _survey(self, turn: Turn, sight: TraderView, places: TracksByBox, tier_1: Flags | None) -> tuple[Survey, Boxes]:
        """Return the data that the scores of all boxes share, and the data of some boxes.

        Args:
            turn: the turn.
            sight: the trader's view of the games.
            places: the boxes, with at least all into which an own end points.
            tier_1: see Survey.
        """
        at, missing = self.standing(turn, sight.games), wanted(sight)
        heads = _heads(sight, places).nonzero()[0]
        here, cell = places.here.take(heads), places.cell.take(heads)
        kept, networks = missing.take(here), None
        if self.is_by_network:
            networks = own_networks(sight, here, cell, places.into.take(heads, axis=1))
            kept = kept | networks.kept
        # In tier 2, a planet may be sought even if it is no partner of a planet flown to.
        sought = missing if tier_1 is not None and tier_1.all() else sight.missing(sight.trader)
        depth = depths(sight, sight.trader, places.here, places.cell, places.into)
        leads, deepest = [Watched(here, cell, kept)], [depth.take(heads, axis=1)]
        for rival in self.rivals(turn):
            here, cell = sight.space.listed(np.bitwise_or.reduce(sight.ends_into(rival), axis=0) & sight.empty)
            into = sight.space.has(sight.ends_into(rival), here, cell).astype(np.bool_)
            deepest.append(depths(sight, rival, here, cell, into))
            of_rival = wanted(sight, rival)
            leads.append(Watched(here, cell, of_rival.take(here)))
            sought = sought | of_rival
        groups = [_around(sight, places, heads, missing, tier_1, networks), *leads]
        aims = None if networks is None else networks.heads
        around, *found = reach(sight.board, sight.empty, groups, sought, within=self.lengths, heads=aims)
        own, *rivals = self._leads(leads, np.concatenate(deepest, axis=1).max(axis=0), at.patience, found)
        survey = Survey(tier_1, at, missing, sought, networks, own, tuple(rivals))
        return survey, _boxes(sight, places, heads, depth, at.patience, *around)

    def _leads(
        self, groups: Sequence[Watched], deepest: Depths, patience: Patience, ways: Sequence[tuple[Reach, Within]]
    ) -> list[Leads]:
        """Return the leads of several traders, by the captain's prices.

        Args:
            groups: for each trader, the empty boxes into which the trader's ends point.
            deepest: (leads,) depth of the deepest track that points into each box; the leads of all traders.
            patience: (games,) smallest number of boxes that a route should bring.
            ways: for each trader, lengths of the ways on from each box, and the planets within each of `self.lengths`.
        """
        # The games of all traders are numbered through, because one call for all is faster.
        games, traders = patience.size, len(groups)
        here = np.concatenate([group.here + games * number for number, group in enumerate(groups)])
        lengths, within = (np.concatenate(parts, axis=-1) for parts in zip(*ways, strict=True))
        patience = np.concatenate([patience] * traders)
        by_rank = leads_by_rank(here, patience.size)
        value = self.leads.lead(deepest, lengths, patience.take(here))
        worth = OneLeftOut.of(value, here, by_rank, self.leads.nothing(patience))
        planets = OneLeftOut.of_sets(within, here, by_rank)
        leads, end = [], 0
        for number, group in enumerate(groups):
            begin, end = end, end + group.here.size
            own = slice(games * number, games * (number + 1))
            parts = (OneLeftOut(best[..., own], others[..., begin:end]) for best, others in (worth, planets))
            leads.append(Leads(group.here, group.cell, *parts))
        return leads

    def _loose_places(
        self,
        sight: TraderView,
        others: Sets,
        allowed: Allowed,
        listed: Callable[[Sets], TracksByBox],
        survey: Survey,
        denied: Scores,
        weighed: DrawScores,
    ) -> TracksByBox:
        """Return the boxes without own ends in which the best draw may lie; here these are all boxes.

        Args:
            sight: the trader's view of the games.
            others: (rows, here) all boxes without own ends in which a track may lie.
            allowed: types of track that may be drawn.
            listed: function that returns the boxes of a set, with the tracks of these types that may lie there.
            survey: data that all scores share.
            denied: (types, here) worth of keeping each type from the next trader.
            weighed: scores of the draws in all other boxes.
        """
        return listed(others)

    def standing(self, turn: Turn, games: Games) -> Standing:
        """Return the state of some games, as the trader sees it."""
        table = turn.table
        slots, behind = np.zeros(games.size, np.int32), np.zeros(games.size, np.int64)
        is_last = np.zeros(games.size, np.bool_)
        if table.board.traders > 1:
            behind = lead_needed(table, turn.trader, games)
            if table.board.switches.end_by == "routes":
                is_last = may_end(table, games)
        return Standing(slots, np.full(games.size, self.captain.patience, np.int32), behind, is_last)

    def rivals(self, turn: Turn) -> Sequence[int]:
        """Return the seats of the rivals whose ways from each box the score needs."""
        return ()

    def _score(
        self, turn: Turn, sight: TraderView, boxes: Boxes, survey: Survey, denied: Scores
    ) -> tuple[Scores, Flags]:
        """Return each draw's score in tenths of a point, and whether it scores a route. Shape (tracks, boxes) each.

        The scores contain the price `deny`. A draw that is no candidate has the score LEAST.

        Args:
            turn: the turn.
            sight: the trader's view of the games.
            boxes: the boxes.
            survey: data that all scores share.
            denied: (types, here) worth of keeping each type from the next trader.
        """
        places, may = boxes.places, boxes.places.tracks
        if survey.tier_1 is not None:
            may = may & np.where(survey.tier_1.take(places.here), places.meets, may)
        score, scores = self._scored(turn, sight, boxes, may, survey)
        score += denied[TYPE].take(boxes.places.here, axis=1)
        # A minimum is several times as fast as `np.where`, whose branches cannot be predicted here.
        return np.minimum(score, tracks_of(may) * np.int32(-2 * LEAST) + np.int32(LEAST)), scores

    def _scored(self, turn: Turn, sight: TraderView, boxes: Boxes, may: Tracks, survey: Survey) -> tuple[Scores, Flags]:
        """Return each draw's score without the price `deny`, and whether it scores a route. Shape (tracks, boxes) each.

        The unit is a tenth of a point. Scores of draws that are not in `may` have no meaning.
        """
        captain = self.captain
        retained = survey.own.worth.beside(boxes.places.here, boxes.heads)
        # Scored box by box first, as if every track met all own ends into its box; those that do not are corrected
        # below.
        lead = self.leads.lead(1 + boxes.deepest, boxes.beyond, boxes.patience)
        arms = (boxes.beyond != 0) * np.int32(captain.arm)
        besides = of_tracks(np.add, arms) + self.special.take(sight.board.special.take(boxes.places.cell))
        if captain.block:
            besides += captain.block * self._cut(sight, boxes.places.here, boxes.places.cell)
        score = np.maximum(of_tracks(np.maximum, lead), retained) + besides
        places = boxes.places
        track, box = draws_of(may & MISSING.take(places.sides))
        if box.size:
            onward = self._onward(boxes, box, HAS_END[track].T)
            score[track, box] = np.maximum(onward, retained[box]) + besides[track, box]
        scores = np.zeros(score.shape, np.bool_)
        track, box = draws_of(may & MEETING_TWO.take(places.joinable))
        if box.size:
            rows, length = self._longest(turn, boxes, box, HAS_END[track].T)
            track, box = track[rows], box[rows]
            score[track, box] += self.closes(survey.at.take(boxes.places.here[box]), length).astype(np.int32)
            scores[track, box] = True
        return np.asarray(score), scores

    def _onward(self, boxes: Boxes, box: Games, has: Flags) -> Scores:
        """Return the worth of the best free end of each draw, in tenths of a point. Shape (draws,).

        Only draws whose track does not meet every own end that points into its box need this: for all others the
        depth is that of the box.

        Args:
            boxes: the boxes.
            box: (draws,) index of each draw's box in `boxes`.
            has: (4, draws) whether the track has an end at each side.
        """
        deepest = 1 + (has * boxes.depth.take(box, axis=1)).max(axis=0)
        reached = has * boxes.beyond.take(box, axis=1)
        return np.asarray(self.leads.lead(deepest, reached, boxes.patience.take(box)).max(axis=0))

    def _longest(self, turn: Turn, boxes: Boxes, box: Games, has: Flags) -> tuple[Games, npt.NDArray[np.int64]]:
        """Return the indices of the draws that score a pair, and the points of the longest pair that each could score.

        Both have shape (scoring draws,). The rulings call the points L.

        Args:
            turn: the turn.
            boxes: the boxes.
            box: (entries,) index of each draw's box in `boxes`.
            has: (4, entries) whether the track has an end at each side.
        """
        table = turn.table
        # Several tracks of one box share the ways to its sides.
        is_there = np.zeros(boxes.places.cell.size, np.bool_)
        is_there[box] = True
        some, at = is_there.nonzero()[0], (np.cumsum(is_there) - 1).take(box)
        games, cells = boxes.game.take(some), boxes.places.cell.take(some)
        sides = from_each_side(table, turn.trader, games, cells, boxes.places.into.take(some, axis=1))
        rows, lengths = new_lengths(table, turn.trader, boxes.game.take(box), sides, has, at)
        return rows, lengths.max(axis=1, initial=0)

    def closes(self, at: Standing, length: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Return the worth of scoring a route, in tenths of a point; 0 for a route of 0 boxes. Shape (entries,).

        Args:
            at: state of the game of each entry.
            length: (entries,) boxes of the route.
        """
        captain, length = self.captain, length.astype(np.int64)
        worth = captain.point * length - captain.slot - 2 * captain.point * np.maximum(at.patience - length, 0)
        worth += at.is_last * np.where(length > at.behind, captain.finish, -captain.finish)
        return np.asarray(np.where(length > 0, worth, 0))

    def _cut(self, sight: TraderView, here: Games, cell: Cells) -> Scores:
        """Return how much a track in each box would hinder rivals. Shape (entries,).

        Each rival counts 1 if an open end of theirs points into the box, and 1 more if the box is a threat: a box in
        which a track could join two of their ends or planets. The rulings call the number `cut`.
        """
        return np.asarray(sight.space.has(sight.hindering, here, cell).sum(axis=0, dtype=np.int32))

    def _denied(self, turn: Turn, sight: TraderView) -> Scores:
        """Return the worth of keeping each type of track from the next trader, in tenths of a point.

        The shape is (types, here).
        """
        denied = np.zeros((len(TYPES), sight.games.size), np.int32)
        if turn.following is None:
            return denied
        threat = sight.joinable(turn.following)
        on = any_of((threat[N] & threat[S]) | (threat[E] & threat[W]))
        round_a_corner = any_of((threat[N] | threat[S]) & (threat[E] | threat[W]))
        # In the order of TYPES.
        fits = (on, round_a_corner, on | round_a_corner, on | round_a_corner)
        rolled, left = turn.rolled.take(sight.games, axis=1), turn.left.take(sight.games, axis=1)
        for kind in range(len(TYPES)):
            # Taking a type denies it only if no other die that is left shows it.
            only = np.count_nonzero((rolled == kind) & left, axis=0) == 1
            denied[kind] = self.captain.deny * (fits[kind] & only)
        return denied

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """Return the pair of planets to score: the longest that wins the game at once, else the longest.

        Ties go to the first pair.
        If declining is allowed, the result is -1 when scoring has negative worth and does not win. Shape (games,).
        """
        winning = winning_pairs(turn, games, lengths)
        wins = np.asarray(winning.any(axis=1))
        chosen = np.where(winning | ~wins[:, None], lengths, 0).argmax(axis=1)
        if turn.table.board.switches.scoring_forced == "no":
            worth = self.closes(self.standing(turn, games), lengths[np.arange(games.size), chosen])
            return np.asarray(np.where((worth < 0) & ~wins, -1, chosen))
        return np.asarray(chosen)

    def fill(self, turn: Turn, games: Games) -> Cells:
        """Return the box to fill in each game: the one that hinders rivals most (see `_cut`). Shape (games,).

        Boxes into which an own end points are left out. The result is -1 if no box hinders a rival, or if the price
        `block` is 0.
        """
        cell = np.full(games.size, -1, np.intp)
        if not self.captain.block:
            return cell
        here, where, cut = self.fills(turn, games)
        rows = np.flatnonzero(cut > 0)
        key = (cut[rows] << CELL_BITS) + (1 << CELL_BITS) - 1 - where[rows]
        best = np.full(games.size, -1, np.int64)
        np.maximum.at(best, here[rows], key)
        cuts_some = best >= 0
        cell[cuts_some] = (1 << CELL_BITS) - 1 - (best[cuts_some] & ((1 << CELL_BITS) - 1))
        return cell

    def fills(self, turn: Turn, games: Games) -> tuple[Games, Cells, Scores]:
        """Return game, cell and `_cut` of each box that may be filled and into which no own end points."""
        sight = TraderView(turn.table, turn.trader, games)
        boxes = sight.fillable() & ~np.bitwise_or.reduce(sight.into, axis=0)
        here, where = sight.space.listed(boxes)
        return here, where, self._cut(sight, here, where)


def types_with_place(places: Sets) -> npt.NDArray[np.bool_]:
    """Return whether at least one track of each type may be drawn somewhere. Shape (types, games).

    Args:
        places: (tracks, rows, games) boxes in which each track may lie.
    """
    there = any_of(places)
    return np.array([there[kind == TYPE].any(axis=0) for kind in range(len(TYPES))])


def draws_of(tracks: Tracks) -> tuple[npt.NDArray[np.intp], Games]:
    """Return the track and the index of the box of each draw. Shape (draws,) each.

    Args:
        tracks: (boxes,) tracks that may lie in each box, as bits.
    """
    boxes = tracks.nonzero()[0]
    track, at = true_at(tracks_of(tracks.take(boxes)))
    return track, boxes[at]
