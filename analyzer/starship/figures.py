"""The pictures of Starship Catan's answers, by name."""

from __future__ import annotations

from functools import partial

from analyzer.present.figures.of_answers import Figures, figures, figures_of
from analyzer.starship.drawing.games import plot_score, plot_wins
from analyzer.starship.questions.course.call import GAMES, course_of
from analyzer.starship.result import Games, Turns


@figures_of.register
def _(answer: Turns | Games) -> Figures:
    """Of whole games who wins, and points and Astro over the turns of some of them; how what is counted is spread."""
    if len(answer.subjects) == 2:
        yield "wins", partial(plot_wins, answer)
        if answer.experiment.position is None and not answer.experiment.swap:
            yield from figures(course_of(answer.experiment, min(answer.trials, GAMES))).items()
    for column, name in (("turns", "length"), ("points", "points"), ("astro", "astro"), ("worth", "worth")):
        if column in answer.experiment.metrics.columns:
            yield name, partial(plot_score, answer, column)
