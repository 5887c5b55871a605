"""Results show themselves: what was run, a table in words, and what it says; in a terminal and in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from analyzer.answers.metrics import Metrics

PLOTS = "analyzer.present.figures.of_answers"
"""Pictures know results, results know no pictures: where theirs are drawn."""
One_co = TypeVar("One_co", covariant=True)


class Shown:
    """What has a `table()` and may have a `heading()`; it shows itself with words in place of names of columns.

    A dataclass that is shown so takes `repr=False`.
    """

    def table(self) -> pd.DataFrame:
        """The tidy table."""
        raise NotImplementedError

    def heading(self) -> str:
        """One line on what the table tells."""
        return ""

    def shown_heading(self) -> str:
        """The line above the table, if it says more than the heading."""
        return self.heading()

    def shown_table(self) -> pd.DataFrame:
        """What of the table is shown."""
        return self.table()

    def shown_metrics(self) -> Metrics | None:
        """What knows the labels of the metrics in the table."""
        return None

    def conclusions(self) -> Sequence[str]:
        """What it comes to, a sentence a line below the table."""
        return ()

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        return []

    def figures(self) -> dict[str, Callable[..., Figure]]:
        """Its pictures by name, each drawn when it is called: `result.figures()["credits"]()`."""
        drawn: dict[str, Callable[..., Figure]] = named(f"{PLOTS}:figures")(self)
        return drawn

    def plot(self, name: str | None = None, **how: Any) -> Figure:
        """One of its pictures, as `result.plot("waterfall")`, the first if none is named; `how`: as width.

        The beginning of a name will do where only one picture begins so. Raises AnalyzerError for another name, with
        those there are.
        """
        figure: Figure = named(f"{PLOTS}:plot")(self, name, **how)
        return figure

    def __repr__(self) -> str:
        from analyzer.answers.in_words import in_words

        table = in_words(self.shown_table(), self.shown_metrics()).to_string(index=False)
        return "\n".join(part for part in (self.shown_heading(), table, *self.conclusions()) if part)

    def _repr_html_(self) -> str:
        from html import escape

        from analyzer.answers.in_words import in_words

        table = in_words(self.shown_table(), self.shown_metrics()).to_html(index=False, border=0)
        lines = [f"<p>{escape(line)}</p>" for line in self.conclusions()]
        notes = "".join(f"<li>{escape(note)}</li>" for note in dict.fromkeys(self.notes()))
        if notes:
            lines.append(f"<details><summary>what to know of these numbers</summary><ul>{notes}</ul></details>")
        heading = self.shown_heading()
        return "\n".join([*[f"<p>{escape(heading)}</p>"] * bool(heading), str(table), *lines])


class Several:
    """What holds one answer for each of several subjects: it can be iterated, counted, and completed by their names."""

    def each(self) -> Sequence[Any]:
        """The answers."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Any]:
        return iter(self.each())

    def __len__(self) -> int:
        return len(self.each())

    def __bool__(self) -> bool:
        return True

    def _ipython_key_completions_(self) -> list[str]:
        return [one.name for one in self.each() if hasattr(one, "name")]


def page_of(what: object, maker: str) -> str:
    """A page of a result by its maker's name, `module:function`: pages know results, results know no pages."""
    page: str = named(maker)(what)
    return page


def named(maker: str) -> Callable[..., Any]:
    """The function of that name, `module:function`, loaded when it is asked for."""
    module, name = maker.split(":")
    function: Callable[..., Any] = getattr(import_module(module), name)
    return function
