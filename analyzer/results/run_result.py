"""What came of running one experiment, however its numbers are told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from analyzer.montecarlo.stretch import Stretch
from analyzer.results.shown import Shown


@dataclass(frozen=True, repr=False)
class RunResult(Shown):
    """An experiment, and what was counted of its trials.

    `flown`: which trials were counted, of which seeds, those from 0 on of the experiment's if not given; `remarks`:
    what to know about how they were run.
    """

    experiment: Any
    tally: Any
    flown: tuple[Stretch, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def trials(self) -> int:
        """How many trials were run."""
        trials: int = self.tally.trials
        return trials

    @property
    def flights(self) -> int:
        """The same, where trials are flights."""
        return self.trials
