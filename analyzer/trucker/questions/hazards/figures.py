"""A ship with what every line brings written at its edges: where it is open, and to what."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from analyzer.present.figures.of_answers import Figures, figures_of, slug
from analyzer.present.figures.style import COLOURS, SMALLEST, caption_below, cut, house_style, legend
from analyzer.trucker.drawing.ship_map import columns_of, rows_of
from analyzer.trucker.questions.hazards.call import HazardTable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.trucker.questions.hazards.call import HazardTable, Line
    from analyzer.trucker.ship.board import Square

SHOWN = {
    "damage": (COLOURS[1], "number of components lost"),
    "battery": (COLOURS[4], "costs a battery: s shield, b double cannon"),
    "harmless": ("#BFDCEE", "harmless: o bounces off, c shot down"),
    "never": ("#EEEEEE", "no card of the level sends it"),
}
"""What a line brings: its colour, and how it is told."""
SIGNS = {"bounced": ("o", "harmless"), "shielded": ("s", "battery")}
INCHES_A_SQUARE, NARROWEST = 0.3, 6.0


def plot_hazards(table: HazardTable) -> Figure:
    """The ship four times, for each hazard, with what it does in every line from every side at the ends of that line.

    Above each how many of it come a flight and do damage; components are the darker the more often that costs them.
    """
    from matplotlib.patches import Patch

    from analyzer.present.figures.picture import Picture

    ship = table.ship
    squares = list(dict.fromkeys([*ship.board.squares, *ship.components]))
    rows, columns = rows_of(ship.board, squares), columns_of(squares)
    wide = max(NARROWEST, 2 * INCHES_A_SQUARE * (len(columns) + 2.6))
    with house_style():
        figure = Picture(figsize=(wide, 2 * INCHES_A_SQUARE * (len(rows) + 3.8) + 0.9), layout="constrained")
        hazards = list(dict.fromkeys(line.hazard for line in table.outcomes))
        grid: Any = figure.subplots(2, 2)
        for hazard, axes in zip(hazards, grid.flat, strict=True):
            _panel(axes, table, hazard, rows, columns)
        patches = [Patch(color=colour) for colour, _ in SHOWN.values()]
        words = [words for _, words in SHOWN.values()]
        how: Any = {"title": " ", "title_fontproperties": {"weight": "bold", "size": 10}, "alignment": "left"}
        placed = legend(figure, patches, words, loc="outside upper center", ncols=2, fontsize=SMALLEST, **how)
        placed.get_title().set(parse_math=False, text=cut(ship.name, int(8 * wide)))
        have = "1 battery" if table.batteries == 1 else f"{table.batteries} batteries"
        target = f"fleet ({ship.joined} joined)" if ship.joined else "ship"
        below = f"{table.route.where}; each hazard alone against the intact {target} with {have}; exact; "
        below += "darker: lost more often; at most: only losers are shot at, so these are upper limits"
        caption_below(figure, below)
    return figure


def _panel(axes: Axes, table: HazardTable, hazard: str, rows: list[int], columns: list[int]) -> None:
    """One hazard: the ship, its dice numbers, and the ends of its lines."""
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
    bound = "" if table.coming[hazard, "front"].surely else "at most "
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
    """How many of it come a flight from all sides, how many of those do damage, and what they cost by square."""
    rows = [row for row in table.rows() if row["hazard"] == hazard]
    costs: dict[Square, Fraction] = {}
    for row in rows:
        for line in table.lines(hazard, row["side"]):
            for square in line.lost:
                costs[square] = costs.get(square, Fraction(0)) + row["a_flight"] * line.ways
    comes, harms = (sum((row[what] for row in rows), Fraction(0)) for what in ("a_flight", "damage_a_flight"))
    return comes, harms, costs


def _end(axes: Axes, line: Line, comes: bool, rows: list[int], columns: list[int]) -> None:
    """The end of a line from which it comes: what it does there, if there is a component in its way."""
    along = columns if line.side in ("front", "rear") else rows
    if line.square is None or line.roll not in along:
        return
    sign, means = _sign(line)
    at = along.index(line.roll)
    ends = {"front": (at, -1), "rear": (at, len(rows)), "left": (-1, at), "right": (len(columns), at)}
    _square(axes, ends[line.side], SHOWN[means if comes else "never"][0], 1.0, edge="none")
    axes.text(*ends[line.side], sign, **_words(SMALLEST), color="black" if comes else "#888888")


def _sign(line: Line) -> tuple[str, str]:
    """What happens in a line, in a letter or the number of components lost, and what that means."""
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
