"""Launching of convoys: the state of all flights at the start, and the formation of single ships."""

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
from analyzer.trucker.convoy.state import (
    COUNTED,
    Array,
    BoolArray,
    CardNumbers,
    Column,
    Formation,
    Insured,
    RevealedCard,
    State,
)
from analyzer.trucker.convoy.strength import Strength
from analyzer.trucker.edition import GOODS, Level
from analyzer.trucker.fleets.in_flight import FLEET
from analyzer.trucker.metrics import METRICS
from analyzer.trucker.ship.bitboard import Bits, IntArray, drop_lowest
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.ship.strength import cannon_halves, engine_strength
from analyzer.trucker.ship.tokens import HUMANS
from analyzer.trucker.wrecks.cache import wrecks_of
from analyzer.trucker.wrecks.facts import components, double_cannons, double_engines, launched, tokens_of_cubes
from analyzer.trucker.wrecks.wrecks import DEFENDABLE, ROWS, SUMS, Fates, Hazard, Numbers, fates


class LoneShip(Formation):
    """Formation of single ships: the rules if each marker on the track stands for one ship (see Formation)."""

    metrics = METRICS

    def at_launch(self, hulls: Sequence[Hull], chosen: Numbers) -> dict[str, Array]:
        """Return no arrays, because single ships have no arrays of their own."""
        return {}

    def set_out(self, convoy: Convoy) -> None:
        """Do nothing, because a single ship that was launched always starts."""

    def steering_crew(self, ship: ShipsInFlight) -> Bits:
        """Return the tokens of the humans aboard each ship, because any human can steer it."""
        return ship.crew & HUMANS

    def kept_back(self, ship: ShipsInFlight, humans: IntArray) -> IntArray:
        """Return 1 for ships with a human, because their last human is given up after all other crew; else 0."""
        return np.asarray(humans > 0, np.int64)

    def humans_left(self, ship: ShipsInFlight, going: IntArray) -> Bits:
        """Return the tokens of the humans who remain if `going` leave; the cabins with the highest risk empty first."""
        return drop_lowest(ship.crew & HUMANS, going)

    def left_unsteered(self, ship: ShipsInFlight, humans: IntArray, going: IntArray) -> IntArray:
        """Return 0, because a single ship without humans ends the whole flight."""
        return np.zeros(ship.size, np.int64)

    def cannons(self, ship: ShipsInFlight) -> Strength:
        """Return the strength of each ship's cannons by number of charges, in halves."""
        return Strength(ship, cannon_halves, double_cannons, has_purple(ship))

    def engines(self, ship: ShipsInFlight, moving: bool) -> Strength:
        """Return the strength of each ship's engines by number of charges."""
        return Strength(ship, engine_strength, double_engines, has_brown(ship), moving)

    def defend(self, ship: ShipsInFlight, fate: Fates) -> BoolArray:
        """Spend a charge if it averts the hazard and the captain wants that; return whether each ship spent one.

        Any charge aboard helps.
        """
        # DEFENDABLE is the largest kind of fate, and bits of helpers lie above it.
        can_be = fate >= DEFENDABLE
        there = can_be & (ship.charge != 0)
        used: BoolArray = ship.decide(DEFENDS, there & ship.captain.defends, if_there_is_one(there))
        spend_one(ship.where(used))
        ship.emit("is defended", can_be=can_be, used=used)
        return used

    def fate(self, ship: ShipsInFlight, small: Hazard, large: Hazard, coming: Numbers, roll: Numbers) -> Fates:
        """Return the fate of each ship under a hazard, looked up by wreck."""
        return fates(ship.convoy.wrecks, small, large, (ship.wreck * ROWS + coming) * SUMS + roll)

    def wreck_hit(self, ship: ShipsInFlight, position: Numbers) -> Numbers:
        """Return each ship's wreck number, because a marker stands for one ship only."""
        return ship.wreck

    def wrecks_after_hit(self, ship: ShipsInFlight, position: Numbers, left: Numbers) -> Numbers:
        """Return `left` unchanged, because a marker stands for one ship only."""
        return left

    def tokens_of_cubes(self, ship: ShipsInFlight, cubes: IntArray) -> Bits:
        """Return the container tokens that the cubes occupy, looked up by hold. Shape (colours, ships)."""
        return tokens_of_cubes(ship.convoy.wrecks, ship.wreck, cubes)

    def lost(self, ship: ShipsInFlight) -> IntArray:
        """Return the number of components that each ship has lost since launch."""
        return np.asarray(ship.fact(launched) - ship.fact(components))

    def expel(self, ship: ShipsInFlight, cards: int) -> None:
        """Do nothing: a single ship that cannot move is marked as stuck, and gives up after the card."""

    def leave_unsteered(self, convoy: Convoy, cards: int) -> None:
        """Do nothing: a single ship without humans gives up after the card (flight/giving_up.py)."""

    def all_leave(self, ship: ShipsInFlight, why: str, cards: int) -> None:
        """Do nothing, because single ships keep no record beyond the end of their flight."""

    def take_out(self, convoy: Convoy, cards_left: int) -> None:
        """Do nothing, because a marker has no other ships that could fly on."""

    def final_places(self, convoy: Convoy) -> npt.NDArray[np.int8]:
        """Return the places in flight order, which decide the order rewards of single ships."""
        return convoy.rank()

    def extra_columns(self, convoy: Convoy, insured: Sequence[Insured]) -> dict[str, Column]:
        """Return no columns, because single ships have no columns of their own."""
        return {}

    def insure(self, penalty: IntArray, insured: Sequence[Insured], extra_columns: Mapping[str, Column]) -> IntArray:
        """Return the penalty unchanged, because only fleets are insured."""
        return penalty

    def eligible_for_looks(self, arrived: BoolArray, extra_columns: Mapping[str, Column]) -> BoolArray:
        """Return which ships may win the reward for looks: all that arrived."""
        return arrived

    def ships_still_flying(self, state: State, number: int) -> tuple[tuple[int, ...], int]:
        """Return () and 0, because only fleets consist of several ships."""
        return (), 0


LONE_SHIP = LoneShip()


NO_CARD = RevealedCard(CardNumbers(()), np.zeros(1, np.intp))
"""Value of `Group.card` before the first card is revealed."""


@dataclass(frozen=True)
class Seat:
    """The hulls that fly at one place of a convoy, which may differ from flight to flight.

    Attributes:
        hulls: The different hulls.
        which: Index in `hulls` of the hull that flies in each flight. Shape (flights,).
    """

    hulls: Sequence[Hull]
    which: Numbers


Flown = Hull | tuple[Hull, ...]
"""The hull of a ship; for a build of class IVC, the hulls of all fleets that dice may make of it."""


def seat(ships: Sequence[Flown], flights: int | Sequence[int], which: Numbers | None = None) -> Seat:
    """Return one seat in which several ships fly one after another, each in `flights` flights.

    Args:
        ships: The ships; equal hulls are stored once.
        flights: Number of flights of each ship: one number for all, or one for each. Builds need one for all.
        which: For builds the index of the fleet that each flight gets; None for the first. Shape (flights,).
    """
    each = [one if isinstance(one, tuple) else (one,) for one in ships]
    # Hulls with equal keys fly alike, so they share a number and all that is known of their wrecks.
    different = {hull.key: hull for hulls in each for hull in hulls}
    places = {key: number for number, key in enumerate(different)}
    numbers = [np.array([places[hull.key] for hull in hulls]) for hulls in each]
    counts = np.broadcast_to(flights, len(numbers)).tolist()
    # A build has a hull for each fleet that the dice make; `which` says which one flies. An ordinary ship has only one.
    taken = [
        number.take(np.zeros(count, np.intp) if which is None else which) if number.size > 1 else number.repeat(count)
        for number, count in zip(numbers, counts, strict=True)
    ]
    return Seat(list(different.values()), np.concatenate(taken))


def launch(
    ships: Sequence[Hull | Seat],
    captains: Sequence[Captain | Sequence[Captain]],
    level: Level,
    flights: npt.NDArray[np.int64],
    places: IntArray,
    *,
    basic: bool = False,
) -> Convoy:
    """Return a convoy on the start line, fully crewed and charged.

    Args:
        ships: The hull, or the seat, at each place of the convoy.
        captains: For each ship its captain, or several captains for equal shares of the flights, in order.
        level: The level that is flown.
        flights: Number of each flight in its block. Shape (flights,).
        places: Starting order, 0 first. Shape (ships, flights).
        basic: Whether the basic rules hold (the learning flight of 2007).
    """
    shape = len(ships), flights.size
    seats = [ship if isinstance(ship, Seat) else Seat([ship], np.zeros(flights.size, np.intp)) for ship in ships]
    different = {hull.key: hull for seat in seats for hull in seat.hulls}
    numbers, hulls = {key: number for number, key in enumerate(different)}, list(different.values())
    wrecks = wrecks_of(hulls)
    chosen = np.stack([np.array([numbers[hull.key] for hull in seat.hulls]).take(seat.which) for seat in seats])
    formation = FLEET if wrecks.fleets else LONE_SHIP
    different_captains, command = captains_by_flight(captains, flights.size)
    state = State(
        wrecks,
        flight=flights,
        wreck=wrecks.intact.take(chosen, axis=-1),
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
        **{name: np.zeros(shape, np.int32) for name in COUNTED},
        **formation.at_launch(hulls, chosen),
        **command,
    )
    return Convoy(different_captains, level, state, np.arange(flights.size), NO_CARD, formation, basic=basic)


def captains_by_flight(
    captains: Sequence[Captain | Sequence[Captain]], flights: int
) -> tuple[Captains, dict[str, Array]]:
    """Return the different captains, and the index of the captain of each ship in each flight if they differ.

    Args:
        captains: For each ship its captain, or several captains for equal shares of the flights.
        flights: Number of flights.

    Returns:
        The captains, and {"command": indices in shape (ships, flights)}; {} for a single captain.
    """
    each = [[one] if isinstance(one, Captain) else one for one in captains]
    different = list(dict.fromkeys(captain for shares in each for captain in shares))
    if len(different) == 1:
        return Captains(different), {}
    numbers = {captain: number for number, captain in enumerate(different)}
    shares = [np.array([numbers[captain] for captain in own], np.intp) for own in each]
    # A ship's captains take equal, consecutive shares of the flights.
    return Captains(different), {"command": np.stack([own.repeat(flights // own.size) for own in shares])}
