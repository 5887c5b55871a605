"""Views of answers: how the command prints, exports and draws them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeAlias

from analyzer.files.made import made

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from analyzer.answers.both_settings import BothSettings
    from analyzer.answers.comparison import Comparison
    from analyzer.answers.description import Described


Figures: TypeAlias = "Iterator[tuple[str, Callable[[], Figure]]]"
"""Pairs of a figure's name and the function that draws it."""


@dataclass(frozen=True)
class View:
    """The ways in which one or several answers can be presented; each is made only when its function is called.

    Attributes:
        facts: Function that returns everything in plain types, for JSON.
        show: Function that prints the answers for a person; with `verbose=True` it prints all notes, not only the most
            important ones.
        table: Function that returns the table for --export.
        figures: Function that returns the figures for --plot, by name.
        settings: Function that returns the table with a column for each setting, for figures of saved runs.
        answers: The answers, whose descriptions explain the columns of the table.
    """

    facts: Callable[[], Any]
    show: Callable[..., None]
    table: Callable[[], pd.DataFrame] | None = None
    figures: Callable[[], Figures] | None = None
    settings: Callable[[], pd.DataFrame] | None = None
    answers: Sequence[Described] = ()


def drawn(*answers: object) -> Callable[[], Figures]:
    """Return a function that looks up the figures of the answers only when it is called."""

    def figures() -> Figures:
        from analyzer.present.figures.of_answers import figures

        return iter(figures(*answers).items())

    return figures


def view_of_descriptions(answers: Sequence[Described]) -> View:
    """Return the view of answers that have a `description()`.

    Args:
        answers: Answers of one class: most verbs give a single answer, or one for each ship.
    """

    def show(*, verbose: bool = False) -> None:
        from analyzer.present.described import show

        show(answers, verbose=verbose)

    def facts() -> Any:
        facts = [answer.as_dict() for answer in answers]
        return facts[0] if len(facts) == 1 and not answers[0].BY_SHIP else facts

    def table() -> pd.DataFrame:
        return concat_tables([answer.table() for answer in answers], numbered=not answers[0].BY_SHIP)

    return View(facts, show, table, drawn(*answers), answers=answers)


def concat_tables(tables: Sequence[pd.DataFrame], *, numbered: bool) -> pd.DataFrame:
    """Return several tables as one.

    Args:
        tables: The tables.
        numbered: Whether a first column `number` tells the tables apart.
    """
    import pandas as pd

    if len(tables) == 1:
        return tables[0]
    if not numbered:
        return pd.concat(tables, ignore_index=True)
    return pd.concat(dict(enumerate(tables, start=1)), names=["number", None]).reset_index("number")


def print_json(facts: Any) -> None:
    """Print facts as JSON on standard output; interval ends that are not finite become null."""
    print(json.dumps(finite(with_origin(facts)), indent=2, allow_nan=False))


def with_origin(facts: Any) -> Any:
    """Return facts (a dict, or a list of dicts) with the program's version and the command added to each dict."""
    if isinstance(facts, list):
        return [with_origin(one) for one in facts]
    by = made()
    return facts | {"made": by} if "command" in by and isinstance(facts, dict) else facts


def finite(facts: Any) -> Any:
    """Return the facts with None in place of numbers that are not finite."""
    if isinstance(facts, dict):
        return {key: finite(value) for key, value in facts.items()}
    if isinstance(facts, list | tuple):
        return [finite(value) for value in facts]
    return None if isinstance(facts, float) and not isfinite(facts) else facts


def view_of_comparisons(results: Sequence[Comparison], *, ranked: bool = False) -> View:
    """Return the view of comparisons; adjacent ones that compare the same subjects in two settings are joined.

    Args:
        results: The comparisons.
        ranked: Whether a comparison of two exports its ranking; otherwise it exports their differences.
    """
    from analyzer.answers.both_settings import BothSettings, paired_up

    def table(answer: Comparison | BothSettings) -> pd.DataFrame:
        compared = answer.main if isinstance(answer, BothSettings) else answer
        return compared.ranking_table() if ranked or len(compared.names) > 2 else compared.table()

    answers = paired_up(results)
    return replace(view_of_descriptions(answers), table=lambda: concat_tables([*map(table, answers)], numbered=True))


def view_of(results: Sequence[Any]) -> View:
    """Return the view of several answers of one class.

    It is made by the function that the class names as VIEW, or else from the answers' descriptions.
    """
    from analyzer.answers.comparison import Comparison
    from analyzer.answers.description import load_function

    if place := getattr(results[0], "VIEW", ""):
        view: View = load_function(place)(results)
        return view
    return view_of_comparisons(results) if isinstance(results[0], Comparison) else view_of_descriptions(results)
