"""Cases asked of the product: positions by `lorry.Position`, scripts by its own rounds, one game wide."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer import AnalyzerError
from analyzer.lorry import TRACKS, TYPES, Galaxy, Position, picking_order
from tests.doors.lorry import TRACKS_OF, TYPE, DrawChoice, Table, play_round
from tests.doors.lorry import places as places_module
from tests.lorry.rules.played import Board, Box, End, Script
from tests.lorry.told import Listener, cells, end_of

name = "engine"
refused = AnalyzerError
ONE = np.zeros(1, np.intp)
NOTHING = DrawChoice(np.array([-1], np.int8), np.array([-1]), np.array([-1], np.int8), np.zeros(1, np.bool_))


def position(made: Board) -> Position:
    return Position(Galaxy.from_dict(made.galaxy), made.traders, made.tracks, made.filled, made.scored)


class Reader:
    """Dice and every trader, by a script; nobody is asked where there is no choice."""

    def __init__(self, script: Script) -> None:
        self.script, self.rolled = script, False

    # dice

    def roll(self, table: Table) -> Any:
        return np.array([[TYPES.index(kind)] for kind in self.script.roll()], np.int8)

    def asteroid(self, turn: Any, games: Any) -> Any:
        self.rolled = True
        return np.array([TYPES.index(self.script.again())], np.int8)

    def choose(self, turn: Any, games: Any, many: Any) -> Any:
        raise AssertionError("nobody draws lots")

    # choices

    def pick(self, turn: Any, games: Any, allowed: Any, extra: bool) -> DrawChoice:
        table = turn.table
        legal, may_pass = (
            places_module.TraderView(table, turn.trader, games).legal(),
            table.board.switches.no_place == "pass",
        )
        tracks = [number for number in range(len(TRACKS)) if allowed[TYPE[number], 0]]
        here = [(number, cell) for number in tracks for cell in cells(table, legal[number], 0)]
        places = [(*table.board.space.box(cell), TRACKS[number]) for number, cell in here]
        kind, place = "straight", None
        if extra and places:
            place = self.script.extra(self.rolled, places)
        elif places or (may_pass and not extra):
            left = [TYPES[kind] for kind, left in zip(turn.rolled[:, 0], turn.left[:, 0], strict=True) if left]
            by_type = {kind: [place for place in places if place[2] in TRACKS_OF[kind]] for kind in TYPES}
            kind, place = self.script.pick(turn.trader + 1, left, by_type, may_pass)
        self.rolled = False
        if place is None:
            return NOTHING._replace(kind=np.array([TYPES.index(kind) if may_pass else -1], np.int8))
        number, cell = here[places.index(place)]
        return NOTHING._replace(track=np.array([number], np.int8), cell=np.array([cell]))

    def pair(self, turn: Any, games: Any, lengths: Any) -> Any:
        pairs = [(one, other) for one, other in (turn.table.board.pairs + 1).tolist()]
        ways = {pair: int(boxes) for pair, boxes in zip(pairs, lengths[0], strict=True) if boxes}
        chosen = self.script.pair(ways, turn.table.board.switches.scoring_forced == "no")
        return np.array([-1 if chosen is None else pairs.index(chosen)])

    def fill(self, turn: Any, games: Any) -> Any:
        space, legal = turn.table.board.space, places_module.TraderView(turn.table, turn.trader, games).fillable()
        boxes: list[Box] = [space.box(cell) for cell in cells(turn.table, legal, 0)]
        box = self.script.hole(boxes) if boxes else None
        return np.array([-1 if box is None else space.cell(box)])


def play_script(made: Board, text: str, starter: int = 1) -> End:
    """Plays the script to its end; fails if it does not say all."""
    script, listener = Script.of(text), Listener()
    table, reader, rounds = position(made).table.take(ONE), Reader(script), script.rounds
    table.first, table.log = starter - 1, listener  # type: ignore[assignment]
    while table.round < rounds and not table.over.all():
        play_round(table, [reader] * made.traders, reader)
    script.check_used()
    turns = listener.turns[0]
    before = [{"what": "score", "pair": (one, other), "points": points} for one, other, _, points in made.scored]
    end = end_of(table, 0, [{"events": before}, *turns])
    first = {turn["round"]: turn["trader"] for turn in reversed(turns)}
    return End(
        end["scored"],
        tuple(one["total"] for one in end["traders"]),
        tuple(one["stars"] for one in end["traders"]),
        tuple((one["routes"], one["struck"]) for one in end["traders"]),
        bool(table.over[0] and not table.stuck[0]),
        set(end["tracks"]),
        set(end["filled"]),
        tuple(first[number] for number in sorted(first)),
    )


__all__ = ["name", "picking_order", "play_script", "position", "refused"]
