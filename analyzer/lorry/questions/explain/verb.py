"""`analyzer lorry explain`: one game retold turn by turn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions
from analyzer.cli.story import check_page, pages
from analyzer.lorry.command.options import GalaxyFile, RuleOptions, TableOptions
from analyzer.present.view import described

Game = Annotated[int, typer.Option(help="Number of the game, from 0, as in `race` and `fly`.", show_default=False)]
Page = Annotated[Path | None, typer.Option("--output", "-o", help="Write the game as a web page.", metavar="PAGE.html")]


def explain(
    galaxy: GalaxyFile,
    *,
    game: Game,
    table: TableOptions,
    page: Page = None,
    rules: RuleOptions,
    output: Annotated[OutputOptions, Only("as_json")],
) -> None:
    """Retell one game turn by turn: dice, draws, routes, and the draws considered; as a page with drawings."""
    output.check()
    check_page(page)
    from analyzer.errors import whole_number
    from analyzer.lorry.questions.explain.call import explain as ask
    from analyzer.runs.amount import LAST

    whole_number(game, "--game", 0, LAST)
    story = ask(galaxy, game, rules.seed, **table.arguments(rules))

    output.tell(described([story]), *pages(story, page))
