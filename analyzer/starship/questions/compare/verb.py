"""`analyzer starship compare`: ships against each other, or all against the same opponent."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from analyzer.cli.options import PLAYERS, AmountOptions, OutputOptions, Trials
from analyzer.starship.command.options import Deciding, PlayerOptions, PositionFiles, TableOptions

Opponent = Annotated[
    Path | None,
    typer.Option(
        help="One opponent for all of them; if not given they play each other, every ship in both seats.",
        metavar="SHIP",
        show_default=False,
        rich_help_panel=PLAYERS,
    ),
]
Margin = Annotated[float, typer.Option(help="Count ships as equal that differ by at most this many wins a game.")]


def compare(
    ships: PositionFiles,
    *,
    against: Opponent = None,
    margin: Margin = 0.01,
    until: Deciding = None,
    players: PlayerOptions,
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(5_000, "games", score="won")],
    output: OutputOptions,
) -> None:
    """Play the ships against each other to the end of the game, in both seats: which wins more often?"""
    output.check(amount)
    from analyzer.present.comparison import view_of
    from analyzer.starship.questions.compare.call import compare as ask

    how: Any = {"captain": players.captain, "other": players.other, "switches": table.switches()}
    with amount.progress(1, until) as done:
        comparison = ask(
            ships,
            amount.flights,
            table.seed,
            against=against,
            until=until,
            margin=margin,
            progress=done,
            **how,
            **amount.how(),
        )
    output.tell(view_of([comparison]))
