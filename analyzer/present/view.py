"""Views of answers: what the command prints, exports and draws."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from analyzer.errors import AnalyzerError
from analyzer.files.made import made
from analyzer.files.places import check_file, whole_file

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from analyzer.answers.both_settings import BothSettings
    from analyzer.answers.comparison import Comparison
    from analyzer.answers.description import Described


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


SUFFIXES = (".csv", ".parquet", ".json")
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What formulas begin with."""


def check_export(path: Path | None, flag: str = "--export") -> None:
    """Complain before anything is run, not after it, about a file that no table can be saved in."""
    if path is None:
        return
    if path.suffix not in SUFFIXES:
        raise AnalyzerError(f"{flag} {path}: name a file that ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}")
    check_file(path, f"{flag} {path}", folders=True)


def export(table: pd.DataFrame, path: Path, flag: str = "--export") -> str:
    """Save a table, one record a row, and say so; what had that name before is replaced once all is written.

    Its last columns say what made it: version, command and seed. Numbers that are missing or without end are null in
    JSON and empty in CSV. Raises AnalyzerError where the name has another ending, or where nothing can be written.
    """
    check_export(path, flag)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise AnalyzerError(f"{flag} {path}: cannot be written: {error.strerror}") from None
    table = table.assign(**{name: value for name, value in made().items() if name not in table})
    with whole_file(path, f"{flag} {path}") as beside:
        _write(table, beside, path.suffix)
    return f"table: {path}"


def no_formula(cell: Any) -> Any:
    """A text that a spreadsheet would take for a formula gets an apostrophe, so that it is shown; numbers stay numbers.

    >>> no_formula("=1+1"), no_formula("First Mile"), no_formula(-1.5)
    ("'=1+1", 'First Mile', -1.5)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip("'").startswith(FORMULA) else cell


def as_written(cell: Any) -> Any:
    """The same cell as it was before `no_formula`."""
    return cell[1:] if isinstance(cell, str) and cell[:1] == "'" and no_formula(cell) != cell else cell


def _write(table: pd.DataFrame, path: Path, suffix: str) -> None:
    if suffix == ".csv":
        texts = table.select_dtypes(exclude="number")  # older pandas would make floats of whole numbers with blanks
        table = table.assign(**{str(name): texts[name].map(no_formula) for name in texts})
        table = table.replace([float("inf"), float("-inf")], None)
        table.to_csv(path, index=False, encoding="utf-8", lineterminator="\n")
    elif suffix == ".parquet":
        table.to_parquet(path, index=False)
    else:
        # blanks of whole-number columns are no floats
        records = table.astype(object).where(table.notna(), None).to_dict("records")
        path.write_text(json.dumps(finite(records), indent=2, allow_nan=False) + "\n", encoding="utf-8")


def view_of_comparisons(results: Sequence[Comparison], *, ranked: bool = False) -> View:
    """What was compared; the table of two is that of their differences, unless `ranked`.

    The same ones in two settings, one after the other, are one answer: that asked for, with what the other changes.
    """
    from analyzer.answers.both_settings import BothSettings, paired_up

    def table(answer: Comparison | BothSettings) -> pd.DataFrame:
        compared = answer.asked if isinstance(answer, BothSettings) else answer
        return compared.ranking_table() if ranked or len(compared.names) > 2 else compared.table()

    answers = paired_up(results)
    return replace(described(answers), table=lambda: joined([*map(table, answers)], numbered=True))


def view_of(results: Sequence[Any]) -> View:
    """Return the view of answers of one kind: by the function that their class names as VIEW, or as described."""
    from analyzer.answers.comparison import Comparison
    from analyzer.answers.description import load_function

    if place := getattr(results[0], "VIEW", ""):
        view: View = load_function(place)(results)
        return view
    return view_of_comparisons(results) if isinstance(results[0], Comparison) else described(results)
