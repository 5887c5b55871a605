"""What layouts are worth, a bar a layout with its ways beside it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.answers.numbers import typeset
from analyzer.answers.origin import in_a_line
from analyzer.present.figures.chosen import about, origins
from analyzer.present.figures.of_answers import Figures, figures_of, slug
from analyzer.present.figures.style import COLOURS, NARROW, caption_below, house_style, legend, title
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.drawing.many_flights import many_flights
from analyzer.trucker.questions.layouts.answer import LayoutValues

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.trucker.questions.layouts.answer import LayoutValues
    from analyzer.trucker.result import ShipResult


class Bar(NamedTuple):
    """A layout (joined ""), or a way of it; its chance, and what it comes to."""

    layout: str
    joined: str
    chance: Fraction
    credits: Estimate


def plot_layouts(answer: LayoutValues, *, width: float = 7.0) -> Figure:
    """By layout the mean credits as a bar with its interval, its ways as points; the line is the mean over the dice.

    `width`: inches.
    """
    bars = [Bar(row.layout, row.joined, row.chance, row.credits) for row in answer.rows]
    below = in_a_line(about(answer, answer.experiment.subjects[:1]))
    return _figure(bars, answer.mean().mean, answer.ship.name, answer.flights, below, width)


def plot_by_layout(build: ShipResult, *, width: float = 7.0) -> Figure:
    """The same of flights whose dice were thrown: each layout rests on those that came to it."""
    bars = [
        Bar(one.group, one.code, one.chance, build.metrics.measured("credits", one.histograms))
        for one in build.sorts
        if one.trials
    ]
    credits = build.histograms["credits"]
    return _figure(bars, credits.mean, build.name, credits.n, in_a_line(origins([build])), width)


def _figure(bars: Sequence[Bar], mean: float, name: str, flights: int, below: str, width: float) -> Figure:
    from analyzer.present.figures.picture import Picture

    layouts = list(dict.fromkeys(bar.layout for bar in bars))
    with house_style():
        figure = Picture(figsize=(width, 1.7 + 0.5 * len(layouts)), layout="constrained")
        axes = figure.add_subplot()
        drawn: dict[str, Any] = {}
        for height, layout in enumerate(layouts):
            whole, *ways = (bar for bar in bars if bar.layout == layout)
            drawn["layout (chance), with 95% interval"] = _bar(axes, height, whole)
            if ways:
                drawn["borders joined"] = _ways(axes, height, ways)
        line = axes.axvline(mean, color="black", linestyle="--", linewidth=1.2)
        drawn[f"mean over the dice: {typeset(mean)}"] = line
        axes.axvline(0, color="black", linewidth=0.8)
        axes.set_ylim(len(layouts) - 0.5, -0.5)
        chances = {bar.layout: bar.chance for bar in reversed(bars)}
        labels = [f"{layout.replace('_', ' ')} ({chances[layout]})" for layout in layouts]
        axes.set_yticks(range(len(layouts)), labels, fontsize=9)
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)
        axes.margins(x=0.08)
        axes.set_xlabel("credits a flight")
        title(axes, name, many_flights(flights), int(6 * width))
        columns = 1 if width < NARROW else 3
        legend(figure, [*drawn.values()], [*drawn], loc="outside upper center", ncols=columns, fontsize=9)
        caption_below(figure, below)
    return figure


def _bar(axes: Axes, height: int, whole: Bar) -> Any:
    mean, low, high = whole.credits
    bar = axes.barh(height, mean, height=0.62, color="#A6CEE8", edgecolor=COLOURS[0], linewidth=1)
    axes.errorbar(mean, height, xerr=[[mean - low], [high - mean]], color=COLOURS[0], capsize=3, linewidth=1.4)
    return bar


def _ways(axes: Axes, height: int, ways: Sequence[Bar]) -> Any:
    """Points one below the other, so that none hides another."""
    for number, way in enumerate(ways):
        at = height + 0.4 * (number / (len(ways) - 1) - 0.5)
        (points,) = axes.plot(way.credits.mean, at, "o", color=COLOURS[1], markersize=4, linestyle="")
        beside: Any = {"xytext": (5, 0), "textcoords": "offset points", "fontsize": 8, "va": "center"}
        axes.annotate(way.joined, (way.credits.mean, at), **beside)
    return points


@figures_of.register
def _(answer: LayoutValues) -> Figures:
    yield f"layouts-{slug(answer.ship.name)}", partial(plot_layouts, answer)
