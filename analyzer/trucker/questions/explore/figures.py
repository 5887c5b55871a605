"""A map of good ships: cells of two numbers, coloured by what the best ship of each does."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from analyzer.answers.numbers import typeset
from analyzer.present.figures.of_answers import Figures, figures_of
from analyzer.present.figures.style import SMALLEST, caption_below, house_style
from analyzer.trucker.drawing.ship_map import COLOURS
from analyzer.trucker.drawing.ships import Shown, plot_ships
from analyzer.trucker.questions.explore.answer import ShipChart

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from analyzer.trucker.questions.explore.answer import Found, ShipChart

INCHES_A_CELL = 0.72, 0.42
BESIDE, ABOVE = 2.2, 1.5
"""Inches beside the cells, and above and below them together."""
DARK = 0.45
"""Up to this share of the colours letters are white."""
DRAWN = 6


def plot_ship_chart(chart: ShipChart) -> Figure:
    """Every cell in which a ship was found, coloured by what a flight of it is worth, which is written in it.

    The first number runs to the right, the second one upwards; cells without a ship are empty.
    """
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    from analyzer.present.figures.picture import Picture

    across, down = chart.axes
    columns, rows = ([one.cell[way] for one in chart] for way in (0, 1))
    wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    worths = [one.worth.mean for one in chart]
    scale = ScalarMappable(Normalize(min(worths), max(*worths, min(worths) + 1e-9)), COLOURS)
    with house_style():
        size = max(6.0, wide * INCHES_A_CELL[0] + BESIDE), high * INCHES_A_CELL[1] + ABOVE
        figure = Picture(figsize=size, layout="constrained")
        axes = figure.add_subplot()
        for one in chart:
            _cell(axes, one, scale)
        axes.set_xlim(min(columns) - 0.55, max(columns) + 0.55)
        axes.set_ylim(min(rows) - 0.55, max(rows) + 0.55)
        axes.set_xticks(range(min(columns), max(columns) + 1))
        axes.set_xticklabels(
            [across.step_in_words(cell) for cell in range(min(columns), max(columns) + 1)], fontsize=SMALLEST
        )
        axes.set_yticks(range(min(rows), max(rows) + 1))
        axes.set_yticklabels([down.step_in_words(cell) for cell in range(min(rows), max(rows) + 1)], fontsize=SMALLEST)
        axes.set_xlabel(across.label, parse_math=False)
        axes.set_ylabel(down.label, parse_math=False)
        axes.grid(visible=False)
        bar = figure.colorbar(scale, ax=axes, pad=0.02)
        bar.set_label(f"{chart.bench.goal.meaning} a flight", parse_math=False)
        bar.outline.set_visible(False)
        caption_below(figure, chart.heading())
    return figure


def plot_chart_ships(chart: ShipChart) -> Figure:
    """Some of the ships drawn: those that do best with ever more components."""
    best: dict[int, Found] = {}
    for one in chart:
        built = len(one.ship.components)
        if built not in best or best[built].worth.mean < one.worth.mean:
            best[built] = one
    rising: list[Found] = []
    for built in sorted(best):
        if not rising or best[built].worth.mean > rising[-1].worth.mean:
            rising.append(best[built])
    step = max(1, -(-len(rising) // DRAWN))
    some = rising[::-1][::step][::-1]
    unit = f"{chart.bench.goal.meaning} a flight"
    ships = [
        Shown(f"{len(one.ship.components)} components: {typeset(one.worth.mean, 1)} {unit}", one.ship) for one in some
    ]
    return plot_ships(ships, below=chart.heading())


def _cell(axes: Any, one: Found, scale: Any) -> None:
    from matplotlib.patches import Rectangle

    mean = one.worth.mean
    axes.add_patch(Rectangle((one.cell[0] - 0.48, one.cell[1] - 0.46), 0.96, 0.92, facecolor=scale.to_rgba(mean)))
    ink = "white" if scale.norm(mean) < DARK else "black"
    text = f"{mean:.1f}".replace("-", "\N{MINUS SIGN}")
    axes.text(*one.cell, text, ha="center", va="center", color=ink, fontsize=SMALLEST)


@figures_of.register
def _(answer: ShipChart) -> Figures:
    """The map; and the best with ever more components, drawn."""
    yield "explored", partial(plot_ship_chart, answer)
    yield "explored-ships", partial(plot_chart_ships, answer)
