"""`analyzer lorry leave`: which die to leave to the next seat."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.lorry.command.options import Dice, GalaxyFile, RuleOptions, colours
from analyzer.present.view import described

Captains = Annotated[
    list[str] | None, typer.Option("--captain", help="Who trades, in seating order.", show_default="steady, steady")
]
Rounds = Annotated[
    list[int] | None,
    typer.Option("--round", help="In which round, from 1; several are spread over the games.", show_default="1 to 12"),
]
Margin = Annotated[float, typer.Option(help="Points a game that still count as nothing.")]


def leave(
    galaxy: GalaxyFile,
    *,
    captain: Captains = None,
    rounds: Rounds = None,
    dice: Dice = None,
    margin: Margin = 0.25,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(4_000, "games", score="total")],
    output: OutputOptions,
) -> None:
    """Leave each type of die to the next seat, in the same games: which brings it how much more than no die?"""
    output.check(amount)
    from analyzer.lorry.questions.leave.call import ROUNDS
    from analyzer.lorry.questions.leave.call import leave as ask

    with amount.progress(1) as done:
        answer = ask(
            str(galaxy),
            amount.flights,
            rules.seed,
            captains=captain or ["steady", "steady"],
            rounds=rounds or ROUNDS,
            dice=colours(dice, ()) or None,
            switches=rules.switches(),
            margin=margin,
            progress=done,
            **amount.how(),
        )
    output.tell(described([answer]))
