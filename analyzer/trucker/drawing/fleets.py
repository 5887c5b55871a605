"""What the two dice make of a build of class IVC: a small map for each way in which its quarters may hang together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyzer.present.figures.style import SMALLEST, caption_below, cut, house_style
from analyzer.trucker.drawing.ship_map import FAINT, columns_of, rows_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.trucker.fleets.fleet import Fleet
    from analyzer.trucker.fleets.joining import Geometry
    from analyzer.trucker.fleets.tables import FleetTables
    from analyzer.trucker.ship.layout import Layout

HUES = (("#0072B2", "white", ""), ("#E69F00", "black", ""), ("#F7EFB2", "black", ".."))
"""By ship of the fleet a colour of Okabe and Ito's palette or a tint of it, the ink on it, a hatch: dark, middle and
light, so that they differ in grey too."""
INCHES_A_SQUARE = 0.3
ACROSS = 3
"""Maps side by side."""


def plot_fleets(build: Layout, tables: FleetTables | None = None, *, width: float | None = None) -> Figure:
    """The fleets that the dice may make of a build, each drawn with its ships in colours of their own.

    Above each map stand the borders that grow together, what that is called and its chance, and the engine strength of
    the fleet without charges and with all. What is not laid in that way is left out; ships that do not start are
    hatched. `width`: inches, as many as the squares take if None.

    Raises AnalyzerError as `fleet` does.
    """
    from analyzer.present.figures.picture import Picture
    from analyzer.trucker.fleets.fleet import fleet
    from analyzer.trucker.fleets.joining import geometries
    from analyzer.trucker.fleets.tables import fleet_tables

    tables = tables or fleet_tables()
    ways = geometries(tables)
    squares = list(build.board.squares)
    rows, columns = rows_of(build.board, squares), columns_of(squares)
    down = -(-len(ways) // ACROSS)
    with house_style():
        wide = width or ACROSS * (len(columns) * INCHES_A_SQUARE + 0.35)
        side = (wide / ACROSS - 0.35) / len(columns)
        figure = Picture(figsize=(wide, down * (len(rows) * side + 0.55) + 0.6), layout="constrained")
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
    """One fleet: its squares in the colours of its ships."""
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
    charges = _charges(made)
    title = f"{way.joined}: {way.layout.replace('_', ' ')}, {way.ways} of 36"
    engines = f"engines {made.engine_strength()} to {made.engine_strength(charges)}"
    axes.set_title(f"{title}\n{engines}", fontsize=SMALLEST, loc="left")
    axes.set_xlim(-0.6, len(columns) - 0.4)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_aspect("equal")
    axes.axis("off")


def _charges(made: Fleet) -> list[int]:
    """How many batteries each ship carries."""
    return [
        sum(part.is_a.batteries for square, part in made.components.items() if square in ship) for ship in made.ships
    ]
