"""What many trials came to: for each subject of an experiment (a ship, say) a histogram by metric."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer.statistics.histogram import Histogram

Columns: TypeAlias = dict[str, npt.NDArray[np.int64]]
"""(subjects, trials) Whole numbers by metric."""


@dataclass(frozen=True)
class Tally:
    """Histograms by metric, one dict a subject; tallies of other trials of the same experiment are added."""

    subjects: tuple[dict[str, Histogram], ...]

    @classmethod
    def of(cls, columns: Columns) -> Tally:
        """The tally of a block of trials."""
        subjects = len(next(iter(columns.values())))
        return cls(tuple({name: Histogram.of(rows[i]) for name, rows in columns.items()} for i in range(subjects)))

    def __add__(self, other: Tally) -> Tally:
        pairs = zip(self.subjects, other.subjects, strict=True)
        return Tally(tuple({name: one[name] + more[name] for name in one} for one, more in pairs))

    @property
    def trials(self) -> int:
        """How many trials were counted."""
        return next(iter(self.subjects[0].values())).n
