"""Differences between two ships of one board, in words."""

from __future__ import annotations

from collections.abc import Iterator

from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.ship.box import as_printed
from analyzer.trucker.ship.component import COLOURS, Component, Square
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.layout import Layout

Parts = dict[Square, Component]


def new_squares(before: Layout, after: Layout) -> list[Square]:
    """Return the squares whose component was replaced, turned, added or taken off."""
    squares = dict.fromkeys([*before.components, *after.components])
    return [square for square in squares if before.components.get(square) != after.components.get(square)]


def changes_in_words(before: Layout, after: Layout) -> list[str]:
    """Return instructions that turn the first ship into the second, one sentence per change; [] if nothing differs.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> changes_in_words(ship, ship.without([(5, 7)]))
    ['take off the single cannon CN0020^ at (5,7)']
    """
    differ = new_squares(before, after)
    gone = {square: before.components[square] for square in differ if square in before.components}
    come = {square: after.components[square] for square in differ if square in after.components}
    return [*_turned(gone, come), *_moved(gone, come), *_exchanged(gone, come), *_crew(before, after)]


def _turned(gone: Parts, come: Parts) -> Iterator[str]:
    """Yield a sentence for each component that was turned, and remove it from both dicts."""
    for square in [square for square in come if square in gone]:
        if as_printed(gone[square]) == as_printed(come[square]):
            yield f"turn the {_named(gone.pop(square))} at {at(square)}: {write_token(come.pop(square))}"


def _moved(gone: Parts, come: Parts) -> Iterator[str]:
    """Yield a sentence for each component that was moved, and remove it from both dicts."""
    for square, part in [*come.items()]:
        here = next((one for one, was in gone.items() if as_printed(was) == as_printed(part)), None)
        if here is not None:
            was = gone.pop(here)
            turned = "" if was == part else f" as {write_token(part)}"
            yield f"move the {_named(was)} from {at(here)} to {at(square)}{turned}"
            del come[square]


def _exchanged(gone: Parts, come: Parts) -> Iterator[str]:
    """Yield a sentence for each component that was exchanged, added or taken off."""
    for square, part in come.items():
        new = _named(part)
        if square in gone:
            yield f"lay the {new} from the box at {at(square)} in place of the {_named(gone.pop(square))}"
        else:
            yield f"lay the {new} from the box at {at(square)}"
    for square, part in gone.items():
        yield f"take off the {_named(part)} at {at(square)}"


def _crew(before: Layout, after: Layout) -> Iterator[str]:
    """Yield a sentence for each alien that moves, comes or stays at home."""
    for colour in COLOURS:
        was, now = before.aliens.get(colour), after.aliens.get(colour)
        if now is None and was is not None:
            yield f"fly without the {colour} alien"
        elif now is not None and now != was:
            yield f"the {colour} alien lives at {at(now)}" + (f", no longer at {at(was)}" if was else "")


def _named(part: Component) -> str:
    return f"{in_words(part.kind)} {write_token(part)}"
