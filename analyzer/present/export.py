"""Tables as files that other programs read: CSV, Parquet or JSON, by the ending of the name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyzer.errors import AnalyzerError
from analyzer.files.atomic import whole_file
from analyzer.files.made import made
from analyzer.files.places import check_file

if TYPE_CHECKING:
    import pandas as pd

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
        from analyzer.present.view import finite

        # blanks of whole-number columns are no floats
        records = table.astype(object).where(table.notna(), None).to_dict("records")
        path.write_text(json.dumps(finite(records), indent=2, allow_nan=False) + "\n", encoding="utf-8")
