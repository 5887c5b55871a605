"""All verbs under one command, and one way to tell the user what was wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NoReturn

import typer

from analyzer.cli import merge
from analyzer.cli.records import one_option_a_field
from analyzer.cli.stopping import tells_when_stopped
from analyzer.cli.terminal import be_silent, say_all_characters
from analyzer.cli.trucker import (
    captain,
    cards,
    compare,
    crew,
    editions,
    exact,
    explain,
    fly,
    hazards,
    inspect,
    journey,
    new,
    parts,
    race,
    report,
    strike,
    weak,
)
from analyzer.cli.words import WordsCommand
from analyzer.errors import AnalyzerError

app = typer.Typer(
    name="analyzer",
    help="I have a ship and a route: what will happen to me?",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
VERBS = (
    new.new,
    parts.parts,
    inspect.inspect,
    strike.strike,
    fly.fly,
    race.race,
    journey.journey,
    merge.merge,
    compare.compare,
    editions.editions,
    cards.cards,
    hazards.hazards,
    exact.exact,
    explain.explain,
    weak.weak,
    crew.crew,
    captain.captain,
    report.report,
)
"""Every verb, in the order of the help; its name is that of the function."""
for verb in VERBS:
    app.command(verb.__name__, cls=WordsCommand)(one_option_a_field(tells_when_stopped(verb)))


def main() -> None:
    """Run the command; faults go to stderr, one a line, with exit code 2."""
    say_all_characters()
    try:
        try:
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
