"""Strengths of fleets by charges spent: engines as the weakest ship has them, cannons of all ships together.

A charge powers only what is on its own ship, so what k charges come to is found by spending them one by one, each where
it is needed most (docs/rulings.md, "Class IVC in flight").
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from analyzer.trucker.convoy.charges import spend_on
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import Truth
from analyzer.trucker.convoy.strength import Strength, StrengthOf
from analyzer.trucker.ship.bitboard import Bits, Counts
from analyzer.trucker.ship.component import COLOURS
from analyzer.trucker.ship.hull import MOST_SHIPS
from analyzer.trucker.ship.stacked import Stacked
from analyzer.trucker.wrecks.facts import charges_aboard
from analyzer.trucker.wrecks.register import WorkOut

NO_SHIP = np.int64(1 << 40)
"""Stronger than any: what is asked of the weakest leaves out who does not fly."""


class FleetStrength(Strength):
    """The strength of fleets by charges spent; `helper`: the colour of the alien that helps its own ship."""

    def __init__(
        self, ship: Ship, strength: StrengthOf, doubles: WorkOut, helped: Truth, helper: str, moving: bool = False
    ) -> None:
        wrecks = ship.convoy.wrecks
        colour = COLOURS.index(helper)
        self.ship = ship
        self.doubles = doubles
        self.moving = moving
        self.most = most = wrecks.most(doubles)
        self.flies = ship.gone == 0

        def work_out(hull: Stacked, left: Bits) -> Counts:
            """(wrecks, charges, without and with the alien)"""
            at_home = (left & hull.tokens.home[:, colour]) != 0
            helped = np.asarray(at_home[:, None, None] & np.array([False, True]))
            return strength(hull.spread(2), left[:, None, None], np.arange(most + 1)[:, None], helped).astype(np.int16)

        self.table = wrecks.table(work_out, key=(strength, MOST_SHIPS))
        self.row = ship.wreck * (2 * (most + 1)) + helped

    def of_ship(self, number: int, charges: Counts) -> Counts:
        """The strength of one ship of each fleet with at most so many charges."""
        return np.asarray(self.table.take(self.row[number] + 2 * np.minimum(charges, self.most)), np.int64)

    @cached_property
    def charges(self) -> Counts:
        """(MOST_SHIPS, ships) The charges that each ship has."""
        return np.asarray(np.bitwise_count(self.ship.by_ship(charges_aboard) & self.ship.charge), np.int64)

    @cached_property
    def usable_by_ship(self) -> Counts:
        """(MOST_SHIPS, ships) The charges that the captain may spend on each ship.

        Where the reserve of a ship holds the fleet back (`moving`): one for every ship that stands, and no other.
        """
        doubles = self.ship.by_ship(self.doubles) * self.flies
        usable: Counts = np.minimum(doubles, np.maximum(self.charges - self.ship.captain.reserve, 0))
        if self.moving:
            none = np.zeros(self.ship.size, np.int64)
            is_still = self.flies & [self.of_ship(number, none) == 0 for number in range(MOST_SHIPS)]
            held_back = (is_still & (usable == 0)).any(axis=0)
            usable = np.where(held_back, np.minimum(doubles, is_still & (self.charges > 0)), usable)
        return usable

    @cached_property
    def usable(self) -> Counts:
        """How many charges may be spent, one after the other."""
        return self._spent[2]

    @cached_property
    def _spent(self) -> tuple[Counts, Counts, Counts]:
        """(charges, ships) The strength by charges, (charges, MOST_SHIPS, ships) on which ships they are spent, and
        (ships) how many can be.
        """
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

    def __call__(self, charges: Counts | int) -> Counts:
        """The strength with that many charges, for each or the same for all."""
        strengths, _, _ = self._spent
        return np.asarray(strengths[np.minimum(charges, len(strengths) - 1), np.arange(self.ship.size)])

    @property
    def at_most(self) -> Counts:
        """The strength with every charge aboard."""
        return self.of_fleet(self.own_at_most)

    @property
    def own_at_most(self) -> Counts:
        """(MOST_SHIPS, ships) The same of each ship by itself."""
        return np.stack([self.of_ship(number, self.charges[number]) for number in range(MOST_SHIPS)])

    def spend(self, charges: Counts) -> None:
        """Give up so many charges, each of the ship that it powers."""
        _, allocations, _ = self._spent
        by_ship_ = allocations[charges, :, np.arange(self.ship.size)].T
        self.ship.emit("spends", charges=charges)
        if charges.any():
            spend_on(self.ship, by_ship_)

    def of_fleet(self, own: Counts) -> Counts:
        """What the strengths of its ships (MOST_SHIPS, ships) come to."""
        raise NotImplementedError

    def next_charge(self, own: Counts, spent: Counts) -> tuple[Counts, Truth]:
        """The ship that the next charge is spent on, and whether there is one."""
        raise NotImplementedError


class FleetCannons(FleetStrength):
    """All cannons together; each charge goes where it adds most."""

    def of_fleet(self, own: Counts) -> Counts:
        """The sum over all ships."""
        return np.asarray((own * self.flies).sum(axis=0))

    def next_charge(self, own: Counts, spent: Counts) -> tuple[Counts, Truth]:
        """Where it adds most; of equals the ship with most charges not spent, then the first."""
        able = spent < self.usable_by_ship
        more = np.stack([self.of_ship(number, spent[number] + 1) for number in range(MOST_SHIPS)]) - own
        first = np.arange(MOST_SHIPS)[::-1, None]
        wanted = np.where(able, (more * 256 + self.charges - spent) * MOST_SHIPS + first, -1)
        return wanted.argmax(axis=0), np.asarray(able.any(axis=0))


class FleetEngines(FleetStrength):
    """The engines of the weakest ship; each charge goes to the weakest, as long as all weakest ones can be lifted."""

    def of_fleet(self, own: Counts) -> Counts:
        """That of the weakest that flies; 0 if none does."""
        weakest = np.where(self.flies, own, NO_SHIP).min(axis=0)
        return np.asarray(np.where(weakest == NO_SHIP, 0, weakest))

    def next_charge(self, own: Counts, spent: Counts) -> tuple[Counts, Truth]:
        """On the weakest ship, the first of equals."""
        weakest = self.flies & (own == self.of_fleet(own))
        can = spent < self.usable_by_ship
        return weakest.argmax(axis=0), weakest.any(axis=0) & ~(weakest & ~can).any(axis=0)
