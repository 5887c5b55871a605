"""`analyzer lorry explain`: one game retold turn by turn."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.story import Reviewed, StoryOptions
from analyzer.lorry.command.options import GalaxyFile, RuleOptions, TableOptions, Whose, trader_of

Game = Annotated[int, typer.Option(help="Number of the game, from 0, as in `race` and `fly`.", show_default=False)]


def explain(
    galaxy: GalaxyFile,
    *,
    game: Game,
    table: TableOptions,
    review: Reviewed = False,
    trader: Whose = "1",
    to: Annotated[
        StoryOptions,
        Says(goal="With --review: judge options by won (if none is named), margin or total; alone by total."),
    ],
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Only("quiet"), Trials(300, "games")],
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Retell one game turn by turn: dice, draws, routes, and the draws considered; as a page with drawings."""
    from analyzer.lorry.records.game_record import load_record

    to.check(output, load_record=load_record)
    from analyzer.errors import whole_number
    from analyzer.lorry.questions.explain.call import explain as ask
    from analyzer.lorry.questions.review.call import review as judge
    from analyzer.runs.amount import LAST

    whole_number(game, "--game", 0, LAST)
    how: Any = to.wanted(is_review=review)
    story = ask(galaxy, game, rules.seed, **table.arguments(rules))
    if not review:
        to.tell([story], output, story)
        return
    how["trader"] = trader_of(trader)
    answer = to.judged(lambda games, watch: judge(story.record(), games, rules.seed, progress=watch, **how), amount)
    to.tell([answer], output, story)
