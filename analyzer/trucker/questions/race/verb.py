"""`analyzer race`: all ships in one convoy."""

from __future__ import annotations

from analyzer.cli.options import AmountOptions, EventsOptions, OutputOptions, RowsOptions, run
from analyzer.errors import AnalyzerError
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.flying import changes
from analyzer.trucker.command.options import DeckOptions, PlayerOptions, ShipFiles, TripOptions, load


def race(
    ships: ShipFiles,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    fleets: FleetOptions,
    amount: AmountOptions,
    events: EventsOptions,
    rows: RowsOptions,
    output: OutputOptions,
) -> None:
    """Fly two to four ships in one convoy: who wins, and who beats whom.

    --start sets the first ship's place in the starting order.
    """
    output.check(amount, rows)
    if not 2 <= len(ships) <= 4:
        raise AnalyzerError(f"{len(ships)} ship{'s' * (len(ships) != 1)}: a race takes two to four")
    from analyzer.trucker.questions.race.call import raced
    from analyzer.trucker.questions.race.view import view_of

    layouts, conditions = load(ships, trip, deck, players, fleets=fleets)
    results = run([raced(layouts, trip.level, trip.seed, **conditions)], amount, rows, events)
    output.tell(view_of(results, list(changes(results, amount.run_by()))))
