"""Metrics of experiments, and the glossary that lists them.

A metric has one name, in tables, JSON, exports, calls and `--precision`; tables write blanks for its underscores.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import inf, isfinite
from typing import Any

from analyzer.answers.description import WORD, Column, Described, Description, Form, Row, Table
from analyzer.errors import AnalyzerError, one_of
from analyzer.statistics.estimate import CONFIDENCE, Estimate
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.tally import Columns

Bounds = tuple[float, float] | str
"""The least and the most that a value can be, or why no number bounds it."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""What tables tell of a distribution beside its mean."""


@dataclass(frozen=True)
class Metric:
    """A mean of a column of whole numbers, or a chance: the share of its values `within` (lowest, highest).

    meaning: what it tells, in words; `column` is the metric's own name if ""; `in_tables`: whether every table has
    it, or only comparisons, exports and JSON; unit: what a mean is counted in; block: under which heading it stands;
    tail: if above 0 not the mean of all values, but of that share of them that is lowest; contested: whether it tells
    something only where others take part; by_sort: whether it means something only in one sort of trials, so that no
    table of all has it; in_legend: whether tables say below what it means, because its name alone does not; scale: how
    many units of its column make one `unit`: what people see and say is in `unit`, what programs get in the column's.
    """

    name: str
    meaning: str
    column: str = ""
    within: tuple[int, int] | None = None
    in_tables: bool = True
    unit: str = ""
    block: str = ""
    tail: float = 0.0
    contested: bool = False
    by_sort: bool = False
    in_legend: bool = False
    scale: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "column", self.column or self.name)

    def in_unit(self, row: dict[str, Any], names: Collection[str] = ()) -> dict[str, Any]:
        """Return a row with the numbers of those names, all if none is given, in `unit` instead of the column's."""
        if self.scale == 1:
            return row
        numbers = {name for name in names or row if isinstance(row[name], int | float)}
        return row | {name: row[name] / self.scale for name in numbers}

    @property
    def name_in_unit(self) -> str:
        """The name under which programs get the numbers in `unit` too, e.g. `worth_astro`."""
        return f"{self.name}_{self.unit.lower()}"

    @property
    def unit_of_column(self) -> dict[str, str]:
        """What programs get beside numbers that are parts of the unit, e.g. `1/10 Astro`; {} for other metrics."""
        return {} if self.scale == 1 else {"unit": f"1/{self.scale} {self.unit}"}

    @property
    def label(self) -> str:
        """The name as tables write it."""
        return self.name.replace("_", " ")

    @property
    def is_chance(self) -> bool:
        """Whether it is the share of trials in which something holds."""
        return self.within is not None

    def of(self, histogram: Histogram, confidence: float = CONFIDENCE) -> Estimate:
        """What its column's histogram says of it, with the interval."""
        if self.within is not None:
            return histogram.chance(*self.within, confidence)
        return histogram.worst(self.tail, confidence) if self.tail else histogram.estimate(confidence)


@dataclass(frozen=True)
class Sorting:
    """Trials that are told sort by sort, too: by a column of codes, and by groups of those.

    `groups`: by name the codes, in words, that belong to it; `weights`: by code, in words, how often chance makes it;
    `word`: what a group is called; `shown_metrics`: those that tables have of each.
    """

    column: str
    word: str
    groups: Mapping[str, tuple[str, ...]]
    weights: Mapping[str, int]
    shown_metrics: tuple[str, ...] = ()

    @property
    def possible(self) -> dict[str, tuple[str, ...]]:
        """The groups that chance can make, each with those of its codes that it can make."""
        codes = {name: tuple(code for code in group if self.weights.get(code)) for name, group in self.groups.items()}
        return {name: group for name, group in codes.items() if group}

    def chance(self, codes: tuple[str, ...]) -> Fraction:
        """The chance that one of those codes comes, exactly."""
        return Fraction(sum(self.weights.get(code, 0) for code in codes), sum(self.weights.values()))


@dataclass(frozen=True)
class Metrics:
    """All metrics of a sort of trial, in the order in which tables have them.

    `score`: the metric of which more is better, counted in `unit`; `parts`: the columns whose sum it is, each with its
    sign; `words`: for a column of codes what each of them means, from 0; `tails`: metrics of the worst trials, which
    are told of one subject alone, as no difference of two can be; `beside`: what a ranking tells beside the score;
    `sorting`: by what trials are told sort by sort, too; `below_zero`: the columns of means that can be negative, None
    where that is not known; `bounds`: by column of a mean the least and the most that a value can be, or in words why
    no number bounds it; a column that is missing here is bounded by what an experiment knows (`Result.reach`);
    `judge`: the metric by which comparisons judge where that is not the score, and `wins`: the chance to win, which
    they say beside it; "" for none.
    """

    listed: tuple[Metric, ...]
    score: str
    unit: str
    parts: Mapping[str, int] = field(default_factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tails: tuple[Metric, ...] = ()
    beside: tuple[str, ...] = ()
    sorting: Sorting | None = None
    below_zero: tuple[str, ...] | None = None
    bounds: Mapping[str, Bounds] = field(default_factory=dict)
    judge: str = ""
    wins: str = ""

    @property
    def scale(self) -> int:
        """How many units of the column of the score make one `unit`."""
        return next((metric.scale for metric in self.listed if metric.name == self.score), 1)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The columns that a block of trials has."""
        return tuple(dict.fromkeys(metric.column for metric in self.listed))

    @property
    def judged(self) -> str:
        """What headings say of the metric that judges, "" where that is the score."""
        return f", judged by {self[self.judge].label}" if self.judge else ""

    @property
    def reach(self) -> dict[str, tuple[float, float]]:
        """By column of a mean the least and the most that a value can be; {} where nothing is known."""
        known = {column: ends for column, ends in self.bounds.items() if not isinstance(ends, str)}
        if self.below_zero is None:
            return known
        means = (metric.column for metric in self.listed if not metric.is_chance)
        return {column: (-inf if column in self.below_zero else 0.0, inf) for column in means} | known

    def reaching(self, histograms: Mapping[str, Histogram]) -> dict[str, Histogram]:
        """The histograms by column, of values of which it is known what they can be."""
        reach = self.reach
        return {name: one.reaching(reach[name]) if name in reach else one for name, one in histograms.items()}

    @cached_property
    def by_name(self) -> dict[str, Metric]:
        """Every metric by its name."""
        return {metric.name: metric for metric in (*self.listed, *self.tails)}

    @property
    def chances(self) -> tuple[Metric, ...]:
        """Those that are shares of trials."""
        return tuple(metric for metric in self.listed if metric.is_chance)

    @property
    def means(self) -> tuple[Metric, ...]:
        """Those that are means."""
        return tuple(metric for metric in self.listed if not metric.is_chance)

    @cached_property
    def paired(self) -> Metrics:
        """Those of the difference of two subjects; the metric that judges is their score."""
        if not self.judge:
            return replace(self, tails=())
        unit, parts = f"{self.unit} of {self[self.judge].label}", {self.score: 1, **self.parts}
        return replace(self, tails=(), score=self.judge, unit=unit, parts=parts)

    @property
    def blocks(self) -> dict[str, list[Metric]]:
        """All of them by the heading under which tables have them."""
        blocks: dict[str, list[Metric]] = {}
        for metric in self.by_name.values():
            blocks.setdefault(metric.block, []).append(metric)
        return blocks

    def __getitem__(self, name: str) -> Metric:
        """The metric of that name, written with underscores or with blanks, as in tables."""
        known = name if name in self.by_name else name.strip().replace(" ", "_")
        if known not in self.by_name:
            raise AnalyzerError(f"no metric {name!r}: {one_of(name, self.by_name)}")
        return self.by_name[known]

    def measured(self, name: str, histograms: Mapping[str, Histogram]) -> Estimate:
        """A mean or a chance with its 95% interval; raises AnalyzerError for an unknown name."""
        metric = self[name]
        return metric.of(histograms[metric.column])

    def with_chances(self, columns: Columns) -> Columns:
        """The columns, and beside them one of 0 and 1 for every chance."""
        by_metric = dict(columns)
        for metric in self.chances:
            assert metric.within is not None
            low, high = metric.within
            values = columns[metric.column]
            by_metric[metric.name] = ((low <= values) & (values <= high)).astype(values.dtype)
        return by_metric


def judged_by(metrics: Metrics) -> list[str]:
    """A note on the metric by which comparisons judge, where that is not the score."""
    if not metrics.judge:
        return []
    judge = metrics[metrics.judge]
    return [f"Judged by {judge.label}: {judge.meaning}. Nobody is called better who clearly wins less."]


SHARE = "share of trials"
"""The unit of a chance."""
NAME = (
    "the same in JSON, exports, Python and --precision; tables write blanks for underscores; the one in bold decides "
    "who is better"
)
UNIT = (
    f"a {SHARE} is the chance that the meaning holds, anything else a mean; differences of shares are percentage points"
)
BY_WHAT_IS_RUN = "what is run bounds it (ship and route, or galaxy), and each result knows by how much"
"""Why a list of metrics names no bound where an experiment knows one."""
COLUMNS = (
    Column("told"),
    Column("metric", "name", Form("  {}".format, is_number=False, is_typed=True), NAME),
    Column("unit", "unit", WORD, UNIT),
    Column("meaning", "meaning", WORD),
    Column("score"),
    Column("label"),
    Column("least"),
    Column("most"),
    Column("unbounded"),
)


def bounds_of(metrics: Metrics, metric: Metric) -> dict[str, Any]:
    """Return the least and the most that a metric can be, and why no number bounds it; None where nothing is to say."""
    least, most = (0.0, 1.0) if metric.is_chance else metrics.reach.get(metric.column, (-inf, inf))
    why = None if isfinite(most) else metrics.bounds.get(metric.column, BY_WHAT_IS_RUN)
    ends = {"least": least if isfinite(least) else None, "most": most if isfinite(most) else None}
    return {**ends, "unbounded": why}


@dataclass(frozen=True, repr=False)
class Glossary(Described):
    """All metrics of a game, by where they are told."""

    game: str
    metrics: Mapping[str, Metrics]

    def description(self) -> Description:
        """A row a metric, under where it is told; that which decides there in bold."""
        return Description(self.game, ": metrics", parts=[Table("metrics", COLUMNS, [*self._rows()], gap=2)])

    def _rows(self) -> Iterator[Row]:
        for where, metrics in self.metrics.items():
            for number, metric in enumerate(metrics.by_name.values()):
                unit = SHARE if metric.is_chance else metric.unit
                is_score = metric.name == metrics.score
                names = {"told": where, "metric": metric.name, "label": metric.label}
                values = {**names, "unit": unit, "meaning": metric.meaning, "score": is_score}
                values |= bounds_of(metrics, metric)
                yield Row(values, bold=is_score, above="" if number else where)
