"""What totals are made of, as bars: routes by length and stars; and the boxes, by how many scored routes use them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyzer.answers.origin import in_a_line
from analyzer.lorry.metrics import LONG, SHORT
from analyzer.present.figures.style import NARROW, SMALLEST, caption_below, cut, house_style, legend

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.lorry.result import Races

WIDTH, INCHES_A_BAR = 7.0, 0.42
POINTS = {
    "short_points": f"routes of up to {SHORT} boxes",
    "middle_points": f"of {SHORT + 1} to {LONG - 1}",
    "long_points": f"of {LONG} and more",
    "star_points": "stars",
}
BOXES = {
    "used_once": "on one scored route",
    "used_twice": "on two",
    "used_more": "on three and more",
    "unused": "on none",
}
SHADES = (("#DCE9F5", ""), ("#8DBCDC", ""), ("#1F5F9E", ""), ("#F0C05A", "////"))
"""Of the parts of a bar: their order shows in grey, and the last one, which is of another kind, is hatched."""
LEAST = 0.07
"""The share of the longest bar from which on a part's number is written into it."""


def plot_made(result: Races, *, width: float = WIDTH) -> Figure:
    """Two panels of bars, a bar a trader: points a game, and boxes a game; their parts are the means of the metrics."""
    from analyzer.present.figures.picture import Picture

    with house_style():
        many = len(result.subjects)
        beside = width >= NARROW
        figure = Picture(figsize=(width, 2 * (1.35 + 0.25 * (not beside) + INCHES_A_BAR * many)), layout="constrained")
        for axes, parts, unit in zip(
            figure.subplots(2, 1), (POINTS, BOXES), ("points a game", "boxes with own track a game"), strict=True
        ):
            drawn = _bars(axes, result, parts)
            axes.set_xlabel(unit)
            keys = [bars[0] for bars in drawn]
            how: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (0, 1), "fontsize": SMALLEST}
            legend(axes, keys, list(parts.values()), ncols=4 if beside else 2, handlelength=1.2, **how)
        caption_below(figure, in_a_line(result.origins))
        return figure


def _bars(axes: Axes, result: Races, parts: Mapping[str, str]) -> list[Any]:
    """A bar a trader, part beside part, each with its number where there is room."""
    means = [[one.measured(name).mean for name in parts] for one in result.subjects]
    most = max(sum(row) for row in means) or 1.0
    left, drawn = [0.0] * len(means), []
    for part, (colour, hatch) in zip(range(len(parts)), SHADES, strict=True):
        wide = [row[part] for row in means]
        drawn.append(axes.barh(range(len(means)), wide, left=left, color=colour, hatch=hatch, edgecolor="#444444"))
        for height, (begins, value) in enumerate(zip(left, wide, strict=True)):
            if value >= LEAST * most:
                ink = "white" if part == 2 else "black"
                ground: Any = {"facecolor": colour, "edgecolor": "none", "pad": 1} if hatch else None
                words: Any = {"ha": "center", "va": "center", "fontsize": SMALLEST, "color": ink, "bbox": ground}
                axes.text(begins + value / 2, height, f"{value:.1f}", **words)
        left = [begins + value for begins, value in zip(left, wide, strict=True)]
    labels = [cut(one.name, 18) for one in result.subjects]
    axes.set_yticks(range(len(means)), labels, parse_math=False)
    axes.set_ylim(len(means) - 0.5, -0.5)
    axes.grid(visible=False, axis="y")
    return drawn
