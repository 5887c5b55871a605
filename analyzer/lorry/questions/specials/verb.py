"""`analyzer lorry specials`: what each special box is worth."""

from __future__ import annotations

from typing import Annotated

from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.lorry.command.options import GalaxyFile, Margin, RuleOptions, TableOptions
from analyzer.present.view import described


def specials(
    galaxy: GalaxyFile,
    *,
    table: TableOptions,
    margin: Margin = 0.25,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(2_000, "games", score="margin")],
    output: OutputOptions,
) -> None:
    """Remove each star, rocket, asteroid and black hole in turn: how many points of margin does trader 1 lose?"""
    output.check(amount)
    from analyzer.lorry.questions.specials.call import specials as ask

    with amount.progress(1) as done:
        answer = ask(
            str(galaxy),
            amount.flights,
            rules.seed,
            margin=margin,
            progress=done,
            **table.arguments(rules),
            **amount.how(),
        )
    output.tell(described([answer]))
