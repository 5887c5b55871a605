"""`analyzer explain`: one flight told card by card, as text, as a page or as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.options import AsJson, print_json
from analyzer.cli.shared import FlightOptions, load_ships
from analyzer.errors import whole_number

if TYPE_CHECKING:
    from analyzer.trucker.explain.story import Story

ShipFile = Annotated[Path, typer.Argument(help="Ship file (.yaml).", metavar="SHIP", show_default=False)]
Flight = Annotated[int, typer.Option(help="Which flight, from 0, numbered as by `fly`.", show_default=False)]
Page = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Write a page with the ship drawn after each card.", metavar="PAGE.html"),
]
STYLES = {"title": "bold", "card": "bold", "loss": "red", "rival": "dim", "note": "dim", "state": "cyan"}
WIDEST = 100


def explain(
    ship: ShipFile, flight: Flight, options: FlightOptions, output: Page = None, as_json: AsJson = False
) -> None:
    """Tell one flight card by card: rolls, hits, decisions with the values compared, days and credits."""
    whole_number(flight, "--flight", 0)
    from analyzer.report.page import check_place, write
    from analyzer.trucker.explain.explain import explain as tell

    if output is not None:
        check_place(output)
    layouts = load_ships([ship])
    story = tell(layouts, flight, options.level, options.seed, **options.conditions(layouts))
    if output is not None:
        write(output, story.html())
    if as_json:
        print_json(story.as_dict())
        return
    _print(story)
    if output is not None:
        print(f"\npage: {output}")


def _print(story: Story) -> None:
    """The story, no wider than is good to read, in characters that the terminal knows."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    for role, lines in story.wrapped(min(console.width, WIDEST)):
        for line in lines:
            known = line.encode(console.encoding, "replace").decode(console.encoding)
            console.print(Text(known, STYLES.get(role, "")), soft_wrap=True)
