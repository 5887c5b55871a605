"""`analyzer lorry explain`: one game told turn by turn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.cli.story import check_page, pages
from analyzer.lorry.command.options import Dice, GalaxyFile, RuleOptions, colours
from analyzer.present.view import described

Game = Annotated[int, typer.Option(help="Which game, from 0, numbered as by `race` and `fly`.", show_default=False)]
Page = Annotated[Path | None, typer.Option("--output", "-o", help="Write the game as a page.", metavar="PAGE.html")]
Captains = Annotated[
    list[str] | None,
    typer.Option("--captain", help="Who trades, in seating order; one plays alone.", show_default="steady, steady"),
]


def explain(
    galaxy: GalaxyFile,
    *,
    game: Game,
    captain: Captains = None,
    dice: Dice = None,
    page: Page = None,
    rules: RuleOptions,
    output: Annotated[OutputOptions, Only("as_json")],
) -> None:
    """Tell one game turn by turn: dice, draws, routes, and what else was weighed; as a page with every drawing."""
    output.check()
    check_page(page)
    from analyzer.lorry.questions.explain.call import explain as tell

    names = captain or ["steady", "steady"]
    rolled = colours(dice, ()) or None
    story = tell(galaxy, game, rules.seed, captains=names, dice=rolled, switches=rules.switches())

    output.tell(described([story]), *pages(story, page))
