"""Results in the terminal: a table a ship, a histogram of credits, and what one should know about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from analyzer.statistics.histogram import Histogram
    from analyzer.trucker.result import Result, ShipResult

BARS = 24
TAIL = 0.002
"""Share of flights at either end that goes into one line."""
WIDTH = 44


def print_results(results: Sequence[Result]) -> None:
    """Everything a person wants to see of one or several runs."""
    console = Console(highlight=False)
    for result in results:
        for ship in result.ships:
            console.print(_heading(result, ship))
            console.print(_table(ship))
            console.print("[bold]credits[/bold]  (share of flights)")
            for line in histogram_lines(ship.credits, plain=not console.encoding.startswith("utf")):
                console.print(line, markup=False)
            console.print()
    for note in dict.fromkeys(note for result in results for note in result.notes()):
        console.print(f"note: {note}", markup=False)


def histogram_lines(histogram: Histogram, plain: bool = False) -> Iterator[str]:
    """The histogram as bars of text: values together where there are many, rare ends in one line each."""
    low, high = histogram.quantile(TAIL), histogram.quantile(1 - TAIL)
    step = -(-(high - low + 1) // BARS)
    groups = [(start, start + step - 1) for start in range(low // step * step, high + 1, step)]
    lowest, highest = histogram.lowest, histogram.lowest + histogram.tally.size - 1
    ranges = [(min(lowest, groups[0][0]), groups[0][1]), *groups[1:]]
    ranges[-1] = ranges[-1][0], max(highest, groups[-1][1])
    shares = [histogram.share(*values) for values in ranges]
    for (first, last), share in zip(ranges, shares, strict=True):
        label = f"{first}" if first == last else f"{first} to {last}"
        yield f"{label:>12}  {100 * share:5.1f}%  {bar(share / max(shares), plain)}".rstrip()


def bar(fill: float, plain: bool = False) -> str:
    """A bar in eighths of a character, full at 1; of plain ASCII where a terminal has no more."""
    if plain:
        return "#" * round(fill * WIDTH)
    eighths = round(fill * WIDTH * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def _heading(result: Result, ship: ShipResult) -> str:
    from rich.markup import escape

    others = [other.name for other in result.experiment.ships if other is not ship.ship]
    against = f", with {', '.join(others)}" if others else ", alone"
    text = f"{result.heading()}, captain {ship.captain.name}{against}"
    return f"[bold]{escape(ship.name)}[/bold]: {escape(text)}"


def _table(ship: ShipResult) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column("")
    for column in ("mean", "95% interval", "5%", "25%", "50%", "75%", "95%"):
        table.add_column(column, justify="right")
    rows = {row["metric"]: row for row in ship.rows()}
    for metric in ship.metrics.chances:
        row = rows[metric.name]
        table.add_row(metric.label, f"{row['mean']:.2%}", f"{row['low']:.2%} to {row['high']:.2%}")
    for metric in ship.metrics.means:
        if metric.shown:
            style = "bold" if metric.name == ship.metrics.score else None
            table.add_row(*_metric_cells(metric.label, rows[metric.name]), style=style)
    return table


def _metric_cells(label: str, row: dict[str, Any]) -> list[str]:
    quantiles = [str(row[q]) for q in ("q5", "q25", "q50", "q75", "q95")]
    return [label, f"{row['mean']:.3f}", f"{row['low']:.3f} to {row['high']:.3f}", *quantiles]
