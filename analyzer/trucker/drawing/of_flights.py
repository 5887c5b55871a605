"""Pictures of flights: those of their results, and what happens on the way, which is flown for it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from analyzer.present.figures.of_answers import Figures
    from analyzer.trucker.result import Result

COURSE_FLIGHTS = 20_000
"""Most flights that are flown to see what happens on the way."""


def figures(results: Sequence[Result]) -> Figures:
    """The distributions of credits and lost components over all ships, where credits come from, and the way."""
    from analyzer.trucker.figures import of_flights

    return chain(of_flights(results), of_the_way(results))


def of_the_way(results: Sequence[Result]) -> Figures:
    """Card by card, and what is hit and lost on each ship: in at most COURSE_FLIGHTS of the same flights."""
    from analyzer.present.figures.of_answers import figures as figures_of
    from analyzer.trucker.questions.course.call import follow

    for result in results:
        yield from figures_of(*follow([result.experiment], min(result.trials, COURSE_FLIGHTS))).items()
