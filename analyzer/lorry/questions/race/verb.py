"""`analyzer lorry race`: games of two to four captains."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, RowsOptions, Trials, run
from analyzer.errors import AnalyzerError
from analyzer.lorry.command.options import Dice, GalaxyFile, RuleOptions, colours

Captains = Annotated[
    list[str] | None,
    typer.Option(
        "--captain",
        help="Who trades, in seating order, 2 to 4 times: steady, sprinter, trunk, stargazer, spoiler, random, "
        "thinker (slow: give few --games) or a .yaml file with prices.",
        show_default="steady, steady",
    ),
]
MOST = 4


def race(
    galaxy: GalaxyFile,
    *,
    captain: Captains = None,
    dice: Dice = None,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(20_000, "games", score="total")],
    rows: Annotated[RowsOptions, Trials(called="games")],
    output: OutputOptions,
) -> None:
    """Play games of several traders: who wins, by what, what totals are made of, what boxes brought again."""
    output.check(amount, rows)
    from analyzer.lorry.api import game_experiment
    from analyzer.present.view import described

    names = captain or ["steady", "steady"]
    if not 1 < len(names) <= MOST:
        raise AnalyzerError(
            f"--captain: {len(names)} given; a race has 2 to {MOST} traders, alone is `analyzer lorry fly`"
        )
    experiment = game_experiment(galaxy, names, rules.seed, colours(dice, ()) or None, switches=rules.switches())
    output.tell(described(run([experiment], amount, rows)))
