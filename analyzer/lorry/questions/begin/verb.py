"""`analyzer lorry begin`: at which planet to begin, which pair to head for first."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.lorry.command.options import Dice, GalaxyFile, RuleOptions, colours
from analyzer.present.view import described

Captains = Annotated[
    list[str] | None,
    typer.Option(
        "--captain",
        help="Who trades, in seating order; the first is told how to begin; one plays alone.",
        show_default="steady, steady",
    ),
]
By = Annotated[str, typer.Option(help="What he is told: planet, where he begins; pair, which he heads for first.")]
Margin = Annotated[float, typer.Option(help="Points a game that still count as nothing.")]


def begin(
    galaxy: GalaxyFile,
    *,
    by: By = "planet",
    captain: Captains = None,
    dice: Dice = None,
    margin: Margin = 0.25,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(2_000, "games", score="total")],
    output: OutputOptions,
) -> None:
    """Begin at each planet, or head for each pair first, in the same games: how much more than his own choice?"""
    output.check(amount)
    from analyzer.lorry.questions.begin.call import begin as ask

    with amount.progress(1) as done:
        answer = ask(
            str(galaxy),
            amount.flights,
            rules.seed,
            by=by,
            captains=captain or ["steady", "steady"],
            dice=colours(dice, ()) or None,
            switches=rules.switches(),
            margin=margin,
            progress=done,
            **amount.how(),
        )
    output.tell(described([answer]))
