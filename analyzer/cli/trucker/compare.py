"""`analyzer compare`: which of two or more ships is better, by how much, and how sure that is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli.export import Export, check_export
from analyzer.cli.export import export as save_table
from analyzer.cli.flying import Plot, Workers, check_plot_dir
from analyzer.cli.options import AsJson, ShipFiles, print_json
from analyzer.cli.pictures import save_figures
from analyzer.cli.shared import FlightOptions, load_ships
from analyzer.cli.watch import progress
from analyzer.results.numbers import decimals

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

    from analyzer.results.comparison import Comparison

MostFlights = Annotated[
    int | None,
    typer.Option(help="How many flights; with --until the most.", show_default="100,000; 1,000,000 with --until"),
]
Until = Annotated[
    str | None,
    typer.Option(
        help="`decided`: stop as soon as it is certain, at 5%, which ship of every pair is better, or that they are "
        "equal within the margin.",
        metavar="decided",
        show_default=False,
    ),
]
Margin = Annotated[float, typer.Option(help="Credits a flight by which ships may differ and still count as equal.")]
WHOLE = ("", "difference", "95% interval", "behind", "interval", "groups")
"""Columns that are never cut."""
NEIGHBOURS = 10
"""So many of the best are compared in words, each with the next."""


def compare(
    ships: ShipFiles,
    options: FlightOptions,
    flights: MostFlights = None,
    until: Until = None,
    margin: Margin = 0.25,
    workers: Workers = 1,
    plot: Plot = None,
    export: Export = None,
    as_json: AsJson = False,
) -> None:
    """Compare ships flight by flight: all meet the same cards and dice, alone or against the same rivals."""
    check_plot_dir(plot)
    check_export(export)
    from analyzer.runs.amount import MOST_UNDECIDED as MOST_FLIGHTS
    from analyzer.runs.amount import TRIALS as FLIGHTS
    from analyzer.trucker.questions.compare import compare as compare_ships

    layouts = load_ships(ships)
    conditions = options.conditions(layouts)
    flights = (MOST_FLIGHTS if until else FLIGHTS) if flights is None else flights
    with progress(flights) as flown:
        found = compare_ships(
            layouts,
            options.level,
            flights,
            options.seed,
            until=until,
            margin=margin,
            workers=workers,
            progress=flown,
            **conditions,
        )
    saved = [] if plot is None else save_figures(iter([("differences", partial(_drawn, found))]), plot)
    if export is not None:
        save_table(found.ranking_table() if len(found.names) > 2 else found.table(), export)
    if as_json:
        print_json(found.as_dict())
        return
    show_comparison(found)
    if saved:
        print("plots: " + ", ".join(map(str, saved)))


def show_comparison(found: Comparison) -> None:
    """Two ships by metric and in words; of more the ranking first, then neighbours in words."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    console.print(found.heading(), style="bold")
    captains = dict.fromkeys(ship.captain.name for ship in found.results)
    console.print(f"captain{'s' * (len(captains) > 1)} {', '.join(captains)}")
    console.print()
    if len(found.names) > 2:
        console.print(_ranking(found))
        console.print(
            "behind: credits a flight behind the best; groups: ships that share a letter cannot be told apart"
        )
    else:
        console.print(_differences(found, *found.names))
    console.print()
    for sentence in found.verdicts_in_words():
        console.print(sentence, soft_wrap=True)
    console.print()
    for note in found.notes():
        console.print(f"note: {note}")


def show_changes(found: Comparison) -> None:
    """What a forecast changes for one ship."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    console.print()
    console.print(f"what the forecast changes for {found.experiments[0].subjects[0].name}", style="bold")
    console.print(_differences(found, *found.names))
    console.print()


def _ranking(found: Comparison) -> Table:
    table = _plain_table("", "ship", "credits", "95% interval", "behind", "interval", "groups")
    for row in found.ranking():
        interval = f"{decimals(row['low'])} to {decimals(row['high'])}"
        behind = ["-", ""]
        if row["rank"] > 1:
            behind = [decimals(row["behind"]), f"{decimals(row['behind_low'])} to {decimals(row['behind_high'])}"]
        table.add_row(str(row["rank"]), row["ship"], decimals(row["credits"]), interval, *behind, row["groups"])
    return table


def _differences(found: Comparison, a: str, b: str) -> Table:
    table = _plain_table("", a, b, "difference", "95% interval", "saved")
    rows = {row["metric"]: row for row in found.differences(a, b)}
    for metric in found.metrics.listed:
        cells = _cells(rows[metric.name], metric.is_chance)
        table.add_row(
            metric.label.removeprefix("ended: "), *cells, style="bold" if metric.name == found.score else None
        )
    return table


def _cells(row: dict[str, Any], as_share: bool) -> list[str]:
    """Both means, the difference and its interval, chances in percent, and what pairing saves."""
    scale, unit = (100, "%") if as_share else (1, "")
    numbers = [row[name] * scale for name in ("mean_a", "mean_b", "difference", "low", "high")]
    one, other, mean, low, high = (f"{decimals(number)}{unit}" for number in numbers)
    return [one, other, mean, f"{low} to {high}", f"{decimals(100 * row['saved'], 0)}%"]


def _plain_table(*columns: str) -> Table:
    """No frame; numbers to the right, intervals in one piece."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="none")
    for column in columns:
        left, whole = column in ("", "ship", "groups"), column in WHOLE
        longest = max(map(len, column.split()), default=0)
        table.add_column(column, justify="left" if left else "right", no_wrap=whole, min_width=longest)
    return table


def _drawn(found: Comparison) -> Figure:
    from analyzer.plots.differences import plot_differences

    return plot_differences(found)
