"""Results whose means are corrected by the known chances of the draws."""

from __future__ import annotations

from typing import Any

from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.controls import Controls
from analyzer.world import Experiment


def result_of(experiment: Experiment, counted: Any, stretches: tuple[Stretch, ...], plain: bool) -> Any:
    """Return the result of counted trials of an experiment.

    Args:
        experiment: the experiment.
        counted: count of the trials.
        stretches: the trials counted.
        plain: whether to leave means uncorrected.
    """
    controls: Controls | None = None if plain else getattr(experiment, "controls", None)
    return experiment.result(counted if controls is None else counted.sharpened(controls.law), stretches)
