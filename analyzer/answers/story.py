"""Base classes of stories: a trial told step by step, and a record checked step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from analyzer.answers.description import Column, Described, Description, Row, StoryStep, Table, page_of


class Story(Described):
    """Base class of a trial told step by step, with rows for programs, steps for people, an ending and a page.

    Attributes:
        PAGE: The name of the function that makes the page, `module:function`.
    """

    PAGE: ClassVar[str]

    def title(self) -> str:
        """Return the words that say which trial this is, e.g. by seed and number."""
        raise NotImplementedError

    def ending(self) -> str:
        """Return how the trial ended, in a sentence."""
        raise NotImplementedError

    def facts(self) -> dict[str, Any]:
        """Return the facts of the trial in plain types, for JSON."""
        raise NotImplementedError

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each line of the story."""
        raise NotImplementedError

    def steps(self) -> Iterator[StoryStep]:
        """Yield the events of each card or turn."""
        raise NotImplementedError

    def caveats(self) -> tuple[str, ...]:
        """Return notes on what the story leaves out or assumes."""
        return ()

    def description(self) -> Description:
        """Return the steps and the ending; for programs a row for each line."""
        rows = self.rows()
        lines = Table("", [Column(name) for name in rows[0]], [*map(Row, rows)])
        return Description(self.title(), "", self.facts(), (lines, *self.steps(), self.ending()), self.caveats())

    def html(self) -> str:
        """Return a page that steps through the story."""
        return page_of(self, self.PAGE)


class RecordStep(NamedTuple):
    """A step of a recorded game, checked by the rules.

    Attributes:
        heading: The name of the step.
        what: What the players did, in words.
        reason: Why the rules refuse it; None if they do not.
        state: Lines that describe the state of play after the step.
        is_left_out: Whether a refused step was left out as a whole, and not only the wrong part of it.
    """

    heading: str
    what: str
    reason: str | None
    state: Sequence[str]
    is_left_out: bool = True

    @property
    def mark(self) -> str:
        """The mark behind the heading of a refused step; "" if it is not refused."""
        return "" if self.reason is None else " (refused)" if self.is_left_out else " (refused in part)"


class CheckedRecord(Described):
    """Base class of a recorded game that was checked step by step; its page is alike in all games.

    Attributes:
        PAGE: The name of the function that makes the page, `module:function`.
    """

    PAGE: ClassVar[str] = "analyzer.present.page:record_page"

    def record_steps(self) -> list[RecordStep]:
        """Return all steps, in order."""
        raise NotImplementedError

    def ending(self) -> str:
        """Return the state at the end, in a line."""
        return "; ".join(self.conclusions())

    def html(self) -> str:
        """Return a page that steps through the record."""
        return page_of(self, self.PAGE)
