"""Pages of stories, where one was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from analyzer.files.places import check_file


class Story(Protocol):
    """A flight or a game, step by step."""

    def html(self) -> str:
        """It as a page."""


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
