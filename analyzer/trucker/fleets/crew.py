"""Who steers the ships of a fleet, and which of its humans go (class IVC: "Der Flug")."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.ship.bitboard import Bits, Counts, count, drop_lowest, highest
from analyzer.trucker.ship.hull import MOST_SHIPS
from analyzer.trucker.ship.tokens import HUMANS
from analyzer.trucker.wrecks.facts import components, crew_seats


def who_steer(fleet: Ship) -> Bits:
    """Those of the crew who can steer: humans, or as a switch has it, all."""
    return fleet.crew if fleet.convoy.level.switch("steered_by") == "crew" else fleet.crew & HUMANS


def steering(fleet: Ship) -> Counts:
    """(MOST_SHIPS, ships) How many can steer each ship of a fleet."""
    return np.asarray(np.bitwise_count(fleet.by_ship(crew_seats) & who_steer(fleet)), np.int64)


def last_humans(fleet: Ship) -> Bits:
    """(MOST_SHIPS, ships) The human on each ship of a fleet who would be given up last."""
    return highest(fleet.by_ship(crew_seats) & fleet.crew & HUMANS)


def humans_left(fleet: Ship, going: Counts) -> Bits:
    """The humans left of a fleet; last ones go last, from the ship with fewest components, the later of equals."""
    last = last_humans(fleet)
    all_last = np.bitwise_or.reduce(last, axis=0)
    spare = fleet.crew & HUMANS & ~all_last
    short = np.maximum(going - count(spare), 0)
    left = drop_lowest(spare, going) | all_last
    size = np.where(last != 0, fleet.by_ship(components), 1 << 20) * MOST_SHIPS - np.arange(MOST_SHIPS)[:, None]
    for one, own in zip(last, size, strict=True):
        before = (size < own).sum(axis=0)
        left = np.where(before < short, left & ~one, left)
    return np.asarray(left)
