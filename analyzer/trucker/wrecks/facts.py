"""Facts of wrecks (functions of hull and surviving squares), and the places that cubes take in their holds.

A fact function takes hulls and masks of surviving squares, one for each wreck. It returns one entry for each wreck.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from analyzer.trucker.ship.bitboard import Bits, IntArray, count, highest, keep_highest
from analyzer.trucker.ship.component import Side
from analyzer.trucker.ship.hull import exposed, exposed_by_side
from analyzer.trucker.ship.strength import HullPerWreck
from analyzer.trucker.wrecks.wrecks import Numbers, Wrecks


def launched(hull: HullPerWreck, left: Bits) -> IntArray:
    """Return the number of components with which each wreck's ship was launched."""
    return hull.built


def reserve(hull: HullPerWreck, left: Bits) -> IntArray:
    """Return the number of components that the builder of each ship laid aside and never built."""
    return hull.array("layout.reserve")


def components(hull: HullPerWreck, left: Bits) -> IntArray:
    """Return the number of surviving components of each wreck."""
    return count(left)


def exposed_connectors(hull: HullPerWreck, left: Bits) -> IntArray:
    """Return the number of exposed connectors of each wreck."""
    return exposed(hull, left)


def exposed_in_front(hull: HullPerWreck, left: Bits) -> IntArray:
    """Return the number of exposed connectors that point to the front."""
    return _exposed_on(hull, left, Side.FRONT)


def exposed_on_right(hull: HullPerWreck, left: Bits) -> IntArray:
    """Return the number of exposed connectors that point to the right."""
    return _exposed_on(hull, left, Side.RIGHT)


def exposed_behind(hull: HullPerWreck, left: Bits) -> IntArray:
    """Return the number of exposed connectors that point to the rear."""
    return _exposed_on(hull, left, Side.REAR)


def exposed_on_left(hull: HullPerWreck, left: Bits) -> IntArray:
    """Return the number of exposed connectors that point to the left."""
    return _exposed_on(hull, left, Side.LEFT)


def _exposed_on(hull: HullPerWreck, left: Bits, side: Side) -> IntArray:
    return exposed_by_side(hull, left)[side].astype(np.int64)


def crew_seats(hull: HullPerWreck, left: Bits) -> Bits:
    """Return the crew tokens of the full crew that still have a place in each wreck.

    An alien needs its cabin and life support beside it.
    """
    return hull.tokens.crew_left(hull.tokens.crew, left)


def charges_left(hull: HullPerWreck, left: Bits) -> Bits:
    """Return the charge tokens on surviving batteries, with all spare tokens (see `Seats.spare`)."""
    return hull.tokens.charges.left(left)


def charges_aboard(hull: HullPerWreck, left: Bits) -> Bits:
    """Return the charge tokens on surviving batteries, without spare tokens (see `Seats.spare`)."""
    return charges_left(hull, left) & hull.tokens.charges.full


def charge_seats(hull: HullPerWreck, left: Bits) -> IntArray:
    """Return the number of charges that the surviving batteries can hold."""
    return count(charges_aboard(hull, left))


def containers(hull: HullPerWreck, left: Bits) -> Bits:
    """Return the places for cubes in surviving containers, one bit for each place."""
    return hull.tokens.containers.left(left) & hull.tokens.containers.full


def room(hull: HullPerWreck, left: Bits) -> IntArray:
    """Return the number of places for cubes in surviving containers."""
    return np.bitwise_count(containers(hull, left)).astype(np.int16)


def special_room(hull: HullPerWreck, left: Bits) -> IntArray:
    """Return the number of places for red cubes, i.e. in surviving special containers."""
    return np.asarray(np.bitwise_count(containers(hull, left) & hull.tokens.special), np.int16)


def double_cannons(hull: HullPerWreck, left: Bits) -> IntArray:
    """Return the number of surviving double cannons, in any direction."""
    return count(left & np.bitwise_or.reduce(hull.double_cannons, axis=-1))


def double_engines(hull: HullPerWreck, left: Bits) -> IntArray:
    """Return the number of surviving double engines of each wreck."""
    return count(left & hull.double_engines)


OF_HULL = frozenset({launched, reserve})
"""Facts that depend on the hull alone, not on damage; for a fleet they are not summed over its ships."""


def tokens_of_cubes(wrecks: Wrecks, wreck: Numbers, cubes: IntArray) -> Bits:
    """Return the container tokens that cubes take in each ship, one mask for each colour. Shape (colours, ships).

    A container token is the bit of one place for a cube. Red cubes, the dearest, take the safest special containers.
    Each other colour then takes the safest containers that are still free.

    Args:
        wrecks: The register of the ships' wrecks.
        wreck: Wreck number of each ship.
        cubes: Number of cubes by colour. Shape (colours, ships).
    """
    reds, others = wrecks.most(special_room) + 1, wrecks.most(room) + 1
    hold = wrecks.table(partial(hold_of, wrecks), key=hold_of).take(wreck)
    # The tables are flat, indexed by hold, number of red cubes, number of other cubes. Other colours are stowed in
    # order of value, so the places of one colour are those of all cubes up to it less those before it. That keeps the
    # table small: it needs no axis for each colour.
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


def computed_places(wrecks: Wrecks, wreck: Numbers, cubes: IntArray) -> Bits:
    """Compute the places of cubes as `tokens_of_cubes` does, but without a table.

    Fleets use it because the hold of a whole fleet hardly ever occurs twice.
    """
    free = wrecks.fact(containers, wreck)
    special = free & wrecks.stack.array("tokens.special").take(wrecks.hulls_of(wreck))
    places = np.empty(cubes.shape, wrecks.goods_type)
    places[0] = red = keep_highest(special, cubes[0])
    # `due` counts the cubes of all colours so far, because each colour takes the places next to the dearer ones.
    free, due, before = free & ~red, np.zeros_like(cubes[0]), np.zeros_like(free)
    for colour in range(1, len(cubes)):
        due = due + cubes[colour]
        so_far = keep_highest(free, due)
        places[colour] = so_far & ~before
        before = so_far
    return places


def hold_of(wrecks: Wrecks, hull: HullPerWreck, left: Bits) -> Numbers:
    """Return the number of each wreck's hold, which is its set of surviving containers."""
    return wrecks.holds.numbers(hull.numbers, containers(hull, left))


def places_of_red(wrecks: Wrecks, reds: int, hull: HullPerWreck, hold: Bits) -> Bits:
    """Return the places that red cubes take, as a mask of container tokens. Shape (holds, reds).

    Entry [h, n] is for n red cubes in hold h. They take the safest special containers.

    Args:
        wrecks: The register of wrecks, which gives the type of the masks.
        reds: Size of the second axis: n goes from 0 to reds - 1.
        hull: The hull of each hold.
        hold: The container tokens (a bit for each place of a cube) of each hold. Shape (holds,).
    """
    return one_more_each(hold & hull.tokens.special, reds).astype(wrecks.goods_type)


def places_of_others(wrecks: Wrecks, reds: int, others: int, hull: HullPerWreck, hold: Bits) -> Bits:
    """Return the places that cubes of all other colours take, as a mask of container tokens.

    Red cubes take the safest special containers first. Then the others take the safest containers that are still free.
    Shape (holds, reds, others): entry [h, n, m] is for n red cubes and m other cubes in hold h.
    """
    free = hold[:, None] & ~one_more_each(hold & hull.tokens.special, reds)
    return one_more_each(free, others).astype(wrecks.goods_type)


def one_more_each(sets: Bits, size: int) -> Bits:
    """Return, for n from 0 to size - 1, the set of the n highest members of each set. Shape (..., size).

    If a set has fewer than n members, all of them are returned.
    """
    subsets = np.zeros((*sets.shape, size), np.uint64)
    for number in range(1, size):
        before = subsets[..., number - 1]
        subsets[..., number] = before | highest(sets & ~before)
    return subsets
