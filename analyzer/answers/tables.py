"""Tables that several answers share: metrics, sorted rows and comparisons."""

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
"""How tables of one run write chances and means."""


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
    """A row for every metric, under the heading of its block; and the endings that never came up, which have none.

    has_rivals: without any, metrics of a contest say nothing; all_of_them: also those that are not in every table.
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
    return Table("", (Column("metric", ""), *columns), rows, gap=2), never


def explained(table: Table, metrics: Metrics, names: Sequence[str]) -> Table:
    """Those metrics of such a table alone, each with what it means."""
    some = table.only(rows=lambda values: values["name"] in names)
    some = replace(some, rows=[replace(row, explanation="") for row in some.rows])
    return some.plus(Column("meaning", "meaning"), lambda values: metrics[values["name"]].meaning)


def _is_in(metric: Metric, all_of_them: bool) -> bool:
    """Whether a table of all trials has it."""
    return metric.in_tables or (all_of_them and not metric.by_sort)


def heading(title: str, block: Sequence[Metric]) -> str:
    """The name of a block, with the units of its means."""
    units = dict.fromkeys(metric.unit for metric in block if metric.unit)
    return f"{title} ({', '.join(units)})" if units else title


Histograms = dict[str, Histogram]


@dataclass(frozen=True)
class Sort:
    """A group of trials, or those of one code of it.

    group: its name; code: the code in words, "" for a group of several; chance: how often chance makes it, exactly;
    trials: how many were of it; share: that share of all, with its interval; histograms: what those trials came to,
    {} if there were none.
    """

    group: str
    code: str
    chance: Fraction
    trials: int
    share: Estimate
    histograms: Histograms

    @property
    def name(self) -> str:
        """The code if it stands for one, else the group."""
        return self.code or self.group

    def row(self, metrics: Metrics, word: str, column: str) -> dict[str, Any]:
        """One flat row: what it is, its chance, the share that came, and the metrics that tables tell."""
        assert metrics.sorting is not None
        row: dict[str, Any] = {word: self.group, column: self.code, "chance": float(self.chance), "trials": self.trials}
        row |= dict(zip(("share", "share_low", "share_high"), self.share, strict=True))
        for name in metrics.sorting.shown_metrics:
            estimate = metrics.measured(name, self.histograms) if self.histograms else (None,) * 3
            row |= dict(zip((name, f"{name}_low", f"{name}_high"), estimate, strict=True))
        return row


def sorts(metrics: Metrics, parts: Mapping[int, Histograms]) -> Iterator[Sort]:
    """Every group that chance can make, and behind a group of several codes each of them.

    `parts`: by code what its trials came to.
    """
    sorting = metrics.sorting
    if sorting is None or not parts:
        return
    words = metrics.words[sorting.column]
    counted = {words[code]: histograms for code, histograms in parts.items()}
    every = sum(_trials(histograms) for histograms in counted.values())

    def sort(group: str, code: str, codes: tuple[str, ...]) -> Sort:
        own = together([counted[one] for one in codes if one in counted])
        trials = _trials(own)
        share = Estimate.of_share(trials, every)
        return Sort(group, code, sorting.chance(codes), trials, share, own)

    for group, codes in sorting.possible.items():
        yield sort(group, codes[0] if len(codes) == 1 else "", codes)
        if len(codes) > 1:
            yield from (sort(group, code, (code,)) for code in codes)


def together(parts: list[Histograms]) -> Histograms:
    """Histograms added up, {} of none."""
    if not parts:
        return {}
    first, *others = parts
    added = dict(first)
    for other in others:
        added = {name: histogram + other[name] for name, histogram in added.items()}
    return added


def _trials(histograms: Histograms) -> int:
    return next(iter(histograms.values())).n if histograms else 0


SHARE_IN_PERCENT = places(in_percent, 2)
EVERY_LOOK = "95% interval\nat all looks"
"""The heading of intervals in a run that could stop at any look."""
LOOKED = "its interval is valid at every look, so stopping early does not distort it"
LEAST_REMOVED = 0.005
"""The least share of variance that is written as a number."""
DIFFERENCES_OF_SHARES: Mapping[str, Form] = {
    "mean_a": SHARE_IN_PERCENT,
    "mean_b": SHARE_IN_PERCENT,
    "difference": Form(partial(in_points, places=2), unit=" points"),
}
"""How differences of chances are written."""


class Compared(Protocol):
    """What a comparison knows of those compared (see comparison.py)."""

    @property
    def experiments(self) -> tuple[Experiment, ...]:
        """What is compared, one a subject."""

    @property
    def metrics(self) -> Metrics:
        """What is compared."""

    @property
    def score(self) -> str:
        """The metric that decides."""

    @property
    def word(self) -> str:
        """What one of those compared is called."""

    @property
    def interval(self) -> str:
        """The heading of intervals of one number."""

    @property
    def sorting(self) -> Sorting:
        """By what trials are sorted."""

    @property
    def sorts(self) -> tuple[Sort, ...]:
        """The sorts of trials."""

    def of_sort(self, name: str) -> Compared:
        """The same on the trials of one sort."""

    def ranking(self) -> list[dict[str, Any]]:
        """One row a subject, the best first."""


def difference_columns(a: str, b: str, corrected: str = "", *, at_all_looks: bool = False) -> tuple[Column, ...]:
    """Return columns of both means, the difference, and the share of variance that pairing removes.

    Args:
        a: name of the first.
        b: name of the second.
        corrected: how differences are corrected, in words.
        at_all_looks: whether intervals allow for a run that could stop at any look.
    """
    meaning = (
        "share of the variance of the difference removed by running both through the same cards and dice "
        "(none: less than 0.5%)"
    )
    explained = "; ".join(filter(None, [corrected, LOOKED * at_all_looks]))
    return (
        Column("mean_a", a, NUMBER),
        Column("mean_b", b, NUMBER),
        Column("difference", "difference", NUMBER, explained, EVERY_LOOK if at_all_looks else INTERVAL),
        Column("saved", "variance\nremoved", Form(_removed), meaning),
    )


def _removed(share: float) -> str:
    """A share of variance in percent; in a sample it can fall below 0 where pairing removes nothing."""
    return "none" if share < LEAST_REMOVED else f"{100 * share:.0f}%"


def difference_values(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of differences by these columns."""
    return {**row, "difference": Estimate(row["difference"], row["low"], row["high"])}


def editions_of(experiments: Sequence[Experiment]) -> list[str]:
    """The edition of each, as its route says it; [] where all are of one, or games have none."""
    routes = [experiment.facts().get("route") for experiment in experiments]
    editions = [str(route.get("edition", "")) if isinstance(route, dict) else "" for route in routes]
    return editions if len(set(editions)) > 1 else []


def who_in_words(names: Sequence[str], experiments: Sequence[Experiment]) -> str:
    """Two by name, else how many are compared; one by other rules, or under another captain, is a variant.

    Where only the rules differ, how many sets of them.
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
    return who if many == len(names) else f"{who} in {len(names)} variants"


def ranking_table(compared: Compared) -> Table:
    """A row a subject, the best first."""
    metrics, first = compared.experiments[0].metrics, compared.experiments[0]
    trial, subjects = first.TRIAL[0], first.SUBJECT[1]
    beside = [metrics[name] for name in metrics.beside if name != compared.score]
    unit = "percentage points" if metrics[compared.score].is_chance else f"{compared.metrics.unit} a {trial}"
    most = f"share of {first.TRIAL[1]} in which no other has more {compared.metrics.unit}; ties count for all of them"
    what = metrics[compared.score].label if metrics.judge else metrics.unit
    columns = (
        Column("rank", "", Form(str)),
        Column(compared.word, compared.word, WORD),
        *[Column("edition", "edition", WORD)] * bool(editions_of(compared.experiments)),
        *_placed(compared, f"{unit} behind the first row; one that shares its letter may be better"),
        Column("groups", "groups", TEXT, f"{subjects} that share a letter do not differ clearly"),
        *(Column(metric.name, metric.label, PERCENT if metric.is_chance else NUMBER) for metric in beside),
        Column("spread", "spread", NUMBER.per(metrics.scale), f"standard deviation of the {what} of one {trial}"),
        *(Column(tail.name, tail.label, NUMBER) for tail in metrics.tails),
        Column("best", "best", PERCENT, most),
    )
    return Table("", columns, [Row(_values(compared, row)) for row in compared.ranking()], labels=2)


def sorts_table(compared: Compared) -> Table:
    """A row a sort of trials and subject, the best first."""
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


def _sorted_rows(compared: Compared) -> Iterator[Row]:
    for one in compared.sorts:
        name = in_words(one.group) + f" ({one.code})" * bool(one.code)
        chance = f"{one.chance}" + f" ({float(one.chance):.1%})" * (one.chance != 1)
        above = f"{name}: chance {chance}, {one.trials:,} came"
        for number, row in enumerate(compared.of_sort(one.name).ranking() if one.trials else ()):
            yield Row({"sort": one.name} | _values(compared, row), above="" if number else above)


def _placed(compared: Compared, behind: str = "") -> tuple[Column, ...]:
    """The score, and how far behind the best it is."""
    is_chance = compared.metrics[compared.score].is_chance
    number = NUMBER.per(compared.metrics.scale)
    form, explained = PERCENT if is_chance else number, LOOKED * (compared.interval == EVERY_LOOK and bool(behind))
    score = Column(compared.score, compared.score, form, explained, compared.interval)
    return score, Column("behind", "behind", POINTS if is_chance else number, behind, "interval")


def _values(compared: Compared, row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of a ranking by these columns; the best is behind nobody."""
    behind = Estimate(row["behind"], row["behind_low"], row["behind_high"]) if row["rank"] > 1 else None
    return {**row, compared.score: Estimate(row[compared.score], row["low"], row["high"]), "behind": behind}
