"""Verbs of Starship Catan under "For a report" in the help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from analyzer.cli.option_records import OnlyFields, option
from analyzer.cli.saved import PAGE, Output, tell_metrics
from analyzer.cli.story import check_page
from analyzer.starship.command.options import POSITION_FILES, PlayerOptions, TableOptions


def report(
    ships: list[Path] = POSITION_FILES,
    *,
    out: Path = option(..., "Write the page here (.html).", "-o", "--out", metavar="FILE"),
    games: int = option(2_000, "Number of games of each ship. Single turns are played ten times as often."),
    players: Annotated[PlayerOptions, OnlyFields("captain")],
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


def metrics(*, out: Path | None = PAGE, output: Output) -> None:
    """List every metric with its unit and meaning. Tables, JSON, exports, Python and --precision use these names."""
    tell_metrics(out, output, "starship")
