"""What `fly` and `race` have in common: options, the run with its progress bar, and how results are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.errors import AnalyzerError, one_of

if TYPE_CHECKING:
    from analyzer.trucker.results import Result
    from analyzer.trucker.ship.layout import Layout

LONGEST_NUMBER = 9
"""Digits of a card number; there are far fewer cards."""

Level = Annotated[
    str | None, typer.Option(help="I, II, III or IIIa; the level of the ship's board if not given.", show_default=False)
]
Flights = Annotated[int, typer.Option(help="How many flights.")]
Seed = Annotated[int, typer.Option(help="The seed fixes every deck and every roll.")]
Learning = Annotated[bool, typer.Option("--learning", help="The learning flight: eight starred cards, level I.")]
Cards = Annotated[
    str | None, typer.Option(help="Chosen cards in this order, as 28,29,41.", metavar="N,N,...", show_default=False)
]
Start = Annotated[
    int | None, typer.Option(help="Place in the starting order, from 1; drawn anew if not given.", show_default=False)
]
Captains = Annotated[
    list[str] | None,
    typer.Option("--captain", help="sensible (default), cautious, bold, miser or a .yaml file; once, or once a ship."),
]
Repair = Annotated[bool, typer.Option("--repair", help="Take components off flawed ships first, charged as lost.")]
Workers = Annotated[int, typer.Option(help="Processes to fly with; results do not depend on it.")]
Plot = Annotated[Path | None, typer.Option(help="Save plots (PNG and SVG) in this directory.", metavar="DIR")]


def load_ships(paths: Sequence[Path]) -> list[Layout]:
    """All ships, or one error with the faults of every file."""
    from analyzer.trucker.ship.shipfile import load_ship

    ships: list[Layout] = []
    faults: list[str] = []
    for path in paths:
        try:
            ships.append(load_ship(path))
        except AnalyzerError as error:
            faults += error.faults
    if faults:
        raise AnalyzerError(faults)
    return ships


def read_cards(text: str | None) -> tuple[int, ...]:
    """Card numbers from `28,29,41`."""
    if text is None:
        return ()
    words = [word.strip() for word in text.split(",")]
    wrong = [word for word in words if not (word.isascii() and word.isdigit() and len(word) < LONGEST_NUMBER)]
    if wrong:
        raise AnalyzerError(f"--cards: {wrong[0][:40]!r} is no card number: give numbers with commas, as 28,29,41")
    return tuple(int(word) for word in words)


def check_plot_dir(directory: Path | None) -> None:
    """Complain before the flights, not after them, about a place where no plots can be saved."""
    try:
        is_file = directory is not None and directory.exists() and not directory.is_dir()
    except OSError as error:
        raise AnalyzerError(f"--plot {directory}: cannot be used: {error.strerror}") from None
    if is_file:
        raise AnalyzerError(f"--plot {directory}: is a file: name a directory")


def check_level(level: str | None) -> None:
    """Complain about a level that is not there."""
    from analyzer.trucker.edition import load_edition

    levels = load_edition("2007").levels
    if level is not None and level not in levels:
        raise AnalyzerError(f"--level {level}: {one_of(level, levels)}")


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
