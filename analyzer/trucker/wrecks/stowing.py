"""Where cubes are stowed in the containers that are left, looked up by hold: a set of containers."""

from __future__ import annotations

from functools import partial

import numpy as np

from analyzer.trucker.ship.bitboard import Bits, Counts, highest, keep_highest
from analyzer.trucker.ship.stacked import Stacked
from analyzer.trucker.wrecks.facts import containers, room, special_room
from analyzer.trucker.wrecks.register import Numbers
from analyzer.trucker.wrecks.wrecks import Wrecks


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
