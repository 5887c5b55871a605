"""`analyzer starship explain`: one game retold turn by turn."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.story import StoryOptions
from analyzer.errors import AnalyzerError
from analyzer.starship.command.options import OR_THINKER, TableOptions

Game = Annotated[int, typer.Option(help="Number of the game, from 0, as in `play`.", show_default=False)]
Reviewed = Annotated[
    str | None,
    typer.Option(
        "--review",
        help="Judge the decisions of this player, moon or sun, in place of retelling the game; see `review`.",
        metavar="PLAYER",
        show_default=False,
    ),
]
Captains = Annotated[
    list[str] | None,
    typer.Option(
        "--captain",
        help=f"Moon's captain, then Sun's: {OR_THINKER}; give one to play both.",
        show_default="sensible",
    ),
]


def explain(
    game: Game,
    *,
    captain: Captains = None,
    review: Reviewed = None,
    to: Annotated[
        StoryOptions,
        Says(goal="With --review: judge options by won (if none is named), margin (above the other) or points."),
    ],
    table: TableOptions,
    amount: Annotated[AmountOptions, Only("quiet"), Trials(500, "games")],
    output: Annotated[OutputOptions, Only("as_json", "export")],
) -> None:
    """Retell one game turn by turn: rolls, flights card by card, trades, fights, builds, points."""
    from analyzer.starship.records.game_record import load_record

    to.check(output, load_record=load_record)
    from analyzer.starship.questions.explain.call import explain as ask
    from analyzer.starship.questions.review.call import review as judge

    how: Any = to.wanted(is_review=review is not None)
    names = captain or ["sensible"]
    if len(names) > 2:
        raise AnalyzerError(f"--captain: {len(names)} captains: a game has two, give Moon's first")
    story = ask(game, table.seed, captains=(names[0], names[-1]), switches=table.switches())
    if review is None:
        to.tell([story], output, story)
        return
    how |= {"player": review, "switches": table.switches()}
    answer = to.judged(lambda games, watch: judge(story.record(), games, table.seed, progress=watch, **how), amount)
    to.tell([answer], output, story)
