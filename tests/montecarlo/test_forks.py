"""Copies of this process: results in order, errors as they are, a clean end, and only where copying is safe."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

import pytest

from analyzer import AnalyzerError
from tests.doors.files import naming_options
from tests.doors.montecarlo import workers as forks

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="copies are made on Linux alone")


def test_forks_return_results_in_order():
    """Results come from both processes."""
    learned = ["before"]

    def work(number):
        time.sleep(0.05 if number == 0 else 0)
        return number, learned[0], os.getpid()

    results = list(forks.fork_in_order(2, work, range(12)))
    assert [(number, word) for number, word, _ in results] == [(number, "before") for number in range(12)]
    processes = {process for *_, process in results}
    assert len(processes) == 2
    assert os.getpid() not in processes


def test_forks_take_tasks_lazily():
    """No more results wait than AHEAD for each process."""
    taken = []

    def tasks():
        for number in range(100):
            taken.append(number)
            yield number

    results = forks.fork_in_order(2, abs, tasks())
    assert next(results) == 0
    assert len(taken) <= 1 + 2 * forks.AHEAD
    assert list(results) == [*range(1, 100)]


def test_closing_ends_all_forks():
    results = forks.fork_in_order(2, lambda _: os.getpid(), range(50))
    processes = {next(results) for _ in range(6)}
    results.close()
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def fail(number):
    if number == 3:
        raise AnalyzerError("no three")
    return number


def end(number):
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def no_bytes(_):
    return lambda: None


def test_fork_error_reaches_parent():
    results = forks.fork_in_order(2, fail, range(9))
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(AnalyzerError, match="no three"):
        next(results)


@pytest.mark.long
def test_killed_fork_suggests_one_worker():
    with naming_options(), pytest.raises(AnalyzerError, match=r"ended from outside.*--workers 1"):
        list(forks.fork_in_order(2, end, range(9)))


def test_unpicklable_result_is_an_error():
    with pytest.raises(RuntimeError, match="cannot be sent"):
        list(forks.fork_in_order(2, no_bytes, range(2)))


def test_forks_hold_no_files_or_interrupts(tmp_path):
    with (tmp_path / "held").open("w"):
        assert len(files_of(tmp_path)) == 1
        assert list(forks.fork_in_order(2, lambda _: (files_of(tmp_path), is_deaf()), range(2))) == [([], True)] * 2
    assert not is_deaf()


def files_of(folder) -> list[str]:
    """Files of a folder that this process holds open."""
    links = (f"/proc/self/fd/{name}" for name in os.listdir("/proc/self/fd"))
    paths = [os.readlink(link) for link in links if os.path.islink(link)]
    return [path for path in paths if path.startswith(str(folder))]


def is_deaf() -> bool:
    """Whether this process never hears Ctrl-C."""
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_threaded_process_is_not_forked(monkeypatch):
    monkeypatch.setattr(forks, "began_as_command", lambda: False)
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    assert forks.can_fork()
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    assert not forks.can_fork()
    monkeypatch.setattr(forks, "began_as_command", lambda: True)
    assert forks.can_fork()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not forks.can_fork()


def test_only_main_thread_forks():
    answers = []
    thread = threading.Thread(target=lambda: answers.append(forks.can_fork()))
    thread.start()
    thread.join()
    assert answers == [False]


def test_caller_is_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test, or a program, that calls the command under its name keeps its own threads, and is not copied."""
    monkeypatch.setattr(sys, "argv", ["/usr/bin/analyzer", "fly"])
    ends = threading.Event()
    thread = threading.Thread(target=ends.wait)
    thread.start()
    try:
        assert not forks.can_fork()
    finally:
        ends.set()
        thread.join()
