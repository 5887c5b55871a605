"""A decision that is open, as one game of the engine: all that may be chosen, and games played on behind it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.imagined import DECLINED, Filling, Imagined, Settled, Totals, played_out, turn_of
from analyzer.lorry.captains.judge import Priced
from analyzer.lorry.position.effects import scores_later
from analyzer.lorry.position.engine_table import GAME
from analyzer.lorry.position.open_decision import BOX, DIE, FILL, PAIR
from analyzer.lorry.position.position import Position
from analyzer.lorry.position.resume import Resumed
from analyzer.lorry.tracks import TYPES
from analyzer.lorry.turn.acting import Turn
from analyzer.lorry.turn.board import STAR
from analyzer.lorry.turn.dice import Sampled
from analyzer.lorry.turn.draw import Drawn, draw
from analyzer.lorry.turn.places import Sight
from analyzer.lorry.turn.scoring import lengths_of, may_be_scored, note
from analyzer.lorry.turn.table import Table

LANES = 1 << 13
"""Games that are played on side by side."""


class Candidate(NamedTuple):
    """A draw and the pair it scores, by number; a fill has a cell alone.

    track, cell: -1 for none; pair: -1 where that is not to choose, DECLINED for none; score: in tenths, by prices;
    kind: the type of the die that is taken where nothing is drawn, else -1; scores: whether it scores a route, now or
    once its box has taken effect; final: everybody's totals, where it ends the game.
    """

    track: int
    cell: int
    pair: int
    score: int
    kind: int = -1
    scores: bool = False
    final: tuple[int, ...] | None = None


class Scoring(NamedTuple):
    """The pairs that a draw may score: `options` as in a candidate, `captains` the captain's choice.

    scores: whether there is any; final: by option everybody's totals, where scoring that pair ends the game.
    """

    options: list[int]
    captains: int
    scores: bool
    final: list[tuple[int, ...] | None]


NO_SCORING = Scoring([-1], -1, scores=False, final=[None])


class Moment(Resumed):
    """A position at an open decision, under a captain who plays by prices and decides all that follows.

    turns: left in a game alone, this one included; None with rivals.
    """

    def __init__(self, position: Position, captain: Captain, seed: int, turns: int) -> None:
        super().__init__(position)
        self.turns = turns if position.traders == 1 else None
        self.judge = Priced(captain)
        self.seed = seed
        self.sampled = Sampled(seed, [position.galaxy.faces_of(colour) for colour in self.dice])

    @cached_property
    def now(self) -> Turn:
        """The turn at hand, in one game."""
        return self._in_copies(self.position.table.take(GAME))

    def _in_copies(self, table: Table) -> Turn:
        table.game, table.until = np.zeros(table.games, np.int64), self.turns
        return self.turn(table, self.judge, self.sampled)

    def candidates(self) -> list[Candidate]:
        """All that may be chosen, the best by the captain's prices first, of one draw its longest pair first.

        Raises AnalyzerError where there is nothing to choose.
        """
        candidates = self._fills() if self.open.what == FILL else self._draws()
        if not candidates:
            raise AnalyzerError(f"{self.name}: none of the dice can be drawn anywhere: the turn is passed")
        return candidates

    @cached_property
    def chosen(self) -> Candidate:
        """What the captain would choose; its score is 0."""
        if self.open.what == FILL:
            return Candidate(-1, int(self.judge.fill(self.now, GAME)[0]), -1, 0)
        if self.open.place is not None:
            track, cell = self.open.track, self.now.table.board.space.cell(self.open.place[0])
            (scoring,) = self._waiting_pairs() if self.is_laid else self._pairs([track], [cell])
            return Candidate(track, cell, scoring.captains, 0)
        picked = self.judge.pick(self.now, GAME, self.allowed, self.open.is_extra)
        track, cell = int(picked.track[0]), int(picked.cell[0])
        if track < 0:
            return Candidate(-1, -1, -1, 0, int(picked.kind[0]))
        return Candidate(track, cell, self._pairs([track], [cell])[0].captains, 0)

    @property
    def is_laid(self) -> bool:
        """Whether a pair is open, and its track lies already."""
        return self.open.what == PAIR and not self.special and len(self.waiting) > 0

    def _draws(self) -> list[Candidate]:
        if self.is_laid:
            return self._with_pairs([(self.chosen.track, self.chosen.cell, 0)], self._waiting_pairs())
        extra = self.open.is_extra
        weighed = self.judge.weigh(self.now, GAME, self.allowed, extra, wide=True)
        ranked = weighed.ranked()
        if self.open.what == PAIR:
            ranked = [one for one in ranked if one[:2] == self.chosen[:2]] or [(*self.chosen[:2], 0)]
        elif extra:
            ranked.append((-1, -1, int(weighed.without[0])))
        drawn = [(track, cell) for track, cell, _ in ranked if track >= 0]
        pairs = self._pairs(*zip(*drawn, strict=True)) if drawn else []
        passes = [Candidate(-1, -1, -1, int(weighed.without[0]), kind) for kind in self._useless()]
        return [*self._with_pairs(ranked, [*pairs, NO_SCORING][: len(ranked)]), *passes]

    @staticmethod
    def _with_pairs(draws: Sequence[tuple[int, int, int]], pairs: Sequence[Scoring]) -> list[Candidate]:
        """Candidates from draws (track, cell, score) and the pairs that each may score."""
        return [
            Candidate(track, cell, pair, score, scores=scoring.scores and pair != DECLINED, final=final)
            for (track, cell, score), scoring in zip(draws, pairs, strict=True)
            for pair, final in zip(scoring.options, scoring.final, strict=True)
        ]

    def _pairs(self, tracks: Sequence[int], cells: Sequence[int]) -> list[Scoring]:
        """Return what each draw may score, the longest pair first."""
        lanes, every = self.now.table.take(np.zeros(len(tracks), np.intp)), np.arange(len(tracks))
        cell = np.array(cells)
        free = may_be_scored(lanes, self.trader, draw(lanes, self.trader, every, np.array(tracks), cell))
        lanes.stars[self.trader] += lanes.board.special[cell] == STAR
        later = [scores_later(lanes, lanes.board.space.box(one), is_extra=self.open.is_extra) for one in cells]
        scores = np.asarray(free.any(axis=1))
        free[np.array(later)] = False
        return self._scoring(lanes, free, scores)

    def _waiting_pairs(self) -> list[Scoring]:
        """Return what the track that waits for its route to be scored may score."""
        drawn = Drawn(GAME, GAME, self.waiting[-1:])
        free = may_be_scored(self.now.table, self.trader, drawn)
        return self._scoring(self.now.table, free, np.asarray(free.any(axis=1)))

    def _scoring(self, lanes: Table, free: npt.NDArray[np.bool_], scores: npt.NDArray[np.bool_]) -> list[Scoring]:
        """Return what may be scored of pairs (lanes, pairs) that are free; scores: (lanes,) now or later."""
        every, switches, turn = np.arange(len(free)), lanes.board.switches, self._in_copies(lanes)
        lengths = lengths_of(lanes, self.trader, every, free)
        by_captain = self.judge.pair(turn, every, lengths)
        may_decline = switches.scoring_forced == "no"
        scoring = []
        for one in every.tolist():
            pairs = sorted(np.flatnonzero(free[one]).tolist(), key=lambda pair: -int(lengths[one, pair]))
            final = [self._final(lanes, one, pair, int(lengths[one, pair])) for pair in pairs]
            if len(pairs) > (not may_decline):
                captains = int(by_captain[one]) if by_captain[one] >= 0 else DECLINED
                options, final = [*pairs, *[DECLINED] * may_decline], [*final, *[None] * may_decline]
                scoring.append(Scoring(options, captains, bool(scores[one]), final))
            else:
                scoring.append(Scoring([-1], -1, bool(scores[one]), final or [None]))
        return scoring

    def _final(self, lanes: Table, lane: int, pair: int, points: int) -> tuple[int, ...] | None:
        """Everybody's totals once a pair is scored in a lane; None where the game goes on."""
        table = lanes.take(np.array([lane]))
        note(table, self.trader, GAME, np.array([pair]), np.array([points], np.int16))
        return tuple(table.totals[:, 0].tolist()) if table.over[0] else None

    def _useless(self) -> list[int]:
        """The types that may be taken though they can be drawn nowhere (point 18)."""
        if self.open.what not in (DIE, BOX) or self.now.table.board.switches.no_place != "pass":
            return []
        kinds = [kind for kind in self.open.kinds if not self.position.legal(self.trader + 1, kind)]
        return [TYPES.index(kind) for kind in kinds]

    def _fills(self) -> list[Candidate]:
        """Boxes, those that cut off most first, those into which an own end points last; and none."""
        _, cells, cut = self.judge.fills(self.now, GAME)
        worth = dict(zip(cells.tolist(), (self.judge.captain.block * cut).tolist(), strict=True))
        sight = Sight(self.now.table, self.trader, GAME)
        boxes = sight.space.listed(sight.fillable())[1].tolist()
        ranked = sorted(boxes, key=lambda cell: (cell not in worth, -worth.get(cell, 0), cell))
        return [*(Candidate(-1, cell, -1, worth.get(cell, 0)) for cell in ranked), Candidate(-1, -1, -1, 0)]

    def totals(self, candidates: Sequence[Candidate], first: int, many: int) -> Totals:
        """(traders, games, candidates) Totals at the end of games in which each of them was chosen, dice alike."""
        size, parts = len(candidates), []
        track, cell, pair, _, kind = (np.array(column) for column in zip(*(one[:5] for one in candidates), strict=True))
        at_once = max(1, LANES // size)
        for begin in range(first, first + many, at_once):
            games = np.arange(begin, min(begin + at_once, first + many))
            numbers = (games[:, None] * size + np.arange(size)).ravel()
            chosen = np.tile(np.arange(size), games.size)
            settling = Filling if self.open.what == FILL else Settled
            settled = settling(
                self.judge, track[chosen].astype(np.int8), cell[chosen], pair[chosen], kind[chosen].astype(np.int8)
            )
            dice = Imagined(self.sampled, 0, size)
            judges = [self.judge] * self.position.traders
            copies = turn_of(self.now, np.zeros(numbers.size, np.intp), numbers, settled, dice)
            played = played_out(copies, judges, special=self.special, waiting=self.waiting)
            parts.append(played.reshape(-1, games.size, size))
        return np.concatenate(parts, axis=1)
