"""Launching of convoys, of lone ships and of fleets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyzer.trucker.captains import Captain, Captains
from analyzer.trucker.convoy.charges import spend_one
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.crew import has_brown, has_purple
from analyzer.trucker.convoy.decisions import DEFENDS, if_there_is_one
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import COMING, Array, Column, Figured, Formation, Insured, Revealed, State, Truth
from analyzer.trucker.convoy.strength import Strength
from analyzer.trucker.edition import GOODS, Level
from analyzer.trucker.fleets.in_flight import FLEET
from analyzer.trucker.metrics import METRICS
from analyzer.trucker.ship.bitboard import Bits, Counts, drop_lowest
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.ship.strength import cannon_halves, engine_strength
from analyzer.trucker.ship.tokens import HUMANS
from analyzer.trucker.wrecks.cache import wrecks_of
from analyzer.trucker.wrecks.facts import components, double_cannons, double_engines, launched, stowed
from analyzer.trucker.wrecks.wrecks import SAVABLE, SUMS, Fates, Hazard, Numbers, fates


class LoneShip(Formation):
    """One ship under each figure."""

    metrics = METRICS

    def at_launch(self, hulls: Sequence[Hull], chosen: Numbers) -> dict[str, Array]:
        """Nothing besides."""
        return {}

    def set_out(self, convoy: Convoy) -> None:
        """A ship that is launched starts."""

    def who_steer(self, ship: ShipsInFlight) -> Bits:
        """Humans alone."""
        return ship.crew & HUMANS

    def kept_back(self, ship: ShipsInFlight, humans: Counts) -> Counts:
        """The last one, if there is any."""
        return np.asarray(humans > 0, np.int64)

    def humans_left(self, ship: ShipsInFlight, going: Counts) -> Bits:
        """They leave the cabins with the highest risk first."""
        return drop_lowest(ship.crew & HUMANS, going)

    def left_unsteered(self, ship: ShipsInFlight, humans: Counts, going: Counts) -> Counts:
        """None: without a human the flight is over."""
        return np.zeros(ship.size, np.int64)

    def cannons(self, ship: ShipsInFlight) -> Strength:
        """Its cannons."""
        return Strength(ship, cannon_halves, double_cannons, has_purple(ship))

    def engines(self, ship: ShipsInFlight, moving: bool) -> Strength:
        """Its engines."""
        return Strength(ship, engine_strength, double_engines, has_brown(ship), moving)

    def defend(self, ship: ShipsInFlight, fate: Fates) -> Truth:
        """Any charge aboard will do."""
        can_be = fate >= SAVABLE
        there = can_be & (ship.charge != 0)
        used: Truth = ship.decide(DEFENDS, there & ship.captain.defends, if_there_is_one(there))
        spend_one(ship.where(used))
        ship.emit("is defended", can_be=can_be, used=used)
        return used

    def fate(self, ship: ShipsInFlight, small: Hazard, large: Hazard, coming: Numbers, roll: Numbers) -> Fates:
        """Looked up by wreck."""
        return fates(ship.convoy.wrecks, small, large, (ship.wreck * COMING + coming) * SUMS + roll)

    def struck(self, ship: ShipsInFlight, position: Numbers) -> Numbers:
        """There is only one."""
        return ship.wreck

    def with_the_others(self, ship: ShipsInFlight, position: Numbers, left: Numbers) -> Numbers:
        """There are no others."""
        return left

    def stowed(self, ship: ShipsInFlight, cubes: Counts) -> Bits:
        """Looked up by hold."""
        return stowed(ship.convoy.wrecks, ship.wreck, cubes)

    def lost(self, ship: ShipsInFlight) -> Counts:
        """All that are no longer there."""
        return np.asarray(ship.fact(launched) - ship.fact(components))

    def expel(self, ship: ShipsInFlight, cards: int) -> None:
        """Who cannot move is stuck, which ends the flight."""

    def leave_unsteered(self, ship: ShipsInFlight, cards: int) -> None:
        """Without a human the flight is over."""

    def all_leave(self, ship: ShipsInFlight, why: str, cards: int) -> None:
        """The flight is over, and that is all."""

    def take_out(self, convoy: Convoy, cards_left: int) -> None:
        """There are no others."""

    def standing(self, convoy: Convoy) -> npt.NDArray[np.int8]:
        """Flight order."""
        return convoy.rank()

    def settled(self, convoy: Convoy, insured: Sequence[Insured]) -> dict[str, Column]:
        """Nothing besides."""
        return {}

    def insure(self, penalty: Counts, insured: Sequence[Insured], settled: Mapping[str, Column]) -> Counts:
        """Nobody insures a lone ship."""
        return penalty

    def looked_at(self, arrived: Truth, settled: Mapping[str, Column]) -> Truth:
        """All that arrived."""
        return arrived

    def still_there(self, state: State, number: int) -> tuple[tuple[int, ...], int]:
        """No ship of a fleet."""
        return (), 0


LONE_SHIP = LoneShip()


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
