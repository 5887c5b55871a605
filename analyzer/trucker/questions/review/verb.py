"""`analyzer review`: how good the decisions of a record were."""

from __future__ import annotations

from typing import Annotated, Any

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.story import RecordFile, StoryOptions
from analyzer.montecarlo.start import read_processes
from analyzer.trucker.command.options import SearchOptions, TripOptions
from analyzer.trucker.command.position_options import MOST_AFTER_EACH, JudgingCaptain


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
    to: Annotated[StoryOptions, Only("page", "quick")],
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Judge your decisions in a record by what you knew then, against all other options, and show what luck did.

    E.g. analyzer review ships/2007/example-record.yaml --quick -o review.html
    """
    to.check(output)
    from analyzer.trucker.captains.captainfile import load_captain
    from analyzer.trucker.questions.review.call import review as ask
    from analyzer.trucker.questions.review.call import usual_flights

    captain = load_captain(players.only())
    how: Any = {"captain": captain, "goal": search.goal, "workers": read_processes(amount.workers)}
    answer = to.judged(
        lambda flights, watch: ask(record, flights, trip.seed, progress=watch, **how),
        amount, usual_flights(captain),
    )  # fmt: skip
    to.tell([answer], output)
