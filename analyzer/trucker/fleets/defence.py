"""Which ship of a fleet spends a charge against what comes (class IVC: "Der Flug")."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyzer.trucker.convoy.charges import spend_on
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import Truth
from analyzer.trucker.ship.hull import MOST_SHIPS
from analyzer.trucker.wrecks.facts import charges_aboard


def defend_by_one(fleet: Ship, helpers: npt.NDArray[np.uint16]) -> Truth:
    """Of the ships of a fleet whose charge helps (bits of `helpers`) the one with most pays, the first of equals."""
    charges = np.bitwise_count(fleet.by_ship(charges_aboard) & fleet.charge).astype(np.int64)
    numbers = np.arange(MOST_SHIPS)[:, None]
    able = np.where((helpers >> numbers) & 1, charges, 0) * fleet.captain.defends
    used: Truth = able.max(axis=0) > 0
    pays = (able.argmax(axis=0) == numbers) & used
    if used.any():
        fleet.where(used).emit("spends", charges=1)
        spend_on(fleet, pays)
    fleet.emit("is defended", can_be=helpers > 0, used=used)
    return used
