"""Results whose means are corrected by control variates: draws of cards and dice whose exact mean is known."""

from __future__ import annotations

from typing import Any

from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.controls import Controls
from analyzer.world import Experiment


def result_of(experiment: Experiment, counted: Any, stretches: tuple[Stretch, ...], plain: bool) -> Any:
    """Return the result of counted trials of an experiment, with corrected means unless `plain`.

    Args:
        experiment: the experiment.
        counted: count of the trials.
        stretches: the ranges of trials that were counted.
        plain: whether to leave means uncorrected by control variates.
    """
    controls: Controls | None = None if plain else getattr(experiment, "controls", None)
    return experiment.result(counted if controls is None else counted.sharpened(controls.law), stretches)
