"""`analyzer starship explain`: one game retold turn by turn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions
from analyzer.cli.story import check_page, pages
from analyzer.errors import AnalyzerError
from analyzer.present.view import described
from analyzer.starship.command.options import TableOptions

Game = Annotated[int, typer.Option(help="Number of the game, from 0, as in `play`.", show_default=False)]
Page = Annotated[Path | None, typer.Option("--output", "-o", help="Write the game as a web page.", metavar="PAGE.html")]
Captains = Annotated[
    list[str] | None,
    typer.Option("--captain", help="Moon's captain, then Sun's; give one to play both.", show_default="sensible"),
]


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

    output.tell(described([story]), *pages(story, page))
