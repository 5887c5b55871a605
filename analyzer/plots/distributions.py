"""How credits and lost components are distributed, for one ship or several side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from analyzer.plots.chosen import all_ships
from analyzer.plots.style import COLOURS, LINES, house_style, legend

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.statistics.histogram import Histogram
    from analyzer.trucker.result import Result

RARE = 0.002
"""Share of flights beyond either end of the axis, where values are so rare that they could not be seen."""


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


def plot_credits(ships: Ships) -> Figure:
    """The distribution of a flight's own result in credits, with each ship's mean.

    `ships`: ships of results, a Result or several, or what has `results`.
    """
    figure = _distributions(all_ships(ships), "credits", "credits earned in a flight (shaded: a loss)")
    (axes,) = figure.axes
    left, right = axes.get_xlim()
    if left < 0:
        axes.axvspan(left, -0.5, color="#EEEEEE", zorder=0)
        axes.set_xlim(left, right)
    return figure


def plot_components_lost(ships: Ships) -> Figure:
    """The distribution of lost components, with each ship's mean; `ships` as for plot_credits."""
    return _distributions(all_ships(ships), "components_lost", "components lost in a flight")


def _distributions(ships: Sequence[Named], metric: str, label: str) -> Figure:
    """Bars for one ship, outlines for several; the y axis is the share of flights in percent."""
    from matplotlib.figure import Figure

    with house_style():
        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.add_subplot()
        drawn = [_drawn(axes, ship.histograms[metric], None if len(ships) == 1 else i) for i, ship in enumerate(ships)]
        axes.set_xlabel(label)
        axes.set_ylabel("share of flights (%)")
        axes.set_ylim(bottom=0)
        (left, right), rarest = _span([ship.histograms[metric] for ship in ships])
        axes.set_xlim(left, right)
        n = ", ".join(sorted({f"{ship.histograms[metric].n:,}" for ship in ships}))
        axes.set_title(f"{n} flights{rarest}", loc="right", fontsize=9, color="#555555")
        legend(axes, drawn, [f"{ship.name}: mean {ship.histograms[metric].mean:.2f}" for ship in ships])
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
