"""One trial step by step, and records that were checked so: what the stories of all games have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from analyzer.answers.description import Column, Described, Description, Row, StoryStep, Table, page_of


class Story(Described):
    """Lines as rows, steps as people read them, an ending, and a page that steps through it.

    PAGE makes the page and is found by its name, `module:function`.
    """

    PAGE: ClassVar[str]

    def title(self) -> str:
        """Which trial this is."""
        raise NotImplementedError

    def ending(self) -> str:
        """How it ended, in a sentence."""
        raise NotImplementedError

    def facts(self) -> dict[str, Any]:
        """All of it in plain types."""
        raise NotImplementedError

    def rows(self) -> list[dict[str, Any]]:
        """One row a line."""
        raise NotImplementedError

    def steps(self) -> Iterator[StoryStep]:
        """What happens in each card or turn."""
        raise NotImplementedError

    def caveats(self) -> tuple[str, ...]:
        """What a reader should know."""
        return ()

    def description(self) -> Description:
        """Step by step, and how it ends; for programs a row a line."""
        rows = self.rows()
        lines = Table("", [Column(name) for name in rows[0]], [*map(Row, rows)])
        return Description(self.title(), "", self.facts(), (lines, *self.steps(), self.ending()), self.caveats())

    def html(self) -> str:
        """It as a page of its own."""
        return page_of(self, self.PAGE)


class RecordStep(NamedTuple):
    """A step of a record: what was done, why it was refused (None if it was not), and how things are behind it.

    is_left_out: whether a refused step was left out as a whole, and not only what is wrong in it.
    """

    heading: str
    what: str
    reason: str | None
    state: Sequence[str]
    is_left_out: bool = True

    @property
    def mark(self) -> str:
        """What stands behind the heading of a refused step."""
        return "" if self.reason is None else " (refused)" if self.is_left_out else " (refused in part)"


class CheckedRecord(Described):
    """A record that was checked step by step, which is a story too: its page is the same for all games."""

    PAGE: ClassVar[str] = "analyzer.present.page:record_page"

    def record_steps(self) -> list[RecordStep]:
        """All steps, in order."""
        raise NotImplementedError

    def ending(self) -> str:
        """How things are at the end, in a line."""
        return "; ".join(self.conclusions())

    def html(self) -> str:
        """It as a page of its own."""
        return page_of(self, self.PAGE)
