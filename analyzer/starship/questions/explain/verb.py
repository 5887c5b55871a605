"""`analyzer starship explain`: one game retold turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli.option_records import Only
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.review import Quick, tell_review, trials_of
from analyzer.cli.story import check_page, pages
from analyzer.errors import AnalyzerError
from analyzer.files.places import check_file
from analyzer.present.view import described
from analyzer.starship.command.options import TableOptions

if TYPE_CHECKING:
    from analyzer.starship.story.story import Story

Game = Annotated[int, typer.Option(help="Number of the game, from 0, as in `play`.", show_default=False)]
Page = Annotated[Path | None, typer.Option("--output", "-o", help="Write the game as a web page.", metavar="PAGE.html")]
RecordFile = Annotated[
    Path | None,
    typer.Option(
        "--record",
        help="Write the game as a record (.yaml), as `replay` and `review` read it.",
        metavar="FILE",
        show_default=False,
    ),
]
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
    typer.Option("--captain", help="Moon's captain, then Sun's; give one to play both.", show_default="sensible"),
]


def explain(
    game: Game,
    *,
    captain: Captains = None,
    page: Page = None,
    record: RecordFile = None,
    review: Reviewed = None,
    quick: Quick = False,
    table: TableOptions,
    amount: Annotated[AmountOptions, Only("quiet"), Trials(called="games")],
    output: Annotated[OutputOptions, Only("as_json")],
) -> None:
    """Retell one game turn by turn: rolls, flights card by card, trades, fights, builds, points."""
    check_page(page)
    if record is not None:
        check_file(record, f"--record {record}")
    from analyzer.starship.questions.explain.call import explain as ask

    names = captain or ["sensible"]
    if len(names) > 2:
        raise AnalyzerError(f"--captain: {len(names)} captains: a game has two, give Moon's first")
    story = ask(game, table.seed, captains=(names[0], names[-1]), switches=table.switches())
    if review is None:
        output.tell(described([story]), *pages(story, page), *records(story, record))
        return
    from analyzer.starship.questions.review.call import GAMES
    from analyzer.starship.questions.review.call import review as judge

    with amount.progress(0) as done:
        games = trials_of(GAMES, quick=quick)
        how: Any = {"player": review, "switches": table.switches(), "progress": done}
        answer = judge(story.record(), games, table.seed, **how)
    tell_review(answer, page, output, *records(story, record))


def records(story: Story, path: Path | None) -> Iterator[Callable[[], str]]:
    """What writes the record of a game, if one was asked for."""

    def write_record() -> str:
        from analyzer.starship.records.recording import save_record

        assert path is not None
        save_record(story.record(), path)
        return f"\nrecord: {path}"

    if path is not None:
        yield write_record
