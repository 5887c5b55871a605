"""`analyzer starship play`: whole games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.options import AmountOptions, OutputOptions, RowsOptions, Trials, run
from analyzer.errors import AnalyzerError
from analyzer.starship.command.options import OR_THINKER, TableOptions

Captains = Annotated[
    list[str] | None,
    typer.Option(
        "--captain",
        help=f"Moon's captain, then Sun's: {OR_THINKER}; give one to play both.",
        show_default="sensible",
    ),
]
Swap = Annotated[bool, typer.Option("--swap", help="Play every deal twice, the second time with seats exchanged.")]
From = Annotated[
    Path | None,
    typer.Option(
        "--from",
        help="Begin with this ship or position; at the start of the game if not given.",
        metavar="SHIP|POSITION",
        show_default=False,
    ),
]


def play(
    captain: Captains = None,
    *,
    swap: Swap = False,
    begin: From = None,
    table: TableOptions,
    amount: Annotated[AmountOptions, Trials(20_000, "games", slow=40, score="won")],
    rows: Annotated[RowsOptions, Trials(called="games")],
    output: OutputOptions,
) -> None:
    """Play whole games of two captains: who wins, how long it takes, where the points come from."""
    output.check(amount, rows)
    from dataclasses import replace

    from analyzer.present.view import described
    from analyzer.starship.captains.captainfile import load_captain
    from analyzer.starship.games import GameExperiment
    from analyzer.starship.position.positionfile import load_position
    from analyzer.starship.switches import load_switches

    names = captain or ["sensible"]
    if len(names) > 2:
        raise AnalyzerError(f"--captain: {len(names)} captains: a game has two, give Moon's first")
    moon, sun = load_captain(names[0]), load_captain(names[-1])
    begun = None if begin is None else load_position(begin)
    experiment = GameExperiment((moon, sun), table.seed, load_switches(table.switches()), swap, begun)
    amount = replace(amount, score="wins") if swap else amount
    output.tell(described(run([experiment], amount, rows)))
