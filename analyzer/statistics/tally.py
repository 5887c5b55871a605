"""Tallies of trials: counts that merge exactly, of single subjects, of pairs, and split by the value of a column.

If the exact mean of the draws (cards, dice) is known, sums of the draws are counted beside the histograms. They
correct means by control variates.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import combinations
from operator import add
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError, one_of
from analyzer.statistics.controls import (
    DRAWS,
    EXACT_BELOW,
    Controls,
    ControlSums,
    CorrectedMean,
    Correction,
    Law,
    Whole,
    measured,
)
from analyzer.statistics.estimate import between
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.moments import Differences, Moments

Columns: TypeAlias = dict[str, npt.NDArray[Any]]
"""Whole numbers by metric. Shape (subjects, trials), or (subjects, trials, ...) for metrics with values by place."""


@dataclass(frozen=True)
class Tally:
    """Histograms by metric for each subject; `+` adds other trials of the same experiment.

    Args:
        subjects: for each subject the histogram of each metric.
        controls: sums of the draws in the same trials, if their exact mean is known.
    """

    subjects: tuple[dict[str, Histogram], ...]
    controls: ControlSums | None = field(default=None, kw_only=True)

    @classmethod
    def of(cls, columns: Columns, controls: Controls | None = None) -> Tally:
        """Return the tally of a block of trials."""
        values = measured(columns)
        subjects = len(next(iter(values.values())))
        each = tuple({name: Histogram.from_values(rows[i]) for name, rows in values.items()} for i in range(subjects))
        if controls is None or DRAWS not in columns:
            return cls(each)
        largest = {name: max(one[name].largest_absolute for one in each) for name in values}
        return cls(each, controls=ControlSums.of(columns, controls, largest))

    def __add__(self, other: Tally) -> Tally:
        pairs = zip(self.subjects, other.subjects, strict=True)
        # Sums drop corrections: only all trials together can be corrected (`sharpened`).
        subjects = tuple({name: one[name] + more[name] for name in one} for one, more in pairs)
        if self.controls is None or other.controls is None:
            return Tally(subjects)
        return Tally(subjects, controls=self.controls + other.controls)

    def sharpened(self, law: Law) -> Self:
        """Return the tally with means corrected by control variates, if there are enough trials."""
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
        """Return the tally without corrections of means."""
        subjects = tuple({name: one.plain for name, one in each.items()} for each in self.subjects)
        return replace(self, subjects=subjects)

    def of_subjects(self, subjects: Sequence[int], columns: Sequence[str]) -> Tally:
        """Return the tally of some subjects and columns alone."""
        controls = None if self.controls is None else self.controls.of_subjects(subjects, columns)
        return Tally(tuple({name: self.subjects[i][name] for name in columns} for i in subjects), controls=controls)

    @property
    def trials(self) -> int:
        """Number of trials counted."""
        return next(iter(self.subjects[0].values())).n

    @property
    def shape(self) -> Hashable:
        """Metrics of each subject, and the shape of the controls; tallies of one shape can be added."""
        each = tuple(frozenset(one) for one in self.subjects)
        return each, None if self.controls is None else self.controls.shape

    def plain(self) -> dict[str, Any]:
        """Return the tally as lists and dicts, for a save file.

        The histogram of each metric becomes a list of two: the lowest value, and the counts from that value on.
        """
        subjects = [{name: [one.lowest, one.tally.tolist()] for name, one in each.items()} for each in self.subjects]
        controls = {} if self.controls is None else {"controls": self.controls.plain()}
        return {"trials": self.trials, "subjects": subjects, **controls}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """Return the tally whose `plain()` gave this dict.

        Raises:
            ValueError, TypeError, KeyError: if `plain` is not of that form.
        """
        subjects = tuple(
            {name: Histogram(int(lowest), np.array(tally, np.int64)) for name, (lowest, tally) in each.items()}
            for each in plain["subjects"]
        )
        counted = {histogram.n for each in subjects for histogram in each.values()}
        if counted != {int(plain["trials"])} or counted == {0}:
            raise ValueError("its histograms do not hold as many trials as it says")
        controls = plain.get("controls")
        return cls(subjects, controls=None if controls is None else ControlSums.of_plain(controls, len(subjects)))


Sums = npt.NDArray[np.int64]
"""Sums over all trials, and sums of squares, at every place, e.g. at each square. Shape (2, subjects, places, ...)."""


@dataclass(frozen=True, eq=False)
class MappedTally(Tally):
    """Tally that also sums columns with a value for each place, e.g. for each square of a ship.

    Args:
        maps: by column, for every place, the sum of the values [0] and of their squares [1]. Shape (2, subjects,
            places, ...).
    """

    maps: Mapping[str, Sums] = field(default_factory=dict)

    @classmethod
    def of(cls, columns: Columns, controls: Controls | None = None) -> MappedTally:
        """Return the tally of a block of trials.

        Columns of shape (subjects, trials) become histograms, columns with places become sums.
        """
        plain = {name: rows for name, rows in columns.items() if rows.ndim == 2 or name == DRAWS}
        maps = {name: _sums(rows) for name, rows in columns.items() if rows.ndim > 2 and name != DRAWS}
        tally = Tally.of(plain, controls)
        return cls(tally.subjects, maps, controls=tally.controls)

    def __add__(self, other: Tally) -> MappedTally:
        more = other.maps if isinstance(other, MappedTally) else {}
        maps = {name: sums + more[name] for name, sums in self.maps.items()}
        added = super().__add__(other)
        return MappedTally(added.subjects, maps, controls=added.controls)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, MappedTally)
            and (self.subjects, self.controls) == (other.subjects, other.controls)
            and self.maps.keys() == other.maps.keys()
            and all(np.array_equal(sums, other.maps[name]) for name, sums in self.maps.items())
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def shape(self) -> Hashable:
        """Shape of the histograms' tally, and of the array of every column in `maps`."""
        return super().shape, frozenset((name, sums.shape) for name, sums in self.maps.items())

    def plain(self) -> dict[str, Any]:
        """Return the tally as lists and dicts, for a save file, with the sums of every column in `maps`."""
        return super().plain() | {"maps": {name: sums.tolist() for name, sums in self.maps.items()}}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """Return the tally whose `plain()` gave this dict.

        Raises:
            ValueError, TypeError, KeyError: if `plain` is not of that form.
        """
        tally = Tally.of_plain(plain)
        maps = {name: np.array(sums, np.int64) for name, sums in plain["maps"].items()}
        if any(sums.ndim < 3 or sums.shape[:2] != (2, len(tally.subjects)) for sums in maps.values()):
            raise ValueError("its maps are not of as many subjects as it says")
        return cls(tally.subjects, maps, controls=tally.controls)

    def moments(self, name: str, subject: int, place: tuple[int, ...]) -> Moments:
        """Return the moments of a column's values at one place, e.g. on one square of a ship, for one subject.

        Args:
            name: name of a column in `maps`.
            subject: index of the subject.
            place: index of the place in the array of the column.
        """
        total, squares = (sums[subject][place] for sums in self.maps[name])
        return Moments(self.trials, int(total), int(squares))


def _sums(rows: npt.NDArray[Any]) -> Sums:
    """Return the exact sums over trials of numbers and of their squares. Shape (2, subjects, places, ...)."""
    # Squares of narrow integers would overflow in their own type.
    squares = np.einsum("st...,st...->s...", rows, rows, dtype=np.int64, casting="safe")
    return np.stack([rows.sum(axis=1, dtype=np.int64), squares])


@dataclass(frozen=True, eq=False)
class PairedTally:
    """Histograms by subject, and sums that compare subjects trial by trial; `+` adds other trials.

    Args:
        tally: the histograms.
        sums: by metric the sum of x_i over all trials. Shape (subjects,).
        products: by metric the sum of x_i x_j over all trials. Shape (subjects, subjects).
        differing: by metric the number of trials in which subjects i and j differ. Shape (subjects, subjects). Metrics
            that an older save file did not count are missing.
        wins: number of trials in which subject i has more of the contested metric than subject j. Shape (subjects,
            subjects).
        best: number of trials in which no other subject has more of the contested metric than the subject [0], and in
            which every other subject has less [1]. Shape (2, subjects).
        law: exact mean and covariance of the draws by which means and differences are corrected, or None if they are
            not.
    """

    tally: Tally
    sums: dict[str, Whole]
    products: dict[str, Whole]
    wins: Whole
    best: Whole
    differing: dict[str, Whole] = field(default_factory=dict, kw_only=True)
    law: Law | None = field(default=None, kw_only=True)

    @classmethod
    def of(cls, columns: Columns, contest: str, controls: Controls | None = None) -> PairedTally:
        """Return the tally of a block of trials, with the sums that compare its subjects.

        Args:
            columns: the columns of the block.
            contest: name of the metric that decides who wins a trial.
            controls: the controls to sum; ignored if the block holds no draws.
        """
        tally = Tally.of(columns, controls)
        columns = measured(columns)
        contested = columns[contest]
        # All arrays of this block: (subjects, trials). `most` is true for every subject that shares the largest value.
        most = contested == contested.max(axis=0)
        return cls(
            tally,
            {metric: rows.sum(axis=1) for metric, rows in columns.items()},
            {metric: _products(rows) for metric, rows in columns.items()},
            np.stack([(mine > contested).sum(axis=1) for mine in contested]),
            np.stack([most.sum(axis=1), (most & (most.sum(axis=0) == 1)).sum(axis=1)]),
            differing={metric: _differing(rows) for metric, rows in columns.items()},
        )

    def __add__(self, other: PairedTally) -> PairedTally:
        return PairedTally(
            self.tally + other.tally,
            {metric: mine + other.sums[metric] for metric, mine in self.sums.items()},
            {metric: mine + other.products[metric] for metric, mine in self.products.items()},
            self.wins + other.wins,
            self.best + other.best,
            differing={
                metric: mine + other.differing[metric]
                for metric, mine in self.differing.items()
                if metric in other.differing
            },
        )

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same counts, and either both are corrected or neither."""
        if not isinstance(other, PairedTally) or self.shape != other.shape:
            return False
        return self.plain() == other.plain() and (self.law is None) == (other.law is None)

    def __hash__(self) -> int:
        return hash((self.trials, self.shape))

    def sharpened(self, law: Law) -> PairedTally:
        """Return the tally with means and differences corrected by control variates."""
        return replace(self, tally=self.tally.sharpened(law), law=law)

    def unsharpened(self) -> PairedTally:
        """Return the tally without corrections of means and differences."""
        return replace(self, tally=self.tally.unsharpened(), law=None)

    @property
    def trials(self) -> int:
        """Number of trials counted."""
        return self.tally.trials

    @property
    def shape(self) -> Hashable:
        """Shape of the histograms, and the metrics that are compared; tallies of one shape can be added."""
        return self.tally.shape, frozenset(self.sums)

    def plain(self) -> dict[str, Any]:
        """Return the tally as lists and dicts, with the sums that compare subjects."""
        return {
            **self.tally.plain(),
            "sums": {metric: sums.tolist() for metric, sums in self.sums.items()},
            "products": {metric: products.tolist() for metric, products in self.products.items()},
            "wins": self.wins.tolist(),
            "best": self.best.tolist(),
            "differing": {metric: counts.tolist() for metric, counts in self.differing.items()},
        }

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """Return the tally whose `plain()` gave this dict.

        Raises:
            ValueError, TypeError, KeyError: if `plain` is not of that form.
        """
        tally = Tally.of_plain(plain)
        sums = {metric: np.array(sums, np.int64) for metric, sums in plain["sums"].items()}
        products = {metric: np.array(rows, np.int64) for metric, rows in plain["products"].items()}
        wins, size = np.array(plain["wins"], np.int64), len(tally.subjects)
        best = np.array(plain["best"], np.int64)
        differing = {metric: np.array(rows, np.int64) for metric, rows in plain.get("differing", {}).items()}
        square = {each.shape for each in (wins, *products.values(), *differing.values())}
        if (
            square != {(size, size)}
            or {each.shape for each in sums.values()} != {(size,)}
            or set(sums) != set(products)
            or best.shape != (2, size)
        ):
            raise ValueError("its sums are not of as many subjects as it says")
        return cls(tally, sums, products, wins, best, differing=differing)

    def own(self, metric: str, subject: int) -> Moments:
        """Return the moments of a metric of one subject."""
        self._known(metric)
        sums, products = self.sums[metric], self.products[metric]
        moments = Moments(self.trials, int(sums[subject]), int(products[subject, subject]))
        return replace(moments, sharper=self._sharper(metric, {subject: 1}, moments))

    def difference(self, metric: str, one: int, other: int) -> Differences:
        """Return the moments of a metric's paired differences, subject `one` less subject `other`.

        The range of possible differences is taken from the least and the largest value of each subject.

        Raises:
            AnalyzerError: if there is no such metric.
        """
        self._known(metric)
        sums, products, differing = self.sums[metric], self.products[metric], self.differing.get(metric)
        # Sum of (x - y)**2 in Python's integers: twice a product could overflow int64.
        squares = int(products[one, one]) - 2 * int(products[one, other]) + int(products[other, other])
        histograms = [self.tally.subjects[each][metric] for each in (one, other)]
        seen = [(float(each.lowest), float(each.lowest + each.tally.size - 1)) for each in histograms]
        moments = Differences(
            self.trials,
            int(sums[one]) - int(sums[other]),
            squares,
            reach=between(*seen),
            differing=None if differing is None else int(differing[one, other]),
        )
        return replace(moments, sharper=self._sharper(metric, {one: 1, other: -1}, moments))

    def saved(self, metric: str, one: int, other: int) -> float:
        """Return the share of the difference's variance that pairing saves.

        It is 0 if pairing saves nothing, 1 if all, and negative if pairing harms.
        """
        # Variance of the difference if the two had been measured in different trials.
        apart = self.own(metric, one).variance + self.own(metric, other).variance
        return 1 - self.difference(metric, one, other).variance / apart if apart else 0.0

    def _sharper(self, metric: str, weights: Mapping[int, int], plain: Moments) -> CorrectedMean | None:
        """Return the corrected mean of a metric, summed over subjects that count 1 or -1; None without a correction."""
        correction = self._corrections.get(metric)
        return None if correction is None else correction.of(weights, plain.mean, plain.variance)

    @cached_property
    def _corrections(self) -> dict[str, Correction]:
        """Correction of the means of each metric; empty if means are not corrected."""
        controls, law = self.tally.controls, self.law
        if controls is None or law is None or not law.holds_for(self.trials):
            return {}
        regression = controls.regression(law, self.trials)
        totals = {metric: [*map(int, self.sums[metric])] for metric in controls.products}
        return {metric: regression.correction(metric, own) for metric, own in totals.items()}

    def _known(self, metric: str) -> None:
        """Raise AnalyzerError for a metric that is not counted here, with the known ones."""
        if metric not in self.sums:
            raise AnalyzerError(f"no metric {metric!r}: {one_of(metric, self.sums)}")


def _products(rows: Whole) -> Whole:
    """Return the exact sum over trials of the product of each pair of subjects' rows. Shape (subjects, subjects)."""
    largest = max(abs(int(rows.max())), abs(int(rows.min())))
    if rows.shape[1] * largest**2 >= EXACT_BELOW[np.float64]:
        return np.asarray(rows @ rows.T)
    # Matrix products of floats are far faster, and no sum here can reach 2**53.
    floats = rows.astype(np.float64)
    return (floats @ floats.T).astype(np.int64)


def _differing(rows: Whole) -> Whole:
    """Return in how many trials each pair of rows differs. Shape (subjects, subjects)."""
    counts = np.zeros((len(rows), len(rows)), np.int64)
    # Comparing only reads memory, so the narrowest type that holds all values is fastest.
    narrow = rows.astype(np.result_type(*(np.min_scalar_type(end) for end in (rows.min(), rows.max()))))
    for one, other in combinations(range(len(rows)), 2):
        counts[one, other] = counts[other, one] = np.count_nonzero(narrow[one] != narrow[other])
    return counts


Part = TypeVar("Part", Tally, PairedTally)


@dataclass(frozen=True)
class _Sorted(Generic[Part]):
    """Base of counts of trials that are split by the value of a column, e.g. by how the dice joined a fleet.

    Args:
        parts: by value of the column the count of the trials that had it; values that never came up are left out.
        law: exact mean and covariance of the draws by which means are corrected, or None if they are not.
    """

    parts: Mapping[int, Part]
    law: Law | None = field(default=None, kw_only=True)

    OF: ClassVar[type[Any]]

    @classmethod
    def of_each(cls, columns: Columns, column: str, count: Callable[[Columns], Part]) -> Self:
        """Return the counts of a block of trials, kept separately for each value of a column."""
        return cls({value: count(part) for value, part in _parted(columns, column).items()})

    def __add__(self, other: Self) -> Self:
        values = sorted({*self.parts, *other.parts})
        both = {v: [each.parts[v] for each in (self, other) if v in each.parts] for v in values}
        return type(self)({value: reduce(add, parts) for value, parts in both.items()})

    @cached_property
    def total(self) -> Part:
        """Count of all trials together."""
        return self.of_parts([*self.parts])

    def of_parts(self, values: Sequence[int]) -> Part:
        """Return the count of all trials in which the column has one of the given values."""
        whole: Any = reduce(add, [self.parts[value] for value in values])
        some: Part = whole if self.law is None else whole.sharpened(self.law)
        return some

    def sharpened(self, law: Law) -> Self:
        """Return the counts with means corrected by control variates."""
        parts: Any = {value: part.sharpened(law) for value, part in self.parts.items()}
        return replace(self, parts=parts, law=law)

    def unsharpened(self) -> Self:
        """Return the counts without corrections of means."""
        parts: Any = {value: part.unsharpened() for value, part in self.parts.items()}
        return replace(self, parts=parts, law=None)

    @property
    def trials(self) -> int:
        """Number of trials counted."""
        return sum(part.trials for part in self.parts.values())

    @property
    def shape(self) -> Hashable:
        """Shape of the count that is kept for each value of the sorting column."""
        return next(iter(self.parts.values())).shape

    def plain(self) -> dict[str, Any]:
        """Return the number of trials, and the count of each value, as lists and dicts."""
        return {"trials": self.trials, "parts": {str(value): part.plain() for value, part in self.parts.items()}}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """Return the counts whose `plain()` gave this dict.

        Raises:
            ValueError, TypeError, KeyError: if `plain` is not of that form.
        """
        made = cls({int(value): cls.OF.of_plain(part) for value, part in plain["parts"].items()})
        if made.trials != int(plain["trials"]) or len({part.shape for part in made.parts.values()}) != 1:
            raise ValueError("its parts do not hold as many trials as it says")
        return made


def _parted(columns: Columns, column: str) -> dict[int, Columns]:
    """Return the columns of a block split by the value of one column: for each value the columns of its trials."""
    # Sorted once, the trials of a value are a slice of every column. The first subject's codes decide.
    order = np.argsort(columns[column][0], kind="stable")
    ordered = {name: rows[:, order] for name, rows in columns.items()}
    values = np.unique(ordered[column][0])
    ends = [*np.searchsorted(ordered[column][0], values), order.size]
    spans = zip(values.tolist(), ends, ends[1:], strict=False)
    return {value: {name: rows[:, a:b] for name, rows in ordered.items()} for value, a, b in spans}


@dataclass(frozen=True)
class SortedTally(_Sorted[Tally]):
    """Tallies of trials, one for each value of a column."""

    OF: ClassVar[type[Tally]] = Tally


@dataclass(frozen=True)
class SortedPairs(_Sorted[PairedTally]):
    """Paired tallies of trials, one for each value of a column."""

    OF: ClassVar[type[PairedTally]] = PairedTally
