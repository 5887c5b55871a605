"""`workers="auto"`: as many processes as pay for their start, known from injected times; no result depends on it."""

from __future__ import annotations

from functools import partial

import pytest

from analyzer import AnalyzerError
from tests.doors.montecarlo import blocks, limits, workers
from tests.doors.montecarlo import workers as forks
from tests.doors.montecarlo import workers as start
from tests.doors.runs import TrialByTrial
from tests.runs.counting import Counting

AT_ONCE = 2048


class Clock(Counting):
    """An experiment of which every trial takes so many seconds of work."""

    def __init__(self, trial: float) -> None:
        super().__init__()
        self.trial, self.now = trial, 0.0

    def run_block(self, first: int, trials: int):
        self.now += trials * self.trial
        return super().run_block(first, trials)


@pytest.fixture
def begun(monkeypatch) -> list[tuple[int, bool]]:
    """How many processes were begun each time, and whether as copies; they run here. Four processors, much memory."""
    numbers: list[tuple[int, bool]] = []

    def in_order(processes, function, tasks, *, copies=False):
        numbers.append((processes, copies))
        yield from map(function, tasks)

    monkeypatch.setattr(blocks, "in_order", in_order)
    monkeypatch.setattr(workers, "in_order", in_order)
    monkeypatch.setattr(start, "processors", lambda: 4)
    monkeypatch.setattr(start, "processes_in_memory", lambda: 8)
    monkeypatch.setattr(forks, "can_fork", lambda: True)
    return numbers


def run(monkeypatch, trials: int, seconds: float, **how) -> Clock:
    """So many trials that take so many seconds together, run by "auto"."""
    clock = Clock(seconds / trials)
    monkeypatch.setattr(blocks, "thread_time", lambda: clock.now)
    assert blocks.run(clock, trials, lambda columns: int(columns["x"].sum()), workers="auto", **how) == trials
    assert sum(clock.sizes) == trials
    return clock


@pytest.mark.parametrize("trials", [1, 100, 8 * AT_ONCE, 10**6])
def test_short_run_starts_no_process(monkeypatch, begun, trials):
    """Less than twice what two copies cost: 0.4 seconds."""
    run(monkeypatch, trials, 0.39)
    assert begun == []


def test_single_block_starts_no_process(monkeypatch, begun):
    assert run(monkeypatch, 8 * AT_ONCE, 100).sizes == [8 * AT_ONCE]
    assert begun == []


def test_long_run_uses_all_processors(monkeypatch, begun):
    """Processes start after the second block: a fiftieth of 10 seconds is over, and the rest is shared evenly."""
    sizes = run(monkeypatch, 50 * AT_ONCE, 10).sizes
    assert begun == [(4, True)]
    assert sizes == [AT_ONCE // 8, AT_ONCE] + [(49 * AT_ONCE - AT_ONCE // 8) // 4] * 4


@pytest.mark.parametrize(("seconds", "expected"), [(0.39, []), (0.41, [(2, True)]), (10.0, [(4, True)])])
def test_slow_first_block_shares_short_rest(monkeypatch, begun, seconds, expected):
    """A block takes the same time whatever its size, so the rest takes at least as long as the first block."""
    clock = Counting()
    monkeypatch.setattr(blocks, "thread_time", lambda: seconds * len(clock.sizes))
    blocks.run(clock, 4000, lambda columns: int(columns["x"].sum()), workers="auto", step=AT_ONCE // 8)
    assert begun == expected
    assert clock.sizes[0] == AT_ONCE // 8


@pytest.mark.parametrize(("seconds", "expected"), [(0.2, [1584]), (0.3, [792] * 2), (10.0, [528] * 3)])
def test_slow_awaited_block_shares_rest(monkeypatch, begun, seconds, expected):
    """By the guess, 1,584 trials add 1,584 / (16 + 1,024) = 1.5 times what the block for a first figure took.

    In each block the trials must add at least half of the fixed time, so each has at least 512 of them.
    """
    clock = Counting()
    monkeypatch.setattr(blocks, "thread_time", lambda: seconds * len(clock.sizes))
    blocks.run(clock, 1600, lambda columns: int(columns["x"].sum()), workers="auto", is_awaited=True)
    assert clock.sizes == [16, *expected]


def test_cold_awaited_block_hinders_no_sharing(monkeypatch, begun):
    """The block for a first figure takes 2 seconds, the next one 1, so the rest counts as at least 1 second."""
    clock, before = Counting(), []

    def in_order(processes, function, tasks, *, copies=False):
        before.append(list(clock.sizes))
        yield from map(function, tasks)

    monkeypatch.setattr(blocks, "in_order", in_order)
    monkeypatch.setattr(blocks, "thread_time", lambda: len(clock.sizes) and len(clock.sizes) + 1)
    blocks.run(clock, 4000, lambda columns: int(columns["x"].sum()), workers="auto", step=600, is_awaited=True)
    assert before == [[16, 240]]


def test_second_block_tells_what_is_shared(monkeypatch, begun):
    """A block takes 10 seconds and a hundredth for each trial, so 1,544 trials have 15 seconds to share."""
    clock = Counting()
    monkeypatch.setattr(blocks, "thread_time", lambda: 10 * len(clock.sizes) + 0.01 * sum(clock.sizes))
    blocks.run(clock, 1800, lambda columns: int(columns["x"].sum()), workers="auto", step=600, is_awaited=True)
    assert (clock.sizes[:2], begun) == ([16, 240], [(4, True)])


def test_kept_pace_shares_next_run_at_once(monkeypatch, begun):
    """The first run has a single block, by which each of three blocks of the second has enough to do."""
    clock = Clock(0.01)
    clock.pace = blocks.Pace()
    monkeypatch.setattr(blocks, "thread_time", lambda: clock.now)
    for _ in range(2):
        blocks.run(clock, 2000, lambda columns: int(columns["x"].sum()), workers="auto")
    assert (clock.sizes, begun) == ([2000, 667, 667, 666], [(3, True)])


def test_processes_need_enough_work(monkeypatch, begun):
    """0.7 seconds are left, and each must have 0.2."""
    run(monkeypatch, 8 * AT_ONCE + 1, 0.82)
    assert begun == [(3, True)]


def test_first_blocks_must_cost_a_process(monkeypatch, begun):
    """The first two blocks of a million trials in 20 seconds take 0.05 seconds, the third 0.37."""
    assert run(monkeypatch, 10**6, 20).sizes[:3] == [AT_ONCE // 8, AT_ONCE, 9 * AT_ONCE]
    assert begun == [(4, True)]


def test_unsafe_forks_need_longer_runs(monkeypatch, begun):
    """Each costs 1.5 seconds and must have 3."""
    monkeypatch.setattr(forks, "can_fork", lambda: False)
    run(monkeypatch, 10**6, 5)
    assert begun == []
    run(monkeypatch, 10**6, 100)
    assert begun == [(4, False)]


def test_memory_limits_number_of_processes(monkeypatch, begun):
    monkeypatch.setattr(start, "processes_in_memory", lambda: 3)
    run(monkeypatch, 10**6, 100)
    monkeypatch.setattr(start, "processes_in_memory", lambda: 1)
    run(monkeypatch, 10**6, 100)
    assert begun == [(3, True)]


@pytest.mark.parametrize("how", [{}, {"step": 4096}, {"block": 3000}, {"step": 4096, "block": 3000}])
def test_auto_parts_equal_one_worker(monkeypatch, begun, how):
    """Saved parts end at the same trials."""
    ends: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
    for is_auto, parts in ends.items():
        clock = Clock(100 / 70_000)
        monkeypatch.setattr(blocks, "thread_time", lambda clock=clock: clock.now)
        blocks.run(
            clock, 70_000, lambda columns: int(columns["x"].sum()), workers="auto" if is_auto else 1,
            keep=(lambda part, parts=parts: parts.append((part.first, part.counted))) if "step" in how else None, **how,
        )  # fmt: skip
    assert ends[True] == ends[False]
    assert len(begun) == 2  # by one worker all is run here, too


def test_auto_run_stops_when_enough(monkeypatch, begun):
    """The first block took 256 seconds, so the next one is shared, although it may be the last."""
    clock = Clock(1.0)
    monkeypatch.setattr(blocks, "thread_time", lambda: clock.now)
    total = blocks.run(
        clock, 10**6, lambda columns: int(columns["x"].sum()), workers="auto", check_step=AT_ONCE,
        until=lambda sum_of_all: sum_of_all >= AT_ONCE,
    )  # fmt: skip
    assert (total, clock.sizes, begun) == (AT_ONCE, [AT_ONCE // 8, 7 * AT_ONCE // 8], [(4, True)])


@pytest.mark.parametrize("wrong", [0, -1, 1.5, True, None, "all", "Auto", ""])
def test_bad_worker_numbers_are_refused(wrong):
    with pytest.raises(AnalyzerError, match="workers"):
        blocks.run(Counting(), 5, lambda columns: int(columns["x"].sum()), workers=wrong)


@pytest.mark.parametrize(("seconds", "expected"), [(0.04, []), (1.0, [(4, True)])])
def test_search_starts_processes_when_worthwhile(monkeypatch, begun, seconds, expected):
    """One captain is played here, the other six by others where that takes long."""
    import numpy as np

    now = [0.0]

    def value(captain: int, trials: int):
        now[0] += seconds
        return np.full(trials, captain)

    monkeypatch.setattr(workers, "thread_time", lambda: now[0])
    gains = TrialByTrial(value, 3, "auto").gains(0, [1, 2, 3, 4, 5, 6])
    assert [gain.mean for gain in gains] == [1, 2, 3, 4, 5, 6]
    assert begun == expected


@pytest.mark.parametrize(("fixed", "seconds", "parts"), [(0, 0.001, 1), (0, 0.01, 2), (0, 1.0, 4), (1, 0.01, 1)])
def test_shared_work_is_shared_from_third_round(monkeypatch, begun, fixed, seconds, parts):
    """A round takes a fixed time, and so many seconds for each of its 20, 40 and 50 games.

    Each process must have 0.2 seconds of the 50 games, and at least half as much time for them as is fixed.
    """
    now, asked = [0.0], []
    monkeypatch.setattr(blocks, "thread_time", lambda: now[0])
    shared = blocks.SharedWork("auto")

    def play(games: int, part: int, number: int) -> list[int]:
        some = [*range(games * part // number, games * (part + 1) // number)]
        now[0] += fixed + seconds * len(some)
        return some

    for games in (20, 40, 50):
        results = shared.run(partial(play, games), units=games, most=games)
        assert [game for some in results for game in some] == [*range(games)]
        asked.append(len(results))
    assert asked == [1, 1, parts]


def test_shared_work_has_at_most_so_many_parts(begun):
    assert blocks.SharedWork(4).run(lambda part, number: (part, number), units=1000, most=3) == [(0, 3), (1, 3), (2, 3)]


# What the machine has


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """A machine with 9 GB free, as files tell, and a group in a group that are limited so."""
    own = tmp_path / "groups" / "outer" / "inner"
    own.mkdir(parents=True)
    (tmp_path / "meminfo").write_text("MemTotal: 16000000 kB\nMemAvailable:    9000000 kB\n")
    (tmp_path / "cgroup").write_text("0::/outer/inner\n")
    for name, path in (("MEMINFO", "meminfo"), ("OWN_GROUP", "cgroup"), ("GROUPS", "groups")):
        monkeypatch.setattr(limits, name, tmp_path / path)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(8)), raising=False)
    return own


def test_limits_count_processors_and_memory(machine):
    assert (limits.processors(), limits.processes_in_memory()) == (8, 15)


def test_cgroups_limit_processors_and_memory(machine):
    """Two and a half processors are three; 2.5 GB of which 1 GB is taken hold two processes of 600 MB."""
    (machine / "cpu.max").write_text("max 100000\n")
    (machine / "memory.max").write_text("max\n")
    assert (limits.processors(), limits.processes_in_memory()) == (8, 15)
    (machine.parent / "cpu.max").write_text("250000 100000\n")
    (machine.parent / "memory.max").write_text("2500000000\n")
    (machine.parent / "memory.current").write_text("1000000000\n")
    assert (limits.processors(), limits.processes_in_memory()) == (3, 2)


def test_one_process_always_fits(machine):
    (machine / "memory.max").write_text("1000\n")
    (machine / "memory.current").write_text("1000\n")
    assert limits.processes_in_memory() == 1
