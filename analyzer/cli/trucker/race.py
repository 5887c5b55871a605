"""`analyzer race`: all ships in one convoy."""

from __future__ import annotations

from analyzer.cli.options import AmountOptions, EventsOptions, OutputOptions, RowsOptions
from analyzer.cli.trucker.flying import fly_and_tell
from analyzer.cli.trucker.options import DeckOptions, PlayerOptions, ShipFiles, TripOptions, load
from analyzer.errors import AnalyzerError


def race(
    ships: ShipFiles,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    amount: AmountOptions,
    events: EventsOptions,
    rows: RowsOptions,
    output: OutputOptions,
) -> None:
    """Fly two to four ships in one convoy; --start is the first ship's place."""
    output.check(amount, rows)
    if not 2 <= len(ships) <= 4:
        raise AnalyzerError(f"{len(ships)} ship{'s' * (len(ships) != 1)}: a race takes two to four")
    from analyzer.trucker.conditions import plan

    layouts, conditions = load(ships, trip, deck, players)
    fly_and_tell([plan(layouts, trip.level, trip.seed, **conditions)], amount, rows, output, events)
