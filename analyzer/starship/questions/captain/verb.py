"""`analyzer starship captain`: the prices by which a ship is played best."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.stopping import tell_search
from analyzer.cli.watch import progress
from analyzer.errors import as_argument
from analyzer.files.apart import check_yaml
from analyzer.present.view import described
from analyzer.starship.command.options import PlayerOptions, TableOptions

Ship = Annotated[
    Path | None,
    typer.Argument(
        help="Ship or position file (.yaml); if not given, whole games in both seats.",
        metavar="[SHIP|POSITION]",
        show_default=False,
    ),
]
Out = Annotated[
    Path | None,
    typer.Option("-o", "--out", help="Write the best captain to this file.", metavar="FILE", show_default=False),
]


def captain(
    ship: Ship = None,
    *,
    out: Out = None,
    players: Annotated[PlayerOptions, Says(captain="Start the search from this captain's prices.")],
    table: TableOptions,
    amount: Annotated[
        AmountOptions,
        Only("flights", "workers", "quiet"),
        Trials(400, "games", score="won"),
        Says(flights="Play this many games with each captain tried."),
    ],
    output: Annotated[OutputOptions, Only("as_json", "export", "plot")],
) -> None:
    """Search for a captain whose prices win more on the same deals and dice; confirm the winner on fresh ones."""
    from analyzer.montecarlo.start import read_processes
    from analyzer.starship.captains.captainfile import load_captain, save_captain
    from analyzer.starship.questions.captain.call import tune_captain

    output.check()
    check_yaml(out, "--out", "captain", load_captain)
    with progress(0, called="games") as done:
        tuned = tune_captain(
            ship,
            amount.flights,
            table.seed,
            captain=players.captain,
            other=players.other,
            switches=table.switches(),
            workers=read_processes(amount.workers),
            progress=done,
        )

    def write() -> str:
        save_captain(tuned.captain, str(out))
        return f"captain: {out} (play with --captain {as_argument(out)})"

    tell_search(tuned, described([tuned]), output, *[write] * (out is not None))
