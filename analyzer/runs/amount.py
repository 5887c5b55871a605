"""Amount of trials to run, the condition that ends a run, and what is kept, for one or several experiments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, Any, TypedDict, TypeVar, cast

from analyzer import arguments
from analyzer.answers.note import warning
from analyzer.answers.numbers import distinct
from analyzer.errors import LARGEST_NUMBER, AnalyzerError, brief, named_setting, whole_number
from analyzer.montecarlo import blocks
from analyzer.montecarlo.blocks import MOST_MINUTES, SlowTrials
from analyzer.montecarlo.stretch import Stretch
from analyzer.montecarlo.workers import AUTO
from analyzer.runs.identity import identity
from analyzer.runs.rows import RowsFile, check_rows_file
from analyzer.runs.stopping import (
    PILOT,
    Enough,
    Events,
    EventsLike,
    PrecisionLike,
    VerdictGoal,
    load_events,
    load_precision,
)
from analyzer.runs.store import Store
from analyzer.runs.watched import (
    CutShort,
    Goal,
    SavedTrials,
    Step,
    Stopped,
    Watcher,
    is_first_figure_awaited,
    notebook_output,
    report_answers,
)
from analyzer.statistics.tally import Columns
from analyzer.world import Experiment, result_of, setting_of_trials

TRIALS = 100_000
MOST = 100_000_000
"""Maximum number of trials that are run for a precision, if no other number is given."""
MOST_UNDECIDED = 1_000_000
"""Maximum number of trials of a comparison that runs until every pair is decided, if no other number is given."""
LAST = LARGEST_NUMBER
"""Largest number of a trial."""
MOST_KEPT = 10**7
"""Largest number of trials of a call that keeps the result of every trial in memory."""
CHECKED = 20_000
"""Maximum number of trials in the second setting of a comparison, which only checks the ranking of the first."""
AHEAD = 4
"""Number of finished blocks, for each worker, that may wait until their trials are written to the file of rows."""
NOBODY = Watcher()
"""Watcher without a listener."""


class HowMuch(TypedDict, total=False):
    """Keyword arguments shared by calls that run trials: precision, first trial, workers, save file, and so on.

    `analyzer.arguments` explains each of them.
    """

    precision: Annotated[PrecisionLike | None, arguments.PRECISION]
    first: Annotated[int, arguments.FIRST]
    workers: Annotated[blocks.Workers, arguments.WORKERS]
    save: Annotated[str | Path | None, arguments.SAVE]
    plain: Annotated[bool, arguments.PLAIN]
    progress: Annotated[Callable[[int], None] | None, arguments.PROGRESS]


@dataclass(frozen=True)
class BlockCount:
    """Count of a block of trials.

    Args:
        summand: the count, which adds up.
        columns: columns of a single block, for its rows; None once blocks were added up.
    """

    summand: Any
    columns: Columns | None = None

    def __add__(self, other: BlockCount) -> BlockCount:
        return BlockCount(self.summand + other.summand)


@dataclass(frozen=True)
class Amount:
    """Settings of a run: how many trials it has, which workers run them, and which files keep them.

    Args:
        trials: number of trials. None takes `usual`; a run for a precision or for events then has at most MOST trials,
            and one with `until` at most MOST_UNDECIDED.
        precision: largest half-width of a subject's 95% interval of the score at which the run ends. For other
            metrics, a dict of half-widths by metric.
        until: "decided" to stop once the verdict on every pair of subjects is certain: one is better, or they are equal
            within the margin.
        first: number of the first trial; machines that share one seed must run different numbers.
        workers: number of processes, "auto" for as many as make the run shorter, or a cluster.
        block: maximum number of trials held in memory at once; the experiment's own number if None.
        save: path of a file that keeps every finished block; the same run continues from there.
        rows_out: path of a Parquet file to write with a row for every trial.
        until_events: dict of the events to wait for. The key is the metric of the event's chance, the value the number
            of trials with the event after which the run ends, e.g. {"no_humans": 1000}.
        plain: whether to leave means uncorrected by the known chances of the draws.
        usual: number of trials if `trials` is None.
        enough: half-width of the score's 95% intervals, or a dict of half-widths by metric. A run that reaches it ends
            before `usual` trials, if no argument above sets its length. None for no such rule. It is ignored for slow
            trials.
        called: name of the trials in messages, in the plural.
    """

    trials: int | None = None
    precision: PrecisionLike | None = None
    until: str | None = None
    first: int = 0
    workers: blocks.Workers = AUTO
    block: int | None = None
    save: str | Path | None = None
    rows_out: str | Path | None = None
    until_events: EventsLike | None = None
    plain: bool = False
    usual: int = field(default=TRIALS, kw_only=True)
    enough: PrecisionLike | None = field(default=None, kw_only=True)
    called: str = field(default="trials", kw_only=True)

    def most(self, slow: SlowTrials | None = None) -> int:
        """Return the maximum number of trials to run for one experiment.

        Args:
            slow: settings of an experiment whose trials take seconds each, or None. They limit the number of trials
                if none is given.

        Raises:
            AnalyzerError: if the number of trials is invalid, or the fewest slow ones would take too long.
        """
        open_ended = self.precision is not None or self.until_events is not None
        usual = min(self.usual, slow.share) if slow else self.usual
        if slow and self.trials is None and not (open_ended or self.until) and slow.minutes > MOST_MINUTES:
            raise AnalyzerError(
                f"a captain thinks: {usual} {self.called} of {slow.subjects} variants take about {slow.minutes:.0f} "
                f"minutes on one processor: give {named_setting(self.called, usual)}, or choose another captain"
            )
        usual = MOST if open_ended else MOST_UNDECIDED if self.until else usual
        most = whole_number(usual if self.trials is None else self.trials, self.called, 1)
        if most > LAST:
            raise AnalyzerError(f"{self.called} {most:,}: give at most {LAST:,}")
        return most

    def goal(self, experiment: Experiment) -> Goal | None:
        """Return the condition that ends a run of an experiment, or None for a fixed number of trials.

        Raises:
            AnalyzerError: if the condition is invalid, or several are given.
        """
        decided = None if self.until is None else VerdictGoal(self.until)
        precision = load_precision(self.precision, experiment.metrics)
        events = load_events(self.until_events, experiment.metrics)
        goals = [goal for goal in (decided, precision, events) if goal is not None]
        if len(goals) > 1:
            several = "one of until, a precision and events to wait for, not several"
            raise AnalyzerError(f"choose {several if events else 'until or a precision, not both'}")
        is_open = self.trials is None and not blocks.slow_of(experiment)
        if goals or self.enough is None or not is_open:
            return goals[0] if goals else None
        wanted = load_precision(self.enough, experiment.metrics)
        return None if wanted is None else Enough(wanted.targets, wanted.metrics, getattr(experiment, "PILOT", PILOT))

    def check(self) -> None:
        """Raise AnalyzerError for settings that no experiment can be run with."""
        most, first = self.most(), whole_number(self.first, "first", 0, LAST)
        if first + most - 1 > LAST:
            raise AnalyzerError(f"first {first}: {most:,} from there on end beyond {LAST}: begin at {LAST - most + 1}")
        blocks.checked_workers(self.workers)
        for path, what in ((self.save, "save"), (self.rows_out, "flights_out")):
            if not (path is None or isinstance(path, str | Path)) or path == "":
                raise AnalyzerError(f"{what} {brief(path)}: give the path of a file")
        if self.rows_out is not None:
            check_rows_file(self.rows_out, self.called)
            if self.save is not None and Path(self.save).absolute() == Path(self.rows_out).absolute():
                both = f"what is saved and all {self.called}"
                raise AnalyzerError(f"{self.save}: cannot hold both {both}: name two files")

    def with_fixed_trials(self, slow: SlowTrials | None = None) -> Amount:
        """Return the amount for experiments that only check others: a fixed number of trials, no other condition."""
        most = min(self.most(slow), CHECKED if slow is None else max(slow.share, self.trials or 0))
        return replace(self, trials=most, precision=None, until=None, until_events=None, rows_out=None)

    def run(
        self, experiments: Sequence[Experiment], watcher: Watcher = NOBODY, beside: Sequence[Experiment] = ()
    ) -> list[Any]:
        """Run experiments one after the other and return their results.

        Args:
            experiments: the experiments.
            watcher: receives every step.
            beside: experiments that only check the others; they run last, in the same save file, without rows of
                their trials.

        Raises:
            AnalyzerError: if the amount is invalid, or a file cannot be used.
            Stopped: if interrupted; it holds the results so far.
            CutShort: if trials cannot be kept; it holds the results so far.
        """
        every = [*experiments, *beside]
        self.check()
        for experiment in experiments:
            self.goal(experiment)
        with ExitStack() as files:
            if watcher.listener is None and watcher.fully is None and (output := notebook_output()):
                files.callback(output.close)
                watcher = replace(watcher, listener=output)
            store, sheet = None, None
            if self.save is not None:
                store = files.enter_context(Store(self.save, identity(every, self.first), every))
            if self.rows_out is not None:
                sheet = files.enter_context(self._sheet(self.rows_out, experiments, store))
            if store is not None and store.kept:
                watcher.says(f"{store.path}: holds {store.kept:,} {store.trials}: continuing from there")
            ones, row, pace = [], 0, blocks.Pace()
            for number, experiment in enumerate(experiments):
                after = len(experiments) - number - 1
                ones.append(_One(self, experiment, number, row, after, store, sheet, watcher, pace))
                row += len(experiment.subjects)
            for number, experiment in enumerate(beside, start=len(experiments)):
                after = len(every) - number - 1
                amount = self.with_fixed_trials(blocks.slow_of(experiment))
                ones.append(_One(amount, experiment, number, row, after, store, None, watcher, pace))
            results: list[Any] = []
            for one in ones:
                try:
                    results.append(one.run())
                except KeyboardInterrupt as interrupt:
                    saved = None if store is None else SavedTrials(store.path, store.reread(), store.trials)
                    stopped = Stopped([*results, *one.left()], saved)
                    for note in getattr(interrupt, "__notes__", ()):
                        stopped.add_note(note)
                    raise stopped from None
                except AnalyzerError as error:
                    raise CutShort(error.faults, [*results, *one.left()]) from None
            return results

    @staticmethod
    def _sheet(path: str | Path, experiments: Sequence[Experiment], store: Store | None) -> RowsFile:
        """Return the file of rows for all experiments.

        Raises:
            AnalyzerError: if the save file holds trials already, because rows of them would be missing.
        """
        if store is not None and store.kept:
            raise AnalyzerError(
                f"{path}: would lack the {store.kept:,} {store.trials} that {store.path} holds, which are not run "
                "again: leave out one of the two, or save to another file"
            )
        names = distinct(subject.name for experiment in experiments for subject in experiment.subjects)
        first = experiments[0]
        return RowsFile(path, names, first.metrics, first.SUBJECT[0], first.TRIAL[0])


Given = TypeVar("Given")


def split_amount(arguments: Mapping[str, Any], others: type[Given]) -> tuple[HowMuch, Given]:
    """Return the keyword arguments of HowMuch in a call, and all other arguments, typed as `others`."""
    mine = {name: value for name, value in arguments.items() if name in HowMuch.__annotations__}
    return cast(HowMuch, mine), cast(Given, {name: value for name, value in arguments.items() if name not in mine})


def run_each(
    experiments: Sequence[Experiment],
    trials: int | None,
    usual: int = TRIALS,
    *,
    until: str | None = None,
    enough: PrecisionLike | None = None,
    units: int = 1,
    beside: Sequence[Experiment] = (),
    precision: PrecisionLike | None = arguments.PRECISION.default,
    first: int = arguments.FIRST.default,
    workers: blocks.Workers = arguments.WORKERS.default,
    save: str | Path | None = arguments.SAVE.default,
    plain: bool = arguments.PLAIN.default,
    progress: Callable[[int], None] | None = arguments.PROGRESS.default,
) -> list[Any]:
    """Run experiments one after the other and return their results, those of `beside` last.

    The keyword arguments of HowMuch are named here so that any other one is a TypeError.

    Args:
        experiments: the experiments.
        trials: number of trials, or None for `usual`.
        usual: number of trials if none is given.
        until: "decided" to stop once the verdict on every pair of subjects is certain.
        enough: half-width of the score's 95% intervals, or a dict of half-widths by metric, at which a run of the usual
            number ends early.
        units: number of units that `progress` receives for every trial, e.g. the number of ships.
        beside: experiments that only check the others.
        precision: half-width to reach for the 95% interval of the score. For other metrics, a dict of half-widths.
        first: number of the first trial.
        workers: number of processes, "auto", or a cluster.
        save: path of a file that keeps every finished block.
        plain: whether to leave means uncorrected by the known chances of the draws.
        progress: called with the number of units just run.
    """
    called = setting_of_trials(experiments[0])
    amount = Amount(
        trials, precision, until, first, workers, save=save, plain=plain, usual=usual, enough=enough, called=called
    )
    return amount.run(experiments, Watcher(progress, units), beside)


def report_first_trials(experiment: Experiment) -> None:
    """Report the result of AWAITED trials as an interim answer, for a question whose preparation takes long.

    The trials are run only if the answer is shown.
    """
    if not blocks.slow_of(experiment):
        report_answers(lambda: [_run_at_once(experiment, 0, blocks.AWAITED, plain=False)])


def _run_at_once(experiment: Experiment, first: int, trials: int, *, plain: bool) -> Any:
    """Run a few trials in one block and return their result."""
    counted = experiment.count(blocks.columns_of(experiment, first, trials))
    return result_of(experiment, counted, (Stretch(experiment.seed, first, trials),), plain)


@dataclass
class _One:
    """One experiment of a call that runs several, while it is run.

    Args:
        amount: amount to run.
        experiment: the experiment.
        number: index of the experiment in the call.
        row: number of subjects in the experiments before it.
        after: number of experiments after it.
        store: the save file, or None.
        sheet: the file of rows, or None.
        watcher: receives every step.
        pace: speed of the blocks run so far, of all experiments of the call.
        latest: the count so far; None before the first one.
        resulted: the latest count of which the result was asked for, and its result.
        planned_trials: number of trials that are needed according to the first ones; None while that is unknown.
    """

    amount: Amount
    experiment: Experiment
    number: int
    row: int
    after: int
    store: Store | None
    sheet: RowsFile | None
    watcher: Watcher
    pace: blocks.Pace
    latest: Any = field(default=None, init=False)
    resulted: tuple[Any, Any] = field(default=(None, None), init=False)
    planned_trials: int | None = field(default=None, init=False)

    def run(self) -> Any:
        """Run the experiment and return its result."""
        amount, experiment, goal = self.amount, self.experiment, self.goal
        store, number, end = self.store, self.number, 0
        while True:
            saved, last, gap = (store.counted(number), store.last(number), store.gap(number)) if store else (None,) * 3
            end = self.most if gap is None else min(gap - amount.first, self.most)
            if saved is not None:
                self._step(0, saved)
            counted = blocks.run(
                experiment,
                end,
                partial(_count, experiment, with_columns=self.sheet is not None),
                first=amount.first,
                counted_before=None if saved is None else (saved.trials, BlockCount(saved)),
                begun=None if last is None else blocks.Part(last.first, last.trials, BlockCount(last.counted)),
                workers=amount.workers,
                block=experiment.BLOCK if amount.block is None else amount.block,
                check_step=self.check_step,
                soon=self.slow.soon if self.slow else getattr(experiment, "FIRST_BLOCK", blocks.FIRST),
                # runs inside a search have no listener and show no interim answer
                is_awaited=self.watcher.listener is not None and is_first_figure_awaited(),
                # the largest power of two that fits into a block, if checks are not closer
                step=min(self.check_step, 1 << experiment.BLOCK.bit_length() >> 1) if store or goal else None,
                ahead=AHEAD if self.sheet else None,
                pace=self.pace,
                each=self._each,
                keep=None if store is None else lambda part: store.append(number, part.first, part.counted.summand),
                until=None if goal is None else lambda total: self._is_enough(goal, self._result(total.summand)),
                needed=partial(self._needed, goal) if isinstance(goal, Enough) else None,
                says=self.watcher.says,
            ).summand
            if counted.trials != end or end >= self.most:
                break  # otherwise a gap of the save file is now filled: go on after the trials that follow it
        result = self._result(counted)
        remarks = (*self._fewer(result), *_remarks(result, self.most, goal, experiment.TRIAL[1]))
        if isinstance(goal, Enough) and result.trials < self.most:
            remarks = (*remarks, goal.in_words(self.most, experiment))
        result = replace(result, remarks=remarks)
        return goal.settled(result, amount.first) if isinstance(goal, Events) else result

    @cached_property
    def goal(self) -> Goal | None:
        """Condition that ends the run, or None."""
        return self.amount.goal(self.experiment)

    @property
    def check_step(self) -> int:
        """Number of trials between two checks of the count so far."""
        return self.goal.pilot if isinstance(self.goal, Enough) else blocks.check_step_of(self.experiment)

    @cached_property
    def most(self) -> int:
        """Maximum number of trials to run."""
        return self.amount.most(self.slow)

    @property
    def slow(self) -> SlowTrials | None:
        """Settings for trials that take seconds each, or None."""
        return blocks.slow_of(self.experiment)

    def _fewer(self, result: Any) -> list[str]:
        """Return a remark if fewer trials than usual were run because the captain's decisions are slow; else []."""
        if result.trials >= self.amount.most() or self.amount.trials is not None or result.trials < self.most:
            return []
        trials, called = self.experiment.TRIAL[1], self.amount.called
        return [
            f"A captain thinks, so {self.most:,} {trials} were run, not {self.amount.most():,}. For more give "
            f"{named_setting(called, 10 * self.most)}."
        ]

    def _each(self, part: blocks.Part[BlockCount], total: BlockCount) -> None:
        """Write the rows of a block of trials that was just run, and report the block to the watcher."""
        self.latest = total.summand  # before the rows: if there is no room for them, the answer has these trials
        if self.sheet is not None and part.counted.columns is not None:
            self.sheet.write(self.row, part.first, part.counted.columns)
        self._step(part.trials, total.summand)

    def _step(self, trials: int, counted: Any) -> None:
        """Report newly run trials to the watcher, with the count of all trials so far."""
        self.latest = counted
        self.watcher.step(Step(self.experiment, trials, self._result(counted), self.most, self.goal, self.after))

    def _is_enough(self, goal: Goal, result: Any) -> bool:
        """Return whether the run ends with a result, because its goal is reached or its planned trials are run."""
        if not isinstance(goal, Enough):
            return goal.reached(result)
        if self.planned_trials is None:
            # A save file holds counts as sums, so a run that goes on runs the first trials again.
            first, plain = self.amount.first, self.amount.plain
            is_first = result.trials == goal.pilot
            pilot = result if is_first else _run_at_once(self.experiment, first, goal.pilot, plain=plain)
            needed = goal.needed(pilot)
            # The number is unknown as long as an interval is infinite.
            self.planned_trials = needed if needed > pilot.trials or goal.reached(pilot) else self.most
        return bool(result.trials >= self.planned_trials)

    def _needed(self, goal: Enough, total: BlockCount) -> int:
        """Return the number of trials that the run takes; it is an estimate until `_is_enough` has fixed it."""
        return goal.needed(self._result(total.summand)) if self.planned_trials is None else self.planned_trials

    def left(self) -> list[Any]:
        """Return the result so far of an interrupted run in a list, which is empty if nothing was counted."""
        if self.latest is None:
            return []
        result, most = self._result(self.latest), f"at most {self.most:,} {self.experiment.TRIAL[1]}"
        return [replace(result, remarks=(warning(f"Stopped after {result.trials:,} of {most}."),))]

    def _result(self, counted: Any) -> Any:
        """Return the result that follows from a count of trials; it is cached until the count changes."""
        # The watcher, the goal and the end ask for the result of one count; correcting its means takes longest.
        if self.resulted[0] is not counted:
            stretches = (Stretch(self.experiment.seed, self.amount.first, counted.trials),)
            self.resulted = counted, result_of(self.experiment, counted, stretches, self.amount.plain)
        return self.resulted[1]


def _count(experiment: Experiment, columns: Columns, with_columns: bool) -> BlockCount:
    """Return the count of a block of trials, with the block's columns if a file of rows is written."""
    return BlockCount(experiment.count(columns), columns if with_columns else None)


def _remarks(result: Any, most: int, goal: Goal | None, trials: str) -> tuple[str, ...]:
    """Return warnings if the save file holds more trials than were asked for, or if the goal was not reached."""
    remarks = []
    if result.trials > most:
        remarks.append(
            f"The save file holds {result.trials:,} {trials}: all count, not only the {most:,} of this command."
        )
    if goal is not None and not goal.reached(result):
        remarks += [goal.shortfall_in_words(result)] * bool(goal.shortfall_in_words(result))
    return tuple(map(warning, remarks))
