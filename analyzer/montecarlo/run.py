"""Running trials block by block, on one or several workers, into histograms; knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

import numpy as np

from analyzer.errors import whole
from analyzer.statistics.histogram import Histogram

Columns = dict[str, np.ndarray[tuple[int, ...], np.dtype[np.int64]]]
Tallies = list[dict[str, Histogram]]
"""For each subject of the experiment (a ship, say) a histogram by metric."""

BLOCK = 1 << 17
"""Trials that are held in memory at once; larger blocks are hardly faster (measured), smaller ones are slower."""


class Experiment(Protocol):
    """What a world offers: a pure function from a range of trials to columns (subjects, trials) of whole numbers."""

    def run_block(self, first: int, trials: int) -> Columns:
        """The columns of trials `first` to `first + trials - 1`."""


def run(
    experiment: Experiment,
    trials: int,
    workers: int = 1,
    block: int = BLOCK,
    progress: Callable[[int], None] | None = None,
) -> Tallies:
    """Histograms of all trials, the same for every number of workers and every block size.

    `progress` is called with the number of trials that were added. Raises AnalyzerError for fewer than one trial,
    worker or trial in a block.
    """
    trials, workers, block = whole(trials, "flights", 1), whole(workers, "workers", 1), whole(block, "block", 1)
    size = min(block, -(-trials // workers))
    blocks = ((first, min(size, trials - first)) for first in range(0, trials, size))
    total: Tallies = []
    for done, tallies in _done(experiment, blocks, workers):
        total = _merged(total, tallies)
        if progress is not None:
            progress(done)
    return total


def _done(experiment: Experiment, blocks: Iterable[tuple[int, int]], workers: int) -> Iterator[tuple[int, Tallies]]:
    if workers == 1:
        yield from (_block(experiment, first, size) for first, size in blocks)
        return
    from joblib import Parallel, delayed

    parallel = Parallel(n_jobs=workers, return_as="generator", pre_dispatch="2*n_jobs")
    yield from parallel(delayed(_block)(experiment, first, size) for first, size in blocks)


def _block(experiment: Experiment, first: int, size: int) -> tuple[int, Tallies]:
    columns = experiment.run_block(first, size)
    subjects = len(next(iter(columns.values())))
    tallies = [{name: Histogram.of(column[i]) for name, column in columns.items()} for i in range(subjects)]
    return size, tallies


def _merged(total: Tallies, more: Tallies) -> Tallies:
    if not total:
        return more
    return [{name: one[name] + other[name] for name in one} for one, other in zip(total, more, strict=True)]
