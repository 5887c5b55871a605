"""`analyzer captain`: the prices by which a ship is flown best."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.flying import Flights, Workers
from analyzer.cli.options import AsJson, ShipFile, print_json
from analyzer.cli.shared import FlightOptions
from analyzer.errors import AnalyzerError

if TYPE_CHECKING:
    from analyzer.trucker.questions.tuning import TunedCaptain

Out = Annotated[
    Path | None, typer.Option("-o", "--out", help="Write the captain as a file.", metavar="FILE", show_default=False)
]


def captain(
    ship: ShipFile,
    options: FlightOptions,
    flights: Flights = 10_000,
    workers: Workers = 1,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Search the captain's prices for a ship on common decks and dice, and confirm the winner on fresh ones.

    --flights is how many each captain flies in a round of the search; the winner flies five times as many.
    """
    if options.captain:
        raise AnalyzerError("--captain: this looks for a captain: leave it out")
    if out is not None and (out.is_dir() or not out.parent.is_dir()):
        raise AnalyzerError(f"{out}: cannot be written: name a file in a directory that is there")
    from rich.console import Console

    from analyzer.trucker.captains.captainfile import save_captain
    from analyzer.trucker.questions.tuning import tune_captain
    from analyzer.trucker.ship.shipfile import load_ship

    layout = load_ship(ship)
    conditions = options.conditions([layout])
    del conditions["captain"]
    with Console(stderr=True).status("searching: price by price, through the same flights"):
        found = tune_captain(layout, options.level, flights, options.seed, workers=workers, **conditions)
    if out is not None:
        save_captain(found.captain, out)
    if as_json:
        print_json(found.as_dict())
        return
    _show(found)
    if out is not None:
        print(f"captain: {out} (fly with --captain {out})")


def _show(found: TunedCaptain) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, markup=False, emoji=False)
    console.print(found.heading(), style="bold", soft_wrap=True)
    console.print()
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="none")
    for column in ("price", "sensible", "found"):
        table.add_column(column, justify="left" if column == "price" else "right")
    for row in found.rows():
        table.add_row(row["price"], f"{row['sensible']:g}", f"{row['tuned']:g}")
    console.print(table)
    console.print()
    for step in found.steps:
        gain = f"{step.gain.mean:+.2f} ({step.gain.low:+.2f} to {step.gain.high:+.2f})"
        console.print(f"{step.price} from {step.old:g} to {step.new:g}: {gain} credits a flight in the search")
    for note in found.notes():
        console.print(f"note: {note}", soft_wrap=True)
