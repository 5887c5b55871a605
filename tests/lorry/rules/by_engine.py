"""The product behind the face of the cases: positions by `lorry.Position`, scripts by its own turns, one game wide."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.lorry import Galaxy, picking_order
from analyzer.lorry.switches import load_switches
from analyzer.lorry.tracks import SPECIALS, TRACKS, TRACKS_OF, TYPES
from analyzer.lorry.turn.acting import Picked, Turn
from analyzer.lorry.turn.board import TYPE
from analyzer.lorry.turn.board import Board as Compiled
from analyzer.lorry.turn.draw import bits_of, draw
from analyzer.lorry.turn.places import Sight
from analyzer.lorry.turn.round import play_round
from analyzer.lorry.turn.scoring import lengths_of, note
from analyzer.lorry.turn.scoring import score as engine_score
from analyzer.lorry.turn.table import Table
from tests.lorry.rules.played import Board, End, Script
from tests.lorry.told import Listener, cells, end_of

name = "engine"
refused = AnalyzerError


def laid(made: Board, first: int) -> Table:
    """A table of one game with all that was drawn in it; every track is laid when it hangs on something."""
    galaxy = Galaxy.from_dict({name: value for name, value in made.galaxy.items() if name != "switches"})
    board = Compiled(galaxy, made.traders, load_switches(made.galaxy["switches"]))
    table, one = Table(board, np.zeros(1, np.int64), first), np.zeros(1, np.intp)
    waiting = list(made.tracks)
    while waiting:
        for track in list(waiting):
            column, row, trader, ends = track
            if hangs(table, trader - 1, (column, row), ends):
                waiting.remove(track)
                cell = np.array([board.space.cell((column, row))])
                draw(table, trader - 1, one, np.array([TRACKS.index(ends)]), cell)
                table.stars[trader - 1] += galaxy.special_at.get((column, row)) == "star"
                break
        else:
            raise AssertionError(f"{waiting} hang on nothing")
    for one_planet, other, trader, points in made.scored:
        pair = board.pairs.tolist().index([one_planet - 1, other - 1])
        note(table, trader - 1, one, np.array([pair]), np.array([points], np.int16))
    for column, row in made.filled:
        cell = np.array([board.space.cell((column, row))])
        table.put(table.filled, one, cell)
        table.clear(table.empty, one, cell)
    return table


def hangs(table: Table, trader: int, box: tuple[int, int], ends: str) -> bool:
    """Whether an end meets an own one or touches a planet."""
    board = table.board
    cell = board.space.cell(box)
    sight = Sight(table, trader, np.zeros(1, np.intp))
    sides = ["NESW".index(end) for end in ends]
    inside = np.zeros(1, np.intp), np.array([cell])
    return any(board.planet_at[side, cell] >= 0 or board.space.has(sight.into[side], *inside)[0] for side in sides)


class OneGame:
    """A position, asked of the engine for one game."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def legal(self, trader: int, kind: str) -> list[tuple[int, int, str]]:
        legal, space = Sight(self.table, trader - 1, ONE).legal(), self.table.board.space
        found = {
            (space.box(cell), TRACKS.index(ends))
            for ends in TRACKS_OF[kind]
            for cell in cells(self.table, legal[TRACKS.index(ends)], 0)
        }
        return [(*box, TRACKS[number]) for box, number in sorted(found, key=lambda one: (one[0][1], one[0][0], one[1]))]

    def fillable(self) -> list[tuple[int, int]]:
        space = self.table.board.space
        return [space.box(cell) for cell in cells(self.table, Sight(self.table, 0, ONE).fillable(), 0)]

    def connected(self, trader: int) -> dict[tuple[int, int], int]:
        table = self.table
        ways = lengths_of(table, trader - 1, ONE, bits_of(table, table.joined[trader - 1]))[0]
        return {(a + 1, b + 1): int(way) for (a, b), way in zip(table.board.pairs.tolist(), ways, strict=True) if way}

    def draw(self, trader: int, box: tuple[int, int], ends: str, score: tuple[int, int] | None = None) -> Drawn:
        after = self.table.take(np.zeros(1, np.intp))
        for kept in (*Table.GAMES_LAST, *Table.GAMES_SECOND, "empty"):
            setattr(after, kept, getattr(after, kept).copy())
        if self.over or (*box, ends) not in [place for kind in TYPES for place in self.legal(trader, kind)]:
            raise AnalyzerError("not legal")
        script = Script([], [] if score is None else [score])
        judge = Best(script)
        turn = Turn(after, trader - 1, judge, judge, 0, None, np.zeros((1, 1), np.int8), np.ones((1, 1), np.bool_))
        before = self.connected(trader)
        cell = np.array([after.board.space.cell(box)])
        drawn = draw(after, trader - 1, ONE, np.array([TRACKS.index(ends)]), cell)
        engine_score(turn, drawn)
        if script.wishes:
            raise AnalyzerError("not free")
        kind = (None, *SPECIALS)[after.board.special[cell[0]]]
        after.stars[trader - 1] += kind == "star"
        now = OneGame(after)
        joined = {pair: way for pair, way in now.connected(trader).items() if pair not in before}
        return Drawn(now, joined, int((after.points - self.table.points)[trader - 1, 0]), kind)

    def fill(self, box: tuple[int, int]) -> OneGame:
        if box not in self.fillable():
            raise AnalyzerError("may not be filled")
        after = self.table.take(np.zeros(1, np.intp))
        cell = np.array([after.board.space.cell(box)])
        after.empty = after.empty.copy()
        after.clear(after.empty, ONE, cell)
        return OneGame(after)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(self.table.totals[:, 0].tolist())

    @property
    def stars(self) -> tuple[int, ...]:
        return tuple(self.table.stars[:, 0].tolist())

    @property
    def over(self) -> bool:
        return bool(self.table.over[0])


class Drawn(NamedTuple):
    position: OneGame
    joined: dict[tuple[int, int], int]
    points: int
    special: str | None


def position(made: Board) -> OneGame:
    return OneGame(laid(made, 0))


ONE = np.zeros(1, np.intp)


class Judge:
    """Answers by the lines of a script, and only where there is a choice."""

    def __init__(self, script: Script) -> None:
        self.script = script

    def pick(self, turn: Any, games: Any, allowed: Any, extra: bool) -> Picked:
        table, trader = turn.table, turn.trader + 1
        legal = Sight(table, turn.trader, games).legal()
        here = [
            (number, cell)
            for number in range(11)
            if allowed[TYPE[number], 0]
            for cell in cells(table, legal[number], 0)
        ]
        places = [(*table.board.space.box(cell), TRACKS[number]) for number, cell in here]
        nothing = Picked(*(np.array([-1], kind) for kind in (np.int8, np.intp, np.int8)), np.zeros(1, np.bool_))
        if extra:
            place = self.script.extra(self.rolled, places) if places else None
            self.rolled = False
        elif places or table.board.switches.no_place == "pass":
            kinds = [TYPES[kind] for kind, left in zip(turn.shown[:, 0], turn.left[:, 0], strict=True) if left]
            by_type = {kind: [place for place in places if place[2] in TRACKS_OF[kind]] for kind in TYPES}
            kind, place = self.script.pick(trader, kinds, by_type, table.board.switches.no_place == "pass")
            if place is None:
                return nothing._replace(kind=np.array([TYPES.index(kind)], np.int8))
        else:
            place = None
        if place is None:
            return nothing
        number, cell = here[places.index(place)]
        return nothing._replace(track=np.array([number], np.int8), cell=np.array([cell]))

    def pair(self, turn: Any, games: Any, lengths: Any) -> Any:
        pairs = [tuple(pair) for pair in (turn.table.board.pairs + 1).tolist()]
        ways = {pair: int(boxes) for pair, boxes in zip(pairs, lengths[0], strict=True) if boxes}
        chosen = self.script.pair(ways, turn.table.board.switches.scoring_forced == "no")
        return np.array([-1 if chosen is None else pairs.index(chosen)])

    def fill(self, turn: Any, games: Any) -> Any:
        space = turn.table.board.space
        boxes = [space.box(cell) for cell in cells(turn.table, Sight(turn.table, turn.trader, games).fillable(), 0)]
        box = self.script.hole(boxes) if boxes else None
        return np.array([-1 if box is None else space.cell(box)])

    # dice

    rolled = False

    def roll(self, table: Table) -> Any:
        return np.array([[TYPES.index(kind)] for kind in self.script.roll()], np.int8)

    def asteroid(self, turn: Any, games: Any) -> Any:
        self.rolled = True
        return np.array([TYPES.index(self.script.again())], np.int8)

    def choose(self, turn: Any, games: Any, many: Any) -> Any:
        raise AssertionError("nobody draws lots")


class Best(Judge):
    """Scores the pair that was named, else the longest."""

    def pair(self, turn: Any, games: Any, lengths: Any) -> Any:
        pairs = [tuple(pair) for pair in (turn.table.board.pairs + 1).tolist()]
        if not self.script.wishes:
            return lengths.argmax(axis=1)
        if not dict(zip(pairs, lengths[0], strict=True)).get(self.script.wishes[0]):
            raise AnalyzerError("not free")
        return super().pair(turn, games, lengths)


def play_script(made: Board, text: str, starter: int = 1) -> End:
    """Plays the script to its end; fails if it does not say all."""
    table, script, listener = laid(made, starter - 1), Script.of(text), Listener()
    table.log = listener  # type: ignore[assignment]
    judge = Judge(script)
    rounds = script.rounds
    while table.round < rounds and not table.over.all():
        play_round(table, [judge] * made.traders, judge)
    script.check_used()
    turns = listener.turns[0]
    before = [{"what": "score", "pair": (one, other), "points": points} for one, other, _, points in made.scored]
    end = end_of(table, 0, [{"events": before}, *turns])
    first = {turn["round"]: turn["trader"] for turn in reversed(turns)}
    traders = end["traders"]
    return End(
        end["scored"],
        tuple(one["total"] for one in traders),
        tuple(one["stars"] for one in traders),
        tuple((one["routes"], one["struck"]) for one in traders),
        bool(table.over[0] and not table.stuck[0]),
        set(end["tracks"]),
        set(end["filled"]),
        tuple(first[number] for number in sorted(first)),
    )


__all__ = ["name", "picking_order", "play_script", "refused"]
