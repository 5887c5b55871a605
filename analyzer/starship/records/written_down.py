"""The record of a simulated game, as `play` and `explain` play it."""

from __future__ import annotations

from typing import Any

from analyzer.starship.captains.captain import Captain
from analyzer.starship.records.game_record import Record, load_record
from analyzer.starship.records.recording import Recorder, position_on
from analyzer.starship.switches import USUAL, Switches
from analyzer.starship.turn.deal import new_games
from analyzer.starship.turn.dice import Sampled
from analyzer.starship.turn.games import LONGEST, judges_of
from analyzer.starship.turn.turn import play_turn


def record_of_game(
    game: int, seed: int, captains: tuple[Captain, Captain], switches: Switches = USUAL, turns: int = LONGEST
) -> dict[str, Any]:
    """The game of that number as the fields of a record file: its start, where all cards lie, and every step."""
    judges, dice = judges_of(captains, switches), Sampled(seed, game, 1)
    table = new_games(seed, game, 1, judges, switches)
    start = position_on(table, f"Game {game}, seed {seed}")
    table.log = recorder = Recorder(start, dice, switches)
    while not table.over[0] and table.turn <= turns:
        recorder.begin(table)
        play_turn(table, judges, dice)
        table.turn += not table.over[0]
    return start.to_dict() | {"steps": recorder.steps}


def loaded_record_of_game(*args: Any, **how: Any) -> Record:
    """The same, ready to be replayed."""
    return load_record(record_of_game(*args, **how))
