"""The progress bar: how far, how fast, how sure so far, and how long it will take."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.results.result import Result
    from analyzer.runs.amount import Goal

QUIET = 1.0
"""Seconds before the bar is shown."""


class Flown(Protocol):
    """Hears of flights as they are flown, and if it is known of what they come to so far."""

    def __call__(self, flights: int, so_far: Result | None = None, /) -> None:
        """So many flights were just flown; 0 with a result: those that were kept from an earlier run."""


@contextmanager
def progress(total: int | None, shown: bool = True, goal: Goal | None = None, runs: int = 1) -> Iterator[Flown]:
    """A bar of flights flown on stderr, from the first second on, if a person is watching.

    With a `goal` for each of several `runs`, `total` is the most that is flown, and the bar ends where it is expected;
    without a total it has no end.
    """
    from rich.console import Console

    console = Console(stderr=True)
    if not shown or not console.is_terminal:
        yield lambda flights, so_far=None: None
        return
    with _Bar(console, total, goal, runs).shown() as flown:
        yield flown


def to_go(seconds: float) -> str:
    """A time still to wait, as 0:07 or 1:02:05."""
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02} to go" if hours else f"{minutes}:{rest:02} to go"


class _Bar:
    """Counts flights of several runs; `before` are those of the runs that are over."""

    def __init__(self, console: Console, total: int | None, goal: Goal | None, runs: int) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        columns = (
            TextColumn("flying"), BarColumn(20), MofNCompleteColumn(), TextColumn("flights{task.fields[speed]}"),
            TextColumn("{task.fields[known]}", markup=False), TextColumn("{task.fields[left]}"),
        )  # fmt: skip
        self._bar = Progress(*columns, console=console, transient=True)
        self._total, self._goal, self._runs, self._run = total, goal, runs, 1
        self._flown, self._done, self._kept, self._before = 0, 0, 0, 0
        self._latest: Result | None = None
        self._begun = monotonic()
        self._task = self._bar.add_task("flying", total=total, visible=False, speed="", known="", left="")

    @contextmanager
    def shown(self) -> Iterator[Flown]:
        """The bar while flights are flown."""
        with self._bar:
            yield self.flown

    def flown(self, flights: int, so_far: Result | None = None, /) -> None:
        """Count flights, and show how things stand."""
        seconds = monotonic() - self._begun
        self._flown += flights
        self._done += flights
        known, total = "", self._total
        if so_far is not None:
            self._enter(so_far)
            if seconds > QUIET:
                known, total = self._standing(so_far)
        if so_far is not None and not flights:
            self._done += so_far.trials
            self._bar.reset(self._task, completed=self._done, total=total, visible=False)
            return
        speed = self._flown / seconds if seconds > QUIET else 0.0
        told: dict[str, Any] = {}
        if speed:
            left = "" if total is None else to_go((total - self._done) / speed)
            told = {"speed": f", {speed:,.0f}/s", "left": left}
        self._bar.update(self._task, completed=self._done, total=total, visible=bool(speed), known=known, **told)

    def _enter(self, so_far: Result) -> None:
        """See whether another run has begun."""
        if self._latest is not None and self._latest.experiment is not so_far.experiment:
            self._before += self._latest.trials
            self._run += 1
        self._latest = so_far

    def _standing(self, so_far: Result) -> tuple[str, int | None]:
        """The interval so far of the first ship, and how many flights all runs are expected to take."""
        metric = (self._goal and self._goal.metric) or so_far.experiment.metrics.score
        _, (_, low, high) = next(iter(so_far.estimates(metric)))
        known = f"{metric} {low:.4g} to {high:.4g}"
        if self._goal is None or self._total is None:
            return known, self._total
        most = self._total // self._runs
        each = min(most, max(self._goal.needed(so_far), so_far.trials))
        return known, self._before + each * (self._runs - self._run + 1)
