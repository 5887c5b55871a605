"""`analyzer lorry race`: games of two to four captains."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, RowsOptions, Trials, run
from analyzer.errors import AnalyzerError
from analyzer.lorry.command.options import (
    ANY_CAPTAIN,
    Dice,
    From,
    GalaxyIfAny,
    RuleOptions,
    colours,
    galaxy_or_position,
)

Captains = Annotated[
    list[str] | None,
    typer.Option(
        "--captain",
        help=f"Captain of a trader, in seating order; repeat 2 to 4 times: {ANY_CAPTAIN}.",
        show_default="steady, steady",
    ),
]
MOST = 4


def race(
    galaxy: GalaxyIfAny = None,
    *,
    position: From = None,
    captain: Captains = None,
    dice: Dice = None,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Trials(20_000, "games", slow=12, score="total")],
    rows: Annotated[RowsOptions, Trials(called="games")],
    output: OutputOptions,
) -> None:
    """Play games of two to four traders: who wins, by how much, and where the points come from.

    With --from: play only the rest of a game, from a position that you wrote down at the table.
    """
    output.check(amount, rows)
    from analyzer.lorry.api import plan_games
    from analyzer.present.view import described

    names = captain or ["steady", "steady"]
    if not 1 < len(names) <= MOST:
        raise AnalyzerError(
            f"--captain: {len(names)} given, but a race has 2 to {MOST} traders; to play alone use `analyzer lorry fly`"
        )
    where = galaxy_or_position(galaxy, position)
    experiment = plan_games(where, names, rules.seed, colours(dice, ()) or None, switches=rules.switches())
    output.tell(described(run([experiment], amount, rows)))
