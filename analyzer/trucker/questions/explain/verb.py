"""`analyzer explain`: one flight told card by card, as text, as a page or as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.options import AmountOptions, OutputOptions
from analyzer.cli.review import Quick, tell_review, trials_of
from analyzer.cli.story import check_page, pages
from analyzer.errors import whole_number
from analyzer.files.places import check_file
from analyzer.present.view import described
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import DeckOptions, PlayerOptions, RivalOptions, ShipFile, TripOptions, load

if TYPE_CHECKING:
    from analyzer.trucker.story.story import Story

Flight = Annotated[
    int, typer.Option(help="Number of the flight, from 0, as in `fly` under the same seed.", show_default=False)
]
Page = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Also write a page with the ship drawn after each card.", metavar="PAGE.html"),
]
RecordFile = Annotated[
    Path | None,
    typer.Option(
        "--record",
        help="Write the flight as a record (.yaml): rolls and decisions, as `replay` reads them.",
        metavar="FILE",
        show_default=False,
    ),
]

Review = Annotated[
    bool,
    typer.Option("--review", help="Judge the decisions of the flight, as `review` does, in place of telling them."),
]


def explain(
    ship: ShipFile,
    flight: Flight,
    *,
    page: Page = None,
    record: RecordFile = None,
    review: Review = False,
    quick: Quick = False,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    fleets: FleetOptions,
    amount: Annotated[AmountOptions, Only("quiet")],
    output: Annotated[OutputOptions, Only("as_json")],
) -> None:
    """Retell one flight card by card: rolls, hits, decisions and the values behind them, days and credits.

    A line with ~ is about a rival; a line with = is the ship as it then is.
    """
    whole_number(flight, "--flight", 0)
    from analyzer.trucker.questions.explain.call import explain as tell

    check_page(page)
    if record is not None:
        check_file(record, f"--record {record}")
    layouts, conditions = load([ship], trip, deck, players, rivals, fleets)
    story = tell(layouts, flight, trip.level, trip.seed, **conditions)
    if not review:
        output.tell(described([story]), *pages(story, page), *records(story, record))
        return
    from analyzer.trucker.questions.review.call import FLIGHTS
    from analyzer.trucker.questions.review.call import review as judge

    with amount.progress(0) as done:
        answer = judge(story.record(), trials_of(FLIGHTS, quick=quick), trip.seed, progress=done)
    tell_review(answer, page, output, *records(story, record))


def records(story: Story, path: Path | None) -> Iterator[Callable[[], str]]:
    """What writes the record of a flight, if one was asked for."""

    def write_record() -> str:
        from analyzer.trucker.records.recording import save_record

        assert path is not None
        save_record(story.record(), path)
        return f"\nrecord: {path}"

    if path is not None:
        yield write_record
