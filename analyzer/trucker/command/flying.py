"""Flights and searches of verbs, and their progress lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from analyzer.cli.option_records import HelpTexts
from analyzer.cli.options import AmountOptions, EventsOptions, OutputOptions, RowsOptions, run
from analyzer.cli.watch import ProgressLine, about, clock, count, displayed, error_console, progress, to_go
from analyzer.errors import AnalyzerError
from analyzer.interrupts import raise_again_if_lost, raise_from_now_on
from analyzer.trucker.arguments import NAMED_CAPTAINS
from analyzer.trucker.command.options import AllOptions, PlayerOptions

if TYPE_CHECKING:
    from collections.abc import Callable

    from analyzer.answers.comparison import Comparison
    from analyzer.montecarlo.blocks import Workers
    from analyzer.trucker.experiment import Experiment
    from analyzer.trucker.position.experiment import FromPosition
    from analyzer.trucker.questions.fly import OtherCaptains
    from analyzer.trucker.workshop.annealing import SearchState
    from analyzer.trucker.workshop.budget import Budget
    from analyzer.trucker.workshop.elites import MapState


JudgingCaptain = Annotated[
    PlayerOptions,
    HelpTexts(captain=f"Who decides for your ship afterwards: {NAMED_CAPTAINS}, thinker (slow) or a .yaml file."),
]
MOST_AFTER_EACH = "Fly at most this many flights after each option."
OWN = ("seed", "captain", "otherwise")
"""The options that may be given together with a position file."""


def experiment_from(
    path: Path,
    ships: Sequence[Path],
    flight: AllOptions,
) -> FromPosition:
    """Return the experiment of the rest of the flight in a position file.

    Raises:
        AnalyzerError: Ships or options are given that the position settles, or the file is faulty.
    """
    from analyzer.trucker.position.positionfile import plan_position

    usual = type(flight)()
    typed = [one.name for one in fields(flight) if getattr(flight, one.name) != getattr(usual, one.name)]
    too_much = [f"--{name.replace('_', '-')}" for name in typed if name not in OWN]
    if ships or too_much:
        named = ", ".join([*map(str, ships), *too_much])
        raise AnalyzerError(f"--from {path}: the position says this itself: leave {named} out")
    return plan_position(path, flight.seed, flight.only())


def fly_and_tell(
    experiments: Sequence[Experiment],
    amount: AmountOptions,
    rows: RowsOptions,
    output: OutputOptions,
    events: EventsOptions,
    others: bool = False,
) -> None:
    """Fly the experiments one after the other, and print each result with its notes.

    Args:
        experiments: The experiments.
        amount: The options on how much is flown.
        rows: The options on rows of flights.
        output: The options of output.
        events: The options on events to wait for.
        others: Whether to fly some of the flights under other captains too.
    """
    from analyzer.trucker.view import view_of

    results = run(experiments, amount, rows, events)
    output.tell(view_of(results, list(changes(results, amount.run_by())), list(_captains(results)) if others else ()))


def _captains(results: Sequence[Any]) -> Iterator[OtherCaptains]:
    """Yield a comparison with other captains for each result whose captain does not think.

    For a thinking captain the comparison would take too long, because it flies the captain's own flights again.
    """
    from analyzer.trucker.questions.fly import other_captains

    yield from (other_captains(result) for result in results if result.experiment.captains[0].thinks is None)


def changes(results: Sequence[Any], workers: Workers) -> Iterator[Comparison]:
    """Yield, for each result flown with a forecast, a comparison with the same flights without it."""
    for result in results:
        if result.experiment.route.forecast is not None:
            from analyzer.trucker.questions.fly import changed_by_forecast

            with progress(result.flights, called="flights") as report_progress:
                yield changed_by_forecast(result.experiment, result.flights, workers=workers, progress=report_progress)


STEPS = 10_000
"""The number of steps of the progress bar."""


class SearchLine(ProgressLine):
    """A progress line of a search that counts generations."""

    parts: tuple[str, ...] = ()
    seconds = 0.0

    def update(self, now: SearchState | MapState, limit: Budget) -> None:
        """Store the state of the search after a generation."""
        raise_again_if_lost()
        share = limit.spent(now)
        self._done, self._total = int(STEPS * min(1.0, share)), STEPS
        self.seconds = limit.to_go(now)
        self.parts = (f"generation {now.generation:,}", f"{count(now.flights)} flights", now.summary)
        self.print_if_due()

    def words(self, now: float) -> list[str]:
        """Return generation, flights, best so far and time left, each in a few words."""
        if not self.parts:
            return ["first generation", "", "", f"{clock(now - self._begun)} so far"]
        return [*self.parts, to_go(self.seconds)]

    def in_plain_words(self, now: float) -> str:
        """Return generation, flights and time left as one line."""
        left = f"{about(self.seconds)} left" if self.seconds else f"{about(now - self._begun)} so far"
        return ", ".join([*self.parts[:2], left])


@contextmanager
def searching() -> Iterator[Callable[[SearchState | MapState, Budget], None]]:
    """Show the progress line of a search within a `with` block; yields the function that updates it."""
    line = SearchLine(error_console(), STEPS)
    raise_from_now_on()
    with displayed(line):
        yield line.update
