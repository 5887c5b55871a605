"""What verbs that fly have in common: how much is flown, the progress bar, and how results are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.errors import AnalyzerError

if TYPE_CHECKING:
    from analyzer.trucker.results import Result

Flights = Annotated[int, typer.Option(help="How many flights.")]
Workers = Annotated[int, typer.Option(help="Processes to fly with; results do not depend on it.")]
Plot = Annotated[Path | None, typer.Option(help="Save plots (PNG and SVG) in this directory.", metavar="DIR")]


def check_plot_dir(directory: Path | None) -> None:
    """Complain before the flights, not after them, about a place where no plots can be saved."""
    try:
        is_file = directory is not None and directory.exists() and not directory.is_dir()
    except OSError as error:
        raise AnalyzerError(f"--plot {directory}: cannot be used: {error.strerror}") from None
    if is_file:
        raise AnalyzerError(f"--plot {directory}: is a file: name a directory")


@contextmanager
def progress(total: int, shown: bool = True) -> Iterator[Callable[[int], None]]:
    """A bar of flights flown on stderr, from the first second on, if a person is watching."""
    from rich.console import Console

    console = Console(stderr=True)
    if not shown or not console.is_terminal:
        yield lambda flown: None
        return
    from time import monotonic

    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("flying"), BarColumn(), MofNCompleteColumn(), TextColumn("flights"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task, begun = bar.add_task("flying", total=total, visible=False), monotonic()

        def flown(flights: int) -> None:
            bar.update(task, advance=flights, visible=monotonic() - begun > 1)

        yield flown


def show(results: Sequence[Result], as_json: bool, plot: Path | None) -> None:
    """Tables, histograms and notes, or JSON; plots if asked for."""
    if plot is not None:
        saved = save_plots(results, plot)
    if as_json:
        from analyzer.cli.options import print_json

        print_json([result.as_dict() for result in results])
        return
    from analyzer.cli.tables import print_results

    print_results(results)
    if plot is not None:
        print("plots: " + ", ".join(map(str, saved)))


def save_plots(results: Sequence[Result], directory: Path) -> list[Path]:
    """The distributions of credits and of lost components, each as PNG and SVG."""
    from analyzer.plots.distributions import plot_components_lost, plot_credits
    from analyzer.plots.style import save

    ships = [ship for result in results for ship in result.ships]
    try:
        directory.mkdir(parents=True, exist_ok=True)
        figures = {"credits": plot_credits(ships), "components-lost": plot_components_lost(ships)}
        return [path for name, figure in figures.items() for path in save(figure, directory / name)]
    except OSError as error:
        raise AnalyzerError(f"--plot {directory}: cannot be written: {error.strerror}") from None
