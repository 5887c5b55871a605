"""`analyzer lorry begin`: at which planet to begin, which pair to head for first."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.option_records import Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.lorry.command.options import ANY_CAPTAIN, BY_PRICES, GalaxyFile, Margin, RuleOptions, TableOptions
from analyzer.present.view import described

By = Annotated[str, typer.Option(help="Order for trader 1: planet (begin at it) or pair (head for it first).")]


def begin(
    galaxy: GalaxyFile,
    *,
    by: By = "planet",
    table: Annotated[
        TableOptions,
        Says(
            captain="Captain of a trader, in seating order; repeat for each trader. The first obeys --by and is "
            f"{BY_PRICES}; the others may be any of {ANY_CAPTAIN}."
        ),
    ],
    margin: Margin = 0.25,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(2_000, "games", score="margin")],
    output: OutputOptions,
) -> None:
    """Begin at each planet, or head for each pair first, in the same games: what does that add to the margin?"""
    output.check(amount)
    from analyzer.lorry.questions.begin.call import begin as ask

    with amount.progress(1) as done:
        answer = ask(
            str(galaxy),
            amount.flights,
            rules.seed,
            by=by,
            margin=margin,
            progress=done,
            **table.arguments(rules),
            **amount.how(),
        )
    output.tell(described([answer]))
