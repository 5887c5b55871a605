"""What follows from the components that are left: each a function that a table by wreck is filled with."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.ship.bitboard import Bits, Counts, count
from analyzer.trucker.ship.hull import exposed
from analyzer.trucker.ship.stacked import Stacked


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
