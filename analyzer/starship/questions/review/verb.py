"""`analyzer starship review`: how good the decisions of a record were."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.story import RecordFile, StoryOptions
from analyzer.montecarlo.start import read_processes
from analyzer.starship.command.options import THINKER_TOO, Goal, PlayerOptions, TableOptions

Player = Annotated[
    str | None,
    typer.Option(help="Whose decisions: moon or sun.", show_default="whose turn is first"),
]


def review(
    record: RecordFile,
    *,
    player: Player = None,
    goal: Goal = "won",
    players: Annotated[PlayerOptions, THINKER_TOO],
    table: TableOptions,
    amount: Annotated[
        AmountOptions,
        Only("flights", "workers", "quiet"),
        Trials(500, "games"),
        Says(flights="Play at most this many games after each option."),
    ],
    to: Annotated[StoryOptions, Only("page", "quick")],
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Judge every decision of a player in a record against all other options, and show what luck did.

    E.g. analyzer starship review ships/starship/example-record.yaml --quick -o review.html
    """
    to.check(output)
    from analyzer.starship.questions.review.call import review as ask
    from analyzer.starship.questions.review.call import usual_games

    how: Any = {"captain": players.captain, "other": players.other, "switches": table.switches()}
    how |= {"player": player, "goal": goal, "workers": read_processes(amount.workers)}
    answer = to.judged(
        lambda games, watch: ask(record, games, table.seed, progress=watch, **how),
        amount, usual_games(players.captain, players.other),
    )  # fmt: skip
    to.tell([answer], output)
