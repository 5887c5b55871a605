"""Worth of alternatives: their paired differences in score from a base line, with verdicts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

from analyzer.answers.comparison import MARGIN, Comparison
from analyzer.answers.description import Collection
from analyzer.answers.metrics import Metrics
from analyzer.errors import AnalyzerError, one_of
from analyzer.statistics.contest import letters
from analyzer.statistics.estimate import LEAST_DIFFERING, Estimate, Verdict, each_of
from analyzer.statistics.histogram import Histogram


@dataclass(frozen=True)
class Worth:
    """The worth of one alternative: by how much its score is above the base line's in the same trials.

    Attributes:
        name: The name of the alternative.
        estimate: The worth, with an interval; the intervals of all alternatives hold together.
        alone: The worth, with an interval that holds for this alternative by itself.
        differing: The number of trials in which the score differs at all.
        verdict: The verdict against the base line: better, worse, equal within the margin, or open.
        besides: By metric other than the score, the difference from the base line, with an interval that holds by
            itself.
        groups: Letters, e.g. `ab`; alternatives that share a letter do not clearly differ. "" if groups were not
            formed.
        trials: The number of trials of the alternative; 0 stands for the number in `WorthTable.trials`.
    """

    name: str
    estimate: Estimate
    alone: Estimate
    differing: int
    verdict: Verdict
    besides: Mapping[str, Estimate]
    groups: str = ""
    trials: int = 0

    @property
    def has_too_few(self) -> bool:
        """Whether the verdict is open only because too few trials differ."""
        return has_too_few(self.verdict, self.estimate)


def has_too_few(verdict: Verdict, estimate: Estimate) -> bool:
    """Return whether a verdict is open only because too few trials differ, though the interval does not contain 0."""
    return verdict is Verdict.OPEN and (estimate.low > 0 or estimate.high < 0)


def verdict_or_reason(verdict: Verdict, estimate: Estimate, trials: str) -> str:
    """Return the verdict in a word, or the reason why there is none.

    Args:
        verdict: The verdict.
        estimate: The difference on which it rests.
        trials: The word for several trials.
    """
    return f"too few {trials} differ" if has_too_few(verdict, estimate) else str(verdict)


def rule_of_verdicts(trials: str) -> str:
    """Return a line of a legend on when a verdict stays open because too few trials differ."""
    return f"a verdict needs at least {LEAST_DIFFERING} {trials} in which the two results differ"


def legend_of_verdicts(trials: str, unit: str, margin: float = MARGIN) -> str:
    """Return all rules of verdicts, as a line of a legend.

    >>> print(legend_of_verdicts("games", "credits"))
    better, worse: the interval does not contain 0, and the results differ in at least 100 games; equal: neither of \
these, but the whole interval lies within 0.25 credits of 0; open: everything else
    """
    clear = (
        f"better, worse: the interval does not contain 0, and the results differ in at least {LEAST_DIFFERING} {trials}"
    )
    within = f"the whole interval lies within {margin:g} {unit} of 0"
    return f"{clear}; equal: neither of these, but {within}; open: everything else"


@dataclass(frozen=True)
class WorthTable(Collection):
    """A table of alternatives and their worth, the one worth most first.

    Attributes:
        rows: The alternatives.
        base: The name of the base line.
        what: The words for one alternative and for several.
        metrics: The metrics of the trials.
        trial: The words for one trial and for several.
        trials: The number of trials.
        margin: The difference in score that counts as equal.
    """

    ITEMS: ClassVar = "rows"

    rows: tuple[Worth, ...]
    base: str
    what: tuple[str, str]
    metrics: Metrics
    trial: tuple[str, str]
    trials: int
    margin: float

    @classmethod
    def of_histograms(
        cls,
        histograms: Mapping[str, Mapping[str, Histogram]],
        metrics: Metrics,
        *,
        base: str,
        what: tuple[str, str],
        trial: tuple[str, str],
        margin: float = MARGIN,
    ) -> Self:
        """Return the worth of alternatives from histograms of differences; their intervals hold together (Bonferroni).

        Args:
            histograms: By alternative, its histograms by column. The histogram of the score holds differences from the
                base line, trial by trial.
            metrics: The metrics of the trials.
            base: The name of the base line.
            what: The words for one alternative and for several.
            trial: The words for one trial and for several.
            margin: The difference in score that counts as equal.
        """
        each, score = each_of(len(histograms)), metrics[metrics.score]
        rows, trials = [], 0
        for name, columns in histograms.items():
            more = columns[score.column]
            estimate, differing, trials = more.estimate(each), more.n - more.counts.get(0, 0), more.n
            besides = {one: metrics.measured(one, columns) for one in metrics.by_name if one != score.name}
            rows.append(Worth(name, estimate, more.estimate(), differing, estimate.verdict(margin, differing), besides))
        return cls(_ranked(rows), base, what, metrics, trial, trials, margin)

    @classmethod
    def of_comparison(
        cls,
        compared: Comparison,
        base: str,
        what: tuple[str, str],
        *,
        without: bool = False,
        besides: Iterable[str] = (),
    ) -> Self:
        """Return the worth of all subjects of a comparison but one, which is the base line.

        Intervals and groups are those of the comparison, for all pairs at once.

        Args:
            compared: The comparison.
            base: The name of the subject that is the base line.
            what: The words for one alternative and for several.
            without: Whether each subject lacks one thing, e.g. a component. The worth of that thing is then the score
                lost without it.
            besides: The names of other metrics to compare; unknown ones are left out.
        """
        others, rows = [metric for metric in besides if metric in compared.metrics.by_name], []
        for name in compared.all_names:
            if name == base:
                continue
            held = compared.latest_with(name)
            one, other = (base, name) if without else (name, base)
            pair = held.names.index(one), held.names.index(other)
            measured = {metric: held.difference(one, other, metric) for metric in others}
            estimate, alone = held.contest.simultaneous(*pair), held.difference(one, other)
            differing, verdict = held.contest.differing(*pair), held.contest.verdict(*pair)
            rows.append(Worth(name, estimate, alone, differing, verdict, measured, trials=held.trials))
        ranked = _grouped(_ranked(rows), compared)
        first = compared.experiments[0]
        return cls(ranked, base, what, compared.metrics, first.TRIAL, compared.trials, compared.margin)

    def __getitem__(self, name: str) -> Worth:
        if name not in self._by_name:
            raise AnalyzerError(f"no {self.what[0]} {name!r}: {one_of(name, self._by_name)}")
        return self._by_name[name]

    @property
    def leaders(self) -> tuple[Worth, ...]:
        """The alternative that is worth most, and those that do not clearly differ from it."""
        first, *others = self.rows
        if first.groups:
            return first, *(one for one in others if _letters(one) & _letters(first))
        return first, *(one for one in others if one.estimate.high >= first.estimate.low)

    def named(self, verdict: Verdict) -> list[str]:
        """Return the names of the alternatives with that verdict."""
        return [one.name for one in self.rows if one.verdict is verdict]

    def in_words(self, beginnings: Mapping[Verdict, str]) -> list[str]:
        """Return a sentence for each verdict that occurs: its beginning, then the alternatives with that verdict."""
        return [
            f"{begins}: {', '.join(self.named(verdict))}."
            for verdict, begins in beginnings.items()
            if self.named(verdict)
        ]

    @cached_property
    def _by_name(self) -> dict[str, Worth]:
        return {one.name: one for one in self.rows}


def _letters(one: Worth) -> set[str]:
    """Return the group letters of an alternative, e.g. {"a", "b2"}."""
    return {*re.findall("[a-z][0-9]*", one.groups)}


def _ranked(rows: Iterable[Worth]) -> tuple[Worth, ...]:
    """Return the alternatives, the one worth most first."""
    return tuple(sorted(rows, key=lambda one: -one.estimate.mean))


def _grouped(rows: tuple[Worth, ...], compared: Comparison) -> tuple[Worth, ...]:
    """Return the rows with group letters: rows that share a letter do not clearly differ."""

    def differ(*names: str) -> bool:
        held = compared.latest_with(*names)
        return held.verdict(*names).tells_apart

    pairs = ((i, j) for i in range(len(rows)) for j in range(i + 1, len(rows)))
    apart = [(i, j) for i, j in pairs if differ(rows[i].name, rows[j].name)]
    return tuple(replace(one, groups=group) for one, group in zip(rows, letters(len(rows), apart), strict=True))
