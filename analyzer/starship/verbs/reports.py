"""Verbs of Starship Catan under "For a report" in the help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.saved import Output, Page, tell_metrics
from analyzer.cli.story import check_page
from analyzer.starship.command.options import PlayerOptions, PositionFiles, TableOptions

Out = Annotated[
    Path,
    typer.Option("-o", "--out", help="Write the page here (.html).", metavar="FILE", show_default=False),
]
Games = Annotated[int, typer.Option(help="Number of games of each ship. Single turns are played ten times as often.")]


def report(
    ships: PositionFiles,
    *,
    out: Out,
    games: Games = 2_000,
    players: Annotated[PlayerOptions, Only("captain")],
    table: TableOptions,
) -> None:
    """Write a page about ships: their parts, what a turn brings them, and how often they win."""
    check_page(out)
    from analyzer.errors import whole_number
    from analyzer.present.page import write
    from analyzer.starship.questions.report import ships_page

    many = whole_number(games, "--games", 1)
    write(out, ships_page(ships, many, table.seed, captain=players.captain, switches=table.switches()))
    print(f"report: {out}")


def metrics(*, out: Page = None, output: Output) -> None:
    """List every metric with its unit and meaning. Tables, JSON, exports, Python and --precision use these names."""
    tell_metrics(out, output, "starship")
