"""Workers side by side: their results are in order; they end in silence with their parent, or if nobody waits."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from itertools import count

import pytest
from joblib.externals.loky.reusable_executor import _ReusablePoolExecutor

from tests.doors.montecarlo import in_order
from tests.places import ROOT


def doubled(number):
    return 2 * number


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
def test_workers_return_results_in_order(workers):
    assert list(in_order(workers, doubled, range(9))) == [*range(0, 18, 2)]


@pytest.mark.long
def test_workers_end_silently_during_submit(monkeypatch, capfd):
    """A call given out just when all are ended is lost, and joblib's thread for it dies of that."""
    give, last, died = _ReusablePoolExecutor.submit, threading.Event(), []
    stop = threading.Event()

    def submit(executor, *call):
        given = give(executor, *call)
        if stop.is_set() and not last.is_set():
            last.set()
            while not executor._flags.kill_workers:
                time.sleep(0.001)
        return given

    monkeypatch.setattr(_ReusablePoolExecutor, "submit", submit)
    monkeypatch.setattr(threading, "excepthook", died.append)
    results = in_order(2, doubled, count())  # endless: however late the stop is, one more call is given out
    next(results)
    stop.set()
    assert last.wait(60)
    results.close()
    assert (died, capfd.readouterr()) == ([], ("", ""))
    assert threading.excepthook == died.append


WORKERS = """
import os, signal, sys
from analyzer.montecarlo.workers import in_order

PARENT = os.getpid()

def work(number):
    if WHERE == "while they work":
        os.kill(PARENT, signal.SIGKILL)

def tasks():
    for number in range(9):
        if WHERE == "while they start" and number == 3:
            HOW
        yield number

WHERE, copies = sys.argv[1], sys.argv[2] == "copies"
list(in_order(2, work, tasks(), copies=copies))
HOW
"""
ENDS = {-9: "os.kill(os.getpid(), signal.SIGKILL)", -15: "os.kill(os.getpid(), signal.SIGTERM)", 0: "os._exit(0)"}
"""Ways to end, by the exit code."""
HANGAR = """
import os, signal, time
from analyzer.trucker.designer import hangar

class Task:
    def messages(self, known):
        time.sleep(1000)

hangar._prepare = lambda task: None
hangar._start_process(Task(), {})
os.kill(os.getpid(), signal.SIGKILL)
"""
NEVER_AT_AN_END = """
import os, signal, subprocess, sys

tasks, more = os.pipe()
args = [sys.executable, "-m", "analyzer.trucker.designer.hangar", str(os.getpid())]
subprocess.Popen(args, stdin=tasks, pass_fds=[more])
os.kill(os.getpid(), signal.SIGKILL)
"""


def run(script: str, *args: str) -> int:
    """Return the exit code of a script, after all its processes have ended without a word on standard error."""
    done = subprocess.run(
        [sys.executable, "-c", script, *args], capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.stderr == ""
    return done.returncode


@pytest.mark.long
@pytest.mark.slow(but=5)
@pytest.mark.parametrize("kind", ["new", "copies"])
@pytest.mark.parametrize(
    ("where", "code"),
    [("while they start", -9), ("while they work", -9), ("when all is done", -15), ("when all is done", 0)],
)
def test_workers_end_with_their_parent(where, code, kind):
    assert run(WORKERS.replace("HOW", ENDS[code]), where, kind) == code


@pytest.mark.long
@pytest.mark.parametrize("script", [HANGAR, NEVER_AT_AN_END])
def test_flyer_ends_with_designer(script):
    assert run(script) == -9
