"""Both settings on their way out of the command: what the other one changes, and where it does, both side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyzer.answers.numbers import decimals
from analyzer.present.terminal import bare_table

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.answers.both_settings import BothSettings
    from analyzer.present.sheet import Sheet


def show_settings(console: Console, both: BothSettings) -> None:
    """A sentence on what the other setting changes; where that is the ranking, all of it in both."""
    console.print()
    first, *others = both.in_words()
    console.print(first, soft_wrap=True)
    if not both.differs():
        return
    console.print()
    console.print(_side_by_side(both))
    console.print()
    for sentence in others:
        console.print(sentence, soft_wrap=True)


def _side_by_side(both: BothSettings) -> Sheet:
    """A row a subject; for each setting the places that it may have, its mean score and the interval of that."""
    table = bare_table()
    table.add_column(both.asked.word)
    for setting in (both.asked.setting, both.other.setting):
        table.add_column(f"{setting}: place", justify="right", no_wrap=True)
        table.add_column(both.asked.score, justify="right", no_wrap=True)
        table.add_column("95% interval", justify="right", no_wrap=True)
    rows = iter(both.rows())
    for row in rows:
        table.add_row(row[both.asked.word], *_cells(row, both.asked.score), *_cells(next(rows), both.asked.score))
    return table


def _cells(row: dict[str, Any], score: str) -> list[str]:
    from analyzer.answers.both_settings import place_in_words

    return [place_in_words(row), decimals(row[score]), f"{decimals(row['low'])} to {decimals(row['high'])}"]
