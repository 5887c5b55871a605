"""`analyzer lorry dice`: what the dice of a round show, and what each seat can have of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions
from analyzer.present.view import described

Players = Annotated[int, typer.Option(help="Number of traders, 2 to 4.")]
OfGalaxy = Annotated[
    Path | None,
    typer.Option(
        "--galaxy", help="Galaxy file whose dice are rolled; the default dice if not given.", show_default=False
    ),
]


def dice(
    *,
    players: Players = 2,
    galaxy: OfGalaxy = None,
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Show the chance of each type of track at each place in the picking order, by set of dice."""
    output.check()
    from analyzer.lorry.galaxy.galaxyfile import load_galaxy
    from analyzer.lorry.questions.dice.drafts import drafts

    output.tell(described([drafts(players, None if galaxy is None else load_galaxy(galaxy))]))
