"""`analyzer captain`: the prices by which a ship is flown best."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.stopping import tell_search
from analyzer.cli.watch import progress
from analyzer.errors import AnalyzerError, as_argument
from analyzer.files.apart import check_yaml
from analyzer.present.view import described
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import DeckOptions, PlayerOptions, RivalOptions, ShipFile, TripOptions, load

if TYPE_CHECKING:
    from analyzer.runs.watched import Step

Out = Annotated[
    Path | None,
    typer.Option("-o", "--out", help="Write the captain to a file.", metavar="FILE", show_default=False),
]


def captain(
    ship: ShipFile,
    *,
    out: Out = None,
    trip: TripOptions,
    deck: DeckOptions,
    players: Annotated[PlayerOptions, Says(captain="Leave it out: this verb searches the captain.")],
    rivals: RivalOptions,
    fleets: FleetOptions,
    amount: Annotated[
        AmountOptions,
        Only("flights", "workers", "scheduler", "quiet"),
        Trials(10_000),
        Says(
            flights="Number of flights of each captain in a round of the search; the confirmation takes five times "
            "as many."
        ),
    ],
    output: Annotated[OutputOptions, Only("plot", "as_json")],
) -> None:
    """Search for the captain's prices that earn a ship most, on common decks and dice; confirm them on fresh ones."""
    if players.captain:
        raise AnalyzerError("--captain: leave it out, because this verb searches the captain")
    from analyzer.trucker.captains.captainfile import load_captain, save_captain
    from analyzer.trucker.questions.captain.call import all_flights, tune_captain

    output.check()
    check_yaml(out, "--out", "captain", load_captain)
    (layout,), conditions = load([ship], trip, deck, players, rivals, fleets)
    del conditions["captain"]
    flights = amount.amount().most()
    with progress(all_flights(layout, flights), fixed=True, at_most=True, weigh=_captains, called="flights") as advance:
        tuned = tune_captain(
            layout, trip.level, flights, trip.seed, workers=amount.run_by(), progress=advance, **conditions
        )

    def write() -> str:
        save_captain(tuned.recommended, str(out))
        return f"captain: {out} holds {tuned.recommended.name} (fly with --captain {as_argument(out)})"

    tell_search(tuned, described([tuned]), output, *[write] * (out is not None))


def _captains(step: Step) -> int:
    """Every captain of a round flies its flights."""
    return len(step.so_far.names)
