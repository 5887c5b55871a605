"""What many trials came to: for each subject of an experiment (a ship, say) a histogram by metric.

Where what was drawn has a known law, sums of it are counted beside the histograms, by which means are made sharper.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from analyzer.statistics.controls import DRAWS, Controls, ControlSums, Law, measured
from analyzer.statistics.histogram import Histogram

Columns: TypeAlias = dict[str, npt.NDArray[Any]]
"""(subjects, trials) Whole numbers by metric; of what has places, as boxes, (subjects, trials, places, ...)."""


@dataclass(frozen=True)
class Tally:
    """Histograms by metric, one dict a subject; tallies of other trials of the same experiment are added.

    controls: what was drawn in the same trials, where its law is known.
    """

    subjects: tuple[dict[str, Histogram], ...]
    controls: ControlSums | None = field(default=None, kw_only=True)

    @classmethod
    def of(cls, columns: Columns, controls: Controls | None = None) -> Tally:
        """The tally of a block of trials; with controls where the block holds what was drawn."""
        values = measured(columns)
        subjects = len(next(iter(values.values())))
        each = tuple({name: Histogram.of(rows[i]) for name, rows in values.items()} for i in range(subjects))
        if controls is None or DRAWS not in columns:
            return cls(each)
        largest = {name: max(one[name].farthest for one in each) for name in values}
        return cls(each, controls=ControlSums.of(columns, controls, largest))

    def __add__(self, other: Tally) -> Tally:
        pairs = zip(self.subjects, other.subjects, strict=True)
        subjects = tuple({name: one[name] + more[name] for name in one} for one, more in pairs)
        if self.controls is None or other.controls is None:
            return Tally(subjects)
        return Tally(subjects, controls=self.controls + other.controls)

    def sharpened(self, law: Law) -> Self:
        """The same with means that are corrected by the law of what was drawn, as far as there are enough trials."""
        controls, trials = self.controls, self.trials
        if controls is None or not law.holds_for(trials):
            return self
        regression = controls.regression(law, trials)
        subjects = [dict(each) for each in self.subjects]
        for column in controls.products:
            own = [each[column] for each in self.subjects]
            correction = regression.correction(column, [one.total for one in own])
            for number, one in enumerate(own):
                sharper = correction.of({number: 1}, one.mean, one.variance)
                subjects[number][column] = one.sharpened(sharper)
        return replace(self, subjects=tuple(subjects))

    def unsharpened(self) -> Self:
        """The same with the means of the trials, not corrected."""
        subjects = tuple({name: one.plain for name, one in each.items()} for each in self.subjects)
        return replace(self, subjects=subjects)

    def of_subjects(self, subjects: Sequence[int], columns: Sequence[str]) -> Tally:
        """The same for some subjects and columns alone."""
        controls = None if self.controls is None else self.controls.of_subjects(subjects, columns)
        return Tally(tuple({name: self.subjects[i][name] for name in columns} for i in subjects), controls=controls)

    @property
    def trials(self) -> int:
        """How many trials were counted."""
        return next(iter(self.subjects[0].values())).n

    @property
    def shape(self) -> Hashable:
        """Which metrics each subject has."""
        each = tuple(frozenset(one) for one in self.subjects)
        return each, None if self.controls is None else self.controls.shape

    def plain(self) -> dict[str, Any]:
        """In plain types: trials, and for each subject by metric the lowest value and how often each came up."""
        subjects = [{name: [one.lowest, one.tally.tolist()] for name, one in each.items()} for each in self.subjects]
        controls = {} if self.controls is None else {"controls": self.controls.plain()}
        return {"trials": self.trials, "subjects": subjects, **controls}

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
        controls = plain.get("controls")
        return cls(subjects, controls=None if controls is None else ControlSums.of_plain(controls, len(subjects)))
