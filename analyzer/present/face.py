"""What a result has to say on its way out of the command: facts, a table, figures, and words for the terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from analyzer.files.made import made

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from analyzer.answers.described import Described

Figures: TypeAlias = "Iterator[tuple[str, Callable[[], Figure]]]"
"""Pictures by name, each drawn when it is asked for."""


class Tellable(Protocol):
    """A result of a run."""

    def table(self) -> pd.DataFrame:
        """All of it as a table."""

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types."""


Found = TypeVar("Found", bound=Tellable)


@dataclass(frozen=True)
class Face:
    """One or several results of a run; none of it is made before it is asked for.

    facts: in plain types, for JSON; show: print it for a person; table: for --export; figures: for --plot, by name;
    settings: the table with a column for all that was set, for pictures of saved runs.
    """

    facts: Callable[[], Any]
    show: Callable[[], None]
    table: Callable[[], pd.DataFrame] | None = None
    figures: Callable[[], Figures] | None = None
    settings: Callable[[], pd.DataFrame] | None = None


def drawn(*answers: object) -> Callable[[], Figures]:
    """The pictures of those answers, looked up when they are asked for."""

    def figures() -> Figures:
        from analyzer.present.figures.of_answers import figures

        return iter(figures(*answers).items())

    return figures


def described(answers: Sequence[Described]) -> Face:
    """Answers that describe themselves; verbs give one, or one a ship, `merge` may find several."""
    from analyzer.present.described import show

    if answers[0].BY_SHIP:
        return of_several(answers, show)
    return replace(each(answers, print), show=partial(show, answers))


def of_several(found: Sequence[Found], show: Callable[[Sequence[Found]], None]) -> Face:
    """Several answers, their tables in one."""

    def tables() -> pd.DataFrame:
        import pandas as pd

        return pd.concat([one.table() for one in found], ignore_index=True)

    return Face(lambda: [one.as_dict() for one in found], partial(show, found), tables, drawn(*found))


def each(
    results: Sequence[Found],
    show: Callable[[Found], None],
    table: Callable[[Found], pd.DataFrame] = lambda found: found.table(),
) -> Face:
    """Results that are told one by one; verbs give one, `merge` may find several, which are numbered in the table."""

    def tables() -> pd.DataFrame:
        import pandas as pd

        tables = [table(found) for found in results]
        if len(tables) == 1:
            return tables[0]
        return pd.concat(dict(enumerate(tables, start=1)), names=["number", None]).reset_index("number")

    def facts() -> Any:
        told = [found.as_dict() for found in results]
        return told[0] if len(told) == 1 else told

    def show_all() -> None:
        for number, found in enumerate(results):
            if number:
                print()
            show(found)

    return Face(facts, show_all, tables, drawn(*results))


def print_json(facts: Any) -> None:
    """Facts in plain types, as JSON on standard output; intervals without end are null."""
    print(json.dumps(finite(signed(facts)), indent=2, allow_nan=False))


def signed(facts: Any) -> Any:
    """The same facts, or each of several, with what made them."""
    if isinstance(facts, list):
        return [signed(one) for one in facts]
    by = made()
    return facts | {"made": by} if "command" in by and isinstance(facts, dict) else facts


def finite(facts: Any) -> Any:
    """The same facts with None for numbers that are not finite."""
    if isinstance(facts, dict):
        return {key: finite(value) for key, value in facts.items()}
    if isinstance(facts, list | tuple):
        return [finite(value) for value in facts]
    return None if isinstance(facts, float) and not isfinite(facts) else facts
