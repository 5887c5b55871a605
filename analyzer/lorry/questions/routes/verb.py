"""`analyzer lorry routes`: which pairs of planets pay, alone."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.lorry.command.options import Dice, EdgeOptions, GalaxyFile, colours
from analyzer.present.view import described

Turns = Annotated[int, typer.Option(help="Show the chance to join the pair within this many turns.")]


def routes(
    galaxy: GalaxyFile,
    *,
    dice: Dice = None,
    turns: Turns = 10,
    edges: EdgeOptions,
    output: OutputOptions,
) -> None:
    """Compute for every pair of planets, alone: boxes, expected turns, chance within some turns, points a turn."""
    output.check()
    from analyzer.lorry.questions.routes.call import routes as ask

    output.tell(described([ask(edges.galaxy(galaxy), colours(dice), turns)]))
