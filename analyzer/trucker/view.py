"""Flights on their way out of the command: a table a ship, a histogram of credits, and what one should know of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from analyzer.present.blocks import add_blocks
from analyzer.present.comparison import show_changes
from analyzer.present.face import Face
from analyzer.present.terminal import bare_table

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.answers.comparison import Comparison
    from analyzer.answers.metrics import Metric
    from analyzer.present.sheet import Sheet
    from analyzer.trucker.questions.fly.other_captains import OtherCaptains
    from analyzer.trucker.result import Result, ShipResult


def face(results: Sequence[Result], changes: Sequence[Comparison] = (), captains: Sequence[OtherCaptains] = ()) -> Face:
    """Runs of flights, by how much a forecast changed each, and what each comes to under other captains."""
    from analyzer.trucker.drawing.of_flights import figures

    return Face(
        facts=partial(_facts, results, changes, captains),
        show=partial(_show, results, changes, captains),
        table=partial(tidy, results),
        figures=partial(figures, results),
        settings=partial(_settings, results),
    )


def _settings(results: Sequence[Result]) -> pd.DataFrame:
    from analyzer.trucker.sweep.factors import tidy as with_factors

    return with_factors(results)


def _facts(
    results: Sequence[Result], changes: Sequence[Comparison], captains: Sequence[OtherCaptains]
) -> list[dict[str, Any]]:
    facts = [result.as_dict() for result in results]
    for one, change in zip(facts, changes, strict=False):
        one["forecast_changes"] = change.differences(*change.names)
    for one, others in zip(facts, captains, strict=False):
        one["other_captains"] = others.as_dict()
    return facts


def _show(results: Sequence[Result], changes: Sequence[Comparison], captains: Sequence[OtherCaptains]) -> None:
    print_results(results, captains)
    for change in changes:
        show_changes(
            change, f"what the forecast changes for {change.experiments[0].subjects[0].name}, {change.setting}"
        )


def print_results(results: Sequence[Result], captains: Sequence[OtherCaptains] = ()) -> None:
    """Everything a person wants to see of one or several runs."""
    from rich.console import Console

    from analyzer.present.bars import histogram_lines
    from analyzer.trucker.drawing.by_layout import show_layouts

    console = Console(highlight=False)
    for result, others in zip_longest(results, captains):
        for ship in result.ships:
            console.print(_heading(result, ship))
            for part in _table(result, ship):
                console.print(part)
            if ship.sorts:
                show_layouts(console, ship, result.experiment.route)
            if others is not None:
                console.print(others.heading(), markup=False)
            console.print("[bold]credits[/bold]  (share of flights)")
            for line in histogram_lines(ship.credits, console):
                console.print(line, markup=False)
            console.print()
    for note in dict.fromkeys(note for result in results for note in result.notes()):
        console.print(f"note: {note}", markup=False)


def tidy(results: Sequence[Any]) -> pd.DataFrame:
    """The tables of all results in one: ship, metric, mean, low, high, quantiles, level, flights, seed.

    Ships of one name are numbered; the seeds of merged runs are words, as `1 2`.
    """
    import pandas as pd

    from analyzer.answers.names import distinct

    names = iter(distinct(ship.name for result in results for ship in result.ships))
    merged = any(len(result.seeds) > 1 for result in results)
    rows = []
    for result in results:
        seed = " ".join(map(str, result.seeds)) if merged else result.seeds[0]
        run = {"level": result.experiment.route.level_name, "flights": result.flights, "seed": seed}
        for ship in result.ships:
            name = next(names)
            rows += [row | {"ship": name} | run for row in _rows(ship)]
    table = pd.DataFrame(rows)
    quantiles = [column for column in table if str(column).startswith("q")]
    return table.astype(dict.fromkeys(quantiles, "Int64"))


def _rows(ship: ShipResult) -> Iterator[dict[str, Any]]:
    """A row a metric; of fleets over all flights (layout `all`), and then layout by layout and way by way."""
    if not ship.sorts:
        yield from ship.rows()
        return
    yield from (row | {"layout": "all", "joined": ""} for row in ship.rows())
    for one in ship.sorts:
        if one.trials:
            yield from (row | {"layout": one.group, "joined": one.code} for row in ship.of_sort(one.name).rows())


def _heading(result: Result, ship: ShipResult) -> str:
    from rich.markup import escape

    others = [other.name for other in result.ships if other is not ship]
    beside = f", with {', '.join(others)}" if others else ""
    text = f"{result.heading()}{beside}, captain {ship.captain.name}"
    return f"[bold]{escape(ship.name)}[/bold]: {escape(text)}"


def _table(result: Result, ship: ShipResult) -> Iterator[Sheet | str]:
    """Blocks of metrics, what stands behind the names, and the endings that never came up."""
    table = bare_table(gap=2)
    table.add_column("")
    for column in ("mean", "95% interval", "5%", "25%", "50%", "75%", "95%"):
        table.add_column(column, justify="right", no_wrap=True)
    rows = {row["metric"]: row for row in ship.rows()}
    never = add_blocks(
        table,
        ship.metrics,
        lambda metric: _cells(metric, rows[metric.name]),
        alone=len(result.experiment.ships) == 1,
        happened=lambda metric: rows[metric.name]["mean"] > 0,
    )
    yield table
    if never:
        most = ship.histograms["ending"].share_interval(-1, -1)[1]
        yield f"{never} (each in at most {_share(most)} of flights)"


def _cells(metric: Metric, row: dict[str, Any]) -> list[str]:
    if metric.is_chance:
        return [f"{row['mean']:.2%}", f"{row['low']:.2%} to {row['high']:.2%}"]
    quantiles = [str(row[q]) for q in ("q5", "q25", "q50", "q75", "q95") if q in row]
    return [f"{row['mean']:.3f}", f"{row['low']:.3f} to {row['high']:.3f}", *quantiles]


def _share(share: float) -> str:
    """A small share in percent, never as nothing: 1.26%, 0.004%."""
    return f"{share:.2%}" if share >= 0.0001 else f"{100 * share:.1g}%"
