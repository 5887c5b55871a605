"""`analyzer starship adventures`: which open adventures will be fulfilled."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.present.view import described
from analyzer.starship.command.options import THINKER_TOO, PlayerOptions, PositionFile, TableOptions

Turns = Annotated[int, typer.Option(help="Count this many turns of the player's own.")]


def adventures(
    ship: PositionFile,
    *,
    turns: Turns = 6,
    players: Annotated[PlayerOptions, THINKER_TOO],
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(20_000, "games", score="fulfilled")],
    output: OutputOptions,
) -> None:
    """Estimate the chance to fulfil each open adventure within some turns, and why it fails."""
    output.check(amount)
    from analyzer.starship.questions.adventures.call import adventures as ask

    how: Any = {"captain": players.captain, "other": players.other, "switches": table.switches()}
    with amount.progress() as done:
        answer = ask(ship, amount.flights, table.seed, turns=turns, progress=done, **how, **amount.how())
    output.tell(described([answer]))
