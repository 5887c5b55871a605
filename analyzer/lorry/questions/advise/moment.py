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
from analyzer.lorry.turn.dice import Sampled
from analyzer.lorry.turn.draw import Drawn, draw
from analyzer.lorry.turn.places import Sight
from analyzer.lorry.turn.scoring import lengths_of, may_be_scored
from analyzer.lorry.turn.table import Table

LANES = 1 << 13
"""Games that are played on side by side."""


class Candidate(NamedTuple):
    """A draw and the pair it scores, by number; a fill has a cell alone.

    track, cell: -1 for none; pair: -1 where that is not to choose, DECLINED for none; score: in tenths, by prices;
    kind: the type of the die that is taken where nothing is drawn, else -1.
    """

    track: int
    cell: int
    pair: int
    score: int
    kind: int = -1


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
            pairs = self._waiting_pairs() if self.is_laid else self._pairs([track], [cell])
            return Candidate(track, cell, pairs[1][0], 0)
        picked = self.judge.pick(self.now, GAME, self.allowed, self.open.is_extra)
        track, cell = int(picked.track[0]), int(picked.cell[0])
        if track < 0:
            return Candidate(-1, -1, -1, 0, int(picked.kind[0]))
        return Candidate(track, cell, self._pairs([track], [cell])[1][0], 0)

    @property
    def is_laid(self) -> bool:
        """Whether a pair is open, and its track lies already."""
        return self.open.what == PAIR and not self.special and len(self.waiting) > 0

    def _draws(self) -> list[Candidate]:
        if self.is_laid:
            return [self.chosen._replace(pair=pair) for pair in self._waiting_pairs()[0][0]]
        extra = self.open.is_extra
        weighed = self.judge.weigh(self.now, GAME, self.allowed, extra, wide=True)
        ranked = weighed.ranked()
        if self.open.what == PAIR:
            ranked = [one for one in ranked if one[:2] == self.chosen[:2]] or [(*self.chosen[:2], 0)]
        elif extra:
            ranked.append((-1, -1, int(weighed.without[0])))
        drawn = [(track, cell) for track, cell, _ in ranked if track >= 0]
        pairs = self._pairs(*zip(*drawn, strict=True))[0] if drawn else []
        passes = [Candidate(-1, -1, -1, int(weighed.without[0]), kind) for kind in self._useless()]
        return [
            *(
                Candidate(track, cell, pair, score)
                for (track, cell, score), free in zip(ranked, [*pairs, [-1]], strict=False)
                for pair in free
            ),
            *passes,
        ]

    def _pairs(self, tracks: Sequence[int], cells: Sequence[int]) -> tuple[list[list[int]], list[int]]:
        """Of draws the pairs that may be chosen, the longest first, [-1] where there is no choice; which the captain
        would choose."""
        lanes, every = self.now.table.take(np.zeros(len(tracks), np.intp)), np.arange(len(tracks))
        free = may_be_scored(lanes, self.trader, draw(lanes, self.trader, every, np.array(tracks), np.array(cells)))
        later = [scores_later(lanes, lanes.board.space.box(cell), is_extra=self.open.is_extra) for cell in cells]
        free[np.array(later)] = False
        return self._chosen_of(lanes, free)

    def _waiting_pairs(self) -> tuple[list[list[int]], list[int]]:
        """The same of the track that waits for its route to be scored."""
        drawn = Drawn(GAME, GAME, self.waiting[-1:])
        return self._chosen_of(self.now.table, may_be_scored(self.now.table, self.trader, drawn))

    def _chosen_of(self, lanes: Table, free: npt.NDArray[np.bool_]) -> tuple[list[list[int]], list[int]]:
        """Of pairs (lanes, pairs) that may be scored those that may be chosen, and the captain's choice, as above."""
        every, switches, turn = np.arange(len(free)), lanes.board.switches, self._in_copies(lanes)
        lengths = lengths_of(lanes, self.trader, every, free)
        by_captain = self.judge.pair(turn, every, lengths)
        may_decline = switches.scoring_forced == "no"
        options, choices = [], []
        for one in every.tolist():
            pairs = sorted(np.flatnonzero(free[one]).tolist(), key=lambda pair: -int(lengths[one, pair]))
            has_choice = len(pairs) > (not may_decline)
            options.append([*pairs, *[DECLINED] * may_decline] if has_choice else [-1])
            choices.append((int(by_captain[one]) if by_captain[one] >= 0 else DECLINED) if has_choice else -1)
        return options, choices

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
        track, cell, pair, _, kind = (np.array(column) for column in zip(*candidates, strict=True))
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
