"""Where the credits of a flight come from and where they go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.plots.style import COLOURS, house_style, title

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.trucker.result import ShipResult

TERMS = {
    "bounty": ("paid\nby cards", +1),
    "goods_sold": ("goods\nsold", +1),
    "order_reward": ("reward\nfor order", +1),
    "looks_reward": ("reward\nfor looks", +1),
    "penalty": ("penalty\nfor losses", -1),
}
"""What credits are the sum of: metric, how it is told, and its sign."""
GAIN, LOSS, TOTAL = COLOURS[0], COLOURS[1], "#666666"
WIDTH = 0.62


def plot_waterfall(ship: ShipResult) -> Figure:
    """The mean of all that adds up to a flight's credits, bar upon bar, each with the 95% interval of its own mean."""
    from matplotlib.figure import Figure

    with house_style():
        figure = Figure(figsize=(7, 4.2), layout="constrained")
        axes = figure.add_subplot()
        level, tops = 0.0, [0.0]
        for at, (metric, (_, sign)) in enumerate(TERMS.items()):
            level = _step(axes, at, level, sign, ship, metric)
            tops.append(level)
        _step(axes, len(TERMS), 0.0, 1, ship, "credits")
        axes.set_xticks(range(len(TERMS) + 1), [*(words for words, _ in TERMS.values()), "= credits"])
        axes.tick_params(axis="x", length=0)
        axes.grid(visible=False, axis="x")
        axes.axhline(0, color="black", linewidth=0.8)
        room = 0.12 * (max(tops) - min(*tops, level))
        axes.set_ylim(min(*tops, level) - room * (min(*tops, level) < 0), max(tops) + room)
        axes.set_ylabel("mean credits a flight")
        title(axes, ship.name, ship.credits.n)
    return figure


def _step(axes: Axes, at: int, level: float, sign: int, ship: ShipResult, metric: str) -> float:
    """One bar from the level on, its figure, and a line to the next bar; the level behind it."""
    histogram = ship.histograms[metric]
    mean, reached = sign * histogram.mean, level + sign * histogram.mean
    low, high = histogram.interval()
    half = (high - low) / 2 if histogram.n > 1 else 0.0
    colour = TOTAL if metric == "credits" else GAIN if sign > 0 else LOSS
    hatch = "///" if sign < 0 else None
    axes.bar(at, mean, WIDTH, level, color=colour, hatch=hatch, edgecolor="white", linewidth=0)
    axes.errorbar(at, reached, half, color="black", capsize=4, linewidth=1.2)
    if metric != "credits":
        axes.plot([at + WIDTH / 2, at + 1 - WIDTH / 2], [reached] * 2, color="#888888", linewidth=0.8)
    above = max(level, reached) + (half if reached >= level else 0.0)
    told = f"{mean:+.2f}" if metric != "credits" else f"{mean:.2f}"
    axes.annotate(told.replace("-", "\N{MINUS SIGN}"), (at, above), (0, 4), textcoords="offset points", ha="center")
    return reached
