"""Workers side by side: what they return is in order, and they end in silence whenever nobody waits any more."""

from __future__ import annotations

import threading
import time
from itertools import count

import pytest
from joblib.externals.loky.reusable_executor import _ReusablePoolExecutor

from tests.doors.montecarlo import in_order


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
