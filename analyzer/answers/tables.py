"""Tables that several answers share: of metrics, of sorts of trials, and of comparisons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Protocol

from analyzer.answers.description import (
    INTERVAL,
    NUMBER,
    PERCENT,
    POINTS,
    TEXT,
    WORD,
    Column,
    Form,
    Row,
    Table,
    in_percent,
    in_points,
    in_words,
    places,
)
from analyzer.answers.metrics import Metric, Metrics, Sorting
from analyzer.answers.numbers import decimals
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.histogram import Histogram
from analyzer.world import Experiment

INDENT = "  "
SHARE, MEAN = places(in_percent, 2), places(decimals, 3)
"""The forms in which tables of one run write chances and means."""


def metric_table(
    metrics: Metrics,
    columns: Sequence[Column],
    values: Callable[[Metric], Mapping[str, Any]],
    *,
    happened: Callable[[Metric], bool],
    forms: Callable[[Metric], Mapping[str, Form]],
    has_rivals: bool,
    all_of_them: bool = False,
) -> tuple[Table, list[Metric]]:
    """Return a table with a row for each metric, and the endings (e.g. `no_humans`) that no trial had.

    Args:
        metrics: The metrics.
        columns: The columns beside the metric's name.
        values: Function that returns the values of a metric's row.
        happened: Function that returns whether an ending happened in any trial; endings that never did get no row.
        forms: Function that returns the forms of a metric's row, by column; {} for the columns' own forms in the
            metric's unit.
        has_rivals: Whether others take part; without them contested metrics get no row.
        all_of_them: Whether to include metrics that only comparisons, exports and JSON show.
    """
    never = [
        metric
        for metric in metrics.listed
        if metric.column in metrics.words and metric.is_chance and _is_in(metric, all_of_them) and not happened(metric)
    ]
    rows: list[Row] = []
    for title, block in metrics.blocks.items():
        here = [metric for metric in block if _is_in(metric, all_of_them) and metric not in never]
        here = [metric for metric in here if has_rivals or not metric.contested]
        for number, metric in enumerate(here):
            above = heading(title, here) if title and not number else ""
            named = {"metric": f"{INDENT * bool(title)}{metric.label}", "name": metric.name}
            is_score = metric.name == metrics.score
            meaning = metric.meaning if metric.in_legend else ""
            written = forms(metric) or {column.name: column.form.per(metric.scale) for column in columns}
            row = Row(dict(values(metric)) | named, written, bold=is_score, above=above, explanation=meaning)
            rows.append(row)
    return Table("", (Column("metric", ""), *columns), rows, column_gap=2), never


def with_meanings(table: Table, metrics: Metrics, names: Sequence[str]) -> Table:
    """Return a table of `metric_table` restricted to some metrics, with a column for their meanings."""
    some = table.only(rows=lambda values: values["name"] in names)
    some = replace(some, rows=[replace(row, explanation="") for row in some.rows])
    return some.plus(Column("meaning", "meaning"), lambda values: metrics[values["name"]].meaning)


def _is_in(metric: Metric, all_of_them: bool) -> bool:
    """Return whether a table of all trials shows the metric; metrics of single sorts are never in it."""
    return metric.in_tables or (all_of_them and not metric.by_sort)


def heading(title: str, block: Sequence[Metric]) -> str:
    """Return the title of a block of metrics, with the units of its means."""
    units = dict.fromkeys(metric.unit for metric in block if metric.unit)
    return f"{title} ({', '.join(units)})" if units else title


Histograms = dict[str, Histogram]


@dataclass(frozen=True)
class Sort:
    """The trials of one sort (see `Sorting`): all trials with one code, or with any code of one group.

    Attributes:
        group: The name of the group.
        code: The code in words; "" for a group of several codes.
        chance: The exact chance that a trial is of this sort.
        trials: The number of trials of this sort.
        share: The share of all trials that are of this sort, with its interval.
        histograms: The histograms of these trials by column; {} if there were no trials.
    """

    group: str
    code: str
    chance: Fraction
    trials: int
    share: Estimate
    histograms: Histograms

    @property
    def name(self) -> str:
        """The code, or the name of the group if the sort has several codes."""
        return self.code or self.group

    def row(self, metrics: Metrics, word: str, column: str) -> dict[str, Any]:
        """Return one flat row: group, code, chance, share, and the metrics that tables show for each sort.

        Args:
            metrics: The metrics of the trials.
            word: The column name of the group.
            column: The column name of the code.
        """
        assert metrics.sorting is not None
        row: dict[str, Any] = {word: self.group, column: self.code, "chance": float(self.chance), "trials": self.trials}
        row |= dict(zip(("share", "share_low", "share_high"), self.share, strict=True))
        for name in metrics.sorting.shown_metrics:
            estimate = metrics.measured(name, self.histograms) if self.histograms else (None,) * 3
            row |= dict(zip((name, f"{name}_low", f"{name}_high"), estimate, strict=True))
        return row


def sorts(metrics: Metrics, parts: Mapping[int, Histograms]) -> Iterator[Sort]:
    """Yield the sorts of trials: each group that can be drawn, followed by its codes if it has several.

    Args:
        metrics: The metrics of the trials; nothing is yielded if they have no sorting.
        parts: By code, the histograms of its trials.
    """
    sorting = metrics.sorting
    if sorting is None or not parts:
        return
    words = metrics.words[sorting.column]
    counted = {words[code]: histograms for code, histograms in parts.items()}
    every = sum(_trials(histograms) for histograms in counted.values())

    def sort(group: str, code: str, codes: tuple[str, ...]) -> Sort:
        own = sum_histograms([counted[one] for one in codes if one in counted])
        trials = _trials(own)
        share = Estimate.from_share(trials, every)
        return Sort(group, code, sorting.chance(codes), trials, share, own)

    for group, codes in sorting.possible.items():
        yield sort(group, codes[0] if len(codes) == 1 else "", codes)
        if len(codes) > 1:
            yield from (sort(group, code, (code,)) for code in codes)


def sum_histograms(parts: list[Histograms]) -> Histograms:
    """Return the sum, column by column, of several sets of histograms; {} for no set."""
    if not parts:
        return {}
    first, *others = parts
    added = dict(first)
    for other in others:
        added = {name: histogram + other[name] for name, histogram in added.items()}
    return added


def _trials(histograms: Histograms) -> int:
    """Return the number of trials that histograms count."""
    return next(iter(histograms.values())).n if histograms else 0


SHARE_IN_PERCENT = places(in_percent, 2)
EVERY_CHECK = "95% interval\nat all checks"
"""The heading of intervals that hold at all checks, for runs that could stop at any check."""
VALID_AT_CHECKS = "its interval is valid at every check of the run, so stopping early does not distort it"
LEAST_REMOVED = 0.005
"""The smallest share of variance removed by pairing that is written as a number; smaller ones are `none`."""
DIFFERENCES_OF_SHARES: Mapping[str, Form] = {
    "mean_a": SHARE_IN_PERCENT,
    "mean_b": SHARE_IN_PERCENT,
    "difference": Form(partial(in_points, places=2), unit=" points"),
}
"""The forms of chances and their difference, by column."""


class ComparisonProtocol(Protocol):
    """Protocol of comparisons, with only the members that tables need; `Comparison` has them."""

    @property
    def experiments(self) -> tuple[Experiment, ...]:
        """The experiments that are compared, one a subject."""

    @property
    def metrics(self) -> Metrics:
        """The metrics of the comparison."""

    @property
    def score(self) -> str:
        """The name of the metric that decides."""

    @property
    def word(self) -> str:
        """The word for a subject."""

    @property
    def interval(self) -> str:
        """The heading of columns with intervals that hold for one estimate, not for all estimates at once."""

    @property
    def sorting(self) -> Sorting:
        """The rule that splits trials into sorts."""

    @property
    def sorts(self) -> tuple[Sort, ...]:
        """The sorts of trials."""

    def of_sort(self, name: str) -> ComparisonProtocol:
        """Return the comparison restricted to the trials of one sort."""

    def ranking(self) -> list[dict[str, Any]]:
        """Return a row for each subject, the best first."""


def difference_columns(a: str, b: str, corrected: str = "", *, at_all_checks: bool = False) -> tuple[Column, ...]:
    """Return columns of both means, the difference, and the share of variance that pairing removes.

    Args:
        a: The name of the first subject.
        b: The name of the second subject.
        corrected: A remark on how differences are corrected; "" for none.
        at_all_checks: Whether intervals allow for a run that could stop at any check.
    """
    meaning = (
        "share of the variance of the difference removed by running both through the same cards and dice "
        "(none: less than 0.5%)"
    )
    explained = "; ".join(filter(None, [corrected, VALID_AT_CHECKS * at_all_checks]))
    return (
        Column("mean_a", a, NUMBER),
        Column("mean_b", b, NUMBER),
        Column("difference", "difference", NUMBER, explained, EVERY_CHECK if at_all_checks else INTERVAL),
        Column("saved", "variance\nremoved", Form(_removed), meaning),
    )


def _removed(share: float) -> str:
    """Return the share of variance that pairing removes, in percent; "none" below 0.5%.

    In a sample the share can fall below 0.
    """
    return "none" if share < LEAST_REMOVED else f"{100 * share:.0f}%"


def difference_values(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of `Comparison.differences` with its difference and interval joined into an estimate."""
    return {**row, "difference": Estimate(row["difference"], row["low"], row["high"])}


def editions_of(experiments: Sequence[Experiment]) -> list[str]:
    """Return the edition of each experiment's route; [] if they share one or the game has none."""
    routes = [experiment.facts().get("route") for experiment in experiments]
    editions = [str(route.get("edition", "")) if isinstance(route, dict) else "" for route in routes]
    return editions if len(set(editions)) > 1 else []


def who_in_words(names: Sequence[str], experiments: Sequence[Experiment]) -> str:
    """Return two names joined by "and", or for more subjects their number, e.g. `4 ships`.

    A subject under another captain, or by other rules, counts as a variant. Where only the rules differ, sets of rules
    are counted.
    """
    if len(names) == 2:
        return " and ".join(names)
    one, several = experiments[0].SUBJECT
    differ_in_rules = len({repr(experiment.facts().get("switches")) for experiment in experiments}) > 1
    who_is_who = "player" if differ_in_rules else "name"  # names then say by which rules they play
    many = len({getattr(experiment.subjects[0], who_is_who) for experiment in experiments})
    if differ_in_rules and many == len({experiment.title for experiment in experiments}) == 1:
        return f"{len(names)} sets of rules for one {one}"
    who = f"{many} {one if many == 1 else several}"
    return who if many == len(names) else f"{len(names)} versions of {f'one {one}' if many == 1 else who}"


def ranking_table(compared: ComparisonProtocol) -> Table:
    """Return a table with a row for each subject, the best first."""
    metrics, first = compared.experiments[0].metrics, compared.experiments[0]
    trial, subjects = first.TRIAL[0], first.SUBJECT[1]
    beside = [metrics[name] for name in metrics.beside if name != compared.score]
    unit = "percentage points" if metrics[compared.score].is_chance else f"{compared.metrics.unit} a {trial}"
    most = f"share of {first.TRIAL[1]} in which no other has more {compared.metrics.unit}; ties count for all of them"
    what = metrics[compared.score].label if metrics.verdict_by else metrics.unit
    columns = (
        Column("rank", "", Form(str)),
        Column(compared.word, compared.word, WORD),
        *[Column("edition", "edition", WORD)] * bool(editions_of(compared.experiments)),
        *_placed(compared, f"{unit} behind the first row; a row that shares its letter may be better"),
        Column("groups", "groups", TEXT, f"{subjects} that share a letter do not differ clearly"),
        *(Column(metric.name, metric.label, PERCENT if metric.is_chance else NUMBER) for metric in beside),
        Column("spread", "spread", NUMBER.per(metrics.scale), f"standard deviation of the {what} of one {trial}"),
        *(Column(tail.name, tail.label, NUMBER) for tail in metrics.tails),
        Column("best", "best", PERCENT, most),
    )
    return Table("", columns, [Row(_values(compared, row)) for row in compared.ranking()], labels=2)


def sorts_table(compared: ComparisonProtocol) -> Table:
    """Return a table with a row for each subject in each sort of trials, the best subject of a sort first."""
    sorting, first = compared.sorting, compared.experiments[0]
    alike = f"{first.SUBJECT[1]} that share a letter do not differ clearly in that {sorting.word}"
    columns = (
        Column("sort", sorting.word, TEXT),
        Column(compared.word, compared.word, WORD),
        *_placed(compared),
        Column("groups", "groups", TEXT, alike),
    )
    title = f"by {sorting.word}: {compared.metrics.unit}, and who is ahead there; the chance of each is exact"
    return Table("", columns, list(_sorted_rows(compared)), title, labels=2)


def _sorted_rows(compared: ComparisonProtocol) -> Iterator[Row]:
    """Yield a row for each subject in each sort, with the chance of the sort as a heading."""
    for one in compared.sorts:
        name = in_words(one.group) + f" ({one.code})" * bool(one.code)
        chance = f"{one.chance}" + f" ({float(one.chance):.1%})" * (one.chance != 1)
        above = f"{name}: chance {chance}, {one.trials:,} came"
        for number, row in enumerate(compared.of_sort(one.name).ranking() if one.trials else ()):
            yield Row({"sort": one.name} | _values(compared, row), above="" if number else above)


def _placed(compared: ComparisonProtocol, behind: str = "") -> tuple[Column, ...]:
    """Return the columns for the score and for the distance behind the best subject."""
    is_chance = compared.metrics[compared.score].is_chance
    number = NUMBER.per(compared.metrics.scale)
    form, explained = (
        PERCENT if is_chance else number,
        VALID_AT_CHECKS * (compared.interval == EVERY_CHECK and bool(behind)),
    )
    score = Column(compared.score, compared.score, form, explained, compared.interval)
    return score, Column("behind", "behind", POINTS if is_chance else number, behind, "interval")


def _values(compared: ComparisonProtocol, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of a ranking, with score and distance behind the best joined into estimates.

    The distance is None in the row of the best.
    """
    behind = Estimate(row["behind"], row["behind_low"], row["behind_high"]) if row["rank"] > 1 else None
    return {**row, compared.score: Estimate(row[compared.score], row["low"], row["high"]), "behind": behind}
