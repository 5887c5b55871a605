"""Results in the terminal: a table a ship, a histogram of credits, and what one should know about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from analyzer.statistics.histogram import Histogram
    from analyzer.trucker.results import Result, ShipResult

SHARES = {
    "arrived": "arrived",
    "no_humans": "ended: no humans left",
    "no_engines": "ended: stuck in open space",
    "lapped": "ended: a lap behind",
    "gave_up": "ended: captain gave up",
    "loss": "chance of a loss",
}
METRICS = {
    "cards_flown": "cards flown",
    "components_lost": "components lost",
    "penalty": "penalty paid",
    "goods_sold": "goods sold",
    "order_reward": "reward for order",
    "looks_reward": "reward for looks",
    "bounty": "paid by cards",
    "days": "flight days",
    "crew": "crew at the end",
    "batteries": "batteries at the end",
    "credits": "credits",
}
BARS = 24
WIDTH = 44


def print_results(results: Sequence[Result]) -> None:
    """Everything a person wants to see of one or several runs."""
    console = Console(highlight=False)
    for result in results:
        for ship in result.ships:
            console.print(_heading(result, ship))
            console.print(_table(ship))
            console.print("[bold]credits[/bold]  (share of flights)")
            for line in histogram_lines(ship.credits):
                console.print(line, markup=False)
            console.print()
    for note in dict.fromkeys(note for result in results for note in result.notes()):
        console.print(f"note: {note}", markup=False)


def histogram_lines(histogram: Histogram) -> Iterator[str]:
    """The histogram as bars of text, neighbouring values together where there are too many."""
    span = histogram.tally.size
    step = -(-span // BARS)
    first = histogram.lowest // step * step
    groups = [(low, histogram.share(low, low + step - 1)) for low in range(first, histogram.lowest + span, step)]
    most = max(share for _, share in groups)
    for low, share in groups:
        label = f"{low}" if step == 1 else f"{low} to {low + step - 1}"
        yield f"{label:>12}  {100 * share:5.1f}%  {bar(share / most)}"


def bar(fill: float) -> str:
    """A bar in eighths of a character, full at 1."""
    eighths = round(fill * WIDTH * 8)
    return "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()


def _heading(result: Result, ship: ShipResult) -> str:
    from rich.markup import escape

    route = result.experiment.route
    what = f"cards {', '.join(map(str, route.cards))}" if route.cards else f"level {route.level_name}"
    if route.learning:
        what = "learning flight"
    others = [other.name for other in result.experiment.ships if other is not ship.ship]
    against = f", with {', '.join(others)}" if others else ", alone"
    text = f"{what}, {result.flights:,} flights, seed {result.experiment.seed}, captain {ship.captain.name}{against}"
    return f"[bold]{escape(ship.name)}[/bold]: {escape(text)}"


def _table(ship: ShipResult) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column("")
    for column in ("mean", "95% interval", "5%", "25%", "50%", "75%", "95%"):
        table.add_column(column, justify="right")
    rows = {row["metric"]: row for row in ship.rows()}
    for name, label in SHARES.items():
        row = rows[name]
        table.add_row(label, f"{row['mean']:.2%}", f"{row['low']:.2%} to {row['high']:.2%}")
    for name, label in METRICS.items():
        table.add_row(*_metric_cells(label, rows[name]), style="bold" if name == "credits" else None)
    return table


def _metric_cells(label: str, row: dict[str, Any]) -> list[str]:
    quantiles = [str(row[q]) for q in ("q5", "q25", "q50", "q75", "q95")]
    return [label, f"{row['mean']:.3f}", f"{row['low']:.3f} to {row['high']:.3f}", *quantiles]
