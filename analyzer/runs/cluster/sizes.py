"""How many trials the next task has: few at first, so that soon something is known, many in a long run.

A task costs the cluster the same whatever its size; a large one is lost whole with its worker, and run in vain where a
run may stop early.
"""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.montecarlo.blocks import GROWTH, Job
from analyzer.montecarlo.pace import Pace

MOST = 1 << 24
"""The most trials in a task: 10^12 of them are 60,000 tasks."""
SHORTEST, LONGEST = 0.5, 300.0
"""Seconds that a task takes at least, if there is enough to do, and at most."""
AT_ONCE = 2
"""Tasks for each worker, so that the next one is there when it has done the last."""


@dataclass
class Sizes(Pace):
    """Sizes of tasks of a job, which follow what workers say of those that they have done."""

    job: Job

    def next(self, done: int, workers: int) -> int:
        """How many trials come behind those `done`, of which some may still be on their way."""
        job, at_once = self.job, AT_ONCE * workers
        left = job.trials - done
        fair = -(-left // at_once)
        if not self.largest:
            return min(left, max(1, min(job.soon, fair)))
        size = min(MOST, GROWTH * self.largest, round(self.speed * LONGEST), fair)
        if job.early:
            size = min(size, done // at_once)
        size = max(size, min(job.soon, job.block), round(self.speed * SHORTEST))
        if job.whole:
            size = min(size, job.block)
        size = min(size, left)
        return job.marks.within(done, done + size) - done if job.marks else size
