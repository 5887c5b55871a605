"""A page of the designer served in this process, and a browser to look at it with."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, ClassVar

import pytest

from tests.doors.trucker_designer import Page, Session, desk, flight_tasks
from tests.host.browsing import browser, in_browser, serving, sized

__all__ = ["browser", "in_browser", "served", "served_alone", "sized"]


def served(session: Session, port: int = 0) -> AbstractContextManager[Page]:
    """The page, served by a thread; `port`: 0 for any."""
    return serving(Page(session, port))


@contextmanager
def served_alone(session: Session, port: int = 0) -> Iterator[Page]:
    """That, flown by a thread too, for which no process begins: where flights are not what is looked at."""
    with pytest.MonkeyPatch.context() as alone:
        alone.setattr(desk, "FlyingProcess", FlyerHere)
        with served(session, port) as page:
            yield page


class FlyerHere:
    """A `FlyingProcess` without a process: a new task ends the one before after its next look."""

    _known: ClassVar[Any] = OrderedDict()
    _one_at_a_time = threading.Lock()

    def __init__(self, on_look: Callable[[dict[str, Any]], None]) -> None:
        self._on_look = on_look
        self._task: Any | None = None

    def fly(self, task: Any | None) -> None:
        self._task = task
        threading.Thread(target=self._fly, args=(task,), daemon=True).start()

    def stop(self) -> None:
        with self._one_at_a_time:
            self._task = None

    def _fly(self, task: Any | None) -> None:
        looks = iter(()) if task is None else task.messages(self._known)
        goes_on = True
        while goes_on:
            with self._one_at_a_time:
                flown = next(looks, None) if self._task is task else None
                goes_on = flown is not None
                if flown is not None:
                    flight_tasks.remember(self._known, flown[1])
                    self._on_look(flown[0])
