"""`analyzer lorry fly`: a galaxy alone, many times."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, RowsOptions, Trials, run
from analyzer.lorry.command.options import ANY_CAPTAIN, Dice, GalaxyFiles, RuleOptions, colours

Captain = Annotated[
    str,
    typer.Option(help=f"Who plays: {ANY_CAPTAIN}."),
]
Turns = Annotated[int, typer.Option(help="End each game after this many turns at the latest.")]


def fly(
    galaxies: GalaxyFiles,
    *,
    captain: Captain = "steady",
    dice: Dice = None,
    turns: Turns = 40,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(20_000, "games", slow=12, score="total")],
    rows: Annotated[RowsOptions, Trials(called="games")],
    output: OutputOptions,
) -> None:
    """Play a galaxy alone (not a rule of the game): totals, routes, stars, boxes used once or more often."""
    output.check(amount, rows)
    from analyzer.errors import all_or_faults
    from analyzer.lorry.api import game_experiment
    from analyzer.present.view import described

    switches = rules.switches()
    experiments = all_or_faults(
        lambda path: game_experiment(path, [captain], rules.seed, colours(dice), turns, switches), galaxies
    )
    output.tell(described(run(experiments, amount, rows)))
