"""A game that captains play, written down as a record: what the engine tells is heard step by step."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer import lorry
from analyzer.lorry import TRACKS, TYPES
from tests.doors.lorry import Board, SampledDice, Table, compiled, play_round


class Recorder:
    """Gets the events of a table of one game."""

    def __init__(self, board: Board) -> None:
        self.board, self.rounds = board, []

    def __call__(self, table: Table, event: str, **details: Any) -> None:
        getattr(self, f"on_{event}", lambda **_: None)(**details)

    def on_round(self, rolled) -> None:
        self.rounds.append({"roll": [TYPES[kind] for kind in rolled[:, 0]], "draws": []})

    def on_picked(self, turn, **_) -> None:
        self.shows = None
        self.turn = {"trader": turn.trader + 1, "die": TYPES[turn.rolled[turn.die[0], 0]], "then": []}
        self.here = self.turn
        self.rounds[-1]["draws"].append(self.turn)

    def on_drawn(self, track, cell, extra, **_) -> None:
        if extra and self.shows is None:
            self.here = {}
            self.turn["then"].append(self.here)
        elif extra:
            self.here, self.shows = self.shows, None
        self.here |= {"box": list(self.board.space.box(cell[0])), "ends": TRACKS[track[0]]}

    def on_rolled(self, rolled, **_) -> None:
        self.shows = {"shows": TYPES[rolled[0]]}
        self.turn["then"].append(self.shows)

    def on_scored(self, pairs, **_) -> None:
        self.here["score"] = [int(planet) + 1 for planet in self.board.pairs[pairs[0]]]

    def on_filled(self, cell, **_) -> None:
        if cell[0] >= 0:
            self.turn["then"].append({"fill": list(self.board.space.box(cell[0]))})


def recorded(galaxy: lorry.Galaxy, captains: list[str], seed: int) -> tuple[dict[str, Any], tuple[int, ...]]:
    """The record of a whole game that trader 1 begins, and the totals it ends with."""
    board = Board(galaxy, len(captains))
    table = Table(board, np.array([0]), 0)
    recorder = table.log = Recorder(board)
    dice = galaxy.dice_for(len(captains))
    sampled = SampledDice(seed, [galaxy.faces_of(colour) for colour in dice])
    judges = [compiled(lorry.load_captain(captain)) for captain in captains]
    while not table.over[0]:
        play_round(table, judges, sampled)
    record = {**galaxy.to_dict(), "traders": len(captains), "rounds": recorder.rounds, "dice_set": list(dice)}
    return record, tuple(table.totals[:, 0].tolist())
