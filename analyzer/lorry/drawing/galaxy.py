"""A galaxy with all that is drawn in it: tracks in the traders' hues and dashes, scored ways, special boxes, edges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyzer.lorry.drawing.board import INK, SPECIAL_MARKS, boxes, edges, planet, special_keys, square
from analyzer.lorry.position.position import Position
from analyzer.lorry.tracks import STEPS
from analyzer.present.figures.style import COLOURS, LINES, caption_below, cut, house_style, legend, with_notes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from analyzer.lorry.galaxy.boxes import Box
    from analyzer.lorry.galaxy.galaxy import Galaxy
    from analyzer.lorry.position.engine_table import Track

INCHES_A_BOX, MARGIN = 0.44, 0.6
FEWEST_INCHES = 4.6
WAY = 0.16
"""How strongly boxes of scored ways are coloured."""


def plot_galaxy(subject: Galaxy | Position, *, width: float | None = None) -> Figure:
    """The galaxy with everything drawn in it; boxes of scored routes lie on their trader's hue.

    Tracks are in the traders' colours, and in dashes of their own for grey print. Where an edge goes on at the opposite
    side it is dotted, with arrows; a closed one is a thick line. `width`: inches, as many as the boxes take if None.
    """
    from analyzer.present.figures.picture import Picture

    now = subject if isinstance(subject, Position) else Position(subject, 1, name=subject.name)
    galaxy = now.galaxy
    with house_style():
        wide = width or max(FEWEST_INCHES, galaxy.columns * INCHES_A_BOX + MARGIN)
        high = galaxy.rows * (wide - MARGIN) / galaxy.columns + 2 * MARGIN
        figure = Picture(figsize=(wide, high), layout="constrained")
        axes = figure.add_subplot()
        boxes(axes, galaxy)
        _scored(axes, now)
        for box in now.filled:
            square(axes, box, facecolor="#777777", edgecolor=INK, hatch="xxxx")
        _specials(axes, galaxy, set(now.filled))
        for track in now.tracks:
            _track(axes, track)
        for box, number in galaxy.planet_at.items():
            planet(axes, box, number)
        edges(axes, galaxy)
        axes.set_title(cut(now.name, int(8 * wide)), loc="left", fontweight="bold", parse_math=False)
        _legend(figure, now)
        heading = now.heading() if now.tracks else galaxy.heading()
        tinted = "; tinted: boxes of scored routes, darker where several routes pass" * bool(now.scored)
        caption_below(figure, with_notes(f"{heading}{tinted}", galaxy.notes()))
        return figure


def _scored(axes: Axes, now: Position) -> None:
    """The boxes of every scored route's shortest way, in the hue of its trader."""
    for route in now.scored:
        for box in now.on_way(route.trader, route.pair):
            square(axes, box, facecolor=COLOURS[route.trader - 1], alpha=WAY, edgecolor="none", zorder=1)


def _specials(axes: Axes, galaxy: Galaxy, filled: set[Box]) -> None:
    for special in galaxy.specials:
        mark, colour = SPECIAL_MARKS[special.kind]
        if special.box not in filled:
            axes.plot(
                *special.box, mark, color=colour, markersize=11, markeredgecolor=INK, markeredgewidth=0.6, zorder=2
            )


def _track(axes: Axes, track: Track) -> None:
    """Its ends from the middle of the box to the sides; a curve is an arc."""
    how: dict[str, Any] = {
        "color": COLOURS[track.trader - 1],
        "linestyle": LINES[track.trader - 1],
        "linewidth": 2.6,
        "zorder": 3,
    }
    column, row = track.box
    ends = [STEPS[side] for side in track.ends]
    if len(ends) == 2 and ends[0][0] != -ends[1][0] and ends[0][1] != -ends[1][1]:
        _arc(axes, track.box, (ends[0][0] + ends[1][0], ends[0][1] + ends[1][1]), how)
        return
    for across, down in ends:
        axes.plot([column, column + across / 2], [row, row + down / 2], solid_capstyle="butt", **how)
    if len(ends) > 2:
        axes.plot(column, row, "o", color=how["color"], markersize=4.5, zorder=3)


def _arc(axes: Axes, box: Box, corner: tuple[int, int], how: dict[str, Any]) -> None:
    """A quarter of a circle round that corner of the box."""
    import numpy as np

    angles = np.linspace(0, np.pi / 2, 16)
    across = box[0] + corner[0] / 2 - corner[0] * np.cos(angles) / 2
    down = box[1] + corner[1] / 2 - corner[1] * np.sin(angles) / 2
    axes.plot(across, down, **how)


def _legend(figure: Figure, now: Position) -> None:
    """Who drew what, and what the marks are."""
    from matplotlib.lines import Line2D

    traders = sorted({track.trader for track in now.tracks})
    line: Any = Line2D
    drawn = [line([], [], color=COLOURS[one - 1], linestyle=LINES[one - 1], linewidth=2.6) for one in traders]
    labels = [now.names[one - 1] for one in traders]
    keys, words = special_keys(now.galaxy)
    drawn, labels = [*drawn, *keys], [*labels, *words]
    if drawn:
        columns = min(len(drawn), 6)
        legend(figure, drawn, labels, loc="outside upper center", ncols=columns, fontsize=8)
