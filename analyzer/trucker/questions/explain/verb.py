"""`analyzer explain`: one flight told card by card, as text, as a page or as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions
from analyzer.cli.story import check_page, pages
from analyzer.errors import whole_number
from analyzer.present.view import described
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import DeckOptions, PlayerOptions, RivalOptions, ShipFile, TripOptions, load

Flight = Annotated[
    int, typer.Option(help="Number of the flight, from 0, as in `fly` under the same seed.", show_default=False)
]
Page = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Also write a page with the ship drawn after each card.", metavar="PAGE.html"),
]


def explain(
    ship: ShipFile,
    flight: Flight,
    *,
    page: Page = None,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    fleets: FleetOptions,
    output: Annotated[OutputOptions, Only("as_json")],
) -> None:
    """Tell one flight card by card: rolls, hits, decisions and the values behind them, days and credits.

    A line with ~ is about a rival; a line with = is the ship as it then is.
    """
    whole_number(flight, "--flight", 0)
    from analyzer.trucker.questions.explain.call import explain as tell

    check_page(page)
    layouts, conditions = load([ship], trip, deck, players, rivals, fleets)
    story = tell(layouts, flight, trip.level, trip.seed, **conditions)
    output.tell(described([story]), *pages(story, page))
