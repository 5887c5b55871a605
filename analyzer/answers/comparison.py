"""Comparison of several subjects in the same trials: paired differences, verdicts, a ranking."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations, groupby, pairwise
from math import inf, sqrt
from typing import TYPE_CHECKING, Any, ClassVar

from analyzer.answers.description import INTERVAL, Collection, Described, Description, Part, to_data_frame
from analyzer.answers.metrics import Metrics, Sorting, notes_on_verdicts
from analyzer.answers.note import (
    Importance,
    Note,
    corrected_in_words,
    note_on_correction,
    uncorrected_beside,
    warning,
    without_correction,
)
from analyzer.answers.numbers import not_of_name
from analyzer.answers.origin import in_setting, sentence_begins, setting_of_all
from analyzer.answers.tables import (
    DIFFERENCES_OF_SHARES,
    EVERY_CHECK,
    Sort,
    difference_columns,
    difference_values,
    editions_of,
    metric_table,
    ranking_table,
    sorts_table,
    who_in_words,
)
from analyzer.answers.verdict import (
    PERCENTAGE_POINTS,
    PairVerdict,
    saved_in_words,
    verdict_in_words,
    wins_beside,
    wins_in_words,
)
from analyzer.montecarlo import blocks
from analyzer.montecarlo.stretch import Stretch, in_words, some_trials
from analyzer.statistics import contest as sequential
from analyzer.statistics.contest import Contest
from analyzer.statistics.estimate import CONFIDENCE, LEAST_DIFFERING, Estimate, ValueRange, Verdict, between, each_of
from analyzer.statistics.tally import PairedTally, SortedPairs, SortedTally
from analyzer.world import Experiment

if TYPE_CHECKING:
    import pandas as pd

MARGIN = 0.25
"""The difference in score that counts as equal by default."""
AT_ONCE, ALIKE, JUDGED = "at once", "alike", "judged"
"""The kinds of notes on simultaneous verdicts, on pairs with equal results, and on the metric that judges."""
MOST_ALIKE_SHOWN = 3
"""The most pairs named in the note on subjects that had equal results in all trials."""
OPEN_IN_ONE = 3
"""The fewest open verdicts of a ranking that share one sentence."""
NEIGHBOURS = 10
"""The number of best subjects that sentences compare, each with the next in the ranking."""


def _nameless(described: Any) -> Any:
    """Return the description of an experiment without the names of its parts, so that equal ones can be found."""
    if isinstance(described, Mapping):
        return {name: _nameless(one) for name, one in described.items() if name not in ("name", "names", "called")}
    return [*map(_nameless, described)] if isinstance(described, list | tuple) else described


@dataclass(frozen=True, repr=False)
class Comparison(Described, Collection):
    """A comparison of subjects on the same trials; a difference above 0 means that the first of two has more.

    Index it by a subject's name for the subject's own result.

    Attributes:
        names: The names of the subjects.
        experiments: The experiment of each subject, under one seed.
        counted: The counts of all trials, with the sums of products that paired differences need.
        until: "decided" if the run could stop at any check of its interim counts, else None.
        margin: The difference in score that counts as equal.
        stretches: The trials that were counted, by seed; by default those from 0 on.
        remarks: Notes on how the trials were run.
        sorted: The counts of each sort of trials (see `Sorting`); None if trials are not split into sorts.
        checks: The largest number of checks of the interim counts, each of which could end the run; 1 for a fixed
            number of trials.
        joint_intervals: The number of intervals that must hold together, one for each difference and check; 0 for a
            fixed number of trials.
        ended_earlier: Earlier comparisons of more subjects, the oldest first. After each of them some subjects had a
            clear answer and took no further trials.

    >>> import analyzer
    >>> mile, arrow = (analyzer.load_ship(f"ships/2007/I/{name}.yaml") for name in ("first-mile", "paper-arrow"))
    >>> compared = analyzer.compare([mile, arrow], flights=1000)
    >>> compared.verdict("First Mile", "Paper Arrow"), [row["ship"] for row in compared.ranking()]
    ('better', ['First Mile', 'Paper Arrow'])
    """

    ITEMS: ClassVar = "results"

    names: tuple[str, ...]
    experiments: tuple[Experiment, ...]
    counted: PairedTally
    until: str | None = None
    margin: float = MARGIN
    stretches: tuple[Stretch, ...] = ()
    remarks: tuple[str, ...] = ()
    sorted: SortedPairs | None = None
    checks: int = 1
    joint_intervals: int = 0
    ended_earlier: tuple[Comparison, ...] = ()

    def __post_init__(self) -> None:
        if not self.stretches:
            object.__setattr__(self, "stretches", (Stretch(self.experiments[0].seed, 0, self.trials),))

    @property
    def plain(self) -> Comparison:
        """A copy with plain means, not corrected by control variates."""
        return without_correction(self)

    @property
    def trials(self) -> int:
        """The number of trials of each subject."""
        return self.counted.trials

    @property
    def flights(self) -> int:
        """The number of trials of each subject."""
        return self.trials

    @property
    def metrics(self) -> Metrics:
        """The metrics that are compared; their score decides who is better."""
        return self.experiments[0].metrics.paired

    @property
    def score(self) -> str:
        """The name of the metric that decides who is better."""
        return self.metrics.score

    @cached_property
    def contest(self) -> Contest:
        """The verdicts on all pairs of subjects by the score; subjects are given by their index."""
        at_all_times, wins = self.until is not None, self.metrics.wins
        reach = tuple(self._reach(number, self.score) for number in range(len(self.names)))
        return Contest(
            self.counted,
            self.score,
            self.margin,
            at_all_times=at_all_times,
            wins=wins,
            reach=reach,
            same=self._same,
            joint_intervals=self.joint_intervals,
        )

    def latest_with(self, *names: str) -> Comparison:
        """Return the latest comparison, this one or one of `ended_earlier`, in which all named subjects took part."""
        each = (self, *reversed(self.ended_earlier))
        return next((one for one in each if {*names} <= {*one.names}), self)

    @property
    def all_names(self) -> tuple[str, ...]:
        """The names of all subjects, including those that stopped early."""
        return tuple(dict.fromkeys(name for one in (*self.ended_earlier, self) for name in one.names))

    @cached_property
    def _same(self) -> tuple[int, ...]:
        """For each subject, the index of the first subject that differs from it in nothing but the name."""
        described = [_nameless(experiment.describe()) for experiment in self.experiments]
        return tuple(described.index(one) for one in described)

    @cached_property
    def results(self) -> tuple[Any, ...]:
        """The result of each subject on its own."""
        alone = (result.subjects[0] for result in self._alone())
        return tuple(replace(one, name=name) for name, one in zip(self.names, alone, strict=True))

    def __getitem__(self, name: str) -> Any:
        return self.results[self._number(name)]

    def description(self) -> Description:
        """Return a table of differences (of two subjects) or a ranking (of more), then verdicts and ranks by sort."""
        names = dict.fromkeys(experiment.subjects[0].player for experiment in self.experiments)
        parts: list[Part] = [f"captain{'s' * (len(names) > 1)} {', '.join(names)}"]
        parts += self.differences_in_parts() if len(self.names) == 2 else [ranking_table(self)]
        parts += self.verdicts_in_words()
        parts += [sorts_table(self)] if self.sorts else []
        return Description(self.heading(), "", self.facts(), parts, self.notes(), flat=self.flat_rows)

    def differences_in_parts(self) -> Iterator[Part]:
        """Yield a table of the first subject less the second, then a sentence on the endings that neither had."""
        a, b = self.names
        rows = {row["metric"]: row for row in self.differences(a, b)}
        table, never = metric_table(
            self.metrics,
            difference_columns(a, b, self._corrected(a, b), at_all_checks=self.until is not None),
            lambda metric: difference_values(rows[metric.name]),
            happened=lambda metric: rows[metric.name]["mean_a"] + rows[metric.name]["mean_b"] > 0,
            forms=lambda metric: DIFFERENCES_OF_SHARES if metric.is_chance else {},
            has_rivals=bool(self.experiments[0].others),
            all_of_them=True,
        )
        yield table
        yield from [f"Did not happen: {', '.join(metric.label for metric in never)}."] * bool(never)

    def _corrected(self, a: str, b: str) -> str:
        """Return a table's remark that differences are corrected by control variates; "" if they are not."""
        return corrected_in_words(
            self.counted.difference(self.score, *self._numbers(a, b)),
            f"difference in {self.score}",
            self.metrics.scale,
        )

    def conclusions(self) -> list[str]:
        """Return the verdicts in sentences."""
        return self.verdicts_in_words()

    def decided(self) -> bool:
        """Return whether there is a verdict on every pair of subjects."""
        return self.contest.decided()

    @property
    def sorts(self) -> tuple[Sort, ...]:
        """The sorts of trials (see `Sorting`), as in the first subject's result; () if trials are not sorted."""
        return self.results[0].sorts if self.sorted is not None else ()

    def of_sort(self, name: str) -> Comparison:
        """Return the comparison restricted to the trials of one sort.

        Args:
            name: The name of a group or a code.

        Raises:
            AnalyzerError: No sort has that name, or no trial was of it.
        """
        self.results[0].of_sort(name)
        assert self.sorted is not None
        words = self.metrics.words[self.sorting.column]
        codes = self.sorting.groups.get(name, (name,))
        some = self.sorted.of_parts([code for code in self.sorted.parts if words[code] in codes])
        return replace(self, counted=some, sorted=None, remarks=())

    def sort_rows(self) -> list[dict[str, Any]]:
        """Return a row for each subject in each sort of trials, with the sort's chance and the subject's rank in it."""
        rows = []
        for one in self.sorts:
            if one.trials:
                kind: dict[str, Any] = {self.sorting.word: one.group, self.sorting.column: one.code}
                kind |= {"chance": float(one.chance), "trials": one.trials}
                rows += [kind | row for row in self.of_sort(one.name).ranking()]
        return rows

    @property
    def sorting(self) -> Sorting:
        """The rule that splits trials into sorts; an error if there is none."""
        sorting = self.metrics.sorting
        assert sorting is not None
        return sorting

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Yield for every pair of subjects a phrase, e.g. `a less b`, and the difference of their metric.

        Args:
            metric: The name of the metric.
        """
        return ((f"{a} less {b}", self.difference(a, b, metric)) for a, b in combinations(self.names, 2))

    def difference(self, a: str, b: str, metric: str | None = None, confidence: float = CONFIDENCE) -> Estimate:
        """Return by how much a's mean or chance is above b's, with an interval for this pair and metric alone.

        In a run that could stop at any check, the interval holds at all checks at once.

        Args:
            a: The name of the first subject.
            b: The name of the second subject.
            metric: The name of the metric; None for the score.
            confidence: The confidence of the interval.

        Returns:
            The difference in the units of the metric's column; of chances as a share.

        Raises:
            AnalyzerError: No subject or metric has that name.
        """
        name = self._metric(metric)
        one, other = self._numbers(a, b)
        moments = self.counted.difference(name, one, other)
        ends = between(self._reach(one, name), self._reach(other, name))
        # equal subjects met equal trials: their difference is known to be 0
        if self._same[one] == self._same[other] and not moments.squares:
            ends = (0.0, 0.0)
        estimate = partial(moments.reaching(ends).estimate, is_chance=self.metrics[name].is_chance)
        return self._valid_at_checks(estimate, confidence).clipped(*ends)

    def _valid_at_checks(self, estimate: Callable[[float], Estimate], confidence: float = CONFIDENCE) -> Estimate:
        """Return an estimate whose interval holds at all checks at once, if the run could stop at one of them.

        Args:
            estimate: Function of a confidence that returns the estimate with an interval of that confidence.
            confidence: The confidence of the interval.
        """
        if self.until is None:
            return estimate(each_of(self.checks, confidence))
        return sequential.at_all_times(estimate, self.trials, confidence)

    def _share(self, hits: int, confidence: float = CONFIDENCE) -> Estimate:
        """Return the share `hits` / trials with its interval."""
        return self._valid_at_checks(partial(Estimate.from_share, hits, self.trials), confidence).clipped(0, 1)

    @property
    def interval(self) -> str:
        """The heading of a column of intervals; it says `at all checks` if the run could stop at any check."""
        return INTERVAL if self.until is None else EVERY_CHECK

    def beats(self, a: str, b: str, confidence: float = CONFIDENCE) -> Estimate:
        """Return the share of trials in which a has a higher score than b, with its interval.

        Args:
            a: The name of the first subject.
            b: The name of the second subject.
            confidence: The confidence of the interval.
        """
        return self._share(int(self.counted.wins[self._numbers(a, b)]), confidence)

    def ties(self, a: str, b: str, confidence: float = CONFIDENCE) -> Estimate:
        """Return the share of trials in which both have the same score, with its interval.

        Args:
            a: The name of the first subject.
            b: The name of the second subject.
            confidence: The confidence of the interval.
        """
        alike = self.trials - self.contest.differing(*self._numbers(a, b))
        return self._share(alike, confidence)

    def saved(self, a: str, b: str, metric: str | None = None) -> float:
        """Return the share of a difference's variance that pairing removes, compared with unpaired trials.

        Args:
            a: The name of the first subject.
            b: The name of the second subject.
            metric: The name of the metric; None for the score.
        """
        return self.counted.saved(self._metric(metric), *self._numbers(a, b))

    def verdict(self, a: str, b: str) -> Verdict:
        """Return the verdict on a against b in score: better, worse, equal within the margin, or open."""
        return self.contest.verdict(*self._numbers(a, b))

    def simultaneous(self, a: str, b: str) -> Estimate:
        """Return a's score less b's; verdicts and ranking use its interval, which holds for all pairs at once."""
        return self.contest.simultaneous(*self._numbers(a, b))

    simultaneous_difference = simultaneous  # its name until 0.1.0

    def differences(self, a: str, b: str) -> list[dict[str, Any]]:
        """Return a row for each metric: both means or chances, a less b with its 95% interval, variance saved."""
        one, other = self._numbers(a, b)
        rows = []
        for metric in self.metrics.by_name:
            row: dict[str, Any] = {"a": a, "b": b, "metric": metric}
            row |= {"mean_a": self.counted.own(metric, one).mean, "mean_b": self.counted.own(metric, other).mean}
            mean, low, high = self.difference(a, b, metric)
            rows.append(row | {"difference": mean, "low": low, "high": high, "saved": self.saved(a, b, metric)})
        return rows

    def ranking(self) -> list[dict[str, Any]]:
        """Return a row for each subject, the best first.

        Returns:
            Rows with rank, score and 95% interval, and the edition if there are several. `behind` is the distance
            behind the best; its intervals hold for all subjects together. Subjects that share a letter in `groups`
            cannot be told apart. The other columns show risk: further metrics, `spread` (standard deviation of the
            score), means of the worst trials, and `best`. `best` is the share of trials in which no other subject has
            a higher score.
        """
        ranked, score = self.contest.ranking(), self.metrics[self.score]
        rows, editions = [], editions_of(self.experiments)
        for place, (i, groups) in enumerate(ranked, start=1):
            histogram = self.counted.tally.subjects[i][score.column]
            own = partial(score.of, histogram) if score.is_chance else self.counted.own(self.score, i).estimate
            mean, low, high = self._valid_at_checks(own).clipped(*self._reach(i, self.score))
            behind = self.contest.simultaneous(ranked[0][0], i) if place > 1 else Estimate(0.0, 0.0, 0.0)
            row = {"rank": place, self.word: self.names[i]} | ({"edition": editions[i]} if editions else {})
            row |= {self.score: mean, "low": low, "high": high}
            row |= {"behind": behind.mean, "behind_low": behind.low, "behind_high": behind.high}
            rows.append(row | {"groups": groups} | self._risk(i))
        return rows

    def _risk(self, number: int) -> dict[str, Any]:
        """Return the columns of a ranking's row that show how risky a subject is."""
        metrics = self.experiments[0].metrics
        metrics_beside = (*(metrics[name] for name in metrics.beside if name != self.score), *metrics.tails)
        histograms = self.counted.tally.subjects[number]
        best = self._share(int(self.counted.best[0, number]))
        risk: dict[str, Any] = {"spread": sqrt(self.counted.own(self.score, number).variance)}
        for metric in metrics_beside:
            one = self._valid_at_checks(partial(metric.of, histograms[metric.column]))
            mean, low, high = one.clipped(*self._reach(number, metric.name))
            risk |= {metric.name: mean, f"{metric.name}_low": low, f"{metric.name}_high": high}
        return risk | {"best": best.mean, "best_low": best.low, "best_high": best.high}

    def flat_rows(self) -> list[dict[str, Any]]:
        """Return the `differences` between the first subject and each of the others, in the units that people see."""
        names = ("mean_a", "mean_b", "difference", "low", "high")
        return [self.metrics[row["metric"]].in_unit(row, names) for row in self._from_first()]

    def _from_first(self) -> list[dict[str, Any]]:
        """Return the `differences` between the first subject and each of the others (the first less the other)."""
        return [row for name in self.names[1:] for row in self.differences(self.names[0], name)]

    def ranking_rows(self) -> list[dict[str, Any]]:
        """Return the ranking in the units that people see."""
        names = (self.score, "low", "high", "behind", "behind_low", "behind_high", "spread")
        return [self.metrics[self.score].in_unit(row, names) for row in self.ranking()]

    def ranking_table(self) -> pd.DataFrame:
        """Return the ranking as a data frame, in the units that people see."""
        return to_data_frame(self.ranking_rows())

    @property
    def check_step(self) -> int:
        """The number of trials between two checks."""
        return min(map(blocks.check_step_of, self.experiments))

    @property
    def word(self) -> str:
        """The word for a subject in tables, e.g. `ship`."""
        return self.experiments[0].SUBJECT[0]

    @property
    def setting(self) -> str:
        """The setting of all subjects, e.g. `alone` or `in the field`; "" if they differ in that."""
        first, *others = {experiment.setting for experiment in self.experiments}
        return "" if others else first

    @property
    def company(self) -> str:
        """The setting with the names of the rivals, if these are the same for all subjects.

        For example, it is `in the field (Hot Delivery, Iron Parcel)`.
        """
        return setting_of_all(self.experiments)

    def heading(self) -> str:
        """Return one line that names the subjects, their setting and the number of trials."""
        first = self.experiments[0]
        who, each = f"{who_in_words(self.names, self.experiments)}, paired", " each"
        if len(self.names) == 1:
            (who,), each = self.names, ""
        stretches = in_words(self.stretches, first.TRIAL[1])
        many = some_trials(self.trials, first.TRIAL)
        shared = f"{first.title}, " * (len({one.title for one in self.experiments}) == 1)
        return f"{who}: {shared}{many}{each}, {stretches}, {self.company}{self.metrics.judged}"

    def in_words(self, a: str, b: str) -> Iterator[str]:
        """Yield sentences on two subjects: who is better, how often, and how much variance pairing removes."""
        trials = self.experiments[0].TRIAL[1]
        yield self.verdict_in_words(a, b)
        yield wins_in_words(
            a, self.beats(a, b), self.beats(b, a).mean, self.ties(a, b).mean, trials, self.metrics.verdict_by
        )
        yield from saved_in_words(self.saved(a, b), self.metrics.unit)

    def verdict_in_words(self, a: str, b: str) -> str:
        """Return a sentence on which of the two is better, with the interval on which that rests."""
        trial, trials = self.experiments[0].TRIAL
        differing = self.contest.differing(*self._numbers(a, b))
        unit, scale = f"{self.metrics.unit} a {trial}", float(self.metrics.scale)
        if (score := self.metrics[self.metrics.score]).is_chance:
            unit, scale = f"{PERCENTAGE_POINTS} of {trials} {score.label}", scale / 100
        difference = Estimate(*(end / scale for end in self.simultaneous(a, b)))
        judged = PairVerdict(
            a, b, self.verdict(a, b), difference, self.margin / scale, unit, differing, trials, self.setting
        )
        return " ".join([verdict_in_words(judged), *wins_beside(self, a, b)])

    def verdicts_in_words(self) -> list[str]:
        """Return the verdicts in sentences: all of `in_words` for two subjects, else a verdict on each of the ten best.

        Each of these is judged against the next one in the ranking. Three or more open verdicts share one sentence.
        """
        if len(self.names) == 2:
            return list(self.in_words(*self.names))
        best = [row[self.word] for row in self.ranking()[:NEIGHBOURS]]
        is_open = [self.verdict(a, b) is Verdict.OPEN for a, b in pairwise(best)]
        if sum(is_open) < OPEN_IN_ONE:
            return [self.verdict_in_words(a, b) for a, b in pairwise(best)]
        clear = [pair for pair, undecided in zip(pairwise(best), is_open, strict=True) if not undecided]
        return [*(self.verdict_in_words(a, b) for a, b in clear), self._open_in_words(is_open)]

    def _open_in_words(self, is_open: Sequence[bool]) -> str:
        """Return a sentence on the rows of the ranking whose verdict against the next row is open."""
        first, runs = 0, []
        for undecided, rows in groupby(is_open):
            end = first + len(list(rows))
            runs += [f"{first + 1} {'to' if end > first + 1 else 'and'} {end + 1}"] * undecided
            first = end
        trials, among = self.experiments[0].TRIAL[1], ", ".join(runs)
        says = f"within rows {among} none is clearly better than the next: run more {trials} to tell them apart."
        if self.trials < LEAST_DIFFERING:
            says += f" Two rows are told apart only if they differ in at least {LEAST_DIFFERING} {trials}."
        return in_setting(self.setting, says if self.setting else sentence_begins(says))

    def notes(self) -> list[str]:
        """Return notes on how to read the numbers."""
        trials = self.experiments[0].TRIAL[1]
        notes = [note for experiment in self.experiments for note in experiment.notes()]
        notes[:0] = [Note(JUDGED, text) for text in notes_on_verdicts(self.metrics)]
        if self.until:
            how_often = blocks.in_words(self.trials, self.check_step, trials)
            sentence = (
                f"The chance that any verdict is wrong is at most 5%, although verdicts were checked {how_often}."
            )
            notes.append(Note("checked", sentence, importance=Importance.METHOD))
            if not self.decided():
                undecided = f"Not every pair was decided after {self.trials:,} {trials}: run more, or widen the margin."
                notes.append(warning(undecided))
        elif len(self.names) > 2:
            at_once = "The chance that any verdict or rank is wrong is at most 5%."
            notes.append(Note(AT_ONCE, at_once, importance=Importance.METHOD))
        pairs = [self.counted.difference(self.score, i, j) for i, j in self.contest.pairs]
        notes += note_on_correction(self.experiments[0], pairs, self.trials, "differences")
        same = f"had the same result in every {self.experiments[0].TRIAL[0]}."
        alike = [Note(ALIKE, f"{a} and {b} {same}", of=(a, b)) for a, b in self._alike()]
        more = [f"{len(alike) - MOST_ALIKE_SHOWN} more pairs {same}"] if len(alike) > MOST_ALIKE_SHOWN else []
        notes_on: Any = getattr(self.experiments[0], "notes_on", lambda compared: [])
        return [*dict.fromkeys(notes), *self.remarks, *notes_on(self), *alike[:MOST_ALIKE_SHOWN], *more]

    def facts(self) -> dict[str, Any]:
        """Return everything but the notes for JSON; facts that take time are functions.

        `differences` has all metrics of the first subject less each of the others; `pairs` compares the scores of all
        pairs.
        """
        experiment = self.experiments[0]
        trials, subjects = experiment.TRIAL[1], experiment.SUBJECT[1]
        seeds = {stretch.seed for stretch in self.stretches}
        sorts = {f"ranking_by_{self.sorting.word}": self.sort_rows} if self.sorted is not None else {}
        return sorts | {
            trials: self.trials,
            "seed": seeds.pop() if len(seeds) == 1 else None,
            "flown": [stretch.as_dict(trials) for stretch in self.stretches],
            **experiment.facts(),
            "setting": self.setting,
            "rivals": list(experiment.others),
            "until": self.until,
            "margin": self.margin,
            subjects: [one.facts for one in self.results],
            "ranking": lambda: [row | self.metrics[self.score].unit_of_column for row in self.ranking()],
            "pairs": [partial(self._pair, a, b) for a, b in combinations(self.names, 2)],
            "differences": lambda: [row | self.metrics[row["metric"]].unit_of_column for row in self._from_first()],
        }

    def _pair(self, a: str, b: str) -> dict[str, Any]:
        """Return the comparison of two subjects by score in plain types, for JSON."""
        intervals = {
            "difference": self.difference(a, b),
            "surely": self.simultaneous(a, b),
            "beats": self.beats(a, b),
            "beaten": self.beats(b, a),
            "ties": self.ties(a, b),
        }
        fields = {name: interval._asdict() for name, interval in intervals.items()}
        beside = uncorrected_beside(self.counted.difference(self.score, *self._numbers(a, b)))
        return {"a": a, "b": b, "verdict": self.verdict(a, b), **fields, "saved": self.saved(a, b), **beside}

    def _alone(self) -> Iterator[Any]:
        """Yield each experiment's result, made from the counts of its own subject only."""
        for number, experiment in enumerate(self.experiments):
            if self.sorted is None:
                yield experiment.result(self.counted.tally.of_subjects([number], self.metrics.columns), self.stretches)
            else:
                each = {
                    code: part.tally.of_subjects([number], self.metrics.columns)
                    for code, part in self.sorted.parts.items()
                }
                yield experiment.result(SortedTally(each, law=self.sorted.law), self.stretches)

    def _alike(self) -> Iterator[tuple[str, str]]:
        """Yield the pairs of names of subjects that had equal values in every trial."""
        for i, j in self.contest.pairs:
            if not any(self.counted.difference(column, i, j).squares for column in self.metrics.columns):
                yield self.names[i], self.names[j]

    def _reach(self, number: int, name: str) -> ValueRange:
        """Return the least and the greatest possible value of a subject's metric."""
        metric = self.experiments[0].metrics[name]
        return (0, 1) if metric.is_chance else self._reaches[number].get(metric.column, (-inf, inf))

    @cached_property
    def _reaches(self) -> list[Mapping[str, ValueRange]]:
        """Least and greatest possible value of each column, one mapping for each subject."""
        return [getattr(result, "reach", lambda _: {})(0) for result in self._alone()]

    def _metric(self, metric: str | None) -> str:
        """Return the name of a metric, with underscores in place of blanks; the name of the score if None."""
        return self.score if metric is None else self.metrics[metric].name

    def _number(self, name: str) -> int:
        """Return the index of a subject; raise AnalyzerError for an unknown name."""
        if not isinstance(name, str) or name not in self.names:
            raise not_of_name(self.names, name, self.word, "this comparison")
        return self.names.index(name)

    def _numbers(self, a: str, b: str) -> tuple[int, int]:
        """Return the indices of two subjects; raise AnalyzerError for an unknown name."""
        return self._number(a), self._number(b)
