"""Tasks in order, sent again where they are lost, in sizes that grow: without any cluster."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from zlib import compress

import numpy as np
import pytest

from analyzer import AnalyzerError
from tests.doors.montecarlo import Job, Marks, Part, check_distance
from tests.doors.runs import Rules, checked_address
from tests.doors.runs import window as windows
from tests.doors.statistics import Tally

LONGEST = 300.0
MOST = 16777216
TRIES = 5

ME = windows.Worker("w", "tcp://here:1", "here", "1.0", Rules("trucker", 1, "x"))


class Fake:
    """Workers that answer in any order, lose what `loses` says, and come and go as `threads_then` says."""

    address = "tcp://nowhere:1"

    def __init__(self, loses=lambda number: False, threads=lambda: {"a": 1, "b": 1}) -> None:
        self.loses, self.threads = loses, threads
        self.waiting, self.sent, self.called_off = [], 0, 0
        self.chance = random.Random(3)

    def send(self, sealed, key, ended):
        future = (self.sent, sealed)
        self.sent += 1
        self.waiting.append((future, ended))
        self.chance.shuffle(self.waiting)
        if len(self.waiting) > 3 or self.chance.random() < 0.5:
            self.end_one()
        return future

    def end_one(self):
        future, ended = self.waiting.pop()
        ended(future)

    def take(self, future):
        number, sealed = future
        return None if self.loses(number) else sealed

    def call_off(self, future):
        self.called_off += 1


def job(trials, **how) -> Job:
    return Job(**{"first": 10, "done": 0, "trials": trials, "block": 64, "soon": 4, "marks": None} | how)


def run(fake, the_job, monkeypatch, patience=1.0, parts_of=None, says=lambda text: None):
    """All parts; whenever nothing else comes, the next task that waits ends."""

    class Queue(windows.SimpleQueue):
        def get(self, timeout):
            if self.empty() and fake.waiting:
                fake.end_one()
            return super().get(timeout=0.001)

    def seal(task):
        parts = [Part(task.first + task.done, task.trials, Counter(range(task.done, task.done + task.trials)))]
        answer = windows.Answer(ME, parts if parts_of is None else parts_of(parts), 0.001)
        return windows_sealed(answer)

    monkeypatch.setattr(windows, "SimpleQueue", Queue)
    monkeypatch.setattr(windows, "TICK", 0.001)
    refuse = lambda answer: AnalyzerError(f"refused {answer.worker.name}")  # noqa: E731
    return [*windows.Window(fake, the_job, seal, refuse=refuse, says=says, patience=patience).parts()]


def windows_sealed(answer):
    return compress(pickle.dumps(answer))


def test_window_parts_come_in_order(monkeypatch):
    parts = run(Fake(), job(1000), monkeypatch)
    assert [part.first for part in parts] == [10 + sum(p.trials for p in parts[:n]) for n in range(len(parts))]
    assert sum((part.counted for part in parts), Counter()) == Counter(range(1000))


def test_lost_tasks_are_sent_again(monkeypatch):
    """Every third sending is lost, and one of every five comes back with a part missing."""
    fake = Fake(loses=lambda number: number % 3 == 1)
    torn = iter(range(10**6))
    parts = run(fake, job(1000), monkeypatch, parts_of=lambda parts: parts if next(torn) % 5 else [])
    assert sum((part.counted for part in parts), Counter()) == Counter(range(1000))
    assert fake.sent > 1.5 * len(parts)


def test_always_lost_task_is_error(monkeypatch):
    with pytest.raises(AnalyzerError, match=rf"numbers 10 to 10 were lost {TRIES} times"):
        run(Fake(loses=lambda number: True), job(1), monkeypatch)


@pytest.mark.parametrize("sent", [b"", b"no archive", compress(b"no pickle"), compress(pickle.dumps("no answer")), 7])
def test_foreign_answers_are_refused(monkeypatch, sent):
    """Anybody may listen at the address: an answer is an `Answer` or an error with its place."""
    monkeypatch.setattr(Fake, "take", lambda self, future: sent)
    with pytest.raises(AnalyzerError, match=r"tcp://nowhere:1.*not one of analyzer"):
        run(Fake(), job(10), monkeypatch)


def test_worker_with_other_rules_refused(monkeypatch):
    with pytest.raises(AnalyzerError, match="refused w"):
        run(Fake(), job(1000), monkeypatch, parts_of=lambda parts: None)


def test_missing_workers_are_awaited(monkeypatch):
    said, there = [], iter([{}, {}, {}, {"a": 1}])
    fake = Fake(threads=lambda: next(there, {"a": 1}))
    fake_end, fake.end_one = fake.end_one, lambda: None  # nothing ends at once
    monkeypatch.setattr(fake, "waiting", [])
    fake.end_one = fake_end
    parts = run(fake, job(100), monkeypatch, says=said.append)
    assert sum(part.trials for part in parts) == 100
    assert said == ["tcp://nowhere:1: no workers now: waiting for one"]


def test_missing_workers_are_error_eventually(monkeypatch):
    fake = Fake(threads=dict)
    monkeypatch.setattr(Fake, "send", lambda *_: object())
    with pytest.raises(AnalyzerError, match=r"no worker for 0 seconds.*tcp://nowhere:1"):
        run(fake, job(100), monkeypatch, patience=0.01)


def test_threaded_workers_are_noted_once(monkeypatch):
    said = []
    run(Fake(threads=lambda: {"a": 8, "b": 1}), job(1000), monkeypatch, says=said.append)
    assert [text.split(":", 2)[2] for text in said] == [
        "1: 1 of 2 workers have several threads, but only one thread of each works at a time: start one worker for "
        "each processor, with --nthreads 1"
    ]


def test_closing_calls_off_remaining_tasks(monkeypatch):
    fake = Fake()
    monkeypatch.setattr(windows, "TICK", 0.001)
    seal = lambda task: windows_sealed(windows.Answer(ME, [Part(0, task.trials, Counter())], 0.1))  # noqa: E731
    parts = windows.Window(fake, job(10**6), seal, refuse=AnalyzerError, says=print, patience=1.0).parts()
    monkeypatch.setattr(fake, "loses", lambda number: bool(fake.waiting) and fake.end_one())
    assert next(parts).trials
    parts.close()
    assert fake.called_off == fake.sent > 2


# How large tasks are


def sizes_of(trials, workers, speed, **how):
    """All sizes where every worker is so fast."""
    sizes, done, found = windows.Sizes(job(trials, soon=2048, block=1 << 17, **how)), 0, []
    while done < trials:
        found.append(sizes.next(done, workers))
        done += found[-1]
        sizes.add(found[-1], found[-1] / speed)
    assert done == trials
    return found


def test_huge_run_has_few_tasks():
    """At 200,000 a second on 100 workers: 10^12 / 2^24 = 59,604.6, and some that are smaller."""
    found = sizes_of(10**12, 100, 200_000)
    assert max(found) == MOST
    assert 59_605 < len(found) < 61_500
    assert found[0] == 2048


def test_tasks_last_five_minutes_at_most():
    assert max(sizes_of(10**9, 4, 1000)) == LONGEST * 1000


def test_stoppable_run_wastes_little():
    done = 0
    for size in sizes_of(10**9, 8, 200_000, early=True):
        assert size <= max(100_000, done / 16)
        done += size


def test_last_tasks_end_together():
    found = sizes_of(10**8, 10, 200_000)
    assert max(found[-20:]) <= 100_000
    assert len(found) < 250


def test_tasks_end_at_marks():
    """Tasks smaller than a part, where the run ends, are the exception."""
    marks, done = Marks(1 << 15, 2048, 8), 0
    for size in sizes_of(10**8, 3, 100_000, marks=marks)[:-1]:
        done += size
        assert size < check_distance(done, 1 << 15) or marks.after(done - 1) == done


def test_rows_travel_block_by_block():
    assert max(sizes_of(10**7, 2, 1_000_000, keep_blocks=True)) == 1 << 17


# Where a scheduler is


@pytest.mark.parametrize(
    "given",
    ["", "host", "host:8786", "http://host:8786", "tcp://host", "tcp://:8786", "tcp://host:", "tcp://host:x",
     "tcp://host:8786/a", "tcp://a b:8786", "tcp://u@host:1", "tcp://host:123456", 8786, None, b"tcp://host:1"],
)  # fmt: skip
def test_bad_addresses_are_refused(given):
    with pytest.raises(AnalyzerError, match=r"scheduler.*tcp://host:8786"):
        checked_address(given)


@pytest.mark.parametrize("port", ["0", "65536", "99999"])
def test_bad_ports_are_refused(port):
    with pytest.raises(AnalyzerError, match=rf"port {int(port)}: give a whole number from 1 to 65535"):
        checked_address(f"tcp://host:{port}")


@pytest.mark.parametrize("given", ["tcp://10.0.0.1:1", "tls://node-7.lan:8786", "tcp://[::1]:8786"])
def test_good_addresses_are_accepted(given):
    assert checked_address(given) == checked_address(f"{given}/") == given


def test_parts_add_their_counted_columns():
    """Parts add up as their sums do."""
    one, two = (Part(first, 5, Tally.of({"x": np.ones((1, 5), np.int64)})) for first in (0, 5))
    assert (one + two).counted.trials == (one + two).trials == 10
