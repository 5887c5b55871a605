"""What a draw scores in its whole turn: extra tracks of rockets and asteroids followed to their end, exactly.

Each extra track may set off further ones; every roll of the asteroids' die, every place, every choice of the pair that
is scored and leaving a track undrawn are counted, and what brings most points of routes on average is taken. Fills
bring nothing in the turn itself and are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.lorry.position.engine_table import GAME
from analyzer.lorry.tracks import TRACKS, TYPES
from analyzer.lorry.turn.board import ASTEROID, ROCKET, TYPE
from analyzer.lorry.turn.draw import Drawn, draw
from analyzer.lorry.turn.places import Sight
from analyzer.lorry.turn.scoring import lengths_of, may_be_scored, note
from analyzer.lorry.turn.table import Table

BUDGET = 2_000
"""States examined for all draws of a position; beyond them extra tracks are followed one step."""
NOTHING = Fraction(0)
Places = list[tuple[int, int]]
"""Tracks and cells."""


class Score(NamedTuple):
    """To be done: one of these newly joined pairs (1, pairs) is scored."""

    joined: npt.NDArray[np.bool_]


class Add(NamedTuple):
    """To be done: an extra track, after the box with this code."""

    code: int


Todo = tuple[Score | Add, ...]
"""What is still to be done in a turn, the next one last."""


@dataclass
class Extras:
    """A trader's turn; faces: by type how many of the drafted die's faces show it, None where no die is known.

    left: states that may still be looked at; bounded: whether they ran out in the last search, so that its
    value is a lower bound.
    """

    trader: int
    faces: tuple[int, ...] | None
    left: int = 0
    bounded: bool = False
    known: dict[Any, tuple[Fraction, bool]] = field(default_factory=dict)

    def of_draw(self, table: Table, track: int, cell: int, budget: int = BUDGET) -> Fraction:
        """The mean points of a turn that begins with this draw, from at most this many states."""
        self.left, self.bounded = budget, False
        self.known = {key: value for key, value in self.known.items() if not value[1]}
        return self._drawn(table, track, cell, (), extra=False)

    def _drawn(self, table: Table, track: int, cell: int, rest: Todo, extra: bool) -> Fraction:
        """A track is drawn; what its box sets off and its route come in the order of the rules."""
        switches, after = table.board.switches, table.take(GAME)
        drawn = draw(after, self.trader, GAME, np.array([track]), np.array([cell]))
        route = (Score(drawn.joined),) if drawn.joined.any() else ()
        code = int(table.board.special[cell])
        adds = code in (ROCKET, ASTEROID) and (not extra or switches.chains == "yes")
        more = (Add(code),) if adds else ()
        order = (*more, *route) if switches.special_order == "score_first" else (*route, *more)
        return self._go_on(after, (*rest, *order))

    def _go_on(self, table: Table, todo: Todo) -> Fraction:
        if not todo or bool(table.over[0]):
            return NOTHING
        *rest, now = todo
        if isinstance(now, Score):
            return self._score(table, now, tuple(rest))
        return self._add(table, now, tuple(rest))

    def _score(self, table: Table, now: Score, rest: Todo) -> Fraction:
        """The best of the pairs that may be scored; nobody looks at which it was where nothing follows."""
        free = may_be_scored(table, self.trader, Drawn(GAME, GAME, now.joined))
        lengths = lengths_of(table, self.trader, GAME, free)[0]
        if not free.any() or not rest:
            return Fraction(int(lengths.max(initial=0)) if free.any() else 0) + self._go_on(table, rest)
        worths = [self._go_on(table, rest)] if table.board.switches.scoring_forced == "no" else []
        for pair in np.flatnonzero(free[0]):
            after = table.take(GAME)
            note(after, self.trader, GAME, np.array([pair]), lengths[[pair]])
            worths.append(int(lengths[pair]) + self._go_on(after, rest))
        return max(worths)

    def _add(self, table: Table, now: Add, rest: Todo) -> Fraction:
        """An extra track, or none: of any type, or of the type that the die shows."""
        key = self._state(table, now, rest)
        if key not in self.known:
            before, self.bounded = self.bounded, False
            self.known[key] = self._best(table, now, rest), self.bounded
            self.bounded |= before
        points, bounded = self.known[key]
        self.bounded |= bounded
        return points

    def _best(self, table: Table, now: Add, rest: Todo) -> Fraction:
        none = self._go_on(table, rest)
        if now.code == ASTEROID and self.faces is None:
            self.bounded = True
            return none
        self.left -= 1
        best = [none] * len(TYPES)
        for kind, worth in self._worths(table, now, rest):
            best[kind] = max(best[kind], worth)
        if now.code == ROCKET:
            return max(best)
        assert self.faces is not None
        return sum((many * worth for many, worth in zip(self.faces, best, strict=True)), NOTHING) / sum(self.faces)

    def _worths(self, table: Table, now: Add, rest: Todo) -> Iterator[tuple[int, Fraction]]:
        """The type of every legal draw, and the points of the turn that begins with it."""
        space, special = table.board.space, table.board.special
        places = Sight(table, self.trader, GAME).legal()
        listed = [(track, cell) for track in range(len(TRACKS)) for cell in space.listed(places[track])[1].tolist()]
        if now.code == ASTEROID and self.faces is not None:
            listed = [(track, cell) for track, cell in listed if self.faces[TYPE[track]]]
        apart = [place for place in listed if rest or special[place[1]] in (ROCKET, ASTEROID)]
        if apart and self.left <= 0:
            self.bounded, apart = True, []
            listed = [] if rest else listed
        for track, cell in apart:
            yield int(TYPE[track]), self._drawn(table, track, cell, rest, extra=True)
        tried = set(apart)
        plain = [place for place in listed if place not in tried]
        for (track, _), points in zip(plain, at_once(table, self.trader, plain), strict=True):
            yield int(TYPE[track]), Fraction(points)

    def _state(self, table: Table, now: Add, rest: Todo) -> Any:
        """What decides all that follows."""
        pending = tuple(one.joined.tobytes() if isinstance(one, Score) else one.code for one in rest)
        lies = tuple(getattr(table, name).tobytes() for name in ("ends", "empty", "by"))
        return now.code, pending, lies


def at_once(table: Table, trader: int, places: Places) -> list[int]:
    """The points of the longest route that each of these draws closes, tried out side by side."""
    if not places:
        return []
    tracks, cells = (np.array(one) for one in zip(*places, strict=True))
    games = np.arange(len(places))
    lanes = table.take(np.zeros(len(places), np.intp))
    drawn = draw(lanes, trader, games, tracks, cells)
    free = may_be_scored(lanes, trader, Drawn(games, cells, drawn.joined))
    lengths: list[int] = lengths_of(lanes, trader, games, free).max(axis=1, initial=0).tolist()
    return lengths
