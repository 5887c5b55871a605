"""`analyzer explain`: one flight told card by card, as text, as a page or as JSON."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.story import Reviewed, StoryOptions
from analyzer.errors import whole_number
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import DeckOptions, PlayerOptions, RivalOptions, ShipFile, TripOptions, load

Flight = Annotated[
    int, typer.Option(help="Number of the flight, from 0, as in `fly` under the same seed.", show_default=False)
]


def explain(
    ship: ShipFile,
    flight: Flight,
    *,
    review: Reviewed = False,
    to: Annotated[
        StoryOptions,
        Says(goal="With --review: judge options by credits (if none is named), arrived, richest or first."),
    ],
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    fleets: FleetOptions,
    amount: Annotated[AmountOptions, Only("quiet"), Trials(1_000)],
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Retell one flight card by card: rolls, hits, decisions and the values behind them, days and credits.

    A line with ~ is about a rival; a line with = is the ship as it then is.
    """
    from analyzer.trucker.records.flight_record import load_record

    to.check(output, load_record=load_record)
    whole_number(flight, "--flight", 0)
    how: Any = to.wanted(is_review=review)
    from analyzer.trucker.questions.explain.call import explain as ask
    from analyzer.trucker.questions.review.call import review as judge

    layouts, conditions = load([ship], trip, deck, players, rivals, fleets)
    story = ask(layouts, flight, trip.level, trip.seed, **conditions)
    if not review:
        to.tell([story], output, story)
        return
    answer = to.judged(lambda flights, watch: judge(story.record(), flights, trip.seed, progress=watch, **how), amount)
    to.tell([answer], output, story)
