"""What hazards do to a fleet, one after the other, outside a flight (class IVC: "Der Flug").

What comes meets the first component of the whole fleet, once. A shield protects its own ship alone, a cannon of any
ship may shoot down a large meteor, and either takes a charge of its own ship. Only the ship that is hit may break.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from analyzer.trucker.adventures.hazards import heavy_fire, large_meteor, light_fire, small_meteor
from analyzer.trucker.adventures.kind import FIRE, METEORS
from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.convoy.damage import destroy
from analyzer.trucker.convoy.launching import launch
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.fleets.fleet import Fleet
from analyzer.trucker.questions.strike.answer import Strike
from analyzer.trucker.ship.bitboard import positions
from analyzer.trucker.ship.component import Side
from analyzer.trucker.wrecks.fates import Hazard, Meeting

RULES: dict[str, Hazard] = dict(
    zip((*METEORS, *FIRE), (small_meteor, large_meteor, light_fire, heavy_fire), strict=True)
)
"""What is in the way of each hazard."""
MOST_BATTERIES = 64


class Target:
    """A fleet that hazards come at: what is left of it, and the charges of each ship."""

    def __init__(self, fleet: Fleet, captain: Captain, batteries: int | Sequence[int] | None) -> None:
        level = next(iter(fleet.edition.levels.values()))
        convoy = launch([fleet.hull], [captain], level, np.arange(1), np.zeros((1, 1), np.int64))
        self.ship: Ship = next(iter(convoy.ships()))
        self.fleet = fleet
        seats = fleet.hull.tokens.charges
        self.seats = [int(mask) for mask in seats.left(fleet.masks) & seats.full]
        self.spare = [0] * len(fleet.ships)
        if batteries is not None:
            self._charge(fleet.checked(batteries, MOST_BATTERIES))

    def _charge(self, batteries: Sequence[int]) -> None:
        """So many charges for each ship: on its safest batteries, and beyond those on none at all."""
        charges_left = 0
        for number, (seats, charges) in enumerate(zip(self.seats, batteries, strict=True)):
            own = positions(seats)
            charges_left |= sum(1 << place for place in own[max(len(own) - charges, 0) :])
            self.spare[number] = max(charges - len(own), 0)
        self.ship.charge = np.array([charges_left], np.uint64)

    def charges(self, number: int) -> int:
        """How many charges a ship has."""
        return (int(self.ship.charge[0]) & self.seats[number]).bit_count() + self.spare[number]

    def meet(self, hazard: str, side: Side, roll: int) -> Strike:
        """What comes of one hazard."""
        hull, alive = self.fleet.hull, self.ship.alive
        met = RULES[hazard](hull, alive, side, np.array([roll]))
        first = int(met.first[0])
        if not first:
            return Strike("miss", None, 0, ())
        (square,) = hull.squares_of(first)
        hit = self.fleet.ship_of(square)
        if bool(np.all(met.harmless)):
            return Strike("shot_down" if hazard == "large_meteor" else "bounced", square, 0, (), hit)
        payer = self._payer(met, hazard, hit)
        if payer is not None:
            self._spend(payer)
            return Strike("shot_down" if hazard == "large_meteor" else "shielded", square, 1, (), hit, payer)
        destroy(self.ship, np.array(positions(first)))
        lost = int((alive & ~self.ship.alive)[0])
        squares = sorted(hull.squares_of(lost), key=hull.squares.index)
        return Strike("destroyed", square, 0, tuple(squares), hit)

    def _payer(self, met: Meeting, hazard: str, hit: int | None) -> int | None:
        """The ship whose charge helps: of those that can, the one with most charges, the first of equals."""
        if not self.ship.captain.defends:
            return None
        helpers = int(np.atleast_1d(met.with_a_charge)[0])
        able = [
            number
            for number, mask in enumerate(self.fleet.masks.tolist())
            if helpers & mask and self.charges(number) and (hazard == "large_meteor" or number == hit)
        ]
        return max(able, key=self.charges, default=None)

    def _spend(self, number: int) -> None:
        """One charge of that ship: one that lies on no battery, else that with the highest risk."""
        if self.spare[number]:
            self.spare[number] -= 1
            return
        charge = int(self.ship.charge[0])
        own = charge & self.seats[number]
        self.ship.charge = np.array([charge & ~(own & -own)], np.uint64)


def meet_all(
    fleet: Fleet, hazards: Iterable[tuple[str, Side, int]], batteries: int | Sequence[int] | None, captain: Captain
) -> list[Strike]:
    """What hazards do one after the other; what is lost or spent stays so."""
    target = Target(fleet, captain, batteries)
    return [target.meet(hazard, side, roll) for hazard, side, roll in hazards]
