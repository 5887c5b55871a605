"""`analyzer lorry captain`: the prices by which a galaxy is played best."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.comparison import show_comparison
from analyzer.cli.face import Face
from analyzer.cli.lorry.options import GalaxyFile, RuleOptions
from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.cli.terminal import bare_table, plain_console
from analyzer.cli.watch import progress
from analyzer.files.places import check_file

if TYPE_CHECKING:
    from analyzer.runs.tuning import TunedCaptain

Out = Annotated[
    Path | None, typer.Option("-o", "--out", help="Write the captain as a file.", metavar="FILE", show_default=False)
]
Games = Annotated[int, typer.Option(help="How many games each captain plays who is tried.")]
Start = Annotated[str, typer.Option("--captain", help="Whose prices the search begins with.")]
Against = Annotated[
    list[str] | None, typer.Option(help="The captains of the other traders, one to three.", show_default="steady")
]
Alone = Annotated[bool, typer.Option("--alone", help="Play without rivals, which is no rule of the game.")]


def captain(
    galaxy: GalaxyFile,
    *,
    captain: Start = "steady",
    against: Against = None,
    alone: Alone = False,
    out: Out = None,
    games: Games = 1_000,
    rules: RuleOptions,
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Search the captain's prices for a galaxy on common rolls, and confirm the winner on fresh ones."""
    output.check()
    if out is not None:
        check_file(out, f"--out {out}")
    from analyzer.lorry.captains.captainfile import save_captain
    from analyzer.lorry.questions.tuning import tune_captain

    rivals = () if alone else against or ("steady",)
    with progress(0) as done:
        found = tune_captain(
            galaxy, games, rules.seed, captain=captain, against=rivals, switches=rules.switches(), progress=done
        )

    def write() -> str:
        save_captain(found.captain, str(out))
        return f"captain: {out} (play with --captain {out})"

    output.tell(Face(found.as_dict, partial(_show, found), found.table), *[write] * (out is not None))


def _show(found: TunedCaptain) -> None:
    console = plain_console()
    console.print(found.heading(), style="bold")
    table = bare_table(gap=2)
    for heading in ("what", "was", "is", "points gained"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for step in found.steps:
        table.add_row(step.what.replace("_", " "), step.old, step.new, f"{step.gain:+.3f}")
    console.print(table)
    console.print()
    show_comparison(found.confirmed)
    console.print(f"note: {found.notes()[0]}", soft_wrap=True)
