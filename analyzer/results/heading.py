"""What was played, how often and under which seeds, in a line."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.montecarlo.stretch import Stretch, in_words, some_trials
from analyzer.world import Experiment


def heading(experiment: Experiment, trials: int, flown: Sequence[Stretch]) -> str:
    """As `level II, 100,000 flights, seed 1`; the trials from 0 on, if none are told."""
    stretches = flown or (Stretch(experiment.seed, 0, trials),)
    return f"{experiment.title}, {some_trials(trials, experiment.TRIAL)}, {in_words(stretches, experiment.TRIAL[1])}"
