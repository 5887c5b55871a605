"""Story of one game, told turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from analyzer.errors import whole_number
from analyzer.lorry.api import CaptainLike, DiceLike, SwitchesLike, game_experiment
from analyzer.lorry.captains.thinker import compiled
from analyzer.lorry.galaxy.galaxyfile import GalaxyLike
from analyzer.lorry.records.game_record import Recorder
from analyzer.lorry.story import Listener, Story
from analyzer.lorry.turn.dice import SampledDice
from analyzer.lorry.turn.table import Table
from analyzer.lorry.turn.turn import TURNS_ALONE, play_round
from analyzer.lorry.world import DEFAULT_CAPTAIN
from analyzer.runs.amount import LAST


def explain(
    galaxy: GalaxyLike,
    game: int,
    seed: int = 1,
    *,
    captains: Sequence[CaptainLike] = (DEFAULT_CAPTAIN,) * 2,
    dice: DiceLike = None,
    turns: int = TURNS_ALONE,
    switches: SwitchesLike = None,
) -> Story:
    """Play the game with a given number and seed, and return its story turn by turn.

    The game is the one that `race` plays under this number, or `fly` if there is one captain.

    Args:
        galaxy: galaxy, its file or its fields.
        game: number of the game, from 0 to 2**40.
        seed: seed of the game.
        captains: captains in seating order.
        dice: colours of the dice; the usual ones if None.
        turns: largest number of turns in a game alone.
        switches: rule switches.

    Raises:
        AnalyzerError: an argument is wrong, or the number is out of range.

    >>> from analyzer import lorry
    >>> lorry.explain(lorry.default_galaxy(), 7).names
    ('expert', 'expert (2)')
    """
    number = whole_number(game, "game", 0, LAST)
    how = game_experiment(galaxy, captains, seed, dice, turns, switches)
    board = how.board
    sampled = SampledDice(seed, [how.galaxy.faces_of(colour) for colour in how.dice])
    numbers = np.array([number])
    first = int(sampled.first(numbers, board.traders)[0]) if how.switches.first_player == "random" else 0
    table, listener, recorder = Table(board, numbers, first), Listener(how.dice), Recorder()

    def hear(table: Table, event: str, **details: Any) -> None:
        listener(table, event, **details)
        recorder(table, event, **details)

    table.log, table.until = hear, turns  # type: ignore[assignment]
    judges = [compiled(captain) for captain in how.captains]
    while not table.over[0] and not (how.alone and table.round >= turns):
        play_round(table, judges, sampled)
    listener.close(table)
    totals = table.totals[:, 0]
    winners = tuple(int(seat) + 1 for seat in np.flatnonzero(totals == totals.max()))
    names = tuple(subject.name for subject in how.subjects)
    stuck, notes = bool(table.stuck[0]), tuple(how.notes())
    record = recorder.record(table, names, how.dice, f"{how.galaxy.name}, game {number} of seed {seed}")
    return Story(number, seed, how.galaxy, names, tuple(listener.turns), winners, stuck, notes, record)
