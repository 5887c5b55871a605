"""The whole tree of a game alone: every roll, every draw, every choice, equal states merged; values as whole numbers.

A state is what was drawn, filled and scored; how many points it took to come there does not matter for what can still
be had. Values are counted in parts of a denominator that all chances divide, so that nothing is rounded. Behind the
turns that are walked a state is worth nothing, or its upper bound (upper_bound.py): so trees that are too
large are bounded from both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError, named_setting
from analyzer.lorry.tables import FACES
from analyzer.lorry.tracks import TRACKS, TYPES
from analyzer.lorry.turn.board import ASTEROID, HOLE, ROCKET, STAR, TRACKS_BY_TYPE, Board
from analyzer.lorry.turn.draw import Drawn, Games, draw
from analyzer.lorry.turn.places import Sight
from analyzer.lorry.turn.rows import Cells
from analyzer.lorry.turn.scoring import lengths_of, may_be_scored, note
from analyzer.lorry.turn.table import Table
from analyzer.lorry.turn.turn import fill

Values: TypeAlias = npt.NDArray[np.int64]
"""What can still be had, in parts of the denominator."""
NOTHING = -1
"""In place of a value, where there is no draw."""
BUDGET = 200_000
"""States that are examined."""
LANES = 1 << 15
"""Draws that are tried out at once."""
MOST_POINTS = 1 << 14
"""More than any game brings, so that values fit a word."""


Owed = tuple[npt.NDArray[np.bool_], ...]
"""(games, pairs) What draws of this turn newly joined and have not scored yet, the first draw first."""


class TooMany(AnalyzerError):
    """More states than the budget, or chances that fit no word."""


def fits(board: Board, dice: int, turns: int) -> bool:
    """Whether values of so many turns fit a word."""
    return _denominator(board, dice, turns) * MOST_POINTS <= np.iinfo(np.int64).max


def _denominator(board: Board, dice: int, turns: int) -> int:
    return int(FACES ** (dice * turns + int((board.special == ASTEROID).sum())))


class Tree:
    """The tree of a board alone with some dice, by their faces (dice, types); `faces` are those that differ.

    turns: that are walked; beyond: what can still be had after them, by state (games,), nothing if None.
    """

    def __init__(
        self,
        board: Board,
        dice: Sequence[tuple[int, ...]],
        turns: int,
        budget: int = BUDGET,
        beyond: Callable[[Table], Values] | None = None,
    ) -> None:
        self.board, self.turns, self.budget, self.states, self.beyond = board, turns, budget, 0, beyond
        self.faces = list(dict.fromkeys(dice))
        self.rolls, self.ways = _rolls([self.faces.index(die) for die in dice], self.faces)
        self.denominator = _denominator(board, len(dice), turns)
        if not fits(board, len(dice), turns):
            raise TooMany(f"{turns} turns: too many to compute exactly; ask for fewer")
        self._known: list[dict[bytes, int]] = [{} for _ in range(turns + 1)]

    def value(self, table: Table, turns: int) -> Values:
        """(games,) What best play can still have of each state in so many turns, its points so far left out."""
        if not table.games or (turns == 0 and self.beyond is None):
            return np.zeros(table.games, np.int64)
        keys, known = _keys(table), self._known[turns]
        first: dict[bytes, int] = {}
        for game, key in enumerate(keys):
            if key not in known and key not in first and not table.over[game]:
                first[key] = game
        if first:
            self._spend(len(first) * (turns > 0))
            states = np.fromiter(first.values(), np.intp, len(first))
            for begin in range(0, states.size, self._batch):
                some = states[begin : begin + self._batch]
                values = self._of_turn(table.take(some), turns) if turns else self._beyond(table.take(some))
                known.update((keys[game], value) for game, value in zip(some.tolist(), values.tolist(), strict=True))
        return np.array([0 if over else known[key] for over, key in zip(table.over, keys, strict=True)], np.int64)

    @property
    def _batch(self) -> int:
        """States whose draws are tried out at once."""
        return max(1, LANES // (len(TRACKS) * self.board.galaxy.columns * self.board.galaxy.rows // 2))

    def _spend(self, states: int) -> None:
        self.states += states
        if self.states > self.budget:
            raise TooMany(
                f"more than {self.budget} states: too many to compute exactly; ask for fewer turns, allow more with "
                f"{named_setting('budget')}, or take a smaller galaxy"
            )

    def _beyond(self, table: Table) -> Values:
        """(games,) The value of states after the turns that are walked."""
        assert self.beyond is not None
        return self.beyond(table) * self.denominator

    def _of_turn(self, table: Table, turns: int) -> Values:
        """The same of states that are not known yet: all rolls, any of the dice that can be drawn."""
        best = self.by_type(table, turns)
        chosen = np.array([[best[kind, die] for kind, die in roll] for roll in self.rolls]).max(axis=1)
        drawn = np.where(chosen == NOTHING, 0, chosen)
        total: Values = (drawn * self.ways[:, None]).sum(axis=0) // self.ways.sum()
        return total

    def by_type(self, table: Table, turns: int) -> npt.NDArray[np.int64]:
        """(types, colours, games) The best of all draws of each type, by the die that is taken; NOTHING without one."""
        games, tracks, cells = self.legal(table)
        values = self.resolved(table, games, tracks, cells, turns, extra=False)
        return self._best(values, games, tracks, table.games)

    def legal(self, table: Table) -> tuple[Games, npt.NDArray[np.intp], Cells]:
        """Every legal draw of every game: game, track, cell."""
        by_track = []
        places = Sight(table, 0, np.arange(table.games)).legal()
        for track in range(len(TRACKS)):
            games, cells = table.board.space.listed(places[track])
            by_track.append((games, np.full(games.size, track), cells))
        games, tracks, cells = (np.concatenate(part) for part in zip(*by_track, strict=True))
        return games, tracks, cells

    def _best(self, values: Values, games: Games, tracks: npt.NDArray[np.intp], many: int) -> npt.NDArray[np.int64]:
        """(types, colours, games) The largest of values (colours, draws)."""
        best = np.full((len(TYPES), len(self.faces), many), NOTHING, np.int64)
        for kind, of_type in enumerate(TRACKS_BY_TYPE):
            rows = np.flatnonzero(np.isin(tracks, of_type))
            for colour in range(len(self.faces)):
                np.maximum.at(best[kind, colour], games[rows], values[colour, rows])
        return best

    def resolved(
        self,
        table: Table,
        games: Games,
        tracks: npt.NDArray[np.intp],
        cells: Cells,
        turns: int,
        extra: bool,
        owed: Owed = (),
    ) -> Values:
        """(colours, draws) What each draw brings, all that follows it included."""
        values = np.zeros((len(self.faces), games.size), np.int64)
        for begin in range(0, games.size, LANES):
            some = slice(begin, begin + LANES)
            before = tuple(joined[games[some]] for joined in owed)
            values[:, some] = self._drawn(table.take(games[some]), tracks[some], cells[some], turns, extra, before)
        return values

    def _drawn(
        self, lanes: Table, tracks: npt.NDArray[np.intp], cells: Cells, turns: int, extra: bool, owed: Owed
    ) -> Values:
        """The same, one draw a lane: a pair is scored and its box takes effect, in the order of `special_order`."""
        drawn = draw(lanes, 0, np.arange(lanes.games), tracks, cells)
        stars = lanes.board.star_points * self.denominator * (lanes.board.special[cells] == STAR)
        if lanes.board.switches.special_order == "special_first":
            return np.asarray(stars + self._after(lanes, cells, turns, extra, (*owed, drawn.joined)))
        origin, gains, ways = scored_ways(lanes, drawn.joined)
        values = gains * self.denominator + self._after(ways, cells[origin], turns, extra, owed)
        return np.asarray(stars + self._of_ways(values, origin, lanes.games))

    def _of_ways(self, values: Values, origin: Games, many: int) -> Values:
        """(colours, games) The best of all ways to score that begin in each game."""
        best = np.full((len(values), many), NOTHING, np.int64)
        for colour, of_colour in enumerate(values):
            np.maximum.at(best[colour], origin, of_colour)
        return best

    def _settled(self, table: Table, turns: int, owed: Owed) -> Values:
        """(games,) What is owed is scored, what was drawn last first, and the turns that follow."""
        if not owed:
            return self.value(table, turns - 1)
        origin, gains, ways = scored_ways(table, owed[-1] & ~table.over[:, None])
        before = tuple(joined[origin] for joined in owed[:-1])
        values = gains * self.denominator + self._settled(ways, turns, before)
        best: Values = self._of_ways(values[None], origin, table.games)[0]
        return best

    def _after(self, table: Table, cells: Cells, turns: int, extra: bool, owed: Owed) -> Values:
        """(colours, games) What the box of a track gives, best used or left, and the turns that follow."""
        plain = self._settled(table, turns, owed)
        values = np.repeat(plain[None], len(self.faces), axis=0)
        if extra and table.board.switches.chains == "no":
            return values
        special = np.where(table.over, 0, table.board.special[cells])
        for kind, effect in ((ROCKET, self._rocket), (ASTEROID, self._asteroid), (HOLE, self._hole)):
            rows = np.flatnonzero(special == kind)
            if rows.size:
                before = tuple(joined[rows] for joined in owed)
                values[:, rows] = effect(table.take(rows), values[:, rows], turns, before)
        return values

    def _extra(self, table: Table, turns: int, owed: Owed) -> npt.NDArray[np.int64]:
        """(types, colours, games) The best extra track of each type."""
        games, tracks, cells = self.legal(table)
        values = self.resolved(table, games, tracks, cells, turns, extra=True, owed=owed)
        return self._best(values, games, tracks, table.games)

    def _rocket(self, table: Table, left: Values, turns: int, owed: Owed) -> Values:
        """Any track, or none."""
        best: Values = np.maximum(left, self._extra(table, turns, owed).max(axis=0))
        return best

    def _asteroid(self, table: Table, left: Values, turns: int, owed: Owed) -> Values:
        """The die that was taken shows another type: that, or none."""
        best = np.maximum(self._extra(table, turns, owed), left)
        faces = np.array(self.faces, np.int64).T[:, :, None]
        rolled: Values = (best * faces).sum(axis=0) // FACES
        return rolled

    def _hole(self, table: Table, left: Values, turns: int, owed: Owed) -> Values:
        """Any box that may be filled, or none."""
        boxes = Sight(table, 0, np.arange(table.games)).fillable()
        games, cells = table.board.space.listed(boxes)
        filled = table.take(games)
        fill(filled, np.arange(games.size), cells)
        values = self._settled(filled, turns, tuple(joined[games] for joined in owed))
        for colour in range(len(self.faces)):
            np.maximum.at(left[colour], games, values)
        return left


def scored_ways(table: Table, joined: npt.NDArray[np.bool_]) -> tuple[Games, npt.NDArray[np.int64], Table]:
    """Every way to score what draws newly joined (games, pairs): of which game, its points, and the game after it."""
    every = np.arange(table.games)
    may = may_be_scored(table, 0, Drawn(every, every, joined))
    lengths = lengths_of(table, 0, every, may)
    lane, pair = np.nonzero(may)
    without = np.flatnonzero(~may.any(axis=1) | (table.board.switches.scoring_forced == "no"))
    origin = np.concatenate([without, lane])
    ways = table.take(origin)
    note(ways, 0, np.arange(without.size, ways.games), pair, lengths[lane, pair])
    return origin, np.concatenate([np.zeros(without.size, np.int64), lengths[lane, pair].astype(np.int64)]), ways


def _rolls(
    dice: Sequence[int], faces: Sequence[tuple[int, ...]]
) -> tuple[list[list[tuple[int, int]]], npt.NDArray[np.int64]]:
    """Everything that dice may show, as (type, colour) of each, and how many rolls show it."""
    rolls: dict[tuple[tuple[int, int], ...], int] = {(): 1}
    for die in dice:
        longer: dict[tuple[tuple[int, int], ...], int] = {}
        for roll, ways in rolls.items():
            for kind, many in enumerate(faces[die]):
                if many:
                    longer_roll = tuple(sorted((*roll, (kind, die))))
                    longer[longer_roll] = longer.get(longer_roll, 0) + ways * many
        rolls = longer
    return [list(roll) for roll in rolls], np.array(list(rolls.values()), np.int64)


def _keys(table: Table) -> list[bytes]:
    """By game what identifies its state: tracks, filled boxes, scored pairs."""
    parts = (table.ends[0].reshape(-1, table.games), table.filled, table.by[:1])
    words = (np.ascontiguousarray(part.T).view(np.uint8).reshape(table.games, -1) for part in parts)
    rows: npt.NDArray[np.uint8] = np.concatenate(list(words), axis=1)
    return [row.tobytes() for row in rows]
