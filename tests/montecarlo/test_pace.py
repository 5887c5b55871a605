"""Blocks of a kept run: little is lost with one, whatever a trial costs."""

from __future__ import annotations

from contextlib import suppress

import pytest

from tests.doors.montecarlo import FIRST_BLOCK_SECONDS, Pace, blocks
from tests.runs.counting import Counting


class Slow(Counting):
    """Every block takes so many seconds, and every trial of it so many more; it is interrupted at some time."""

    def __init__(self, block: float, trial: float, until: float = float("inf")) -> None:
        super().__init__()
        self.block, self.trial, self.until = block, trial, until
        self.now = 0.0
        self.took: list[float] = []

    def run_block(self, first: int, trials: int):
        seconds = self.block + trials * self.trial
        if self.now + seconds > self.until:
            raise KeyboardInterrupt
        self.now += seconds
        self.took.append(seconds)
        return super().run_block(first, trials)


KINDS = [(0.1, 1 / 300_000, 1 << 17), (0.35, 1 / 60_000, 1 << 17), (0.5, 1 / 1300, 1 << 12), (0.3, 2.0, 64), (0, 1, 64)]
"""A ship alone, in the field, a build of class IVC, a captain who thinks, trials that gain nothing side by side:
seconds of a block, seconds more for each trial, how many may be held at once."""


def kept_of(slow: Slow, monkeypatch, block: int, workers: int = 1) -> int:
    """How many trials are kept of ten million, or until it is interrupted."""
    parts: list[int] = []
    monkeypatch.setattr(blocks, "thread_time", lambda: slow.now)
    monkeypatch.setattr("joblib.Parallel", lambda **_: lambda tasks: (function(*args) for function, args, _ in tasks))
    monkeypatch.setattr(blocks, "processors", lambda: 2)
    with suppress(KeyboardInterrupt):
        blocks.run(
            slow, 10**7, lambda columns: columns["x"].shape[1], step=min(blocks.CHECK_STEP, block), block=block,
            workers=workers, keep=lambda part: parts.append(part.trials),
        )  # fmt: skip
    return sum(parts)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("of_a_block", "of_a_trial", "block"), KINDS)
def test_block_time_is_bounded_by_past(monkeypatch, of_a_block, of_a_trial, block, workers):
    """A block takes at most a second or as long as all before it, unless it is the first or has one trial."""
    slow = Slow(of_a_block, of_a_trial, until=100)
    kept_of(slow, monkeypatch, block, workers)
    assert slow.sizes[0] == min(blocks.FIRST, block // 64)
    before = slow.took[0]
    for trials, seconds in list(zip(slow.sizes, slow.took, strict=True))[1:]:
        assert trials == 1 or seconds <= max(FIRST_BLOCK_SECONDS, before) + 1e-9
        before += seconds
    assert max(slow.sizes) > 8 * slow.sizes[0] or of_a_trial >= 1


@pytest.mark.parametrize("until", [1.5, 3, 6, 20])
@pytest.mark.parametrize(("of_a_block", "of_a_trial", "block"), KINDS)
def test_interrupt_loses_last_block_only(monkeypatch, until, of_a_block, of_a_trial, block):
    slow = Slow(of_a_block, of_a_trial, until)
    assert kept_of(slow, monkeypatch, block) == sum(slow.sizes)
    assert until - slow.now <= max(FIRST_BLOCK_SECONDS, slow.now, of_a_block + of_a_trial) + 1e-9


def test_unsaved_run_is_not_cut(monkeypatch):
    """A second each, and still the first block ends at the first mark, the next at the second."""
    slow = Slow(0, 1)
    monkeypatch.setattr(blocks, "thread_time", lambda: slow.now)
    blocks.run(slow, 100_000, lambda columns: columns["x"].shape[1], step=1 << 15)
    assert slow.sizes[:2] == [256, 7 * 256]


def test_small_blocks_hardly_change_pace():
    """A thousand a second is known from a thousand trials, and not from ten that took as long."""
    pace = Pace()
    assert pace.most(7, 1) == 7
    pace.add(1000, 1.0)
    pace.add(10, 1.0)
    assert pace.most(7, 2) == 1000
    pace.add(1000, 6.0)
    assert pace.most(7, 1) == 1333  # in eight seconds, at 166.7 a second
    assert pace.most(7, 4) == 333


def test_block_of_shown_run_is_short():
    """Half a second a block and a millisecond a trial: 3,500 trials take four seconds, once two sizes are known."""
    pace = Pace()
    pace.add(100, 0.6)
    assert pace.most_shown(9_000) == 9_000
    pace.add(1_100, 1.6)
    assert pace.most_shown(9_000) == pytest.approx(3_500, abs=2)
    assert pace.most_shown(700) == 700


def test_foreseen_rest_is_shared_once(monkeypatch):
    """Two workers take a half each of what is left after the first look, and no smaller and smaller blocks."""
    counting = Counting()
    monkeypatch.setattr(blocks, "processors", lambda: 2)
    monkeypatch.setattr("joblib.Parallel", lambda **_: lambda tasks: (function(*args) for function, args, _ in tasks))
    blocks.run(
        counting, 10_000, lambda columns: columns["x"].shape[1], check_step=256, soon=256, workers=2,
        until=lambda total: total >= 8_400, needed=lambda total: 8_400,
    )  # fmt: skip
    assert counting.sizes == [256, 4096, 4096]
