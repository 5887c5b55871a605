"""Cures of single flaws, and the repair of whole ships."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import count
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.trucker.fleets.fleet import FALLS_OFF
from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.ship.blank import starting_cabin
from analyzer.trucker.ship.box import nearest, turned_all_ways, with_component
from analyzer.trucker.ship.component import SIDES, START, Component, Square
from analyzer.trucker.ship.flaws import HOMELESS, Flaw
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.layout import Layout, kind_at
from analyzer.trucker.ship.shipfile import ShipLike, as_ship

TRIED = 12
"""Largest number of components of the box that are tried as a replacement on a square, most similar first."""


@dataclass(frozen=True, slots=True)
class Cure:
    """A change that mends one flaw and causes no other.

    Attributes:
        how: "turn" or "exchange" the component, "take off" the component, "move" the alien, or leave it "at home".
        square: The square to change; for "move" the alien's new cabin.
        kind: Kind of the component that lies there now, "" for an empty square.
        token: The component as it lies afterwards, for "turn" and "exchange".
        removed: All squares that "take off" empties: the component's, and those of components that it connected.
        alien: Colour of the alien that moves or stays at home.
    """

    how: str
    square: Square
    kind: str
    token: str = ""
    removed: tuple[Square, ...] = ()
    alien: str = ""

    def __str__(self) -> str:
        if self.how == "move":
            return f"let the {self.alien} alien live at {at(self.square)}, or leave it at home"
        if self.how == "at home":
            return f"leave the {self.alien} alien at home"
        what = f"the {in_words(self.kind)} at {at(self.square)}"
        if self.how == "turn":
            return f"turn {what}: {self.token}"
        if self.how == "exchange" and not self.kind:
            return f"lay {self.token} at {at(self.square)}"
        if self.how == "exchange":
            return f"lay {self.token} from the box in place of {what}"
        more = [at(square) for square in self.removed if square != self.square]
        return f"take off {what}" + (f", and with it {' '.join(more)}" if more else "")

    def as_dict(self) -> dict[str, Any]:
        """Return the cure in plain types, with its sentence as `text`."""
        return asdict(self) | {"text": str(self)}


def cures(layout: ShipLike) -> Mapping[Flaw, Cure | None]:
    """Return the cheapest cure of every flaw of a ship.

    Turning a component costs nothing. Exchanging it for one with the same purpose from the box costs little. Taking off
    costs as many components as come off; if two removals cost the same, the one that mends more flaws wins. An alien
    that cannot live in its cabin moves to a free one, or stays at home.

    Args:
        layout: A ship, or the path of its file.

    Returns:
        The cure of each flaw; None if no change that was tried mends the flaw without causing another one. Only the
        components most similar to the present one are tried as its replacement.

    Raises:
        AnalyzerError: If it is no ship, or its file cannot be read.

    >>> import analyzer
    >>> quiz = analyzer.load_ship("ships/2007/flawed/quiz.yaml")
    >>> print(analyzer.cures(quiz)[quiz.flaws()[-1]])
    take off the battery (2) at (9,7)
    """
    layout = as_ship(layout)
    flaws = layout.flaws()
    return {flaw: _cheapest(layout, flaw, frozenset(flaws)) for flaw in flaws}


def _cheapest(layout: Layout, flaw: Flaw, known: frozenset[Flaw]) -> Cure | None:
    if flaw.kind == HOMELESS:
        return home_for(layout, flaw.square)
    concerned = [square for square in (flaw.square, flaw.other) if square in layout.components]
    for how, square, part in _changes(layout, flaw, [square for square in concerned if square is not None]):
        if _mends(with_component(layout, square, part), flaw, known):
            return Cure(how, square, kind_at(layout, square), write_token(part))
    off = [_taken_off(layout, square, flaw, known) for square in concerned if square is not None]
    possible = [cure for cure in off if cure is not None]
    return min(possible, key=lambda one: (len(one.removed), len(layout.without(one.removed).flaws())), default=None)


def home_for(layout: Layout, square: Square) -> Cure:
    """Return the cure for an alien that cannot live on its square: move to the first free cabin, else stay at home."""
    colour = next(one for one, home in layout.aliens.items() if home == square)
    homes = (home for home, colours in layout.alien_cabins().items() if colour in colours)
    free = [home for home in homes if home not in layout.aliens.values()]
    if not free:
        return Cure("at home", square, kind_at(layout, square), alien=colour)
    return Cure("move", min(free, key=layout.board.reading_order), "cabin", alien=colour)


def _changes(layout: Layout, flaw: Flaw, concerned: list[Square]) -> Iterator[tuple[str, Square, Component]]:
    """Yield the changes that may mend a flaw: turns first, then similar components that are left in the box.

    For a component that is not joined to the ship, turns of its neighbours are tried too. For a missing starting cabin,
    the only change is to lay one.

    Yields:
        How to change ("turn" or "exchange"), the square, and the new component on it.
    """
    if flaw.kind == START and flaw.square == layout.board.start:
        yield "exchange", flaw.square, starting_cabin(layout.board)
        return
    around = [layout.board.neighbour(flaw.square, side) for side in SIDES] if "disconnected" in flaw.kinds else []
    for square in (*concerned, *(one for one in around if one in layout.components)):
        for part in turned_all_ways(layout.components[square])[1:]:
            yield "turn", square, part
    for square in concerned:
        if square in layout.board.squares and square != layout.board.start:
            for part in nearest(layout, square)[:TRIED]:
                yield "exchange", square, part


def _mends(changed: Layout, flaw: Flaw, known: frozenset[Flaw]) -> bool:
    """Return whether a change mends a flaw without causing a new one."""
    left = frozenset(changed.flaws())
    return flaw not in left and left <= known


def _taken_off(layout: Layout, square: Square, flaw: Flaw, known: frozenset[Flaw]) -> Cure | None:
    """Return the cure that takes off a component and all components that it connected.

    The result is None if that does not mend the flaw, if it causes a new one, or if the component is the starting cabin
    in its place.
    """
    part = layout.components[square]
    if part.kind == START and square == layout.board.start:
        return None
    removed, before = {square}, _adrift(known)
    left = layout.without(removed)
    while left.components and (new := _adrift(left.flaws()) - before):
        removed |= new
        left = layout.without(removed)
    if not left.components or not _mends(left, flaw, known):
        return None
    return Cure("take off", square, part.kind, removed=tuple(at for at in layout.components if at in removed))


def _adrift(flaws: Iterable[Flaw]) -> set[Square]:
    """Return the squares of all components that are not joined to the rest of the ship."""
    return {flaw.square for flaw in flaws if "disconnected" in flaw.kinds}


PATIENCE = 3000
"""Number of partly repaired ships after which the search follows only the best one."""


def repair(layout: ShipLike) -> tuple[Layout, tuple[Square, ...]]:
    """Return a legal version of a ship and the squares that were emptied for it.

    The search removes one of the two components of a flaw at a time, fewest removals first. So the number of removals
    is the smallest possible, unless more than 3,000 partly repaired ships come up. The search then follows only the
    best one. Aliens without a home stay at home, and humans fly in their cabins.

    A build of class IVC becomes legal whatever the dice join. Pieces of a ship that fall off before the start may
    remain.

    Args:
        layout: A ship, or the path of its file.

    Returns:
        The repaired ship, and the emptied squares in reading order.

    Raises:
        AnalyzerError: If the starting cabin is not in its place, which no removal can mend.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/flawed/loose-screws.yaml")
    >>> mended, removed = analyzer.repair(ship)
    >>> len(ship.flaws()) > 0, mended.flaws(), len(mended.components) + len(removed) == len(ship.components)
    (True, [], True)
    """
    layout = as_ship(layout)
    order, housed = count(), layout.housed()
    waiting: list[tuple[int, int, frozenset[Square]]] = [(0, next(order), frozenset())]
    # The heap is ordered by number of removals; the running number breaks ties, because sets have no order.
    seen = {frozenset[Square]()}
    for looked_at in count():
        _, _, removed = heapq.heappop(waiting)
        ship = housed.without(removed)
        flaws = [flaw for flaw in ship.flaws() if not (ship.is_build and flaw.kind == FALLS_OFF)]
        if not flaws:
            return ship, tuple(square for square in layout.components if square in removed)
        if looked_at >= PATIENCE:
            # From here on only the successors of the best ship so far remain: a greedy finish.
            waiting.clear()
        for step in _remedies(ship, flaws):
            left = removed | step
            if left not in seen:
                seen.add(left)
                heapq.heappush(waiting, (len(left), next(order), left))
    raise AssertionError("the search ends with a legal ship: the starting cabin alone is one")


DOOMED = ("disconnected", "outside_board", "starting_cabin", "starting_cabins", "engine_direction")
"""Kinds of flaws whose component has to be taken off in any case."""


def _remedies(ship: Layout, flaws: list[Flaw]) -> Iterator[frozenset[Square]]:
    """Yield sets of squares to empty next; each set mends a flaw.

    Components that cannot stay are one set. If there are none, each of the two components of the first flaw is a set.

    Raises:
        AnalyzerError: If the starting cabin is missing.
    """
    start = ship.board.start
    if start is not None and Flaw("starting_cabin", start) in flaws:
        raise AnalyzerError(f"{ship.name}: no repair: there is no starting cabin on {list(start)}; put SC3333 there")
    doomed = frozenset(flaw.square for flaw in flaws if flaw.kind in DOOMED)
    if doomed:
        yield doomed
        return
    flaw = flaws[0]
    for square in (flaw.square, flaw.other):
        if square is not None and square != start:
            yield frozenset([square])
