"""All verbs under one command, and one way to tell the user what was wrong."""

from __future__ import annotations

import sys

import typer

from analyzer.cli import merge
from analyzer.cli.shared import one_option_a_field
from analyzer.cli.spread import SpreadCommand
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
    race,
    report,
    strike,
    weak,
)
from analyzer.errors import AnalyzerError

app = typer.Typer(
    name="analyzer",
    help="I have a ship and a route: what will happen to me?",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("inspect")(inspect.inspect)
app.command("strike")(strike.strike)
app.command("fly", cls=SpreadCommand)(one_option_a_field(fly.fly))
app.command("race")(one_option_a_field(race.race))
app.command("journey", cls=journey.JourneyCommand)(journey.journey)
app.command("merge")(merge.merge)
app.command("compare", cls=SpreadCommand)(one_option_a_field(compare.compare))
app.command("editions", cls=SpreadCommand)(editions.editions)
app.command("cards", cls=SpreadCommand)(one_option_a_field(cards.cards))
app.command("hazards")(hazards.hazards)
app.command("exact", cls=SpreadCommand)(exact.exact)
app.command("explain", cls=SpreadCommand)(one_option_a_field(explain.explain))
app.command("weak", cls=SpreadCommand)(weak.weak)
app.command("crew", cls=SpreadCommand)(one_option_a_field(crew.crew))
app.command("captain", cls=SpreadCommand)(one_option_a_field(captain.captain))
app.command("report", cls=SpreadCommand)(one_option_a_field(report.report))


def main() -> None:
    """Run the command; faults go to stderr, one a line, with exit code 2."""
    try:
        app()
    except AnalyzerError as error:
        for fault in error.faults:
            print(f"error: {fault}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
