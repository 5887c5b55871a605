"""Comparison of experiments in one call, by their differences trial by trial."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from numbers import Real
from typing import Unpack

from analyzer.answers.both_settings import BothSettings
from analyzer.answers.comparison import MARGIN, Comparison
from analyzer.answers.together import SideBySide
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
    is_most: bool = False,
    units: int = 1,
    **how_much: Unpack[HowMuch],
) -> Comparison:
    """Compare ships, captains, crews, starting places or journeys, given as experiments, on the same trials.

    Only the first subject of each experiment is compared. All experiments must have the same seed and route.

    Args:
        experiments: experiments by name.
        flights: number of trials, or None for `usual`; with `until` at most a million if None.
        margin: means of the score that differ by no more than this count as equal.
        by_number: whether routes may differ. Trials with the same number then meet different cards, and pairing
            saves less; intervals stay valid.
        until: "decided" to stop once, for every pair of experiments, one clearly has the higher score (at 5%), or
            both clearly differ by at most `margin`.
        usual: number of trials if none is given.
        is_most: whether a run of the usual number ends earlier, once no interval of a difference is wider than the
            margin.
        units: number of units that `progress` is told for each trial.
        **how_much: further arguments (see `HowMuch`).

    Raises:
        AnalyzerError: for no experiment, for other seeds or routes, a margin below 0, or an invalid amount.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> captains = ("bold", "cautious")
    >>> experiments = {name: analyzer.fly([ship], flights=1, captain=name).experiment for name in captains}
    >>> analyzer.compare_experiments(experiments, flights=50).names
    ('bold', 'cautious')
    """
    together = side_by_side(experiments, until, margin, by_number)
    enough = _enough(together) if is_most and not until else None
    compared: Comparison = run_each([together], flights, usual, until=until, enough=enough, units=units, **how_much)[0]
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
    """Compare experiments in two settings, for example with rivals and alone.

    Args:
        experiments: experiments by name.
        other_setting: the same experiments in the other setting, run for at most CHECKED trials to check the ranking.
        flights: number of trials. If None, at most `usual`, until no interval of a difference is wider than the margin.
        margin: means of the score that differ by no more than this count as equal.
        by_number: whether routes may differ.
        until: "decided" to stop once the verdict on every pair of experiments is certain.
        usual: number of trials if none is given.
        **how_much: further arguments (see `HowMuch`).
    """
    main = side_by_side(experiments, until, margin, by_number)
    other = side_by_side(other_setting, None, margin, by_number)
    enough = None if until else _enough(main)
    results = run_each([main], flights, usual, until=until, enough=enough, beside=[other], **how_much)
    return BothSettings(*results)


def _enough(together: SideBySide) -> float | None:
    """Return half the margin, in the unit of the score: the target half-width of each interval.

    Without a margin it is None.
    """
    metrics = together.metrics
    return together.margin / metrics[metrics.score].scale / 2 or None


def side_by_side(
    experiments: Mapping[str, Experiment],
    until: str | None = None,
    margin: float = MARGIN,
    by_number: bool = False,
) -> SideBySide:
    """Return one experiment that runs all given experiments on the same trials (arguments as in `compare_experiments`).

    Raises:
        AnalyzerError: if there is no experiment, or the margin is invalid.
    """
    if not isinstance(experiments, Mapping) or not all(hasattr(one, "describe") for one in experiments.values()):
        raise AnalyzerError('experiments: give a mapping of names to experiments, e.g. {"Tin Kite": result.experiment}')
    if not experiments:
        raise AnalyzerError("nothing to compare: give at least one experiment")
    if isinstance(margin, bool) or not isinstance(margin, Real) or not isfinite(margin) or margin < 0:
        first = next(iter(experiments.values()))
        raise AnalyzerError(f"margin {margin!r}: give {first.metrics.unit} a {first.TRIAL[0]}, 0 or more")
    return SideBySide(tuple(experiments), tuple(experiments.values()), by_number, until, margin)
