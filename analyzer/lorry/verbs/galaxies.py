"""Verbs of Cosmic Lorry under "About a galaxy" in the help."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from analyzer.cli.edition import ACTION, BASE, NAMES, tell_edition
from analyzer.cli.option_records import OnlyFields, option
from analyzer.cli.options import OutputOptions
from analyzer.lorry.command.options import DICE, GALAXY_FILE, GALAXY_FILES, EdgeOptions, colours
from analyzer.present.view import drawn, view_of_descriptions


def inspect(
    galaxies: list[Path] = GALAXY_FILES,
    *,
    edges: EdgeOptions,
    output: Annotated[OutputOptions, OnlyFields("as_json", "plot", "verbose")],
) -> None:
    """Draw galaxies or positions, and show how many boxes join each pair, with and without crossing the edges."""
    output.check()
    from analyzer.errors import all_or_faults
    from analyzer.lorry.questions.inspect import GalaxyFacts

    positions = all_or_faults(edges.position, galaxies)
    answers = [GalaxyFacts(position) for position in positions]
    output.tell(replace(view_of_descriptions(answers), figures=drawn(*positions)))


def routes(
    galaxy: Path = GALAXY_FILE,
    *,
    dice: list[str] | None = DICE,
    turns: int = option(10, "Show the chance to join the pair within this many turns."),
    edges: EdgeOptions,
    output: OutputOptions,
) -> None:
    """Compute how fast one trader alone joins each pair of planets: boxes, turns, chances, points a turn."""
    output.check()
    from analyzer.lorry.questions.routes import routes as ask

    output.tell(view_of_descriptions([ask(edges.galaxy(galaxy), colours(dice), turns)]))


def dice(
    *,
    players: int = option(2, "Number of traders, 2 to 4."),
    galaxy: Path | None = option(None, "Galaxy file whose dice are rolled; the default dice if not given."),
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "verbose")],
) -> None:
    """Show the chance to get each type of track when you pick first, second and so on, by set of dice."""
    output.check()
    from analyzer.lorry.galaxy.galaxyfile import load_galaxy
    from analyzer.lorry.questions.dice import drafts

    output.tell(view_of_descriptions([drafts(players, None if galaxy is None else load_galaxy(galaxy))]))


def edition(
    action: str = ACTION,
    names: list[str] = NAMES,
    *,
    base: str | None = BASE,
    output: Annotated[OutputOptions, OnlyFields("as_json")],
) -> None:
    """Start an edition of your own, check its tables, or list what it changes."""
    from analyzer.lorry.questions import edition as call

    tell_edition(action, names, base, "standard", output, call)
