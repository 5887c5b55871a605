"""The progress line of a search: how far, how long still, and what the best so far gains."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from analyzer.cli.watch import Line, about, clock, count, displayed, error_console, to_go
from analyzer.interrupts import raise_again_if_lost, raise_from_now_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from analyzer.trucker.workshop.annealing import Standing
    from analyzer.trucker.workshop.budget import Budget
    from analyzer.trucker.workshop.elites import Filled

STEPS = 10_000
"""Into so many steps the bar is divided."""


class SearchLine(Line):
    """Counts generations, and draws itself."""

    parts: tuple[str, ...] = ()
    seconds = 0.0

    def update(self, now: Standing | Filled, limit: Budget) -> None:
        """A generation is over."""
        raise_again_if_lost()
        share = limit.spent(now)
        self._done, self._total = int(STEPS * min(1.0, share)), STEPS
        self.seconds = limit.to_go(now)
        self.parts = (f"generation {now.generation:,}", f"{count(now.flights)} flights", now.summary)
        self.print_if_due()

    def words(self, now: float) -> list[str]:
        """How far, how much was flown, the best so far, how long still."""
        if not self.parts:
            return ["first generation", "", "", f"{clock(now - self._begun)} so far"]
        return [*self.parts, to_go(self.seconds)]

    def in_plain_words(self, now: float) -> str:
        """The same without the best so far."""
        left = f"{about(self.seconds)} left" if self.seconds else f"{about(now - self._begun)} so far"
        return ", ".join([*self.parts[:2], left])


@contextmanager
def searching() -> Iterator[Callable[[Standing | Filled, Budget], None]]:
    """The line while a search runs: on a terminal, in a file every ten seconds, or with `--quiet` not at all."""
    line = SearchLine(error_console(), STEPS)
    raise_from_now_on()
    with displayed(line):
        yield line.update
