"""Blocks of trials: their sizes, pace and order, and the trial counts (marks) at which parts of a run end.

A part is the content of one line of a save file. The marks alone decide what a save file holds, and at which trials
a run may stop early. Numbers therefore do not depend on block sizes or workers.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from time import thread_time
from typing import Any, Generic, Protocol, Self, TypeVar, runtime_checkable

from analyzer.errors import whole_number
from analyzer.interrupts import raise_again_if_lost, raise_from_now_on
from analyzer.montecarlo import workers as forks
from analyzer.montecarlo.limits import processors
from analyzer.montecarlo.workers import AUTO, Processes, checked_processes, in_order, processes_that_pay
from analyzer.statistics.controls import DRAWS, Controls
from analyzer.statistics.tally import Columns

FIXED_TIME = 1 << 10
"""Number of trials that take about as long as the fixed time of a block, used until blocks of two sizes were run.

Measured: 600 to 1,000 where a trial takes about a millisecond, as in whole games; more where it takes microseconds.
"""
FIRST_BLOCK_SECONDS = 1.0
"""Seconds that the first blocks of a saved run may take.

Later blocks may take as long as all before them, because larger blocks are faster.
"""


@dataclass
class Pace:
    """Speed of the blocks run so far.

    A block takes a fixed time, and further time for each of its trials.

    Attributes:
        largest: number of trials of the largest block.
        speed: trials a second, measured on large blocks.
        seconds: seconds of work in all.
        of_largest: seconds that the largest block took.
        each: seconds that one further trial adds to a block; 0 until blocks of two sizes were run.
    """

    largest: int = field(default=0, init=False)
    speed: float = field(default=0.0, init=False)
    seconds: float = field(default=0.0, init=False)
    of_largest: float = field(default=0.0, init=False)
    each: float = field(default=0.0, init=False)

    def add(self, trials: int, seconds: float) -> None:
        """Record the seconds that a block of trials took.

        Blocks less than half as large as the largest one do not change the speed, because small blocks are slower.
        """
        self.seconds += seconds
        if trials > self.largest:
            if self.largest:
                self.each = max(seconds - self.of_largest, 0.0) / (trials - self.largest)
            self.largest, self.of_largest = trials, seconds
        if 2 * trials > self.largest:
            self.speed = trials / max(seconds, 1e-6)  # the clock may measure 0 seconds

    @property
    def each_or_guess(self) -> float:
        """Seconds that one further trial adds to a block, guessed until blocks of two sizes were run."""
        return self.each or self.of_largest / (self.largest + FIXED_TIME)

    def seconds_to_share(self, trials: int, job: Job) -> float:
        """Estimate the seconds of work in `trials` that several workers can share.

        The fixed time of a block cannot be shared, so it is left out, except for slow trials and after a large block.
        In a run with marks, a first block tells little about larger ones, and further small blocks come soon. While all
        blocks had one size, or larger ones were no slower, the estimate is the time of the largest block there, or 0 if
        it has more than `trials` trials or is smaller than the first block.
        """
        if job.is_slow or self.largest >= GROWTH * job.soon:
            return trials / self.speed if self.speed else 0.0
        if self.each or job.marks is None:
            return trials * self.each_or_guess
        # A block for a first figure comes out of the first block, and may take longer than it, because all is cold.
        return self.of_largest if job.soon - job.awaited <= self.largest <= trials else 0.0

    def processes(self, trials: int, job: Job) -> int:
        """Return how many processes to use for `trials`; below 2 means this process alone."""
        processes = processes_that_pay(self.seconds, self.seconds_to_share(trials, job))
        # A run with marks gives its processes blocks of different sizes, many of them ahead of the next check.
        return self.pieces(trials, processes) if job.marks is None and not job.is_slow else processes

    def pieces(self, trials: int, workers: int) -> int:
        """Return into how many blocks to cut trials that several workers may share, at most one for each worker.

        A block's fixed time is not shared, so the trials of each block take at least half of that time.
        """
        each = self.each_or_guess
        if workers < 2 or not each:
            return 1
        fixed = max(self.of_largest - self.largest * each, 0.0)
        return max(1, min(workers, int(2 * trials * each / fixed) if fixed else workers))

    def most(self, first: int, workers: int) -> int:
        """Return the largest number of trials that the next block may have, so that it does not take too long.

        Args:
            first: the number to return while the speed is unknown.
            workers: number of workers that share the work.
        """
        if not self.largest:
            return first
        return max(1, int(self.speed * max(FIRST_BLOCK_SECONDS, self.seconds / workers)))

    def most_shown(self, size: int) -> int:
        """Return how many trials, at most `size`, take about SHOWN_SECONDS; `size` while `each` is unknown.

        The rest is not cut off if it is smaller than that, because a block takes a fixed time, too.
        """
        if not self.each:
            return size
        most = max(1, self.largest + int((SHOWN_SECONDS - self.of_largest) / self.each))
        return size if size < 2 * most else most

    def most_of_slow(self, first: int) -> int:
        """Return the largest number of slow trials that the next block may have, at least `first`."""
        return max(first, int(SECONDS_OF_SLOW * self.speed))


class SharedWork:
    """Work that comes in rounds, which several processes share, e.g. the games after some options.

    Args:
        workers: number of processes, or "auto" for as many as save time, judging by earlier rounds.
    """

    def __init__(self, workers: Processes = 1) -> None:
        self.workers, self.pace = workers, Pace()

    def run(self, function: Callable[[int, int], Any], units: int, most: int) -> list[Any]:
        """Do the work of a round, and return the function's result for each part of it, in order.

        Args:
            function: does part number `part` of `parts`, given both, and returns its result.
            units: size of the round, in units that take about as long in every round, e.g. games.
            most: largest number of parts.
        """
        pace = self.pace
        if self.workers == AUTO:
            processes = pace.pieces(units, processes_that_pay(pace.seconds, pace.each * units)) if pace.each else 1
        else:
            processes = self.workers
        parts = max(1, min(processes, most))

        def timed(part: int) -> tuple[float, Any]:
            begun = thread_time()
            result = function(part, parts)
            return thread_time() - begun, result

        results = []
        for seconds, result in in_order(parts, timed, range(parts), copies=forks.can_fork()):
            pace.add(units // parts, seconds)
            results.append(result)
        return results


SHARE = 1 << 7
"""Divisor that limits a part of a long run to 1 / SHARE of the trials before it."""
FARTHEST = 1 << 24
"""Largest number of trials between two marks."""


def check_distance(done: int, step: int) -> int:
    """Return the distance in trials between two regular marks, or between two checks.

    It is `step`, or a power of two that grows with `done` if that is more.

    >>> [check_distance(done, 1 << 15) for done in (0, 1 << 22, 1 << 23, 10**9, 10**12)]
    [32768, 32768, 65536, 4194304, 16777216]
    """
    # 1 << done.bit_length() >> 1 is the largest power of two up to `done`.
    return max(step, min(FARTHEST, (1 << done.bit_length() >> 1) // SHARE))


def check_before(done: int, step: int) -> int:
    """Return the trial count at the previous check, given that the latest check was at `done` trials."""
    return done - check_distance(done - 1, step)


def in_words(done: int, step: int, trials: str) -> str:
    """Return a phrase that tells how often a finished run checked its counts.

    >>> in_words(10**6, 32_768, "games"), in_words(1 << 30, 32_768, "games")
    ('every 32,768 games', 'every 32,768 games, in the end every 4,194,304')
    """
    last = check_distance(done - 1, step)
    return f"every {step:,} {trials}" + (f", in the end every {last:,}" if last > step else "")


@dataclass(frozen=True)
class Marks:
    """Marks of a run: the numbers of trials after which its parts end.

    Early marks are `soon`, `soon * growth`, `soon * growth**2`, and so on. Regular marks are the multiples of
    `check_distance`.

    Args:
        step: smallest distance between two regular marks, in trials.
        soon: first mark, in trials.
        growth: factor between the early marks.
    """

    step: int
    soon: int
    growth: int

    def after(self, done: int) -> int:
        """Return the mark at which the part that begins after `done` trials ends."""
        mark = self.soon
        while mark <= done:
            mark *= self.growth
        stride = check_distance(done, self.step)
        return min(mark, (done // stride + 1) * stride)

    def within(self, done: int, end: int) -> int:
        """Return the last regular mark above `done` and up to `end`, or `end` if there is none."""
        stride = check_distance(end, self.step)
        last = end // stride * stride
        return last if last > done else end

    def cut(self, done: int, trials: int) -> list[int]:
        """Return the sizes of the pieces into which marks cut `trials` trials after the first `done`."""
        sizes, end = [], done + trials
        while done < end:
            sizes.append(min(self.after(done), end) - done)
            done += sizes[-1]
        return sizes


BLOCK = 1 << 17
"""Number of trials held in memory at once; larger blocks are hardly faster (measured), smaller ones are slower."""
CHECK_STEP = 1 << 15
"""Number of trials between two checks of the counts so far, for a run that may stop early or is kept."""
FIRST = 1 << 8
"""Number of trials in the first block of a long run, if none is given, to show an early result."""
FIRST_SHARE = 64
"""Divisor: the first block of a saved run has at most 1 / FIRST_SHARE of the trials that fit into memory.

The block is smaller if its trials take long.
"""
SHOWN_SECONDS = 4.0
"""Approximate seconds of a block in a long run, so that an interim answer is seldom older."""
AWAITED = 1 << 4
"""Number of trials in a block that is run only to show a person a first interim answer soon."""
GROWTH = 8
"""Largest ratio of the trials of a block to those before it, beyond the first block."""
LEAST_OF_SLOW = 10
"""Minimum number of slow trials that are run if no number is given."""
MINUTES_OF_SLOW = 0.25
"""Approximate minutes that the default number of slow trials takes on one processor, if many subjects run together."""
MOST_MINUTES = 3.0
"""Longest time in minutes that slow trials may take if no number is given."""
FEWEST = 1 << 10
"""Minimum number of trials for each worker; fewer are not worth a further worker."""
SECONDS_OF_SLOW = 15.0
"""Maximum seconds of a block of slow trials, estimated from the last block; Ctrl-C loses no more."""
FIRST_SECONDS = 20.0
"""Seconds that the first blocks of several workers may take at the speed of the first block, which is the slowest."""


class Runs(Protocol):
    """Experiment that computes columns of whole numbers for any range of trials. Shape (subjects, trials) each."""

    def run_block(self, first: int, trials: int) -> Columns:
        """Return the columns of trials `first` to `first + trials - 1`."""


@runtime_checkable
class NotingExperiment(Protocol):
    """Experiment that records the draws of its trials (see `Controls`) while it runs.

    Other experiments compute the draws of a trial from its number.
    """

    @property
    def controls(self) -> Controls | None:
        """Control variates that are recorded, or None."""

    def run_noting(self, first: int, trials: int) -> Columns:
        """Return the columns of `run_block`, with the recorded draws as one more column."""


@dataclass(frozen=True)
class SlowTrials:
    """Settings for running trials that take seconds each, for example because a captain simulates ahead.

    Args:
        soon: number of trials in the first block, which takes a few seconds.
        check_step: number of trials between two checks.
        usual: number of trials if none is given; one processor takes a minute or two for them.
        subjects: number of subjects in each trial, among which the usual number is divided.
    """

    soon: int
    check_step: int
    usual: int
    subjects: int = 1

    @property
    def share(self) -> int:
        """Usual number of trials, divided by the number of subjects in each."""
        return self.usual if self.subjects == 1 else max(LEAST_OF_SLOW, self.usual // self.subjects)

    @property
    def minutes(self) -> float:
        """Approximate minutes that `share` trials of all subjects take on one processor, side by side."""
        return MINUTES_OF_SLOW * self.share * self.subjects / self.usual


def slow_of(experiment: object) -> SlowTrials | None:
    """Return the settings of an experiment whose trials take seconds each, or None for any other."""
    slow: SlowTrials | None = getattr(experiment, "SLOW", None)
    return slow


def pace_of(experiment: object, other: Pace | None = None) -> Pace:
    """Return the pace that an experiment keeps from earlier runs; if it keeps none, `other` or a new pace."""
    pace: Pace | None = getattr(experiment, "pace", None)
    return pace or other or Pace()


def check_step_of(experiment: object) -> int:
    """Return the number of trials between two checks of the counts of an experiment so far."""
    slow = slow_of(experiment)
    return slow.check_step if slow else CHECK_STEP


class Addable(Protocol):
    """Count of some trials; counts can be added in any order."""

    def __add__(self, other: Self, /) -> Self: ...


Counted = TypeVar("Counted", bound=Addable)


@dataclass(frozen=True)
class Part(Generic[Counted]):
    """Count of trials `first` to `first + trials - 1`."""

    first: int
    trials: int
    counted: Counted

    def __add__(self, after: Part[Counted]) -> Part[Counted]:
        """Return this part joined with the one that begins where it ends."""
        return Part(self.first, self.trials + after.trials, self.counted + after.counted)


@dataclass(frozen=True)
class Task:
    """Trials for one worker to run.

    Args:
        first: number of the run's first trial.
        done: number of trials of the run before this task.
        trials: number of trials of this task.
        marks: marks that cut the trials into parts.
    """

    first: int
    done: int
    trials: int
    marks: Marks | None = None


@dataclass(frozen=True)
class Job:
    """All trials of a run that are still to be run.

    Args:
        first: number of the run's first trial.
        done: number of trials counted before.
        trials: number of trials of the run, including those done.
        block: maximum number of trials held in memory at once.
        soon: number of trials in the first block, to show an early result.
        marks: marks at which parts end, or None.
        awaited: number of trials in a small block before the first one, for a first interim answer; 0 for none.
        early: whether the run may end before all trials are run.
        keep_blocks: whether each block is counted separately, e.g. to write its rows.
        is_saved: whether counts go to a save file; blocks are then short, so that an interrupt loses little.
        is_slow: whether a trial takes seconds.
        is_foreseen: whether the number of trials that the run needs can be estimated from the counts so far.
    """

    first: int
    done: int
    trials: int
    block: int
    soon: int
    marks: Marks | None
    awaited: int = 0
    early: bool = False
    keep_blocks: bool = False
    is_saved: bool = False
    is_slow: bool = False
    is_foreseen: bool = False

    def mark(self, part: Part[Counted], done: int) -> int:
        """Return the mark at which a part that begins after `done` trials ends; `done` if the job has no marks."""
        return done if self.marks is None else self.marks.after(part.first - self.first)


@runtime_checkable
class RemoteWorkers(Protocol):
    """Workers that are not processes of this machine, such as a cluster."""

    def parts(
        self, experiment: Runs, count: Callable[[Columns], Counted], job: Job, says: Callable[[str], None]
    ) -> Generator[Part[Counted], None, None]:
        """Yield the counts of a job in order, in parts that do not cross a mark.

        Args:
            experiment: the experiment to run.
            count: counts the columns of a block.
            job: the trials to run.
            says: called with messages for the user.
        """


Workers = Processes | RemoteWorkers
"""Number of processes on this machine, or workers elsewhere; no result depends on it."""


def checked_workers(workers: Workers) -> Workers:
    """Return `workers` unchanged if they are valid.

    Raises:
        AnalyzerError: if they are neither workers elsewhere, nor a number of processes, nor "auto".
    """
    if isinstance(workers, RemoteWorkers) and callable(workers.parts):  # a path has `parts`, too
        return workers
    return checked_processes(workers)


def run(
    experiment: Runs,
    trials: int,
    count: Callable[[Columns], Counted],
    *,
    first: int = 0,
    counted_before: tuple[int, Counted] | None = None,
    begun: Part[Counted] | None = None,
    workers: Workers = 1,
    block: int = BLOCK,
    step: int | None = None,
    check_step: int | None = None,
    soon: int | None = None,
    is_awaited: bool = False,
    ahead: int | None = None,
    pace: Pace | None = None,
    each: Callable[[Part[Counted], Counted], None] | None = None,
    keep: Callable[[Part[Counted]], None] | None = None,
    until: Callable[[Counted], bool] | None = None,
    needed: Callable[[Counted], int] | None = None,
    says: Callable[[str], None] = lambda _: None,
) -> Counted:
    """Run an experiment's trials in blocks and return the sum of their counts.

    The result does not depend on workers or block sizes. A given number of workers is reduced to one for each processor
    and for each FEWEST trials. With "auto", this process runs blocks until more processes would save time; if the pace
    of an earlier run shows that already, they start at once.

    Args:
        experiment: the experiment to run.
        trials: number of trials of the whole run.
        count: counts the columns of a block.
        first: number of the run's first trial.
        counted_before: number and count of trials counted before, which are not run again.
        begun: last part of the trials counted before; if it ends before its mark, the next trials are added to it.
        workers: number of processes, "auto", or workers elsewhere.
        block: maximum number of trials held in memory at once.
        step: distance of the marks at which parts end, counted from `first`; they lie closer at the beginning and
            farther apart in a long run (`Marks`). None for no marks, unless `until` is given.
        check_step: number of trials between two calls of `until`; `step` or CHECK_STEP if None. It grows in a long run
            (`check_distance`).
        soon: number of trials in the first block of a long run; FIRST if None.
        is_awaited: whether a person awaits a first interim answer. A smaller block then comes before the first one.
        ahead: number of blocks of each worker that may wait to be added up; None for no limit.
        pace: speed of earlier runs of similar trials, updated by this run. It is used if the experiment keeps none.
        each: called with each newly counted piece and with the sum of all counts so far, in order.
        keep: called with every part that reached its mark, and with an unfinished one if the run ends.
        until: function of the sum so far; the run ends early once it returns True.
        needed: function of the sum so far; returns about how many trials `until` will need. Blocks then end there, so
            that few trials are run in vain.
        says: called with messages of workers elsewhere.

    Raises:
        AnalyzerError: for fewer than one trial, worker or trial in a block.
    """
    trials, workers = whole_number(trials, "trials", 1), checked_workers(workers)
    block = whole_number(block, "block", 1)
    done, total = counted_before or (0, None)
    check_step, soon = check_step or step or CHECK_STEP, soon or FIRST
    step = step or (check_step if until else None)
    if total is not None and (done >= trials or (until is not None and done >= check_step and until(total))):
        return total
    marks = Marks(step, soon, GROWTH) if step else None
    is_slow = slow_of(experiment) is not None
    kinds = until is not None, ahead is not None, keep is not None, is_slow, needed is not None
    awaited = AWAITED if is_awaited and not (done or is_slow) and trials >= 2 * AWAITED else 0
    job = Job(first, done, trials, block, soon, marks, awaited, *kinds)
    so_far = _RunningCounts(job, check_step, total, begun, each=each, keep=keep, until=until)
    raise_from_now_on()
    try:
        pace = pace_of(experiment, pace)
        parts = _parts(experiment, count, job, workers, ahead, pace, says, lambda: so_far.expected(needed))
        with closing(parts) as pieces:
            for piece in pieces:
                raise_again_if_lost()
                if so_far.add(piece):
                    break
    finally:
        # After an interrupt, too: an unfinished part is kept, and the next run goes on in it.
        so_far.keep_part()
    assert so_far.total is not None
    return so_far.total


class _RunningCounts(Generic[Counted]):
    """Counts of a job so far: of all trials, and of the part that is not complete yet.

    It calls `each`, `keep` and `until` (see `run`).
    """

    def __init__(
        self,
        job: Job,
        check_step: int,
        total: Counted | None,
        begun: Part[Counted] | None,
        *,
        each: Callable[[Part[Counted], Counted], None] | None,
        keep: Callable[[Part[Counted]], None] | None,
        until: Callable[[Counted], bool] | None,
    ) -> None:
        self.total, self._done, self._job, self._check_step = total, job.done, job, check_step
        self._each, self._keep, self._until = each, keep, until
        self._part = begun if begun is not None and self._done < job.mark(begun, self._done) else None

    def add(self, piece: Part[Counted]) -> bool:
        """Add the count of the next trials, and return whether the run may end, because `until` says so at a check."""
        self.total = total = piece.counted if self.total is None else self.total + piece.counted
        self._part = part = piece if self._part is None else self._part + piece
        self._done += piece.trials
        if self._each is not None:
            self._each(piece, total)
        if self._done not in (self._job.mark(part, self._done), self._job.trials):
            return False
        self.keep_part()
        return (
            self._until is not None
            and self._done % check_distance(self._done, self._check_step) == 0
            and self._until(total)
        )

    def expected(self, needed: Callable[[Counted], int] | None) -> int:
        """Return about how many trials the run will have in all, estimated from the counts so far."""
        return self._job.trials if needed is None or self.total is None else min(self._job.trials, needed(self.total))

    def keep_part(self) -> None:
        """Hand the current part to `keep`, because the part is complete or the run ends."""
        part, self._part = self._part, None
        if part is not None and self._keep is not None:
            self._keep(part)


def _parts(
    experiment: Runs,
    count: Callable[[Columns], Counted],
    job: Job,
    workers: Workers,
    ahead: int | None,
    pace: Pace,
    says: Callable[[str], None],
    expected: Callable[[], int],
) -> Generator[Part[Counted], None, None]:
    """Yield the counts of all trials of a job, in order; no count spans a mark."""
    if isinstance(workers, RemoteWorkers):
        yield from workers.parts(experiment, count, job, says)
        return
    run, done, copies = partial(_block, experiment, count), job.done, False
    if workers == AUTO:
        # This process begins, unless blocks of an earlier run tell that more processes pay.
        tasks = _tasks(job, pace, 1, done, expected)
        while (processes := pace.processes(expected() - done, job)) < 2:
            task = next(tasks, None)
            if task is None:
                return
            yield from _timed_parts(run(task), pace)
            done = task.done + task.trials
        copies = forks.can_fork()
    else:
        processes = min(workers, processors(), -(-(job.trials - done) // FEWEST))
    for wave in _waves(_tasks(job, pace, processes, done, expected), ahead and ahead * processes):
        with closing(in_order(processes, run, wave, copies=copies)) as blocks:
            for block in blocks:
                yield from _timed_parts(block, pace)


def _timed_parts(block: tuple[float, list[Part[Counted]]], pace: Pace) -> list[Part[Counted]]:
    """Record the seconds of a block in the pace and return its parts."""
    seconds, parts = block
    pace.add(sum(part.trials for part in parts), seconds)
    return parts


def _tasks(job: Job, pace: Pace, workers: int, done: int, expected: Callable[[], int]) -> Iterator[Task]:
    """Yield the remaining tasks of a job, block by block, after `done` trials."""
    marks, soon = job.marks, max(job.soon, int(FIRST_SECONDS * pace.speed))
    if not done and job.awaited:
        yield Task(job.first, done, job.awaited, marks)
        done = job.awaited
    if marks is None:
        sizes = _even(job, pace, soon, workers, done)
    else:
        sizes = _growing(job, marks, pace, workers, done, expected)
    yield from (Task(job.first, begin, size, marks) for begin, size in sizes)


def _even(job: Job, pace: Pace, soon: int, workers: int, done: int) -> Iterator[tuple[int, int]]:
    """Yield first trial and size of each block of a run without marks.

    Blocks grow during the run, and all workers get blocks of equal size. The first blocks have `soon` trials. A short
    run has one block for each worker. Blocks of slow trials take some seconds each.
    """
    begun, trials = job.done, job.trials
    short = GROWTH * max(soon, GROWTH * job.soon) * workers
    first = soon if job.is_slow or trials - done > short else trials
    while done < trials:
        # -(-a // b) rounds up.
        left = -(-(trials - done) // workers)
        size = min(job.block, left, max(first, GROWTH * (done - begun) // workers))
        size = min(size, pace.most_of_slow(first)) if job.is_slow else pace.most_shown(size)
        for _ in range(workers):
            size = min(size, trials - done)
            if size:
                yield done, size
            done += size


def _growing(
    job: Job, marks: Marks, pace: Pace, workers: int, done: int, expected: Callable[[], int]
) -> Iterator[tuple[int, int]]:
    """Yield first trial and size of each block of a run with marks.

    A block ends at the next mark, or at a later regular mark if it then has no more trials than were run before it. Few
    trials are therefore run in vain if the run ends early. If the needed number of trials can be estimated
    (`Job.is_foreseen`), blocks are as large as that number allows. Blocks of saved runs and of slow trials are cut
    further if they take long.
    """
    first = min(job.soon, max(1, job.block // FIRST_SHARE))
    foreseen = share = 0
    while done < job.trials:
        as_many, mark = done + min(done, job.block), marks.after(done)
        if job.is_foreseen and done >= marks.step:
            # The rest, shared among the workers once, in whole steps; -(-a // b) rounds up.
            needed = expected()
            steps = -(-max(0, needed - done) // marks.step)
            if needed != foreseen:
                foreseen, share = needed, -(-steps // workers)
            as_many = done + min(job.block, min(share, steps) * marks.step)
        # Within a part that was cut short, only up to its mark.
        end = max(mark, marks.within(done, as_many)) if done % marks.step == 0 else mark
        size = min(end - done, max(job.block, marks.step), job.trials - done)
        if job.is_saved or job.is_slow:
            most = pace.most(first, workers) if job.is_saved else pace.most_of_slow(first)
            pieces = -(-size // most)
            size = -(-size // pieces)
        yield done, size
        done += size


def _waves(tasks: Iterator[Task], ahead: int | None) -> Iterator[Iterator[Task]]:
    """Yield the tasks in waves of `ahead` tasks, each an iterator; a single wave holds all if `ahead` is None.

    Exhaust a wave before you ask for the next one.
    """
    if ahead is None:
        yield tasks
        return
    while wave := list(islice(tasks, ahead)):
        yield iter(wave)


def columns_of(experiment: Runs, first: int, trials: int) -> Columns:
    """Return the columns of trials `first` to `first + trials - 1`, and column DRAWS if the experiment has controls."""
    if isinstance(experiment, NotingExperiment) and experiment.controls is not None:
        return experiment.run_noting(first, trials)
    return with_draws(experiment, experiment.run_block(first, trials), first, trials)


def with_draws(experiment: Runs, columns: Columns, first: int, trials: int) -> Columns:
    """Return the columns of a block; if the experiment has controls, add column DRAWS with the draws of its trials."""
    controls: Controls | None = getattr(experiment, "controls", None)
    return columns if controls is None else {**columns, DRAWS: controls.draws(first, trials)}


def _block(experiment: Runs, count: Callable[[Columns], Counted], task: Task) -> tuple[float, list[Part[Counted]]]:
    """Run one block and return the seconds of processor time that it took, and its parts."""
    # Time of this thread alone: with more workers than processors, the wall clock would count waiting as work.
    begun, begin = thread_time(), task.first + task.done
    columns = columns_of(experiment, begin, task.trials)
    parts, place = [], 0
    for size in task.marks.cut(task.done, task.trials) if task.marks else [task.trials]:
        some = {name: rows[:, place : place + size] for name, rows in columns.items()}
        parts.append(Part(begin + place, size, count(some)))
        place += size
    return thread_time() - begun, parts


def run_task(
    experiment: Runs,
    count: Callable[[Columns], Counted],
    task: Task,
    block: int,
    *,
    keep_blocks: bool = False,
    stop: Callable[[], bool] = lambda: False,
) -> list[Part[Counted]]:
    """Run a task of any size block by block and return its parts.

    Args:
        experiment: the experiment to run.
        count: counts the columns of a block.
        task: the trials to run.
        block: maximum number of trials held in memory at once.
        keep_blocks: whether to keep each block's count; else those between two marks are added up.
        stop: asked between blocks; if true, the parts run so far are returned.
    """
    parts: list[Part[Counted]] = []
    for begin in range(task.done, task.done + task.trials, block):
        if stop():
            break
        size = min(block, task.done + task.trials - begin)
        for part in _block(experiment, count, Task(task.first, begin, size, task.marks))[1]:
            # A part longer than a block goes on in the next block, until its mark.
            if parts and not keep_blocks and not _ends(parts[-1], task):
                parts[-1] += part
            else:
                parts.append(part)
    return parts


def _ends(part: Part[Counted], task: Task) -> bool:
    """Return whether a part of a task ends at one of the task's marks."""
    begin = part.first - task.first
    return task.marks is not None and task.marks.after(begin) == begin + part.trials
