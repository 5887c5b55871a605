"""`analyzer fly`: each ship in the field of its board, against the same rivals, or alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.options import WHO, AmountOptions, EventsOptions, OutputOptions, RowsOptions
from analyzer.errors import AnalyzerError
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.flying import fly_and_tell
from analyzer.trucker.command.options import DeckOptions, PlayerOptions, RivalOptions, TripOptions, load
from analyzer.trucker.command.position_options import From, experiment_from

Ships = Annotated[
    list[Path] | None,
    typer.Argument(help="Ship files (.yaml); none with --from.", metavar="SHIP...", show_default=False),
]
OtherCaptains = Annotated[
    bool,
    typer.Option(
        "--other-captains/--no-other-captains",
        help="Also fly 1,000 of the flights under other captains (not when several captains are given or one thinks).",
        rich_help_panel=WHO,
    ),
]


def fly(
    ships: Ships = None,
    *,
    position: From = None,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    fleets: FleetOptions,
    amount: AmountOptions,
    events: EventsOptions,
    rows: RowsOptions,
    output: OutputOptions,
    other_captains: OtherCaptains = True,
) -> None:
    """Fly each ship many times: in the field of its board, against rivals of your choice, or alone.

    With --from: fly only the rest of a flight, from a position that you wrote down at the table.
    """
    output.check(amount, rows)
    from analyzer.trucker.conditions import plan_by_ship

    if position is not None:
        begun = experiment_from(position, ships or [], trip, deck, players, rivals, fleets)
        fly_and_tell([begun], amount, rows, output, events, other_captains)
        return
    if not ships:
        raise AnalyzerError("name a ship file, or a position with --from")
    layouts, conditions = load(ships, trip, deck, players, rivals, fleets)
    others = other_captains and len(players.captain or ()) <= 1
    fly_and_tell(plan_by_ship(layouts, trip.level, trip.seed, **conditions), amount, rows, output, events, others)
