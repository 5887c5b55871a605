"""One trial told step by step: what the stories of all games have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from analyzer.answers.described import Described
from analyzer.answers.shown import Shown, page_of

if TYPE_CHECKING:
    import pandas as pd


class Told(Shown):
    """A story: lines as rows, an ending, and a page that steps through it.

    PAGE makes the page and is found by its name, `module:function`: rules and games know no pages.
    """

    PAGE: ClassVar[str]

    def ending(self) -> str:
        """How it ended, in a sentence."""
        raise NotImplementedError

    def rows(self) -> list[dict[str, Any]]:
        """One row a line."""
        raise NotImplementedError

    def table(self) -> pd.DataFrame:
        """The lines as a table."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def conclusions(self) -> list[str]:
        """How it ended."""
        return [self.ending()]

    def html(self) -> str:
        """It as a page of its own."""
        return page_of(self, self.PAGE)


class RecordStep(NamedTuple):
    """A step of a record: what was done, why it was refused (None if it was not), and how things are behind it."""

    heading: str
    what: str
    reason: str | None
    state: Sequence[str]


class CheckedRecord(Described):
    """A record that was checked step by step, which is a story too: its page is the same for all games."""

    PAGE: ClassVar[str] = "analyzer.present.story_page:record_page"

    def record_steps(self) -> list[RecordStep]:
        """All steps, in order."""
        raise NotImplementedError

    def ending(self) -> str:
        """How things are at the end, in a line."""
        return "; ".join(self.conclusions())

    def html(self) -> str:
        """It as a page of its own."""
        return page_of(self, self.PAGE)
