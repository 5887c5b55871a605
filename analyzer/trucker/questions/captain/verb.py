"""`analyzer captain`: the prices by which a ship is flown best."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.records import Only, Says
from analyzer.cli.stopping import end_stopped
from analyzer.cli.watch import progress
from analyzer.errors import AnalyzerError
from analyzer.files.places import check_file
from analyzer.present.face import Face, drawn
from analyzer.present.terminal import bare_table, plain_console, print_notes
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import DeckOptions, PlayerOptions, RivalOptions, ShipFile, TripOptions, load

if TYPE_CHECKING:
    from analyzer.runs.watched import Step
    from analyzer.trucker.questions.captain.call import TunedCaptain

Out = Annotated[
    Path | None, typer.Option("-o", "--out", help="Write the captain as a file.", metavar="FILE", show_default=False)
]


def captain(
    ship: ShipFile,
    *,
    out: Out = None,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    fleets: FleetOptions,
    amount: Annotated[
        AmountOptions, Only("flights", "workers", "scheduler"), Trials(10_000), Says(flights="How many flights.")
    ],
    output: Annotated[OutputOptions, Only("plot", "as_json")],
) -> None:
    """Search the captain's prices for a ship on common decks and dice, and confirm the winner on fresh ones.

    --flights is how many each captain flies in a round of the search; the winner flies five times as many.
    """
    if players.captain:
        raise AnalyzerError("--captain: this looks for a captain: leave it out")
    output.check()
    if out is not None:
        check_file(out, f"--out {out}")
    from analyzer.trucker.captains.captainfile import save_captain
    from analyzer.trucker.questions.captain.call import most_flown, tune_captain

    (layout,), conditions = load([ship], trip, deck, players, rivals, fleets)
    del conditions["captain"]
    flights = amount.amount().most()
    with progress(most_flown(layout, flights), fixed=True, at_most=True, weigh=_captains) as flown:
        found = tune_captain(
            layout, trip.level, flights, trip.seed, workers=amount.run_by(), progress=flown, **conditions
        )

    def write() -> str:
        save_captain(found.captain, str(out))
        return f"captain: {out} (fly with --captain {out})"

    output.tell(Face(found.as_dict, partial(_show, found), figures=drawn(found)), *[write] * (out is not None))
    if found.stopped:
        end_stopped("the best so far")


def _captains(step: Step) -> int:
    """Every captain of a round flies its flights."""
    return len(step.so_far.names)


def _show(found: TunedCaptain) -> None:
    console = plain_console()
    console.print(found.heading(), style="bold", soft_wrap=True)
    console.print()
    table = bare_table(gap=2)
    for column in ("price", "sensible", "found"):
        table.add_column(column, justify="left" if column == "price" else "right")
    for row in found.rows():
        table.add_row(row["price"], f"{row['sensible']:g}", f"{row['tuned']:g}")
    console.print(table)
    console.print()
    for step in found.steps:
        gain = f"{step.gain.mean:+.2f} ({step.gain.low:+.2f} to {step.gain.high:+.2f})"
        console.print(f"{step.what} from {step.old:g} to {step.new:g}: {gain} credits a flight in the search")
    print_notes(console, found.notes())
    if found.named is not None:
        print(f"use {found.named}: fly with --captain {found.named}")
