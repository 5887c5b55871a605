"""`analyzer lorry pairs`: which pairs are scored, by whom, when; what beginning is worth."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, Trials, run
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


def pairs(
    galaxy: GalaxyFile,
    *,
    captain: Captains = None,
    dice: Dice = None,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(5_000, "games", score="total")],
    output: OutputOptions,
) -> None:
    """Show which pairs of planets are scored, by whom, when and for how much; how often each seat wins."""
    output.check(amount)
    from analyzer.lorry.api import game_experiment
    from analyzer.lorry.questions.pairs.experiment import ByPair

    names = captain or ["steady", "steady"]
    games = game_experiment(str(galaxy), names, rules.seed, colours(dice, ()) or None, switches=rules.switches())
    output.tell(described(run([ByPair(games)], amount)))
