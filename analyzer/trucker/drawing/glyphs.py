"""What a component of the user's own kinds is for, as small marks by the figures of its kind: its code says little.

Kinds that come with the product are known by their codes, and are drawn without.
"""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.trucker.ship.component import SIDES, Component, Side

WIDE, ROOM = 6.5, 28
"""Of a mark with the gap beside it; between the connectors of a tile of 40."""
MOST = 6
"""Marks of one sort; a larger number is told by the name."""
GLYPHS = {
    "cannon": '<path d="M{x:g} 23.5v5.5" stroke="currentColor" stroke-width="2.2"/>',
    "engine": '<path d="M{x:g} 29l2-4.5h-4z" fill="currentColor"/>',
    "crew": '<circle cx="{x:g}" cy="26.5" r="2.4" fill="none" stroke="currentColor"/>',
    "batteries": '<path d="M{x:g} 23.5v6" stroke="currentColor" stroke-width="1.2"/>',
    "containers": '<rect x="{left:g}" y="24.3" width="4.4" height="4.4" fill="none" stroke="currentColor"/>',
    "special": '<rect x="{left:g}" y="24.3" width="4.4" height="4.4" fill="currentColor"/>',
    "support": '<path d="M{x:g} 24v5M{left:g} 26.5h5" stroke="currentColor"/>',
}
"""By what it is, in units of a tile of 40; x: the middle of the mark, left: where it begins."""
EDGES = {Side.FRONT: "M8 5H32", Side.RIGHT: "M35 8V32", Side.REAR: "M8 35H32", Side.LEFT: "M5 8V32"}


def marks_of(part: Component) -> list[str]:
    """What a component of the user's own kinds carries or does, each as often as it has it; [] for all others."""
    kind = part.own
    if kind is None:
        return []
    numbers = {"cannon": kind.cannon, "engine": kind.engine, "crew": kind.crew, "batteries": kind.batteries}
    numbers |= {"containers": kind.containers, "special": kind.special_containers}
    numbers |= {"support": int(bool(kind.life_support))}
    return [what for what, number in numbers.items() for _ in range(min(number, MOST))]


def shielded_all_round(part: Component) -> tuple[Side, ...]:
    """The sides that its shield covers where they are not named: all of them, or none."""
    return SIDES if part.is_a.shield == len(SIDES) else ()


def glyphs_svg(part: Component) -> Iterator[str]:
    """The marks in a row below the code, in the units of a tile of an SVG, and bars where a shield covers all sides."""
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
