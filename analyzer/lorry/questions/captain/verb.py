"""`analyzer lorry captain`: the prices by which a galaxy is played best."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.stopping import tell_search
from analyzer.errors import as_argument
from analyzer.files.apart import check_yaml
from analyzer.lorry.command.options import BY_PRICES, Against, GalaxyFile, RuleOptions
from analyzer.present.view import described

Out = Annotated[
    Path | None,
    typer.Option("-o", "--out", help="Write the best captain to this file.", metavar="FILE", show_default=False),
]
Games = Annotated[int, typer.Option(help="Play this many games with each captain tried.")]
Start = Annotated[str, typer.Option("--captain", help=f"Start the search from this captain's prices: {BY_PRICES}.")]
Alone = Annotated[bool, typer.Option("--alone", help="Play without rivals (not a rule of the game).")]


def captain(
    galaxy: GalaxyFile,
    *,
    captain: Start = "steady",
    against: Against = None,
    alone: Alone = False,
    out: Out = None,
    games: Games = 1_000,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Only("quiet"), Trials(called="games")],
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Search for a captain whose prices gain more on the same rolls; confirm the winner on fresh ones."""
    from analyzer.lorry.captains.captainfile import load_captain, save_captain
    from analyzer.lorry.questions.captain.call import tune_captain

    output.check()
    check_yaml(out, "--out", "captain", load_captain)
    rivals = () if alone else against or ("steady",)
    with amount.progress(0) as done:
        tuned = tune_captain(
            galaxy, games, rules.seed, captain=captain, against=rivals, switches=rules.switches(), progress=done
        )

    def write() -> str:
        save_captain(tuned.captain, str(out))
        return f"captain: {out} (play with --captain {as_argument(out)})"

    tell_search(tuned, described([tuned]), output, *[write] * (out is not None))
