"""How credits and lost components are distributed, for one ship or several side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from analyzer.plots.style import COLOURS, LINES, house_style

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.statistics.histogram import Histogram


class Named(Protocol):
    """What is drawn: a name and histograms by metric, as a ShipResult has."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def histograms(self) -> Mapping[str, Histogram]:
        """A histogram by metric."""


def plot_credits(ships: Sequence[Named]) -> Figure:
    """The distribution of a flight's own result in credits, with each ship's mean."""
    figure = _distributions(ships, "credits", "credits earned in a flight (shaded: a loss)")
    (axes,) = figure.axes
    left, right = axes.get_xlim()
    if left < 0:
        axes.axvspan(left, -0.5, color="#EEEEEE", zorder=0)
        axes.set_xlim(left, right)
    return figure


def plot_components_lost(ships: Sequence[Named]) -> Figure:
    """The distribution of lost components, with each ship's mean."""
    return _distributions(ships, "components_lost", "components lost in a flight")


def _distributions(ships: Sequence[Named], metric: str, label: str) -> Figure:
    """Bars for one ship, outlines for several; the y axis is the share of flights in percent."""
    from matplotlib.figure import Figure

    with house_style():
        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.add_subplot()
        legend: dict[str, Any] = {}
        for number, ship in enumerate(ships):
            histogram = ship.histograms[metric]
            colour, line = COLOURS[number % len(COLOURS)], LINES[number % len(LINES)]
            title = f"{ship.name}: mean {histogram.mean:.2f}".replace("$", r"\$")
            shares = 100 * histogram.tally / histogram.n
            if len(ships) == 1:
                drawn: Any = axes.bar(histogram.values, shares, width=0.85, color=colour)
            else:
                edges = [*(histogram.values - 0.5), histogram.values[-1] + 0.5]
                drawn = axes.stairs(shares, edges, color=colour, linestyle=line, linewidth=1.8)
            legend[title] = drawn
            axes.axvline(histogram.mean, color="black" if len(ships) == 1 else colour, linestyle=line, linewidth=1)
        axes.set_xlabel(label)
        axes.set_ylabel("share of flights (%)")
        axes.set_ylim(bottom=0)
        n = ", ".join(sorted({f"{ship.histograms[metric].n:,}" for ship in ships}))
        axes.set_title(f"{n} flights", loc="right", fontsize=9, color="#555555")
        axes.legend(legend.values(), legend.keys(), frameon=False, loc="best")
    return figure
