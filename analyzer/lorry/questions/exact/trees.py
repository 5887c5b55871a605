"""Whole trees of games alone: best play, play by prices, and an upper bound.

Upper bound: every further route needs a draw that joins two groups of planets, and it leads through own boxes only. The
number of groups, reachable boxes, turns and slots therefore bounds the number of routes. The number of own boxes bounds
the length of each route.

Best play: a state is the set of tracks, filled boxes and scored pairs, because points already made do not change what
can still be gained. Values are whole numbers with a common denominator of all chances, so nothing is rounded. After the
last searched turn a state counts either nothing or its upper bound. Trees that are too large are thus bounded from both
sides.

Play by prices: a captain makes equal choices in equal states, so only dice branch. Rolls for all asteroids not yet
drawn on are fixed before each turn. Branches whose fixed rolls were not used merge again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError, named_setting
from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.thinker import compiled
from analyzer.lorry.tables import FACES, TRACKS, TYPES
from analyzer.lorry.turn.board import ASTEROID, HOLE, ROCKET, STAR, TRACKS_BY_TYPE, Board, Cells, Flags, Sets
from analyzer.lorry.turn.dice import faces_of
from analyzer.lorry.turn.draw import DrawEffect, Games, Turn, Types, draw
from analyzer.lorry.turn.places import TraderView
from analyzer.lorry.turn.scoring import lengths_of, may_be_scored, note
from analyzer.lorry.turn.table import Table
from analyzer.lorry.turn.turn import fill, play_round

Numbers = npt.NDArray[np.int64]


def most_still(table: Table, trader: int, turns: int | None = None) -> Numbers:
    """Return an upper bound of the points that a trader can still make, from routes and stars. Shape (games,).

    The number of draws D is at most the number of boxes within the trader's reach, and at most what turns and extra
    tracks allow. Extra tracks come from rockets and asteroids within reach of D draws.

    The number of routes R is at most the number of groups of planets that can still be joined, less one; planets that
    own tracks join are one group. R is also at most the number of free slots, of free pairs, and of draws from the
    first one that can join two groups.

    A route is never longer than the number of own boxes when it is scored. At best, the last R draws score.

    Args:
        table: the games.
        trader: seat of the trader, from 0.
        turns: turns left, None for no limit.
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
    # A route leads through own boxes joined to a planet that can still be joined to others; with `open`, also through
    # those of pairs that were joined before (rulings, point 9).
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
    # The last R draws score at best, so their routes have boxes + draws, boxes + draws - 1, ... boxes. With
    # special_first extra tracks lie before any route is scored, so each may use all boxes.
    points = routes * (boxes + draws)
    if switches.special_order == "score_first":
        points -= routes * (routes - 1) // 2
    stars = board.star_points * np.minimum(_among(steps, board.stars, draws), draws)
    return np.asarray(np.where(table.over, 0, points + stars))


def _steps(board: Board, front: Sets, room: Sets) -> Sets:
    """Return the boxes that 0, 1, 2, ... draws can reach, until no more are added. Shape (steps + 1, rows, games).

    Args:
        board: the board.
        front: (rows, games) boxes within reach of one draw.
        room: (rows, games) boxes that may still be drawn on.
    """
    within = [np.zeros_like(front), front]
    while (within[-1] != within[-2]).any():
        within.append(within[-1] | (board.space.spread(within[-1], np.empty_like(front)) & room))
    return np.array(within)


def _draws(board: Board, steps: Sets, turns: int | None) -> Numbers:
    """Return the largest number of tracks that can be drawn. Shape (games,).

    One track is drawn each turn, and one more for each rocket or asteroid on the way. The result is the smallest D with
    D = turns + rockets and asteroids within D steps. More draws are impossible: of the first D + 1 draws, the extra
    ones would follow boxes within D steps, and there are not enough of those.
    """
    boxes = _count(steps[-1])
    if turns is None:
        return boxes
    draws = np.minimum(boxes, turns)
    # From below, so the first number that repeats is the smallest; it only grows and cannot pass `boxes`.
    while True:
        more = np.minimum(boxes, turns + _among(steps, _extra(board), draws))
        if (more == draws).all():
            return draws
        draws = more


def _among(steps: Sets, some: Sets, draws: Numbers) -> Numbers:
    """Return how many of the given boxes the trader can reach in a number of draws. Shape (games,).

    Args:
        steps: boxes within reach of 0, 1, 2, ... draws, from `_steps`.
        some: the given boxes. Shape (rows,).
        draws: number of draws in each game. Shape (games,).
    """
    counts = np.array([_count(within & some[:, None]) for within in steps])
    return np.asarray(counts[np.minimum(draws, len(steps) - 1), np.arange(draws.size)])


def _count(sets: Sets) -> Numbers:
    """Return the number of boxes in sets (rows, games). Shape (games,)."""
    return np.asarray(np.bitwise_count(sets).sum(axis=0, dtype=np.int64))


def _room(table: Table, trader: int) -> Sets:
    """Return the boxes in which an own track may still lie. Shape (rows, games).

    These are empty boxes, and boxes of a rival if two tracks may share one.
    """
    room = table.empty
    if table.board.switches.tracks_per_box == "two":
        rivals = [table.boxes_drawn_by(rival) for rival in range(table.board.traders) if rival != trader]
        room = np.bitwise_or.reduce([room, *rivals]) & ~table.boxes_drawn_by(trader)
    return np.asarray(room)


def _extra(board: Board) -> Sets:
    """Return the boxes that give an extra track. Shape (rows,)."""
    cells = np.flatnonzero(np.isin(board.special[: board.space.cells], (ROCKET, ASTEROID)))
    return board.space.of(board.space.box(cell) for cell in cells.tolist())


def _part(table: Table, trader: int, planet: int) -> Sets:
    """Return the boxes with own tracks that are connected to the given planet. Shape (rows, games)."""
    there = table.distance[trader, :, :, planet] != table.none
    # The cells of a row are the bits of one word, the first column lowest, as in Space.
    words = np.packbits(there, axis=1, bitorder="little").view(np.dtype(table.board.space.kind).newbyteorder("<"))
    return np.asarray(words.astype(table.board.space.kind).T)


def _front(table: Table, trader: int, planet: int, part: Sets, room: Sets) -> Sets:
    """Return the boxes in which a track could continue from a planet, or from own tracks joined to it.

    The shape is (rows, games).
    """
    board = table.board
    visited = (table.visited[trader] >> np.uint16(planet) & 1).astype(np.bool_)
    ends = [board.space.moved(table.ends[trader, side] & part, side) for side in range(4)]
    beside = np.repeat(board.around[planet][:, None], table.games, axis=1)
    return np.asarray(np.where(visited, np.bitwise_or.reduce(ends), beside) & room)


def _joined(table: Table, trader: int) -> dict[tuple[int, int], Flags]:
    """Return, for each pair of planets (numbered from 0), whether own tracks join it. Shape (games,) each."""
    bits = table.joined[trader]
    pairs = table.board.pairs.tolist()
    return {(one, other): (bits >> np.uint64(n) & np.uint64(1)) != 0 for n, (one, other) in enumerate(pairs)}


def _first_of_group(table: Table, trader: int) -> Flags:
    """Return whether each planet has the smallest number among the planets joined to it. Shape (planets, games)."""
    first = np.ones((table.board.planets, table.games), np.bool_)
    for (_, other), joined in _joined(table, trader).items():
        first[other] &= ~joined
    return first


def _free_pairs(table: Table, trader: int) -> Numbers:
    """Return the number of pairs of planets that the trader may still score as the first. Shape (games,).

    With the switch `passed_over_pairs: lost`, pairs that the trader has joined but not scored do not count.
    """
    gone = table.scored
    if table.board.switches.passed_over_pairs == "lost":
        gone = gone | table.joined[trader]
    return np.asarray(len(table.board.pairs) - np.bitwise_count(gone).astype(np.int64))


def _fewest_to_join(table: Table, trader: int, fronts: Sets, room: Sets, most: int) -> Numbers:
    """Return the fewest further tracks that could join two groups of planets, each joined by own tracks already.

    The shape is (games,). `most` + 1 stands for any larger number. It is a lower bound.

    Args:
        table: the games.
        trader: seat of the trader, from 0.
        fronts: (planets, rows, games) boxes in which a track could continue from each planet's group.
        room: (rows, games) boxes in which an own track may still lie.
        most: largest number that is looked for.
    """
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
        # Both sides grow in turn, so that after n rounds they meet in a row of n boxes.
        if boxes % 2:
            far = near | (space.spread(near, np.empty_like(near)) & room)
        else:
            near = far
    return fewest


Values: TypeAlias = npt.NDArray[np.int64]
"""Points still to come, in parts of the denominator."""
NOTHING = -1
"""Code in place of a value if there is no draw."""
BUDGET = 200_000
"""Default number of states that are examined."""
LANES = 1 << 15
"""Number of draws that are tried at once."""
MOST_POINTS = 1 << 14
"""Upper limit of the points of a game, which keeps values within a 64-bit word."""


UnscoredPairs = tuple[npt.NDArray[np.bool_], ...]
"""Pairs that each draw of this turn joined, for draws whose route is not scored yet. Shape (games, pairs) each."""


class TooMany(AnalyzerError):
    """Error: there are more states than the budget allows, or values exceed 64-bit integers."""


def fits(board: Board, dice: int, turns: int) -> bool:
    """Return whether all values of a search over `turns` turns with `dice` dice fit into 64-bit integers."""
    return _denominator(board, dice, turns) * MOST_POINTS <= np.iinfo(np.int64).max


def _denominator(board: Board, dice: int, turns: int) -> int:
    """Return the common denominator of all chances: the number of equally likely sequences of rolls."""
    # Each die is rolled once a turn, and each asteroid rolls one die at most once.
    return int(FACES ** (dice * turns + int((board.special == ASTEROID).sum())))


class Tree:
    """Search tree of games alone on a board, for best play.

    Args:
        board: the board of one trader.
        dice: numbers of faces by type, for each die.
        turns: number of turns to search.
        budget: largest number of states examined.
        beyond: function that returns an upper bound of the points after the searched turns, shape (games,); None counts
            nothing.
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
        """Return the mean points that best play makes in the next `turns` turns, times the denominator. Shape (games,).

        Points made before do not count.
        """
        if not table.games or (turns == 0 and self.beyond is None):
            return np.zeros(table.games, np.int64)
        keys, known = _keys(table), self._known[turns]
        # Equal states are worked out once, and unknown ones together.
        first: dict[bytes, int] = {}
        for game, key in enumerate(keys):
            if key not in known and key not in first and not table.over[game]:
                first[key] = game
        if first:
            self._spend(len(first) * (turns > 0))
            states = np.fromiter(first.values(), np.intp, len(first))
            for begin in range(0, states.size, self._batch):
                some = states[begin : begin + self._batch]
                if turns:
                    values = self._of_turn(table.take(some), turns)
                else:
                    assert self.beyond is not None
                    values = self.beyond(table.take(some)) * self.denominator
                known.update((keys[game], value) for game, value in zip(some.tolist(), values.tolist(), strict=True))
        return np.array([0 if over else known[key] for over, key in zip(table.over, keys, strict=True)], np.int64)

    @property
    def _batch(self) -> int:
        """Number of states whose draws are tried at once."""
        # Half of all tracks in all boxes is the guess of a state's legal draws.
        return max(1, LANES // (len(TRACKS) * self.board.galaxy.columns * self.board.galaxy.rows // 2))

    def _spend(self, states: int) -> None:
        """Count examined states, and raise TooMany if they exceed the budget."""
        self.states += states
        if self.states > self.budget:
            raise TooMany(
                f"more than {self.budget} states: too many to compute exactly; ask for fewer turns, allow more with "
                f"{named_setting('budget')}, or take a smaller galaxy"
            )

    def _of_turn(self, table: Table, turns: int) -> Values:
        """Return the value of new states: the mean, over all rolls, of the value of the best die. Shape (games,)."""
        best = self.by_type(table, turns)
        chosen = np.array([[best[kind, die] for kind, die in roll] for roll in self.rolls]).max(axis=1)
        drawn = np.where(chosen == NOTHING, 0, chosen)
        # Exact: the denominator holds a factor FACES for every die of every turn, and `ways` sums to such a power.
        total: Values = (drawn * self.ways[:, None]).sum(axis=0) // self.ways.sum()
        return total

    def by_type(self, table: Table, turns: int, extra: bool = False, owed: UnscoredPairs = ()) -> npt.NDArray[np.int64]:
        """Return the value of the best draw of each type of track, by colour of the taken die; NOTHING without any.

        The shape is (types, colours, games). Arguments are those of `resolved`.
        """
        games, tracks, cells = self.legal(table)
        values = self.resolved(table, games, tracks, cells, turns, extra, owed)
        best = np.full((len(TYPES), len(self.faces), table.games), NOTHING, np.int64)
        for kind, of_type in enumerate(TRACKS_BY_TYPE):
            rows = np.flatnonzero(np.isin(tracks, of_type))
            # `maximum.at`, because many draws belong to one game: an indexed assignment would keep only the last.
            for colour in range(len(self.faces)):
                np.maximum.at(best[kind, colour], games[rows], values[colour, rows])
        return best

    def legal(self, table: Table) -> tuple[Games, npt.NDArray[np.intp], Cells]:
        """Return game, track and cell of every legal draw."""
        by_track = []
        places = TraderView(table, 0, np.arange(table.games)).legal()
        for track in range(len(TRACKS)):
            games, cells = table.board.space.listed(places[track])
            by_track.append((games, np.full(games.size, track), cells))
        games, tracks, cells = (np.concatenate(part) for part in zip(*by_track, strict=True))
        return games, tracks, cells

    def resolved(
        self,
        table: Table,
        games: Games,
        tracks: npt.NDArray[np.intp],
        cells: Cells,
        turns: int,
        extra: bool,
        owed: UnscoredPairs = (),
    ) -> Values:
        """Return the value of each draw, with everything that follows in best play. Shape (colours, draws).

        Args:
            table: states before the draws.
            games: (draws,) state of each draw.
            tracks: (draws,) track of each draw.
            cells: (draws,) cell of each draw.
            turns: turns left, this one included.
            extra: whether the draws are extra tracks.
            owed: pairs that earlier draws of this turn joined and have not scored yet.
        """
        values = np.zeros((len(self.faces), games.size), np.int64)
        for begin in range(0, games.size, LANES):
            some = slice(begin, begin + LANES)
            before = tuple(joined[games[some]] for joined in owed)
            values[:, some] = self._drawn(table.take(games[some]), tracks[some], cells[some], turns, extra, before)
        return values

    def _drawn(
        self, lanes: Table, tracks: npt.NDArray[np.intp], cells: Cells, turns: int, extra: bool, owed: UnscoredPairs
    ) -> Values:
        """Return the value of one draw in each game, by colour of the taken die. Shape (colours, games).

        The switch `special_order` says what comes first: the effect of the special box or the scoring of the route.
        """
        drawn = draw(lanes, 0, np.arange(lanes.games), tracks, cells)
        stars = lanes.board.star_points * self.denominator * (lanes.board.special[cells] == STAR)
        if lanes.board.switches.special_order == "special_first":
            return np.asarray(stars + self._after(lanes, cells, turns, extra, (*owed, drawn.joined)))
        origin, gains, ways = scored_ways(lanes, drawn.joined)
        values = gains * self.denominator + self._after(ways, cells[origin], turns, extra, owed)
        return np.asarray(stars + self._of_ways(values, origin, lanes.games))

    def _of_ways(self, values: Values, origin: Games, many: int) -> Values:
        """Return the largest value of each game over the choices of the pair to score. Shape (colours, games).

        Args:
            values: (colours, choices) value of each choice.
            origin: (choices,) index of each choice's game.
            many: number of games.
        """
        best = np.full((len(values), many), NOTHING, np.int64)
        for colour, of_colour in enumerate(values):
            np.maximum.at(best[colour], origin, of_colour)
        return best

    def _settled(self, table: Table, turns: int, owed: UnscoredPairs) -> Values:
        """Return the value after the unscored pairs of this turn's draws are scored, and the next turns are played.

        The shape is (games,). The pairs of the last draw are scored first.
        """
        if not owed:
            return self.value(table, turns - 1)
        # Where an extra track's route has ended the game, nothing that is owed is scored (rulings, "A round").
        origin, gains, ways = scored_ways(table, owed[-1] & ~table.over[:, None])
        before = tuple(joined[origin] for joined in owed[:-1])
        values = gains * self.denominator + self._settled(ways, turns, before)
        best: Values = self._of_ways(values[None], origin, table.games)[0]
        return best

    def _after(self, table: Table, cells: Cells, turns: int, extra: bool, owed: UnscoredPairs) -> Values:
        """Return the value of all that follows a draw: the effect of its box, the owed pairs, and the next turns.

        The shape is (colours, games).

        Effects that the player may refuse are refused if that is better.
        """
        plain = self._settled(table, turns, owed)
        values = np.repeat(plain[None], len(self.faces), axis=0)
        # Rulings, points 11 and 16.
        if extra and table.board.switches.chains == "no":
            return values
        special = np.where(table.over, 0, table.board.special[cells])
        for kind, effect in ((ROCKET, self._rocket), (ASTEROID, self._asteroid), (HOLE, self._hole)):
            rows = np.flatnonzero(special == kind)
            if rows.size:
                before = tuple(joined[rows] for joined in owed)
                values[:, rows] = effect(table.take(rows), values[:, rows], turns, before)
        return values

    def _rocket(self, table: Table, left: Values, turns: int, owed: UnscoredPairs) -> Values:
        """Return the value of the best extra track of any type, or of none."""
        best: Values = np.maximum(left, self.by_type(table, turns, extra=True, owed=owed).max(axis=0))
        return best

    def _asteroid(self, table: Table, left: Values, turns: int, owed: UnscoredPairs) -> Values:
        """Return the mean value over the rolls of the taken die: an extra track of that type, or none."""
        best = np.maximum(self.by_type(table, turns, extra=True, owed=owed), left)
        faces = np.array(self.faces, np.int64).T[:, :, None]
        # Exact: the denominator holds a factor FACES for every asteroid.
        rolled: Values = (best * faces).sum(axis=0) // FACES
        return rolled

    def _hole(self, table: Table, left: Values, turns: int, owed: UnscoredPairs) -> Values:
        """Return the value of filling the best box that may be filled, or none."""
        boxes = TraderView(table, 0, np.arange(table.games)).fillable()
        games, cells = table.board.space.listed(boxes)
        filled = table.take(games)
        fill(filled, np.arange(games.size), cells)
        values = self._settled(filled, turns, tuple(joined[games] for joined in owed))
        for colour in range(len(self.faces)):
            # `left` is a copy made by the caller, so it may be changed.
            np.maximum.at(left[colour], games, values)
        return left


def scored_ways(table: Table, joined: npt.NDArray[np.bool_]) -> tuple[Games, npt.NDArray[np.int64], Table]:
    """Return every choice that the trader has after a draw: which newly joined pair of planets to score, or none.

    To score none is a choice of games in which no pair may be scored. By rules that allow declining, it is a choice
    of every game.

    Args:
        table: the games after the draws.
        joined: (games, pairs) whether the draw newly joined the pair.

    Returns:
        For each choice: the index of its game, the points that it scores, and the game after it, as a table.
    """
    every = np.arange(table.games)
    may = may_be_scored(table, 0, DrawEffect(every, every, joined))
    lengths = lengths_of(table, 0, every, may)
    lane, pair = np.nonzero(may)
    without = np.flatnonzero(~may.any(axis=1) | (table.board.switches.scoring_forced == "no"))
    origin = np.concatenate([without, lane])
    ways = table.take(origin)
    # Choices to score nothing stand first, and are left as they are.
    note(ways, 0, np.arange(without.size, ways.games), pair, lengths[lane, pair])
    return origin, np.concatenate([np.zeros(without.size, np.int64), lengths[lane, pair].astype(np.int64)]), ways


def _rolls(
    dice: Sequence[int], faces: Sequence[tuple[int, ...]]
) -> tuple[list[list[tuple[int, int]]], npt.NDArray[np.int64]]:
    """Return every combination of types that dice may show, and the number of rolls that show it."""
    rolls: dict[tuple[tuple[int, int], ...], int] = {(): 1}
    for die in dice:
        longer: dict[tuple[tuple[int, int], ...], int] = {}
        for roll, ways in rolls.items():
            for kind, many in enumerate(faces[die]):
                if many:
                    # Sorted, because the order of dice of one colour makes no difference: fewer rolls, more ways each.
                    longer_roll = tuple(sorted((*roll, (kind, die))))
                    longer[longer_roll] = longer.get(longer_roll, 0) + ways * many
        rolls = longer
    return [list(roll) for roll in rolls], np.array(list(rolls.values()), np.int64)


def _keys(table: Table, *more: npt.NDArray[Any]) -> list[bytes]:
    """Return a key for the state of each game (tracks, filled boxes, scored pairs); equal states have equal keys.

    Args:
        table: the games.
        more: further arrays of the state. Shape (..., games) each.
    """
    # The bytes of all arrays, a row a game, are compared far faster than the arrays themselves.
    parts = (table.ends[0].reshape(-1, table.games), table.filled, table.by[:1], *more)
    words = (np.ascontiguousarray(part.T).view(np.uint8).reshape(table.games, -1) for part in parts)
    rows: npt.NDArray[np.uint8] = np.concatenate(list(words), axis=1)
    return [row.tobytes() for row in rows]


CAPTAIN_LANES = 1 << 14
"""Number of turns that are played side by side."""


class PrescribedDice:
    """Dice with prescribed rolls.

    Args:
        faces: type of each face of each die.
        rolled: (dice, games) types that the dice show.
        again: (asteroids, games) index of the face that each asteroid's roll shows.
    """

    def __init__(self, faces: Types, rolled: Types, again: npt.NDArray[np.intp]) -> None:
        self.faces, self.rolled, self.again = faces, rolled, again

    def roll(self, table: Table) -> Types:
        """Return the prescribed types of the dice."""
        return self.rolled

    def asteroid(self, turn: Turn, games: Games) -> Types:
        """Return the type on the next prescribed face of the taken die."""
        face = self.again[turn.asteroids[games], games]
        return np.asarray(self.faces[turn.die[games], face])

    def choose(self, turn: Turn, games: Games, many: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Raise AnalyzerError, because a captain who chooses at random cannot be computed exactly."""
        raise AnalyzerError(
            "the random captain cannot be computed exactly, as random choices are no part of a state: name another"
        )


@dataclass(frozen=True)
class Rolls:
    """All rolls of some dice, with the number of ways in which their faces give each roll.

    Attributes:
        types: (dice, rolls) type on each die.
        weights: (rolls,) number of combinations of faces that give the roll, as Python integers.
    """

    types: npt.NDArray[np.int8]
    weights: npt.NDArray[np.object_]


def rolls_of(dice: Sequence[tuple[int, ...]]) -> Rolls:
    """Return all rolls of some dice: every assignment of a type of track to each die."""
    kinds = [[(kind, many) for kind, many in enumerate(die) if many] for die in dice]
    every = list(product(*kinds))
    types = np.array([[kind for kind, _ in roll] for roll in every], np.int8).T
    weights = np.array([int(np.prod([many for _, many in roll])) for roll in every], object)
    return Rolls(types, weights)


def distribution(
    table: Table, captain: Captain, dice: Sequence[tuple[int, ...]], turns: int, budget: int = BUDGET
) -> dict[int, Fraction]:
    """Return the exact chance of each total of a captain after some turns.

    Args:
        table: one game to begin with.
        captain: captain who plays by prices.
        dice: numbers of faces by type, for each die.
        turns: number of turns.
        budget: largest number of states.

    Raises:
        AnalyzerError: the captain is a thinker or random, or the states exceed the budget.
    """
    if captain.thinks is not None:
        raise AnalyzerError(
            f"captain {captain.name} simulates games, so there are no exact results: name another, or use fly"
        )
    chances = np.array([Fraction(1)], object)
    totals: defaultdict[int, Fraction] = defaultdict(Fraction)
    every, spent = rolls_of(dice), 0

    def end(games: Games) -> None:
        for game in games.tolist():
            totals[int(table.totals[0, game])] += chances[game]

    for _ in range(turns):
        spent += table.games
        if spent > budget:
            raise AnalyzerError(f"more than {budget} states: too many to compute exactly; ask for fewer turns")
        table, chances = _turn(table, chances, captain, dice, every)
        end(np.flatnonzero(table.over))
        going_on = np.flatnonzero(~table.over)
        table, chances = table.take(going_on), chances[going_on]
        if not table.games:
            break
    end(np.arange(table.games))
    return dict(sorted(totals.items()))


def _turn(
    table: Table, chances: npt.NDArray[np.object_], captain: Captain, dice: Sequence[tuple[int, ...]], every: Rolls
) -> tuple[Table, npt.NDArray[np.object_]]:
    """Play one more turn of each game on every possible roll, and merge games that are then equal.

    Args:
        table: games after the turns so far.
        chances: (games,) chance of each game, as a Fraction.
        captain: captain who plays.
        dice: numbers of faces by type, for each die.
        every: all rolls of the dice.

    Returns:
        The table after the turn, and the chance of each of its games.
    """
    again = _faces_again(table.board, table)
    rolls, asteroids = every.types.shape[1], again.shape[1]
    # One lane for each state, roll of the dice and row of asteroid faces.
    states = np.repeat(np.arange(table.games), rolls * asteroids)
    roll = np.tile(np.repeat(np.arange(rolls), asteroids), table.games)
    faces = np.tile(np.arange(asteroids), table.games * rolls)
    merged: dict[bytes, int] = {}
    parts: list[Table] = []
    summed: list[Fraction] = []
    for begin in range(0, states.size, CAPTAIN_LANES):
        some = slice(begin, begin + CAPTAIN_LANES)
        # Lanes are run in chunks; equal states of different chunks merge by their keys.
        lanes = table.take(states[some])
        listed = PrescribedDice(faces_of(dice), every.types[:, roll[some]], again[:, faces[some]])
        play_round(lanes, [compiled(captain)], listed)
        new: list[int] = []
        for game, key in enumerate(_keys(lanes, lanes.points[:1], lanes.stars[:1], lanes.over[None])):
            weight = chances[states[some][game]] * every.weights[roll[some][game]]
            if key in merged:
                summed[merged[key]] += weight
            else:
                merged[key] = len(summed)
                summed.append(weight)
                new.append(game)
        parts.append(lanes.take(np.array(new, np.intp)))
    # Weights count combinations of faces, of which there are so many for each game before the turn.
    return _merged_tables(parts), np.array(summed, object) / (FACES ** len(dice) * asteroids)


def _faces_again(board: Board, table: Table) -> npt.NDArray[np.intp]:
    """Return all combinations of faces that dice can show on asteroids in one turn. Shape (asteroids, combinations).

    A track on an asteroid rolls the taken die again. An asteroid counts if its box is empty in at least one game.
    Without such an asteroid there is one combination, the empty one.

    Args:
        board: board with the asteroids.
        table: games before the turn.

    Returns:
        Indices of faces, from 0. Row k is for asteroid roll k of the turn.
    """
    boxes = np.flatnonzero(board.special[: board.space.cells] == ASTEROID)
    empty = board.space.unpacked_bits(table.empty)[:, boxes].any(axis=0)
    many = int(empty.sum())
    return np.array(list(product(range(FACES), repeat=many)), np.intp).reshape(FACES**many, many).T


def _merged_tables(tables: Sequence[Table]) -> Table:
    """Return one table with the games of several tables that are at the same round."""
    first = tables[0]
    if len(tables) == 1:
        return first
    joined = first.take(np.arange(first.games))
    # Games are the last axis of most arrays, and the second of some.
    for name in Table.GAMES_LAST:
        setattr(joined, name, np.concatenate([getattr(table, name) for table in tables], axis=-1))
    for name in Table.GAMES_SECOND:
        setattr(joined, name, np.concatenate([getattr(table, name) for table in tables], axis=1))
    return joined
