"""Ends of the parts of a run: few and small at first, so few in a run of a week that its file stays small."""

from __future__ import annotations

import pytest

from tests.doors.montecarlo import Marks, Part, blocks, check_distance
from tests.runs.counting import Counting

MARKS = Marks(blocks.CHECK_STEP, 1 << 11, 8)


def ends(marks: Marks, trials: int) -> list[int]:
    found = [0]
    while found[-1] < trials:
        found.append(min(marks.after(found[-1]), trials))
    return found[1:]


def test_early_parts_equal_looks():
    """2048, eight times that, and every multiple of 32,768 up to 256 of them."""
    assert ends(MARKS, 1 << 23) == [2048, 16_384, *range(blocks.CHECK_STEP, (1 << 23) + 1, blocks.CHECK_STEP)]


def test_huge_run_has_few_parts():
    """2 small ones; 256 of 2^15; for each of eight doublings up to 2^31 128 parts; then parts of 2^24."""
    found = ends(MARKS, 10**12)
    assert len(found) == 2 + 256 + 8 * 128 + -(-(10**12 - 2**31) // 2**24)
    assert len(found) < 61_000
    sizes = [end - begin for begin, end in zip([0, *found], found, strict=False)]
    assert max(sizes) == blocks.FARTHEST
    assert all(
        size <= max(blocks.CHECK_STEP, begin / blocks.SHARE) for begin, size in zip([0, *found], sizes, strict=False)
    )


@pytest.mark.parametrize("begun", [1, 100, blocks.CHECK_STEP + 1, 3 << 20, (1 << 23) + 7, 10**9, (1 << 31) + 5, 10**12])
def test_parts_end_at_run_marks(begun):
    mark, stride = MARKS.after(begun), check_distance(begun, blocks.CHECK_STEP)
    assert begun < mark <= begun + stride
    assert mark in (2048, 16_384) or mark % stride == 0
    assert MARKS.after(mark - 1) == mark


@pytest.mark.parametrize(
    "done", [blocks.CHECK_STEP, 5 * blocks.CHECK_STEP, 1 << 23, (1 << 23) + (1 << 16), 3 << 30, 1 << 31]
)
def test_look_before_is_previous_mark(done):
    before = blocks.check_before(done, blocks.CHECK_STEP)
    assert MARKS.after(max(before, 16_384)) == done
    assert done % (done - before) == 0


def test_cut_covers_all_trials():
    for done, trials in ((0, 100_000), (5000, 60_000), ((1 << 23) - 5, 1 << 18)):
        sizes = MARKS.cut(done, trials)
        assert sum(sizes) == trials
        inner = [done + sum(sizes[: number + 1]) for number in range(len(sizes) - 1)]
        assert inner == [end for end in ends(MARKS, done + trials)[:-1] if end > done]


@pytest.mark.parametrize("workers", [1, 2])
def test_large_parts_are_saved_whole(monkeypatch, workers):
    """Steps of 4 in blocks of 16: from 1024 trials on parts have 8, from 4096 on 32, which are two blocks."""
    monkeypatch.setattr("joblib.Parallel", lambda **_: lambda tasks: (function(*args) for function, args, _ in tasks))
    monkeypatch.setattr(blocks, "processors", lambda: 2)
    kept, seen = [], []
    total = blocks.run(
        Counting(), 10_000, lambda columns: columns["x"].shape[1], step=4, soon=2, block=16, workers=workers,
        each=lambda part, total: seen.append(part.trials),
        keep=lambda part: kept.append(part.first + part.trials),
    )  # fmt: skip
    assert total == sum(seen) == 10_000
    assert kept == ends(Marks(4, 2, blocks.GROWTH), 10_000)
    assert max(seen) <= 16
    assert kept[-2] - kept[-3] == 64


def test_awaited_figure_comes_from_small_block():
    """A block of 16 trials comes first, and parts end where they end without it."""
    kept: dict[bool, list[int]] = {}
    for is_awaited in (False, True):
        seen, kept[is_awaited] = [], []
        total = blocks.run(
            Counting(), 20_000, lambda columns: columns["x"].shape[1], step=1024, soon=256,
            is_awaited=is_awaited, each=lambda part, total, seen=seen: seen.append(part.trials),
            keep=lambda part, ends=kept[is_awaited]: ends.append(part.first + part.trials),
        )  # fmt: skip
        assert total == sum(seen) == 20_000
        assert seen[0] == (16 if is_awaited else 256)
    assert kept[True] == kept[False]


@pytest.mark.parametrize(("trials", "fewer"), [(31, 31), (32, 16)])
def test_few_trials_need_no_smaller_block(trials, fewer):
    """A smaller block has at most half the trials of the run."""
    seen = []
    blocks.run(
        Counting(), trials, lambda columns: columns["x"].shape[1], soon=256, is_awaited=True,
        each=lambda part, total: seen.append(part.trials),
    )  # fmt: skip
    assert seen[0] == fewer


def test_looks_thin_out_over_time():
    looked = []
    blocks.run(
        Counting(), 4096, lambda columns: columns["x"].shape[1], step=4, soon=4, block=64,
        until=lambda total: looked.append(total) or False,
    )  # fmt: skip
    assert looked == [*range(4, 1024, 4), *range(1024, 2048, 8), *range(2048, 4097, 16)]


@pytest.mark.parametrize("block", [16, 100, 1 << 20])
def test_task_sums_between_marks(block):
    """Trials 5 to 10,004 of a run that begins with trial 7: its parts are those that marks cut, whatever the blocks."""
    marks = Marks(4, 2, 8)
    task = blocks.Task(7, 5, 10_000, marks)
    sizes = marks.cut(5, 10_000)
    begins = [12 + sum(sizes[:number]) for number in range(len(sizes))]
    parts = blocks.run_task(Counting(), lambda columns: columns["x"].shape[1], task, block)
    assert parts == [Part(begin, size, size) for begin, size in zip(begins, sizes, strict=True)]
    without = blocks.run_task(Counting(), lambda columns: columns["x"].shape[1], blocks.Task(7, 5, 10_000), block)
    assert without == [Part(12, 10_000, 10_000)]
    whole = blocks.run_task(
        Counting(), lambda columns: columns["x"].shape[1], blocks.Task(7, 5, 1000), 100, keep_blocks=True
    )
    assert [part.trials for part in whole] == [100] * 10


def test_stopped_task_ends_after_block():
    stops = iter([False, False, True])
    counting = Counting()
    parts = blocks.run_task(
        counting, lambda columns: columns["x"].shape[1], blocks.Task(0, 0, 1000), 100, stop=lambda: next(stops)
    )
    assert counting.sizes == [100, 100]
    assert parts == [Part(0, 200, 200)]
