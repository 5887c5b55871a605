"""How fast blocks are run, so that little is lost with one; their sizes follow from it, and no number does."""

from __future__ import annotations

from dataclasses import dataclass, field

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
