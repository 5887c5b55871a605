"""Tuning a captain: search for the prices by which a galaxy is played best."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError, all_or_faults, whole_number
from analyzer.lorry.api import CaptainLike, DiceLike, GalaxyLike, SwitchesLike, game_experiment
from analyzer.lorry.captains.captain import DEAREST, LONGEST_PATIENCE, PRICES, Captain, load_captain
from analyzer.runs.compare import compare_experiments
from analyzer.runs.tuning import TUNED, Change, TrialByTrial, TunedCaptain, repriced, search

GAMES = 1_000
"""Games of every captain that is tried, if no other number is given."""
SMALLEST = 5
"""Tenths of a point to which a price of nothing is raised."""
ROUNDS = 2
"""How often all changes are tried at most."""


def tune_captain(
    galaxy: GalaxyLike,
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = "steady",
    against: Sequence[CaptainLike] = ("steady",),
    dice: DiceLike = None,
    switches: SwitchesLike = None,
    progress: Callable[[int], None] | None = None,
) -> TunedCaptain:
    """Search for the captain with the largest margin above the best rival; alone, if `against` is empty, total.

    games: 1,000 of every captain that is tried if None; the winner plays five times as many on fresh rolls.

    >>> from analyzer import lorry
    >>> lorry.tune_captain("ships/lorry/tiny.yaml", 10, against=[]).captain.name
    'tuned'
    """
    many = whole_number(GAMES if games is None else games, "games", 10)
    start = load_captain(captain)
    rivals = all_or_faults(load_captain, [against] if isinstance(against, str) else against)
    if start.plays == "random":
        raise AnalyzerError("captain random has no prices to tune: begin with another captain")
    if start.thinks is not None:
        raise AnalyzerError(f"captain {start.name} thinks, which is slow: tune the prices without `thinks`")

    sought = "margin" if rivals else "total"

    def experiment(player: Captain, at: int) -> Any:
        return game_experiment(galaxy, [player, *rivals], at, dice, switches=switches)

    def value(player: Captain) -> npt.NDArray[np.int64]:
        return np.asarray(experiment(player, seed).run_block(0, many)[sought][0])

    played = TrialByTrial(value, progress=progress)
    outcome = search(replace(start, name=TUNED), played.gains, changes(), ROUNDS)
    fresh, others = seed + 1, tuple(f"{rival.name}, trader {seat}" for seat, rival in enumerate(rivals, start=2))
    before = f"{start.name} as before"
    both = {
        TUNED: experiment(outcome.captain, fresh).but(called=(TUNED, *others)),
        before: experiment(start, fresh).but(called=(before, *others)),
    }
    confirmed = compare_experiments(both, outcome.fresh(many), margin=0.25)
    return TunedCaptain(outcome.captain, start, 1 + outcome.tried, outcome.steps, confirmed, sought, outcome.stopped)


def changes() -> list[Change[Captain]]:
    """Ways to change one thing of a captain, in the order in which they are tried."""
    prices = (partial(repriced, price=price, smallest=SMALLEST, dearest=DEAREST * 10) for price in PRICES)
    return [*prices, _more_or_less_patient]


def _more_or_less_patient(captain: Captain) -> Iterator[Captain]:
    for patience in (captain.patience - 2, captain.patience - 1, captain.patience + 1, captain.patience + 2):
        if 0 <= patience <= LONGEST_PATIENCE:
            yield replace(captain, patience=patience)
