"""How a story leaves the command: as text, as JSON, and as a page where one was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from analyzer.cli.options import OutputOptions
from analyzer.files.places import check_file
from analyzer.present.face import Face


class Story(Protocol):
    """A flight or a game that can be told."""

    def html(self) -> str:
        """It as a page."""

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types."""


Told = TypeVar("Told", bound=Story)


def check_page(page: Path | None) -> None:
    """Complain now if no page can be written there later."""
    if page is not None:
        check_file(page, f"--output {page}")


def pages(story: Story, page: Path | None) -> Iterator[Callable[[], str]]:
    """What writes its page, if one was asked for."""

    def write_page() -> str:
        from analyzer.present.page import write

        write(str(page), story.html())
        return f"\npage: {page}"

    if page is not None:
        yield write_page


def tell_story(story: Told, show: Callable[[Told], None], page: Path | None, output: OutputOptions) -> None:
    """Print it or its facts, and write its page."""
    output.tell(Face(story.as_dict, partial(show, story)), *pages(story, page))
