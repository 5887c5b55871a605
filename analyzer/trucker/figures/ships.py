"""Figures of ships: maps of squares, hazards, worths, and ships that a search found."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from analyzer.answers.numbers import typeset
from analyzer.answers.origin import in_a_line, origin
from analyzer.present.figures.canvas import new_figure
from analyzer.present.figures.forest import Words, forest, plot_differences, row_of
from analyzer.present.figures.of_answers import Figures, figures_of, slug
from analyzer.present.figures.style import COLOURS, SMALLEST, caption_below, cut, legend
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.drawing.ship_map import COLOURS as MAP_COLOURS
from analyzer.trucker.drawing.ship_map import ShipPanel, plot_fleets, plot_ship_map, plot_ships
from analyzer.trucker.drawing.ship_svg import columns_of, rows_of
from analyzer.trucker.questions.explore import ShipChart
from analyzer.trucker.questions.hazards import HazardTable
from analyzer.trucker.questions.improve import Improved
from analyzer.trucker.questions.inspect import InspectedBuild, InspectedShip
from analyzer.trucker.questions.place import Placements
from analyzer.trucker.questions.swap import Swaps
from analyzer.trucker.questions.weak import Weakness
from analyzer.trucker.sayings.phrases import at, in_words, many
from analyzer.trucker.workshop.moves import AS_IT_IS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.trucker.questions.explore import CellShip
    from analyzer.trucker.questions.hazards import Line
    from analyzer.trucker.ship.component import Square


RISK = "rolls that destroy it if nothing stops the hit (36 for each side, added up over four sides)"


@figures_of.register
def _(answer: InspectedShip) -> Figures:
    hull = answer.layout.hull
    risk = {hull.squares[position]: float(ways) for position, ways in hull.risk.items()}
    yield f"risk-{slug(answer.layout.name)}", partial(plot_ship_map, answer.layout, risk, RISK)


@figures_of.register
def _(answer: InspectedBuild) -> Figures:
    yield f"fleets-{slug(answer.layout.name)}", partial(plot_fleets, answer.layout, answer.tables)


SHOWN = {
    "damage": (COLOURS[1], "number of components lost"),
    "battery": (COLOURS[4], "costs a charge: s shield, b double cannon"),
    "harmless": ("#BFDCEE", "harmless: o bounces off, c shot down"),
    "never": ("#EEEEEE", "no card of the level sends it"),
}
"""Colour and legend text of each outcome of a hazard along a column or row."""
SIGNS = {"bounced": ("o", "harmless"), "shielded": ("s", "battery")}
INCHES_A_SQUARE, NARROWEST = 0.3, 6.0


def plot_hazards(table: HazardTable) -> Figure:
    """Draw the ship four times, once for each kind of hazard, with the outcome of a hit at the end of each line.

    A line is a column or row; the outcome stands at the end from which the hazard comes. Above each ship stand the mean
    number of such hazards in a flight, and how many of them do damage. Components lost more often are darker.

    Args:
        table: The outcomes of all hazards.
    """
    from matplotlib.patches import Patch

    ship = table.ship
    squares = list(dict.fromkeys([*ship.board.squares, *ship.components]))
    rows, columns = rows_of(ship.board, squares), columns_of(squares)
    wide = max(NARROWEST, 2 * INCHES_A_SQUARE * (len(columns) + 2.6))
    with new_figure(wide, 2 * INCHES_A_SQUARE * (len(rows) + 3.8) + 0.9) as figure:
        hazards = list(dict.fromkeys(line.hazard for line in table.outcomes))
        grid: Any = figure.subplots(2, 2)
        for hazard, axes in zip(hazards, grid.flat, strict=True):
            _panel(axes, table, hazard, rows, columns)
        patches = [Patch(color=colour) for colour, _ in SHOWN.values()]
        words = [words for _, words in SHOWN.values()]
        how: Any = {"title": " ", "title_fontproperties": {"weight": "bold", "size": 10}, "alignment": "left"}
        placed = legend(figure, patches, words, loc="outside upper center", ncols=2, fontsize=SMALLEST, **how)
        placed.get_title().set(parse_math=False, text=cut(ship.name, int(8 * wide)))
        have = many(table.batteries, "charge")
        target = f"fleet ({ship.joined} joined)" if ship.joined else "ship"
        below = f"{table.route.where}; each hazard alone against the intact {target} with {have}; exact; "
        below += "darker: lost more often; at most: only losers are shot at, so these are upper limits"
        caption_below(figure, below)
    return figure


def _panel(axes: Axes, table: HazardTable, hazard: str, rows: list[int], columns: list[int]) -> None:
    """Draw the panel of one kind of hazard: the ship, its dice numbers, and the outcomes at the ends of its lines."""
    comes, harms, costs = _sums(table, hazard)
    worst = max(costs.values(), default=Fraction(0)) or Fraction(1)
    for square in table.ship.components:
        at = columns.index(square[1]), rows.index(square[0])
        shade = 0.75 * float(costs.get(square, Fraction(0)) / worst)
        _square(axes, at, COLOURS[1], shade)
        axes.text(*at, table.ship.components[square].is_a.code, **_words(SMALLEST))
    for side in ("front", "right", "rear", "left"):
        for line in table.lines(hazard, side):
            _end(axes, line, bool(table.coming[hazard, side].a_flight), rows, columns)
    bound = "" if table.coming[hazard, "front"].is_certain else "at most "
    how_many = f"{bound}{float(comes):.2f} per flight, {float(harms):.2f} with damage" if comes else "never comes"
    axes.set_title(f"{hazard.replace('_', ' ')}\n{how_many}", fontsize=9)
    axes.set_xlim(-1.6, len(columns) + 0.6)
    axes.set_ylim(len(rows) + 0.6, -1.6)
    axes.set_aspect("equal")
    axes.set_xticks(range(len(columns)), [str(column) for column in columns], fontsize=SMALLEST)
    axes.set_yticks(range(len(rows)), [str(row) for row in rows], fontsize=SMALLEST)
    axes.tick_params(length=0, pad=1)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)


def _sums(table: HazardTable, hazard: str) -> tuple[Fraction, Fraction, dict[Square, Fraction]]:
    """Return how many hazards of a kind come in a flight, how many do damage, and how often each square is lost.

    The first two are means of a flight. The third is proportional to the mean losses: 36 times as large.
    """
    rows = [row for row in table.rows() if row["hazard"] == hazard]
    costs: dict[Square, Fraction] = {}
    for row in rows:
        for line in table.lines(hazard, row["side"]):
            for square in line.lost:
                costs[square] = costs.get(square, Fraction(0)) + row["a_flight"] * line.ways
    comes, harms = (sum((row[what] for row in rows), Fraction(0)) for what in ("a_flight", "damage_a_flight"))
    return comes, harms, costs


def _end(axes: Axes, line: Line, comes: bool, rows: list[int], columns: list[int]) -> None:
    """Draw a hazard's outcome at the end of the column or row from which it comes, if a component lies there.

    Args:
        axes: The panel.
        line: The outcome of the hazard along that column or row.
        comes: Whether the hazard ever comes from this side; if not, the outcome is grey.
        rows: Row numbers from front to rear.
        columns: Column numbers from left to right.
    """
    along = columns if line.side in ("front", "rear") else rows
    if line.square is None or line.roll not in along:
        return
    text, means = _text_and_key(line)
    at = along.index(line.roll)
    ends = {"front": (at, -1), "rear": (at, len(rows)), "left": (-1, at), "right": (len(columns), at)}
    _square(axes, ends[line.side], SHOWN[means if comes else "never"][0], 1.0, edge="none")
    axes.text(*ends[line.side], text, **_words(SMALLEST), color="black" if comes else "#888888")


def _text_and_key(line: Line) -> tuple[str, str]:
    """Return the text drawn for a hazard along one column or row, and the key of its colour in SHOWN.

    The text is the number of components lost, or the letter of a hit without loss, e.g. `o` if it bounces off.
    """
    if line.lost:
        return str(len(line.lost)), "damage"
    if line.outcome == "shot_down":
        return ("b", "battery") if line.batteries_spent else ("c", "harmless")
    return SIGNS[line.outcome]


def _square(axes: Axes, at: tuple[int, int], colour: str, shade: float, edge: str = "#777777") -> None:
    from matplotlib.colors import to_rgba
    from matplotlib.patches import Rectangle

    corner = at[0] - 0.46, at[1] - 0.46
    axes.add_patch(Rectangle(corner, 0.92, 0.92, facecolor=to_rgba(colour, shade), edgecolor=edge, linewidth=0.7))


def _words(points: float) -> dict[str, Any]:
    return {"ha": "center", "va": "center", "fontsize": points}


@figures_of.register
def _(answer: HazardTable) -> Figures:
    yield f"hazards-{slug(answer.ship.name)}", partial(plot_hazards, answer)


@figures_of.register
def _(answer: Weakness) -> Figures:
    cost = {row.square: row.cost.mean for row in answer.rows if row.cost is not None}
    lost = {row.square: 100 * row.lost[0] for row in answer.rows}
    draw = partial(plot_ship_map, answer.ship, below=in_a_line(answer.origins[:1]))
    yield "cost-of-loss", partial(draw, cost, "cost of launching without it (credits a flight)")
    yield "chance-of-loss", partial(draw, lost, "flights in which the component is lost (%)")


MOST = 20
"""The number of best components that are drawn."""


def plot_swaps(swaps: Swaps, *, most: int = MOST, width: float = 7.5) -> Figure:
    """Draw the gain in credits with each of the best components on a square; 95% intervals hold for all at once.

    Args:
        swaps: The swaps.
        most: The number of components.
        width: The width in inches.
    """
    rows = [row_of(f"{row.token}  {in_words(row.part.kind)}", row.simultaneous_gain) for row in swaps.rows[:most]]
    label = f"credits a flight more than {swaps.ship.name} as it is"
    whence = origin(swaps.experiment, swaps.captain.name, swaps.stretches)
    below = f"{swaps.ship.name}, instead of {swaps.current_in_words}: {in_a_line([(swaps.ship.name, whence)])}"
    return forest(rows, Words(label, f"at {at(swaps.square)}", "gain (95%, all rows at once)", below), width)


@figures_of.register
def _(answer: Swaps) -> Figures:
    yield "swap", partial(plot_swaps, answer)


def plot_places(answer: Placements) -> Figure:
    """Draw the ships of the best ways to lay components, with the new components coloured.

    Args:
        answer: The placements.
    """
    ships = [
        ShipPanel(name, made, [square for square in made.components if square not in answer.ship.components])
        for name, made in answer.drawn
    ]
    return plot_ships(ships, below=f"{answer.ship.name}: {_where(answer)}")


def plot_placements(answer: Placements, *, width: float = 7.5) -> Figure:
    """Draw the gain of each of the best placements over the ship as it is; 95% intervals hold for all pairs at once.

    Args:
        answer: The placements.
        width: The width in inches.
    """
    rows = [
        row_of(row[answer.compared.word], Estimate(row["gain"], row["gain_low"], row["gain_high"]))
        for row in answer.ranking
        if row[answer.compared.word] != AS_IT_IS
    ]
    label = f"{answer.compared.metrics.unit} a flight more than {answer.ship.name} as it is"
    words = Words(label, "what is laid where", "gain (95%, all rows at once)", f"{answer.ship.name}: {_where(answer)}")
    return forest(rows, words, width)


def _where(answer: Placements) -> str:
    first = answer.compared.results[0]
    return in_a_line([(first.name, first.origin)]) if first.origin else answer.compared.heading()


@figures_of.register
def _(answer: Placements) -> Figures:
    yield "place-drawn", partial(plot_places, answer)
    yield "place", partial(plot_placements, answer)


def plot_improved(answer: Improved) -> Figure:
    """Draw the given ship and the best one found, side by side; squares in which they differ are coloured in both.

    Args:
        answer: The result of the search.
    """
    mean, low, high = answer.gain
    unit = f"{answer.compared.metrics.unit} a flight"
    label = f"best ship found: {mean:+.2f} ({low:+.2f} to {high:+.2f}) {unit}".replace("-", "\N{MINUS SIGN}")
    ships = [
        ShipPanel(f"{answer.given.name}, as it is", answer.given, answer.new),
        ShipPanel(label, answer.found, answer.new),
    ]
    below = f"{answer.heading()}; {answer.compared.flights:,} fresh flights; coloured: squares that differ"
    return plot_ships(ships, below=below)


@figures_of.register
def _(answer: Improved) -> Figures:
    yield "improved", partial(plot_improved, answer)
    yield "improved-differences", partial(plot_differences, answer.compared)


INCHES_A_CELL = 0.72, 0.42
BESIDE, ABOVE = 2.2, 1.5
"""The space in inches beside the cells, and above and below them together."""
DARK = 0.45
"""The share of the colour scale up to which letters are white."""
DRAWN = 6


def plot_ship_chart(chart: ShipChart) -> Figure:
    """Draw the map of ships as a grid: each cell is coloured by the mean worth of a flight of its best ship.

    The worth is written in the cell. The first property runs to the right, the second upwards. A cell in which no ship
    was found is empty.

    Args:
        chart: The map of ships.
    """
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    across, down = chart.axes
    columns, rows = ([one.cell[way] for one in chart] for way in (0, 1))
    wide, high = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    worths = [one.worth.mean for one in chart]
    scale = ScalarMappable(Normalize(min(worths), max(*worths, min(worths) + 1e-9)), MAP_COLOURS)
    size = max(6.0, wide * INCHES_A_CELL[0] + BESIDE), high * INCHES_A_CELL[1] + ABOVE
    with new_figure(*size) as figure:
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
    """Draw some ships of the map with more and more components: the best ship of each number.

    Numbers whose best ship is no better than one with fewer components are left out.
    """
    best: dict[int, CellShip] = {}
    for one in chart:
        built = len(one.ship.components)
        if built not in best or best[built].worth.mean < one.worth.mean:
            best[built] = one
    rising: list[CellShip] = []
    for built in sorted(best):
        if not rising or best[built].worth.mean > rising[-1].worth.mean:
            rising.append(best[built])
    step = max(1, -(-len(rising) // DRAWN))
    some = rising[::-1][::step][::-1]
    unit = f"{chart.bench.goal.meaning} a flight"
    ships = [
        ShipPanel(f"{len(one.ship.components)} components: {typeset(one.worth.mean, 1)} {unit}", one.ship)
        for one in some
    ]
    return plot_ships(ships, below=chart.heading())


def _cell(axes: Any, one: CellShip, scale: Any) -> None:
    from matplotlib.patches import Rectangle

    mean = one.worth.mean
    axes.add_patch(Rectangle((one.cell[0] - 0.48, one.cell[1] - 0.46), 0.96, 0.92, facecolor=scale.to_rgba(mean)))
    ink = "white" if scale.norm(mean) < DARK else "black"
    text = f"{mean:.1f}".replace("-", "\N{MINUS SIGN}")
    axes.text(*one.cell, text, ha="center", va="center", color=ink, fontsize=SMALLEST)


@figures_of.register
def _(answer: ShipChart) -> Figures:
    yield "explored", partial(plot_ship_chart, answer)
    yield "explored-ships", partial(plot_chart_ships, answer)
