"""Results of runs: facts, estimates and notes of every subject."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from analyzer.answers.description import INTERVAL, Collection, Column, Described, Description, Form, Part, Table
from analyzer.answers.metrics import QUANTILES, Metrics
from analyzer.answers.note import corrected_in_words, note_on_correction, uncorrected_beside, without_correction
from analyzer.answers.numbers import distinct, find_by_name
from analyzer.answers.origin import Origin, origin, setting_with_rivals
from analyzer.answers.tables import MEAN, SHARE, Sort, metric_table, sorts
from analyzer.errors import AnalyzerError, one_of
from analyzer.montecarlo.stretch import Stretch, in_words, some_trials
from analyzer.statistics.contest import StoppedAt, StoppedChance
from analyzer.statistics.estimate import Estimate
from analyzer.statistics.histogram import Chance, Histogram
from analyzer.statistics.tally import SortedTally, Tally
from analyzer.world import Subject


@dataclass(frozen=True, repr=False)
class RunResult(Described):
    """Base class of results: an experiment and the counts of its trials.

    Attributes:
        experiment: The experiment that was run.
        tally: The counts of its trials, e.g. a `Tally` with a histogram for each metric.
        stretches: The ranges of trials that were counted, each with its seed; by default one range from trial 0.
        remarks: Notes on how the trials were run.
    """

    experiment: Any
    tally: Any
    stretches: tuple[Stretch, ...] = ()
    remarks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.stretches:
            object.__setattr__(self, "stretches", (Stretch(self.experiment.seed, 0, self.trials),))

    @property
    def plain(self) -> Self:
        """A copy with plain means, not corrected by control variates."""
        return without_correction(self)

    def never_varied(self, name: str) -> Sequence[str]:
        """Return the names of a subject's metrics that had the same value in all trials; [] if that is not recorded.

        Args:
            name: The name of the subject.
        """
        return ()

    @property
    def conditions(self) -> str:
        """Route, number of trials, seeds and setting in words, e.g. `level II, 100 trials, seed 1, alone`."""
        experiment = self.experiment
        many, stretches = some_trials(self.trials, experiment.TRIAL), in_words(self.stretches, experiment.TRIAL[1])
        return f"{experiment.title}, {many}, {stretches}, {setting_with_rivals(experiment)}"

    @property
    def origins(self) -> list[tuple[str, Origin]]:
        """Every subject's name with the origin of its numbers."""
        return [(one.name, origin(self.experiment, one.player, self.stretches)) for one in self.experiment.subjects]

    @property
    def trials(self) -> int:
        """The number of trials that were run."""
        trials: int = self.tally.trials
        return trials

    @property
    def flights(self) -> int:
        """The number of trials that were run."""
        return self.trials


def quantile_columns(trials: str) -> Iterator[Column]:
    """Yield a column for each quantile; the first one's legend explains them all.

    Args:
        trials: The word for several trials.
    """
    for number, q in enumerate(QUANTILES):
        explanation = (
            "" if number else f"{100 * q:g} {trials} of 100 have this value or a lower one; the others likewise"
        )
        yield Column(f"q{100 * q:g}", f"{q:.0%}", Form(str), explanation, missing=("", ""))


def _uncorrected(histograms: Mapping[str, Histogram]) -> dict[str, Histogram]:
    """Return the histograms without corrections of their means."""
    return {name: one.plain for name, one in histograms.items()}


def small_share(share: float) -> str:
    """Return a small share in percent with at least one digit that is not 0, e.g. `1.26%`, `0.004%`."""
    return f"{share:.2%}" if share >= 0.0001 else f"{100 * share:.1g}%"


@dataclass(frozen=True, repr=False)
class SubjectResult(Described):
    """The result of one subject; every metric is an attribute, e.g. `credits` (a histogram) or `arrived` (a chance).

    Attributes:
        name: The name of the subject.
        subject: The subject.
        metrics: The metrics of its trials.
        histograms: The histograms by column.
        word: The word for a subject in tables, e.g. `ship`.
        origin: Where the numbers come from.
        stopped: The rule that stopped the run after enough events; the interval of that event's chance allows for it.
        parts: The histograms by code, if trials are split into sorts (see `Sorting`).
    """

    name: str
    subject: Subject
    metrics: Metrics
    histograms: dict[str, Histogram]
    word: str = "subject"
    origin: Origin | None = None
    stopped: StoppedAt | None = None
    parts: Mapping[int, dict[str, Histogram]] = field(default_factory=dict)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Histogram:
            known = self.__dict__
            if "histograms" in known and "metrics" in known:
                metric = known["metrics"].by_name.get(name)
                if metric is not None and metric.within is not None:
                    chance, rule = known["histograms"][metric.column].indicator(*metric.within), known.get("stopped")
                    is_waited_for = rule is not None and rule.metric == name
                    return StoppedChance(chance.lowest, chance.tally, rule=rule) if is_waited_for else chance
                if metric is not None and metric.tail:
                    return known["histograms"][metric.column].lowest_share(metric.tail)
            if name in known.get("histograms", ()):
                return known["histograms"][name]
            raise AttributeError(f"no metric {name!r}: {one_of(name, self._named())}")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._named()})

    def _named(self) -> list[str]:
        """Return the names of all metrics and columns that are attributes."""
        metrics = self.__dict__.get("metrics")
        return list(dict.fromkeys([*(metrics.by_name if metrics else ()), *self.__dict__.get("histograms", ())]))

    def measured(self, metric: str) -> Estimate:
        """Return a mean or a chance with its 95% interval, in the units of the metric's column.

        Raises:
            AnalyzerError: No metric has that name.
        """
        if self.stopped is not None and metric == self.stopped.metric:
            held: Chance = getattr(self, metric)
            return held.estimate()
        return self.metrics.measured(metric, self.histograms)

    @cached_property
    def sorts(self) -> tuple[Sort, ...]:
        """The sorts of its trials (see `Sorting`): each group of codes, and its codes; () if trials are not sorted."""
        return tuple(sorts(self.metrics, self.parts))

    def of_sort(self, name: str) -> Self:
        """Return the result on the trials of one sort.

        Args:
            name: The name of a group or a code.

        Raises:
            AnalyzerError: No sort has that name, or no trial was of it.
        """
        named = {one.group: one for one in reversed(self.sorts)} | {one.code: one for one in self.sorts if one.code}
        if name not in named:
            raise AnalyzerError(f"no sort of trials {name!r}: {one_of(name, named)}")
        sort = next(one for one in self.sorts if name in (one.group, one.code))
        if not sort.trials:
            raise AnalyzerError(f"{name}: did not occur in any trial: run more")
        return replace(self, histograms=sort.histograms, parts={}, stopped=None)

    def sort_rows(self) -> list[dict[str, Any]]:
        """Return a row for each sort: its chance, its share of trials, and the metrics that tables show."""
        sorting = self.metrics.sorting
        return [] if sorting is None else [one.row(self.metrics, sorting.word, sorting.column) for one in self.sorts]

    @property
    def plain(self) -> Self:
        """A copy with plain means, not corrected by control variates."""
        parts = {code: _uncorrected(of) for code, of in self.parts.items()}
        return replace(self, histograms=_uncorrected(self.histograms), parts=parts)

    def corrected_in_words(self) -> str:
        """Return a table's remark that the mean score is corrected; "" if it is not."""
        score = self.metrics[self.metrics.score]
        if score.is_chance:
            return ""
        return corrected_in_words(self.histograms[score.column], f"mean of {score.label}", score.scale)

    def flat_rows(self) -> list[dict[str, Any]]:
        """Return `rows` in the units that people see, e.g. in Astro where the column has tenths."""
        return [self.metrics[row["metric"]].in_unit(row) for row in self.rows()]

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each metric: mean with 95% interval and quantiles; chances have no quantiles."""
        rows: list[dict[str, Any]] = []
        for metric in self.metrics.by_name.values():
            row: dict[str, Any] = {self.word: self.name, "metric": metric.name}
            row |= self.measured(metric.name)._asdict()
            if not (metric.is_chance or metric.tail):
                histogram = self.histograms[metric.column]
                row |= {f"q{q * 100:g}": histogram.quantile(q) for q in QUANTILES}
            rows.append(row)
        return rows

    def description(self) -> Description:
        """Return every metric with its interval and quantiles."""
        parts = tuple(self.parts_of_description())
        return Description(self.name, f", captain {self.subject.player}", self.facts(), parts, flat=self.flat_rows)

    def parts_of_description(self, *, has_rivals: bool = False) -> Iterator[Part]:
        """Yield the table of metrics, then a sentence on endings that never happened, with a bound on their chance.

        Args:
            has_rivals: Whether others take part; without them contested metrics are left out.
        """
        rows = {row["metric"]: row for row in self.rows()}
        trials = self.origin.trial[1] if self.origin else "trials"
        table, never = metric_table(
            self.metrics,
            (Column("mean", "mean", MEAN, self.corrected_in_words(), INTERVAL), *quantile_columns(trials)),
            lambda metric: rows[metric.name] | {"mean": self.measured(metric.name)},
            happened=lambda metric: rows[metric.name]["mean"] > 0,
            forms=lambda metric: {"mean": SHARE} if metric.is_chance else {},
            has_rivals=has_rivals,
        )
        yield table
        if never:
            most = self.histograms[never[0].column].share_interval(-1, -1)[1]
            names = ", ".join(metric.label for metric in never)
            yield f"Did not happen: {names} (each has a chance of at most {small_share(most)}, at 95% confidence)."

    def facts(self) -> dict[str, Any]:
        """Return everything for JSON; facts that take time are functions."""
        counts = {column: histogram.counts for column, histogram in self.histograms.items()}
        facts = {"name": self.name, **self.subject.facts(), "metrics": self._by_metric, "counts": counts}
        return facts | {f"{self.metrics.sorting.word}s": self._by_sort} if self.metrics.sorting else facts

    def _by_metric(self) -> dict[str, dict[str, Any]]:
        """Return the values of each metric by its name, in the unit of its column.

        A metric whose tables show another unit stands there twice, in both units.
        """
        rows = {row["metric"]: {k: v for k, v in row.items() if k not in (self.word, "metric")} for row in self.rows()}
        for metric in self.metrics.means:
            rows[metric.name] |= uncorrected_beside(self.histograms[metric.column])
            if metric.scale != 1:
                rows[metric.name_in_unit] = metric.in_unit(rows[metric.name])
                rows[metric.name] |= metric.unit_of_column
        return rows

    def _by_sort(self) -> list[dict[str, Any]]:
        """Return every sort with all metrics."""
        dicts = []
        for one, row in zip(self.sorts, self.sort_rows(), strict=True):
            brief = {name: row[name] for name in list(row)[:7]}
            means = self.metrics.by_name if one.histograms else ()
            brief["metrics"] = {name: self.metrics.measured(name, one.histograms)._asdict() for name in means}
            dicts.append(brief)
        return dicts


@dataclass(frozen=True, repr=False)
class Result(Collection, RunResult):
    """The result of one experiment: a `SubjectResult` for each subject, found by name (`result["Steady Hauler"]`).

    If there is only one subject, its metrics are attributes of the result too. `table()` has a row for each subject and
    metric: mean, its 95% interval `low` to `high`, and the 5, 25, 50, 75 and 95% quantiles, in the unit that people
    see.

    Attributes:
        tally: The counts of all subjects.
        stopped: The rule that stopped the run after enough events; None if none did.
        sorted: The counts sort by sort; None if trials are not split.
        OF: The class of one subject's result.
    """

    ITEMS: ClassVar = "subjects"
    OF: ClassVar[type[SubjectResult]] = SubjectResult

    tally: Tally
    stopped: StoppedAt | None = field(default=None, kw_only=True)
    sorted: SortedTally | None = field(default=None, kw_only=True)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Histogram:
            """Return a metric of the only subject; for several subjects the error says how to name one."""
            experiment = self.__dict__.get("experiment")
            if experiment is None or name not in experiment.metrics.by_name:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            if len(self.subjects) != 1:
                raise metric_of_one(self.subjects, name)
            return getattr(self.subjects[0], name)

    def __dir__(self) -> list[str]:
        only = self.subjects[0]._named() if len(self.subjects) == 1 else []
        return sorted({*super().__dir__(), *only})

    @property
    def seeds(self) -> list[int]:
        """The seeds of the trials, in ascending order."""
        return sorted({stretch.seed for stretch in self.stretches})

    @cached_property
    def subjects(self) -> tuple[SubjectResult, ...]:
        """The results of the subjects, in the order of the experiment."""
        metrics, word = self.experiment.metrics, self.experiment.SUBJECT[0]
        # A comparison counts only the first subject of each experiment, so the tally may have fewer subjects.
        counted = zip(self.experiment.subjects, self.tally.subjects, self.origins, strict=False)
        return tuple(
            self.OF(
                subject.name,
                subject,
                metrics,
                self._reaching(number, own),
                word,
                origin,
                self.stopped,
                self._parts(number),
            )
            for number, (subject, own, (_, origin)) in enumerate(counted)
        )

    def reach(self, subject: int) -> Mapping[str, tuple[float, float]]:
        """Return the least and the greatest possible value of one subject's means, by column.

        Args:
            subject: The index of the subject.
        """
        reach: dict[str, tuple[float, float]] = self.experiment.metrics.reach
        return reach

    def _reaching(self, subject: int, histograms: dict[str, Histogram]) -> dict[str, Histogram]:
        """Return one subject's histograms, each with the known range of its values."""
        reach = self.reach(subject)
        return {name: one.reaching(reach[name]) if name in reach else one for name, one in histograms.items()}

    def _parts(self, subject: int) -> dict[int, dict[str, Histogram]]:
        """Return one subject's histograms for each code by which trials are sorted; {} if they are not."""
        parts = {} if self.sorted is None else self.sorted.parts
        return {code: self._reaching(subject, of.subjects[subject]) for code, of in parts.items()}

    def heading(self) -> str:
        """Return route, number of trials, seeds and setting in one line."""
        return self.conditions

    def description(self) -> Description:
        """Return a single subject's full table, or a table of several subjects side by side."""
        title = Description(self.conditions, "", self.facts(), notes=self.notes(), flat=self.flat_rows)
        if len(self.subjects) == 1:
            one = self.subjects[0].description()
            return replace(title, parts=(f"{one.subject}{one.title}", *one.parts))
        return replace(title, parts=(self._side_by_side(),))

    def _side_by_side(self) -> Table:
        """Return a table of all subjects' means and chances, each with its interval."""
        names = {f"of {one.name}": one.name for one in self.subjects}
        table, _ = metric_table(
            self.experiment.metrics,
            [
                Column(of, one.name, MEAN, one.corrected_in_words(), INTERVAL)
                for of, one in zip(names, self.subjects, strict=True)
            ],
            lambda metric: {f"of {name}": estimate for name, estimate in self.estimates(metric.name)},
            happened=lambda metric: True,
            forms=lambda metric: dict.fromkeys(names, SHARE) if metric.is_chance else {},
            has_rivals=True,
        )
        return table

    def __getitem__(self, name: str) -> SubjectResult:
        return find_by_name(self.subjects, name, self.experiment.SUBJECT[0], "this result")

    def estimates(self, metric: str) -> Iterator[tuple[str, Estimate]]:
        """Return every subject's name with its mean or chance.

        Args:
            metric: The name of the metric.
        """
        return ((one.name, one.measured(metric)) for one in self.subjects)

    def never_varied(self, name: str) -> list[str]:
        """Return the names of a subject's means that had the same value in all trials; more trials would add little.

        Args:
            name: The name of the subject.
        """
        own = self[name].histograms
        return [
            metric.name
            for metric in self.experiment.metrics.by_name.values()
            if not metric.is_chance and own[metric.column].n > 1 and len(own[metric.column].counts) == 1
        ]

    def flat_rows(self) -> list[dict[str, Any]]:
        """Return a row for each subject and metric, in the units that people see."""
        return [row for one in self.subjects for row in one.flat_rows()]

    def notes(self) -> list[str]:
        """Return notes on how to read the numbers."""
        score = self.experiment.metrics[self.experiment.metrics.score]
        scores = [] if score.is_chance else [one.histograms[score.column] for one in self.subjects]
        return [*self.experiment.notes(), *note_on_correction(self.experiment, scores, self.trials), *self.remarks]

    def facts(self) -> dict[str, Any]:
        """Return everything but the notes for JSON; facts that take time are functions."""
        trials, subjects = self.experiment.TRIAL[1], self.experiment.SUBJECT[1]
        return {
            trials: self.trials,
            "seed": self.seeds[0] if len(self.seeds) == 1 else None,
            "flown": [stretch.as_dict(trials) for stretch in self.stretches],
            **self.experiment.facts(),
            subjects: [one.facts for one in self.subjects],
        }


def metric_of_one(answers: Sequence[Any], name: str) -> AttributeError:
    """Return the error for a metric that was read from an answer about several subjects instead of from one subject.

    Args:
        answers: The subjects' answers; the error shows how to read the metric from the first one.
        name: The name of the metric.
    """
    return AttributeError(f"{name} belongs to one of {len(answers)}: see result[{answers[0].name!r}].{name}")


def chance_of(result: SubjectResult, name: str) -> float:
    """Return the value of a metric that is a chance: the share of trials in which its condition holds."""
    chances = [metric.name for metric in result.metrics.chances]
    if name not in chances:
        raise AnalyzerError(f"no ending {name!r}: {one_of(name, chances)}")
    return result.measured(name).mean


AnyResult = TypeVar("AnyResult")


@dataclass(frozen=True, repr=False)
class ByItself(Described, Collection):
    """Results of several ships that each flew without the others, under the same seed and conditions.

    Index it by a ship's name. Ships of the same name are numbered.

    Attributes:
        results: The results of the ships' separate runs.

    >>> import analyzer
    >>> ships = [analyzer.load_ship(f"ships/2007/I/{name}.yaml") for name in ("first-mile", "paper-arrow")]
    >>> [ship.name for ship in analyzer.fly(ships, flights=100)]
    ['First Mile', 'Paper Arrow']
    """

    ITEMS: ClassVar = "ships"

    results: tuple[Any, ...]

    @cached_property
    def ships(self) -> tuple[Any, ...]:
        """The ships' results, in the order in which ships were given."""
        every = [ship for result in self.results for ship in result.ships]
        return tuple(
            replace(ship, name=name) for ship, name in zip(every, distinct(ship.name for ship in every), strict=True)
        )

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Raise an error that says how to read an attribute of a single ship, if each ship has that attribute."""
            if "results" in self.__dict__ and not name.startswith("_") and hasattr(self.ships[0], name):
                raise metric_of_one(self.ships, name)
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __getitem__(self, name: str) -> Any:
        return find_by_name(self.ships, name, "ship", "this result")

    @property
    def flights(self) -> int:
        """The number of trials of each ship; the largest one if they differ."""
        return max(int(result.flights) for result in self.results)

    @property
    def origins(self) -> list[tuple[str, Any]]:
        """Every ship's name with the origin of its numbers."""
        every = [origin for result in self.results for _, origin in result.origins]
        return [(ship.name, origin) for ship, origin in zip(self.ships, every, strict=True)]

    def heading(self) -> str:
        """Return the headings of the runs in one line, without repetitions."""
        return "; ".join(dict.fromkeys(result.heading() for result in self.results))

    def description(self) -> Description:
        """Return the descriptions of the runs, one after the other."""
        each = [result.description() for result in self.results]

        def rows() -> list[dict[str, Any]]:
            pairs = zip(self.ships, each, strict=True)
            return [row | {"ship": ship.name} for ship, one in pairs for row in one.flat_rows()]

        return Description("", "", notes=self.notes(), each=each, flat=rows)

    def notes(self) -> list[str]:
        """Return notes on how to read the numbers, without repetitions."""
        return list(dict.fromkeys(note for result in self.results for note in result.notes()))

    def as_dict(self) -> list[dict[str, Any]]:
        """Return a list with each run in plain types, for JSON."""
        return [result.as_dict() for result in self.results]


def one_or_by_itself(results: Sequence[AnyResult]) -> AnyResult | ByItself:
    """Return a single result unchanged, several as one `ByItself`."""
    return results[0] if len(results) == 1 else ByItself(tuple(results))
