"""Verbs of Cosmic Lorry under "For a report" in the help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.saved import Output, Page, tell_metrics
from analyzer.cli.story import check_page
from analyzer.lorry.command.options import ANY_CAPTAIN, Dice, GalaxyFile, RuleOptions, Wrap, colours

Out = Annotated[
    Path,
    typer.Option("-o", "--out", help="Write the page here (.html).", metavar="FILE", show_default=False),
]
Games = Annotated[int, typer.Option(help="Number of games of each captain.")]
Captains = Annotated[
    list[str] | None,
    typer.Option(
        "--captain", help=f"Captain to rank; give two or more: {ANY_CAPTAIN}.", show_default="all that have a name"
    ),
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        help=f"Rivals of every captain, one to three: {ANY_CAPTAIN}. The best captains then meet at a table of as many "
        "traders.",
        show_default="steady",
    ),
]


def report(
    galaxy: GalaxyFile,
    *,
    out: Out,
    games: Games = 2_000,
    captain: Captains = None,
    against: Against = None,
    dice: Dice = None,
    wrap: Wrap = None,
    rules: RuleOptions,
) -> None:
    """Write a page about a galaxy: a ranking of captains, where their points come from, which pairs pay."""
    check_page(out)
    from analyzer.errors import whole_number
    from analyzer.lorry.captains.captain import NAMED
    from analyzer.lorry.questions.report import galaxy_page
    from analyzer.present.page import write

    page = galaxy_page(
        str(galaxy),
        whole_number(games, "--games", 2),
        rules.seed,
        captains=captain or NAMED,
        against=against or ("steady",),
        dice=colours(dice, ()) or None,
        switches=rules.switches() | ({} if wrap is None else {"wrap": wrap}),
    )
    write(out, page)
    print(f"report: {out}")


def metrics(*, out: Page = None, output: Output) -> None:
    """List every metric with its unit and meaning. Tables, JSON, exports, Python and --precision use these names."""
    tell_metrics(out, output, "lorry")
