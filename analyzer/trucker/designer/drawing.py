"""Changes of a ship by hand: lay, turn, move, swap and take off components; each returns a new layout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from analyzer.errors import AnalyzerError
from analyzer.trucker.sayings.phrases import at, in_words, named_with_figures
from analyzer.trucker.ship.box import as_printed
from analyzer.trucker.ship.component import SIDE_NAMES, Component, Square
from analyzer.trucker.ship.layout import Layout


def with_part(ship: Layout, part: Component, on: Square, taken: Square | None = None) -> Layout:
    """Return the ship with a component laid on a square.

    Args:
        ship: The ship.
        part: The component.
        on: The square.
        taken: The square that the component comes from; None if it comes from the box. Another component that lies
            on square `on` moves to `taken`, or back to the box.

    Raises:
        AnalyzerError: The board has no such square, or the component does not lie on `taken`.
    """
    if on not in ship.board.squares:
        raise AnalyzerError(f"{at(on)}: board {ship.board.title} has no such square")
    components = dict(ship.components)
    if taken is not None:
        lay_there = components.pop(taken, None)
        if lay_there is None or as_printed(lay_there) != as_printed(part):
            raise AnalyzerError(f"{at(taken)}: no {in_words(part.kind)} lies there any more")
    displaced = components.get(on)
    if displaced is not None and taken is not None and taken != on:
        components[taken] = displaced
    return ship.rebuilt_of(components | {on: part})


def with_part_turned(ship: Layout, on: Square, by: int) -> Layout:
    """Return the ship with the component on a square turned clockwise by a number of quarter turns."""
    return ship.rebuilt_of({**ship.components, on: part_at(ship, on).turned(by)})


def without(ship: Layout, on: Square) -> Layout:
    """Return the ship without the component on a square.

    Raises:
        AnalyzerError: No component lies there, or the ship has no other component.
    """
    part_at(ship, on)
    if len(ship.components) == 1:
        raise AnalyzerError("the last component stays: a ship has at least one")
    return ship.without([on])


def part_at(ship: Layout, on: Square) -> Component:
    """Return the component that lies on a square of the ship.

    Raises:
        AnalyzerError: No component lies there.
    """
    if on not in ship.components:
        raise AnalyzerError(f"{at(on)}: no component lies there")
    return ship.components[on]


def with_alien(ship: Layout, colour: str, home: Square | None) -> Layout:
    """Return the ship with an alien in the given cabin; an alien that lived in this cabin leaves the ship.

    Args:
        ship: The ship.
        colour: The alien's colour.
        home: The square of the cabin; None takes the alien off the ship.

    Raises:
        AnalyzerError: The alien cannot live there.
    """
    others = {one: square for one, square in ship.aliens.items() if one != colour and square != home}
    if home is None:
        return replace(ship, aliens=others)
    with_alien = replace(ship, aliens=others | {colour: home})
    if lost := [flaw for flaw in with_alien.homeless() if flaw.square == home]:
        raise AnalyzerError(str(lost[0]))
    return with_alien


def label(part: Component) -> str:
    """Return the description of a component for screen readers, e.g. `cannon facing front; front smooth, ...`."""
    names: Mapping[int, str] = {0: "smooth", 1: "single", 2: "double", 3: "universal"}
    facing = " and ".join(SIDE_NAMES[side] for side in part.facing)
    sides = ", ".join(f"{side} {names[one]}" for side, one in zip(SIDE_NAMES, part.connectors, strict=True))
    return f"{named_with_figures(part)}{f' facing {facing}' if facing else ''}; {sides}"
