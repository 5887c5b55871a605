"""Running trials block by block, on one or several workers, and adding up what is counted of them; knows no game."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, islice
from typing import Generic, Protocol, Self, TypeVar

from analyzer.errors import whole_number
from analyzer.statistics.tally import Columns

BLOCK = 1 << 17
"""Trials that are held in memory at once; larger blocks are hardly faster (measured), smaller ones are slower."""
LOOK = 1 << 15
"""Trials between two looks at what was counted so far, when a run may stop early or is kept."""
FIRST = 1 << 11
"""Trials of the first block of a long run, if no other number is given, so that soon something is known of it."""
GROWTH = 8
"""At most how many times as many trials are in a block as came before it, beyond the first."""
FEWEST = 1 << 10
"""Trials that are worth a worker of their own."""


class Runs(Protocol):
    """A pure function from a range of trials to columns (subjects, trials) of whole numbers."""

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of trials `first` to `first + trials - 1`."""


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


def run(
    experiment: Runs,
    trials: int,
    count: Callable[[Columns], Counted],
    *,
    first: int = 0,
    earlier: tuple[int, Counted] | None = None,
    workers: int = 1,
    block: int = BLOCK,
    step: int | None = None,
    look: int | None = None,
    soon: int | None = None,
    ahead: int | None = None,
    progress: Callable[[int], None] | None = None,
    each: Callable[[Part[Counted], Counted], None] | None = None,
    until: Callable[[Counted], bool] | None = None,
) -> Counted:
    """What `count` makes of all trials from `first` on, the same for every number of workers and every block size.

    `earlier` tells how many of them were counted before, and as what; they are not run again. With `step`, parts end
    at every multiple of it, counted from `first`, and sooner at the beginning (`_mark`). `soon`: how many are in the
    first block of a long run, FIRST if None. With `until`, the run ends early once that holds of what was counted so
    far; it is asked every `look` trials (`step`, or LOOK), whatever the number of workers. `progress` is called with
    the number of trials that were added, `each` with the part that was added and with all so far, in order. `ahead`
    limits how many blocks wait for them. No more workers are begun than there are processors, or FEWEST trials for
    each. Raises AnalyzerError for fewer than one trial, worker or trial in a block.
    """
    trials, workers = whole_number(trials, "flights", 1), whole_number(workers, "workers", 1)
    block = whole_number(block, "block", 1)
    done, total = earlier or (0, None)
    look, soon = look or step or LOOK, soon or FIRST
    step = step or (look if until else None)
    if total is not None and (done >= trials or (until is not None and done >= look and until(total))):
        return total
    workers = min(workers, _processors(), -(-(trials - done) // FEWEST))
    blocks = _growing(done, trials, step, block, soon) if step else _even(done, trials, block, soon, workers)
    tasks = ((first + begin, size, step) for begin, size in blocks)
    with closing(_parts(experiment, count, tasks, workers, ahead)) as parts:
        for part in parts:
            total = part.counted if total is None else total + part.counted
            done += part.trials
            if progress is not None:
                progress(part.trials)
            if each is not None:
                each(part, total)
            if until is not None and done % look == 0 and until(total):
                break
    assert total is not None
    return total


Task = tuple[int, int, int | None]
"""First trial of a block, how many, and after how many a new part begins."""


def _even(done: int, trials: int, block: int, soon: int, workers: int) -> Iterator[tuple[int, int]]:
    """Blocks of one size for all workers, which grows; short runs are not divided further."""
    begun, first = done, soon if trials - done > GROWTH * soon * workers else trials
    while done < trials:
        left = -(-(trials - done) // workers)
        size = min(block, left, max(first, GROWTH * (done - begun) // workers))
        for _ in range(workers):
            size = min(size, trials - done)
            if size:
                yield done, size
            done += size


def _growing(done: int, trials: int, step: int, block: int, soon: int) -> Iterator[tuple[int, int]]:
    """Blocks that end at a mark, at most as many trials as came before, so that little is run in vain."""
    while done < trials:
        whole_steps = max(1, min(done, block) // step) * step
        size = min(whole_steps if done and done % step == 0 else _mark(done, step, soon) - done, trials - done)
        yield done, size
        done += size


def _mark(done: int, step: int, soon: int) -> int:
    """Where the part that begins there ends, wherever a run was begun: at a multiple of the step, at first sooner."""
    mark = soon
    while mark <= done:
        mark *= GROWTH
    return min(mark, (done // step + 1) * step)


def _processors() -> int:
    """How many this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _parts(
    experiment: Runs,
    count: Callable[[Columns], Counted],
    tasks: Iterator[Task],
    workers: int,
    ahead: int | None,
) -> Generator[Part[Counted], None, None]:
    """The parts of all tasks in order."""
    if workers == 1:
        yield from chain.from_iterable(_block(experiment, count, task) for task in tasks)
        return
    import warnings

    from joblib import Parallel, delayed

    for wave in _waves(tasks, ahead):
        parallel = Parallel(n_jobs=workers, return_as="generator", pre_dispatch="2*n_jobs")
        results = parallel(delayed(_block)(experiment, count, task) for task in wave)
        try:
            yield from chain.from_iterable(results)
        finally:
            with warnings.catch_warnings():
                # joblib warns of blocks in flight that nobody needs any more
                warnings.simplefilter("ignore")
                results.close()


def _waves(tasks: Iterator[Task], ahead: int | None) -> Iterator[Iterator[Task]]:
    """All tasks at once, or so many at a time: the next wave begins when the last one was taken."""
    if ahead is None:
        yield tasks
        return
    while wave := list(islice(tasks, ahead)):
        yield iter(wave)


def _block(experiment: Runs, count: Callable[[Columns], Counted], task: Task) -> list[Part[Counted]]:
    """The parts of one block, run in one piece."""
    first, trials, step = task
    columns = experiment.run_block(first, trials)
    size = step or trials
    return [_part(count, columns, first, begin, min(size, trials - begin)) for begin in range(0, trials, size)]


def _part(count: Callable[[Columns], Counted], columns: Columns, first: int, begin: int, trials: int) -> Part[Counted]:
    return Part(first + begin, trials, count({name: rows[:, begin : begin + trials] for name, rows in columns.items()}))
