"""The way of ships card by card: how many still fly, and as a fan how many components are left."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from analyzer.answers.origin import in_a_line
from analyzer.present.figures.chosen import about, chosen
from analyzer.present.figures.of_answers import Figures, figures_of, slug
from analyzer.present.figures.style import NARROW, caption_below, house_style, legend, title
from analyzer.trucker.drawing.hits import plot_hits
from analyzer.trucker.drawing.many_flights import many_flights
from analyzer.trucker.questions.course.answer import Course

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.trucker.questions.course.answer import Course, ShipCourse

BANDS = {(0.05, 0.95): ("#BFDCEE", "middle 90% of flights"), (0.25, 0.75): ("#6FB1DA", "middle 50%")}
"""Quantiles, their colour (the same blue, paler the further out, so that it reads in grey) and how they are told."""


def plot_course(course: Course, ship: str | None = None, *, width: float | None = None) -> Figure:
    """Share still flying above, components left below, after each card; one ship, or all side by side if None.

    Components are those of all ships: one that gave up keeps what it had then.
    `width`: inches; as many as the ships take if None.
    """
    from matplotlib.ticker import MaxNLocator

    from analyzer.present.figures.picture import Picture

    ships = list(course.ships) if ship is None else [chosen(course, ship)]
    with house_style():
        wide = width or (7 if len(ships) == 1 else 1.2 + 3.2 * len(ships))
        figure = Picture(figsize=(wide, min(5.2, 1.2 + wide)), layout="constrained")
        grid: Any = figure.subplots(
            2, len(ships), sharex=True, sharey="row", squeeze=False, gridspec_kw={"height_ratios": (1, 2)}
        )
        for one, (above, below) in zip(ships, grid.T, strict=True):
            _survival(above, one)
            title(
                above,
                one.name,
                many_flights(course.flights) if one is ships[-1] else None,
                int(7 * wide) + 11 if len(ships) == 1 else 24,
            )
            drawn = _fan(below, one)
        first_above, first_below = grid[:, 0]
        first_above.set_ylabel("still flying (%)\n(95% intervals)")
        first_above.set_ylim(*_percent_range(min(100 * one.flying(one.cards[-1])[1] for one in ships)))
        first_below.set_ylabel("components left")
        first_below.set_ylim(*_left_range(ships))
        first_below.yaxis.set_major_locator(MaxNLocator(integer=True))
        words = [*(words for _, words in BANDS.values()), "median", "mean"]
        legend(figure, drawn, words, loc="outside upper center", ncols=2 if wide < NARROW else 4, fontsize=9)
        caption_below(figure, in_a_line(about(course, ships)))
    return figure


def _survival(axes: Axes, ship: ShipCourse) -> None:
    """The share that still flies after each card, in percent, with its 95% interval."""
    shares = [[100 * value for value in ship.flying(card)] for card in ship.cards]
    middle = [share for share, _, _ in shares]
    errors = [[share - low for share, low, _ in shares], [high - share for share, _, high in shares]]
    axes.errorbar(list(ship.cards), middle, errors, color="black", marker="o", markersize=3.5, linewidth=1.2)


def _percent_range(lowest: float) -> tuple[float, float]:
    """From 0 where a good part is gone, else close enough to see the fall."""
    bottom = next((bottom for bottom in (90, 75, 50) if lowest > bottom), 0)
    return bottom - 0.02 * (100 - bottom), 100 + 0.06 * (100 - bottom)


def _left_range(ships: list[ShipCourse]) -> tuple[float, float]:
    """From below the lowest band to above the whole ship; from 0 where little is left."""
    lowest = min(ship.left(ship.cards[-1]).quantile(0.05) for ship in ships)
    most = max(ship.left(0).quantile(1) for ship in ships)
    bottom = max(lowest - 1.5, 0) if lowest > most / 3 else 0
    return bottom, most + 0.04 * (most - bottom) + 0.2


def _fan(axes: Axes, ship: ShipCourse) -> list[Any]:
    """Bands of quantiles, the median and the mean of components left after each card, in the order of the legend."""
    cards = list(ship.cards)
    left = [ship.left(card) for card in cards]
    drawn: list[Any] = []
    for (low, high), (colour, _) in BANDS.items():
        below, above = ([histogram.quantile(q) for histogram in left] for q in (low, high))
        drawn.append(axes.fill_between(cards, below, above, color=colour, linewidth=0))
    medians = [histogram.quantile(0.5) for histogram in left]
    drawn += axes.plot(cards, medians, color="black", marker="o", markersize=3.5)
    drawn += axes.plot(cards, [histogram.mean for histogram in left], color="black", linestyle=":", linewidth=1.2)
    axes.set_xlim(-0.3, cards[-1] + 0.3)
    axes.set_xticks(cards[:: 1 if len(cards) <= 20 else 5])
    axes.set_xlabel("cards flown (0: launch)")
    return drawn


@figures_of.register
def _(answer: Course) -> Figures:
    """Card by card, and what is hit and lost on each ship."""
    for name in (ship.name for ship in answer.ships):
        yield f"course-{slug(name)}", partial(plot_course, answer, name)
        yield f"hits-{slug(name)}", partial(plot_hits, answer, name, "hits")
        yield f"lost-{slug(name)}", partial(plot_hits, answer, name, "lost")
