"""Cures of flaws, and repaired ships."""

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
from analyzer.trucker.ship.box import instead, nearest, turned_all_ways
from analyzer.trucker.ship.component import SIDES, START, Component, Square
from analyzer.trucker.ship.flaws import HOMELESS, Flaw
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.layout import Layout, kind_at
from analyzer.trucker.ship.shipfile import ShipLike, as_ship

TRIED = 12
"""So many components of the box are tried on a square, the most similar first."""


@dataclass(frozen=True, slots=True)
class Cure:
    """What mends one flaw and brings no other.

    how: "turn" or "exchange" what lies on the square (token: as it lies then; kind: "" where nothing did), or "take
    off" what lies there and what then hangs on nothing (removed: all of that). An alien may "move" to the cabin on the
    square, or be left "at home" instead of living there (alien: its colour).
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
        """The cure in plain types, with its sentence."""
        return asdict(self) | {"text": str(self)}


def cures(layout: ShipLike) -> Mapping[Flaw, Cure | None]:
    """For every flaw the cheapest cure, None where no single change mends it without another flaw.

    Turning costs nothing, another component of the box for the same purpose little, taking off as much as comes off;
    of two that take off as much, that which mends more flaws.

    >>> import analyzer
    >>> quiz = analyzer.load_ship("ships/2007/flawed/quiz.yaml")
    >>> print(analyzer.cures(quiz)[quiz.flaws()[-1]])
    take off the battery (2) at (9,7)

    Raises AnalyzerError for anything but a ship, or the path of its file.
    """
    layout = as_ship(layout)
    flaws = layout.flaws()
    return {flaw: _cheapest(layout, flaw, frozenset(flaws)) for flaw in flaws}


def _cheapest(layout: Layout, flaw: Flaw, known: frozenset[Flaw]) -> Cure | None:
    if flaw.kind == HOMELESS:
        return home_for(layout, flaw.square)
    concerned = [square for square in (flaw.square, flaw.other) if square in layout.components]
    for how, square, part in _changes(layout, flaw, [square for square in concerned if square is not None]):
        if _mends(instead(layout, square, part), flaw, known):
            return Cure(how, square, kind_at(layout, square), write_token(part))
    off = [_taken_off(layout, square, flaw, known) for square in concerned if square is not None]
    possible = [cure for cure in off if cure is not None]
    return min(possible, key=lambda one: (len(one.removed), len(layout.without(one.removed).flaws())), default=None)


def home_for(layout: Layout, square: Square) -> Cure:
    """Another cabin for the alien that cannot live on that square, the first that is free; else home."""
    colour = next(one for one, home in layout.aliens.items() if home == square)
    homes = (home for home, colours in layout.alien_cabins().items() if colour in colours)
    free = [home for home in homes if home not in layout.aliens.values()]
    if not free:
        return Cure("at home", square, kind_at(layout, square), alien=colour)
    return Cure("move", min(free, key=layout.board.reading_order), "cabin", alien=colour)


def _changes(layout: Layout, flaw: Flaw, concerned: list[Square]) -> Iterator[tuple[str, Square, Component]]:
    """What may be tried: all turns first, of neighbours too where something is not joined, then other components."""
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
    """Whether the flaw is gone, and none is there that was not known."""
    left = frozenset(changed.flaws())
    return flaw not in left and left <= known


def _taken_off(layout: Layout, square: Square, flaw: Flaw, known: frozenset[Flaw]) -> Cure | None:
    """The cure of taking off what lies there, with all that then hangs on nothing; None if it is none."""
    part = layout.components[square]
    if part.kind == START and square == layout.board.start:
        return None
    removed = {square}
    while new := _adrift(layout.without(removed)) - {one.square for one in _of_kind("disconnected", known)}:
        removed |= new
    if len(removed) == len(layout.components) or not _mends(layout.without(removed), flaw, known):
        return None
    return Cure("take off", square, part.kind, removed=tuple(at for at in layout.components if at in removed))


def _adrift(layout: Layout) -> set[Square]:
    return {flaw.square for flaw in _of_kind("disconnected", layout.flaws())} if layout.components else set()


def _of_kind(kind: str, flaws: Iterable[Flaw]) -> Iterator[Flaw]:
    return (flaw for flaw in flaws if kind in flaw.kinds)


PATIENCE = 3000
"""How many partly repaired ships are looked at before the best so far is finished step by step."""


def repair(layout: ShipLike) -> tuple[Layout, tuple[Square, ...]]:
    """The legal ship with the fewest components removed that was found, and the squares that were emptied.

    Aliens that cannot live where they are sent stay at home, and humans fly in their cabins. A search over which of
    the two components of a flaw goes, fewest removed first, so that the answer is the fewest possible unless it runs
    out of patience. Of a build of class IVC it is legal whatever the dice join, but for pieces of a ship, which fall
    off before the start. Raises AnalyzerError for a ship without its starting cabin in place, which no removal can
    mend.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/flawed/loose-screws.yaml")
    >>> mended, removed = analyzer.repair(ship)
    >>> len(ship.flaws()) > 0, mended.flaws(), len(mended.components) + len(removed) == len(ship.components)
    (True, [], True)
    """
    layout = as_ship(layout)
    order, housed = count(), layout.housed()
    waiting: list[tuple[int, int, frozenset[Square]]] = [(0, next(order), frozenset())]
    seen = {frozenset[Square]()}
    for looked_at in count():
        _, _, removed = heapq.heappop(waiting)
        ship = housed.without(removed)
        flaws = [flaw for flaw in ship.flaws() if not (ship.is_build and flaw.kind == FALLS_OFF)]
        if not flaws:
            return ship, tuple(square for square in layout.components if square in removed)
        if looked_at >= PATIENCE:
            waiting.clear()
        for step in _remedies(ship, flaws):
            left = removed | step
            if left not in seen:
                seen.add(left)
                heapq.heappush(waiting, (len(left), next(order), left))
    raise AssertionError("the search ends with a legal ship: the starting cabin alone is one")


DOOMED = ("disconnected", "outside_board", "starting_cabin", "starting_cabins", "engine_direction")
"""Flaws of components that have to go, whatever else does."""


def _remedies(ship: Layout, flaws: list[Flaw]) -> Iterator[frozenset[Square]]:
    """The ways to mend one flaw: what cannot be joined goes at once, else one of the two components concerned."""
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
