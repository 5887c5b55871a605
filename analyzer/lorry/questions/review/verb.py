"""`analyzer lorry review`: how good the decisions of a trader in a record were."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.review import Quick, ReviewPage, tell_review, trials_of
from analyzer.cli.story import check_page
from analyzer.lorry.command.options import Candidates, Goal, Seed, TurnsAlone, Whose, trader_of

RecordFile = Annotated[Path, typer.Argument(help="Record file (.yaml).", metavar="RECORD", show_default=False)]
Captain = Annotated[str, typer.Option(help="Who screens the options, and plays for everybody afterwards.")]


def review(
    record: RecordFile,
    *,
    trader: Whose = "1",
    captain: Captain = "steady",
    candidates: Candidates = 12,
    goal: Goal = None,
    turns: TurnsAlone = 40,
    seed: Seed = 1,
    amount: Annotated[
        AmountOptions,
        Only("flights", "quiet"),
        Trials(300, "games"),
        Says(flights="Play at most this many games after each option."),
    ],
    quick: Quick = False,
    page: ReviewPage = None,
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Judge every decision of a trader in a record against the other options, and show what luck did.

    E.g. analyzer lorry review ships/lorry/example-record.yaml --quick -o review.html
    """
    output.check()
    check_page(page)
    from analyzer.lorry.questions.review.call import review as ask

    how: Any = {"captain": captain, "candidates": candidates, "goal": goal, "turns": turns}
    with amount.progress(0) as done:
        games = trials_of(amount.amount().most(), quick=quick)
        answer = ask(record, games, seed, trader=trader_of(trader), progress=done, **how)
    tell_review(answer, page, output)
