"""The pictures of Starship Catan's answers, by name."""

from __future__ import annotations

from functools import partial

from analyzer.plots.figures import Figures, figures_of
from analyzer.plots.starship.course import plot_astro, plot_points_over_turns
from analyzer.plots.starship.maps import plot_choices, plot_further_cards, plot_modules, plot_pay_or_fight
from analyzer.plots.starship.played import plot_by_turn, plot_score, plot_wins
from analyzer.starship.questions.course import GAMES, Course, course_of
from analyzer.starship.questions.modules import ModuleWorths
from analyzer.starship.questions.pay_or_fight import PayOrFight
from analyzer.starship.questions.sectors import Sectors
from analyzer.starship.result import Adventures, Games, Turns


@figures_of.register
def _(answer: Turns | Games) -> Figures:
    """Of whole games who wins, and points and Astro over the turns of some of them; how what is counted is spread."""
    if len(answer.subjects) == 2:
        yield "wins", partial(plot_wins, answer)
        if answer.experiment.position is None and not answer.experiment.swap:
            yield from figures_of(course_of(answer.experiment, min(answer.trials, GAMES)))
    for column, name in (("turns", "length"), ("points", "points"), ("astro", "astro"), ("worth", "worth")):
        if column in answer.experiment.metrics.columns:
            yield name, partial(plot_score, answer, column)


@figures_of.register
def _(answer: Course) -> Figures:
    """Points and Astro over the turns."""
    yield "points-over-turns", partial(plot_points_over_turns, answer)
    yield "astro-over-turns", partial(plot_astro, answer)


@figures_of.register
def _(answer: Adventures) -> Figures:
    yield "adventures", partial(plot_by_turn, answer)


@figures_of.register
def _(answer: PayOrFight) -> Figures:
    """The map of all fights."""
    yield "pay-or-fight", partial(plot_pay_or_fight, answer.cannon_strength)


@figures_of.register
def _(answer: ModuleWorths) -> Figures:
    """The map of starting modules, and what each is worth."""
    yield "starting-modules", partial(plot_modules, answer)
    yield "worth-of-modules", partial(plot_choices, answer.worths)


@figures_of.register
def _(answer: Sectors) -> Figures:
    """What each sector and each further card come to."""
    yield "sectors", partial(plot_choices, answer.by_sector)
    yield "cards", partial(plot_further_cards, answer)
