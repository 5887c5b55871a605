"""A galaxy as it is drawn in every picture: boxes, special boxes, planets, and edges that go on or end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from analyzer.lorry.galaxy.boxes import Box
    from analyzer.lorry.galaxy.galaxy import Galaxy

INK, FAINT = "#1d2430", "#DDDDDD"
SPECIAL_MARKS: dict[str, tuple[str, str]] = {
    "star": ("*", "#E69F00"),
    "rocket": ("^", "#56B4E9"),
    "asteroid": ("h", "#999999"),
    "black_hole": ("o", "#000000"),
}
"""By special box its mark and its colour."""


def square(axes: Axes, box: Box, **how: Any) -> None:
    """The square of a box."""
    from matplotlib.patches import Rectangle

    axes.add_patch(Rectangle((box[0] - 0.5, box[1] - 0.5), 1, 1, linewidth=0.5, **how))


def boxes(axes: Axes, galaxy: Galaxy, every: int = 1) -> None:
    """Empty boxes, with the numbers of columns and rows, or of one in so many."""
    for box in galaxy.boxes():
        square(axes, box, facecolor="white", edgecolor=FAINT, zorder=0)
    axes.set_xlim(0.2, galaxy.columns + 0.8)
    axes.set_ylim(galaxy.rows + 0.8, 0.2)
    axes.set_aspect("equal")
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, labelsize=8, labeltop=True, labelbottom=False)
    axes.set_xticks(range(1, galaxy.columns + 1, every))
    axes.set_yticks(range(1, galaxy.rows + 1, every))


def planet(axes: Axes, box: Box, number: int, letters: float = 10) -> None:
    """A planet with its number."""
    from matplotlib.patches import Circle

    axes.add_patch(Circle(box, 0.42, facecolor="#F0E6D2", edgecolor=INK, linewidth=1.2, zorder=4))
    words: Any = {"ha": "center", "va": "center", "fontweight": "bold", "color": INK, "zorder": 5}
    axes.text(*box, str(number), fontsize=letters, **words)


def special_keys(galaxy: Galaxy) -> tuple[list[Any], list[str]]:
    """What a legend shows of the special boxes that are there, and how it calls them."""
    from matplotlib.lines import Line2D

    line: Any = Line2D
    kinds = list(dict.fromkeys(special.kind for special in galaxy.specials))
    style: dict[str, Any] = {"linestyle": "none", "markeredgecolor": INK, "markersize": 8}
    keys = [line([], [], marker=SPECIAL_MARKS[kind][0], color=SPECIAL_MARKS[kind][1], **style) for kind in kinds]
    return keys, [kind.replace("_", " ") for kind in kinds]


def edges(axes: Axes, galaxy: Galaxy) -> None:
    """Dotted, with arrows, where the galaxy goes on; thick where it ends."""
    right, below = galaxy.columns + 0.5, galaxy.rows + 0.5
    lines = [
        (([0.5, 0.5], [0.5, below]), galaxy.round_columns),
        (([right, right], [0.5, below]), galaxy.round_columns),
        (([0.5, right], [0.5, 0.5]), galaxy.round_rows),
        (([0.5, right], [below, below]), galaxy.round_rows),
    ]
    for line, goes_on in lines:
        axes.plot(*line, color=INK, linewidth=1.0 if goes_on else 2.4, linestyle=":" if goes_on else "-", zorder=6)
    how: dict[str, Any] = {"color": INK, "markersize": 4, "linestyle": "none", "clip_on": False, "zorder": 6}
    if galaxy.round_columns:
        rows = range(1, galaxy.rows + 1, 2)
        axes.plot([0.32] * len(rows), rows, marker="<", **how)
        axes.plot([right + 0.18] * len(rows), rows, marker=">", **how)
    if galaxy.round_rows:
        columns = range(1, galaxy.columns + 1, 2)
        axes.plot(columns, [0.32] * len(columns), marker="^", **how)
        axes.plot(columns, [below + 0.18] * len(columns), marker="v", **how)
