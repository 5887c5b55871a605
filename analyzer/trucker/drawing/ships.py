"""Ships side by side, seen from above, front up: what differs is coloured."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.present.figures.style import COLOURS, SMALLEST, caption_below, fitting, house_style
from analyzer.trucker.drawing.ship_map import FAINT, POINTERS, columns_of, dice_numbers, rows_of
from analyzer.trucker.ship.homes import alien_in

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.trucker.ship.board import Square
    from analyzer.trucker.ship.component import Component
    from analyzer.trucker.ship.layout import Layout

INCHES_A_SQUARE = 0.5
BESIDE, ABOVE = 0.7, 1.1
"""Inches beside the squares of a ship, and above and below them together."""
MOST_BESIDE = 3
"""Ships in a row."""
INWARD = 0.6
"""Of the way to where a facing is shown on a map: inside the strokes of connectors."""
STROKE = 0.12
"""Of a square: from one stroke of a connector to the next."""


class Shown(NamedTuple):
    """A ship with what stands above it, and the squares that are coloured."""

    title: str
    ship: Layout
    new: Collection[Square] = ()


def plot_ships(ships: Sequence[Shown], *, below: str = "", beside: int = MOST_BESIDE) -> Figure:
    """The ships drawn with codes, connectors (one, two or three strokes) and facings; `new` squares are coloured.

    `beside`: so many in a row at most; `below`: a line on what is shown.
    """
    from analyzer.present.figures.picture import Picture

    layout = ships[0].ship
    squares = list(dict.fromkeys([*layout.board.squares, *layout.components]))
    rows, columns = rows_of(layout.board, squares), columns_of(squares)
    across = min(beside, len(ships))
    down = -(-len(ships) // across)
    wide = len(columns) * INCHES_A_SQUARE + BESIDE
    high = len(rows) * INCHES_A_SQUARE + ABOVE
    with house_style():
        figure = Picture(figsize=(across * wide, down * high), layout="constrained")
        for number, drawing in enumerate(ships, start=1):
            axes = figure.add_subplot(down, across, number)
            for square in squares:
                at = columns.index(square[1]), rows.index(square[0])
                _square(axes, at, drawing.ship.components.get(square), square, drawing)
            dice_numbers(axes, rows, columns)
            axes.set_title(fitting(drawing.title, wide, 9), loc="left", fontsize=9, parse_math=False)
        caption_below(figure, below)
    return figure


def _square(axes: Axes, at: tuple[int, int], part: Component | None, square: Square, drawing: Shown) -> None:
    """One square: faint where nothing lies, else a frame with its connectors, its code and where it points."""
    from matplotlib.patches import Rectangle

    corner = at[0] - 0.46, at[1] - 0.46
    new = square in drawing.new
    if part is None:
        edge = COLOURS[1] if new else FAINT
        axes.add_patch(Rectangle(corner, 0.92, 0.92, fill=False, edgecolor=edge, linewidth=0.7, linestyle=":"))
        return
    fill: Any = {"facecolor": COLOURS[0], "alpha": 0.25} if new else {"facecolor": "white"}
    axes.add_patch(Rectangle(corner, 0.92, 0.92, edgecolor="none", **fill))
    axes.add_patch(Rectangle(corner, 0.92, 0.92, fill=False, edgecolor="black", linewidth=0.8))
    for side, kind in enumerate(part.connectors):
        _connector(axes, at, side, kind)
    code = part.is_a.code + alien_in(drawing.ship, square)[:1]
    axes.text(at[0], at[1] + 0.02, code, fontsize=SMALLEST, ha="center", va="center", fontweight="bold")
    for facing in part.facing:
        right, down, marker = POINTERS[facing]
        axes.plot([at[0] + INWARD * right], [at[1] + INWARD * down], marker=marker, color="black", markersize=3.5)


def _connector(axes: Axes, at: tuple[int, int], side: int, kind: int) -> None:
    """One, two or three strokes through the edge: single, double, universal."""
    for stroke in range(kind):
        along = STROKE * (stroke - (kind - 1) / 2)
        near, far = (-0.46, -0.3) if side in (0, 3) else (0.46, 0.3)
        across, ends = ([along, along], [near, far]) if side in (0, 2) else ([near, far], [along, along])
        axes.plot(
            [at[0] + value for value in across],
            [at[1] + value for value in ends],
            color="black",
            linewidth=1,
            solid_capstyle="butt",
        )
