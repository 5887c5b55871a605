"""A race on its way out of the command: all that it says of itself, with the tables of flights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from analyzer.present.view import Figures, View
from analyzer.trucker import view as flights

if TYPE_CHECKING:
    from analyzer.answers.comparison import Comparison
    from analyzer.trucker.questions.race.answer import Race


def view_of(results: Sequence[Race], changes: Sequence[Comparison] = ()) -> View:
    """Who wins, then the flights of every ship as `fly` shows them."""
    return replace(flights.view_of(results, changes), figures=partial(_figures, results))


def _figures(results: Sequence[Race]) -> Figures:
    """Risk against return, then those of flights."""
    from analyzer.present.figures.of_answers import figures
    from analyzer.trucker.drawing.of_flights import of_the_way

    return chain(figures(*results).items(), of_the_way(results))
