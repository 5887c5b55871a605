"""Ships and positions drawn as SVG.

Built-in kinds of components are known by their codes; a user's own kinds get marks for their functions too. Colours
come from CSS variables with defaults (`--ship-...`) and from `currentColor`, so a page may change them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from analyzer.trucker.sayings.phrases import named_with_figures
from analyzer.trucker.ship.component import SIDES, Board, Component, Side, Square
from analyzer.trucker.ship.plan import Plan

if TYPE_CHECKING:
    from analyzer.trucker.position.position import Position


WIDE, ROOM = 6.5, 28
"""The width of a mark with its gap, and the room between the connectors, in a tile of 40 units."""
MOST = 6
"""The largest number of marks of one function that are drawn; the component's name tells larger numbers."""
GLYPHS = {
    "cannon": '<path d="M{x:g} 23.5v5.5" stroke="currentColor" stroke-width="2.2"/>',
    "engine": '<path d="M{x:g} 29l2-4.5h-4z" fill="currentColor"/>',
    "crew": '<circle cx="{x:g}" cy="26.5" r="2.4" fill="none" stroke="currentColor"/>',
    "batteries": '<path d="M{x:g} 23.5v6" stroke="currentColor" stroke-width="1.2"/>',
    "containers": '<rect x="{left:g}" y="24.3" width="4.4" height="4.4" fill="none" stroke="currentColor"/>',
    "special": '<rect x="{left:g}" y="24.3" width="4.4" height="4.4" fill="currentColor"/>',
    "support": '<path d="M{x:g} 24v5M{left:g} 26.5h5" stroke="currentColor"/>',
}
"""The mark of each function in a tile of 40 units; `x` is its middle, `left` its left end."""
EDGES = {Side.FRONT: "M8 5H32", Side.RIGHT: "M35 8V32", Side.REAR: "M8 35H32", Side.LEFT: "M5 8V32"}


def marks_of(part: Component) -> list[str]:
    """Return the names of the marks of a user's own kind of component; [] for built-in kinds.

    There is a mark for each unit of a function, e.g. twice "cannon" for strength 2; at most MOST of one function.
    """
    kind = part.own
    if kind is None:
        return []
    numbers = {"cannon": kind.cannon, "engine": kind.engine, "crew": kind.crew, "batteries": kind.batteries}
    numbers |= {"containers": kind.containers, "special": kind.special_containers}
    numbers |= {"support": int(bool(kind.life_support))}
    return [what for what, number in numbers.items() for _ in range(min(number, MOST))]


def shielded_all_round(part: Component) -> tuple[Side, ...]:
    """Return all four sides if the component shields all of them, else ()."""
    return SIDES if part.is_a.shield == len(SIDES) else ()


def glyphs_svg(part: Component) -> Iterator[str]:
    """Yield as SVG the marks of a user's own kind in a row below its code, and bars if it shields all sides."""
    marks = marks_of(part)
    drawn = ""
    for number, what in enumerate(marks):
        x = 20 + WIDE * (number - (len(marks) - 1) / 2)
        drawn += GLYPHS[what].format(x=x, left=x - 2.3)
    if (size := ROOM / (WIDE * max(1, len(marks)))) < 1:
        drawn = f'<g transform="translate({20 - 20 * size:g} {26.5 - 26.5 * size:g}) scale({size:g})">{drawn}</g>'
    yield drawn
    if covered := shielded_all_round(part):
        edges = "".join(EDGES[side] for side in covered)
        yield f'<path d="{edges}" stroke="currentColor" stroke-width="1.5" fill="none"/>'


TILE = 40
MARGIN = 18
COLOURS = {
    "red": "#d64541", "yellow": "#e3b505", "green": "#3a9d5d", "blue": "#3d7fd0",
    "human": "#8592a3", "brown": "#a3683a", "purple": "#9b59b6", "charge": "#3fae6b", "lost": "#d64541",
    "cannon": "#8f5bc9", "engine": "#7b8796", "shield": "#2aa198",
}  # fmt: skip
"""The colours of cubes, crew, charges, crosses and components, which show on light and dark backgrounds.

`designer.css` repeats the colours of components; a test checks that both agree.
"""
ARROWS = {
    Side.FRONT: "M20 2l4 5.5h-8z",
    Side.RIGHT: "M38.5 20l-5 3.5v-7z",
    Side.REAR: "M20 38l4-5.5h-8z",
    Side.LEFT: "M1.5 20l5 3.5v-7z",
}
"""The arrow for each side that a component faces, in a tile of 40 units."""


def ship_svg(
    layout: Plan,
    *,
    alive: Iterable[Square] | None = None,
    crew: Mapping[Square, Sequence[str]] | None = None,
    charges: Mapping[Square, int] | None = None,
    goods: Mapping[Square, Sequence[str]] | None = None,
    just_lost: Iterable[Square] = (),
    title: str | None = None,
) -> str:
    """Return a ship drawn from above, front up, with dice numbers on all four sides, as one `<svg>` element.

    Args:
        layout: The ship.
        alive: The squares of components that remain; None for all. The others are faded and crossed.
        crew: The crew by square: "human", "brown", "purple".
        charges: The number of battery charges by square.
        goods: The goods by square: "red", "yellow", "green", "blue".
        just_lost: The squares of components that get a heavier cross.
        title: The title; None for the ship's name.
    """
    squares = set(layout.board.squares) | set(layout.components)
    rows, columns = rows_of(layout.board, squares), columns_of(squares)
    there = set(layout.components if alive is None else alive)
    wide, high = len(columns) * TILE + 2 * MARGIN, len(rows) * TILE + 2 * MARGIN
    name = escape(layout.name if title is None else title)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'role="img" aria-label="{name}" class="ship" font-family="system-ui,sans-serif" '
        f'text-anchor="middle"><title>{name}</title>'
    ]
    parts += _numbers(rows, columns)
    for square in sorted(squares):
        x, y = MARGIN + columns.index(square[1]) * TILE, MARGIN + rows.index(square[0]) * TILE
        part = layout.components.get(square)
        if part is None:
            parts.append(_free(x, y))
            continue
        aboard = [*(crew or {}).get(square, ()), *["charge"] * (charges or {}).get(square, 0)]
        aboard += (goods or {}).get(square, ())
        drawn = "".join(_component(part, aboard))
        label = f"<title>{escape(_label(part, square, aboard, square in there))}</title>"
        if square not in there:
            drawn = f'<g opacity=".25">{drawn}</g>{_cross(square in set(just_lost))}'
        parts.append(f'<g transform="translate({x} {y})">{label}{drawn}</g>')
    return "".join([*parts, "</svg>"])


def rows_of(board: Board, squares: Iterable[Square]) -> list[int]:
    """Return the numbers of all rows between the outermost squares, from the front to the rear."""
    numbers = [row for row, _ in squares]
    return sorted(range(min(numbers), max(numbers) + 1), reverse=board.rows_descend)


def columns_of(squares: Iterable[Square]) -> list[int]:
    """Return the numbers of all columns between the outermost squares, from left to right."""
    numbers = [column for _, column in squares]
    return list(range(min(numbers), max(numbers) + 1))


def _numbers(rows: list[int], columns: list[int]) -> Iterator[str]:
    """Yield the dice numbers on all four edges of the drawing, as SVG text."""
    right, bottom = MARGIN + len(columns) * TILE, MARGIN + len(rows) * TILE
    yield '<g font-size="11" fill="currentColor" opacity=".75">'
    for i, column in enumerate(columns):
        x = MARGIN + i * TILE + TILE // 2
        yield f'<text x="{x}" y="13">{column}</text><text x="{x}" y="{bottom + 13}">{column}</text>'
    for i, row in enumerate(rows):
        y = MARGIN + i * TILE + TILE // 2 + 4
        yield f'<text x="9" y="{y}">{row}</text><text x="{right + 9}" y="{y}">{row}</text>'
    yield "</g>"


def _free(x: int, y: int) -> str:
    box = f'<rect x="{x + 1.5}" y="{y + 1.5}" width="37" height="37" fill="none" stroke="currentColor"'
    return f'{box} stroke-dasharray="2 3" opacity=".45"/>'


def _component(part: Component, aboard: Sequence[str]) -> Iterator[str]:
    """Yield a tile: frame, connectors, facing, code, and marks of everything aboard."""
    yield '<rect x="1.5" y="1.5" width="37" height="37" rx="4" style="fill:var(--ship-tile,transparent)" '
    yield 'stroke="currentColor" stroke-width="1"/>'
    connectors = "".join(_connector(side, part.connectors[side]) for side in SIDES)
    yield f'<path d="{connectors}" stroke="currentColor" stroke-width="2.2" fill="none"/>' if connectors else ""
    arrows = "".join(ARROWS[side] for side in part.facing)
    yield f'<path d="{arrows}" fill="currentColor"/>' if arrows else ""
    down = 19 if aboard or marks_of(part) else 24
    yield f'<text x="20" y="{down}" font-size="11" font-weight="600" fill="currentColor">'
    yield f"{part.is_a.code}</text>"
    yield from _marks(aboard) if aboard else glyphs_svg(part)


def _connector(side: Side, kind: int) -> str:
    """Return the path of one, two or three strokes through an edge, for a single, double or universal connector."""
    path = ""
    for stroke in range(kind):
        along = 20 + 5 * (stroke - (kind - 1) / 2)
        near, far = (0, 4) if side in (Side.FRONT, Side.LEFT) else (40, 36)
        ends = (along, near, along, far) if side in (Side.FRONT, Side.REAR) else (near, along, far, along)
        path += f"M{ends[0]:g} {ends[1]:g}L{ends[2]:g} {ends[3]:g}"
    return path


def _marks(aboard: Sequence[str]) -> Iterator[str]:
    """Yield round marks for crew, upright bars for charges, and cubes for goods, in a row below the code."""
    for number, what in enumerate(aboard):
        x = 20 + 8 * (number - (len(aboard) - 1) / 2)
        fill = f'style="fill:var(--ship-{what},{COLOURS[what]})" stroke="currentColor" stroke-width=".7"'
        if what in ("human", "brown", "purple"):
            yield f'<circle cx="{x:g}" cy="26.5" r="3.3" {fill}/>'
        else:
            wide = 3.4 if what == "charge" else 6.4
            yield f'<rect x="{x - wide / 2:g}" y="23.3" width="{wide}" height="6.4" {fill}/>'


def _cross(heavy: bool) -> str:
    width, faint = (3.5, "") if heavy else (1.5, ' opacity=".6"')
    style = f"stroke:var(--ship-lost,{COLOURS['lost']})"
    return f'<path d="M7 7L33 33M33 7L7 33" style="{style}" stroke-width="{width}" fill="none"{faint}/>'


def _label(part: Component, square: Square, aboard: Sequence[str], alive: bool) -> str:
    label = f"{named_with_figures(part)} at row {square[0]} column {square[1]}"
    counts = {what: list(aboard).count(what) for what in dict.fromkeys(aboard)}
    cargo = ", ".join(f"{number} {what}" for what, number in counts.items())
    return f"{label}, lost" if not alive else f"{label}: {cargo}" if cargo else label


def own_ship(now: Position, before: Position, when: str) -> str:
    """Return the drawing of your ship (the first one) in a position, as SVG.

    Args:
        now: The position.
        before: An earlier position; components lost since then get a heavier cross.
        when: A phrase for the title, e.g. "now".
    """
    own = now.ships[0]
    return ship_svg(
        own.ship,
        alive={*own.ship.components} - {*own.lost},
        crew=dict(own.crew),
        charges=dict(own.charges),
        goods=dict(own.goods),
        just_lost={*own.lost} - {*before.ships[0].lost},
        title=f"{own.ship.name} {when}",
    )
