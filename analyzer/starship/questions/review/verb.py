"""`analyzer starship review`: how good the decisions of a record were."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.review import Quick, ReviewPage, tell_review, trials_of
from analyzer.cli.story import check_page
from analyzer.montecarlo.start import read_processes
from analyzer.starship.command.options import Goal, PlayerOptions, TableOptions

RecordFile = Annotated[Path, typer.Argument(help="Record file (.yaml).", metavar="RECORD", show_default=False)]
Player = Annotated[
    str | None,
    typer.Option(help="Whose decisions: moon or sun.", show_default="whose turn is first"),
]


def review(
    record: RecordFile,
    *,
    player: Player = None,
    goal: Goal = "won",
    players: PlayerOptions,
    table: TableOptions,
    amount: Annotated[
        AmountOptions,
        Only("flights", "workers", "quiet"),
        Trials(500, "games"),
        Says(flights="Play at most this many games after each option."),
    ],
    quick: Quick = False,
    page: ReviewPage = None,
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Judge every decision of a player in a record against all other options, and show what luck did.

    E.g. analyzer starship review ships/starship/example-record.yaml --quick -o review.html
    """
    output.check()
    check_page(page)
    from analyzer.starship.questions.review.call import review as ask
    from analyzer.starship.questions.review.call import usual_games

    how: Any = {"captain": players.captain, "other": players.other, "goal": goal, "switches": table.switches()}
    with amount.progress(0) as done:
        most = amount.amount().most()
        usual = most if amount.flights is not None else usual_games(players.captain, players.other)
        games, workers = trials_of(usual, quick=quick), read_processes(amount.workers)
        answer = ask(record, games, table.seed, player=player, workers=workers, progress=done, **how)
    tell_review(answer, page, output)
