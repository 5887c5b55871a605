"""The tables of a comparison: differences of two, the ranking of more, and the ranking sort by sort."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
from analyzer.answers.metrics import Metrics, Sorting
from analyzer.answers.sort import Sort
from analyzer.statistics.estimate import Estimate
from analyzer.world import Experiment

SHARE = places(in_percent, 2)
EVERY_LOOK = "95% interval\nat all looks"
"""The heading of intervals in a run that could stop at any look."""
LOOKED = "its interval is valid at every look, so stopping early does not distort it"
LEAST_REMOVED = 0.005
"""The least share of variance that is written as a number."""
DIFFERENCES_OF_SHARES: Mapping[str, Form] = {
    "mean_a": SHARE,
    "mean_b": SHARE,
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
        *_placed(compared, f"{unit} behind the best"),
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
