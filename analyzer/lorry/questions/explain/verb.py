"""`analyzer lorry explain`: one game retold turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.review import Quick, trials_of
from analyzer.cli.story import check_page, pages
from analyzer.files.places import check_file
from analyzer.lorry.command.options import GalaxyFile, RuleOptions, TableOptions, Whose, trader_of
from analyzer.present.view import described

if TYPE_CHECKING:
    from analyzer.lorry.story.story import Story

Game = Annotated[int, typer.Option(help="Number of the game, from 0, as in `race` and `fly`.", show_default=False)]
Page = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Write the game, or its review, as a web page.", metavar="PAGE.html"),
]
RecordFile = Annotated[
    Path | None,
    typer.Option(
        "--record",
        help="Write the game as a record (.yaml): rolls and draws, as `replay` and `review` read them.",
        metavar="FILE",
        show_default=False,
    ),
]
Reviewed = Annotated[
    bool, typer.Option("--review", help="Review the decisions of a trader instead, as `review` does those of a record.")
]


def explain(
    galaxy: GalaxyFile,
    *,
    game: Game,
    table: TableOptions,
    page: Page = None,
    record: RecordFile = None,
    review: Reviewed = False,
    trader: Whose = "1",
    quick: Quick = False,
    rules: RuleOptions,
    amount: Annotated[AmountOptions, Only("quiet"), Trials(called="games")],
    output: Annotated[OutputOptions, Only("as_json")],
) -> None:
    """Retell one game turn by turn: dice, draws, routes, and the draws considered; as a page with drawings."""
    output.check()
    check_page(page)
    from analyzer.errors import whole_number
    from analyzer.lorry.questions.explain.call import explain as ask
    from analyzer.lorry.questions.review.call import GAMES
    from analyzer.lorry.questions.review.call import review as review_record
    from analyzer.runs.amount import LAST

    whole_number(game, "--game", 0, LAST)
    if record is not None:
        check_file(record, f"--record {record}")
    story = ask(galaxy, game, rules.seed, **table.arguments(rules))
    if review:
        with amount.progress(0) as done:
            games = trials_of(GAMES, quick=quick)
            answer = review_record(story.record(), games, rules.seed, trader=trader_of(trader), progress=done)
        output.tell(described([answer]), *pages(answer, page), *records(story, record))
    else:
        output.tell(described([story]), *pages(story, page), *records(story, record))


def records(story: Story, path: Path | None) -> Iterator[Callable[[], str]]:
    """What writes the record of a game, if one was asked for."""

    def write() -> str:
        from analyzer.lorry.records.recording import save_record

        assert path is not None
        save_record(story.record(), path)
        return f"\nrecord: {path}"

    if path is not None:
        yield write
