"""Maps of ships and fleets, coloured by square."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import floor, isfinite, log10, nan
from typing import TYPE_CHECKING, Any, NamedTuple

from analyzer.present.figures.canvas import new_figure
from analyzer.present.figures.style import COLOURS as LINE_COLOURS
from analyzer.present.figures.style import SMALLEST, caption_below, cut, fitting
from analyzer.trucker.drawing.ship_svg import columns_of, marks_of, rows_of, shielded_all_round
from analyzer.trucker.ship.flaws import alien_in

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.trucker.fleets.fleet import Fleet
    from analyzer.trucker.fleets.joining import Geometry
    from analyzer.trucker.fleets.tables import FleetTables
    from analyzer.trucker.ship.component import Component, Square
    from analyzer.trucker.ship.layout import Layout


COLOURS = "cividis"
"""A colour map whose order shows with every kind of colour vision and in grey."""
FAINT = "#CCCCCC"
INCHES_A_SQUARE = 0.72
NUMBERS, MARGIN = 0.6, 1.6
"""The space in inches beside the squares (for numbers), and above and below them together."""
INCHES_A_LINE = 0.17
"""The height of a line of text below the squares, in inches."""
MARKS = {
    "cannon": "^", "engine": "v", "crew": "o", "batteries": "|", "containers": "s", "special": "D", "support": "+",
}  # fmt: skip
"""The marker drawn above the code for each function of a user's own kind of component."""
POINTERS = {0: (0.0, -0.41, "^"), 1: (0.41, 0.0, ">"), 2: (0.0, 0.41, "v"), 3: (-0.41, 0.0, "<")}
"""Position (right, down) in a square and marker for each side that a component faces."""


def plot_ship_map(
    layout: Layout | Fleet, values: Mapping[Square, float], label: str, *, below: str = "", width: float | None = None
) -> Figure:
    """Draw a ship with every component coloured by its value; the value is written below the component's code.

    Components without a value are white and hatched. Triangles show muzzles, nozzles and shielded sides; dice numbers
    stand on all four sides.

    Args:
        layout: The ship or fleet.
        values: The values by square.
        label: The meaning and unit of the values.
        below: A caption on where the values come from.
        width: The width in inches; None for the usual size of squares.
    """
    from matplotlib.cm import ScalarMappable
    from matplotlib.ticker import MaxNLocator

    squares = list(dict.fromkeys([*layout.board.squares, *layout.components]))
    rows, columns = rows_of(layout.board, squares), columns_of(squares)
    by_square = {square: float(value) for square, value in values.items() if square in layout.components}
    scale: Any = ScalarMappable(_norm(list(by_square.values())), COLOURS)
    side = INCHES_A_SQUARE if width is None else min(INCHES_A_SQUARE, (width - NUMBERS) / len(columns))
    wide = width or len(columns) * side + NUMBERS
    label = "\n".join(fitting(line, 0.95 * wide, 9) for line in label.splitlines())
    is_hatched = not all(isfinite(by_square.get(square, nan)) for square in layout.components)
    high = len(rows) * side + MARGIN + INCHES_A_LINE * (2 * is_hatched + label.count("\n"))
    with new_figure(wide, high) as figure:
        axes = figure.add_subplot()
        for square in squares:
            at = columns.index(square[1]), rows.index(square[0])
            part = layout.components.get(square)
            if part is None:
                _empty(axes, at)
            else:
                _component(
                    axes, at, part, part.is_a.code + alien_in(layout, square)[:1], by_square.get(square), scale, side
                )
        dice_numbers(axes, rows, columns)
        axes.set_title(cut(layout.name, int(8 * wide)), loc="left", fontweight="bold", y=1, pad=18, parse_math=False)
        if is_hatched:
            axes.set_xlabel("hatched: no value")
        ticks = MaxNLocator(integer=True) if scale.norm.is_whole else None
        bar = figure.colorbar(scale, ax=axes, orientation="horizontal", shrink=0.85, pad=0.02, aspect=30, ticks=ticks)
        bar.set_label(label, parse_math=False, fontsize=9)
        bar.outline.set_visible(False)
        caption_below(figure, below)
    return figure


def _norm(values: list[float]) -> Any:
    """Return the colour scale from the lowest to the highest value, always with 0 in it."""
    from matplotlib.colors import Normalize

    finite = [value for value in values if isfinite(value)] or [0.0]
    low, high = min(0.0, *finite), max(0.0, *finite)
    norm: Any = Normalize(low, high if high > low else low + 1)
    norm.is_whole = any(finite) and all(value.is_integer() for value in finite)
    return norm


def _written(value: float, norm: Any) -> str:
    """Return a value as text; all values of a map have the same number of decimals.

    It is 0 if all values are whole numbers or the largest one reaches 100, 1 from 1 up, and at most 3 for smaller ones.
    """
    largest = max(abs(norm.vmin), abs(norm.vmax))
    decimals = 0 if largest >= 100 or norm.is_whole else min(3, max(1, 1 - floor(log10(largest))))
    return f"{round(value, decimals) + 0.0:.{decimals}f}".replace("-", "\N{MINUS SIGN}")


def _empty(axes: Axes, at: tuple[int, int]) -> None:
    from matplotlib.patches import Rectangle

    corner = at[0] - 0.46, at[1] - 0.46
    axes.add_patch(Rectangle(corner, 0.92, 0.92, fill=False, edgecolor=FAINT, linewidth=0.6, linestyle=":"))


def _component(
    axes: Axes, at: tuple[int, int], part: Component, code: str, value: float | None, scale: Any, side: float
) -> None:
    """Draw one component: a coloured square with code, value and facing."""
    from matplotlib.patches import Rectangle

    known = value is not None and isfinite(value)
    fill = scale.to_rgba(value) if known else (1.0, 1.0, 1.0, 1.0)
    hatch = None if known else "////"
    # perceived brightness from 0 to 1: luma of ITU-R BT.601
    ink = "white" if 0.299 * fill[0] + 0.587 * fill[1] + 0.114 * fill[2] < 0.5 else "black"
    corner = at[0] - 0.48, at[1] - 0.48
    axes.add_patch(Rectangle(corner, 0.96, 0.96, facecolor=fill, edgecolor=FAINT, linewidth=0, hatch=hatch))
    axes.add_patch(Rectangle(corner, 0.96, 0.96, fill=False, edgecolor="black", linewidth=0.9))
    written = _written(value, scale.norm) if value is not None and known else "\N{EN DASH}"
    words: Any = {"ha": "center", "va": "center", "color": ink}
    axes.text(at[0], at[1] - 0.1, code, fontsize=max(SMALLEST, 11 * side / INCHES_A_SQUARE), fontweight="bold", **words)
    axes.text(at[0], at[1] + 0.22, written, fontsize=SMALLEST, **words)
    marks = marks_of(part)
    for number, what in enumerate(marks):
        right = min(0.11, 0.8 / len(marks)) * (number - (len(marks) - 1) / 2)
        axes.plot([at[0] + right], [at[1] - 0.3], marker=MARKS[what], color=ink, markersize=3, linestyle="none")
    for facing in part.facing or shielded_all_round(part):
        right, down, marker = POINTERS[facing]
        axes.plot([at[0] + right], [at[1] + down], marker=marker, color=ink, markersize=4, linestyle="none")


def dice_numbers(axes: Axes, rows: list[int], columns: list[int]) -> None:
    """Put the dice numbers of columns and rows on all four sides, without a frame."""
    axes.set_xlim(-0.53, len(columns) - 0.47)
    axes.set_ylim(len(rows) - 0.47, -0.53)
    axes.set_aspect("equal")
    axes.set_xticks(range(len(columns)), [str(column) for column in columns])
    axes.set_yticks(range(len(rows)), [str(row) for row in rows])
    axes.tick_params(top=True, right=True, labeltop=True, labelright=True, length=0, pad=2)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)


INCHES_A_SHIP_SQUARE = 0.5
BESIDE, ABOVE = 0.7, 1.1
"""The space in inches beside the squares of a ship, and above and below them together."""
MOST_BESIDE = 3
"""The largest number of ships in a row of the figure."""
INWARD = 0.6
"""The factor that moves a facing inwards, inside the strokes of connectors."""
STROKE = 0.12
"""The distance between two strokes of a connector, as a share of a square."""


class ShipPanel(NamedTuple):
    """A ship to draw, with its title and the squares to colour because they are new."""

    title: str
    ship: Layout
    new: Collection[Square] = ()


def plot_ships(ships: Sequence[ShipPanel], *, below: str = "", beside: int = MOST_BESIDE) -> Figure:
    """Draw ships with codes, connectors (one, two or three strokes) and facings.

    Args:
        ships: The ships with their titles and coloured squares.
        below: A caption.
        beside: The most ships in a row.
    """
    layout = ships[0].ship
    squares = list(dict.fromkeys([*layout.board.squares, *layout.components]))
    rows, columns = rows_of(layout.board, squares), columns_of(squares)
    across = min(beside, len(ships))
    down = -(-len(ships) // across)
    wide = len(columns) * INCHES_A_SHIP_SQUARE + BESIDE
    high = len(rows) * INCHES_A_SHIP_SQUARE + ABOVE
    with new_figure(across * wide, down * high) as figure:
        for number, drawing in enumerate(ships, start=1):
            axes = figure.add_subplot(down, across, number)
            for square in squares:
                at = columns.index(square[1]), rows.index(square[0])
                _square(axes, at, drawing.ship.components.get(square), square, drawing)
            dice_numbers(axes, rows, columns)
            axes.set_title(fitting(drawing.title, wide, 9), loc="left", fontsize=9, parse_math=False)
        caption_below(figure, below)
    return figure


def _square(axes: Axes, at: tuple[int, int], part: Component | None, square: Square, drawing: ShipPanel) -> None:
    """Draw one square: faint if it is free, else with connectors, code and facing."""
    from matplotlib.patches import Rectangle

    corner = at[0] - 0.46, at[1] - 0.46
    new = square in drawing.new
    if part is None:
        edge = LINE_COLOURS[1] if new else FAINT
        axes.add_patch(Rectangle(corner, 0.92, 0.92, fill=False, edgecolor=edge, linewidth=0.7, linestyle=":"))
        return
    fill: Any = {"facecolor": LINE_COLOURS[0], "alpha": 0.25} if new else {"facecolor": "white"}
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
    """Draw one, two or three strokes through an edge, for a single, double or universal connector."""
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


HUES = (("#0072B2", "white", ""), ("#E69F00", "black", ""), ("#F7EFB2", "black", ".."))
"""Colour, ink and hatch of each ship in a fleet: dark, middle and light, so that they differ in grey too.

The colours are from Okabe and Ito's palette, or tints of it.
"""
INCHES_A_FLEET_SQUARE = 0.3
ACROSS = 3
"""The number of maps side by side."""


def plot_fleets(build: Layout, tables: FleetTables | None = None, *, width: float | None = None) -> Figure:
    """Draw the fleets that the dice may make of a build, with each ship in a colour of its own.

    Above each map stand the borders that are joined, the layout, its chance, and the fleet's engine strength without
    and with all charges. Components that the fleet does not use are left out; ships that do not start are hatched.

    Args:
        build: The build of class IVC.
        tables: The tables of class IVC; None for the usual ones.
        width: The width in inches; None for the usual size of squares.

    Raises:
        AnalyzerError: The ship is no build, or no component lies in a quarter.
    """
    from analyzer.trucker.fleets.fleet import fleet
    from analyzer.trucker.fleets.joining import geometries
    from analyzer.trucker.fleets.tables import fleet_tables

    tables = tables or fleet_tables()
    ways = geometries(tables)
    squares = list(build.board.squares)
    rows, columns = rows_of(build.board, squares), columns_of(squares)
    down = -(-len(ways) // ACROSS)
    wide = width or ACROSS * (len(columns) * INCHES_A_FLEET_SQUARE + 0.35)
    side = (wide / ACROSS - 0.35) / len(columns)
    with new_figure(wide, down * (len(rows) * side + 0.55) + 0.6) as figure:
        figure.suptitle(cut(build.name, int(8 * wide)), x=0.01, ha="left", fontweight="bold", fontsize=10)
        axes = figure.subplots(down, ACROSS, squeeze=False)
        for place, one in zip(axes.flat, ways, strict=False):
            _map(place, fleet(build, one.joined, tables=tables), one, rows, columns, side)
        for place in axes.flat[len(ways) :]:
            place.axis("off")
        below = (
            "; ".join(tables.caveats())
            + "; hatched grey: does not start; engines: strength without batteries to strength with all"
        )
        caption_below(figure, below)
    return figure


def _map(axes: Axes, made: Fleet, way: Geometry, rows: list[int], columns: list[int], side: float) -> None:
    """Draw one fleet, with a colour for each of its ships.

    Args:
        axes: The panel.
        made: The fleet.
        way: The way of joining that makes it.
        rows: Row numbers from front to rear.
        columns: Column numbers from left to right.
        side: The side length of a square, in inches.
    """
    from matplotlib.patches import Rectangle

    letters = SMALLEST if side >= 0.28 else 0
    for square in made.board.squares:
        at = columns.index(square[1]), rows.index(square[0])
        corner, part = (at[0] - 0.48, at[1] - 0.48), made.components.get(square)
        if part is None:
            axes.add_patch(Rectangle(corner, 0.96, 0.96, fill=False, edgecolor=FAINT, linewidth=0.5, linestyle=":"))
            continue
        number = made.ship_of(square) or 0
        fill, ink, hatch = HUES[number] if number in made.starting else ("#EEEEEE", "black", "////")
        axes.add_patch(Rectangle(corner, 0.96, 0.96, facecolor=fill, edgecolor=FAINT, linewidth=0, hatch=hatch))
        axes.add_patch(Rectangle(corner, 0.96, 0.96, fill=False, edgecolor="black", linewidth=0.5))
        if letters:
            words: Any = {"ha": "center", "va": "center_baseline", "color": ink, "fontsize": letters}
            axes.text(*at, part.is_a.code, **words)
    charges = [
        sum(part.is_a.batteries for square, part in made.components.items() if square in ship) for ship in made.ships
    ]
    title = f"{way.joined}: {way.layout.replace('_', ' ')}, {way.ways} of 36"
    engines = f"engines {made.engine_strength()} to {made.engine_strength(charges)}"
    axes.set_title(f"{title}\n{engines}", fontsize=SMALLEST, loc="left")
    axes.set_xlim(-0.6, len(columns) - 0.4)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_aspect("equal")
    axes.axis("off")
