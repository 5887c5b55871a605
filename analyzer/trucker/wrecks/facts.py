"""Facts of wrecks, and goods stowed in them."""

from __future__ import annotations

from functools import partial

import numpy as np

from analyzer.trucker.ship.bitboard import Bits, Counts, count, highest, keep_highest
from analyzer.trucker.ship.hull import exposed
from analyzer.trucker.ship.strength import Stacked
from analyzer.trucker.wrecks.wrecks import Numbers, Wrecks


def launched(hull: Stacked, left: Bits) -> Counts:
    """How many components the intact ship had."""
    return hull.built


def reserve(hull: Stacked, left: Bits) -> Counts:
    """How many components its builder left in reserve."""
    return hull.array("layout.reserve")


def components(hull: Stacked, left: Bits) -> Counts:
    """How many components are left."""
    return count(left)


def exposed_connectors(hull: Stacked, left: Bits) -> Counts:
    """How many connectors are exposed."""
    return exposed(hull, left)


def crew_seats(hull: Stacked, left: Bits) -> Bits:
    """Who of a full crew has a place: an alien needs its cabin and life support beside it."""
    return hull.tokens.crew_left(hull.tokens.crew, left)


def charges_left(hull: Stacked, left: Bits) -> Bits:
    """The charges of batteries that are left, and all spare ones."""
    return hull.tokens.charges.left(left)


def charges_aboard(hull: Stacked, left: Bits) -> Bits:
    """The charges of batteries that are left, without spare ones."""
    return charges_left(hull, left) & hull.tokens.charges.full


def charge_seats(hull: Stacked, left: Bits) -> Counts:
    """How many charges there is room for."""
    return count(charges_aboard(hull, left))


def containers(hull: Stacked, left: Bits) -> Bits:
    """The places for cubes."""
    return hull.tokens.containers.left(left) & hull.tokens.containers.full


def room(hull: Stacked, left: Bits) -> Counts:
    """How many places there are for cubes."""
    return np.bitwise_count(containers(hull, left)).astype(np.int16)


def special_room(hull: Stacked, left: Bits) -> Counts:
    """How many of them may hold red ones."""
    return np.asarray(np.bitwise_count(containers(hull, left) & hull.tokens.special), np.int16)


def double_cannons(hull: Stacked, left: Bits) -> Counts:
    """How many double cannons there are, whichever way they face."""
    return count(left & np.bitwise_or.reduce(hull.double_cannons, axis=-1))


def double_engines(hull: Stacked, left: Bits) -> Counts:
    """How many double engines there are."""
    return count(left & hull.double_engines)


OF_HULL = frozenset({launched, reserve})
"""What the hull alone decides, whatever is left: for a fleet it is not the sum of its ships."""


def stowed(wrecks: Wrecks, wreck: Numbers, cubes: Counts) -> Bits:
    """(colours, ships) Where so many cubes of each colour (colours, ships) lie, the dearest, red, first.

    Red ones take the safest special containers, each other colour the safest containers that those before it leave.
    """
    reds, others = wrecks.most(special_room) + 1, wrecks.most(room) + 1
    hold = wrecks.table(partial(hold_of, wrecks), key=hold_of).take(wreck)
    row = hold * reds + cubes[0]
    places = np.empty(cubes.shape, wrecks.goods_type)
    places[0] = wrecks.holds.table(partial(places_of_red, wrecks, reds), key=places_of_red).take(row)
    safest = wrecks.holds.table(partial(places_of_others, wrecks, reds, others), key=places_of_others)
    row *= others
    before = wrecks.goods_type(0)
    for colour in range(1, len(cubes)):
        row += cubes[colour]
        so_far = safest.take(row)
        places[colour] = so_far & ~before
        before = so_far
    return places


def stowed_at_once(wrecks: Wrecks, wreck: Numbers, cubes: Counts) -> Bits:
    """The same without looking it up, for fleets, whose holds hardly ever come up twice."""
    free = wrecks.fact(containers, wreck)
    special = free & wrecks.stack.array("tokens.special").take(wrecks.hulls_of(wreck))
    places = np.empty(cubes.shape, wrecks.goods_type)
    places[0] = red = keep_highest(special, cubes[0])
    free, due, before = free & ~red, np.zeros_like(cubes[0]), np.zeros_like(free)
    for colour in range(1, len(cubes)):
        due = due + cubes[colour]
        so_far = keep_highest(free, due)
        places[colour] = so_far & ~before
        before = so_far
    return places


def hold_of(wrecks: Wrecks, hull: Stacked, left: Bits) -> Numbers:
    """The number of the hold of each wreck."""
    return wrecks.holds.numbers(hull.numbers, containers(hull, left))


def places_of_red(wrecks: Wrecks, reds: int, hull: Stacked, hold: Bits) -> Bits:
    """(holds, reds) Where none, one, two ... red cubes lie."""
    return one_more_each(hold & hull.tokens.special, reds).astype(wrecks.goods_type)


def places_of_others(wrecks: Wrecks, reds: int, others: int, hull: Stacked, hold: Bits) -> Bits:
    """(holds, reds, others) Where none, one, two ... other cubes lie beside so many red ones."""
    free = hold[:, None] & ~one_more_each(hold & hull.tokens.special, reds)
    return one_more_each(free, others).astype(wrecks.goods_type)


def one_more_each(sets: Bits, size: int) -> Bits:
    """(..., size) Of each set none, the highest, the two highest ...; all where it has no more."""
    subsets = np.zeros((*sets.shape, size), np.uint64)
    for number in range(1, size):
        before = subsets[..., number - 1]
        subsets[..., number] = before | highest(sets & ~before)
    return subsets
