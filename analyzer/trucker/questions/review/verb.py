"""`analyzer review`: how good the decisions of a record were."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.review import Quick, ReviewPage, tell_review, trials_of
from analyzer.cli.story import check_page
from analyzer.montecarlo.start import read_processes
from analyzer.trucker.command.options import SearchOptions, TripOptions
from analyzer.trucker.command.position_options import MOST_AFTER_EACH, JudgingCaptain

RecordFile = Annotated[Path, typer.Argument(help="Record file (.yaml).", metavar="RECORD", show_default=False)]


def review(
    record: RecordFile,
    *,
    search: Annotated[SearchOptions, Only("goal"), Says(goal="Judge options by credits, arrived, richest or first.")],
    players: JudgingCaptain,
    trip: Annotated[TripOptions, Only("seed")],
    amount: Annotated[
        AmountOptions,
        Only("flights", "workers", "quiet"),
        Trials(1_000, default_text="1,000; thinker: 50"),
        Says(flights=MOST_AFTER_EACH),
    ],
    quick: Quick = False,
    page: ReviewPage = None,
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Judge your decisions in a record by what you knew then, against all other options, and show what luck did.

    E.g. analyzer review ships/2007/example-record.yaml --quick -o review.html
    """
    output.check()
    check_page(page)
    from analyzer.trucker.captains.captainfile import load_captain
    from analyzer.trucker.questions.review.call import review as ask
    from analyzer.trucker.questions.review.call import usual_flights

    captain = load_captain(players.only())
    with amount.progress(0) as done:
        most = usual_flights(captain) if amount.flights is None else amount.amount().most()
        flights, workers = trials_of(most, quick=quick), read_processes(amount.workers)
        answer = ask(record, flights, trip.seed, captain=captain, goal=search.goal, workers=workers, progress=done)
    tell_review(answer, page, output)
