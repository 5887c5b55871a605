"""Ships flying together: who flies where, in what order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.convoy.group import Group
from analyzer.trucker.convoy.met import Figured, Met
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import LEFT, State, Truth, Which
from analyzer.trucker.edition import GOODS, Level
from analyzer.trucker.ship.bitboard import Counts
from analyzer.trucker.ship.hull import MOST_SHIPS, Hull
from analyzer.trucker.wrecks.kept import wrecks_of
from analyzer.trucker.wrecks.register import Numbers


class Convoy(Group):
    """Flights of the same ships, of which some can be taken, and whose ships can be gone through in any order."""

    def together(self, flights: Which, act: Callable[[Convoy], None]) -> None:
        """Let something happen to some flights together.

        Enumerated dice may have made more of them; then they come after those that were left alone.
        """
        if flights.size == self.size:
            act(self)
        elif flights.size:
            some = self.of(flights)
            act(some)
            self.written |= some.written
            if some.written & {"goods", "aside"}:
                self.in_bank = None
            if some.state is not self.state:
                alone = np.delete(self.rows, flights)
                grown = some.state.arrays()
                joined = {
                    name: np.concatenate([array.take(alone, axis=-1), grown[name]], axis=-1)
                    for name, array in self.state.arrays().items()
                }
                self.replace(joined)

    def of(self, flights: Which) -> Convoy:
        """Some of the flights, at the card at hand."""
        some = copy(self)
        some.rows, some.card, some.written = self.rows.take(flights), self.card.of(flights), set()
        some.forget_rows()
        return some

    def replace(self, arrays: dict[str, npt.NDArray[Any]]) -> None:
        """Let other flights take the place of these: more of them, or merged."""
        self.state = self.state.of(**arrays)
        self.rows = np.arange(self.state.size)
        self.forget_rows()

    def tell(self, event: str, **facts: Any) -> None:
        """Let whoever listens hear of something from every ship; arrays have one element a flight of the convoy."""
        if self.log is not None:
            for ship in self.ships():
                ship.tell(event, **facts)

    def ships(self) -> Iterator[Ship]:
        """All ships that still fly, captain by captain."""
        return self._chosen(self.state.flying)

    def marked_ships(self) -> Iterator[Ship]:
        """All ships that are marked."""
        return self._chosen(self.state.marked)

    def _chosen(self, chosen: Truth) -> Iterator[Ship]:
        """The ships that are chosen (ships, flights of the state)."""
        flights = [each.take(self.rows).nonzero()[0] for each in chosen]
        if len(flights) == 1 and flights[0].size == self.size:
            yield Ship(self, self.rows, self.everywhere, self.captains[0])
            return
        numbers = np.repeat(np.arange(len(flights)), [each.size for each in flights])
        yield from self._by_captain(numbers, np.concatenate(flights))

    def front_to_back(self) -> Iterator[Ship]:
        """The ships in flight order: first the leaders of all flights, then the seconds, and so on."""
        return self._in_order(range(len(self.captains)))

    def back_to_front(self) -> Iterator[Ship]:
        """The ships against flight order: first the last ones."""
        return self._in_order(reversed(range(len(self.captains))))

    def _in_order(self, ranks: Iterable[int]) -> Iterator[Ship]:
        if len(self.captains) == 1:
            yield from self.ships()
            return
        rank = self.rank()
        numbers = np.full((len(rank) + 1, self.size), -1, np.int8)  # by place, and below those that no longer fly
        for number, places in enumerate(rank):
            numbers[places, self.everywhere] = number
        for place in ranks:
            here = numbers[place]
            flights = (here >= 0).nonzero()[0]
            yield from self._by_captain(here.take(flights).astype(np.intp), flights)

    def _by_captain(self, numbers: Numbers, flights: Which) -> Iterator[Ship]:
        """Ships of these numbers in these flights, those of each captain apart; each by itself if somebody listens."""
        if not flights.size:
            return
        cells = self.rows.take(flights) + numbers * self.state.size
        if not self.apart and not any(self.commands):
            yield Ship(self, cells, flights, self.captains[0])
            return
        apart = numbers if self.apart else np.array(self.commands).take(numbers)
        for number, captain in enumerate(self.captains):
            mine = (apart == number).nonzero()[0]
            if mine.size:
                yield Ship(self, cells.take(mine), flights.take(mine), captain)


NO_CARD = Met(Figured(()), np.zeros(1, np.intp))
"""Before the first card is revealed."""


@dataclass(frozen=True)
class Seat:
    """Who flies at one place of a convoy: in each flight one of some hulls, by its number in `which` (flights)."""

    hulls: Sequence[Hull]
    which: Numbers


Flown = Hull | tuple[Hull, ...]
"""What flies for a ship file: its hull, or the fleets that dice may make of a build."""


def seat(flown: Sequence[Flown], flights: int, which: Numbers | None = None) -> Seat:
    """The seat of each for so many flights, one after the other; equal hulls are one.

    `which` (flights): of the fleets that a build may become the one that it is.
    """
    each = [one if isinstance(one, tuple) else (one,) for one in flown]
    different = {hull.key: hull for hulls in each for hull in hulls}
    places = {key: number for number, key in enumerate(different)}
    chosen = np.zeros(flights, np.intp) if which is None else which
    numbers = [np.array([places[hull.key] for hull in hulls]) for hulls in each]
    taken = [number.take(chosen) if number.size > 1 else np.repeat(number, flights) for number in numbers]
    return Seat(list(different.values()), np.concatenate(taken))


def launch(
    ships: Sequence[Hull | Seat],
    captains: Sequence[Captain],
    level: Level,
    flights: npt.NDArray[np.int64],
    places: Counts,
    *,
    basic: bool = False,
) -> Convoy:
    """A convoy on the start line, crewed and charged; `places` (ships, flights) is the starting order, 0 first.

    `basic`: it flies by the basic rules.
    """
    shape = len(ships), flights.size
    seats = [ship if isinstance(ship, Seat) else Seat([ship], np.zeros(flights.size, np.intp)) for ship in ships]
    different = {hull.key: hull for seat in seats for hull in seat.hulls}
    numbers, hulls = {key: number for number, key in enumerate(different)}, list(different.values())
    wrecks = wrecks_of(hulls)
    chosen = np.stack([np.array([numbers[hull.key] for hull in seat.hulls]).take(seat.which) for seat in seats])
    state = State(
        wrecks,
        flight=flights,
        wreck=wrecks.whole.take(chosen),
        crew=np.array([hull.tokens.crew for hull in hulls], np.uint64).take(chosen),
        charge=np.array([hull.tokens.charges.full for hull in hulls], np.uint64).take(chosen),
        goods=np.zeros((len(GOODS), *shape), wrecks.goods_type),
        position=np.array(level.starts, np.int32).take(places),
        flying=np.ones(shape, np.bool_),
        stuck=np.zeros(shape, np.bool_),
        marked=np.zeros(shape, np.bool_),
        aim=np.zeros(flights.size, np.intp),
        ending=np.zeros(shape, np.int8),
        cards_flown=np.zeros(shape, np.int16),
        bounty=np.zeros(shape, np.int32),
    )
    if wrecks.fleets:
        ships_of = np.array([[bool(mask) for mask in hull.ships.tolist()] for hull in hulls])
        state.gone = np.where(ships_of.T.take(chosen, axis=1), 0, LEFT.index("no_such_ship")).astype(np.int8)
        state.left_at = np.zeros((MOST_SHIPS, *shape), np.int16)
        state.withdrawn = np.zeros(shape, np.uint64)
        state.aside = np.zeros((len(GOODS), *shape), np.int16)
    commands = tuple(captains.index(captain) for captain in captains)
    return Convoy(tuple(captains), level, state, np.arange(flights.size), NO_CARD, commands, basic=basic)
