"""What came of running one experiment, however its numbers are told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from analyzer.answers.described import Described
from analyzer.answers.origin import Origin, origin
from analyzer.answers.setting import setting_with_rivals
from analyzer.answers.sharper import without_correction
from analyzer.montecarlo.stretch import Stretch, in_words, some_trials


@dataclass(frozen=True, repr=False)
class RunResult(Described):
    """An experiment, and what was counted of its trials.

    `stretches`: which trials were counted, of which seeds, those from 0 on of the experiment's if not given; `remarks`:
    what to know about how they were run.
    """

    experiment: Any
    tally: Any
    stretches: tuple[Stretch, ...] = ()
    remarks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.stretches:
            object.__setattr__(self, "stretches", (Stretch(self.experiment.seed, 0, self.trials),))

    @property
    def plain(self) -> Self:
        """The same answer with the means of the trials alone, not corrected by known chances of what was drawn."""
        return without_correction(self)

    def never_varied(self, name: str) -> Sequence[str]:
        """The metrics of a subject that were the same in all trials, as far as that is known."""
        return ()

    @property
    def conditions(self) -> str:
        """What was played, how often, under which seeds, in which setting: `level II, 100 trials, seed 1, alone`."""
        experiment = self.experiment
        many, stretches = some_trials(self.trials, experiment.TRIAL), in_words(self.stretches, experiment.TRIAL[1])
        return f"{experiment.title}, {many}, {stretches}, {setting_with_rivals(experiment)}"

    @property
    def origins(self) -> list[tuple[str, Origin]]:
        """Every subject's name, and where its numbers come from."""
        return [(one.name, origin(self.experiment, one.player, self.stretches)) for one in self.experiment.subjects]

    @property
    def trials(self) -> int:
        """How many trials were run."""
        trials: int = self.tally.trials
        return trials

    @property
    def flights(self) -> int:
        """The same, by its name where ships fly."""
        return self.trials
