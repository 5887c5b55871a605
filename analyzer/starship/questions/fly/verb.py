"""`analyzer starship fly`: one turn, many times."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, RowsOptions, Trials, run
from analyzer.starship.command.options import THINKER_TOO, PlayerOptions, PositionFiles, TableOptions

Sector = Annotated[
    int | None, typer.Option(help="Fly to this sector, 1 to 4; the captain chooses if not given.", show_default=False)
]
Most = Annotated[
    int | None, typer.Option(help="Turn back after this many cards at the latest.", metavar="CARDS", show_default=False)
]


def fly(
    ships: PositionFiles,
    *,
    sector: Sector = None,
    most: Most = None,
    players: Annotated[PlayerOptions, THINKER_TOO],
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(called="turns", score="worth")],
    rows: Annotated[RowsOptions, Trials(called="turns")],
    output: OutputOptions,
) -> None:
    """Play one turn of a ship many times: what do production, flight, trade and building bring?"""
    output.check(amount, rows)
    from analyzer.errors import all_or_faults
    from analyzer.present.view import described
    from analyzer.starship.api import turn_experiment

    switches = table.switches()
    experiments = all_or_faults(
        lambda path: turn_experiment(path, table.seed, players.captain, players.other, sector, most, switches), ships
    )
    output.tell(described(run(experiments, amount, rows)))
