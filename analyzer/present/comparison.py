"""A comparison on its way out of the command: which of two or more is better, by how much, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.present.described import show
from analyzer.present.face import Face, each

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.answers.both_settings import BothSettings
    from analyzer.answers.comparison import Comparison


def face(results: Sequence[Comparison], *, ranked: bool = False) -> Face:
    """What was compared; the table of two is that of their differences, unless `ranked`.

    The same ones in two settings, one after the other, are told as one: that asked for, with what the other changes.
    """
    from analyzer.answers.both_settings import BothSettings, paired_up

    def table(answer: Comparison | BothSettings) -> pd.DataFrame:
        compared = answer.asked if isinstance(answer, BothSettings) else answer
        return compared.ranking_table() if ranked or len(compared.names) > 2 else compared.table()

    return each(paired_up(results), show_comparison, table)


def show_comparison(answer: Comparison | BothSettings) -> None:
    """Two by metric and in words; of more the ranking first, then neighbours in words."""
    show([answer])
