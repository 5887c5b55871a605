"""What no rule may leave behind: looked for after each card of a kind of the user's own, never after printed ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from operator import index
from typing import Any

import numpy as np

from analyzer.trucker.convoy.cargo import RED, bank_of
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.state import ENDINGS, Array, State, Truth, Which
from analyzer.trucker.flight.dice import ROLLS_IN_A_WORD, Dice, Rolls
from analyzer.trucker.ship.bitboard import Bits
from analyzer.trucker.wrecks.facts import charges_aboard, containers, crew_seats
from analyzer.trucker.wrecks.wrecks import Wrecks

MOST = 1_000_000
"""More days or credits than this nobody means."""
OF_THE_DICE = {"weight", "rolled"}
Shapes = dict[str, tuple[np.dtype[Any], tuple[int, ...]]]
"""By name of an array of the state its type, and its shape but for the flights."""
Wrong = tuple[str, Truth]
"""What is wrong, and where (ships, flights)."""


class TenRolls:
    """Dice that refuse, whichever they are, what the dice of a card do not have: any roll but those from 0 to 9."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def roll(self, convoy: Convoy, number: int, flights: Which | None = None) -> Rolls:
        """The roll of that number; raises IndexError where there is none."""
        try:
            number = index(number)
        except TypeError:
            raise TypeError(f"roll {number}: give a whole number from 0 to {ROLLS_IN_A_WORD - 1}") from None
        if not 0 <= number < ROLLS_IN_A_WORD:
            raise IndexError(f"roll {number}: a card has {ROLLS_IN_A_WORD} rolls, from 0 to {ROLLS_IN_A_WORD - 1}")
        return self.dice.roll(convoy, number, flights)


def shapes(state: State) -> Shapes:
    """What the arrays of a state look like."""
    return {name: (array.dtype, array.shape[:-1]) for name, array in state.arrays().items() if name not in OF_THE_DICE}


def impossible(convoy: Convoy, before: Shapes, flights: tuple[State, Array] | None = None) -> str | None:
    """The first thing that cannot be in the flights of a convoy, with the ship where it is; None if all is well.

    flights: the state and the rows of the convoy before the rule.
    """
    if fault := _displaced(convoy):
        return fault
    if flights is not None and _lost(convoy, *flights):
        return "convoy.rows names other flights than before: take some with convoy.together"
    for name, array in convoy.state.arrays().items():
        if name not in OF_THE_DICE and (fault := _misshapen(name, array, convoy.state.size, before)):
            return fault
    if missing := before.keys() - convoy.state.arrays():
        return f"state.{min(missing)} is gone"
    for fault, where in _faults(convoy):
        if where.any():
            return f"{_ship_at(convoy, where)} {fault}"
    convoy.in_bank = None
    return "there are more cubes aboard than the bank has" if (bank_of(convoy) < 0).any() else None


def _displaced(convoy: Convoy) -> str | None:
    """Something else in place of what all other checks rest on."""
    state, rows = convoy.state, convoy.rows
    if not isinstance(state, State) or not isinstance(state.wrecks, Wrecks):
        return "convoy.state is no longer a State"
    if not isinstance(rows, np.ndarray) or rows.dtype.kind not in "iu" or rows.ndim != 1:
        return "convoy.rows is not a one-dimensional array of whole numbers"
    flights = state.arrays().get("flight")
    if not isinstance(flights, np.ndarray) or flights.ndim != 1:
        return "state.flight holds no numbers of flights"
    return "convoy.rows names flights that there are not" if (rows < 0).any() or (rows >= flights.size).any() else None


def _lost(convoy: Convoy, state: State, rows: Array) -> bool:
    """Whether flights are gone, or there twice; enumerated dice make a state of their own, of all flights."""
    if convoy.state is state:
        return not np.array_equal(convoy.rows, rows)
    return not np.array_equal(np.sort(convoy.rows), np.arange(convoy.state.size))


def _misshapen(name: str, array: Array, flights: int, before: Shapes) -> str | None:
    if name not in before:
        return f"state.{name}: there is no such array"
    kind, shape = before[name]
    if not isinstance(array, np.ndarray) or array.dtype != kind:
        return f"state.{name} is of {getattr(array, 'dtype', type(array).__name__)}, not {kind}"
    if array.shape[:-1] != shape or array.shape[-1] not in (1, flights):
        return f"state.{name} has shape {array.shape}, not {(*shape, flights)}"
    return None


def _faults(convoy: Convoy) -> Iterator[Wrong]:
    """One by one: later ones look up what the earlier ones hold to be there."""
    state, wrecks = convoy.state, convoy.wrecks

    def column(name: str) -> Array:
        array: Array = getattr(state, name)
        return array.take(convoy.rows, axis=-1)

    wreck = column("wreck")
    unknown = (wreck < 0) | (wreck >= wrecks.known)
    yield "has components that nobody knows", np.asarray(unknown.reshape(-1, *unknown.shape[-2:]).any(axis=0))
    built = wrecks.stack.array("whole")[:, 0].take(wrecks.hulls_of(wreck))
    yield "has components that it was not built with", _beyond(wrecks.left_of(wreck), built)
    yield "has crew aboard that has no place", _beyond(column("crew"), wrecks.fact(crew_seats, wreck))
    yield "has more charges than its batteries hold", _beyond(column("charge"), wrecks.fact(charges_aboard, wreck))
    yield from _of_goods(column("goods"), wrecks.fact(containers, wreck), convoy, wreck)
    for name, unit in (("position", "days from the start"), ("bounty", "credits")):
        number = column(name)
        yield f"is {MOST:,} {unit} or more off", (number <= -MOST) | (number >= MOST)
    yield "shares its space with another ship", _in_one_space(column("position"), column("flying"))
    flying, ending, cards = column("flying"), column("ending"), column("cards_flown")
    yield "has an ending that there is not", (ending < 0) | (ending >= len(ENDINGS))
    yield "flies again after it gave up", flying & (ending != 0)
    yield "has left the flight without giving up", ~flying & (ending == 0)
    yield "has flown more cards than were revealed", (cards < 0) | (cards > convoy.slot + 1)


def _in_one_space(position: Array, flying: Truth) -> Truth:
    shared = np.zeros(flying.shape, bool)
    for one, other in combinations(range(flying.shape[-2]), 2):
        both = flying[..., one, :] & flying[..., other, :]
        shared[..., one, :] |= both & (position[..., one, :] == position[..., other, :])
    return shared


def _of_goods(goods: Bits, places: Bits, convoy: Convoy, wreck: Array) -> Iterator[Wrong]:
    twice = [(one & other) != 0 for one, other in combinations(goods, 2)]
    yield "has cubes outside of its holds", np.asarray(_beyond(goods, places.astype(goods.dtype)).any(axis=0))
    yield "has two cubes in one place", np.asarray(np.any(twice, axis=0))
    special = convoy.wrecks.stack.array("tokens.special").take(convoy.wrecks.hulls_of(wreck))
    yield "has red cubes outside of its special holds", _beyond(goods[RED], special.astype(goods.dtype))


def _beyond(tokens: Bits, places: Bits) -> Truth:
    return np.asarray((tokens & ~places) != 0)


def _ship_at(convoy: Convoy, where: Truth) -> str:
    """The first ship of which it is true."""
    number, flight = np.argwhere(where)[0].tolist()
    wreck = convoy.state.wreck[..., number, convoy.rows[flight]]
    known = bool((np.asarray(wreck) >= 0).all() and (np.asarray(wreck) < convoy.wrecks.known).all())
    named = convoy.wrecks.hulls[int(convoy.wrecks.hulls_of(np.asarray(wreck)))].layout.name if known else None
    return f"ship {number + 1}" + (f" ({named})" if named else "")
