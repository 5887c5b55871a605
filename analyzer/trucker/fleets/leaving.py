"""Fleets of class IVC: ships that fly under one figure, and leave one by one ("Der Flug", "Abbruch des Fluges").

Whatever is asked of all ships together stands with the rule that asks; here is what concerns them singly.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.damage import best_piece, lose_tokens
from analyzer.trucker.convoy.events import Events, Facts, Phrase, Tale
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import LEFT, Truth
from analyzer.trucker.convoy.worth import value_of_cubes
from analyzer.trucker.fleets.crew import steering
from analyzer.trucker.ship.bitboard import Counts, count, positions
from analyzer.trucker.ship.hull import MOST_SHIPS
from analyzer.trucker.wrecks.facts import components, containers
from analyzer.trucker.wrecks.of_fleets import FleetWrecks


def set_out(convoy: Convoy) -> None:
    """Before the first card: ships not begun, or without humans, leave; of a ship in pieces one is kept."""
    for ship in convoy.ships():
        flies, begun, manned = still_fly(ship), ship.by_ship(components) > 0, steering(ship) > 0
        for number in range(MOST_SHIPS):
            leave(ship.where(flies[number] & ~begun[number]), number, "not_begun", 0)
            leave(ship.where(begun[number] & ~manned[number]), number, "without_humans", 0)
        keep_one_piece(ship)


def keep_one_piece(fleet: Ship) -> None:
    """What of a ship does not hang together falls off before it starts."""
    wrecks = fleet.convoy.wrecks
    for number, hull in enumerate(wrecks.hulls):
        here = np.flatnonzero(wrecks.hulls_of(fleet.wreck) == number)
        if not here.size:
            continue
        for ship, mask in enumerate(hull.ships.tolist()):
            some = fleet.at(here)
            (left,) = set((some.alive & np.uint64(mask)).tolist())
            pieces = hull.pieces(left)
            if len(pieces) > 1:
                choice = wrecks.choice(number, pieces)
                some.set_of("wreck", ship, best_piece(some, np.full(here.size, choice)))
                lose_tokens(some)


NEVER_FLOWN = [LEFT.index(why) for why in ("not_begun", "without_humans", "no_such_ship")]


def still_fly(ship: Ship) -> Truth:
    """(MOST_SHIPS, ships) Which ships of a fleet have not left it."""
    return np.asarray(ship.gone == 0)


def lost_by_ship(ship: Ship) -> Counts:
    """(MOST_SHIPS, ships) How many components each ship of a fleet has lost; those that left with it are not lost."""
    return count(ship.masks & ship.whole & ~(ship.alive | ship.withdrawn))


def leave(fleet: Ship, number: int, why: str, cards: int) -> None:
    """That ship of each fleet leaves it, after so many cards: its cubes are set aside, its components are not lost."""
    if fleet.none:
        return
    fleet.emit("ship leaves", number=number, why=why)
    fleet.set_of("gone", number, LEFT.index(why))
    fleet.set_of("left_at", number, cards)
    wrecks = fleet.convoy.wrecks
    assert isinstance(wrecks, FleetWrecks)
    fleet.withdrawn = fleet.withdrawn | wrecks.sets.take(fleet.wreck[number])
    goods = fleet.goods
    fleet.aside = fleet.aside + np.bitwise_count(goods & fleet.by_ship(containers)[number].astype(goods.dtype))
    fleet.set_of("wreck", number, wrecks.nothing.take(wrecks.hulls_of(fleet.wreck)))
    lose_tokens(fleet)


def expel(fleet: Ship, cannot_move: Truth, cards: int) -> None:
    """Open space: ships that cannot move leave at once, unless that would be all of the fleet."""
    flies = still_fly(fleet)
    some_can = (flies & ~cannot_move).any(axis=0)
    for number in range(MOST_SHIPS):
        leave(fleet.where(flies[number] & cannot_move[number] & some_can), number, "no_engines", cards)


def leave_without_humans(fleet: Ship, cards: int) -> None:
    """After a card: ships that nobody steers leave."""
    unsteered = still_fly(fleet) & (steering(fleet) == 0)
    for number in range(MOST_SHIPS):
        leave(fleet.where(unsteered[number]), number, "no_humans", cards)


def all_leave(fleet: Ship, why: str, cards: int) -> None:
    """The whole fleet has given up: what is aboard stays there to be sold."""
    flies = still_fly(fleet)
    for number in range(MOST_SHIPS):
        some = fleet.where(flies[number])
        some.set_of("gone", number, LEFT.index(why))
        some.set_of("left_at", number, cards)


def take_out(fleet: Ship, cannot_move: Truth, cards_left: int) -> None:
    """Ships of a fleet leave by their captain's will, one after the other, as long as another still flies.

    One goes if what it is feared to cost in the coming cards outweighs what it is worth and half of the goods on it;
    `cannot_move` (MOST_SHIPS, ships).
    """
    captain, built = fleet.captain, count(fleet.masks & fleet.whole)
    fear = cards_left * (captain.doom * built * cannot_move + captain.dread * lost_by_ship(fleet))
    for number in range(MOST_SHIPS):
        goods = np.bitwise_count(fleet.goods & fleet.by_ship(containers)[number].astype(fleet.goods.dtype))
        worth = built[number] * (captain.ship + 50 * value_of_cubes(fleet, goods))
        flies = still_fly(fleet)
        goes = flies[number] & (flies.sum(axis=0) > 1) & (fear[number] > worth)
        leave(fleet.where(goes), number, "taken_out", fleet.convoy.slot)


def standing(convoy: Convoy) -> npt.NDArray[np.int8]:
    """(ships, flights) The places that are paid for: flight order, but fleets with more ships before all others."""
    at_the_end = convoy.level.switch("ships_counted_for_places") == "end"
    counted = convoy.state.gone == 0 if at_the_end else ~np.isin(convoy.state.gone, NEVER_FLOWN)
    ships = np.where(convoy.state.flying, counted.sum(axis=0), -1)
    ahead = ships * (1 << 32) + convoy.state.position
    rank = (ahead[None, :, :] > ahead[:, None, :]).sum(axis=1).astype(np.int8)
    rank[~convoy.state.flying] = -1
    return np.asarray(rank[:, convoy.rows])


def on_ship_leaves(tale: Tale, ship: Ship, facts: Facts) -> None:
    """A ship of a fleet is over."""
    first = ship.hull.ships.tolist()[facts["number"]]
    there = positions(first & int(ship.hull.whole[0]))
    square = ship.hull.squares[there[0]] if there else None
    before = facts["why"] in ("not_begun", "without_humans")
    (tale.add_before if facts["why"] == "taken_out" or before else tale.add)(
        ship, "ship_leaves", number=facts["number"] + 1, why=facts["why"], square=square
    )


WHY = {
    "not_begun": "was not begun and does not start",
    "without_humans": "carries no human and does not start",
    "no_humans": "has no human left and leaves the fleet",
    "no_engines": "cannot move in open space and leaves the fleet",
    "taken_out": "is taken out of the fleet before the next card is revealed",
}
"""The words for each reason why a ship leaves."""


def phrase_ship_leaves(facts: Facts) -> str:
    """Which ship leaves, and why."""
    return f"ship {facts['number']} {WHY[facts['why']]}"


EVENTS = Events(
    handlers={"ship leaves": on_ship_leaves},
    phrases={"ship_leaves": Phrase(phrase_ship_leaves, of_rivals=phrase_ship_leaves)},
)
