"""The verb `metrics` of every game: what is counted of a trial, each with its unit and meaning."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from analyzer.cli.option_records import Without
from analyzer.cli.options import OutputOptions
from analyzer.cli.story import check_page
from analyzer.present.view import described

Page = Annotated[
    Path | None,
    typer.Option("-o", "--out", help="Write the list to this file as a page.", metavar="FILE.md", show_default=False),
]
MADE = (
    "Made by `analyzer metrics -o docs/metrics.md` from the records that tables, JSON, exports and calls are made from."
)


Output = Annotated[OutputOptions, Without("plot")]


def tell_metrics(out: Path | None, output: OutputOptions, *games: str) -> None:
    """Show the metrics of the first game; the page that is written lists those of all."""
    output.check()
    if out is not None:
        check_page(out, endings=(".md",))
    from analyzer.world import glossary

    def write() -> str:
        from analyzer.files.atomic import write_whole

        write_whole(str(out), page(*games))
        return f"page: {out}"

    output.tell(described([glossary(games[0])]), *[write] * (out is not None))


def page(*games: str) -> str:
    """The metrics of those games in Markdown."""
    from analyzer.answers.description import Description
    from analyzer.present.markdown import as_markdown
    from analyzer.world import glossary

    return as_markdown(Description("Metrics", "", parts=[MADE], each=[glossary(game).description() for game in games]))
