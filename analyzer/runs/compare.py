"""Comparing experiments in one call: all go through the same trials, and what counts are differences trial by trial."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from numbers import Real
from typing import Unpack

from analyzer.answers.both_settings import BothSettings
from analyzer.answers.comparison import MARGIN, Comparison
from analyzer.answers.together import Together
from analyzer.errors import AnalyzerError
from analyzer.runs.amount import TRIALS, HowMuch, run_each
from analyzer.world import Experiment


def compare_experiments(
    experiments: Mapping[str, Experiment],
    flights: int | None = None,
    *,
    margin: float = MARGIN,
    by_number: bool = False,
    until: str | None = None,
    usual: int = TRIALS,
    units: int = 1,
    **how_much: Unpack[HowMuch],
) -> Comparison:
    """Compare experiments of one seed and route by name: ships, captains, crews, places at the start, journeys.

    The first subject of each is asked about. `flights`: how many trials, `usual` if None; with `until="decided"` at
    most a million, until for every pair it is certain, at 5%, which one has the higher score, or that they differ by at
    most `margin`. With `by_number` routes may differ: trials of one number meet other cards then, which saves less, and
    no interval is less true. `progress` counts `units` for every trial. Raises AnalyzerError for none, for other seeds
    or routes, a margin below 0, or for an amount that cannot be.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> captains = ("bold", "cautious")
    >>> experiments = {name: analyzer.fly([ship], flights=1, captain=name).experiment for name in captains}
    >>> analyzer.compare_experiments(experiments, flights=50).names
    ('bold', 'cautious')
    """
    together = side_by_side(experiments, until, margin, by_number)
    compared: Comparison = run_each([together], flights, usual, until=until, units=units, **how_much)[0]
    return compared


def compare_in_both(
    experiments: Mapping[str, Experiment],
    other_setting: Mapping[str, Experiment],
    flights: int | None = None,
    *,
    margin: float = MARGIN,
    by_number: bool = False,
    until: str | None = None,
    usual: int = TRIALS,
    **how_much: Unpack[HowMuch],
) -> BothSettings:
    """The same for experiments in two settings; `other_setting` checks the ranking on at most CHECKED trials."""
    main = side_by_side(experiments, until, margin, by_number)
    other = side_by_side(other_setting, None, margin, by_number)
    results = run_each([main], flights, usual, until=until, beside=[other], **how_much)
    return BothSettings(*results)


def side_by_side(
    experiments: Mapping[str, Experiment],
    until: str | None = None,
    margin: float = MARGIN,
    by_number: bool = False,
) -> Together:
    """The experiments as one; arguments as of `compare_experiments`."""
    if not isinstance(experiments, Mapping) or not all(hasattr(one, "describe") for one in experiments.values()):
        raise AnalyzerError('experiments: give a mapping of names to experiments, e.g. {"Tin Kite": result.experiment}')
    if not experiments:
        raise AnalyzerError("nothing to compare: give at least one experiment")
    if isinstance(margin, bool) or not isinstance(margin, Real) or not isfinite(margin) or margin < 0:
        first = next(iter(experiments.values()))
        raise AnalyzerError(f"margin {margin!r}: give {first.metrics.unit} a {first.TRIAL[0]}, 0 or more")
    return Together(tuple(experiments), tuple(experiments.values()), by_number, until, margin)
