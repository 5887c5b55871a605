"""Verbs of Cosmic Lorry under "About a galaxy" in the help."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.edition import Action, Base, Names, tell_edition
from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions
from analyzer.lorry.command.options import Dice, EdgeOptions, GalaxyFile, GalaxyFiles, colours
from analyzer.present.view import described, drawn


def inspect(
    galaxies: GalaxyFiles, *, edges: EdgeOptions, output: Annotated[OutputOptions, Only("as_json", "plot", "verbose")]
) -> None:
    """Draw galaxies or positions, and show how many boxes join each pair, with and without crossing the edges."""
    output.check()
    from analyzer.errors import all_or_faults
    from analyzer.lorry.questions.inspect import GalaxyFacts

    positions = all_or_faults(edges.position, galaxies)
    answers = [GalaxyFacts(position) for position in positions]
    output.tell(replace(described(answers), figures=drawn(*positions)))


Turns = Annotated[int, typer.Option(help="Show the chance to join the pair within this many turns.")]


def routes(
    galaxy: GalaxyFile,
    *,
    dice: Dice = None,
    turns: Turns = 10,
    edges: EdgeOptions,
    output: OutputOptions,
) -> None:
    """Compute how fast one trader alone joins each pair of planets: boxes, turns, chances, points a turn."""
    output.check()
    from analyzer.lorry.questions.routes import routes as ask

    output.tell(described([ask(edges.galaxy(galaxy), colours(dice), turns)]))


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
    output: Annotated[OutputOptions, Only("as_json", "export", "verbose")],
) -> None:
    """Show the chance to get each type of track when you pick first, second and so on, by set of dice."""
    output.check()
    from analyzer.lorry.galaxy.galaxyfile import load_galaxy
    from analyzer.lorry.questions.dice import drafts

    output.tell(described([drafts(players, None if galaxy is None else load_galaxy(galaxy))]))


def edition(
    action: Action, names: Names, *, base: Base = None, output: Annotated[OutputOptions, Only("as_json")]
) -> None:
    """Start an edition of your own, check its tables, or list what it changes."""
    from analyzer.lorry.questions import edition as call

    tell_edition(action, names, base, "standard", output, call)
