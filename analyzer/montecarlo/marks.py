"""Where the parts of a run end: at the same marks on any workers and wherever it was begun, farther apart as it grows.

What is kept of a run, and when it is asked whether it may stop, follows from these marks alone.
"""

from __future__ import annotations

from dataclasses import dataclass

SHARE = 1 << 7
"""Parts are at most one SHAREth of what was run before them, once that is more than a step."""
FARTHEST = 1 << 24
"""The most trials between two marks."""


def apart(done: int, step: int) -> int:
    """How many trials lie between two marks there: a step, later a power of two that grows with the run.

    >>> [apart(done, 1 << 15) for done in (0, 1 << 22, 1 << 23, 10**9, 10**12)]
    [32768, 32768, 65536, 4194304, 16777216]
    """
    return max(step, min(FARTHEST, (1 << done.bit_length() >> 1) // SHARE))


def look_before(done: int, step: int) -> int:
    """At how many trials the last look was before the one at `done`."""
    return done - apart(done - 1, step)


def in_words(done: int, step: int, trials: str) -> str:
    """How often a run that ended there was looked at.

    >>> in_words(10**6, 32_768, "games"), in_words(1 << 30, 32_768, "games")
    ('every 32,768 games', 'every 32,768 games, in the end every 4,194,304')
    """
    last = apart(done - 1, step)
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
        stride = apart(done, self.step)
        return min(mark, (done // stride + 1) * stride)

    def within(self, done: int, end: int) -> int:
        """The last mark behind `done` up to `end`, or `end` where there is none."""
        stride = apart(end, self.step)
        last = end // stride * stride
        return last if last > done else end

    def cut(self, done: int, trials: int) -> list[int]:
        """Sizes of the pieces into which marks cut so many trials from `done` on."""
        sizes, end = [], done + trials
        while done < end:
            sizes.append(min(self.after(done), end) - done)
            done += sizes[-1]
        return sizes
