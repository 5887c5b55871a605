"""What happens along the route and on the ship: who still flies after each card, what is left, what is hit and lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Unpack

from analyzer.runs.amount import Amount, counting
from analyzer.runs.precision import PrecisionLike
from analyzer.trucker.conditions import Conditions, plan
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.watched import WatchedExperiment
from analyzer.trucker.questions.way import Course
from analyzer.trucker.ship.layout import Layout

FLIGHTS = 20_000


def course(
    ships: Sequence[Layout],
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    precision: PrecisionLike | None = None,
    first: int = 0,
    workers: int = 1,
    save: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
    **conditions: Unpack[Conditions],
) -> Course:
    """Follow one ship alone, or several in one convoy, card by card and square by square.

    `flights` are 20,000 if None; level, seed, first, save and `conditions` are those of `fly`; the same seed flies the
    same flights. `precision` is the half-width of the mean components left at the end, or of `left 3`, `flying 8` and
    so on.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.course([ship], flights=100)["First Mile"].left(0).counts
    {18: 100}

    Raises AnalyzerError with every reason why this cannot be flown.
    """
    amount = Amount(flights, precision, first=first, workers=workers, save=save, usual=FLIGHTS)
    return follow([plan(ships, level, seed, **conditions)], amount, progress)[0]


def follow(
    experiments: Sequence[Experiment], amount: Amount, progress: Callable[[int], None] | None = None
) -> list[Course]:
    """The courses of experiments that are planned already, as those of a Result."""
    return amount.run([WatchedExperiment(one) for one in experiments], counting(progress))
