"""How a story leaves the command: as text, as JSON, and as a page where one was asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Protocol, TypeVar

import typer

from analyzer.answers.story import CheckedRecord
from analyzer.cli.options import OutputOptions
from analyzer.errors import AnalyzerError
from analyzer.files.places import check_file
from analyzer.present.face import Face, described

RecordPage = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Write the record, if it is one, as a page.", metavar="PAGE.html"),
]


class Story(Protocol):
    """One trial, told step by step."""

    def html(self) -> str:
        """It as a page."""

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types."""


Told = TypeVar("Told", bound=Story)


def check_page(page: Path | None, stories: int = 1) -> None:
    """Complain now if no page can be written there later, or if it is to hold several stories."""
    if page is not None:
        if stories > 1:
            raise AnalyzerError(f"--output {page}: a page holds one of them: name one, not {stories}")
        check_file(page, f"--output {page}")


def tell_story(story: Told, show: Callable[[Told], None], page: Path | None, output: OutputOptions) -> None:
    """Print it or its facts, and write its page."""

    output.tell(Face(story.as_dict, partial(show, story)), *_pages(story, page))


def tell_records(records: Sequence[CheckedRecord], page: Path | None, output: OutputOptions) -> None:
    """Print what became of records, and write the page of the one."""
    output.tell(described(records), *_pages(records[0], page))


def _pages(story: Story, page: Path | None) -> list[Callable[[], str]]:
    """What writes the page, if there is to be one."""

    def write_page() -> str:
        from analyzer.present.page import write

        write(str(page), story.html())
        return f"\npage: {page}"

    return [write_page] * (page is not None)
