"""`analyzer compare`: which of two or more ships is better, by how much, and how sure that is."""

from __future__ import annotations

from typing import Annotated

from analyzer.cli.options import AmountOptions, OutputOptions, UntilOptions, Usual
from analyzer.cli.records import Says
from analyzer.cli.trucker.options import DeckOptions, PlayerOptions, RivalOptions, ShipFiles, TripOptions, load


def compare(
    ships: ShipFiles,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    amount: Annotated[
        AmountOptions,
        Usual(100_000, shown="100,000; 1,000,000 with --until"),
        Says(
            flights="How many flights; with --until or --precision the most.",
            precision="Fly until half the 95% interval of every pair's mean difference in credits is at most that, as "
            "0.05, or of another metric or chance, as arrived=0.001; may be given several times.",
        ),
    ],
    until: UntilOptions,
    output: OutputOptions,
) -> None:
    """Compare ships flight by flight: all meet the same cards and dice, alone or against the same rivals."""
    output.check(amount)
    from analyzer.cli.comparison import told
    from analyzer.trucker.questions.compare import compare as compare_ships

    layouts, conditions = load(ships, trip, deck, players, rivals)
    with amount.progress(until=until.until) as flown:
        found = compare_ships(
            layouts,
            trip.level,
            amount.flights,
            trip.seed,
            until=until.until,
            margin=until.margin,
            progress=flown,
            **amount.how(),
            **conditions,
        )
    output.tell(told([found]))
