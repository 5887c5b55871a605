"""Ships flying together: who flies where, in what order, and what the bank has left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.convoy.group import Group
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import State, TakenState, Which
from analyzer.trucker.edition import GOODS, Level
from analyzer.trucker.ship.bitboard import Bits, Counts
from analyzer.trucker.ship.hull import Hull


class Convoy(Group):
    """Flights of the same ships, which can be gathered, and whose ships can be gone through in any order."""

    def together(self, flights: Which, act: Callable[[Convoy], None]) -> None:
        """Gather some flights, let something happen to them together, and put them back.

        Enumerated dice may have made more of them; then they come after those that were left alone.
        """
        if flights.size == self.size:
            act(self)
        elif flights.size:
            taken = TakenState(self.state, flights)
            some = Convoy(self.hulls, self.captains, self.level, taken, self.slot, self.log, self.basic)
            act(some)
            if some.state is taken:
                taken.put_back()
            else:
                grown = some.state.arrays()
                alone = {name: np.delete(array, flights, axis=-1) for name, array in self.state.arrays().items()}
                self.state = State(**{name: np.concatenate([alone[name], grown[name]], axis=-1) for name in alone})

    def tell(self, event: str, **facts: Any) -> None:
        """Let whoever listens hear of something from every ship; arrays have one element a flight of the convoy."""
        if self.log is not None:
            for ship in self.ships():
                ship.tell(event, **facts)

    def ships(self) -> Iterator[Ship]:
        """Every ship, in all flights in which it still flies."""
        for number, flying in enumerate(self.state.flying):
            everywhere = bool(flying.all())
            yield Ship(self, number, np.arange(self.size) if everywhere else np.flatnonzero(flying), everywhere)

    def marked_ships(self) -> Iterator[Ship]:
        """Every ship, in the flights in which it is marked."""
        for number, marked in enumerate(self.state.marked):
            yield Ship(self, number, np.flatnonzero(marked))

    def front_to_back(self) -> Iterator[Ship]:
        """The ships in flight order: first the leaders of all flights, ship by ship, then the seconds, and so on."""
        return self._in_order(range(len(self.hulls)))

    def back_to_front(self) -> Iterator[Ship]:
        """The ships against flight order: first the last ones."""
        return self._in_order(reversed(range(len(self.hulls))))

    def _in_order(self, ranks: Iterator[int] | range) -> Iterator[Ship]:
        if len(self.hulls) == 1:
            yield from self.ships()
            return
        rank = self.rank()
        for place in ranks:
            for number in range(len(self.hulls)):
                yield Ship(self, number, np.flatnonzero(rank[number] == place))


def launch(
    hulls: Sequence[Hull],
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
    shape = len(hulls), flights.size

    def full(values: list[np.uint64]) -> Bits:
        return np.repeat(np.array(values, np.uint64)[:, None], flights.size, axis=1)

    state = State(
        flight=flights,
        alive=full([hull.whole[0] for hull in hulls]),
        crew=full([hull.tokens.crew for hull in hulls]),
        charge=full([hull.tokens.charges.full for hull in hulls]),
        goods=np.zeros((len(GOODS), *shape), np.uint64),
        position=np.array(level.starts, np.int32)[places],
        flying=np.ones(shape, np.bool_),
        stuck=np.zeros(shape, np.bool_),
        marked=np.zeros(shape, np.bool_),
        aim=np.zeros(flights.size, np.intp),
        ending=np.zeros(shape, np.int8),
        cards_flown=np.zeros(shape, np.int16),
        bounty=np.zeros(shape, np.int32),
    )
    return Convoy(hulls, captains, level, state, basic=basic)
