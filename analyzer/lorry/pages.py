"""Pages of stories, checked records and reviews of Cosmic Lorry, with galaxies drawn as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from analyzer.lorry.drawing import HUES
from analyzer.lorry.story import Drawing
from analyzer.present.page import record_page, render_story
from analyzer.present.review_page import review_page

if TYPE_CHECKING:
    from analyzer.lorry.galaxy.boxes import Box
    from analyzer.lorry.galaxy.galaxy import Galaxy
    from analyzer.lorry.position.position import Position
    from analyzer.lorry.questions.review import Review
    from analyzer.lorry.records.replay import Replayed
    from analyzer.lorry.story import ScoredDraw, Story


BOX, EDGE = 30, 17
DASHES = ("", "7 2", "2 2", "9 2 2 2")
"""Dash patterns of traders in seating order, for grey print."""
MARKS = {"star": "★", "rocket": "▲", "asteroid": "●", "black_hole": "◎"}
ENDS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
INK, FAINT, DIGIT = "var(--planet, #3d4654)", "var(--faint, #5b6575)", "var(--digit, #ffffff)"
"""Colours of planets and frames, of numbers and edges, and of the number on a planet.

All colours are CSS variables. A dark page defines them; on other pages the colour after the comma holds.
"""
RULE, MAYBE, SPECIAL = "var(--lines, #c3c9d2)", "var(--maybe, #7b8494)", "var(--special, #8a6d00)"
"""Colours of lines between boxes, of proposed tracks, and of special boxes."""
NEW, WAY = "var(--new-box, #ffe9a8)", "var(--way, #dfe3ea)"
"""Colours of new boxes, and of boxes on the way of a scored route."""
GROUND = "ground"
"""Identifier of the SVG element with boxes, planets and edges that all drawings of a page share."""
TEMPLATES: dict[str, Any] = {
    "look": "lorry_look.html",
    "keys": "lorry_keys.html",
    "hues": list(zip(HUES, DASHES, strict=True)),
}
"""Variables of every page of a record or review: templates of style and legend, and colour and dash of each trader."""


def galaxy_svg(
    galaxy: Galaxy,
    drawing: Drawing,
    caption: str,
    *,
    weighed: Sequence[ScoredDraw] = (),
    on_ground: bool = False,
    overlay: str = "",
) -> str:
    """Return a drawing of a galaxy as SVG.

    Args:
        galaxy: the galaxy.
        drawing: tracks and boxes drawn in it.
        caption: title of the drawing.
        weighed: the chosen draw and the next best ones. Their boxes are framed and numbered. The tracks of draws that
            were not chosen are grey.
        on_ground: whether the page has a `ground_svg` with boxes, planets and edges, which all its drawings use.
        overlay: the uppermost layer, as SVG.
    """
    parts = [*_shades(drawing)]
    parts += [f'<use href="#{GROUND}"/>'] if on_ground else [*_ground(galaxy, drawing.filled)]
    parts += [_square(box, f'fill="{FAINT}"') for box in drawing.filled]
    parts += [*_tracks(drawing), *_weighed(weighed), overlay]
    wide, high = galaxy.columns * BOX + 2 * EDGE, galaxy.rows * BOX + 2 * EDGE
    title = escape(caption, {'"': "&quot;"})
    return (
        f'<svg class="galaxy" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img" '
        f'aria-label="{title}" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{title}</title>{''.join(parts)}</svg>"
    )


def choices_svg(weighed: Sequence[ScoredDraw], boxes: Sequence[Box]) -> str:
    """Return the layer of a drawing with draws that may be chosen, as SVG: the best ones, and boxes to click.

    Args:
        weighed: the best draws, framed and numbered.
        boxes: boxes that can be clicked; each has its place in `data-spot`.
    """
    first = [
        f'<path d="{_path(one.box, one.ends)}" fill="none" stroke="{MAYBE}" stroke-width="3"/>' for one in weighed[:1]
    ]
    spots = [
        _square((column, row), f'class="spot" data-spot="{column},{row}" fill="transparent"') for column, row in boxes
    ]
    return "".join([*first, *_weighed(weighed), *spots])


def ground_svg(galaxy: Galaxy) -> str:
    """Return the part that all drawings of a page share, as SVG: boxes, planets and edges."""
    inside = "".join(_ground(galaxy))
    hidden = 'width="0" height="0" style="position: absolute" aria-hidden="true"'
    return f'<svg {hidden} xmlns="http://www.w3.org/2000/svg"><defs><g id="{GROUND}">{inside}</g></defs></svg>'


def _corner(column: int, row: int) -> tuple[int, int]:
    """Return the upper left corner of a box in the drawing, in pixels."""
    return EDGE + (column - 1) * BOX, EDGE + (row - 1) * BOX


def _square(box: Box, how: str) -> str:
    """Return the square of a box as SVG; `how` holds its other attributes."""
    x, y = _corner(*box)
    return f'<rect x="{x}" y="{y}" width="{BOX}" height="{BOX}" {how}/>'


def _shades(drawing: Drawing) -> Iterator[str]:
    """Yield the lowest layer of a drawing as SVG: a tinted square for each new box and each box on a scored route.

    A box is new if its track or fill is new since the previous drawing. A new box on a scored route gets only the
    colour of new boxes.
    """
    for box in dict.fromkeys(drawing.way):
        if box not in drawing.new:
            yield _square(box, f'fill="{WAY}"')
    for box in dict.fromkeys(drawing.new):
        yield _square(box, f'fill="{NEW}"')


def _ground(galaxy: Galaxy, filled: Sequence[Box] = ()) -> Iterator[str]:
    """Yield boxes with the numbers of columns and rows, planets, special boxes and edges."""
    right, low = EDGE + galaxy.columns * BOX, EDGE + galaxy.rows * BOX
    lines = [f"M{EDGE + at * BOX} {EDGE}V{low}" for at in range(galaxy.columns + 1)]
    lines += [f"M{EDGE} {EDGE + at * BOX}H{right}" for at in range(galaxy.rows + 1)]
    yield f'<path d="{"".join(lines)}" fill="none" stroke="{RULE}" stroke-width=".6"/>'
    for column in range(1, galaxy.columns + 1):
        yield _word(_corner(column, 1)[0] + BOX / 2, EDGE / 2 - 1, str(column), 9, FAINT)
    for row in range(1, galaxy.rows + 1):
        yield _word(EDGE / 2 - 1, _corner(1, row)[1] + BOX / 2, str(row), 9, FAINT)
    for box in galaxy.boxes():
        x, y = (corner + BOX / 2 for corner in _corner(*box))
        if box in galaxy.planet_at:
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{BOX * 0.42:g}" fill="{INK}"/>'
            yield _word(x, y, str(galaxy.planet_at[box]), 14, DIGIT)
        elif box in galaxy.special_at and box not in filled:
            yield _word(x, y, MARKS[galaxy.special_at[box]], 12, SPECIAL)
    yield from _edges(galaxy)


def _tracks(drawing: Drawing) -> Iterator[str]:
    """Yield all tracks as SVG, in the colours and dashes of their traders."""
    for trader, box, ends in drawing.tracks:
        dash = f' stroke-dasharray="{DASHES[trader - 1]}"' if DASHES[trader - 1] else ""
        yield f'<path d="{_path(box, ends)}" fill="none" stroke="{hue_of(trader)}" stroke-width="3.5"{dash}/>'


def hue_of(trader: int) -> str:
    """Return the colour of a trader's tracks, by the trader's number from 1."""
    return f"var(--t{trader}, {HUES[trader - 1]})"


def _path(box: Box, ends: str) -> str:
    """Return the path of a track: straight ends to the middle of each side, or the arc of a curve."""
    x, y = (corner + BOX / 2 for corner in _corner(*box))
    tips = [(x + ENDS[side][0] * BOX / 2, y + ENDS[side][1] * BOX / 2) for side in ends]
    if ends in ("NE", "ES", "SW", "NW"):
        return f"M{tips[0][0]:g} {tips[0][1]:g}Q{x:g} {y:g} {tips[1][0]:g} {tips[1][1]:g}"
    return "".join(f"M{x:g} {y:g}L{across:g} {down:g}" for across, down in tips)


def _weighed(weighed: Sequence[ScoredDraw]) -> Iterator[str]:
    """Yield the weighed draws as SVG.

    The choice has a full frame, other draws have dashed ones, and tracks that were not drawn are thin and grey.
    """
    by_box: dict[Box, list[int]] = {}
    for number, one in enumerate(weighed, start=1):
        by_box.setdefault(one.box, []).append(number)
        if number > 1:
            yield f'<path d="{_path(one.box, one.ends)}" fill="none" stroke="{MAYBE}" stroke-width="1.6"/>'
    for box, numbers in by_box.items():
        dash = "" if 1 in numbers else ' stroke-dasharray="3 2"'
        yield _square(box, f'fill="none" stroke="{INK}" stroke-width="1.4"{dash}')
        x, y = _corner(*box)
        label = ",".join(map(str, numbers))
        yield f'<rect x="{x}" y="{y}" width="{3 + 5.5 * len(label):g}" height="10" fill="{INK}"/>'
        yield _word(x + (3 + 5.5 * len(label)) / 2, y + 5, label, 8.5, DIGIT)


def _edges(galaxy: Galaxy) -> Iterator[str]:
    """Yield the edges as SVG: a dotted line where the galaxy wraps around, a wall where it ends."""
    right, low = EDGE + galaxy.columns * BOX, EDGE + galaxy.rows * BOX
    for lines, goes_on in (
        (((EDGE, EDGE, EDGE, low), (right, EDGE, right, low)), galaxy.round_columns),
        (((EDGE, EDGE, right, EDGE), (EDGE, low, right, low)), galaxy.round_rows),
    ):
        for x1, y1, x2, y2 in lines:
            how = 'stroke-width="2" stroke-dasharray="2 5"' if goes_on else 'stroke-width="3"'
            yield f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{FAINT}" {how}/>'


def _word(x: float, y: float, text: str, size: float, ink: str) -> str:
    """Return centred text as SVG."""
    return (
        f'<text x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}" text-anchor="middle" fill="{ink}" '
        f'font-family="system-ui, sans-serif">{escape(text)}</text>'
    )


def story_page(story: Story) -> str:
    """Return the page of a game told turn by turn."""
    steps = []
    for turn in story.turns:
        heading = f"Round {turn.round}, {story.names[turn.trader - 1]}"
        picture = galaxy_svg(story.galaxy, turn.drawing, heading, weighed=turn.weighed, on_ground=True)
        steps.append({"heading": heading, "turn": turn, "picture": picture})
    title, ground = f"Cosmic Lorry, game {story.game}", ground_svg(story.galaxy)
    return render_story("lorry", story, title, "turn", steps, names=story.names, ground=ground, hues=TEMPLATES["hues"])


def replay_page(replayed: Replayed) -> str:
    """Return the page of a checked record."""
    before = replayed.record.start
    pictures = []
    for number, step in enumerate(replayed.steps, start=1):
        drawing = drawing_since(step.after, before)
        pictures.append(galaxy_svg(before.galaxy, drawing, f"after step {number}", on_ground=True))
        before = step.after
    return record_page(replayed, pictures, ground=ground_svg(before.galaxy), names=before.names, **TEMPLATES)


def drawing_since(now: Position, before: Position) -> Drawing:
    """Return the drawing of a position; boxes with a new track or fill since an earlier position are marked as new."""
    new = [(column, row) for column, row, *_ in now.tracks[len(before.tracks) :]] + [*now.filled[len(before.filled) :]]
    return Drawing(
        tuple((trader, (column, row), ends) for column, row, trader, ends in now.tracks), now.filled, tuple(new)
    )


def page_of_review(review: Review) -> str:
    """Return the page of a review."""
    start = before = review.record.start
    pictures = []
    for number, step in enumerate(review.steps):
        now = step.position or before
        drawing = drawing_since(now, before)
        pictures.append(galaxy_svg(start.galaxy, drawing, f"at step {number}", on_ground=True))
        before = now
    return review_page(review, pictures, ground=ground_svg(start.galaxy), names=start.names, **TEMPLATES)
