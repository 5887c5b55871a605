"""What happens along the route and on the ship: who still flies after each card, what is left, what is hit and lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from analyzer.answers.by_itself import ByItself, one_or_by_itself
from analyzer.runs.amount import HowMuch, parted, run_each
from analyzer.trucker.conditions import Asked, Conditions, plan_by_ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.course.answer import Course
from analyzer.trucker.questions.course.experiment import WatchedExperiment
from analyzer.trucker.ship.shipfile import ShipsLike

FLIGHTS = 20_000


def course(
    ships: ShipsLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    **options: Unpack[Asked],
) -> Course | ByItself:
    """Follow each ship, in the field of its board if nothing else is said, card by card and square by square.

    `flights` are 20,000 if None; level, seed, first, save and `conditions` are those of `fly`; the same seed flies the
    same flights. `precision` is the half-width of the mean components left at the end, or of `left 3`, `flying 8` and
    so on.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.course([ship], flights=100)["First Mile"].left(0).counts
    {18: 100}

    Raises AnalyzerError with every reason why this cannot be flown.
    """
    how_much, conditions = parted(options, Conditions)
    return one_or_by_itself(follow(plan_by_ship(ships, level, seed, **conditions), flights, **how_much))


def follow(experiments: Sequence[Experiment], flights: int | None = None, **how_much: Unpack[HowMuch]) -> list[Course]:
    """The courses of experiments that are planned already, as those of a Result."""
    return run_each([WatchedExperiment(one) for one in experiments], flights, FLIGHTS, **how_much)
