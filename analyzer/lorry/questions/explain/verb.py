"""`analyzer lorry explain`: one game retold turn by turn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.cli.story import check_page, tell_story
from analyzer.lorry.command.options import Dice, GalaxyFile, RuleOptions, colours
from analyzer.present.terminal import plain_console, print_notes

if TYPE_CHECKING:
    from analyzer.lorry.story.story import Story

Game = Annotated[int, typer.Option(help="Number of the game, from 0, as in `race` and `fly`.", show_default=False)]
Page = Annotated[Path | None, typer.Option("--output", "-o", help="Write the game as a web page.", metavar="PAGE.html")]
Captains = Annotated[
    list[str] | None,
    typer.Option(
        "--captain",
        help="Captain of a trader, in seating order; repeat for each trader; one plays alone.",
        show_default="steady, steady",
    ),
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
    """Retell one game turn by turn: dice, draws, routes, and the draws considered; as a page with drawings."""
    output.check()
    check_page(page)
    from analyzer.lorry.questions.explain.call import explain as ask

    names = captain or ["steady", "steady"]
    rolled = colours(dice, ()) or None
    story = ask(galaxy, game, rules.seed, captains=names, dice=rolled, switches=rules.switches())

    tell_story(story, _show, page, output)


def _show(story: Story) -> None:
    from rich.text import Text

    from analyzer.answers.note import is_about
    from analyzer.lorry.story.story import SCORES

    console = plain_console()
    console.print(Text(story.heading(), "bold"), soft_wrap=True)
    for turn in story.turns:
        console.print()
        console.print(Text(f"Round {turn.round}, {story.names[turn.trader - 1]}", "bold").append(f": {turn.dice}"))
        for line in turn.lines:
            console.print(f"  {line}", style="green" if is_about(line, SCORES) else "", soft_wrap=True)
        if turn.weighed:
            console.print(f"  considered: {'; '.join(map(str, turn.weighed))}", style="bright_black", soft_wrap=True)
    console.print()
    console.print(story.ending(), style="bold", soft_wrap=True)
    print_notes(console, story.notes())
