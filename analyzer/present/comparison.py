"""The view of comparisons: which of two or more is better, by how much, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from analyzer.present.view import View, described, joined

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.answers.both_settings import BothSettings
    from analyzer.answers.comparison import Comparison


def view_of(results: Sequence[Comparison], *, ranked: bool = False) -> View:
    """What was compared; the table of two is that of their differences, unless `ranked`.

    The same ones in two settings, one after the other, are one answer: that asked for, with what the other changes.
    """
    from analyzer.answers.both_settings import BothSettings, paired_up

    def table(answer: Comparison | BothSettings) -> pd.DataFrame:
        compared = answer.asked if isinstance(answer, BothSettings) else answer
        return compared.ranking_table() if ranked or len(compared.names) > 2 else compared.table()

    answers = paired_up(results)
    return replace(described(answers), table=lambda: joined([*map(table, answers)], numbered=True))
