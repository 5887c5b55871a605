"""Rules for fleets in flight: crew, defence, strength, ships that leave, and the settlement at the end.

Rules about the whole fleet are in the modules of their cards; this module holds rules about each ship of a fleet.

A charge powers only its own ship. So the effect of k charges is found by spending them one by one, each on the ship
that needs it most (docs/rulings.md, "Class IVC in flight").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from analyzer.trucker.convoy.charges import spend_on
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.crew import has_brown, has_purple
from analyzer.trucker.convoy.damage import best_piece, lose_tokens
from analyzer.trucker.convoy.events import Events, Facts, Phrase, StoryWriter
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import LEFT, Array, BoolArray, Column, Formation, Insured, State
from analyzer.trucker.convoy.strength import Strength, StrengthOf
from analyzer.trucker.convoy.worth import value_of_cubes
from analyzer.trucker.edition import GOODS
from analyzer.trucker.fleets.borders import JOININGS, QUARTERS
from analyzer.trucker.fleets.fleet import Fleet
from analyzer.trucker.metrics import FLEET_METRICS
from analyzer.trucker.ship.bitboard import Bits, IntArray, count, drop_lowest, highest, positions
from analyzer.trucker.ship.component import COLOURS
from analyzer.trucker.ship.hull import MOST_SHIPS, Hull
from analyzer.trucker.ship.strength import HullPerWreck, cannon_halves, engine_strength
from analyzer.trucker.ship.tokens import HUMANS
from analyzer.trucker.wrecks.cache import FleetWrecks
from analyzer.trucker.wrecks.facts import (
    charges_aboard,
    components,
    computed_places,
    containers,
    crew_seats,
    double_cannons,
    double_engines,
    launched,
)
from analyzer.trucker.wrecks.wrecks import HELPERS, FactFunction, Fates, Hazard, Numbers, worked_out


def steering_crew(fleet: ShipsInFlight) -> Bits:
    """Return the tokens of the crew who can steer: humans, or all crew if the switch `steered_by` says so."""
    return fleet.crew if fleet.convoy.level.switch("steered_by") == "crew" else fleet.crew & HUMANS


def steering(fleet: ShipsInFlight) -> IntArray:
    """Return the number of crew members who can steer each ship of a fleet. Shape (MOST_SHIPS, fleets)."""
    return np.asarray(np.bitwise_count(fleet.by_ship(crew_seats) & steering_crew(fleet)), np.int64)


def last_humans(fleet: ShipsInFlight) -> Bits:
    """Return the token of the human who is the last to be given up on each ship. Shape (MOST_SHIPS, fleets)."""
    return highest(fleet.by_ship(crew_seats) & fleet.crew & HUMANS)


def humans_left(fleet: ShipsInFlight, going: IntArray) -> Bits:
    """Return the tokens of the humans who remain if each fleet gives up `going` humans. Shape (fleets,).

    First go the humans whose ship keeps another human. Then go the last humans of the ships, beginning with the ship
    that has the fewest components; of equally small ships, the one with the larger number goes first.
    """
    # A fleet has three ships at most, so each ship is compared with the others, for all fleets side by side.
    last = last_humans(fleet)
    all_last = np.bitwise_or.reduce(last, axis=0)
    spare = fleet.crew & HUMANS & ~all_last
    short = np.maximum(going - count(spare), 0)
    left = drop_lowest(spare, going) | all_last
    # Sort key: fewest components first, then the later ship. Ships without a last human sort behind all others.
    size = np.where(last != 0, fleet.by_ship(components), 1 << 20) * MOST_SHIPS - np.arange(MOST_SHIPS)[:, None]
    for one, own in zip(last, size, strict=True):
        before = (size < own).sum(axis=0)
        left = np.where(before < short, left & ~one, left)
    return np.asarray(left)


def set_out(convoy: Convoy) -> None:
    """Let ships that cannot start leave before the first card, and drop loose pieces of the others.

    A ship cannot start without components, or without crew that can steer.
    """
    for ship in convoy.ships():
        flies, begun, manned = still_fly(ship), ship.by_ship(components) > 0, steering(ship) > 0
        for number in range(MOST_SHIPS):
            leave(ship.where(flies[number] & ~begun[number]), number, "not_begun", 0)
            leave(ship.where(begun[number] & ~manned[number]), number, "without_humans", 0)
        keep_one_piece(ship)


def keep_one_piece(fleet: ShipsInFlight) -> None:
    """Keep only one piece of each ship that consists of several unconnected pieces: the one that its captain prefers.

    This happens before the start.
    """
    wrecks = fleet.convoy.wrecks
    for number, hull in enumerate(wrecks.hulls):
        here = np.flatnonzero(wrecks.hulls_of(fleet.wreck) == number)
        if not here.size:
            continue
        for ship, mask in enumerate(hull.ships.tolist()):
            some = fleet.at(here)
            # Before the start all fleets of one hull are alike.
            (left,) = set((some.alive & np.uint64(mask)).tolist())
            pieces = hull.pieces(left)
            if len(pieces) > 1:
                choice = wrecks.choice(number, pieces)
                some.set_of("wreck", ship, best_piece(some, np.full(here.size, choice)))
                lose_tokens(some)


NEVER_FLOWN = [LEFT.index(why) for why in ("not_begun", "without_humans", "no_such_ship")]


def still_fly(ship: ShipsInFlight) -> BoolArray:
    """Return which ships of each fleet have not left it. Shape (MOST_SHIPS, fleets)."""
    return np.asarray(ship.gone == 0)


def leave(fleet: ShipsInFlight, number: int, why: str, cards: int) -> None:
    """Let one ship of each fleet leave: its cubes are set aside, and its components do not count as lost.

    Args:
        fleet: The fleets.
        number: Number of the ship within the fleet, from 0.
        why: Reason, one of LEFT.
        cards: Number of cards flown.
    """
    if fleet.none:
        return
    fleet.emit("ship leaves", number=number, why=why)
    fleet.set_of("gone", number, LEFT.index(why))
    fleet.set_of("left_at", number, cards)
    wrecks = fleet.convoy.wrecks
    assert isinstance(wrecks, FleetWrecks)
    fleet.withdrawn = fleet.withdrawn | wrecks.sets.take(fleet.wreck[number])
    goods = fleet.goods
    fleet.set_aside = fleet.set_aside + np.bitwise_count(goods & fleet.by_ship(containers)[number].astype(goods.dtype))
    fleet.set_of("wreck", number, wrecks.nothing.take(wrecks.hulls_of(fleet.wreck)))
    lose_tokens(fleet)


def all_leave(fleet: ShipsInFlight, why: str, cards: int) -> None:
    """Record for fleets that have given up that all their ships left; the cubes stay aboard to be sold.

    Args:
        fleet: The fleets.
        why: Reason, one of LEFT.
        cards: Number of cards flown.
    """
    flies = still_fly(fleet)
    for number in range(MOST_SHIPS):
        some = fleet.where(flies[number])
        some.set_of("gone", number, LEFT.index(why))
        some.set_of("left_at", number, cards)


def final_places(convoy: Convoy) -> npt.NDArray[np.int8]:
    """Return the places by which fleets are paid at the end, 0 for the first. Shape (fleets, flights).

    Fleets with more ships come first; with equally many ships, flight order counts. Fleets that no longer fly have -1.
    The switch `ships_counted_for_places` says whether ships count that started, or that still fly.
    """
    at_the_end = convoy.level.switch("ships_counted_for_places") == "end"
    counted = convoy.state.gone == 0 if at_the_end else ~np.isin(convoy.state.gone, NEVER_FLOWN)
    # Fleets that gave up count fewer ships than any other, so nobody is ranked behind them.
    ships = np.where(convoy.state.flying, counted.sum(axis=0), -1)
    # One sort key: number of ships first, then the position on the board.
    ahead = ships * (1 << 32) + convoy.state.position  # positions fit into 32 bits
    rank = (ahead[None, :, :] > ahead[:, None, :]).sum(axis=1).astype(np.int8)
    rank[~convoy.state.flying] = -1
    return np.asarray(rank[:, convoy.rows])


def on_ship_leaves(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line for a ship that leaves its fleet."""
    first = ship.hull.ships.tolist()[facts["number"]]
    there = positions(first & int(ship.hull.occupied[0]))
    square = ship.hull.squares[there[0]] if there else None
    before = facts["why"] in ("not_begun", "without_humans")
    (tale.add_before if facts["why"] == "taken_out" or before else tale.add)(
        ship, "ship_leaves", number=facts["number"] + 1, why=facts["why"], square=square
    )


WHY = {
    "not_begun": "has no component and does not start",
    "without_humans": "carries no human and does not start",
    "no_humans": "has no human left and leaves the fleet",
    "no_engines": "cannot move in open space and leaves the fleet",
    "taken_out": "is taken out of the fleet before the next card is revealed",
}
"""Part of a sentence for each reason why a ship leaves its fleet."""


def phrase_ship_leaves(facts: Facts) -> str:
    """Return a phrase for a story on which ship leaves its fleet, and why."""
    return f"ship {facts['number']} {WHY[facts['why']]}"


EVENTS = Events(
    handlers={"ship leaves": on_ship_leaves},
    phrases={"ship_leaves": Phrase(phrase_ship_leaves, of_rivals=phrase_ship_leaves)},
)


def by_joining(each: Sequence[int | Column], joined: Column) -> Column:
    """Return for each fleet and flight the value that belongs to the joined borders. Shape (fleets, flights).

    Args:
        each: For each fleet one value, or an array with a value for each of the JOININGS.
        joined: Index in JOININGS of the joined borders in each flight. Shape (fleets, flights).
    """
    table = np.stack([np.broadcast_to(one, len(JOININGS)) for one in each]).astype(np.int64)
    return np.take_along_axis(table, joined, axis=1)


def _fleet(hull: Hull) -> Fleet:
    """Return the fleet that a hull was compiled from."""
    assert isinstance(hull.layout, Fleet)
    return hull.layout


NO_SHIP = np.int64(1 << 40)
"""Strength that stands for ships that do not fly; larger than any real one, so that they are never the weakest."""


class FleetStrength(Strength):
    """The strength of fleets' cannons or engines, by number of charges spent.

    A charge powers a component of the ship that holds it.

    Args:
        ship: The fleets.
        strength: Rule of the strength of one ship.
        doubles: Fact of a ship: the number of components that need a charge.
        helped: Whether the helping alien is aboard each fleet. Shape (fleets,).
        helper: Colour of the alien that helps; it helps only its own ship.
        moving: Whether ships that would stand still may use charges of the captain's reserve.
    """

    def __init__(
        self,
        ship: ShipsInFlight,
        strength: StrengthOf,
        doubles: FactFunction,
        helped: BoolArray,
        helper: str,
        moving: bool = False,
    ) -> None:
        wrecks = ship.convoy.wrecks
        colour = COLOURS.index(helper)
        self.ship = ship
        self.doubles = doubles
        self.moving = moving
        self.most = most = wrecks.most(doubles)
        self.flies = ship.gone == 0

        def work_out(hull: HullPerWreck, left: Bits) -> IntArray:
            """Return the strengths of single ships by charges spent, without and with the alien.

            Shape (wrecks, charges, 2).
            """
            # The alien may be aboard another ship of the fleet; it helps only the ship with its cabin.
            at_home = (left & hull.tokens.home[:, colour]) != 0
            helped = np.asarray(at_home[:, None, None] & np.array([False, True]))
            return strength(hull.spread(2), left[:, None, None], np.arange(most + 1)[:, None], helped).astype(np.int16)

        # Not the key of `Strength`, whose table counts an alien wherever its cabin is.
        self.table = wrecks.table(work_out, key=(strength, MOST_SHIPS))
        self.row = ship.wreck * (2 * (most + 1)) + helped

    def of_ship(self, number: int, charges: IntArray) -> IntArray:
        """Return the strength of ship `number` of each fleet with at most `charges` charges."""
        return np.asarray(self.table.take(self.row[number] + 2 * np.minimum(charges, self.most)), np.int64)

    @cached_property
    def charges(self) -> IntArray:
        """Number of charges of each ship of the fleets. Shape (MOST_SHIPS, fleets)."""
        return np.asarray(np.bitwise_count(self.ship.by_ship(charges_aboard) & self.ship.charge), np.int64)

    @cached_property
    def usable_by_ship(self) -> IntArray:
        """Charges that the captain is willing to spend on each ship. Shape (MOST_SHIPS, fleets).

        If `moving` is true, a fleet that only the reserve keeps from moving may use the reserve. Each of its ships that
        stands still may then spend one charge, and its other ships none.
        """
        doubles = self.ship.by_ship(self.doubles) * self.flies
        usable: IntArray = np.minimum(doubles, np.maximum(self.charges - self.reserve, 0))
        if self.moving:
            none = np.zeros(self.ship.size, np.int64)
            is_still = self.flies & [self.of_ship(number, none) == 0 for number in range(MOST_SHIPS)]
            held_back = (is_still & (usable == 0)).any(axis=0)
            usable = np.where(held_back, np.minimum(doubles, is_still & (self.charges > 0)), usable)
        return usable

    @cached_property
    def usable(self) -> IntArray:
        """Largest number of charges that the captain of each fleet is ready to spend. Shape (fleets,)."""
        return self._spent[2]

    @cached_property
    def _spent(self) -> tuple[IntArray, IntArray, IntArray]:
        """Three arrays on charges that are spent one by one, each on the ship that `next_charge` chooses.

        - Strength of each fleet after a number of charges, from 0. Shape (charges, fleets).
        - Charges spent on each ship after a number of charges. Shape (charges, MOST_SHIPS, fleets).
        - Number of charges that each fleet can spend. Shape (fleets,).
        """
        # Greedy: every charge goes where `next_charge` wants it; prefixes of this order serve all numbers of charges.
        spent = np.zeros((MOST_SHIPS, self.ship.size), np.int64)
        own = np.stack([self.of_ship(number, spent[number]) for number in range(MOST_SHIPS)])
        strengths, allocations, usable = [self.of_fleet(own)], [spent], np.zeros(self.ship.size, np.int64)
        for _ in range(int(self.usable_by_ship.sum(axis=0).max(initial=0))):
            where, able = self.next_charge(own, spent)
            if not able.any():
                break
            usable += able
            spent, own = spent.copy(), own.copy()
            for number in range(MOST_SHIPS):
                spent[number] += able & (where == number)
                own[number] = self.of_ship(number, spent[number])
            strengths.append(self.of_fleet(own))
            allocations.append(spent)
        return np.stack(strengths), np.stack(allocations), usable

    def __call__(self, charges: IntArray | int) -> IntArray:
        """Return the strength of each fleet with `charges` charges, given as one number for each fleet or for all."""
        strengths, _, _ = self._spent
        return np.asarray(strengths[np.minimum(charges, len(strengths) - 1), np.arange(self.ship.size)])

    @property
    def at_most(self) -> IntArray:
        """Strength of each fleet if every charge aboard is spent."""
        return self.of_fleet(self.own_at_most)

    @property
    def own_at_most(self) -> IntArray:
        """Strength of each ship alone if every charge aboard it is spent. Shape (MOST_SHIPS, fleets)."""
        return np.stack([self.of_ship(number, self.charges[number]) for number in range(MOST_SHIPS)])

    def spend(self, charges: IntArray) -> None:
        """Spend `charges` charges in each fleet, one by one in the order of `next_charge`."""
        _, allocations, _ = self._spent
        by_ship_ = allocations[charges, :, np.arange(self.ship.size)].T
        self.ship.emit("spends", charges=charges)
        if charges.any():
            spend_on(self.ship, by_ship_)

    def of_fleet(self, own: IntArray) -> IntArray:
        """Return the strength of each fleet, given the strength of each of its ships."""
        raise NotImplementedError

    def next_charge(self, own: IntArray, spent: IntArray) -> tuple[IntArray, BoolArray]:
        """Return the number, from 0, of the ship on which each fleet spends its next charge, and whether it can.

        Args:
            own: Strength of each ship so far. Shape (MOST_SHIPS, fleets).
            spent: Charges spent on each ship so far. Shape (MOST_SHIPS, fleets).
        """
        raise NotImplementedError


class FleetCannons(FleetStrength):
    """Strength of a fleet's cannons: the sum over its ships; each charge goes where it adds most."""

    def of_fleet(self, own: IntArray) -> IntArray:
        """Return the sum of the strengths of all ships that fly."""
        return np.asarray((own * self.flies).sum(axis=0))

    def next_charge(self, own: IntArray, spent: IntArray) -> tuple[IntArray, BoolArray]:
        """Return the number of the ship to which a charge adds most strength, and whether any ship can spend one.

        If ships are equal, the one with the most unspent charges is taken, then the first.
        """
        able = spent < self.usable_by_ship
        more = np.stack([self.of_ship(number, spent[number] + 1) for number in range(MOST_SHIPS)]) - own
        first = np.arange(MOST_SHIPS)[::-1, None]
        # One sort key: gain in strength, then unspent charges (below 256), then the first ship.
        wanted = np.where(able, (more * 256 + self.charges - spent) * MOST_SHIPS + first, -1)
        return wanted.argmax(axis=0), np.asarray(able.any(axis=0))


class FleetEngines(FleetStrength):
    """Strength of a fleet's engines: that of its weakest ship, so each charge is spent on the weakest ship.

    If several ships are equally weak, a charge is spent only if each of them can spend one; otherwise it is of no use.
    """

    def of_fleet(self, own: IntArray) -> IntArray:
        """Return the strength of the weakest ship that flies; 0 if no ship flies."""
        weakest = np.where(self.flies, own, NO_SHIP).min(axis=0)
        return np.asarray(np.where(weakest == NO_SHIP, 0, weakest))

    def next_charge(self, own: IntArray, spent: IntArray) -> tuple[IntArray, BoolArray]:
        """Return the number of the first of the weakest ships, and whether each of the weakest can spend a charge."""
        weakest = self.flies & (own == self.of_fleet(own))
        can = spent < self.usable_by_ship
        return weakest.argmax(axis=0), weakest.any(axis=0) & ~(weakest & ~can).any(axis=0)


class FleetOfShips(Formation):
    """Rules for a flight in which each marker on the track stands for a fleet of several ships (see Formation)."""

    metrics = FLEET_METRICS
    steering_crew, humans_left = staticmethod(steering_crew), staticmethod(humans_left)
    set_out, final_places = staticmethod(set_out), staticmethod(final_places)
    all_leave = staticmethod(all_leave)

    def leave_unsteered(self, convoy: Convoy, cards: int) -> None:
        """Remove from each fleet, after a card, the ships on which nobody can steer.

        Args:
            convoy: The flights.
            cards: Number of cards flown.
        """
        for fleet in convoy.ships():
            unsteered = still_fly(fleet) & (steering(fleet) == 0)
            for number in range(MOST_SHIPS):
                leave(fleet.where(unsteered[number]), number, "no_humans", cards)

    def at_launch(self, hulls: Sequence[Hull], chosen: Numbers) -> dict[str, Array]:
        """Return the arrays of the state that only fleets have.

        They tell why and when each ship left its fleet, and which components and goods left with it.
        """
        ships_of = np.array([[bool(mask) for mask in hull.ships.tolist()] for hull in hulls])
        return {
            "gone": np.where(ships_of.T.take(chosen, axis=1), 0, LEFT.index("no_such_ship")).astype(np.int8),
            "left_at": np.zeros((MOST_SHIPS, *chosen.shape), np.int16),
            "withdrawn": np.zeros(chosen.shape, np.uint64),
            "set_aside": np.zeros((len(GOODS), *chosen.shape), np.int16),
        }

    def kept_back(self, ship: ShipsInFlight, humans: IntArray) -> IntArray:
        """Return the number of humans that each fleet gives up only after all others: the last one of each ship."""
        return np.asarray((last_humans(ship) != 0).sum(axis=0))

    def left_unsteered(self, ship: ShipsInFlight, humans: IntArray, going: IntArray) -> IntArray:
        """Return for each fleet how many ships lose their last human if `going` of `humans` are given up."""
        return np.maximum(self.kept_back(ship, humans) - (humans - going), 0)

    def cannons(self, ship: ShipsInFlight) -> FleetCannons:
        """Return the strength of the cannons of each fleet: the sum over its ships."""
        return FleetCannons(ship, cannon_halves, double_cannons, has_purple(ship), "purple")

    def engines(self, ship: ShipsInFlight, moving: bool = False) -> FleetEngines:
        """Return the strength of the engines of each fleet: that of its weakest ship."""
        return FleetEngines(ship, engine_strength, double_engines, has_brown(ship), "brown", moving)

    def defend(self, ship: ShipsInFlight, fate: Fates) -> BoolArray:
        """Spend one charge of each fleet that can and wants to defend itself; return which fleets did. Shape (fleets,).

        The charge comes from the ship with the most charges among those whose charge would help.
        """
        helpers = fate >> np.uint16(HELPERS)  # a bit for each ship of the fleet
        charges = np.bitwise_count(ship.by_ship(charges_aboard) & ship.charge).astype(np.int64)
        numbers = np.arange(MOST_SHIPS)[:, None]
        able = np.where((helpers >> numbers) & 1, charges, 0) * ship.captain.defends
        used: BoolArray = able.max(axis=0) > 0
        # `argmax` returns the first of several equal ones, so exactly one ship pays.
        pays = (able.argmax(axis=0) == numbers) & used
        if used.any():
            ship.where(used).emit("spends", charges=1)
            spend_on(ship, pays)
        ship.emit("is defended", can_be=helpers > 0, used=used)
        return used

    def fate(self, ship: ShipsInFlight, small: Hazard, large: Hazard, coming: Numbers, roll: Numbers) -> Fates:
        """Return the fate of each fleet under a hazard, computed each time instead of looked up.

        A hazard hits only the first component in its way, whichever ship has it. So the fate depends on the wrecks of
        all ships, and the same combination seldom comes twice.
        """
        return worked_out(ship.convoy.wrecks, small, large, ship.wreck, np.broadcast_to(coming, roll.shape), roll)

    def wreck_hit(self, ship: ShipsInFlight, position: Numbers) -> Numbers:
        """Return for each fleet the wreck number of the ship to which the component at `position` belongs."""
        return np.asarray(ship.wreck[_ships_of(ship, position), np.arange(ship.size)])

    def wrecks_after_hit(self, ship: ShipsInFlight, position: Numbers, left: Numbers) -> Numbers:
        """Return the wreck numbers of all ships of each fleet after a hit.

        Args:
            ship: The fleets.
            position: Position of the component that was hit, in each fleet.
            left: Wreck number, after the hit, of the ship to which this component belongs, in each fleet.
        """
        wreck = np.array(ship.wreck)
        wreck[_ships_of(ship, position), np.arange(ship.size)] = left
        return wreck

    def tokens_of_cubes(self, ship: ShipsInFlight, cubes: IntArray) -> Bits:
        """Return the container tokens that the cubes occupy; the most valuable cubes lie in the safest places."""
        return computed_places(ship.convoy.wrecks, ship.wreck, cubes)

    def lost(self, ship: ShipsInFlight) -> IntArray:
        """Return the number of components that each fleet has lost; components of ships that left it do not count."""
        return np.asarray(ship.fact(launched) - ship.fact(components) - count(ship.withdrawn))

    def expel(self, ship: ShipsInFlight, cards: int) -> None:
        """Let the ships that cannot move in open space leave at once, unless no ship of their fleet can move."""
        flies, cannot_move = still_fly(ship), self.engines(ship).own_at_most == 0
        some_can = (flies & ~cannot_move).any(axis=0)
        for number in range(MOST_SHIPS):
            leave(ship.where(flies[number] & cannot_move[number] & some_can), number, "no_engines", cards)

    def take_out(self, convoy: Convoy, cards_left: int) -> None:
        """Let captains withdraw ships from their fleets, in the order of their numbers, but never the last that flies.

        A ship leaves if its captain fears a higher cost from the coming cards than the ship's worth to the captain plus
        half of the price of its goods. The feared cost rises with each lost component, and for a ship that cannot move.
        """
        for fleet in convoy.ships():
            cannot_move = self.engines(fleet).own_at_most == 0
            captain, launched_with = fleet.captain, fleet.masks & fleet.launched_squares
            # Components that left together with their ship are not lost.
            built, lost = count(launched_with), count(launched_with & ~(fleet.alive | fleet.withdrawn))
            fear = cards_left * (captain.doom * built * cannot_move + captain.dread * lost)
            for number in range(MOST_SHIPS):
                goods = np.bitwise_count(fleet.goods & fleet.by_ship(containers)[number].astype(fleet.goods.dtype))
                # Multiplied by the components built, because dread is for the share of them that is lost; 50 is half a
                # credit.
                worth = built[number] * (captain.ship + 50 * value_of_cubes(fleet, goods))
                flies = still_fly(fleet)
                goes = flies[number] & (flies.sum(axis=0) > 1) & (fear[number] > worth)
                leave(fleet.where(goes), number, "taken_out", fleet.convoy.slot)

    def extra_columns(self, convoy: Convoy, insured: Sequence[Insured]) -> dict[str, Column]:
        """Return the columns on numbers of ships, results by ship and by quarter, joined borders, and the premium."""
        state, wrecks = convoy.state, convoy.wrecks
        hull_of = wrecks.hulls_of(state.wreck)
        gone, all_cards = state.gone.astype(np.int64), np.full(state.gone.shape, convoy.slot + 1)
        cards = np.where(gone == 0, all_cards, state.left_at).astype(np.int64)
        masks, occupied = (wrecks.stack.array(name).take(hull_of, axis=0) for name in ("ships", "occupied"))
        lost = occupied[..., 0] & ~(state.alive | state.withdrawn)
        flies = gone == 0
        columns = {"ships": flies.sum(axis=0), "ships_started": (~np.isin(gone, NEVER_FLOWN)).sum(axis=0)}
        for number in range(MOST_SHIPS):
            name = f"ship_{number + 1}"
            columns |= {f"{name}_left": gone[number], f"{name}_cards": cards[number]}
            columns[f"{name}_lost"] = count(lost & masks[..., number])
        # A quarter belongs to another ship in each fleet that the dice make, so its column is picked by hull.
        for quarter in QUARTERS:
            ship = np.array([_fleet(hull).ship_with(quarter) for hull in wrecks.hulls]).take(hull_of)
            columns[quarter] = np.take_along_axis(flies, ship[None], axis=0)[0].astype(np.int64)
        columns["joined"] = np.array([JOININGS.index(_fleet(hull).joined) for hull in wrecks.hulls]).take(hull_of)
        return columns | {"premium": by_joining([premium for premium, _ in insured], columns["joined"])}

    def insure(self, penalty: IntArray, insured: Sequence[Insured], extra_columns: Mapping[str, Column]) -> IntArray:
        """Return the credits charged for lost components, limited by the cap of the insurance."""
        return np.minimum(penalty, by_joining([cap for _, cap in insured], extra_columns["joined"]))

    def eligible_for_looks(self, arrived: BoolArray, extra_columns: Mapping[str, Column]) -> BoolArray:
        """Return which fleets may win the reward for looks: among those that arrived, the ones with the most ships."""
        ships = extra_columns["ships"]
        return np.asarray(arrived & (ships == ships.max(axis=0)))

    def ships_still_flying(self, state: State, number: int) -> tuple[tuple[int, ...], int]:
        """Return which ships of a fleet still fly in the first flight, and a mask of the squares of ships that left.

        The fleet has the given number; its ships are numbered from 1.
        """
        flying = np.flatnonzero(state.gone[:, number, 0] == 0) + 1
        return tuple(flying.tolist()), int(state.withdrawn[number, 0])


def _ships_of(ship: ShipsInFlight, position: Numbers) -> Numbers:
    """Return for each fleet the number, from 0, of the ship to which the component at `position` belongs."""
    wrecks = ship.convoy.wrecks
    return np.asarray(wrecks.stack.array("ship_of")[wrecks.hulls_of(ship.wreck), position])


FLEET = FleetOfShips()
