"""Figures of fleets: insurance, layouts, and effects of fleet rules."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from analyzer.answers.numbers import typeset
from analyzer.answers.origin import in_a_line
from analyzer.present.figures.canvas import new_figure
from analyzer.present.figures.forest import Words, forest, row_of
from analyzer.present.figures.of_answers import Figures, figures_of, slug
from analyzer.present.figures.ships_to_draw import chosen, origins, origins_of
from analyzer.present.figures.style import COLOURS, LINES, NARROW, caption_below, fitting, legend, title
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.drawing.flights import many_flights
from analyzer.trucker.questions.as_a_fleet import FleetEffects
from analyzer.trucker.questions.insure.answer import CostOfInsurance
from analyzer.trucker.questions.layouts.answer import LayoutValues

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.trucker.questions.insure.premiums import InsuranceOf
    from analyzer.trucker.result import ShipResult


MARKS = "osD^"
LAYERS = ("#F4F4F4", "#E6E6E6", "#D6D6D6")
"""The greys that shade the layers of losses that insurance covers, the lowest layer first."""
RARE = 0.002


def plot_insurance(
    answer: CostOfInsurance, ship: str | None = None, layout: str | None = None, *, width: float = 7.0
) -> Figure:
    """Draw the cost of each premium by the number of lost components, and below it the distribution of this number.

    Shades below show the losses that each further premium covers.

    Args:
        answer: The cost of insurance.
        ship: The name of the build, if there are several.
        layout: A layout, or a way of joining the quarters, whose flights are drawn; None for all flights.
        width: The width in inches.
    """
    from matplotlib.ticker import MaxNLocator

    one = chosen(answer, ship)
    of = one.all if layout is None else one[layout]
    with new_figure(width, 5.2 if width >= NARROW else 4.8) as figure:
        grid: Any = figure.subplots(2, 1, sharex=True, gridspec_kw={"height_ratios": (3, 2)})
        above, below = grid
        last = max(of.lost.quantile(1 - RARE), max(choice.pays_from or 0 for choice in of.choices.values()) + 2)
        drawn = [_cost(above, of, premium, number, last) for number, premium in enumerate(of.choices)]
        above.set_ylabel("cost (credits)")
        above.set_ylim(bottom=0)
        name = one.name if layout is None else f"{one.name}: {of.name.replace('_', ' ')}"
        title(above, name, many_flights(of.flights), int(6 * width))
        in_range = of.lost.values <= last
        below.bar(of.lost.values[in_range], 100 * of.lost.tally[in_range] / of.flights, width=0.85, color="#555555")
        below.axvline(of.lost.mean, ymax=0.66, color="black", linewidth=1)
        below.set_ylabel("share of flights (%)")
        label = "components lost (line: mean; shaded: losses that each further premium covers)"
        below.set_xlabel(fitting(label, width - 0.8))
        below.set_xlim(-0.8, last + 0.8)
        below.xaxis.set_major_locator(MaxNLocator(integer=True))
        for shade, layer in zip(LAYERS, reversed(of.layers), strict=False):
            high = last + 0.8 if layer.high is None else layer.high
            for axes in (above, below):
                axes.axvspan(layer.low, high, color=shade, zorder=0, linewidth=0)
            worth = layer.worth.estimate()
            words = ("", "for ") if width < NARROW else ("worth ", "costs ")
            text = f"{layer.name}\n{words[0]}{worth.mean:.2f}\n{words[1]}{layer.price}"
            at = (layer.low + min(high, last)) / 2
            below.text(at, 0.97, text, ha="center", va="top", fontsize=8, transform=below.get_xaxis_transform())
        below.set_ylim(top=below.get_ylim()[1] * 1.45)
        means = [f"{_named(choice.premium)}: mean {choice.cost.mean:.2f}" for choice in of.choices.values()]
        legend(figure, drawn, means, loc="outside upper center", ncols=2, fontsize=9 if width >= NARROW else 8)
        caption_below(figure, in_a_line(origins_of(answer, [one])))
    return figure


def plot_layouts_insured(answer: CostOfInsurance, ship: str | None = None, *, width: float = 7.0) -> Figure:
    """Draw how much each premium saves a flight on average against no insurance, by layout, with 95% intervals.

    Args:
        answer: The cost of insurance.
        ship: The name of the build, if there are several.
        width: The width in inches.
    """
    one = chosen(answer, ship)
    layouts = [one.all, *one.layouts.values()]
    layouts = [of for of in layouts if of.flights]
    premiums = [premium for premium in one.all.choices if premium]
    with new_figure(width, 1.6 + 0.55 * len(layouts)) as figure:
        axes = figure.add_subplot()
        axes.axvline(0, color="black", linewidth=1)
        drawn = []
        for number, premium in enumerate(premiums):
            saved = [of.choices[premium].difference.estimate() for of in layouts]
            middle = np.array([-mean for mean, _, _ in saved])
            errors = np.array([[mean - low, high - mean] for mean, low, high in saved]).T
            heights = np.arange(len(layouts)) + 0.22 * (number - (len(premiums) - 1) / 2)
            how: Any = {"color": COLOURS[number + 1], "marker": MARKS[number + 1], "linestyle": "", "markersize": 5}
            drawn.append(axes.errorbar(middle, heights, xerr=errors, capsize=2, **how))
        axes.set_ylim(len(layouts) - 0.5, -0.5)
        labels = [f"{of.layout.replace('_', ' ')} ({of.chance})" if of.layout else of.name for of in layouts]
        axes.set_yticks(range(len(layouts)), labels, fontsize=9)
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel(fitting("credits a flight cheaper than no insurance, with 95% intervals", width - 1.5))
        title(axes, one.name, many_flights(answer.flights), int(6 * width))
        legend(figure, drawn, list(map(_named, premiums)), loc="outside upper center", ncols=3, fontsize=9)
        caption_below(figure, in_a_line(origins_of(answer, [one])))
    return figure


def _cost(axes: Axes, of: InsuranceOf, premium: int, number: int, last: int) -> Any:
    """Draw the cost of one premium by the number of lost components, and return the line for the legend.

    A mark shows from which number on the premium costs less than no insurance.

    Args:
        axes: The panel.
        of: The insurance of one build.
        premium: The premium in credits.
        number: The number of the premium, which decides its colour.
        last: The largest number of lost components to draw.
    """
    losses = np.arange(last + 1)
    cap = of.caps[premium]
    paid = premium + (losses if cap is None else np.minimum(losses, cap))
    colour, line = COLOURS[number], LINES[number % len(LINES)]
    (drawn,) = axes.plot(losses, paid, color=colour, linestyle=line, linewidth=1.8)
    if cap is not None:
        axes.plot(cap + premium, cap + premium, color=colour, marker=MARKS[number], markersize=6)
        axes.annotate(
            f"pays above {cap + premium}", (cap + premium, cap + premium), xytext=(6, -10), textcoords="offset points",
            fontsize=8, color="black",
        )  # fmt: skip
    return drawn


def _named(premium: int) -> str:
    return f"premium {premium}" if premium else "none"


@figures_of.register
def _(answer: CostOfInsurance) -> Figures:
    for ship in answer.ships:
        yield f"insurance-{slug(ship.name)}", partial(plot_insurance, answer, ship.name)
        yield f"insurance-by-layout-{slug(ship.name)}", partial(plot_layouts_insured, answer, ship.name)


class Bar(NamedTuple):
    """A bar or point of a figure: the chance and mean credits of a layout, or of one way of joining the quarters."""

    layout: str
    joined: str
    chance: Fraction
    credits: Estimate


def plot_layouts(answer: LayoutValues, *, width: float = 7.0) -> Figure:
    """Draw the mean credits of each layout as a bar with its interval, and those of each way of joining as a point.

    A line shows the mean over all layouts, each weighted by its chance.

    Args:
        answer: The values of the layouts.
        width: The width in inches.
    """
    bars = [Bar(row.layout, row.joined, row.chance, row.credits) for row in answer.rows]
    below = in_a_line(origins_of(answer, answer.experiment.subjects[:1]))
    return _figure(bars, answer.mean().mean, answer.ship.name, answer.flights, below, width)


def plot_by_layout(build: ShipResult, *, width: float = 7.0) -> Figure:
    """Draw the mean credits of flights with rolled dice, by the layout that the dice made.

    Args:
        build: The result of a build of class IVC.
        width: The width in inches.
    """
    bars = [
        Bar(one.group, one.code, one.chance, build.metrics.measured("credits", one.histograms))
        for one in build.sorts
        if one.trials
    ]
    credits = build.histograms["credits"]
    return _figure(bars, credits.mean, build.name, credits.n, in_a_line(origins([build])), width)


def _figure(bars: Sequence[Bar], mean: float, name: str, flights: int, below: str, width: float) -> Figure:
    layouts = list(dict.fromkeys(bar.layout for bar in bars))
    with new_figure(width, 1.7 + 0.5 * len(layouts)) as figure:
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
    """Draw the mean credits of each way of joining that makes the layout as a point, one below the other."""
    for number, way in enumerate(ways):
        at = height + 0.4 * (number - (len(ways) - 1) / 2) / max(1, len(ways) - 1)
        (points,) = axes.plot(way.credits.mean, at, "o", color=COLOURS[1], markersize=4, linestyle="")
        beside: Any = {"xytext": (5, 0), "textcoords": "offset points", "fontsize": 8, "va": "center"}
        axes.annotate(way.joined, (way.credits.mean, at), **beside)
    return points


@figures_of.register
def _(answer: LayoutValues) -> Figures:
    yield f"layouts-{slug(answer.ship.name)}", partial(plot_layouts, answer)


def plot_fleet_effects(answer: FleetEffects, *, width: float = 7.5) -> Figure:
    """Draw how many credits a card brings more to the fleet than to one large ship, for each kind of card.

    Intervals are 95%.

    Args:
        answer: The effects of flying as a fleet.
        width: The width in inches.
    """
    rows = [row_of(f"{row.kind.replace('_', ' ')} ({len(row.cards)})", row.more("worth")) for row in answer.rows]
    below = in_a_line(origins_of(answer, answer.experiment.subjects[:1]))
    label = "credits a card gained as a fleet instead of as one large ship"
    return forest(rows, Words(label, answer.ship.name, "more (95%)", below), width)


@figures_of.register
def _(answer: FleetEffects) -> Figures:
    yield f"as-a-fleet-{slug(answer.ship.name)}", partial(plot_fleet_effects, answer)
