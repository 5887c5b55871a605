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
"""The least and the greatest possible value, or a sentence on why there is no fixed bound."""
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
QUANTILE_COLUMNS = tuple(f"q{100 * q:g}" for q in QUANTILES)
"""The quantiles that tables show beside a mean."""


@dataclass(frozen=True)
class Metric:
    """A mean of a column of whole numbers, or a chance: the share of trials whose value lies in a range.

    Attributes:
        name: The name in JSON, exports and calls, with underscores.
        meaning: The meaning in words.
        column: The column it is read from; "" takes the metric's own name.
        within: For a chance, the lowest and the highest value at which the event counts as happened.
        in_tables: Whether every table shows it; otherwise only comparisons, exports and JSON do.
        unit: The unit of a mean.
        block: The heading under which tables put it.
        tail: If above 0, the mean is taken over the lowest values only, and this is their share of all values.
        contested: Whether it is meaningful only if rivals take part.
        by_sort: Whether it is meaningful only for a sort of trials (see `Sorting`), never for all trials together.
        in_legend: Whether a line below the table explains it, because the name alone does not.
        scale: The number of column units in one `unit`, e.g. 10 for a column of tenths of an Astro. Tables show `unit`,
            JSON the units of the column.
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
        """Return a row with numbers converted from the column's units into `unit`.

        Args:
            row: Values by name.
            names: The names of the numbers to convert; all if none is given.
        """
        if self.scale == 1:
            return row
        numbers = {name for name in names or row if isinstance(row[name], int | float)}
        return row | {name: row[name] / self.scale for name in numbers}

    @property
    def name_in_unit(self) -> str:
        """The name under which the metric stands a second time in JSON and row files, in `unit`, e.g. `worth_astro`.

        The first time it stands under its own name, in the units of its column, e.g. in tenths of an Astro.
        """
        return f"{self.name}_{self.unit.lower()}"

    @property
    def unit_of_column(self) -> dict[str, str]:
        """Unit of the numbers in JSON and row files, e.g. {"unit": "1/10 Astro"}; empty if it is the unit shown."""
        return {} if self.scale == 1 else {"unit": f"1/{self.scale} {self.unit}"}

    @property
    def label(self) -> str:
        """The name with blanks, as in tables."""
        return self.name.replace("_", " ")

    @property
    def is_chance(self) -> bool:
        """Whether it is a chance, i.e. the share of trials whose value lies in `within`."""
        return self.within is not None

    def of(self, histogram: Histogram, confidence: float = CONFIDENCE) -> Estimate:
        """Return the metric's estimate, with its interval, from the histogram of its column."""
        if self.within is not None:
            return histogram.chance(*self.within, confidence)
        return histogram.worst(self.tail, confidence) if self.tail else histogram.estimate(confidence)


@dataclass(frozen=True)
class Sorting:
    """A rule that splits trials into classes, called sorts, by the code in one column; groups collect several codes.

    A sort of trials is either all trials of one code, or all trials of one group of codes.

    Attributes:
        column: The column of codes.
        word: The word for a group.
        groups: By group name, the codes in words that belong to it.
        weights: By code in words, the number of equally likely draws that give it, e.g. of the 36 results of two dice.
        shown_metrics: The names of the metrics that tables show for each sort.
    """

    column: str
    word: str
    groups: Mapping[str, tuple[str, ...]]
    weights: Mapping[str, int]
    shown_metrics: tuple[str, ...] = ()

    @property
    def possible(self) -> dict[str, tuple[str, ...]]:
        """The groups of which any code can be drawn, each with its codes that can be drawn."""
        codes = {name: tuple(code for code in group if self.weights.get(code)) for name, group in self.groups.items()}
        return {name: group for name, group in codes.items() if group}

    def chance(self, codes: tuple[str, ...]) -> Fraction:
        """Return the exact chance that one of the given codes is drawn."""
        return Fraction(sum(self.weights.get(code, 0) for code in codes), sum(self.weights.values()))


@dataclass(frozen=True)
class Metrics:
    """All metrics of one kind of trial, in the order of tables.

    Attributes:
        listed: The metrics.
        score: The name of the metric of which more is better.
        unit: The unit of the score.
        parts: The columns that add up to the score, each with its sign: 1 if it is added, -1 if it is subtracted.
        words: By column of codes, the meaning of each code, from 0.
        tails: Metrics of the worst trials. They are shown for single subjects only, because the worst trials of two
            subjects are not the same trials.
        beside: The names of the metrics that a ranking shows beside the score.
        sorting: How trials are split into sorts; None if they are not.
        below_zero: The columns whose means can be negative; None if that is unknown.
        bounds: By column of a mean, its least and greatest possible value. For a column that is not in it, the result
            supplies the bounds (`Result.reach`).
        verdict_by: The metric by which comparisons reach a verdict instead of the score; "" for the score.
        wins: The name of the chance to win, which comparisons report beside the score; "" for none.
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
    verdict_by: str = ""
    wins: str = ""

    @property
    def scale(self) -> int:
        """The number of the score column's units in one `unit`."""
        return next((metric.scale for metric in self.listed if metric.name == self.score), 1)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of a block of trials: those of the metrics, then that of the codes for sorting."""
        sorted_by = [self.sorting.column] if self.sorting else []
        return tuple(dict.fromkeys([*(metric.column for metric in self.listed), *sorted_by]))

    @property
    def judged(self) -> str:
        """A phrase for headings that names the metric of the verdicts; "" if it is the score."""
        return f", judged by {self[self.verdict_by].label}" if self.verdict_by else ""

    @property
    def reach(self) -> dict[str, tuple[float, float]]:
        """The least and the greatest possible value of each mean's column; columns without known bounds are missing."""
        known = {column: ends for column, ends in self.bounds.items() if not isinstance(ends, str)}
        if self.below_zero is None:
            return known
        means = (metric.column for metric in self.listed if not metric.is_chance)
        return {column: (-inf if column in self.below_zero else 0.0, inf) for column in means} | known

    def reaching(self, histograms: Mapping[str, Histogram]) -> dict[str, Histogram]:
        """Return the histograms by column, each with the range of its possible values if that is known."""
        reach = self.reach
        return {name: one.reaching(reach[name]) if name in reach else one for name, one in histograms.items()}

    @cached_property
    def by_name(self) -> dict[str, Metric]:
        """Every metric by its name, including `tails`, the means over the worst trials."""
        return {metric.name: metric for metric in (*self.listed, *self.tails)}

    @property
    def chances(self) -> tuple[Metric, ...]:
        """The metrics that are shares of trials."""
        return tuple(metric for metric in self.listed if metric.is_chance)

    @property
    def means(self) -> tuple[Metric, ...]:
        """The metrics that are means."""
        return tuple(metric for metric in self.listed if not metric.is_chance)

    @cached_property
    def paired(self) -> Metrics:
        """The metrics for differences of two subjects: no tails, and the metric of the verdicts as the score."""
        if not self.verdict_by:
            return replace(self, tails=())
        unit, parts = f"{self.unit} of {self[self.verdict_by].label}", {self.score: 1, **self.parts}
        return replace(self, tails=(), score=self.verdict_by, unit=unit, parts=parts)

    @property
    def blocks(self) -> dict[str, list[Metric]]:
        """All metrics by the heading under which tables put them."""
        blocks: dict[str, list[Metric]] = {}
        for metric in self.by_name.values():
            blocks.setdefault(metric.block, []).append(metric)
        return blocks

    def __getitem__(self, name: str) -> Metric:
        """Return the metric of that name, written with underscores or with blanks."""
        known = name if name in self.by_name else name.strip().replace(" ", "_")
        if known not in self.by_name:
            raise AnalyzerError(f"no metric {name!r}: {one_of(name, self.by_name)}")
        return self.by_name[known]

    def measured(self, name: str, histograms: Mapping[str, Histogram]) -> Estimate:
        """Return a mean or a chance with its 95% interval.

        Args:
            name: The name of the metric.
            histograms: The histograms by column.

        Raises:
            AnalyzerError: No metric has that name.
        """
        metric = self[name]
        return metric.of(histograms[metric.column])

    def with_chances(self, columns: Columns) -> Columns:
        """Return the columns with one more column of 0 and 1 for every chance."""
        by_metric = dict(columns)
        for metric in self.chances:
            assert metric.within is not None
            low, high = metric.within
            values = columns[metric.column]
            by_metric[metric.name] = ((low <= values) & (values <= high)).astype(values.dtype)
        return by_metric


def notes_on_verdicts(metrics: Metrics) -> list[str]:
    """Return a list with a note on the metric of the verdicts; [] if verdicts go by the score."""
    if not metrics.verdict_by:
        return []
    metric = metrics[metrics.verdict_by]
    return [
        f"Verdicts compare {metric.label}: {metric.meaning}. Nothing that clearly wins less often is called better."
    ]


SHARE = "share of trials"
"""The unit of chances in the glossary."""
NAME = (
    "the same in JSON, exports, Python and --precision; tables write blanks for underscores; the one in bold decides "
    "who is better"
)
UNIT = (
    f"a {SHARE} is the chance that the meaning holds, anything else a mean; differences of shares are percentage points"
)
DEPENDS_ON_RUN = "what is run bounds it (ship and route, or galaxy), and each result knows by how much"
"""The glossary's reason for a bound that is not given, because it differs from run to run, e.g. by ship and route."""
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
    """Return the least and the greatest possible value of a metric, and the reason for a missing bound.

    Returns:
        A dict of `least`, `most` and `unbounded` (the reason); each is None if there is nothing to say.
    """
    least, most = (0.0, 1.0) if metric.is_chance else metrics.reach.get(metric.column, (-inf, inf))
    why = None if isfinite(most) else metrics.bounds.get(metric.column, DEPENDS_ON_RUN)
    ends = {"least": least if isfinite(least) else None, "most": most if isfinite(most) else None}
    return {**ends, "unbounded": why}


@dataclass(frozen=True, repr=False)
class Glossary(Described):
    """All metrics of a game.

    Attributes:
        game: The game's name.
        metrics: By question, the metrics that its answers show.
    """

    game: str
    metrics: Mapping[str, Metrics]

    def description(self) -> Description:
        """Return a table with a row for each metric, grouped by question; the metric that decides is in bold."""
        return Description(self.game, ": metrics", parts=[Table("metrics", COLUMNS, [*self._rows()], column_gap=2)])

    def _rows(self) -> Iterator[Row]:
        """Yield a row for each metric of each question."""
        for where, metrics in self.metrics.items():
            for number, metric in enumerate(metrics.by_name.values()):
                unit = SHARE if metric.is_chance else metric.unit
                is_score = metric.name == metrics.score
                names = {"told": where, "metric": metric.name, "label": metric.label}
                values = {**names, "unit": unit, "meaning": metric.meaning, "score": is_score}
                values |= bounds_of(metrics, metric)
                yield Row(values, bold=is_score, above="" if number else where)
