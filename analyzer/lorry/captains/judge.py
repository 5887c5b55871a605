"""A captain who plays by prices: which die, where, which pair, what to fill (docs/lorry-rulings.md, A captain)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.leads import Leads, Reach, Worth, reach, ways
from analyzer.lorry.tracks import TYPES
from analyzer.lorry.turn.acting import Allowed, Lengths, Picked, Turn
from analyzer.lorry.turn.board import ENDS, HAS_END, TYPE
from analyzer.lorry.turn.draw import BEYOND, Games, bits_of, from_each_side
from analyzer.lorry.turn.places import Sight, any_of, union
from analyzer.lorry.turn.rows import Cells, E, Flags, N, S, Sets, W

CELL_BITS, TRACK_BITS = 10, 4
LEAST = -(1 << 40)
Scores = npt.NDArray[np.int64]


@dataclass
class Boxes:
    """Boxes of games that are looked at, game by game, in reading order.

    here: which of the games looked at; game: which of the table's; cell; into, planet: (4, entries) whether an own end
    points there, and whether a planet not flown to lies there, at each side; depth: (4, entries) of the track there;
    beyond: (4, entries) ways to planets from the neighbour at each side, 0 where it is not empty.
    """

    here: Games
    game: Games
    cell: Cells
    into: Flags
    planet: Flags
    depth: npt.NDArray[np.int32]
    beyond: Reach


class Weighed(NamedTuple):
    """Candidates, game by game: here, cell, track, score, each (candidates,); without: (games,) what there is without
    any draw; legal: (11, rows, games) all legal places of all types."""

    here: Games
    cell: Cells
    track: npt.NDArray[np.intp]
    score: Scores
    without: Scores
    legal: Sets

    def ranked(self) -> list[tuple[int, int, int]]:
        """Track, cell and score of every candidate of a single game, the best first, of equals as they are chosen."""
        order = np.lexsort((self.cell, self.track, -self.score))
        return [(int(self.track[row]), int(self.cell[row]), int(self.score[row])) for row in order]


class Priced:
    """A captain, compiled."""

    def __init__(self, captain: Captain) -> None:
        self.captain, self.leads = captain, Leads(captain)
        self.special = np.array([0, captain.star, captain.rocket, captain.asteroid, captain.hole], np.int64)

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> Picked:
        """The candidate with the largest score; an extra track only if it betters what there is."""
        weighed = self.weigh(turn, games, allowed, extra)
        found, cell, best = _best(games.size, weighed)
        kind = np.full(games.size, -1, np.int8)
        if extra:
            found = np.where(best > weighed.without, found, np.int8(-1))
        elif turn.table.board.switches.no_place == "pass":
            useless_types = allowed & ~_types_with(weighed.legal)
            gives_up = useless_types.any(axis=0) & (weighed.without > best)
            found = np.where(gives_up, np.int8(-1), found)
            shown = turn.shown[:, games]
            useless = turn.left[:, games] & np.take_along_axis(useless_types, shown.astype(np.intp), axis=0)
            kind = np.where(gives_up, shown[useless.argmax(axis=0), np.arange(games.size)], kind)
        return Picked(found, cell, kind, best < weighed.without)

    def weigh(self, turn: Turn, games: Games, allowed: Allowed, extra: bool, wide: bool = False) -> Weighed:
        """All candidates with their scores; wide: all legal draws, those of tier 2 as if there were no others."""
        sight = Sight(turn.table, turn.trader, games)
        legal = sight.legal()
        places = legal & np.where(allowed[TYPE], sight.space.full, 0).astype(sight.space.kind)[:, None]
        tier_1 = np.array([places[track] & union(sight.into, ends) for track, ends in enumerate(ENDS)])
        extending = any_of(np.bitwise_or.reduce(tier_1, axis=0))
        chosen = places if wide else np.where(extending, tier_1, places)
        heads = np.bitwise_or.reduce(sight.into, axis=0) & sight.empty
        planes = ways(sight.board, sight.empty)
        boxes = self._look(sight, heads | np.bitwise_or.reduce(chosen, axis=0), planes, None if wide else extending)
        without, kept = self._keep(sight, boxes, heads, planes)
        entry, track = np.nonzero(sight.space.has(chosen, boxes.here, boxes.cell).T)
        score = self._score(turn, sight, boxes, entry, track, kept)
        if not extra:
            score += self._denied(turn, sight)[TYPE[track], boxes.here[entry]]
        return Weighed(boxes.here[entry], boxes.cell[entry], track, score, without, legal)

    def _look(self, sight: Sight, sets: Sets, planes: Sets, extending: Flags | None) -> Boxes:
        """All that is seen of boxes (rows, here); extending: (here,) in tier 1, None: where an own end points."""
        board, space, table = sight.board, sight.space, sight.table
        here, cell = space.listed(sets)
        game = sight.games[here]
        neighbour = board.neighbour[:, cell]
        into = space.has(sight.into, here, cell) != 0
        planet = space.has(sight.planet, here, cell) != 0
        lies = np.where(into, neighbour, 0)
        depth = np.where(into, table.depth[sight.trader, game, lies], 0).astype(np.int32)
        first_tier = into.any(axis=0) if extending is None else extending[here]
        wanted = self._wanted(sight, here, cell, first_tier)
        beyond = np.zeros((4, cell.size), np.uint16)
        side, entry = np.nonzero(space.has(sight.empty, np.tile(here, 4), neighbour.reshape(-1)).reshape(4, -1))
        beyond[side, entry] = reach(board, planes, here[entry], neighbour[side, entry], wanted[entry])
        return Boxes(here, game, cell, into, planet, depth, beyond)

    def _wanted(self, sight: Sight, here: Games, cell: Cells, first_tier: Flags) -> npt.NDArray[np.uint16]:
        """(entries,) T of the rulings: planets to which an end out of that box may lead."""
        board = sight.board
        at = board.planet_at[:, cell].astype(np.int64)
        beside = np.bitwise_or.reduce(np.where(at >= 0, 1 << np.maximum(at, 0), 0), axis=0).astype(np.uint16)
        flown = sight.flown[sight.trader, here]
        new = beside & ~flown
        first = np.bitwise_count((new & -new) - np.uint16(1)).astype(np.intp)
        first = np.where(new != 0, first, 0)
        of_first = sight.table.unscored[first, sight.games[here]] * (new != 0)
        of_all = wanted(sight)[here]
        return np.asarray(np.where(first_tier, of_all, of_first) & ~flown & ~beside).astype(np.uint16)

    def _keep(self, sight: Sight, boxes: Boxes, heads: Sets, planes: Sets) -> tuple[Scores, Scores]:
        """(here,) `keep(none)`, and (entries,) `keep` of every box."""
        is_head = np.flatnonzero(sight.space.has(heads, boxes.here, boxes.cell))
        here, cell = boxes.here[is_head], boxes.cell[is_head]
        reached = reach(sight.board, planes, here, cell, wanted(sight)[here])
        deep = boxes.depth[:, is_head]
        values = np.where(boxes.into[:, is_head], self.leads.lead(deep, reached), self.leads.nothing).max(axis=0)
        best = np.full(sight.games.size, self.leads.nothing, np.int64)
        np.maximum.at(best, here, values)
        value_of = np.full(boxes.here.size, self.leads.nothing, np.int64)
        value_of[is_head] = values
        is_best = value_of == best[boxes.here]
        how_many = np.bincount(boxes.here[is_best], minlength=sight.games.size)
        second = np.full(sight.games.size, self.leads.nothing, np.int64)
        np.maximum.at(second, boxes.here[~is_best], value_of[~is_best])
        alone = is_best & (how_many[boxes.here] == 1)
        return best, np.where(alone, second[boxes.here], best[boxes.here])

    def _score(
        self, turn: Turn, sight: Sight, boxes: Boxes, entry: Games, track: npt.NDArray[np.intp], kept: Scores
    ) -> npt.NDArray[np.int64]:
        """(candidates,) The score of drawing a track in a box, but for what it denies."""
        captain, board = self.captain, sight.board
        has = HAS_END[track].T
        lead = self.leads.lead(np.broadcast_to(1 + boxes.depth.max(axis=0), boxes.beyond.shape), boxes.beyond)
        onward = np.where(has, lead[:, entry], self.leads.nothing).max(axis=0, initial=self.leads.nothing)
        not_all = np.flatnonzero((boxes.into[:, entry] & ~has).any(axis=0))
        if not_all.size:
            onward[not_all] = self._onward(boxes, entry[not_all], has[:, not_all])
        arms = (has & (boxes.beyond != 0)[:, entry]).sum(axis=0)
        score = np.maximum(kept[entry], onward) + captain.arm * arms
        score += self.special[board.special[boxes.cell[entry]]]
        if captain.block:
            score += captain.block * self._cut(sight, boxes.here, boxes.cell)[entry]
        joins = (has & (boxes.into | boxes.planet)[:, entry]).sum(axis=0) > 1
        rows = np.flatnonzero(joins)
        if rows.size:
            length = self._longest(turn, boxes, entry[rows], has[:, rows])
            score[rows] += self.closes(turn, boxes.game[entry[rows]], length)
        return np.asarray(score)

    def _onward(self, boxes: Boxes, entry: Games, has: Flags) -> Worth:
        """(candidates,) The best lead of free ends, where a track does not meet all own ends into its box."""
        deepest = 1 + np.where(has, boxes.depth[:, entry], 0).max(axis=0)
        reached = np.where(has, boxes.beyond[:, entry], 0).astype(np.uint16)
        lead = self.leads.lead(np.broadcast_to(deepest, reached.shape), reached)
        return np.asarray(lead.max(axis=0, initial=self.leads.nothing))

    def _longest(self, turn: Turn, boxes: Boxes, entry: Games, has: Flags) -> npt.NDArray[np.int64]:
        """(candidates,) L of the rulings: points of the longest pair that would be scored, 0 if none."""
        table = turn.table
        some, where = np.unique(entry, return_inverse=True)
        into = boxes.into[:, some]
        sides = from_each_side(table, turn.trader, boxes.game[some], boxes.cell[some], into)
        nearest = np.where(has[:, :, None], sides[:, where], BEYOND).min(axis=0)
        one, other = table.board.pairs.T
        games = boxes.game[some]
        new = ~bits_of(table, table.joined[turn.trader, games] | table.scored[games])[where]
        length = nearest[:, one] + nearest[:, other] + 1
        return np.asarray(np.where(new & (length < BEYOND), length, 0).max(axis=1).astype(np.int64))

    def closes(self, turn: Turn, games: Games, length: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """(entries,) What scoring a route of that length is worth; 0 for length 0."""
        captain, table = self.captain, turn.table
        length = length.astype(np.int64)
        worth = captain.point * length - captain.slot - 2 * captain.point * np.maximum(captain.patience - length, 0)
        if table.board.traders > 1 and table.board.switches.end_by == "routes":
            totals = table.totals[:, games]
            rivals = np.delete(totals, turn.trader, axis=0).max(axis=0)
            ahead = totals[turn.trader] + length > rivals
            last = table.routes[:, games].sum(axis=0) + 1 >= table.board.galaxy.end_after
            worth = worth + np.where(last, np.where(ahead, captain.finish, -captain.finish), 0)
        return np.asarray(np.where(length > 0, worth, 0))

    def _cut(self, sight: Sight, here: Games, cell: Cells) -> npt.NDArray[np.int64]:
        """(entries,) `cut` of the rulings: rivals with an end into that box, and those whose threat it is."""
        total = np.zeros(cell.size, np.int64)
        for rival in range(sight.board.traders):
            if rival == sight.trader:
                continue
            into = np.bitwise_or.reduce(sight.ends_into(rival), axis=0) & sight.empty
            for sets in (into, at_least_two(sight.joinable(rival))):
                total += sight.space.has(sets, here, cell)
        return total

    def _denied(self, turn: Turn, sight: Sight) -> npt.NDArray[np.int64]:
        """(types, here) What it is worth that the next in turn does not get a type."""
        denied = np.zeros((len(TYPES), sight.games.size), np.int64)
        if turn.following is None or not self.captain.deny:
            return denied
        threat = sight.joinable(turn.following)
        on = any_of((threat[N] & threat[S]) | (threat[E] & threat[W]))
        round_a_corner = any_of((threat[N] | threat[S]) & (threat[E] | threat[W]))
        fits = (on, round_a_corner, on | round_a_corner, on | round_a_corner)
        shown, left = turn.shown[:, sight.games], turn.left[:, sight.games]
        for kind in range(len(TYPES)):
            only = ((shown == kind) & left).sum(axis=0) == 1
            denied[kind] = self.captain.deny * (fits[kind] & only)
        return denied

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """The longest, of equals the first; none where one may decline and it is worth less than nothing."""
        chosen = lengths.argmax(axis=1)
        if turn.table.board.switches.scoring_forced == "no":
            worth = self.closes(turn, games, lengths[np.arange(games.size), chosen])
            return np.asarray(np.where(worth < 0, -1, chosen))
        return np.asarray(chosen)

    def fill(self, turn: Turn, games: Games) -> Cells:
        """The box that cuts off most, but none into which an own end points."""
        cell = np.full(games.size, -1, np.intp)
        if not self.captain.block:
            return cell
        sight = Sight(turn.table, turn.trader, games)
        boxes = sight.fillable() & ~np.bitwise_or.reduce(sight.into, axis=0)
        here, where = sight.space.listed(boxes)
        cut = self._cut(sight, here, where)
        rows = np.flatnonzero(cut > 0)
        key = (cut[rows] << CELL_BITS) + (1 << CELL_BITS) - 1 - where[rows]
        best = np.full(games.size, -1, np.int64)
        np.maximum.at(best, here[rows], key)
        found = best >= 0
        cell[found] = (1 << CELL_BITS) - 1 - (best[found] & ((1 << CELL_BITS) - 1))
        return cell


def wanted(sight: Sight) -> npt.NDArray[np.uint16]:
    """(here,) Planets not flown to whose pair with one flown to is unscored."""
    flown = sight.flown[sight.trader]
    planet = np.arange(sight.board.planets, dtype=np.uint16)[:, None]
    partners = sight.table.unscored[:, sight.games] * (flown >> planet & 1)
    return np.asarray(np.bitwise_or.reduce(partners, axis=0) & ~flown)


def at_least_two(sets: Sets) -> Sets:
    """(rows, games) Boxes that are in at least two of four sets (4, rows, games)."""
    n, e, s, w = sets
    return np.asarray((n & e) | (s & w) | ((n | e) & (s | w)))


def _types_with(places: Sets) -> npt.NDArray[np.bool_]:
    """(types, games) Whether a track of that type may lie anywhere."""
    there = any_of(places)
    return np.array([there[kind == TYPE].any(axis=0) for kind in range(len(TYPES))])


def _best(games: int, weighed: Weighed) -> tuple[npt.NDArray[np.int8], Cells, Scores]:
    """(games,) Track and cell with the largest score, the first by track and cell of equals, and that score; -1, -1
    and LEAST in games without candidates."""
    behind = CELL_BITS + TRACK_BITS
    order = ((len(ENDS) - 1 - weighed.track) << CELL_BITS) + (1 << CELL_BITS) - 1 - weighed.cell
    best = np.full(games, LEAST << behind, np.int64)
    if weighed.score.size:
        starts = np.flatnonzero(np.diff(weighed.here, prepend=-1))
        best[weighed.here[starts]] = np.maximum.reduceat((weighed.score << behind) + order, starts)
    found = best > LEAST << behind
    order_of = best & ((1 << behind) - 1)
    tracks = np.where(found, len(ENDS) - 1 - (order_of >> CELL_BITS), -1).astype(np.int8)
    cells = np.where(found, (1 << CELL_BITS) - 1 - (order_of & ((1 << CELL_BITS) - 1)), -1)
    return tracks, cells, best >> behind
