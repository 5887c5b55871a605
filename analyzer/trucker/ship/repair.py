"""Making a flawed ship legal before launch by taking components off (rules: "Kontrolle vor dem Start")."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count

from analyzer.errors import AnalyzerError
from analyzer.trucker.fleets.fleet import FALLS_OFF
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.flaws import Flaw
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship

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
