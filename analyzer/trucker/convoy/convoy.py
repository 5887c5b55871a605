"""Convoys: ships that fly together, and the components that they lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.trucker.captains import Captain
from analyzer.trucker.convoy.ship import Group, ShipsInFlight
from analyzer.trucker.convoy.state import BoolArray, Indices, PartOfState
from analyzer.trucker.ship.bitboard import Bits
from analyzer.trucker.wrecks.wrecks import Numbers


class Convoy(Group):
    """Flights of the same ships side by side, with methods that select flights and yield ships in order."""

    def together(self, flights: Indices, act: Callable[[Convoy], None], *, copies: bool = False) -> None:
        """Apply an action to some of the flights, as one smaller convoy.

        Enumerated dice may replace each of these flights by several. In the arrays, the new flights follow all others.

        Args:
            flights: Indices of the flights within this convoy.
            act: The action, called with the smaller convoy.
            copies: Whether the action gets copies of the arrays of these flights (see PartOfState).
        """
        if flights.size == self.size:
            act(self)
        elif flights.size:
            some = self.of(flights)
            if copies:
                part = PartOfState(self.state, some.rows)
                some.state, some.rows = part, np.arange(flights.size)
            act(some)
            if copies and some.state is part:
                part.put_back(some.written)
                some.state = self.state
            self.written |= some.written
            self.forget(some.written)
            # Dice that enumerate have given the smaller convoy a state of its own, with other flights.
            if some.state is not self.state:
                alone = np.delete(self.rows, flights)
                grown = some.state.arrays()
                joined = {
                    name: np.concatenate([array.take(alone, axis=-1), grown[name]], axis=-1)
                    for name, array in self.state.arrays().items()
                }
                self.replace(joined)

    def of(self, flights: Indices) -> Convoy:
        """Return a convoy of some of the flights, at the same card, which shares the arrays of the state."""
        some = copy(self)
        some.rows, some.card, some.written = self.rows.take(flights), self.card.of(flights), set()
        some.forget_rows()
        return some

    def replace(self, arrays: dict[str, npt.NDArray[Any]]) -> None:
        """Replace all flights by those in `arrays`, e.g. after dice multiplied flights or equal ones were merged."""
        self.state = self.state.of(**arrays)
        if self.by_own_rules:
            self.state.freeze()
        self.rows = np.arange(self.state.size)
        self.forget_rows()

    def emit(self, event: str, **facts: Any) -> None:
        """Emit an event for every ship that still flies; arrays have one element for each flight of the convoy."""
        if self.log is not None:
            for ship in self.ships():
                ship.emit(event, **facts)

    def ships(self) -> Iterator[ShipsInFlight]:
        """Yield all flying ships, in one group or, if a listener needs that, in one group for each ship number."""
        return self._chosen("flying")

    def marked_ships(self) -> Iterator[ShipsInFlight]:
        """Yield all marked ships, in one group or, if a listener needs that, in one group for each ship number."""
        return self._chosen("marked")

    def _chosen(self, mask: str) -> Iterator[ShipsInFlight]:
        """Yield the ships for which an array of the state is true, in the groups of `chosen_ships`."""
        chosen = self.column(mask)
        if len(chosen) == 1 and chosen.all():
            yield ShipsInFlight(self, self.rows, self.everywhere, self.captains.only)
            return
        yield from self.chosen_ships(chosen)

    def chosen_ships(self, chosen: BoolArray) -> Iterator[ShipsInFlight]:
        """Yield the chosen ships, in one group or, if a listener needs that, in one group for each ship number.

        Args:
            chosen: Mask over the flights of this convoy. Shape (ships, flights).
        """
        flights = [each.nonzero()[0] for each in chosen]
        numbers = np.repeat(np.arange(len(flights)), [each.size for each in flights])
        yield from self._numbered(numbers, np.concatenate(flights))

    def front_to_back(self) -> Iterator[ShipsInFlight]:
        """Yield the ships in flight order, one group for each place: first the leaders of all flights."""
        return iter(self._by_place())

    def back_to_front(self) -> Iterator[ShipsInFlight]:
        """Yield the ships in reverse flight order, one group for each place: the last ships of all flights first."""
        return reversed(self._by_place())

    def _by_place(self) -> list[ShipsInFlight]:
        """Return the ships in flight order, one group for each place; cached until a ship moves or leaves."""
        if self.in_order is None:
            self.in_order = [*(self._in_order() if self.seats > 1 else self.ships())]
        return self.in_order

    def _in_order(self) -> Iterator[ShipsInFlight]:
        """Yield the ships in flight order, one group for each place, without a sort of each flight."""
        rank = self.rank()
        # Ship number by place. Ships that no longer fly have rank -1, so they write into the extra last row.
        numbers = np.full((len(rank) + 1, self.size), -1, np.int8)
        for number, places in enumerate(rank):
            numbers[places, self.everywhere] = number
        for here in numbers[:-1]:
            flights = self.everywhere if (here >= 0).all() else (here >= 0).nonzero()[0]
            yield from self._numbered(here.take(flights).astype(np.intp), flights)

    def _numbered(self, numbers: Numbers, flights: Indices) -> Iterator[ShipsInFlight]:
        """Yield ships, given by number and flight, in one group.

        If a listener wants each ship by itself, there is a group for each ship number.
        """
        if not flights.size:
            return
        # Indices into arrays (ships, flights of the state) laid flat.
        cells = self.rows.take(flights) + numbers * self.state.size
        if not self.tells_each_ship:
            yield ShipsInFlight(self, cells, flights, self.captains.only)
            return
        for number in range(self.seats):
            mine = (numbers == number).nonzero()[0]
            if mine.size:
                yield ShipsInFlight(self, cells.take(mine), flights.take(mine), self.captain_of(int(cells[mine[0]])))

    def captain_of(self, cell: int) -> Captain:
        """Return the captain of the ship at an index of the flattened state arrays."""
        return self.captains.only or self.captains.each[int(self.state.command.reshape(-1)[cell])]


def lost(convoy: Convoy) -> Bits:
    """Return a mask of the squares whose components each ship has lost. Shape (ships, flights)."""
    state, wrecks = convoy.state, convoy.wrecks
    launched = wrecks.stack.array("occupied")[:, 0].take(wrecks.hulls_of(state.wreck))
    return np.asarray(launched & ~(state.alive | state.withdrawn))
