"""`analyzer weak`: what each component of a ship is worth, and how likely it is lost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.export import Export, check_export, export
from analyzer.cli.flying import Flights, Plot, check_plot_dir
from analyzer.cli.options import AsJson, ShipFile, print_json
from analyzer.cli.shared import Level, Rivals, Seed, check_level, load_rivals
from analyzer.cli.watch import progress
from analyzer.errors import AnalyzerError
from analyzer.results.numbers import decimals

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table

    from analyzer.trucker.questions.worth import Weakness, Worth

CaptainName = Annotated[
    str, typer.Option("--captain", help="Who flies it: sensible, cautious, bold, miser or a .yaml file.")
]


def weak(
    ship: ShipFile,
    level: Level = None,
    flights: Flights = 20_000,
    seed: Seed = 1,
    rivals: Rivals = None,
    captain: CaptainName = "sensible",
    export_to: Export = None,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Tell what each component is worth: the ship is flown whole and without it, through the same flights.

    Also: how likely it is lost, from where it is hit first, and what breaks off with it.
    """
    check_plot_dir(plot)
    check_export(export_to)
    from analyzer.trucker.cards.route import home_level
    from analyzer.trucker.questions.weak import weak_points
    from analyzer.trucker.ship.shipfile import load_ship

    layout = load_ship(ship)
    check_level(level, layout.board.edition)
    against = load_rivals(rivals or [], level or home_level(layout), layout.board.edition)
    with progress(flights * (1 + len(layout.components))) as flown:
        found = weak_points(layout, level, flights, seed, rivals=against, captain=captain, progress=flown)
    saved = [] if plot is None else _save_maps(found, plot)
    if export_to is not None:
        export(found.table(), export_to)
    if as_json:
        print_json(found.as_dict())
        return
    _show(found)
    if saved:
        print("plots: " + ", ".join(map(str, saved)))


def _show(found: Weakness) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, markup=False, emoji=False)
    against = f"with {', '.join(found.rivals)}" if found.rivals else "alone"
    flights = "1 flight" if found.flights == 1 else f"{found.flights:,} flights"
    what = f"level {found.route.level_name}, {flights}, seed {found.seed}"
    console.print(Text(found.ship.name, "bold"), Text(f": {what}, captain {found.captain.name}, {against}"), sep="")
    console.print("cost: credits a flight that the whole ship makes more than the ship without it")
    console.print("hit: ways of 36 in which what comes from front, right, rear, left meets it first")
    console.print()
    console.print(_table(found))
    console.print()
    for line in _breaking(found):
        console.print(line, soft_wrap=True)
    for note in found.notes():
        console.print(f"note: {note}")


def _table(found: Weakness) -> Table:
    from rich.table import Table

    from analyzer.trucker.sayings.phrases import in_words

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="none")
    table.add_column("\ncomponent")
    for heading in ("\nsquare", "cost in\ncredits", "\n95% interval", "arrives\nless", "\nlost"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("hit from\nfr ri re le", no_wrap=True)
    for row in found.rows:
        table.add_row(in_words(row.kind), _at(row.square), *_measured(row), _hits(row))
    return table


def _measured(row: Worth) -> tuple[str, str, str, str]:
    """Cost, its interval, the fall in arrivals and the chance to be lost."""
    lost = f"{row.lost[0]:.1%}"
    if row.credits is None or row.arrival is None:
        return "-", "no human left", "-", lost
    cost, low, high = (decimals(value) for value in row.credits)
    return cost, f"{low} to {high}", f"{decimals(100 * row.arrival[0], 1)}%", lost


def _hits(row: Worth) -> str:
    """Ways by side, each under its heading."""
    return " ".join(f"{ways or '-':>2}" for ways in row.hit.values())


def _breaking(found: Weakness) -> Iterator[str]:
    """What breaks off, for each component with which anything does."""
    from analyzer.trucker.sayings.phrases import in_words

    for row in found.rows:
        if row.breaks_off:
            squares = " ".join(map(_at, row.breaks_off))
            yield f"the {in_words(row.kind)} at {_at(row.square)} takes with it {squares}"


def _at(square: tuple[int, int]) -> str:
    return f"({square[0]},{square[1]})"


def _save_maps(found: Weakness, directory: Path) -> list[Path]:
    """The ship coloured by cost and by the chance to be lost, each as PNG and SVG."""
    from analyzer.plots.style import save
    from analyzer.plots.trucker.ship_map import plot_ship_map

    cost = {row.square: row.cost.mean for row in found.rows if row.cost is not None}
    lost = {row.square: 100 * row.lost[0] for row in found.rows}
    try:
        directory.mkdir(parents=True, exist_ok=True)
        figures = {
            "cost-of-loss": plot_ship_map(found.ship, cost, "cost of launching without it (credits a flight)"),
            "chance-of-loss": plot_ship_map(found.ship, lost, "flights in which it is lost (%)"),
        }
        return [path for name, figure in figures.items() for path in save(figure, directory / name)]
    except OSError as error:
        raise AnalyzerError(f"--plot {directory}: cannot be written: {error.strerror}") from None
