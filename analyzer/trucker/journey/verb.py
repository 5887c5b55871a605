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
    DeckOptions,
    PlayerOptions,
    RivalOptions,
    ShipFiles,
    TripOptions,
    TruckerOptions,
    load_truckers,
    on_the_way,
)

Name = Annotated[
    list[str] | None, typer.Option(help="Name of a trucker. Give one for each, in order.", show_default=False)
]
Teams = Annotated[
    bool, typer.Option("--teams", help="Truckers 1 and 2 are a team and share their money; 3 and 4 likewise.")
]
Titles = Annotated[
    bool, typer.Option("--titles", help="Compete for titles, as in the 2021 trek over levels I, II, III.")
]
TitlesFile = Annotated[
    Path | None, typer.Option(help="Compete for the titles in this file (.yaml).", metavar="FILE", show_default=False)
]
Trip = Annotated[
    TripOptions,
    Without("level"),
    Says(learning="Fly the learning flight first, as in the first game of 2007."),
]
Deck = Annotated[
    DeckOptions,
    Says(
        cards="Cards of one flight in this order, e.g. 28,29,41. Give it once for each flight.",
        forecast="File with the cards seen in the piles of the first flight (.yaml). The others are drawn.",
    ),
]
Players = Annotated[
    PlayerOptions,
    Says(
        captain="sensible (default), cautious, bold, miser, thinker (slow) or a captain file (.yaml). Give one for all "
        "truckers or one for each."
    ),
]
Rivals = Annotated[
    RivalOptions,
    Says(
        rivals="`field` (default, unless others are named with --against): three more truckers, who are not reported, "
        "fly the reference ships of each board; `alone`: nobody else flies.",
        alone="Fly without rivals.",
    ),
]
Amount = Annotated[
    AmountOptions,
    Trials(100_000, default_text="100,000; 10 to 40 if a captain thinks", score="final"),
    Says(
        flights="Number of journeys; with --precision, at most this many.",
        precision="Fly until the 95% interval of everybody's `final`, the credits at the end, is at most plus or minus "
        "HALF, e.g. 0.5. Name another metric and the number of its flight to use its interval, e.g. held_2=0.5, or "
        "arrived_1=0.1% (arrives) and components_lost_1=0.01 (lost). May be given several times.",
        first="Number of the first journey (default 0). To share one seed between machines, give each its own range.",
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
    """Fly a journey, one ship for each flight: money is kept, and used cards leave the game."""
    output.check(amount)
    from analyzer.present.view import described
    from analyzer.trucker.journey.call import journey as fly_journey

    if rivals.of_journeys() == "alone" and others.against:
        raise AnalyzerError("--alone, --against: choose one: alone nobody else flies")
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
        raise AnalyzerError(
            f"--teams: {truckers} trucker{'s' * (truckers > 1)}: teams take two or four truckers, so name the "
            f"others with --against"
        )
    return [(number, number + 1) for number in range(0, truckers, 2)]
