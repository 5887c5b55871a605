"""How stories and checked records leave the command: as text, as JSON, and as a page where one was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Protocol

import typer

from analyzer.answers.story import CheckedRecord
from analyzer.cli.options import OutputOptions
from analyzer.errors import AnalyzerError
from analyzer.files.places import check_file
from analyzer.present.view import described

RecordFiles = Annotated[
    list[Path], typer.Argument(help="Record files (.yaml).", metavar="RECORD...", show_default=False)
]
RecordPage = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Write the page of a single record.", metavar="PAGE.html"),
]


class Story(Protocol):
    """One trial, step by step."""

    def html(self) -> str:
        """It as a page."""


def check_page(page: Path | None, stories: int = 1) -> None:
    """Complain now if no page can be written there later, or if it is to hold several stories."""
    if page is not None:
        if stories > 1:
            raise AnalyzerError(f"--output {page}: a page holds one of them: name one, not {stories}")
        check_file(page, f"--output {page}")


def tell_records(records: Sequence[CheckedRecord], page: Path | None, output: OutputOptions) -> None:
    """Print what became of records, and write the page of the one."""
    output.tell(described(records), *pages(records[0], page))


def pages(story: Story, page: Path | None) -> Iterator[Callable[[], str]]:
    """What writes its page, if one was asked for."""

    def write_page() -> str:
        from analyzer.present.page import write

        write(str(page), story.html())
        return f"\npage: {page}"

    if page is not None:
        yield write_page
