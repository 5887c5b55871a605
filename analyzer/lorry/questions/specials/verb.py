"""`analyzer lorry specials`: what each special box is worth."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.lorry.command.options import Dice, GalaxyFile, RuleOptions, colours
from analyzer.present.face import described

Captains = Annotated[
    list[str] | None,
    typer.Option(
        "--captain",
        help="Captain of a trader, in seating order; repeat for each trader; one plays alone.",
        show_default="steady, steady",
    ),
]
Margin = Annotated[float, typer.Option(help="Ignore differences of at most this many points a game.")]


def specials(
    galaxy: GalaxyFile,
    *,
    captain: Captains = None,
    dice: Dice = None,
    margin: Margin = 0.25,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(2_000, "games", score="total")],
    output: OutputOptions,
) -> None:
    """Remove each star, rocket, asteroid and black hole in turn: how many points does trader 1 lose?"""
    output.check(amount)
    from analyzer.lorry.questions.specials.call import specials as ask

    names = captain or ["steady", "steady"]
    with amount.progress(1) as done:
        answer = ask(
            str(galaxy),
            amount.flights,
            rules.seed,
            captains=names,
            dice=colours(dice, ()) or None,
            switches=rules.switches(),
            margin=margin,
            progress=done,
            **amount.how(),
        )
    output.tell(described([answer]))
