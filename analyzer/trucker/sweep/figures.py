"""The pictures of a sweep."""

from __future__ import annotations

from functools import partial

from analyzer.present.figures.of_answers import Figures, figures_of
from analyzer.present.figures.tidy import plot_table
from analyzer.trucker.sweep.answer import Sweep


@figures_of.register
def _(answer: Sweep) -> Figures:
    for metric in ("credits", "arrived"):
        yield f"sweep-{metric}", partial(plot_table, answer.table(), metric=metric)
