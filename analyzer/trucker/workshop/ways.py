"""Every legal way to lay some components on a ship: each on any free square that joins, in any turn, or laid aside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from analyzer.trucker.sayings.phrases import at as at_square
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.box import as_printed
from analyzer.trucker.ship.component import Component
from analyzer.trucker.ship.fitting import pattern
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.workshop.space import Space, turns

AS_IT_IS = "as it is"


@dataclass(frozen=True)
class Way:
    """Components on squares that were free, in reading order; what is in hand and not among them is laid aside."""

    laid: tuple[tuple[Square, Component], ...] = ()

    @property
    def name(self) -> str:
        """What lies where: `CN0121^ (5,7), CA1322 (8,6)`."""
        return ", ".join(f"{write_token(part)} {at_square(square)}" for square, part in self.laid) or AS_IT_IS

    @property
    def flies_as(self) -> frozenset[object]:
        """What is equal of ways that fly alike."""
        return frozenset((square, pattern(part)) for square, part in self.laid)

    def made_on(self, ship: Layout) -> Layout:
        """The ship with them, its aliens where they live."""
        return replace(ship, components={**ship.components, **dict(self.laid)})


NOTHING_LAID = Way()


def one_more(ship: Layout, begun: Iterable[Way], parts: Sequence[Component]) -> list[Way]:
    """Every legal way to go on from those that are begun by laying one more of the parts; the ship has to be legal.

    What can be laid at all can be laid one by one, each held by what lies there.
    """
    space, hand = Space(ship.board), Counter(map(as_printed, parts))
    longer_ways = (longer for way in begun for longer in _longer(space, ship.components, way, hand))
    return list(dict.fromkeys(longer_ways))


def _longer(space: Space, built: Mapping[Square, Component], way: Way, hand: Counter[Component]) -> Iterator[Way]:
    state = space.state({**built, **dict(way.laid)})
    left = hand - Counter(as_printed(part) for _, part in way.laid)
    for number, square in enumerate(space.squares):
        if state[number] is not None or number == space.start:
            continue
        for part in left:
            for one in turns(part):
                if space.is_held(state, number, one) and space.fits(state, number, one):
                    laid = [*way.laid, (square, one.part)]
                    yield Way(tuple(sorted(laid, key=lambda item: space.number[item[0]])))


def apart(ways: Iterable[Way]) -> dict[Way, int]:
    """One of each sort of ways that fly alike, with how many others there are."""
    sorts: dict[frozenset[object], list[Way]] = {}
    for way in ways:
        sorts.setdefault(way.flies_as, []).append(way)
    return {first: len(others) for first, *others in sorts.values()}
