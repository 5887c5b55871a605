"""The picture of a position."""

from __future__ import annotations

from functools import partial

from analyzer.lorry.drawing.galaxy import plot_galaxy
from analyzer.lorry.position.position import Position
from analyzer.present.figures.of_answers import Figures, figures_of, slug


@figures_of.register
def _(answer: Position) -> Figures:
    yield slug(answer.name), partial(plot_galaxy, answer)
