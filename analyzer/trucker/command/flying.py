"""What the verbs that only fly have in common: run what is planned, and show it with what a forecast changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from analyzer.cli.options import AmountOptions, EventsOptions, OutputOptions, RowsOptions, run
from analyzer.cli.watch import progress

if TYPE_CHECKING:
    from analyzer.answers.comparison import Comparison
    from analyzer.montecarlo.blocks import Workers
    from analyzer.trucker.experiment import Experiment
    from analyzer.trucker.questions.fly.other_captains import OtherCaptains


def fly_and_tell(
    experiments: Sequence[Experiment],
    amount: AmountOptions,
    rows: RowsOptions,
    output: OutputOptions,
    events: EventsOptions,
    others: bool = False,
) -> None:
    """Fly the experiments one after the other, and return the results.

    `others`: and what each would have come to under other captains.
    """
    from analyzer.trucker.view import view_of

    results = run(experiments, amount, rows, events)
    output.tell(view_of(results, list(changes(results, amount.run_by())), list(_captains(results)) if others else ()))


def _captains(results: Sequence[Any]) -> Iterator[OtherCaptains]:
    """How other captains do in some of the flights of each result; of thinkers not, who would fly them all again."""
    from analyzer.trucker.questions.fly.other_captains import other_captains

    yield from (other_captains(result) for result in results if result.experiment.captains[0].thinks is None)


def changes(results: Sequence[Any], workers: Workers) -> Iterator[Comparison]:
    """By how much the forecast changed each result, if there was one."""
    for result in results:
        if result.experiment.route.forecast is not None:
            from analyzer.trucker.questions.fly.foresight import changed_by_forecast

            with progress(result.flights, called="flights") as report_progress:
                yield changed_by_forecast(result.experiment, result.flights, workers=workers, progress=report_progress)
