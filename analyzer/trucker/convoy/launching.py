"""A convoy on the start line: who sits where, crewed and charged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.captains.prices import Captains
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.lone_ship import LONE_SHIP
from analyzer.trucker.convoy.revealed import Figured, Revealed
from analyzer.trucker.convoy.state import Array, State
from analyzer.trucker.edition import GOODS, Level
from analyzer.trucker.fleets.in_flight import FLEET
from analyzer.trucker.ship.bitboard import Counts
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.wrecks.cache import wrecks_of
from analyzer.trucker.wrecks.register import Numbers

NO_CARD = Revealed(Figured(()), np.zeros(1, np.intp))
"""Before the first card is revealed."""


@dataclass(frozen=True)
class Seat:
    """Who flies at one place of a convoy: in each flight one of some hulls, by its number in `which` (flights)."""

    hulls: Sequence[Hull]
    which: Numbers


Flown = Hull | tuple[Hull, ...]
"""What flies for a ship file: its hull, or the fleets that dice may make of a build."""


def seat(ships: Sequence[Flown], flights: int, which: Numbers | None = None) -> Seat:
    """The seat of each for so many flights, one after the other; equal hulls are one.

    `which` (flights): of the fleets that a build may become the one that it is.
    """
    each = [one if isinstance(one, tuple) else (one,) for one in ships]
    different = {hull.key: hull for hulls in each for hull in hulls}
    places = {key: number for number, key in enumerate(different)}
    chosen = np.zeros(flights, np.intp) if which is None else which
    numbers = [np.array([places[hull.key] for hull in hulls]) for hulls in each]
    taken = [number.take(chosen) if number.size > 1 else np.repeat(number, flights) for number in numbers]
    return Seat(list(different.values()), np.concatenate(taken))


def launch(
    ships: Sequence[Hull | Seat],
    captains: Sequence[Captain | Sequence[Captain]],
    level: Level,
    flights: npt.NDArray[np.int64],
    places: Counts,
    *,
    basic: bool = False,
) -> Convoy:
    """A convoy on the start line, crewed and charged; `places` (ships, flights) is the starting order, 0 first.

    `captains`: of each ship the one who commands it, or one for each of some equal shares of the flights, which follow
    one another. `basic`: it flies by the basic rules.
    """
    shape = len(ships), flights.size
    seats = [ship if isinstance(ship, Seat) else Seat([ship], np.zeros(flights.size, np.intp)) for ship in ships]
    different = {hull.key: hull for seat in seats for hull in seat.hulls}
    numbers, hulls = {key: number for number, key in enumerate(different)}, list(different.values())
    wrecks = wrecks_of(hulls)
    chosen = np.stack([np.array([numbers[hull.key] for hull in seat.hulls]).take(seat.which) for seat in seats])
    formation = FLEET if wrecks.fleets else LONE_SHIP
    different_captains, command = who_commands(captains, flights.size)
    state = State(
        wrecks,
        flight=flights,
        wreck=wrecks.whole.take(chosen, axis=-1),
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
        **formation.at_launch(hulls, chosen),
        **command,
    )
    return Convoy(different_captains, level, state, np.arange(flights.size), NO_CARD, formation, basic=basic)


def who_commands(captains: Sequence[Captain | Sequence[Captain]], flights: int) -> tuple[Captains, dict[str, Array]]:
    """The different captains of a convoy, and where there are several who commands which ship (see `launch`)."""
    each = [[one] if isinstance(one, Captain) else one for one in captains]
    different = list(dict.fromkeys(captain for shares in each for captain in shares))
    if len(different) == 1:
        return Captains(different), {}
    numbers = {captain: number for number, captain in enumerate(different)}
    shares = [np.array([numbers[captain] for captain in own], np.intp) for own in each]
    return Captains(different), {"command": np.stack([own.repeat(flights // own.size) for own in shares])}
