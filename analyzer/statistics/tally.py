"""Tallies of trials: counts that merge exactly, alone, in pairs and sorted.

Where what was drawn has a known law, sums of it are counted beside the histograms, by which means are made sharper.
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
from analyzer.statistics.controls import DRAWS, Controls, ControlSums, Correction, Law, Sharper, measured
from analyzer.statistics.estimate import between
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.moments import Differences, Moments

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


Sums = npt.NDArray[np.int64]
"""(2, subjects, places, ...) By place the sum over all trials, and the sum of squares."""


@dataclass(frozen=True, eq=False)
class MappedTally(Tally):
    """A tally with maps by name: of columns (subjects, trials, places, ...) what they sum up to."""

    maps: Mapping[str, Sums] = field(default_factory=dict)

    @classmethod
    def of(cls, columns: Columns, controls: Controls | None = None) -> MappedTally:
        """The tally of a block of trials: histograms of plain columns, sums of those that have places."""
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
        """Which metrics each subject has, and which places each map."""
        return super().shape, frozenset((name, sums.shape) for name, sums in self.maps.items())

    def plain(self) -> dict[str, Any]:
        """In plain types: as any tally, and the sums of every map."""
        return super().plain() | {"maps": {name: sums.tolist() for name, sums in self.maps.items()}}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """It again; raises ValueError, TypeError or KeyError for what no tally can be."""
        tally = Tally.of_plain(plain)
        maps = {name: np.array(sums, np.int64) for name, sums in plain["maps"].items()}
        if any(sums.ndim < 3 or sums.shape[:2] != (2, len(tally.subjects)) for sums in maps.values()):
            raise ValueError("its maps are not of as many subjects as it says")
        return cls(tally.subjects, maps, controls=tally.controls)

    def moments(self, name: str, subject: int, place: tuple[int, ...]) -> Moments:
        """What a map holds at a place, of one subject."""
        total, squares = (sums[subject][place] for sums in self.maps[name])
        return Moments(self.trials, int(total), int(squares))


def _sums(rows: npt.NDArray[Any]) -> Sums:
    """The sums over trials of numbers and of their squares, exactly."""
    squares = np.einsum("st...,st...->s...", rows, rows, dtype=np.int64, casting="safe")
    return np.stack([rows.sum(axis=1, dtype=np.int64), squares])


Whole = npt.NDArray[np.int64]
EXACT = 2**53
"""Below this, sums of whole numbers are exact in floating point too, where matrices multiply far faster."""


@dataclass(frozen=True, eq=False)
class PairedTally:
    """Histograms by subject, with what ties subjects together; adds up over trials.

    By metric, `sums` (subjects) and `products` (subjects, subjects), the sums of x_i and of x_i x_j over all trials;
    `differing`: by metric (subjects, subjects), in how many trials i and j differ; a metric that an older save file did
    not count is missing. `wins` (subjects, subjects): in how many trials subject i has more than subject j of the
    metric they contest; `best` (2, subjects): in how many trials no other has more of it, and in how many every other
    has less; `law`: that of what was drawn, by which means and differences are corrected, if they are.
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
        """The tally of a block of trials; `contest` names the metric that decides who wins a trial."""
        tally = Tally.of(columns, controls)
        columns = measured(columns)
        contested = columns[contest]
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
        """Return whether both counted the same, and both means are corrected or none."""
        if not isinstance(other, PairedTally) or self.shape != other.shape:
            return False
        return self.plain() == other.plain() and (self.law is None) == (other.law is None)

    def __hash__(self) -> int:
        return hash((self.trials, self.shape))

    def sharpened(self, law: Law) -> PairedTally:
        """The same with means and differences that are corrected by the law of what was drawn."""
        return replace(self, tally=self.tally.sharpened(law), law=law)

    def unsharpened(self) -> PairedTally:
        """The same with the means and differences of the trials, not corrected."""
        return replace(self, tally=self.tally.unsharpened(), law=None)

    @property
    def trials(self) -> int:
        """How many trials were counted."""
        return self.tally.trials

    @property
    def shape(self) -> Hashable:
        """Which metrics each subject has."""
        return self.tally.shape, frozenset(self.sums)

    def plain(self) -> dict[str, Any]:
        """In plain types: the tally, and what ties subjects together as lists."""
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
        """It again; raises ValueError, TypeError or KeyError for what no tally can be."""
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
        """The moments of one subject's metric."""
        self._known(metric)
        sums, products = self.sums[metric], self.products[metric]
        moments = Moments(self.trials, int(sums[subject]), int(products[subject, subject]))
        return replace(moments, sharper=self._sharper(metric, {subject: 1}, moments))

    def difference(self, metric: str, one: int, other: int) -> Differences:
        """The moments of a metric of one subject less that of another, trial by trial, which reach as far as seen."""
        self._known(metric)
        sums, products, differing = self.sums[metric], self.products[metric], self.differing.get(metric)
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
        """By which share pairing lowers the variance of the difference: 0 saves nothing, 1 all; below 0 it harms."""
        apart = self.own(metric, one).variance + self.own(metric, other).variance
        return 1 - self.difference(metric, one, other).variance / apart if apart else 0.0

    def _sharper(self, metric: str, weights: Mapping[int, int], plain: Moments) -> Sharper | None:
        """The mean of a subject, or of a difference, corrected where that can be."""
        correction = self._corrections.get(metric)
        return None if correction is None else correction.of(weights, plain.mean, plain.variance)

    @cached_property
    def _corrections(self) -> dict[str, Correction]:
        """By metric how its means are corrected; {} where they are not."""
        controls, law = self.tally.controls, self.law
        if controls is None or law is None or not law.holds_for(self.trials):
            return {}
        regression = controls.regression(law, self.trials)
        totals = {metric: [*map(int, self.sums[metric])] for metric in controls.products}
        return {metric: regression.correction(metric, own) for metric, own in totals.items()}

    def _known(self, metric: str) -> None:
        if metric not in self.sums:
            raise AnalyzerError(f"no metric {metric!r}: {one_of(metric, self.sums)}")


def _products(rows: Whole) -> Whole:
    """(subjects, subjects) The sums of the products of all pairs of rows, exactly."""
    largest = max(abs(int(rows.max())), abs(int(rows.min())))
    if rows.shape[1] * largest**2 >= EXACT:
        return np.asarray(rows @ rows.T)
    floats = rows.astype(np.float64)
    return (floats @ floats.T).astype(np.int64)


def _differing(rows: Whole) -> Whole:
    """Return in how many trials each pair of rows differs. Shape (subjects, subjects)."""
    counts = np.zeros((len(rows), len(rows)), np.int64)
    narrow = rows.astype(np.result_type(*(np.min_scalar_type(end) for end in (rows.min(), rows.max()))))
    for one, other in combinations(range(len(rows)), 2):
        counts[one, other] = counts[other, one] = np.count_nonzero(narrow[one] != narrow[other])
    return counts


Part = TypeVar("Part", Tally, PairedTally)


@dataclass(frozen=True)
class _Sorted(Generic[Part]):
    """`parts`: by value of the column what was counted of the trials that had it; only values that came are there.

    law: that of what was drawn, by which means are corrected, if they are.
    """

    parts: Mapping[int, Part]
    law: Law | None = field(default=None, kw_only=True)

    OF: ClassVar[type[Any]]

    @classmethod
    def of_each(cls, columns: Columns, column: str, count: Callable[[Columns], Part]) -> Self:
        """A block of trials, sorted by that column of the first subject, which all subjects have in common."""
        return cls({value: count(part) for value, part in _parted(columns, column).items()})

    def __add__(self, other: Self) -> Self:
        values = sorted({*self.parts, *other.parts})
        both = {v: [each.parts[v] for each in (self, other) if v in each.parts] for v in values}
        return type(self)({value: reduce(add, parts) for value, parts in both.items()})

    @cached_property
    def total(self) -> Part:
        """All trials together."""
        return self.of_parts([*self.parts])

    def of_parts(self, values: Sequence[int]) -> Part:
        """The trials of some values together."""
        whole: Any = reduce(add, [self.parts[value] for value in values])
        some: Part = whole if self.law is None else whole.sharpened(self.law)
        return some

    def sharpened(self, law: Law) -> Self:
        """The same with means that are corrected by the law of what was drawn."""
        parts: Any = {value: part.sharpened(law) for value, part in self.parts.items()}
        return replace(self, parts=parts, law=law)

    def unsharpened(self) -> Self:
        """The same with the means of the trials, not corrected."""
        parts: Any = {value: part.unsharpened() for value, part in self.parts.items()}
        return replace(self, parts=parts, law=None)

    @property
    def trials(self) -> int:
        """How many trials were counted."""
        return sum(part.trials for part in self.parts.values())

    @property
    def shape(self) -> Hashable:
        """What every part has in common."""
        return next(iter(self.parts.values())).shape

    def plain(self) -> dict[str, Any]:
        """In plain types: trials, and the parts by value."""
        return {"trials": self.trials, "parts": {str(value): part.plain() for value, part in self.parts.items()}}

    @classmethod
    def of_plain(cls, plain: dict[str, Any]) -> Self:
        """It again; raises ValueError, TypeError or KeyError for what cannot be."""
        made = cls({int(value): cls.OF.of_plain(part) for value, part in plain["parts"].items()})
        if made.trials != int(plain["trials"]) or len({part.shape for part in made.parts.values()}) != 1:
            raise ValueError("its parts do not hold as many trials as it says")
        return made


def _parted(columns: Columns, column: str) -> dict[int, Columns]:
    """The columns of the trials of each value."""
    order = np.argsort(columns[column][0], kind="stable")
    ordered = {name: rows[:, order] for name, rows in columns.items()}
    values = np.unique(ordered[column][0])
    ends = [*np.searchsorted(ordered[column][0], values), order.size]
    spans = zip(values.tolist(), ends, ends[1:], strict=False)
    return {value: {name: rows[:, a:b] for name, rows in ordered.items()} for value, a, b in spans}


@dataclass(frozen=True)
class SortedTally(_Sorted[Tally]):
    """Histograms, sorted."""

    OF: ClassVar[type[Tally]] = Tally


@dataclass(frozen=True)
class SortedPairs(_Sorted[PairedTally]):
    """Histograms with what ties subjects together, sorted."""

    OF: ClassVar[type[PairedTally]] = PairedTally
