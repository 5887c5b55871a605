"""How journeys end: the money held after each flight, and at the end."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer.answers.origin import in_a_line
from analyzer.present.figures.of_answers import Figures, figures_of
from analyzer.present.figures.style import COLOURS, LINES, caption_below, house_style, legend
from analyzer.trucker.journey.answer import Journey

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.trucker.journey.answer import Journey, Standing

RARE = 0.002
"""Share of journeys beyond either end of the axis, where values are so rare that they could not be seen."""
APART = 0.12
"""Distance of truckers who are drawn side by side; flights are 1 apart."""


def plot_journey(journey: Journey) -> Figure:
    """The distribution of credits at the end, and what is held after each flight, for each trucker or team.

    Left outlines (bars for one alone) with means; right a dot for the mean, a thick line for half of all journeys and
    a thin one for nine in ten.
    """
    from analyzer.present.figures.picture import Picture

    with house_style():
        figure = Picture(figsize=(10, 4.4), layout="constrained")
        final, held = figure.subplots(1, 2, width_ratios=(3, 2))
        drawn = [_final(final, purse, i, len(journey.purses)) for i, purse in enumerate(journey.purses)]
        for number, purse in enumerate(journey.purses):
            _held(held, purse, journey, number)
        _axes(final, held, journey)
        labels = [f"{purse.name}: mean {purse.final.mean:.2f}" for purse in journey.purses]
        legend(figure, drawn, labels, loc="outside upper center", ncols=2)
        caption_below(figure, in_a_line(journey.origins))
    return figure


def _final(axes: Axes, purse: Standing, number: int, purses: int) -> Any:
    """The shares of one purse at the end: bars if it is the only one, else an outline of its own."""
    histogram = purse.final
    shares = 100 * histogram.tally / histogram.n
    colour, line = COLOURS[number], LINES[number]
    if purses == 1:
        axes.axvline(histogram.mean, color="black", linewidth=1)
        return axes.bar(histogram.values, shares, width=0.85, color=colour)
    axes.axvline(histogram.mean, color=colour, linestyle=line, linewidth=1)
    edges = [*(histogram.values - 0.5), histogram.values[-1] + 0.5]
    return axes.stairs(shares, edges, color=colour, linestyle=line, linewidth=1.8)


def _held(axes: Axes, purse: Standing, journey: Journey, number: int) -> None:
    """What one purse holds after each flight."""
    after = [purse.histograms[f"held_{leg + 1}"] for leg in range(len(journey.levels))]
    at = np.arange(len(after)) + APART * (number - (len(journey.purses) - 1) / 2)
    for width, low, high in ((1, 0.05, 0.95), (4, 0.25, 0.75)):
        lows, highs = [one.quantile(low) for one in after], [one.quantile(high) for one in after]
        axes.vlines(at, lows, highs, color=COLOURS[number], linewidth=width)
    axes.plot(at, [one.mean for one in after], "o", color=COLOURS[number], markeredgecolor="white", markersize=7)


def _axes(final: Axes, held: Axes, journey: Journey) -> None:
    ends = [purse.final for purse in journey.purses]
    low, high = min(one.quantile(RARE) for one in ends), max(one.quantile(1 - RARE) for one in ends)
    outside = any(one.values[0] < low or one.values[-1] > high for one in ends)
    room = 0.5 + 0.02 * (high - low + 1)
    final.set_xlim(low - room, high + room)
    final.set_ylim(bottom=0)
    final.set_xlabel("credits at the end" + "; rare values lie outside" * outside)
    final.set_ylabel("share of journeys (%)")
    final.set_title("1 journey" if journey.flights == 1 else f"{journey.flights:,} journeys", loc="right", fontsize=9)
    held.set_xticks(range(len(journey.levels)), [f"{leg}: {name}" for leg, name in enumerate(journey.levels, start=1)])
    held.set_xlim(-0.5, len(journey.levels) - 0.5)
    held.set_ylim(bottom=min(0, held.get_ylim()[0]))
    held.set_xlabel("flight and its level")
    held.set_ylabel("credits held after the flight")
    held.set_title("dot: mean; thick: middle 50%; thin: middle 90%", loc="right", fontsize=9)


@figures_of.register
def _(answer: Journey) -> Figures:
    yield "journey", partial(plot_journey, answer)
