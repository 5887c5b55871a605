"""A tidy table as people read it: labels for names, chances in percent, each interval in one piece."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf
from typing import TYPE_CHECKING, Any

from analyzer.answers.numbers import decimals

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.answers.metrics import Metrics

SHARES = ("chance", "chance_unpowered", "saved", "flying", "arrived", "loss", "lost", "arrival")
"""Columns of shares, told in percent where they hold no whole numbers."""
INTERVAL = "95% interval"


def in_words(table: pd.DataFrame, metrics: Metrics | None = None) -> pd.DataFrame:
    """The table in strings; `metrics` know the labels in its column `metric`, and which of them are chances."""
    import pandas as pd

    chances = _chances(table, metrics)
    words: list[tuple[str, list[str]]] = []
    for column in map(str, table.columns):
        if _ends(column)[0] in table.columns or column in ("low", "high"):
            continue
        words.append((_label(column), _cells(table, column, chances, metrics)))
        if ends := _interval(table, column):
            low, high = (_cells(table, end, chances, metrics, share=column in SHARES) for end in ends)
            words.append((INTERVAL, [f"{a} to {b}" * bool(a) for a, b in zip(low, high, strict=True)]))
    made = pd.DataFrame(dict(enumerate(cells for _, cells in words)))
    made.columns = pd.Index([name for name, _ in words])
    return made


def _chances(table: pd.DataFrame, metrics: Metrics | None) -> list[bool]:
    """By row whether its metric is a chance."""
    if metrics is None or "metric" not in table:
        return [False] * len(table)
    known = metrics.by_name
    return [name in known and known[name].is_chance for name in table["metric"]]


def _ends(column: str) -> tuple[str, str]:
    """What a column is the end of an interval of, and which; ("", "") for others."""
    name, _, end = column.rpartition("_")
    return (name, end) if end in ("low", "high") else ("", "")


def _interval(table: pd.DataFrame, column: str) -> tuple[str, str] | None:
    """The columns that hold the ends of a column's interval: its own, or `low` and `high` right behind it."""
    own = f"{column}_low", f"{column}_high"
    if own[0] in table and own[1] in table:
        return own
    columns = list(map(str, table.columns))
    at = columns.index(column)
    return ("low", "high") if columns[at + 1 : at + 3] == ["low", "high"] else None


def _is_quantile(column: str) -> bool:
    return column[:1] == "q" and column[1:].replace(".", "").isdigit()


def _label(column: str) -> str:
    if _is_quantile(column):
        return f"{column[1:]}%"
    return "" if column in ("metric", "rank") else column.replace("_", " ")


def _cells(
    table: pd.DataFrame, column: str, chances: list[bool], metrics: Metrics | None, *, share: bool | None = None
) -> list[str]:
    values = table[column]
    if column == "metric" and metrics is not None:
        known = metrics.by_name
        return [known[name].label if name in known else str(name).replace("_", " ") for name in values]
    whole = values.dtype.kind in "iub" or str(values.dtype).startswith("Int") or _is_quantile(column)
    as_share = (column in SHARES if share is None else share) and not whole
    return list(_told(values, [as_share or (chance and column != "saved") for chance in chances], whole))


def _told(values: Any, in_percent: list[bool], whole: bool) -> Iterator[str]:
    import pandas as pd

    for value, share in zip(values, in_percent, strict=True):
        if isinstance(value, str):
            yield value.replace("_", " ")
        elif value is None or value is pd.NA or value != value:  # noqa: PLR0124  (not a number)
            yield ""
        elif whole or isinstance(value, int):
            yield f"{int(value)}"
        elif isinstance(value, float) and not isinf(value):
            yield f"{decimals(100 * value)}%" if share else decimals(value)
        else:
            yield str(value)
