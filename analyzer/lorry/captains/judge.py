"""A captain who plays by prices: which die, where, which pair, what to fill (docs/lorry-rulings.md, A captain)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.lorry.captains.boxes import Boxes, look
from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.leads import Leads
from analyzer.lorry.captains.winning import new_lengths, winning_draws, winning_pairs
from analyzer.lorry.tracks import TYPES
from analyzer.lorry.turn.acting import Allowed, Lengths, Picked, Turn
from analyzer.lorry.turn.board import ENDS, HAS_END, TYPE, of_tracks
from analyzer.lorry.turn.draw import Games, from_each_side
from analyzer.lorry.turn.places import Sight, any_of
from analyzer.lorry.turn.rows import Cells, E, Flags, N, S, Sets, W

CELL_BITS, TRACK_BITS = 10, 4
BEHIND = (len(ENDS) - 1 - np.arange(len(ENDS), dtype=np.int32))[:, None]
"""(tracks, 1) How many tracks come after each: of equals the first is taken."""
LEAST = -(1 << 27)
Scores = npt.NDArray[np.int32]


class Weighed(NamedTuple):
    """Boxes that were looked at, game by game, in reading order: here, cell; first: the first box of every game with
    any; score: (tracks, boxes) of every draw, LEAST where it is no candidate; without: (games,) what there is
    without any draw; legal: (11, rows, games) all legal places of all types; scores: (tracks, boxes) which draws score
    a route; wins: (games,) where there is a win in hand, and nothing else is a candidate."""

    here: Games
    cell: Cells
    first: Games
    score: Scores
    without: Scores
    legal: Sets
    scores: Flags
    wins: Flags

    def candidates(self) -> tuple[Games, npt.NDArray[np.intp], Cells, Scores]:
        """Game, track, cell and score of every candidate."""
        track, box = np.nonzero(self.score > LEAST)
        return self.here[box], track, self.cell[box], self.score[track, box]

    def ranked(self) -> list[tuple[int, int, int]]:
        """Track, cell and score of every candidate of a single game, the best first, of equals as they are chosen."""
        _, track, cell, score = self.candidates()
        order = np.lexsort((cell, track, -score))
        return [(int(track[row]), int(cell[row]), int(score[row])) for row in order]

    def best(self, games: int) -> tuple[npt.NDArray[np.int8], Cells, npt.NDArray[np.int64]]:
        """(games,) Track and cell with the largest score, the first by track and cell of equals, and that score; -1, -1
        and LEAST in games without candidates."""
        tracks, cells = np.full(games, -1, np.int8), np.full(games, -1, np.intp)
        scores = np.full(games, LEAST, np.int64)
        if not self.here.size:
            return tracks, cells, scores
        by_box = ((self.score << TRACK_BITS) + BEHIND).max(axis=0).astype(np.int64)
        key = np.maximum.reduceat((by_box << CELL_BITS) + ((1 << CELL_BITS) - 1 - self.cell), self.first)
        score = key >> CELL_BITS + TRACK_BITS
        has_draw = score > LEAST
        game, key = self.here[self.first][has_draw], key[has_draw]
        scores[game] = score[has_draw]
        tracks[game] = len(ENDS) - 1 - (key >> CELL_BITS & (1 << TRACK_BITS) - 1)
        cells[game] = (1 << CELL_BITS) - 1 - (key & (1 << CELL_BITS) - 1)
        return tracks, cells, scores


class Priced:
    """A captain, compiled."""

    def __init__(self, captain: Captain) -> None:
        self.captain, self.leads = captain, Leads(captain)
        self.special = np.array([0, captain.star, captain.rocket, captain.asteroid, captain.hole], np.int32)

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> Picked:
        """The candidate with the largest score; an extra track only if it betters what there is, or wins."""
        return self.pick_or_win(turn, games, allowed, extra)[0]

    def pick_or_win(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> tuple[Picked, Flags]:
        """Return the choice, and in which games it is a win in hand. Shape (games,)."""
        weighed = self.weigh(turn, games, allowed, extra, wins_first=True)
        track, cell, best = weighed.best(games.size)
        kind = np.full(games.size, -1, np.int8)
        if extra:
            track = np.where(weighed.wins | (best > weighed.without), track, np.int8(-1))
        elif turn.table.board.switches.no_place == "pass":
            useless_types = allowed & ~_types_with(weighed.legal)
            gives_up = useless_types.any(axis=0) & (weighed.without > best) & ~weighed.wins
            track = np.where(gives_up, np.int8(-1), track)
            rolled = turn.rolled[:, games]
            useless = turn.left[:, games] & np.take_along_axis(useless_types, rolled.astype(np.intp), axis=0)
            kind = np.where(gives_up, rolled[useless.argmax(axis=0), np.arange(games.size)], kind)
        return Picked(track, cell, kind, (best < weighed.without) & ~weighed.wins), weighed.wins

    def weigh(
        self,
        turn: Turn,
        games: Games,
        allowed: Allowed,
        extra: bool,
        wide: bool = False,
        *,
        wins_first: bool = False,
    ) -> Weighed:
        """All candidates with their scores; wide: all legal draws, those of tier 2 as if there were no others;
        wins_first: only those that win on the spot, where there are any."""
        sight = Sight(turn.table, turn.trader, games)
        legal = sight.legal()
        places = legal & np.where(allowed[TYPE], sight.space.full, 0).astype(sight.space.kind)[:, None]
        wins = np.zeros(games.size, np.bool_)
        winning = winning_draws(turn, sight, places, extra) if wins_first else None
        if winning is not None:
            wins = np.asarray(any_of(winning).any(axis=0))
            places = np.where(wins, winning, places)
        tier_1 = np.zeros(games.size, np.bool_) if wide else _any_meets(places, sight.into)
        anywhere, led_to = np.bitwise_or.reduce(places, axis=0), np.bitwise_or.reduce(sight.into, axis=0)
        sets = np.where(tier_1, anywhere & led_to, anywhere) | (led_to & sight.empty)
        boxes = look(sight, sets, None if wide else tier_1)
        may = sight.space.has(places, boxes.here, boxes.cell).astype(np.bool_) & (boxes.meets | ~tier_1[boxes.here])
        without, retained = self._keep(games.size, boxes)
        score, scores = self._score(turn, sight, boxes, may, retained)
        if not extra and turn.following is not None and self.captain.deny:
            score += self._denied(turn, sight)[TYPE].take(boxes.here, axis=1)
        score = np.where(may, score, LEAST)
        return Weighed(boxes.here, boxes.cell, boxes.first, score, without, legal, scores, wins)

    def _keep(self, games: int, boxes: Boxes) -> tuple[Scores, Scores]:
        """(games,) `keep(none)`, and (boxes,) `keep` of every box."""
        nothing, game = self.leads.nothing, boxes.here[boxes.first]
        value = np.where(boxes.head, self.leads.lead(boxes.deepest, boxes.reached), nothing)
        best, second = np.full((2, games), nothing, np.int32)
        best[game] = np.maximum.reduceat(value, boxes.first)
        is_best = value == best.take(boxes.here)
        how_many = np.zeros(games, np.int32)
        how_many[game] = np.add.reduceat(is_best.astype(np.int32), boxes.first)
        second[game] = np.maximum.reduceat(np.where(is_best, nothing, value), boxes.first)
        without_it = np.where(how_many == 1, second, best)
        return best, np.where(is_best, without_it.take(boxes.here), best.take(boxes.here))

    def _score(self, turn: Turn, sight: Sight, boxes: Boxes, may: Flags, retained: Scores) -> tuple[Scores, Flags]:
        """(tracks, boxes) The score of every draw, but for what it denies, right only where it may be drawn; and
        whether it scores a route."""
        captain = self.captain
        lead = self.leads.lead(1 + boxes.deepest, boxes.beyond)
        arms = (boxes.beyond != 0) * np.int32(captain.arm)
        besides = of_tracks(np.add, arms) + self.special.take(sight.board.special.take(boxes.cell))
        if captain.block:
            besides += captain.block * self._cut(sight, boxes.here, boxes.cell)
        score = np.maximum(of_tracks(np.maximum, lead), retained) + besides
        track, box = np.nonzero(may & boxes.misses)
        if box.size:
            onward = self._onward(boxes, box, HAS_END[track].T)
            score[track, box] = np.maximum(onward, retained[box]) + besides[track, box]
        scores = may & boxes.joins
        track, box = np.nonzero(scores)
        if box.size:
            length = self._longest(turn, boxes, box, HAS_END[track].T)
            score[track, box] += self.closes(turn, boxes.game[box], length).astype(np.int32)
            scores[track, box] = length > 0
        return np.asarray(score), scores

    def _onward(self, boxes: Boxes, box: Games, has: Flags) -> Scores:
        """(candidates,) The best lead of free ends, where a track does not meet all own ends into its box."""
        deepest = 1 + (has * boxes.depth.take(box, axis=1)).max(axis=0)
        return np.asarray(self.leads.lead(deepest, has * boxes.beyond.take(box, axis=1)).max(axis=0))

    def _longest(self, turn: Turn, boxes: Boxes, box: Games, has: Flags) -> npt.NDArray[np.int64]:
        """(candidates,) L of the rulings: points of the longest pair that would be scored, 0 if none."""
        table = turn.table
        some, where = np.unique(box, return_inverse=True)
        sides = from_each_side(table, turn.trader, boxes.game[some], boxes.cell[some], boxes.into[:, some])
        return np.asarray(new_lengths(table, turn.trader, boxes.game[box], sides[:, where], has).max(axis=1))

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

    def _cut(self, sight: Sight, here: Games, cell: Cells) -> Scores:
        """(entries,) `cut` of the rulings: rivals with an end into that box, and those whose threat it is."""
        total = np.zeros(cell.size, np.int32)
        for rival in range(sight.board.traders):
            if rival == sight.trader:
                continue
            led_to = np.bitwise_or.reduce(sight.ends_into(rival), axis=0) & sight.empty
            for sets in (led_to, at_least_two(sight.joinable(rival))):
                total += sight.space.has(sets, here, cell)
        return total

    def _denied(self, turn: Turn, sight: Sight) -> Scores:
        """(types, here) What it is worth that the next in turn, if there is one, does not get a type."""
        denied = np.zeros((len(TYPES), sight.games.size), np.int32)
        if turn.following is None:
            return denied
        threat = sight.joinable(turn.following)
        on = any_of((threat[N] & threat[S]) | (threat[E] & threat[W]))
        round_a_corner = any_of((threat[N] | threat[S]) & (threat[E] | threat[W]))
        fits = (on, round_a_corner, on | round_a_corner, on | round_a_corner)
        rolled, left = turn.rolled[:, sight.games], turn.left[:, sight.games]
        for kind in range(len(TYPES)):
            only = ((rolled == kind) & left).sum(axis=0) == 1
            denied[kind] = self.captain.deny * (fits[kind] & only)
        return denied

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """The longest that wins on the spot, else the longest, of equals the first; none where one may decline and it
        is worth less than nothing."""
        winning = winning_pairs(turn, games, lengths)
        wins = np.asarray(winning.any(axis=1))
        chosen = np.where(winning | ~wins[:, None], lengths, 0).argmax(axis=1)
        if turn.table.board.switches.scoring_forced == "no":
            worth = self.closes(turn, games, lengths[np.arange(games.size), chosen])
            return np.asarray(np.where((worth < 0) & ~wins, -1, chosen))
        return np.asarray(chosen)

    def fill(self, turn: Turn, games: Games) -> Cells:
        """The box that cuts off most, but none into which an own end points."""
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
        """Game, cell and `cut` of every box that may be filled and into which no own end points."""
        sight = Sight(turn.table, turn.trader, games)
        boxes = sight.fillable() & ~np.bitwise_or.reduce(sight.into, axis=0)
        here, where = sight.space.listed(boxes)
        return here, where, self._cut(sight, here, where)


def at_least_two(sets: Sets) -> Sets:
    """(rows, games) Boxes that are in at least two of four sets (4, rows, games)."""
    n, e, s, w = sets
    return np.asarray((n & e) | (s & w) | ((n | e) & (s | w)))


def _types_with(places: Sets) -> npt.NDArray[np.bool_]:
    """(types, games) Whether a track of that type may lie anywhere."""
    there = any_of(places)
    return np.array([there[kind == TYPE].any(axis=0) for kind in range(len(TYPES))])


def _any_meets(places: Sets, into: Sets) -> Flags:
    """(games,) Whether a track may lie anywhere so that it meets an own end; places: (tracks, rows, games)."""
    meeting = np.zeros_like(places[0])
    for place, meets in zip(places, of_tracks(np.bitwise_or, into), strict=True):
        meeting |= place & meets
    return any_of(meeting)
