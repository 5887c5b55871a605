"""Heat maps on the drawing of a galaxy: where tracks lie, and where points come from, trader by trader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyzer.answers.origin import in_a_line
from analyzer.errors import AnalyzerError
from analyzer.lorry.drawing.board import INK, SPECIAL_MARKS, boxes, edges, planet, special_keys, square
from analyzer.lorry.metrics import BY_BOX
from analyzer.present.figures.style import SMALLEST, caption_below, cut, fitting, house_style, legend, with_notes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.lorry.galaxy.boxes import Box
    from analyzer.lorry.galaxy.galaxy import Galaxy
    from analyzer.lorry.result import Races
    from analyzer.statistics.estimate import Estimate

WIDTH, NUMBERS, ABOVE = 7.0, 0.45, 0.65
"""Inches of a figure; beside the boxes for the numbers of rows; above each panel."""
INCHES_MOST = 0.44
"""Of a box, in a galaxy of few."""
BAR = 1.1
"""Inches of the scale and the legend."""
BESIDE = 10
"""Columns of a galaxy up to which two panels stand side by side."""
WRITTEN = 0.31
"""Inches of a box from which on its number is written into it."""
COLOURS = "Blues"
"""From white to dark in one hue: its order shows with every kind of colour vision and in grey."""
DARK = 0.55
"""The share of the most from which on letters are white."""


def plot_boxes(
    result: Races, what: str = "brings", *, traders: tuple[str, ...] = (), width: float | None = None
) -> Figure:
    """A panel a trader, all in one scale: every box is darker the more it holds or brings, and has its number.

    what: `brings`, points a game, or `tracks`, the share of games that end with a track there (numbers in percent).
    traders: by name, all if empty; width: inches; where boxes are narrow their numbers are left out. Raises
    AnalyzerError for traders who are not there, and where boxes were not counted, as in comparisons.
    """
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    from analyzer.present.figures.picture import Picture

    names = traders or tuple(one.name for one in result.subjects)
    if isinstance(traders, str):
        raise AnalyzerError(f"traders {traders!r}: give several names, e.g. traders=({traders!r},)")
    maps = {name: result.by_box(name, what) for name in names}
    galaxy, measure = result.experiment.galaxy, BY_BOX[what]
    most = max(one.mean for estimates in maps.values() for one in estimates.values())
    scale = ScalarMappable(Normalize(0, most or 1.0), COLOURS)
    across = min(len(names), 2 if galaxy.columns <= BESIDE and (width or WIDTH) >= WIDTH else 1)
    down = -(-len(names) // across)
    with house_style():
        wide = width or min(WIDTH, max(WIDTH / 2, across * (galaxy.columns * INCHES_MOST + NUMBERS)))
        side = (wide / across - NUMBERS) / galaxy.columns
        figure = Picture(figsize=(wide, down * (galaxy.rows * side + ABOVE) + BAR), layout="constrained")
        panels = figure.subplots(down, across, squeeze=False).ravel()
        for axes, (name, estimates) in zip(panels, maps.items(), strict=False):
            _panel(axes, galaxy, estimates, scale, side, in_percent=what == "tracks")
            sums = f"{sum(one.mean for one in estimates.values()):.1f} {measure.sums}"
            words: Any = {"loc": "left", "fontsize": 10, "parse_math": False}
            axes.set_title(f"{cut(name, int(5 * wide / across))}: {sums}", **words)
        for axes in panels[len(names) :]:
            axes.set_visible(False)
        bar = figure.colorbar(scale, ax=list(panels), orientation="horizontal", shrink=0.7, pad=0.02, aspect=40)
        bar.outline.set_visible(False)
        if what == "tracks":
            bar.ax.xaxis.set_major_formatter("{x:.0%}")
        bar.set_label(fitting(measure.meaning, 0.95 * wide, 9), fontsize=9)
        keys, kinds = special_keys(galaxy)
        if keys:
            legend(figure, keys, kinds, loc="outside upper center", ncols=len(keys), fontsize=SMALLEST)
        caption_below(figure, _below(result, maps, what))
        return figure


def _panel(
    axes: Axes, galaxy: Galaxy, estimates: Mapping[Box, Estimate], scale: Any, side: float, *, in_percent: bool
) -> None:
    """One trader's boxes; marks of special boxes stand in their corners, so that the shade shows."""
    boxes(axes, galaxy, 1 if side >= WRITTEN / 2 else 2)
    words: Any = {"ha": "center", "va": "center", "fontsize": SMALLEST, "zorder": 3}
    for box, value in estimates.items():
        square(axes, box, facecolor=scale.to_rgba(value.mean), edgecolor="#BBBBBB", zorder=1)
        kind = galaxy.special_at.get(box)
        if kind is not None:
            mark, colour = SPECIAL_MARKS[kind]
            how: Any = {"markersize": max(5.0, 15 * side), "markeredgecolor": INK, "markeredgewidth": 0.6, "zorder": 2}
            axes.plot(box[0] - 0.28, box[1] - 0.27, mark, color=colour, **how)
        written = f"{100 * value.mean:.0f}" if in_percent else f"{value.mean:.1f}"
        if side >= WRITTEN and float(written):
            ink = "white" if value.mean > DARK * scale.norm.vmax else "black"
            axes.text(box[0], box[1] + (0.14 if kind else 0), written, color=ink, **words)
    for box, number in galaxy.planet_at.items():
        planet(axes, box, number, min(10.0, max(SMALLEST, 26 * side)))
    edges(axes, galaxy)


def _below(result: Races, maps: Mapping[str, Mapping[Box, Estimate]], what: str) -> str:
    """Where the numbers come from, how sure they are, and what they do not say."""
    widest = max((one.high - one.low) / 2 for estimates in maps.values() for one in estimates.values())
    sure = f"{100 * widest:.1f} percentage points" if what == "tracks" else f"{widest:.2f} points"
    parts = [
        in_a_line((name, origin) for name, origin in result.origins if name in maps),
        f"95% interval of a box: at most plus or minus {sure}",
    ]
    if what == "brings":
        parts.append("where several ways are equally short, the boxes of all count, so sums are a little above totals")
    return with_notes("; ".join(parts), result.experiment.galaxy.notes())
