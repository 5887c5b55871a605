"""Tuning of captains: a search for the prices that play a galaxy best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError, all_or_faults, whole_number
from analyzer.lorry.api import CaptainLike, DiceLike, SwitchesLike, game_experiment
from analyzer.lorry.captains.captain import DEAREST, LONGEST_PATIENCE, PRICES, BoardWorths, Captain, load_captain
from analyzer.lorry.galaxy.galaxyfile import GalaxyLike
from analyzer.lorry.world import DEFAULT_CAPTAIN
from analyzer.runs.amount import MOST_KEPT
from analyzer.runs.compare import compare_experiments
from analyzer.runs.tuning import TUNED, Change, TrialByTrial, TunedCaptain, repriced, search

GAMES = 1_000
"""Default number of games for every captain that is tried."""
SMALLEST = 5
"""Price, in tenths of a point, that the search tries in place of a price of zero."""
ROUNDS = 2
"""Largest number of passes of the search over all changes of prices."""


def tune_captain(
    galaxy: GalaxyLike,
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    against: Sequence[CaptainLike] = (DEFAULT_CAPTAIN,),
    dice: DiceLike = None,
    switches: SwitchesLike = None,
    progress: Callable[[int], None] | None = None,
) -> TunedCaptain:
    """Search for the prices that win the largest margin above the best rival.

    If `against` is empty, the total is maximised. The best captain then plays five times as many games on fresh rolls,
    fewer if the search was stopped by Ctrl-C.

    Args:
        galaxy: galaxy, its file or its fields.
        games: number of games of every captain that is tried; 1,000 if None.
        seed: seed of the games of the search; the fresh games use the next seed.
        captain: captain to begin with, who must play by prices alone.
        against: captains of the other traders; nobody if empty.
        dice: colours of the dice; the usual ones if None.
        switches: rule switches.
        progress: called with the number of games just played.

    Raises:
        AnalyzerError: an argument is wrong, or the captain is random or a thinker.

    >>> from analyzer import lorry
    >>> lorry.tune_captain("ships/lorry/tiny.yaml", 10, against=[]).captain.name
    'tuned'
    """
    many = whole_number(GAMES if games is None else games, "games", 10, MOST_KEPT)
    start = load_captain(captain)
    rivals = all_or_faults(load_captain, [against] if isinstance(against, str) else against)
    if start.plays == "random":
        raise AnalyzerError("captain random has no prices to tune: begin with another captain")
    if start.thinks is not None:
        raise AnalyzerError(f"captain {start.name} thinks, which is slow: tune the prices without `thinks`")

    sought = "margin" if rivals else "total"

    def experiment(player: Captain, at: int) -> Any:
        return game_experiment(galaxy, [player, *rivals], at, dice, switches=switches)

    def value(player: Captain, trials: int) -> npt.NDArray[np.int64]:
        return np.asarray(experiment(player, seed).run_block(0, trials)[sought][0])

    played = TrialByTrial(value, many, progress=progress)
    outcome = search(replace(start, name=TUNED), played.gains, changes(), ROUNDS, first=played.first_gains)
    fresh, others = seed + 1, tuple(f"{rival.name}, trader {seat}" for seat, rival in enumerate(rivals, start=2))
    before = f"{start.name} as before"
    both = {
        TUNED: experiment(outcome.captain, fresh).but(called=(TUNED, *others)),
        before: experiment(start, fresh).but(called=(before, *others)),
    }
    confirmed = compare_experiments(both, outcome.fresh(many), margin=0.25)
    return TunedCaptain(outcome.captain, start, 1 + outcome.tried, outcome.steps, confirmed, sought, outcome.stopped)


def changes() -> list[Change[Captain]]:
    """Return the changes to try: of each price, of `patience`, then of each worth in the captain's `board`."""
    prices = (partial(repriced, price=price, smallest=SMALLEST, dearest=DEAREST * 10) for price in PRICES)
    board = (partial(_on_the_board, worth=worth.name) for worth in fields(BoardWorths))
    return [*prices, _more_or_less_patient, *board]


def _on_the_board(captain: Captain, worth: str) -> Iterator[Captain]:
    """Yield the captain with other values of one worth in `board`; nothing for a captain without `board`."""
    if captain.board is not None:
        for board in repriced(captain.board, price=worth, smallest=SMALLEST, dearest=DEAREST * 10):
            yield replace(captain, board=board)


def _more_or_less_patient(captain: Captain) -> Iterator[Captain]:
    """Yield the captain with a patience of one and of two boxes less and more."""
    for patience in (captain.patience - 2, captain.patience - 1, captain.patience + 1, captain.patience + 2):
        if 0 <= patience <= LONGEST_PATIENCE:
            yield replace(captain, patience=patience)
