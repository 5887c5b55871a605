"""A galaxy as SVG: planets numbered, special boxes, tracks in the traders' hues and dashes, going round at the edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from analyzer.lorry.galaxy.galaxy import Galaxy
    from analyzer.lorry.telling.story import Drawing

BOX, EDGE = 30, 12
HUES = ("#0072B2", "#D55E00", "#009E73", "#8E4585")
"""Of traders, in seating order; can be told apart by the colour-blind."""
DASHES = ("", "7 2", "2 2", "9 2 2 2")
"""For grey print."""
MARKS = {"star": "★", "rocket": "▲", "asteroid": "●", "black_hole": "◎"}
ENDS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def galaxy_svg(galaxy: Galaxy, drawing: Drawing, told: str) -> str:
    """The whole drawing; what it shows stands in its title."""
    wide, high = galaxy.columns * BOX + 2 * EDGE, galaxy.rows * BOX + 2 * EDGE
    parts = [*_boxes(galaxy, drawing), *_tracks(drawing), *_edges(galaxy)]
    title = escape(told, {'"': "&quot;"})
    return (
        f'<svg class="galaxy" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img" '
        f'aria-label="{title}" xmlns="http://www.w3.org/2000/svg"><title>{title}</title>{"".join(parts)}</svg>'
    )


def _corner(column: int, row: int) -> tuple[int, int]:
    return EDGE + (column - 1) * BOX, EDGE + (row - 1) * BOX


def _boxes(galaxy: Galaxy, drawing: Drawing) -> Iterator[str]:
    for box in galaxy.boxes():
        x, y = _corner(*box)
        fill = "#5b6575" if box in drawing.filled else "#ffe9a8" if box in drawing.new else "none"
        yield f'<rect x="{x}" y="{y}" width="{BOX}" height="{BOX}" fill="{fill}" stroke="#c3c9d2" stroke-width=".6"/>'
        middle = x + BOX / 2, y + BOX / 2
        if box in galaxy.planet_at:
            yield f'<circle cx="{middle[0]}" cy="{middle[1]}" r="{BOX * 0.42}" fill="#3d4654"/>'
            yield _word(*middle, str(galaxy.planet_at[box]), 14, "#ffffff")
        elif box in galaxy.special_at:
            yield _word(*middle, MARKS[galaxy.special_at[box]], 12, "#8a6d00")


def _tracks(drawing: Drawing) -> Iterator[str]:
    """Straight ends to the middle of each side; a curve is drawn round."""
    for trader, box, ends in drawing.tracks:
        x, y = (corner + BOX / 2 for corner in _corner(*box))
        tips = [(x + ENDS[side][0] * BOX / 2, y + ENDS[side][1] * BOX / 2) for side in ends]
        if ends in ("NE", "ES", "SW", "NW"):
            path = f"M{tips[0][0]} {tips[0][1]} Q{x} {y} {tips[1][0]} {tips[1][1]}"
        else:
            path = " ".join(f"M{x} {y} L{across} {down}" for across, down in tips)
        dash = f' stroke-dasharray="{DASHES[trader - 1]}"' if DASHES[trader - 1] else ""
        yield f'<path d="{path}" fill="none" stroke="{HUES[trader - 1]}" stroke-width="3.5"{dash}/>'


def _edges(galaxy: Galaxy) -> Iterator[str]:
    """A dotted line where the galaxy goes on at the opposite side, a wall where it ends."""
    right, low = EDGE + galaxy.columns * BOX, EDGE + galaxy.rows * BOX
    for lines, goes_on in (
        (((EDGE, EDGE, EDGE, low), (right, EDGE, right, low)), galaxy.round_columns),
        (((EDGE, EDGE, right, EDGE), (EDGE, low, right, low)), galaxy.round_rows),
    ):
        for x1, y1, x2, y2 in lines:
            how = 'stroke-width="2" stroke-dasharray="2 5"' if goes_on else 'stroke-width="3"'
            yield f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#5b6575" {how}/>'


def _word(x: float, y: float, text: str, size: int, ink: str) -> str:
    return (
        f'<text x="{x:g}" y="{y + size * 0.36:g}" font-size="{size}" text-anchor="middle" fill="{ink}" '
        f'font-family="system-ui, sans-serif">{escape(text)}</text>'
    )
