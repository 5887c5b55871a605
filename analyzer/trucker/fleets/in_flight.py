"""Fleets in flight: ships under one figure that share crew rules, losses and places, and leave one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.crew import has_brown, has_purple
from analyzer.trucker.convoy.formation import Column, Formation, Insured
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import LEFT, Array, State, Truth
from analyzer.trucker.edition import GOODS
from analyzer.trucker.fleets import leaving
from analyzer.trucker.fleets.crew import humans_left, last_humans, who_steer
from analyzer.trucker.fleets.defence import defend_by_one
from analyzer.trucker.fleets.settled import by_way, settled_fleets
from analyzer.trucker.fleets.strength import FleetCannons, FleetEngines
from analyzer.trucker.metrics import FLEET_METRICS
from analyzer.trucker.ship.bitboard import Bits, Counts, count
from analyzer.trucker.ship.hull import MOST_SHIPS, Hull
from analyzer.trucker.ship.strength import cannon_halves, engine_strength
from analyzer.trucker.wrecks.facts import components, double_cannons, double_engines, launched
from analyzer.trucker.wrecks.fates import HELPERS, Fates, Hazard, worked_out
from analyzer.trucker.wrecks.register import Numbers
from analyzer.trucker.wrecks.stowing import stowed_at_once


class FleetOfShips(Formation):
    """A fleet under each figure."""

    metrics = FLEET_METRICS
    who_steer, humans_left = staticmethod(who_steer), staticmethod(humans_left)
    set_out, standing = staticmethod(leaving.set_out), staticmethod(leaving.standing)
    leave_unsteered, all_leave = staticmethod(leaving.leave_without_humans), staticmethod(leaving.all_leave)

    def at_launch(self, hulls: Sequence[Hull], chosen: Numbers) -> dict[str, Array]:
        """By ship of the fleet why and when it left, and what left with it."""
        ships_of = np.array([[bool(mask) for mask in hull.ships.tolist()] for hull in hulls])
        return {
            "gone": np.where(ships_of.T.take(chosen, axis=1), 0, LEFT.index("no_such_ship")).astype(np.int8),
            "left_at": np.zeros((MOST_SHIPS, *chosen.shape), np.int16),
            "withdrawn": np.zeros(chosen.shape, np.uint64),
            "aside": np.zeros((len(GOODS), *chosen.shape), np.int16),
        }

    def kept_back(self, ship: Ship, humans: Counts) -> Counts:
        """One on each ship that has one."""
        return np.asarray((last_humans(ship) != 0).sum(axis=0))

    def left_unsteered(self, ship: Ship, humans: Counts, going: Counts) -> Counts:
        """Ships whose last human goes."""
        return np.maximum(self.kept_back(ship, humans) - (humans - going), 0)

    def cannons(self, ship: Ship) -> FleetCannons:
        """The cannons of all ships."""
        return FleetCannons(ship, cannon_halves, double_cannons, has_purple(ship), "purple")

    def engines(self, ship: Ship, moving: bool = False) -> FleetEngines:
        """The engines of the weakest ship."""
        return FleetEngines(ship, engine_strength, double_engines, has_brown(ship), "brown", moving)

    def defend(self, ship: Ship, fate: Fates) -> Truth:
        """By a charge of a ship that can help."""
        return defend_by_one(ship, fate >> np.uint16(HELPERS))

    def fate(self, ship: Ship, small: Hazard, large: Hazard, coming: Numbers, roll: Numbers) -> Fates:
        """Worked out each time: what comes meets the first of all ships, which are seldom together as they are."""
        return worked_out(ship.convoy.wrecks, small, large, ship.wreck, np.broadcast_to(coming, roll.shape), roll)

    def struck(self, ship: Ship, position: Numbers) -> Numbers:
        """That of the ship whose square it is."""
        return np.asarray(ship.wreck[_ships_of(ship, position), np.arange(ship.size)])

    def with_the_others(self, ship: Ship, position: Numbers, left: Numbers) -> Numbers:
        """With what is left the ships that were not hit."""
        wreck = np.array(ship.wreck)
        wreck[_ships_of(ship, position), np.arange(ship.size)] = left
        return wreck

    def stowed(self, ship: Ship, cubes: Counts) -> Bits:
        """The dearest where it is safest on all ships."""
        return stowed_at_once(ship.convoy.wrecks, ship.wreck, cubes)

    def lost(self, ship: Ship) -> Counts:
        """What left with a ship is not lost."""
        return np.asarray(ship.fact(launched) - ship.fact(components) - count(ship.withdrawn))

    def expel(self, ship: Ship, cards: int) -> None:
        """Ships that cannot move, unless that would be all."""
        leaving.expel(ship, self.engines(ship).own_at_most == 0, cards)

    def take_out(self, convoy: Convoy, cards_left: int) -> None:
        """Ships that are feared to cost more than they are worth."""
        for ship in convoy.ships():
            cannot_move = self.engines(ship).own_at_most == 0
            leaving.take_out(ship, cannot_move, cards_left)

    def settled(self, convoy: Convoy, insured: Sequence[Insured]) -> dict[str, Column]:
        """What became of its ships, and the premium that was paid."""
        settled = settled_fleets(convoy)
        return settled | {"premium": by_way([premium for premium, _ in insured], settled["joined"])}

    def insure(self, penalty: Counts, insured: Sequence[Insured], settled: Mapping[str, Column]) -> Counts:
        """At most the cap."""
        return np.minimum(penalty, by_way([cap for _, cap in insured], settled["joined"]))

    def looked_at(self, arrived: Truth, settled: Mapping[str, Column]) -> Truth:
        """Those with most ships."""
        ships = settled["ships"]
        return np.asarray(arrived & (ships == ships.max(axis=0)))

    def still_there(self, state: State, number: int) -> tuple[tuple[int, ...], int]:
        """The ships that have not left, and the components of those that have."""
        flying = np.flatnonzero(state.gone[:, number, 0] == 0) + 1
        return tuple(flying.tolist()), int(state.withdrawn[number, 0])


def _ships_of(ship: Ship, position: Numbers) -> Numbers:
    """The number of the ship of each fleet that a position belongs to."""
    wrecks = ship.convoy.wrecks
    return np.asarray(wrecks.stack.array("ship_of")[wrecks.hulls_of(ship.wreck), position])


FLEET = FleetOfShips()
