"""`analyzer journey`: several flights in a row, alone or against others, in teams, or for titles."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Says, Without
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.errors import AnalyzerError
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import (
    AloneOtherwise,
    DeckOptions,
    PlayerOptions,
    RivalOptions,
    ShipFiles,
    TripOptions,
    TruckerOptions,
    load_truckers,
    on_the_way,
)

Name = Annotated[list[str] | None, typer.Option(help="What a trucker is called; once for each.", show_default=False)]
Teams = Annotated[bool, typer.Option("--teams", help="Truckers 1 and 2, 3 and 4 are teams that share their money.")]
Titles = Annotated[bool, typer.Option("--titles", help="Fly for titles: the trek of 2021 over levels I, II, III.")]
TitlesFile = Annotated[
    Path | None, typer.Option(help="Titles of your own (.yaml); flies for titles.", metavar="FILE", show_default=False)
]
Trip = Annotated[
    TripOptions,
    Without("level"),
    Says(learning="The first flight is the learning flight: the first game of 2007."),
]
Deck = Annotated[
    DeckOptions,
    Says(
        cards="Chosen cards in this order, e.g. 28,29,41: once for each flight.",
        forecast="What was seen of the piles of the first flight (.yaml); the rest is drawn.",
    ),
]
Players = Annotated[
    PlayerOptions,
    Says(captain="sensible (default), cautious, bold, miser or a .yaml file; once, or once a trucker."),
]
Rivals = Annotated[
    RivalOptions,
    AloneOtherwise(),
    Says(rivals="`field`: three more truckers fly the reference ships of each board; their results are not printed."),
]
Amount = Annotated[
    AmountOptions,
    Trials(100_000, score="final"),
    Says(
        flights="How many journeys; with --precision, at most.",
        precision="Fly until half the 95% interval of everybody's mean credits at the end is at most that, e.g. 0.5, "
        "or of another metric, e.g. arrived_1=0.001; may be given several times.",
        first="Number of the first journey; machines that share a seed take others.",
    ),
]


def journey(
    ships: ShipFiles,
    *,
    name: Name = None,
    teams: Teams = False,
    titles: Titles = False,
    titles_file: TitlesFile = None,
    trip: Trip,
    deck: Deck,
    players: Players,
    fleets: FleetOptions,
    others: TruckerOptions,
    rivals: Rivals,
    amount: Amount,
    output: OutputOptions,
) -> None:
    """Fly a ship for each flight of a journey, one after the other: money is kept, used cards are out of the game."""
    output.check(amount)
    from analyzer.present.view import described
    from analyzer.trucker.journey.call import journey as fly_journey

    truckers = load_truckers([ships, *others.paths()], trip.edition)
    with amount.progress() as report_progress:
        answer = fly_journey(
            truckers,
            amount.flights,
            trip.seed,
            names=name,
            captain=players.captain or "sensible",
            teams=_pairs(len(truckers)) if teams else None,
            titles=titles_file or titles,
            progress=report_progress,
            **amount.how(),
            **on_the_way(trip, deck, fleets, rivals),
        )
    output.tell(described([answer]))


def _pairs(truckers: int) -> list[tuple[int, int]]:
    """Neighbours in the order in which they were named."""
    if truckers % 2:
        raise AnalyzerError(f"--teams: {truckers} trucker{'s' * (truckers > 1)}: two or four make teams of two")
    return [(number, number + 1) for number in range(0, truckers, 2)]
