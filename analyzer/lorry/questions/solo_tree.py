"""The whole tree of a game alone: every roll, every draw, every choice, equal states merged; values as whole numbers.

A state is what was drawn, filled and scored; how many points it took to come there does not matter for what can still
be had. Values are counted in parts of a denominator that all chances divide, so that nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.lorry.tables import FACES
from analyzer.lorry.tracks import TRACKS, TYPES
from analyzer.lorry.turn.board import ASTEROID, HOLE, ROCKET, STAR, TRACKS_BY_TYPE, Board
from analyzer.lorry.turn.draw import Games, draw
from analyzer.lorry.turn.places import Sight
from analyzer.lorry.turn.rows import Cells
from analyzer.lorry.turn.scoring import lengths_of, may_be_scored, note
from analyzer.lorry.turn.table import STAR_POINTS, Table
from analyzer.lorry.turn.turn import fill

Values: TypeAlias = npt.NDArray[np.int64]
"""What can still be had, in parts of the denominator."""
NOTHING = -1
"""In place of a value, where there is no draw."""
BUDGET = 200_000
"""States that are looked at."""
LANES = 1 << 15
"""Draws that are tried out at once."""
MOST_POINTS = 1 << 14
"""More than any game brings, so that values fit a word."""


class Tree:
    """The tree of a board alone with some dice, by their faces (dice, types); `colours` are those that differ."""

    def __init__(self, board: Board, dice: Sequence[tuple[int, ...]], turns: int, budget: int = BUDGET) -> None:
        self.board, self.budget, self.states = board, budget, 0
        self.faces = list(dict.fromkeys(dice))
        self.rolls, self.ways = _rolls([self.faces.index(die) for die in dice], self.faces)
        asteroids = int((board.special == ASTEROID).sum())
        self.denominator = FACES ** (len(dice) * turns + asteroids)
        if self.denominator * MOST_POINTS > np.iinfo(np.int64).max:
            raise AnalyzerError(f"{turns} turns: too many to be counted out; ask for fewer")
        if board.switches.special_order != "score_first":
            raise AnalyzerError("switch special_order special_first: games of it cannot be counted out")
        self._known: list[dict[bytes, int]] = [{} for _ in range(turns + 1)]

    def value(self, table: Table, turns: int) -> Values:
        """(games,) What best play can still have of each state in so many turns, its points so far left out."""
        if turns == 0 or not table.games:
            return np.zeros(table.games, np.int64)
        keys, known = _keys(table), self._known[turns]
        first: dict[bytes, int] = {}
        for game, key in enumerate(keys):
            if key not in known and key not in first and not table.over[game]:
                first[key] = game
        if first:
            self._spend(len(first))
            states = np.fromiter(first.values(), np.intp, len(first))
            for begin in range(0, states.size, self._batch):
                some = states[begin : begin + self._batch]
                values = self._of_turn(table.take(some), turns)
                known.update((keys[game], value) for game, value in zip(some.tolist(), values.tolist(), strict=True))
        return np.array([0 if over else known[key] for over, key in zip(table.over, keys, strict=True)], np.int64)

    @property
    def _batch(self) -> int:
        """States whose draws are tried out at once."""
        return max(1, LANES // (len(TRACKS) * self.board.galaxy.columns * self.board.galaxy.rows // 2))

    def _spend(self, states: int) -> None:
        self.states += states
        if self.states > self.budget:
            raise AnalyzerError(
                f"more than {self.budget} states: too many to be counted out; ask for fewer turns, allow more with "
                "--budget, or take a smaller galaxy"
            )

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
        found = []
        places = Sight(table, 0, np.arange(table.games)).legal()
        for track in range(len(TRACKS)):
            games, cells = table.board.space.listed(places[track])
            found.append((games, np.full(games.size, track), cells))
        games, tracks, cells = (np.concatenate(part) for part in zip(*found, strict=True))
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
        self, table: Table, games: Games, tracks: npt.NDArray[np.intp], cells: Cells, turns: int, extra: bool
    ) -> Values:
        """(colours, draws) What each draw brings, all that follows it included."""
        values = np.zeros((len(self.faces), games.size), np.int64)
        for begin in range(0, games.size, LANES):
            some = slice(begin, begin + LANES)
            values[:, some] = self._drawn(table.take(games[some]), tracks[some], cells[some], turns, extra)
        return values

    def _drawn(self, lanes: Table, tracks: npt.NDArray[np.intp], cells: Cells, turns: int, extra: bool) -> Values:
        """The same, one draw a lane: the pair that pays best is scored, then its box takes effect."""
        every = np.arange(lanes.games)
        drawn = draw(lanes, 0, every, tracks, cells)
        may = may_be_scored(lanes, 0, drawn)
        lengths = lengths_of(lanes, 0, every, may)
        lane, pair = np.nonzero(may)
        without = np.flatnonzero(~may.any(axis=1) | (lanes.board.switches.scoring_forced == "no"))
        ways = lanes.take(np.concatenate([without, lane]))
        scoring = np.arange(without.size, ways.games)
        note(ways, 0, scoring, pair, lengths[lane, pair])
        origin = np.concatenate([without, lane])
        gains = np.concatenate([np.zeros(without.size, np.int64), lengths[lane, pair].astype(np.int64)])
        gains += STAR_POINTS * (lanes.board.special[cells[origin]] == STAR)
        values = gains * self.denominator + self._after(ways, cells[origin], turns, extra)
        best = np.full((len(self.faces), lanes.games), NOTHING, np.int64)
        for colour in range(len(self.faces)):
            np.maximum.at(best[colour], origin, values[colour])
        return best

    def _after(self, table: Table, cells: Cells, turns: int, extra: bool) -> Values:
        """(colours, games) What the box of a track gives, best used or left, and the turns that follow."""
        plain = self.value(table, turns - 1)
        values = np.repeat(plain[None], len(self.faces), axis=0)
        if extra and table.board.switches.chains == "no":
            return values
        special = np.where(table.over, 0, table.board.special[cells])
        for kind, effect in ((ROCKET, self._rocket), (ASTEROID, self._asteroid), (HOLE, self._hole)):
            rows = np.flatnonzero(special == kind)
            if rows.size:
                values[:, rows] = effect(table.take(rows), values[:, rows], turns)
        return values

    def _extra(self, table: Table, turns: int) -> npt.NDArray[np.int64]:
        """(types, colours, games) The best extra track of each type."""
        games, tracks, cells = self.legal(table)
        values = self.resolved(table, games, tracks, cells, turns, extra=True)
        return self._best(values, games, tracks, table.games)

    def _rocket(self, table: Table, left: Values, turns: int) -> Values:
        """Any track, or none."""
        best: Values = np.maximum(left, self._extra(table, turns).max(axis=0))
        return best

    def _asteroid(self, table: Table, left: Values, turns: int) -> Values:
        """The die that was taken shows another type: that, or none."""
        best = np.maximum(self._extra(table, turns), left)
        faces = np.array(self.faces, np.int64).T[:, :, None]
        rolled: Values = (best * faces).sum(axis=0) // FACES
        return rolled

    def _hole(self, table: Table, left: Values, turns: int) -> Values:
        """Any box that may be filled, or none."""
        boxes = Sight(table, 0, np.arange(table.games)).fillable()
        games, cells = table.board.space.listed(boxes)
        filled = table.take(games)
        fill(filled, np.arange(games.size), cells)
        values = self.value(filled, turns - 1)
        for colour in range(len(self.faces)):
            np.maximum.at(left[colour], games, values)
        return left


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
                    shown = tuple(sorted((*roll, (kind, die))))
                    longer[shown] = longer.get(shown, 0) + ways * many
        rolls = longer
    return [list(roll) for roll in rolls], np.array(list(rolls.values()), np.int64)


def _keys(table: Table) -> list[bytes]:
    """By game what tells its state: tracks, filled boxes, scored pairs."""
    parts = (table.ends[0].reshape(-1, table.games), table.filled, table.by[:1])
    words = (np.ascontiguousarray(part.T).view(np.uint8).reshape(table.games, -1) for part in parts)
    rows: npt.NDArray[np.uint8] = np.concatenate(list(words), axis=1)
    return [row.tobytes() for row in rows]
