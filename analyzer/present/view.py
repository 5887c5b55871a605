"""How results are presented by the command: as text, as JSON, as a table and as figures."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeAlias

from analyzer.files.made import made

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from analyzer.answers.described import Described

Figures: TypeAlias = "Iterator[tuple[str, Callable[[], Figure]]]"
"""Pictures by name, each drawn when it is asked for."""


@dataclass(frozen=True)
class View:
    """How one or several results of a run are presented; none of it is made before it is asked for.

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


def described(answers: Sequence[Described]) -> View:
    """Answers that describe themselves; verbs give one, or one a ship, `merge` may find several."""

    def show() -> None:
        from analyzer.present.described import show

        show(answers)

    def facts() -> Any:
        facts = [answer.as_dict() for answer in answers]
        return facts[0] if len(facts) == 1 and not answers[0].BY_SHIP else facts

    def table() -> pd.DataFrame:
        return joined([answer.table() for answer in answers], numbered=not answers[0].BY_SHIP)

    return View(facts, show, table, drawn(*answers))


def joined(tables: Sequence[pd.DataFrame], *, numbered: bool) -> pd.DataFrame:
    """Several tables in one; `numbered`: with a first column that tells them apart."""
    import pandas as pd

    if len(tables) == 1:
        return tables[0]
    if not numbered:
        return pd.concat(tables, ignore_index=True)
    return pd.concat(dict(enumerate(tables, start=1)), names=["number", None]).reset_index("number")


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
