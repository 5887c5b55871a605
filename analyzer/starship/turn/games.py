"""Whole games: turn after turn until all are over or have gone on too long."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import Captain, refuse_thinkers
from analyzer.starship.captains.judge import Judge
from analyzer.starship.edition import per_edition
from analyzer.starship.switches import USUAL, Switches
from analyzer.starship.tables import start
from analyzer.starship.turn.deal import new_games
from analyzer.starship.turn.dice import Sampled
from analyzer.starship.turn.table import Table
from analyzer.starship.turn.turn import Judges, play_turn

LONGEST = start()["turns"]


def judges_of(captains: tuple[Captain, Captain], switches: Switches = USUAL) -> Judges:
    """Both captains, compiled; raises AnalyzerError for those who think."""
    refuse_thinkers(captains)
    return compiled(captains[0], switches), compiled(captains[1], switches)


@per_edition
def compiled(captain: Captain, switches: Switches) -> Judge:
    """A captain compiled, once for all blocks."""
    return Judge(captain, switches)


def games(
    captains: tuple[Captain, Captain],
    seed: int,
    first: int,
    many: int,
    switches: Switches = USUAL,
    turns: int = LONGEST,
) -> Iterator[Table]:
    """Tables of games as they end, in no order; what is left after `turns` comes last, with `over` False."""
    judges = judges_of(captains, switches)
    yield from play_on(new_games(seed, first, many, judges, switches), judges, Sampled(seed, first, many), turns)


def play_on(
    table: Table,
    judges: Judges,
    dice: Sampled,
    turns: int = LONGEST,
    stage: str = "production",
    roll: npt.NDArray[np.int8] | None = None,
) -> Iterator[Table]:
    """The same for games that lie on a table; stage, roll: of their first turn, as of `play_turn`."""
    while table.lanes and table.turn <= turns:
        play_turn(table, judges, dice, stage, roll)
        stage, roll = "production", None
        if table.over.any():
            ended = split(table)
            yield ended
        table.turn += 1
    if table.lanes:
        yield table


def split(table: Table) -> Table:
    """Those that are over; the others go on."""
    from copy import copy

    over = table.over.copy()
    ended = copy(table)
    ended.take(np.flatnonzero(over), passing=False)
    table.take(np.flatnonzero(~over), passing=False)
    return ended
