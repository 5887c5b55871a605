"""All verbs under one command, and one way to tell the user what was wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, NoReturn

import typer

from analyzer.cli import merge, plot
from analyzer.cli.lorry import verbs as lorry
from analyzer.cli.records import one_option_a_field
from analyzer.cli.starship import verbs as starship
from analyzer.cli.stopping import tells_when_stopped
from analyzer.cli.terminal import be_silent, say_all_characters
from analyzer.cli.trucker import (
    captain,
    cards,
    compare,
    crew,
    design,
    editions,
    exact,
    explain,
    explore,
    fly,
    hazards,
    improve,
    inspect,
    insure,
    journey,
    layouts,
    metrics,
    new,
    parts,
    place,
    race,
    report,
    strike,
    swap,
    sweep,
    weak,
)
from analyzer.cli.typed import as_typed
from analyzer.cli.words import NearCommands, WordsCommand
from analyzer.errors import AnalyzerError
from analyzer.files.made import made_by

HOW: dict[str, Any] = {
    "cls": NearCommands,
    "suggest_commands": False,
    "no_args_is_help": True,
    "add_completion": False,
    "pretty_exceptions_enable": False,
}
app = typer.Typer(name="analyzer", **HOW)
GROUPS: dict[str, tuple[Callable[..., None], ...]] = {
    "About a ship": (new.new, parts.parts, inspect.inspect, strike.strike, hazards.hazards, weak.weak, swap.swap),
    "A better ship": (design.design, place.place, improve.improve, explore.explore),
    "About its flights": (fly.fly, race.race, explain.explain, cards.cards, exact.exact),
    "About fleets of class IVC": (insure.insure, layouts.layouts),
    "Which is better": (compare.compare, crew.crew, captain.captain),
    "About a whole game, and about the two editions": (journey.journey, editions.editions),
    "For a report": (report.report, metrics.metrics, sweep.sweep, merge.merge, plot.plot),
}
"""Every verb under the question it answers, in the order of the help; its name is that of the function."""
VERBS = tuple(verb for verbs in GROUPS.values() for verb in verbs)


def register(commands: typer.Typer, groups: Mapping[str, Sequence[Callable[..., None]]]) -> None:
    """Make a command of every verb, under its question."""
    for question, verbs in groups.items():
        for verb in verbs:
            commands.command(verb.__name__, cls=WordsCommand, rich_help_panel=question)(
                one_option_a_field(tells_when_stopped(verb))
            )


register(app, GROUPS)
for world in (starship, lorry):
    other = typer.Typer(name=world.NAME, help=world.ABOUT, **HOW)
    register(other, world.GROUPS)
    app.add_typer(other, rich_help_panel="Other games")


def tell_version(asked: bool) -> None:
    """Say which version this is, and nothing else."""
    if asked:
        from analyzer import __version__

        print(f"analyzer {__version__}")
        raise typer.Exit()


Version = Annotated[
    bool, typer.Option("--version", help="Tell the version.", callback=tell_version, is_eager=True, show_default=False)
]


@app.callback()
def about(version: Version = False) -> None:
    """I have a ship and a route: what will happen to me?"""


def main() -> None:
    """Run the command; faults go to stderr, one a line, with exit code 2."""
    say_all_characters()
    try:
        try:
            with made_by(as_typed()):
                app()
        finally:
            sys.stdout.flush()
    except AnalyzerError as error:
        _refuse(error.faults)
    except BrokenPipeError:
        be_silent()
        sys.exit(1)
    except OSError as error:
        be_silent()
        _refuse([f"{error.filename or 'standard output'}: cannot be used: {error.strerror or error}"])


def _refuse(faults: Iterable[str]) -> NoReturn:
    for fault in faults:
        print(f"error: {fault}", file=sys.stderr)
    sys.exit(2)
