"""Where the score of a trial comes from and where it goes: credits of a flight, say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.plots.style import COLOURS, house_style, title

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.results.result import SubjectResult

GAIN, LOSS, TOTAL = COLOURS[0], COLOURS[1], "#666666"
WIDTH = 0.62


def plot_waterfall(ship: SubjectResult) -> Figure:
    """The mean of all that adds up to a score, bar upon bar, each with the 95% interval of its own mean."""
    from matplotlib.figure import Figure

    with house_style():
        figure = Figure(figsize=(7, 4.2), layout="constrained")
        axes = figure.add_subplot()
        level, tops = 0.0, [0.0]
        metrics = ship.metrics
        for at, (part, sign) in enumerate(metrics.parts.items()):
            level = _step(axes, at, level, sign, ship, part)
            tops.append(level)
        _step(axes, len(metrics.parts), 0.0, 1, ship, metrics.score)
        labels = [_broken(metrics[part].label) for part in metrics.parts]
        axes.set_xticks(range(len(labels) + 1), [*labels, f"= {metrics[metrics.score].label}"])
        axes.tick_params(axis="x", length=0)
        axes.grid(visible=False, axis="x")
        axes.axhline(0, color="black", linewidth=0.8)
        room = 0.12 * (max(tops) - min(*tops, level))
        axes.set_ylim(min(*tops, level) - room * (min(*tops, level) < 0), max(tops) + room)
        axes.set_ylabel(f"mean {metrics.unit} a flight")
        title(axes, ship.name, ship.histograms[metrics.score].n)
    return figure


def _broken(label: str) -> str:
    """A label in two lines, broken at its middle blank."""
    words = label.split(" ")
    first = max(1, len(words) // 2)
    return f"{' '.join(words[:first])}\n{' '.join(words[first:])}"


def _step(axes: Axes, at: int, level: float, sign: int, ship: SubjectResult, metric: str) -> float:
    """One bar from the level on, its figure, and a line to the next bar; the level behind it."""
    histogram = ship.histograms[metric]
    mean, reached = sign * histogram.mean, level + sign * histogram.mean
    low, high = histogram.interval()
    half = (high - low) / 2 if histogram.n > 1 else 0.0
    total = metric == ship.metrics.score
    colour = TOTAL if total else GAIN if sign > 0 else LOSS
    hatch = "///" if sign < 0 else None
    axes.bar(at, mean, WIDTH, level, color=colour, hatch=hatch, edgecolor="white", linewidth=0)
    axes.errorbar(at, reached, half, color="black", capsize=4, linewidth=1.2)
    if not total:
        axes.plot([at + WIDTH / 2, at + 1 - WIDTH / 2], [reached] * 2, color="#888888", linewidth=0.8)
    above = max(level, reached) + (half if reached >= level else 0.0)
    told = f"{mean:.2f}" if total else f"{mean:+.2f}"
    axes.annotate(told.replace("-", "\N{MINUS SIGN}"), (at, above), (0, 4), textcoords="offset points", ha="center")
    return reached
