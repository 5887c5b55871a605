"""`analyzer starship explain`: one game retold turn by turn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.cli.story import check_page, tell_story
from analyzer.errors import AnalyzerError
from analyzer.present.terminal import plain_console
from analyzer.starship.command.options import TableOptions

if TYPE_CHECKING:
    from analyzer.starship.story.story import Story

Game = Annotated[int, typer.Option(help="Number of the game, from 0, as in `play`.", show_default=False)]
Page = Annotated[Path | None, typer.Option("--output", "-o", help="Write the game as a web page.", metavar="PAGE.html")]
Captains = Annotated[
    list[str] | None,
    typer.Option("--captain", help="Moon's captain, then Sun's; give one to play both.", show_default="sensible"),
]
STYLES = {"loss": "red", "point": "green", "pass": "bright_black", "phase": "bold"}


def explain(
    game: Game,
    *,
    captain: Captains = None,
    page: Page = None,
    table: TableOptions,
    output: Annotated[OutputOptions, Only("as_json")],
) -> None:
    """Retell one game turn by turn: rolls, flights card by card, trades, fights, builds, points."""
    check_page(page)
    from analyzer.starship.questions.explain.call import explain as ask

    names = captain or ["sensible"]
    if len(names) > 2:
        raise AnalyzerError(f"--captain: {len(names)} captains: a game has two, give Moon's first")
    story = ask(game, table.seed, captains=(names[0], names[-1]), switches=table.switches())

    tell_story(story, _show, page, output)


def _show(story: Story) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(story.heading(), "bold"))
    for turn in story.turns:
        console.print()
        console.print(Text(f"Turn {turn.number}, {turn.player.capitalize()}", "bold"))
        for line in turn.lines:
            console.print(Text(f"  {line.text}", STYLES.get(line.role, "")), soft_wrap=True)
        console.print(f"  points: Moon {turn.points[0]}, Sun {turn.points[1]}", style="cyan")
    console.print()
    console.print(story.ending(), style="bold")
