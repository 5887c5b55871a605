"""What layouts are worth, a bar a layout with its ways beside it, and how ships of a fleet survive along the cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyzer.plots.chosen import about
from analyzer.plots.style import COLOURS, NARROW, house_style, legend, title, told_below
from analyzer.results.origin import in_a_line

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.trucker.questions.layout_values import LayoutValues


def plot_layouts(found: LayoutValues, *, width: float = 7.0) -> Figure:
    """By layout the mean credits as a bar with its interval, its ways as points; the line is the mean over the dice.

    `width`: inches.
    """
    from matplotlib.figure import Figure

    layouts = list(dict.fromkeys(row.layout for row in found.rows))
    with house_style():
        figure = Figure(figsize=(width, 1.7 + 0.5 * len(layouts)), layout="constrained")
        axes = figure.add_subplot()
        mean = found.mean().mean
        drawn: list[Any] = []
        for height, layout in enumerate(layouts):
            rows = [row for row in found.rows if row.layout == layout]
            whole, ways = rows[0], rows[1:]
            value, low, high = whole.credits
            errors = [[value - low], [high - value]]
            bar = axes.barh(height, value, height=0.62, color="#A6CEE8", edgecolor=COLOURS[0], linewidth=1)
            axes.errorbar(value, height, xerr=errors, color=COLOURS[0], capsize=3, linewidth=1.4)
            points = None
            for number, way in enumerate(ways):
                at = height + 0.4 * (number / (len(ways) - 1) - 0.5)
                (points,) = axes.plot(way.credits.mean, at, "o", color=COLOURS[1], markersize=4, linestyle="")
                axes.annotate(
                    way.joined,
                    (way.credits.mean, at),
                    xytext=(5, 0),
                    textcoords="offset points",
                    fontsize=8,
                    va="center",
                )
            drawn = [bar, *([points] if points is not None else drawn[1:2])]
        drawn.append(axes.axvline(mean, color="black", linestyle="--", linewidth=1.2))
        axes.axvline(0, color="black", linewidth=0.8)
        axes.set_ylim(len(layouts) - 0.5, -0.5)
        chances = {row.layout: row.chance for row in reversed(found.rows)}
        axes.set_yticks(
            range(len(layouts)), [f"{layout.replace('_', ' ')} ({chances[layout]})" for layout in layouts], fontsize=9
        )
        axes.grid(visible=False, axis="y")
        axes.tick_params(axis="y", length=0)
        axes.set_xlabel("credits a flight, with 95% intervals")
        title(axes, found.ship.name, found.flights, int(6 * width))
        words = ["layout (chance)", "way", f"mean over the dice: {mean:.2f}"]
        words = words if len(drawn) == 3 else [words[0], words[2]]
        legend(figure, drawn, words, loc="outside upper center", ncols=1 if width < NARROW else 3, fontsize=9)
        told_below(figure, in_a_line(about(found, found.experiment.subjects[:1])))
    return figure
