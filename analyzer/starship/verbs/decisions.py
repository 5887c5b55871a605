"""Verbs of Starship Catan under "At the table" in the help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import PLAYERS, AmountOptions, OutputOptions, Trials
from analyzer.cli.story import RecordFile, StoryOptions
from analyzer.montecarlo.workers import read_processes
from analyzer.present.view import described
from analyzer.starship.command.options import THINKER_TOO, Goal, PlayerOptions, TableOptions

PositionFile = Annotated[
    Path,
    typer.Argument(help="Position file (.yaml), e.g. with the card at hand.", metavar="POSITION", show_default=False),
]
Decider = Annotated[
    str | None, typer.Option(help="Who decides: moon or sun.", show_default="whose turn it is", rich_help_panel=PLAYERS)
]
Give = Annotated[
    str | None,
    typer.Option(help="Offer a trade: what you give, e.g. ore:1,astro:2.", metavar="GOODS", show_default=False),
]
Get = Annotated[str | None, typer.Option(help="What you get for it, e.g. food:1.", metavar="GOODS", show_default=False)]


def advise(
    position: PositionFile,
    *,
    goal: Goal = "won",
    player: Decider = None,
    give: Give = None,
    get: Get = None,
    players: Annotated[PlayerOptions, THINKER_TOO],
    table: TableOptions,
    amount: Annotated[
        AmountOptions,
        Only("flights", "quiet"),
        Trials(4_000, "games"),
        Says(flights="Play at most this many games after each option."),
    ],
    output: Annotated[OutputOptions, Only("as_json", "export", "verbose")],
) -> None:
    """Rank every option of the decision before you by playing the game to its end after each.

    E.g. analyzer starship advise ships/starship/at-the-table.yaml --games 1000
    """
    output.check()
    from analyzer.starship.decisions.options import units_of
    from analyzer.starship.questions.advise import advise as ask

    sides = {"give": units_of(give, "--give"), "get": units_of(get, "--get")}
    how: Any = {"captain": players.captain, "other": players.other, "goal": goal, "switches": table.switches()}
    how |= {"player": player, **sides}
    with amount.progress(0) as done:
        games = None if amount.flights is None else amount.amount().most()
        answer = ask(position, games, table.seed, progress=done, **how)
    output.tell(described([answer]))


Reviewed = Annotated[
    str | None,
    typer.Option(help="Player whose decisions are judged: moon or sun.", show_default="whose turn is first"),
]


def review(
    record: RecordFile,
    *,
    player: Reviewed = None,
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
    output: Annotated[OutputOptions, Only("as_json", "export", "verbose")],
) -> None:
    """Judge every decision of a player in a record against all other options, and show what luck did.

    E.g. analyzer starship review ships/starship/example-record.yaml --quick -o review.html
    """
    to.check(output)
    from analyzer.starship.questions.review import review as ask
    from analyzer.starship.questions.review import usual_games

    how: Any = {"captain": players.captain, "other": players.other, "switches": table.switches()}
    how |= {"player": player, "goal": goal, "workers": read_processes(amount.workers)}
    answer = to.judged(
        lambda games, watch: ask(record, games, table.seed, progress=watch, **how),
        amount, usual_games(players.captain, players.other),
    )  # fmt: skip
    to.tell([answer], output)
