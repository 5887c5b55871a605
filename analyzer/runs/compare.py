"""Comparing experiments in one call: all go through the same trials, and what counts are differences trial by trial."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isfinite
from numbers import Real
from typing import Any, TypedDict, Unpack

from analyzer.errors import AnalyzerError
from analyzer.results.comparison import MARGIN, Comparison
from analyzer.results.together import Together
from analyzer.runs.amount import TRIALS, Amount, counting
from analyzer.world import Experiment


class HowMuch(TypedDict, total=False):
    """How much is run, until when, and what is kept (see `Amount`), in calls that run several things side by side.

    until: "decided"; precision: the half-width of every paired difference; first: the number of the first trial;
    workers; save: a file that keeps finished blocks; progress: called with the number of trials just run.
    """

    until: str | None
    precision: Any
    first: int
    workers: int
    save: Any
    progress: Callable[[int], None] | None


def compare_experiments(
    experiments: Mapping[str, Experiment],
    flights: int | None = None,
    *,
    margin: float = MARGIN,
    by_number: bool = False,
    usual: int = TRIALS,
    **how_much: Unpack[HowMuch],
) -> Comparison:
    """Compare experiments of one seed and route by name: ships, captains, crews, places at the start, journeys.

    The first subject of each is asked about. `flights`: how many trials, `usual` if None; with `until="decided"` at
    most a million, until for every pair it is certain, at 5%, which one has the higher score, or that they differ by at
    most `margin`. With `by_number` routes may differ: trials of one number meet other cards then, which saves less, and
    no interval is less true. Raises AnalyzerError for none, for other seeds or routes, a margin below 0, or for an
    amount that cannot be.
    """
    together, amount, progress = side_by_side(experiments, flights, margin, by_number, usual, **how_much)
    compared: Comparison = amount.run([together], counting(progress))[0]
    return compared


def side_by_side(
    experiments: Mapping[str, Experiment],
    flights: int | None = None,
    margin: float = MARGIN,
    by_number: bool = False,
    usual: int = TRIALS,
    *,
    progress: Callable[[int], None] | None = None,
    **how_much: Any,
) -> tuple[Together, Amount, Callable[[int], None] | None]:
    """The experiments as one, and how much of it is run; arguments as of `compare_experiments`."""
    if not experiments:
        raise AnalyzerError("nothing to compare: give at least one experiment")
    if isinstance(margin, bool) or not isinstance(margin, Real) or not isfinite(margin) or margin < 0:
        raise AnalyzerError(f"margin {margin!r}: give credits a flight, 0 or more")
    together = Together(tuple(experiments), tuple(experiments.values()), by_number, how_much.get("until"), margin)
    return together, Amount(flights, usual=usual, **how_much), progress
