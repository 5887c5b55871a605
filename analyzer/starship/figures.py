"""Figures of Starship Catan's answers, registered by the class of the answer."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from analyzer.answers.origin import in_a_line, origin
from analyzer.present.figures.canvas import new_figure
from analyzer.present.figures.of_answers import Figures, figures, figures_of
from analyzer.present.figures.style import COLOURS, caption_below, legend
from analyzer.starship.drawing import (
    plot_by_turn,
    plot_choices,
    plot_further_cards,
    plot_modules,
    plot_pay_or_fight,
    plot_score,
    plot_wins,
)
from analyzer.starship.metrics import SOURCES
from analyzer.starship.questions.adventures import Adventures
from analyzer.starship.questions.captain import TunedCaptain
from analyzer.starship.questions.course import GAMES, Course, course_of
from analyzer.starship.questions.fight import PayOrFight
from analyzer.starship.questions.modules import ModuleWorths
from analyzer.starship.questions.sectors import Sectors
from analyzer.starship.result import Games, Turns

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@figures_of.register
def _(answer: Turns | Games) -> Figures:
    """Yield pictures of wins, of points and Astro over the turns, and of the distribution of each important column."""
    if len(answer.subjects) == 2:
        yield "wins", partial(plot_wins, answer)
        if answer.experiment.position is None and not answer.experiment.swap:
            yield from figures(course_of(answer.experiment, min(answer.trials, GAMES))).items()
    for column, name in (("turns", "length"), ("points", "points"), ("astro", "astro"), ("worth", "worth")):
        if column in answer.experiment.metrics.columns:
            yield name, partial(plot_score, answer, column)


WIDTH = 8.0


def plot_points_over_turns(course: Course, *, width: float = WIDTH) -> Figure:
    """Plot mean points of both players after every turn, stacked by source.

    Args:
        course: The course of many games.
        width: Width of the figure in inches.
    """
    with new_figure(width, 3.6) as figure:
        both = figure.subplots(1, 2, sharey=True)
        turns = range(1, len(course.points) + 1)
        for player, axes in enumerate(both):
            drawn = axes.stackplot(turns, course.points[:, player].T, colors=COLOURS[: len(SOURCES)], alpha=0.85)
            axes.set_title(course.experiment.subjects[player].name, loc="left", fontsize=10)
            axes.set_xlabel("turns of both players together")
        both[0].set_ylabel("points (mean)")
        legend(figure, drawn, list(SOURCES), loc="outside upper center", ncols=len(SOURCES), fontsize=9)
        caption_below(figure, _origin(course))
        return figure


def plot_astro(course: Course, *, width: float = WIDTH) -> Figure:
    """Plot Astro of both players after every turn: median, middle 50% and 90% of games.

    Args:
        course: The course of many games.
        width: Width of the figure in inches.
    """
    with new_figure(width, 3.4) as figure:
        both = figure.subplots(1, 2, sharey=True)
        turns = range(1, len(course.astro) + 1)
        for player, axes in enumerate(both):
            low, below, median, above, high = course.astro[:, player].T
            axes.fill_between(turns, low, high, color=COLOURS[player], alpha=0.2, linewidth=0)
            axes.fill_between(turns, below, above, color=COLOURS[player], alpha=0.35, linewidth=0)
            axes.plot(turns, median, color=COLOURS[player])
            axes.set_title(course.experiment.subjects[player].name, loc="left", fontsize=10)
            axes.set_xlabel("turns of both players together")
        both[0].set_ylabel("Astro: median, middle 50%\nand 90% of games")
        caption_below(figure, _origin(course))
        return figure


def _origin(course: Course) -> str:
    """Return the caption: the origin of the numbers, and that games that are over keep their last values."""
    from analyzer.montecarlo.stretch import Stretch

    stretches = (Stretch(course.experiment.seed, 0, course.games),)
    named = [(one.name, origin(course.experiment, one.player, stretches)) for one in course.experiment.subjects]
    return f"{in_a_line(named)}; games that are over stay as they ended"


@figures_of.register
def _(answer: Course) -> Figures:
    """Yield points and Astro over the turns."""
    yield "points-over-turns", partial(plot_points_over_turns, answer)
    yield "astro-over-turns", partial(plot_astro, answer)


@figures_of.register
def _(answer: Adventures) -> Figures:
    """Yield the chance that each adventure is fulfilled by each turn."""
    yield "adventures", partial(plot_by_turn, answer)


@figures_of.register
def _(answer: TunedCaptain) -> Figures:
    """Yield the picture of the last comparison: the captain found and the other captains, on fresh deals."""
    yield "captains", partial(plot_choices, answer.confirmed)


@figures_of.register
def _(answer: PayOrFight) -> Figures:
    """Yield the map of the chance to win a fight, by own cannons and strength of the pirate."""
    yield "pay-or-fight", partial(plot_pay_or_fight, answer.cannon_strength, rules=answer.rules)


@figures_of.register
def _(answer: ModuleWorths) -> Figures:
    """Yield the map of starting modules, and the worth of each module."""
    yield "starting-modules", partial(plot_modules, answer)
    yield "worth-of-modules", partial(plot_choices, answer.comparison)


@figures_of.register
def _(answer: Sectors) -> Figures:
    """Yield pictures of the mean score by sector, and by the maximum number of cards flown."""
    yield "sectors", partial(plot_choices, answer.by_sector)
    yield "cards", partial(plot_further_cards, answer)
