"""`analyzer starship explain`: one game told turn by turn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.cli.story import check_page, pages
from analyzer.errors import AnalyzerError
from analyzer.present.view import described
from analyzer.starship.command.options import TableOptions

Game = Annotated[int, typer.Option(help="Which game, from 0, numbered as by `play`.", show_default=False)]
Page = Annotated[Path | None, typer.Option("--output", "-o", help="Write the game as a page.", metavar="PAGE.html")]
Captains = Annotated[
    list[str] | None,
    typer.Option(
        "--captain", help="Moon's captain, and then Sun's; one given once plays both.", show_default="sensible"
    ),
]


def explain(
    game: Game,
    *,
    captain: Captains = None,
    page: Page = None,
    table: TableOptions,
    output: Annotated[OutputOptions, Only("as_json")],
) -> None:
    """Tell one game turn by turn: rolls, flights card by card, trades, fights, builds, points."""
    check_page(page)
    from analyzer.starship.questions.explain.call import explain as tell

    names = captain or ["sensible"]
    if len(names) > 2:
        raise AnalyzerError(f"--captain: {len(names)} captains; a game has two, Moon's first")
    story = tell(game, table.seed, captains=(names[0], names[-1]), switches=table.switches())

    output.tell(described([story]), *pages(story, page))
