"""A lone ship in flight: all of it flies, or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from analyzer.trucker.convoy.charges import spend_one
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.crew import has_brown, has_purple
from analyzer.trucker.convoy.decisions import DEFENDS, if_there_is_one
from analyzer.trucker.convoy.formation import Column, Formation, Insured
from analyzer.trucker.convoy.revealed import COMING
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import Array, State, Truth
from analyzer.trucker.convoy.strength import Strength
from analyzer.trucker.metrics import METRICS
from analyzer.trucker.ship.bitboard import Bits, Counts, drop_lowest
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.ship.strength import cannon_halves, engine_strength
from analyzer.trucker.ship.tokens import HUMANS
from analyzer.trucker.wrecks.facts import components, double_cannons, double_engines, launched
from analyzer.trucker.wrecks.fates import SAVABLE, SUMS, Fates, Hazard, fates
from analyzer.trucker.wrecks.register import Numbers
from analyzer.trucker.wrecks.stowing import stowed


class LoneShip(Formation):
    """One ship under each figure."""

    metrics = METRICS

    def at_launch(self, hulls: Sequence[Hull], chosen: Numbers) -> dict[str, Array]:
        """Nothing besides."""
        return {}

    def set_out(self, convoy: Convoy) -> None:
        """A ship that is launched starts."""

    def who_steer(self, ship: Ship) -> Bits:
        """Humans alone."""
        return ship.crew & HUMANS

    def kept_back(self, ship: Ship, humans: Counts) -> Counts:
        """The last one, if there is any."""
        return np.asarray(humans > 0, np.int64)

    def humans_left(self, ship: Ship, going: Counts) -> Bits:
        """They leave the cabins with the highest risk first."""
        return drop_lowest(ship.crew & HUMANS, going)

    def left_unsteered(self, ship: Ship, humans: Counts, going: Counts) -> Counts:
        """None: without a human the flight is over."""
        return np.zeros(ship.size, np.int64)

    def cannons(self, ship: Ship) -> Strength:
        """Its cannons."""
        return Strength(ship, cannon_halves, double_cannons, has_purple(ship))

    def engines(self, ship: Ship, moving: bool) -> Strength:
        """Its engines."""
        return Strength(ship, engine_strength, double_engines, has_brown(ship), moving)

    def defend(self, ship: Ship, fate: Fates) -> Truth:
        """Any charge aboard will do."""
        can_be = fate >= SAVABLE
        there = can_be & (ship.charge != 0)
        used: Truth = ship.decide(DEFENDS, there & ship.captain.defends, if_there_is_one(there))
        spend_one(ship.where(used))
        ship.emit("is defended", can_be=can_be, used=used)
        return used

    def fate(self, ship: Ship, small: Hazard, large: Hazard, coming: Numbers, roll: Numbers) -> Fates:
        """Looked up by wreck."""
        return fates(ship.convoy.wrecks, small, large, (ship.wreck * COMING + coming) * SUMS + roll)

    def struck(self, ship: Ship, position: Numbers) -> Numbers:
        """There is only one."""
        return ship.wreck

    def with_the_others(self, ship: Ship, position: Numbers, left: Numbers) -> Numbers:
        """There are no others."""
        return left

    def stowed(self, ship: Ship, cubes: Counts) -> Bits:
        """Looked up by hold."""
        return stowed(ship.convoy.wrecks, ship.wreck, cubes)

    def lost(self, ship: Ship) -> Counts:
        """All that are no longer there."""
        return np.asarray(ship.fact(launched) - ship.fact(components))

    def expel(self, ship: Ship, cards: int) -> None:
        """Who cannot move is stuck, which ends the flight."""

    def leave_unsteered(self, ship: Ship, cards: int) -> None:
        """Without a human the flight is over."""

    def all_leave(self, ship: Ship, why: str, cards: int) -> None:
        """The flight is over, and that is all."""

    def take_out(self, convoy: Convoy, cards_left: int) -> None:
        """There are no others."""

    def standing(self, convoy: Convoy) -> npt.NDArray[np.int8]:
        """Flight order."""
        return convoy.rank()

    def settled(self, convoy: Convoy, insured: Sequence[Insured]) -> dict[str, Column]:
        """Nothing besides."""
        return {}

    def insure(self, penalty: Counts, insured: Sequence[Insured], settled: Mapping[str, Column]) -> Counts:
        """Nobody insures a lone ship."""
        return penalty

    def looked_at(self, arrived: Truth, settled: Mapping[str, Column]) -> Truth:
        """All that arrived."""
        return arrived

    def still_there(self, state: State, number: int) -> tuple[tuple[int, ...], int]:
        """No ship of a fleet."""
        return (), 0


LONE_SHIP = LoneShip()
