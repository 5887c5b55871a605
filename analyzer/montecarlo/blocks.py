"""Blocks of trials: sizes, pace, marks of progress, and their order.

What is kept of a run, and when it is asked whether it may stop, follows from these marks alone.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from time import thread_time
from typing import Generic, Protocol, Self, TypeVar, runtime_checkable

from analyzer.errors import whole_number
from analyzer.interrupts import raise_again_if_lost, raise_from_now_on
from analyzer.montecarlo import workers as forks
from analyzer.montecarlo.limits import processors
from analyzer.montecarlo.workers import AUTO, Processes, checked_processes, in_order, processes_that_pay
from analyzer.statistics.controls import DRAWS, Controls
from analyzer.statistics.tally import Columns

LEAST = 1.0
"""Seconds that a block of a kept run may take at first; later as long as all before it, for larger ones are faster."""


@dataclass
class Pace:
    """What is known of the blocks that were run.

    largest: trials of the largest; speed: trials a second of such; seconds: of work, in all.
    """

    largest: int = field(default=0, init=False)
    speed: float = field(default=0.0, init=False)
    seconds: float = field(default=0.0, init=False)

    def heard(self, trials: int, seconds: float) -> None:
        """So many took so long; small blocks say little of the speed."""
        self.seconds += seconds
        self.largest = max(self.largest, trials)
        if 2 * trials > self.largest:
            self.speed = trials / max(seconds, 1e-6)

    def most(self, first: int, workers: int) -> int:
        """How many trials the next block may have: `first` where nothing is known yet."""
        if not self.largest:
            return first
        return max(1, int(self.speed * max(LEAST, self.seconds / workers)))


SHARE = 1 << 7
"""Parts are at most one SHAREth of what was run before them, once that is more than a step."""
FARTHEST = 1 << 24
"""The most trials between two marks."""


def look_distance(done: int, step: int) -> int:
    """How many trials lie between two marks there: a step, later a power of two that grows with the run.

    >>> [look_distance(done, 1 << 15) for done in (0, 1 << 22, 1 << 23, 10**9, 10**12)]
    [32768, 32768, 65536, 4194304, 16777216]
    """
    return max(step, min(FARTHEST, (1 << done.bit_length() >> 1) // SHARE))


def look_before(done: int, step: int) -> int:
    """At how many trials the last look was before the one at `done`."""
    return done - look_distance(done - 1, step)


def in_words(done: int, step: int, trials: str) -> str:
    """How often a run that ended there was looked at.

    >>> in_words(10**6, 32_768, "games"), in_words(1 << 30, 32_768, "games")
    ('every 32,768 games', 'every 32,768 games, in the end every 4,194,304')
    """
    last = look_distance(done - 1, step)
    return f"every {step:,} {trials}" + (f", in the end every {last:,}" if last > step else "")


@dataclass(frozen=True)
class Marks:
    """Marks at `soon`, at `growth` times that and so on, and, `apart`, at multiples of a step."""

    step: int
    soon: int
    growth: int

    def after(self, done: int) -> int:
        """Where the part that begins there ends."""
        mark = self.soon
        while mark <= done:
            mark *= self.growth
        stride = look_distance(done, self.step)
        return min(mark, (done // stride + 1) * stride)

    def within(self, done: int, end: int) -> int:
        """The last mark behind `done` up to `end`, or `end` where there is none."""
        stride = look_distance(end, self.step)
        last = end // stride * stride
        return last if last > done else end

    def cut(self, done: int, trials: int) -> list[int]:
        """Sizes of the pieces into which marks cut so many trials from `done` on."""
        sizes, end = [], done + trials
        while done < end:
            sizes.append(min(self.after(done), end) - done)
            done += sizes[-1]
        return sizes


BLOCK = 1 << 17
"""Trials that are held in memory at once; larger blocks are hardly faster (measured), smaller ones are slower."""
LOOK = 1 << 15
"""Trials between two looks at what was counted so far, when a run may stop early or is kept."""
FIRST = 1 << 11
"""Trials of the first block of a long run, if no other number is given, so that soon something is known of it."""
FIRST_SHARE = 64
"""A kept run begins with at most a FIRST_SHAREth of what may be held in memory: less is held where trials take long."""
GROWTH = 8
"""At most how many times as many trials are in a block as came before it, beyond the first."""
LEAST_OF_SLOW = 10
"""The fewest slow trials that are run if no number is given."""
MINUTES_OF_SLOW = 0.25
"""About how many minutes the usual number of slow trials takes on one processor where many are run side by side."""
MOST_MINUTES = 3.0
"""The longest time that slow trials may take if no number is given."""
FEWEST = 1 << 10
"""Trials that are worth a worker of their own."""
SECONDS_OF_SLOW = 15.0
"""How long a block of slow trials may take, where all take as long as in the last one: Ctrl-C loses no more."""
FIRST_SECONDS = 10.0
"""How long the first blocks of several workers may take, if all trials took as long as in the first block."""


class Runs(Protocol):
    """A pure function from a range of trials to columns (subjects, trials) of whole numbers."""

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of trials `first` to `first + trials - 1`."""


@runtime_checkable
class Notes(Protocol):
    """An experiment that notes what is drawn in the course of its trials, as that follows from no number of a trial."""

    @property
    def controls(self) -> Controls | None:
        """What is noted; None where nothing is."""

    def run_noting(self, first: int, trials: int) -> Columns:
        """The columns of `run_block`, with what was drawn."""


@dataclass(frozen=True)
class Slow:
    """How trials are run that take seconds each, as where a captain thinks.

    soon: how many are in the first block, so that it takes a few seconds; look: how many lie between two looks; usual:
    how many are run where no number is given, which take a minute or two on one processor; subjects: how many are flown
    in each trial, which share the usual number.
    """

    soon: int
    look: int
    usual: int
    subjects: int = 1

    @property
    def share(self) -> int:
        """The usual number of trials, with all that are flown in each."""
        return self.usual if self.subjects == 1 else max(LEAST_OF_SLOW, self.usual // self.subjects)

    @property
    def minutes(self) -> float:
        """About how many minutes that share takes on one processor for all subjects, side by side."""
        return MINUTES_OF_SLOW * self.share * self.subjects / self.usual


def slow_of(experiment: object) -> Slow | None:
    """Return how an experiment's trials are run that take seconds each; None where they do not."""
    slow: Slow | None = getattr(experiment, "SLOW", None)
    return slow


def look_of(experiment: object) -> int:
    """Return how many trials lie between two looks at what was counted so far."""
    slow = slow_of(experiment)
    return slow.look if slow else LOOK


class Adds(Protocol):
    """What is counted of a block: it adds up, in any order."""

    def __add__(self, other: Self, /) -> Self: ...


Counted = TypeVar("Counted", bound=Adds)


@dataclass(frozen=True)
class Part(Generic[Counted]):
    """What was counted of trials `first` to `first + trials - 1`."""

    first: int
    trials: int
    counted: Counted

    def __add__(self, after: Part[Counted]) -> Part[Counted]:
        """This part and the one that begins where it ends."""
        return Part(self.first, self.trials + after.trials, self.counted + after.counted)


@dataclass(frozen=True)
class Task:
    """So many trials of a run whose first trial is `first`, from `done` on; `marks` cut them into parts."""

    first: int
    done: int
    trials: int
    marks: Marks | None = None


@dataclass(frozen=True)
class Job:
    """All that is to be run: trials `done` to `trials - 1`, counted from `first` on.

    block: the most that are held in memory at once; soon: how many come first, so that soon something is known; marks:
    where parts end; early: it may end before all is run; whole: blocks are not to be added up on their way; is_saved:
    what was counted is written to a save file, so that little is lost; is_slow: trials take seconds each.
    """

    first: int
    done: int
    trials: int
    block: int
    soon: int
    marks: Marks | None
    early: bool = False
    whole: bool = False
    is_saved: bool = False
    is_slow: bool = False

    def mark(self, part: Part[Counted], done: int) -> int:
        """After how many trials that part ends: after so many as are done, where there are no marks."""
        return done if self.marks is None else self.marks.after(part.first - self.first)


@runtime_checkable
class Elsewhere(Protocol):
    """Workers that are no processes of this machine."""

    def parts(
        self, experiment: Runs, count: Callable[[Columns], Counted], job: Job, says: Callable[[str], None]
    ) -> Generator[Part[Counted], None, None]:
        """What is counted of the job, in order; no part goes beyond a mark. `says` hears what people should know."""


Workers = Processes | Elsewhere
"""How many processes of this machine, or whoever runs trials elsewhere; no result depends on it."""


def checked_workers(workers: Workers) -> Workers:
    """The same; raises AnalyzerError for what is neither."""
    return workers if isinstance(workers, Elsewhere) else checked_processes(workers)


def run(
    experiment: Runs,
    trials: int,
    count: Callable[[Columns], Counted],
    *,
    first: int = 0,
    earlier: tuple[int, Counted] | None = None,
    begun: Part[Counted] | None = None,
    workers: Workers = 1,
    block: int = BLOCK,
    step: int | None = None,
    look: int | None = None,
    soon: int | None = None,
    ahead: int | None = None,
    each: Callable[[Part[Counted], Counted], None] | None = None,
    keep: Callable[[Part[Counted]], None] | None = None,
    until: Callable[[Counted], bool] | None = None,
    says: Callable[[str], None] = lambda _: None,
) -> Counted:
    """What `count` makes of all trials from `first` on, the same for all workers and every block size.

    `earlier` tells how many of them were counted before, and as what; they are not run again. `begun`: what was kept
    last of them; if it ends before its mark, what is still missing is added to it. With `step`, parts end
    at multiples of it, counted from `first`, sooner at the beginning and farther apart in a long run (`Marks`). `soon`:
    how many are in the first block of a long run, FIRST if None. With `until`, the run ends early once that holds of
    what was counted so far; it is asked every `look` trials (`step`, or LOOK; `apart`), whatever the workers.
    `each` is called with what was added and with all so far, in order; `keep` with every part that is whole, and with
    what there is of one when something ends the run. `ahead` limits how many blocks of each worker wait for them. No
    more workers are begun here than there are processors, or FEWEST trials for each; with "auto", as many as pay for
    their start (`processes_that_pay`) once this process has run the first block. `says` hears what workers elsewhere
    have to say.
    Raises AnalyzerError for fewer than one trial, worker or trial in a block.
    """
    trials, workers = whole_number(trials, "trials", 1), checked_workers(workers)
    block = whole_number(block, "block", 1)
    done, total = earlier or (0, None)
    look, soon = look or step or LOOK, soon or FIRST
    step = step or (look if until else None)
    if total is not None and (done >= trials or (until is not None and done >= look and until(total))):
        return total
    marks = Marks(step, soon, GROWTH) if step else None
    is_slow = slow_of(experiment) is not None
    job = Job(first, done, trials, block, soon, marks, until is not None, ahead is not None, keep is not None, is_slow)
    so_far = _SoFar(job, look, total, begun, each=each, keep=keep, until=until)
    raise_from_now_on()
    try:
        with closing(_parts(experiment, count, job, workers, ahead, says)) as pieces:
            for piece in pieces:
                raise_again_if_lost()
                if so_far.add(piece):
                    break
    finally:
        so_far.keep_part()
    assert so_far.total is not None
    return so_far.total


class _SoFar(Generic[Counted]):
    """What was counted of a job: in all, and of the part that has not reached its mark; who hears of it: see `run`."""

    def __init__(
        self,
        job: Job,
        look: int,
        total: Counted | None,
        begun: Part[Counted] | None,
        *,
        each: Callable[[Part[Counted], Counted], None] | None,
        keep: Callable[[Part[Counted]], None] | None,
        until: Callable[[Counted], bool] | None,
    ) -> None:
        self.total, self._done, self._job, self._look = total, job.done, job, look
        self._each, self._keep, self._until = each, keep, until
        self._part = begun if begun is not None and self._done < job.mark(begun, self._done) else None

    def add(self, piece: Part[Counted]) -> bool:
        """Add what comes next; whether that is enough."""
        self.total = total = piece.counted if self.total is None else self.total + piece.counted
        self._part = part = piece if self._part is None else self._part + piece
        self._done += piece.trials
        if self._each is not None:
            self._each(piece, total)
        if self._done not in (self._job.mark(part, self._done), self._job.trials):
            return False
        self.keep_part()
        return (
            self._until is not None and self._done % look_distance(self._done, self._look) == 0 and self._until(total)
        )

    def keep_part(self) -> None:
        """What there is of a part is whole, or all there will be."""
        part, self._part = self._part, None
        if part is not None and self._keep is not None:
            self._keep(part)


def _parts(
    experiment: Runs,
    count: Callable[[Columns], Counted],
    job: Job,
    workers: Workers,
    ahead: int | None,
    says: Callable[[str], None],
) -> Generator[Part[Counted], None, None]:
    """The parts of all that is run, in order, cut at marks at least."""
    if isinstance(workers, Elsewhere):
        yield from workers.parts(experiment, count, job, says)
        return
    run, pace, done, copies = partial(_block, experiment, count), Pace(), job.done, False
    if workers == AUTO:
        for task in _tasks(job, pace, 1, done):
            yield from _heard(run(task), pace)
            done = task.done + task.trials
            workers = processes_that_pay(pace.seconds, (job.trials - done) / pace.speed)
            if workers > 1:
                copies = forks.are_safe()
                break
        else:
            return
    else:
        workers = min(workers, processors(), -(-(job.trials - done) // FEWEST))
    for wave in _waves(_tasks(job, pace, workers, done), ahead and ahead * workers):
        with closing(in_order(workers, run, wave, copies=copies)) as blocks:
            for block in blocks:
                yield from _heard(block, pace)


def _heard(block: tuple[float, list[Part[Counted]]], pace: Pace) -> list[Part[Counted]]:
    """The parts of a block, of which the pace has heard."""
    seconds, parts = block
    pace.heard(sum(part.trials for part in parts), seconds)
    return parts


def _tasks(job: Job, pace: Pace, workers: int, done: int) -> Iterator[Task]:
    """What is left of a job of which so many trials are done, block by block."""
    marks, soon = job.marks, max(job.soon, int(FIRST_SECONDS * pace.speed))
    sizes = _even(job, pace, soon, workers, done) if marks is None else _growing(job, marks, pace, workers, done)
    return (Task(job.first, begin, size, marks) for begin, size in sizes)


def _even(job: Job, pace: Pace, soon: int, workers: int, done: int) -> Iterator[tuple[int, int]]:
    """Blocks of one size for all workers, `soon` trials or more, which grows; short runs are not divided further.

    Slow trials are cut into blocks of some seconds.
    """
    begun, trials = job.done, job.trials
    first = soon if job.is_slow or trials - done > GROWTH * soon * workers else trials
    while done < trials:
        left = -(-(trials - done) // workers)
        size = min(job.block, left, max(first, GROWTH * (done - begun) // workers))
        size = min(size, max(first, int(SECONDS_OF_SLOW * pace.speed))) if job.is_slow else size
        for _ in range(workers):
            size = min(size, trials - done)
            if size:
                yield done, size
            done += size


def _growing(job: Job, marks: Marks, pace: Pace, workers: int, done: int) -> Iterator[tuple[int, int]]:
    """Blocks that end at a mark, at most as many trials as came before, so that little is run in vain.

    Of a kept run they are cut where they take long.
    """
    first = min(job.soon, max(1, job.block // FIRST_SHARE))
    while done < job.trials:
        as_many, mark = done + min(done, job.block), marks.after(done)
        end = max(mark, marks.within(done, as_many)) if done % marks.step == 0 else mark
        size = min(end - done, max(job.block, marks.step), job.trials - done)
        if job.is_saved or job.is_slow:
            most = pace.most(first, workers) if job.is_saved else max(first, int(SECONDS_OF_SLOW * pace.speed))
            pieces = -(-size // most)
            size = -(-size // pieces)
        yield done, size
        done += size


def _waves(tasks: Iterator[Task], ahead: int | None) -> Iterator[Iterator[Task]]:
    """All tasks at once, or so many at a time: the next wave begins when the last one was taken."""
    if ahead is None:
        yield tasks
        return
    while wave := list(islice(tasks, ahead)):
        yield iter(wave)


def columns_of(experiment: Runs, first: int, trials: int) -> Columns:
    """The columns of those trials, with what was drawn in them where its chances are known."""
    if isinstance(experiment, Notes) and experiment.controls is not None:
        return experiment.run_noting(first, trials)
    return with_draws(experiment, experiment.run_block(first, trials), first, trials)


def with_draws(experiment: Runs, columns: Columns, first: int, trials: int) -> Columns:
    """Columns of those trials with what was drawn in them where its chances are known."""
    controls: Controls | None = getattr(experiment, "controls", None)
    return columns if controls is None else {**columns, DRAWS: controls.draws(first, trials)}


def _block(experiment: Runs, count: Callable[[Columns], Counted], task: Task) -> tuple[float, list[Part[Counted]]]:
    """Run one block in one piece and return the seconds of processor time that it took, and its parts."""
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
    whole: bool = False,
    stop: Callable[[], bool] = lambda: False,
) -> list[Part[Counted]]:
    """The parts of a task of any size, run block by block and, if not `whole`, added up between marks.

    Between blocks `stop` may say that nobody wants it any more: then what there is of it is returned.
    """
    parts: list[Part[Counted]] = []
    for begin in range(task.done, task.done + task.trials, block):
        if stop():
            break
        size = min(block, task.done + task.trials - begin)
        for part in _block(experiment, count, Task(task.first, begin, size, task.marks))[1]:
            if parts and not whole and not _ends(parts[-1], task):
                parts[-1] += part
            else:
                parts.append(part)
    return parts


def _ends(part: Part[Counted], task: Task) -> bool:
    """Whether the part ends at a mark."""
    begin = part.first - task.first
    return task.marks is not None and task.marks.after(begin) == begin + part.trials
