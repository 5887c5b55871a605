"""One simulated game, retold turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from analyzer.errors import AnalyzerError, brief, whole_number
from analyzer.runs.amount import LAST
from analyzer.starship.api import CaptainLike, PositionLike, SwitchesLike
from analyzer.starship.captains.captain import load_captain
from analyzer.starship.position.positionfile import load_position
from analyzer.starship.records.recording import record_game
from analyzer.starship.story import Listener, Story
from analyzer.starship.tables import CRESTS, default_rules, load_switches
from analyzer.starship.thinking.players import players
from analyzer.starship.turn.deal import new_games
from analyzer.starship.turn.dice import SampledDice
from analyzer.starship.turn.setup import lay_out
from analyzer.starship.turn.turn import LONGEST
from analyzer.starship.world import DEFAULT_CAPTAIN


def explain(
    game: int,
    seed: int = 1,
    *,
    captains: Sequence[CaptainLike] = (DEFAULT_CAPTAIN,) * 2,
    position: PositionLike | None = None,
    switches: SwitchesLike = None,
    turns: int = LONGEST,
) -> Story:
    """Return one simulated game, retold turn by turn; it is the game of that number in `play`.

    Args:
        game: Number of the game, from 0.
        seed: Seed of all cards and dice.
        captains: Two captains, Moon's first, each a name, a file or a `Captain`.
        position: A ship or position to start from: its file, its fields, or an object; the start of the game if
            None.
        switches: Switches of the rules, as `Switches` or by name; the usual ones if None.
        turns: Maximum number of turns to retell.

    Returns:
        The story, which can also be written as a record.

    Raises:
        AnalyzerError: If an argument has faults.

    >>> from analyzer import starship
    >>> starship.explain(7).ending()[:4] in ("Moon", "Sun ")
    True
    """
    number, most = whole_number(game, "game", 0, LAST), whole_number(turns, "turns", 1, LONGEST)
    if isinstance(captains, str) or len(captains) != 2:
        raise AnalyzerError(f"captains {brief(captains)}: give two, Moon's first")
    pair, how = (load_captain(captains[0]), load_captain(captains[1])), load_switches(switches)
    begun = None if position is None else load_position(position)
    rules = default_rules() if begun is None else begun.rules
    dice = SampledDice(seed, number, 1)
    both = players(rules, pair, how, dice)
    table = new_games(seed, number, 1, both.judges, how) if begun is None else lay_out(begun, seed, number, 1, how)
    table.log = listener = Listener(dice)
    stage, flight = ("production", None) if begun is None else (begun.stage, begun.flight)
    roll = None if begun is None or begun.roll is None else np.array([begun.roll], np.int8)
    last = table.turn + most - 1
    while not table.over[0] and table.turn <= last:
        listener.begin(table)
        both.play_turn(table, stage, roll, flight)
        listener.end(table)
        stage, roll, flight = "production", None, None
        if not table.over[0]:
            table.turn += 1
    winner = CRESTS[table.me] if table.over[0] else None
    names = pair[0].name, pair[1].name
    replayed = partial(record_game, rules, number, seed, pair, begun, how, last)
    return Story(number, seed, names, tuple(listener.turns), winner, rules.edition, replayed=replayed)
