"""`analyzer lorry report`: a galaxy written up as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.lorry.options import GalaxyFile, Seed
from analyzer.files.places import check_file

Out = Annotated[Path, typer.Option("-o", "--out", help="Where the page goes.", metavar="PAGE.html", show_default=False)]
Games = Annotated[int, typer.Option(help="How many games of each captain.")]
Against = Annotated[str, typer.Option(help="Against whom every captain plays.")]


def report(galaxy: GalaxyFile, *, out: Out, games: Games = 2_000, against: Against = "steady", seed: Seed = 1) -> None:
    """Write up a galaxy as a page: the league of captains, what totals are made of, which pairs pay, a game's end."""
    check_file(out, f"--out {out}")
    from analyzer.errors import whole_number
    from analyzer.report.lorry.galaxy_page import galaxy_page
    from analyzer.report.page import write

    many = whole_number(games, "--games", 2)
    write(out, galaxy_page(str(galaxy), many, seed, rival=against))
    print(f"report: {out}")
