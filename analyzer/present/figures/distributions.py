"""How credits and lost components are distributed, for one ship or several side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from analyzer.answers.numbers import typeset
from analyzer.answers.origin import in_a_line
from analyzer.present.figures.chosen import all_ships, origins, trial_of
from analyzer.present.figures.style import (
    COLOURS,
    LETTERS_AN_INCH,
    LINES,
    NARROW,
    SMALLEST,
    caption_below,
    cut,
    house_style,
    legend,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.answers.result import Result
    from analyzer.statistics.histogram import Histogram

WIDTH = 7.0
"""Inches of a figure that is not asked to be of another width."""
INCHES_A_LINE = 0.6
"""Of the legend before a name."""
RARE = 0.002
"""Share of trials beyond either end of the axis, where values are so rare that they could not be seen."""


class Named(Protocol):
    """What is drawn: a name and histograms by metric, as a ShipResult has."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def histograms(self) -> Mapping[str, Histogram]:
        """A histogram by metric."""


class HasResults(Protocol):
    """What holds several results, as a comparison does."""

    @property
    def results(self) -> Any:
        """Results or ships, in a sequence or by name."""


Ships: TypeAlias = "Named | Result | HasResults | Sequence[Named] | Sequence[Result]"


def plot_credits(ships: Ships, *, width: float = WIDTH) -> Figure:
    """The distribution of a trial's own result in credits, with each ship's mean.

    `ships`: ships of results, a Result or several, or what has `results`; `width`: inches.
    """
    figure = _distributions(all_ships(ships), "credits", "credits earned in a {trial} (shaded: a loss)", width)
    (axes,) = figure.axes
    left, right = axes.get_xlim()
    if left < 0:
        axes.axvspan(left, -0.5, color="#EEEEEE", zorder=0)
        axes.set_xlim(left, right)
    return figure


def plot_components_lost(ships: Ships, *, width: float = WIDTH) -> Figure:
    """The distribution of lost components, with each ship's mean; `ships` and `width` as for plot_credits."""
    return _distributions(all_ships(ships), "components_lost", "components lost in a {trial}", width)


def _distributions(ships: Sequence[Named], metric: str, label: str, width: float) -> Figure:
    """Bars for one ship, outlines for several; the y axis is the share of trials in percent."""
    from analyzer.present.figures.picture import Picture

    one, several = trial_of(ships)
    with house_style():
        columns = 1 if width < NARROW else 2
        figure = Picture(
            figsize=(width, max(2.4, 0.52 * width) + 0.2 * -(-len(ships) // columns)), layout="constrained"
        )
        axes = figure.add_subplot()
        drawn = [_drawn(axes, ship.histograms[metric], None if len(ships) == 1 else i) for i, ship in enumerate(ships)]
        axes.set_xlabel(label.format(trial=one))
        axes.set_ylabel(f"share of {several} (%)")
        axes.set_ylim(bottom=0)
        (left, right), rarest = _span([ship.histograms[metric] for ship in ships])
        axes.set_xlim(left, right)
        n = ", ".join(sorted({f"{ship.histograms[metric].n:,}" for ship in ships}))
        axes.set_title(f"{n} {one if n == '1' else several}{rarest}", loc="right", fontsize=SMALLEST, color="#555555")
        most = int(LETTERS_AN_INCH * 0.8 * (width / columns - INCHES_A_LINE)) - len(": mean -10.00")
        labels = [f"{cut(ship.name, most)}: mean {typeset(ship.histograms[metric].mean)}" for ship in ships]
        legend(figure, drawn, labels, loc="outside upper center", ncols=columns, fontsize=9)
        caption_below(figure, in_a_line(origins(ships)))
    return figure


def _drawn(axes: Axes, histogram: Histogram, number: int | None) -> Any:
    """One ship's shares: bars, or the outline of that number in a colour and line style of its own."""
    colour, line = COLOURS[(number or 0) % len(COLOURS)], LINES[(number or 0) % len(LINES)]
    shares = 100 * histogram.tally / histogram.n
    axes.axvline(histogram.mean, color="black" if number is None else colour, linestyle=line, linewidth=1)
    if number is None:
        return axes.bar(histogram.values, shares, width=0.85, color=colour)
    edges = [*(histogram.values - 0.5), histogram.values[-1] + 0.5]
    return axes.stairs(shares, edges, color=colour, linestyle=line, linewidth=1.8)


def _span(histograms: Sequence[Histogram]) -> tuple[tuple[float, float], str]:
    """The ends of the axis, all values but the rarest, and what to say of those."""
    low = min(histogram.quantile(RARE) for histogram in histograms)
    high = max(histogram.quantile(1 - RARE) for histogram in histograms)
    cut = any(histogram.values[0] < low or histogram.values[-1] > high for histogram in histograms)
    room = 0.5 + 0.02 * (high - low + 1)
    return (low - room, high + room), "; the rarest results lie outside" if cut else ""
