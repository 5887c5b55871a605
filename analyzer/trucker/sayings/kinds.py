"""What a kind of component is for, by its figures: in words, for kinds of the user's own, whose names say nothing."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.trucker.sayings.phrases import in_words, many
from analyzer.trucker.ship.component import SIDES, Component, Kind


def named_with_figures(part: Component) -> str:
    """What the component is called, and, of a kind of the user's own, what it carries or does.

    >>> from analyzer.trucker.ship.component import component_of, kind_of_row
    >>> figures = {"crew": "2", "aliens": "1", "cannon": "1", "batteries": "0", "containers": "0", "engine": "0"}
    >>> row = figures | {"special_containers": "0", "powered": "0", "shield": "0", "life_support": ""}
    >>> nest = kind_of_row(row | {"kind": "gun_cabin", "code": "GC"})
    >>> named_with_figures(component_of(nest, (0, 1, 1, 1), nest.printed_facing))
    'gun cabin (2 crew, cannon 1)'
    """
    name = in_words(part.kind)
    return name if part.own is None else f"{name} ({', '.join(_figures(part.own)) or 'nothing but structure'})"


def _figures(kind: Kind) -> Iterator[str]:
    """Everything that it carries or does, with its number."""
    powered = " with a battery" if kind.powered else ""
    if kind.crew:
        yield f"{kind.crew} crew"
    if kind.cannon:
        yield f"cannon {kind.cannon}{powered}"
    if kind.engine:
        yield f"engine {kind.engine}{powered}"
    if kind.shield:
        yield "shield on all sides" if kind.shield == len(SIDES) else f"shield on {many(kind.shield, 'side')}"
    if kind.batteries:
        yield many(kind.batteries, "charge")
    if kind.containers:
        yield many(kind.containers, "container")
    if kind.special_containers:
        yield many(kind.special_containers, "special container")
    if kind.life_support:
        yield f"{kind.life_support} life support"
