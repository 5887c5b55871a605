"""`analyzer lorry leave`: which die to leave to the next seat."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.option_records import Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.lorry.command.options import ANY_CAPTAIN, GalaxyFile, Margin, RuleOptions, TableOptions
from analyzer.present.view import described

Rounds = Annotated[
    list[int] | None,
    typer.Option(
        "--round",
        help="Round in which a die is left, from 1. Repeat for several: each game then takes one of them.",
        show_default="1 to 12",
    ),
]


def leave(
    galaxy: GalaxyFile,
    *,
    table: Annotated[
        TableOptions, Says(captain=f"Captain of a trader, in seating order; repeat for each trader: {ANY_CAPTAIN}.")
    ],
    rounds: Rounds = None,
    margin: Margin = 0.25,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(4_000, "games", score="margin")],
    output: OutputOptions,
) -> None:
    """Leave each type of die to the next seat, in the same games: how much margin does it bring them?"""
    output.check(amount)
    from analyzer.lorry.questions.leave.call import ROUNDS
    from analyzer.lorry.questions.leave.call import leave as ask

    with amount.progress(1) as done:
        answer = ask(
            str(galaxy),
            amount.flights,
            rules.seed,
            rounds=rounds or ROUNDS,
            margin=margin,
            progress=done,
            **table.arguments(rules),
            **amount.how(),
        )
    output.tell(described([answer]))
