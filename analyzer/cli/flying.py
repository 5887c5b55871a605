"""What verbs that fly have in common: how much is flown, what is kept, and how results are shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli.export import Export, check_export, export
from analyzer.cli.options import AsJson
from analyzer.cli.watch import progress
from analyzer.errors import AnalyzerError

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.results.comparison import Comparison
    from analyzer.trucker.experiment import Experiment

Flights = Annotated[int, typer.Option(help="How many flights.")]
Most = Annotated[
    int | None,
    typer.Option("--flights", help="How many flights; with --precision, at most.", show_default="100000"),
]
Precise = Annotated[
    list[str] | None,
    typer.Option(
        "--precision",
        help="Fly until half the 95% interval of the mean credits is at most that, as 0.05, or of another metric or "
        "chance, as arrived=0.001; may be given several times.",
        metavar="[METRIC=]HALF",
        show_default=False,
    ),
]
First = Annotated[int, typer.Option(help="Number of the first flight; machines that share a seed take others.")]
Workers = Annotated[int, typer.Option(help="Processes to fly with; results do not depend on it.")]
Save = Annotated[
    Path | None,
    typer.Option(help="Keep finished blocks in this file; the same command goes on from there.", metavar="FILE"),
]
FlightsOut = Annotated[
    Path | None, typer.Option(help="Write every flight as a row of this .parquet file.", metavar="FILE")
]
Plot = Annotated[Path | None, typer.Option(help="Save plots (PNG and SVG) in this directory.", metavar="DIR")]


@dataclass(frozen=True)
class FlyingOptions:
    """How much is flown, with what, what is kept of it, and how it is shown."""

    flights: Most = None
    precision: Precise = None
    first: First = 0
    workers: Workers = 1
    save: Save = None
    flights_out: FlightsOut = None
    export: Export = None
    plot: Plot = None
    as_json: AsJson = False

    def check(self) -> None:
        """Complain before the flights, not after them, about places where nothing can be saved."""
        check_plot_dir(self.plot)
        check_export(self.export)
        named = [path.absolute() for path in (self.save, self.flights_out, self.export) if path is not None]
        if len(set(named)) < len(named):
            raise AnalyzerError("--save, --flights-out, --export: one file is named twice: give each its own")
        read_precision(self.precision)

    def fly(self, experiments: Sequence[Experiment]) -> None:
        """Fly the experiments one after the other, and show what they come to."""
        from analyzer.runs.amount import Amount

        amount = Amount(
            self.flights,
            read_precision(self.precision),
            first=self.first,
            workers=self.workers,
            save=self.save,
            rows_out=self.flights_out,
        )
        amount.check()
        goal, runs = amount.goal(experiments[0]), len(experiments)
        with progress(amount.most() * runs, goal=goal, runs=runs) as flown:
            results = amount.run(experiments, flown)
        show(results, self.as_json, self.plot, self.export, list(self._changes(results)))

    def _changes(self, results: Sequence[Any]) -> Iterator[Comparison]:
        """By how much the forecast changed each result, if there was one."""
        for result in results:
            if result.experiment.route.forecast is not None:
                from analyzer.trucker.questions.foresight import changed_by_forecast

                with progress(result.flights) as flown:
                    yield changed_by_forecast(result.experiment, result.flights, workers=self.workers, progress=flown)


def read_precision(given: list[str] | None) -> dict[str, float] | None:
    """Half-widths by metric from `0.05` or `arrived=0.001`."""
    if not given:
        return None
    precision = {}
    for text in given:
        metric, _, number = text.rpartition("=")
        try:
            precision[metric.strip() or "credits"] = float(number)
        except ValueError:
            raise AnalyzerError(f"--precision {text}: give a half-width, as 0.05 or arrived=0.001") from None
    return precision


def check_plot_dir(directory: Path | None) -> None:
    """Complain before the flights, not after them, about a place where no plots can be saved."""
    try:
        is_file = directory is not None and directory.exists() and not directory.is_dir()
    except OSError as error:
        raise AnalyzerError(f"--plot {directory}: cannot be used: {error.strerror}") from None
    if is_file:
        raise AnalyzerError(f"--plot {directory}: is a file: name a directory")


def show(
    results: Sequence[Any],
    as_json: bool,
    plot: Path | None = None,
    file: Path | None = None,
    changes: Sequence[Comparison] = (),
) -> None:
    """Tables, histograms and notes, or JSON; plots, and the table as a file, if asked for.

    `changes`: for each result by how much a forecast changed it.
    """
    if file is not None:
        export(tidy(results), file)
    if plot is not None:
        from analyzer.cli.pictures import save_pictures

        saved = save_pictures(results, plot, courses=True)
    if as_json:
        from analyzer.cli.options import print_json

        told = [result.as_dict() for result in results]
        for facts, change in zip(told, changes, strict=False):
            facts["forecast_changes"] = change.differences(*change.names)
        print_json(told)
        return
    from analyzer.cli.tables import print_results

    print_results(results)
    for change in changes:
        from analyzer.cli.trucker.compare import show_changes

        show_changes(change)
    if plot is not None:
        print("plots: " + ", ".join(map(str, saved)))
    if file is not None:
        print(f"table: {file}")


def tidy(results: Sequence[Any]) -> pd.DataFrame:
    """The tables of all results in one: ship, metric, mean, low, high, quantiles, level, flights, seed.

    Ships of one name are numbered; the seeds of merged runs are words, as `1 2`.
    """
    import pandas as pd

    from analyzer.results.names import distinct

    names = iter(distinct(ship.name for result in results for ship in result.ships))
    merged = any(len(result.seeds) > 1 for result in results)
    rows = []
    for result in results:
        seed = " ".join(map(str, result.seeds)) if merged else result.seeds[0]
        run = {"level": result.experiment.route.level_name, "flights": result.flights, "seed": seed}
        for ship in result.ships:
            name = next(names)
            rows += [row | {"ship": name} | run for row in ship.rows()]
    table = pd.DataFrame(rows)
    quantiles = [column for column in table if str(column).startswith("q")]
    return table.astype(dict.fromkeys(quantiles, "Int64"))
