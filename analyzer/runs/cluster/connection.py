"""A connection to a scheduler: bytes to be unpacked by a worker go there, bytes come back, or are lost."""

from __future__ import annotations

import pickle
import socket
import warnings
from collections.abc import Callable
from functools import partial
from threading import Thread
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

from analyzer.errors import AnalyzerError, named_setting

ANSWERS = 10.0
"""Seconds in which whoever listens at the address must answer, and in which a lost connection must be back."""
GONE = 20.0
"""Seconds without an answer after which the scheduler is gone."""
BACK = 30.0
"""Seconds in which what a worker has done must be here."""
UNKNOWN = "Can't get attribute"
"""How Python says that a package is there, but not what is looked for in it."""
INSTALL = "pip install 'analyzer[cluster]'"


class Connection:
    """A client of the scheduler at an address; raises AnalyzerError where none answers."""

    def __init__(self, address: str) -> None:
        self.address = address
        try:
            from distributed import Client
        except ImportError:
            raise AnalyzerError(f"scheduler {address}: the extra `cluster` is not installed: {INSTALL}") from None
        _check_listens(address)
        self._client: Any = _in_time(partial(Client, address, timeout=ANSWERS, set_as_default=False), address)

    def is_open(self) -> bool:
        """Whether it can be used."""
        return bool(self._client.status == "running")

    def send(self, sealed: bytes, key: str, ended: Callable[[Any], None]) -> Any:
        """Have a worker unpack those bytes; `ended` is called, in another thread, with what this returns."""
        try:
            future = self._client.submit(pickle.loads, sealed, key=key, pure=False)
        except Exception as error:
            if self.is_open():
                raise
            raise self._gone() from error
        future.add_done_callback(ended)
        return future

    def take(self, future: Any) -> bytes | None:
        """What it was unpacked to, None where that was lost; raises what the worker raised."""
        from distributed import CancelledError, KilledWorker

        try:
            back: bytes = future.result(timeout=BACK)
            return back
        except (KilledWorker, CancelledError, TimeoutError, OSError):
            return None
        except (ImportError, AttributeError) as error:
            if isinstance(error, AttributeError) and not str(error).startswith(UNKNOWN):
                raise
            raise AnalyzerError(
                f"scheduler {self.address}: a worker lacks what this run needs ({error}): install on all of them the "
                "version of analyzer that is here, and start them anew"
            ) from None

    def call_off(self, future: Any) -> None:
        """Nobody wants it any more."""
        future.release()

    def threads(self) -> dict[str, int]:
        """By address of every worker how many threads it has; raises AnalyzerError where the scheduler is gone."""
        begun = monotonic()
        while self._client.status != "closed" and monotonic() - begun < GONE:
            try:
                if self.is_open():
                    return dict(self._client.nthreads(callback_timeout=ANSWERS))
            except (OSError, TimeoutError):
                pass
            sleep(0.05)
        raise self._gone()

    def everywhere(self, sealed: bytes) -> dict[str, Any]:
        """By address of every worker what those bytes are unpacked to there, or the error that it raised."""
        return dict(self._client.run(pickle.loads, sealed, on_error="return"))

    def close(self) -> None:
        """Leave the cluster as it is."""
        self._client.close(timeout=1)

    def _gone(self) -> AnalyzerError:
        return AnalyzerError(
            f"scheduler {self.address}: is gone: start it again, with workers, and give the same command; "
            f"what {named_setting('save')} has kept is not run again"
        )


def _in_time(join: Callable[[], Any], address: str) -> Any:
    """The client that `join` makes, which by itself would wait for ever where somebody listens and says nothing."""
    made: list[Any] = []

    def attempt() -> None:
        try:
            made.append(join())
        except Exception as error:
            made.append(error)

    with warnings.catch_warnings():
        # whether versions fit is looked at by each task, and told by name
        warnings.simplefilter("ignore")
        attempting = Thread(target=attempt, daemon=True)
        attempting.start()
        attempting.join(2 * ANSWERS)
    if made and not isinstance(made[0], Exception):
        return made[0]
    reason = str(made[0]).splitlines()[0] if made and str(made[0]) else "no answer"
    raise AnalyzerError(f"scheduler {address}: what listens there is no Dask scheduler: {reason}")


def _check_listens(address: str) -> None:
    """Complain at once where nobody does."""
    place = urlsplit(address)
    try:
        socket.create_connection((place.hostname, place.port), timeout=ANSWERS).close()
    except OSError as error:
        reason = error.strerror or str(error)
        raise AnalyzerError(
            f"scheduler {address}: nobody answers there: {reason}: start one (dask scheduler), or check the address"
        ) from None
