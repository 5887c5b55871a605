"""Answers that describe themselves: from one description come their table, JSON, and how they are shown everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from analyzer.answers.description import Description, Part
from analyzer.answers.loading import load_function

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

SHOW, MARKDOWN = "analyzer.present.described", "analyzer.present.markdown"
"""Where descriptions are shown: answers know how nothing is shown."""
PLOTS = "analyzer.present.figures.of_answers"
"""Where the pictures of answers are drawn."""


class Described:
    """What has a `description()`. A dataclass that is described takes `repr=False`.

    BY_SHIP: several of its kind come of several ships, so that JSON holds a list even of one.
    """

    BY_SHIP: ClassVar = False

    def description(self) -> Description:
        """All that the answer says."""
        raise NotImplementedError

    @classmethod
    def side_by_side(cls, answers: Sequence[Any]) -> Sequence[Part]:
        """What several of its kind say together, below what each says."""
        return ()

    def heading(self) -> str:
        """One line on who and what this is about."""
        described = self.description()
        return f"{described.subject}{described.title}"

    def table(self) -> pd.DataFrame:
        """The main table, tidy: one row a row, an estimate with the ends of its interval."""
        return self.description().tidy()

    def as_dict(self) -> Any:
        """All of it in plain types, for JSON."""
        return self.description().as_dict()

    def conclusions(self) -> list[str]:
        """What it comes to: the sentences of the description."""
        return [part for part in self.description().parts if isinstance(part, str)]

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        return [*self.description().notes]

    def markdown(self) -> str:
        """All of it as a page in Markdown."""
        page: str = load_function(f"{MARKDOWN}:as_markdown")(self.description())
        return page

    def figures(self) -> dict[str, Callable[..., Figure]]:
        """Its pictures by name, each drawn when it is called: `result.figures()["credits"]()`."""
        figures: dict[str, Callable[..., Figure]] = load_function(f"{PLOTS}:figures")(self)
        return figures

    def plot(self, name: str | None = None, **how: Any) -> Figure:
        """One of its pictures, e.g. `result.plot("waterfall")`, the first if none is named; `how`: e.g. its width.

        The beginning of a name will do where only one picture begins so. Raises AnalyzerError for another name, with
        those there are.
        """
        figure: Figure = load_function(f"{PLOTS}:plot")(self, name, **how)
        return figure

    def __repr__(self) -> str:
        text: str = load_function(f"{SHOW}:as_text")(self.description())
        return text

    def _repr_html_(self) -> str:
        page: str = load_function(f"{SHOW}:as_html")(self.description())
        return page
