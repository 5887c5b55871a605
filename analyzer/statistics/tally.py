"""What many trials came to: for each subject of an experiment (a ship, say) a histogram by metric."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer.statistics.histogram import Histogram

Columns: TypeAlias = dict[str, npt.NDArray[np.int64]]
"""(subjects, trials) Whole numbers by metric; of what has places, as boxes, (subjects, trials, places, ...)."""


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

    @property
    def shape(self) -> Hashable:
        """Which metrics each subject has."""
        return tuple(frozenset(each) for each in self.subjects)

    def plain(self) -> dict[str, Any]:
        """In plain types: trials, and for each subject by metric the lowest value and how often each came up."""
        subjects = [{name: [one.lowest, one.tally.tolist()] for name, one in each.items()} for each in self.subjects]
        return {"trials": self.trials, "subjects": subjects}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """It again; raises ValueError, TypeError or KeyError for what no tally can be."""
        subjects = tuple(
            {name: Histogram(int(lowest), np.array(tally, np.int64)) for name, (lowest, tally) in each.items()}
            for each in plain["subjects"]
        )
        counted = {histogram.n for each in subjects for histogram in each.values()}
        if counted != {int(plain["trials"])} or counted == {0}:
            raise ValueError("its histograms do not hold as many trials as it says")
        return cls(subjects)
