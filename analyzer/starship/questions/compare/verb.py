"""`analyzer starship compare`: ships against the same other ship."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.starship.command.options import Against, Deciding, PlayerOptions, PositionFiles, TableOptions

Margin = Annotated[float, typer.Option(help="Count ships as equal that differ by at most this many wins a game.")]


def compare(
    ships: PositionFiles,
    *,
    against: Against = None,
    margin: Margin = 0.01,
    until: Deciding = None,
    players: PlayerOptions,
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(5_000, "games", score="won")],
    output: OutputOptions,
) -> None:
    """Play each ship to the end of the game against the same opponent: which wins more often?"""
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
