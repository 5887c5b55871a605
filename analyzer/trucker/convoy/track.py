"""Flight days: figures move over free spaces, no two stand on one (rules: "Verlust und Gewinn von Flugtagen")."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.convoy.events import Events, Facts, Phrase, Tale
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.sayings.phrases import many
from analyzer.trucker.ship.bitboard import Counts

FAR = np.int32(1 << 30)
"""Further than anybody moves: where a figure that left the board is met."""


def advance(ship: ShipsInFlight, days: Counts) -> None:
    """Gain flight days: move forward over that many free spaces."""
    _move(ship, days, +1)


def fall_back(ship: ShipsInFlight, days: Counts | int) -> None:
    """Lose flight days: move back over that many free spaces."""
    one_for_all = isinstance(days, int) or days.size != ship.size
    _move(ship, np.full(ship.size, days) if one_for_all else np.asarray(days), -1)


def _move(ship: ShipsInFlight, days: Counts, direction: int) -> None:
    if ship.none:
        return
    spaces = days + _occupied_on_the_way(ship, days, direction)
    ship.emit("moves", days=days, spaces=spaces, direction=direction)
    ship.position = ship.position + direction * spaces


def _occupied_on_the_way(ship: ShipsInFlight, days: Counts, direction: int) -> Counts | int:
    """How many occupied spaces are passed; the board is a circle, so a figure may be passed once a lap."""
    lap, state = np.int32(ship.convoy.level.lap), ship.convoy.state
    if ship.convoy.seats == 1 or not days.any():
        return 0
    own, positions, flying = ship.position, state.position.reshape(-1), state.flying.reshape(-1)
    others = ship.others()
    distances = [*np.where(flying.take(others), direction * (positions.take(others) - own) % lap, FAR)]
    for last in range(len(distances) - 1, 0, -1):
        for i in range(last):  # the nearest first
            near, far = distances[i : i + 2]
            distances[i : i + 2] = np.minimum(near, far), np.maximum(near, far)
    passed = np.zeros(own.shape, np.int32)
    days, moving = days.astype(np.int32), days > 0
    laps = 1 + int(days.max() + len(distances)) // int(lap)
    for round_ in range(laps):
        for distance in distances:
            passed += moving & (distance + np.int32(round_ * lap) <= days + passed)
    return passed


def on_moves(tale: Tale, ship: ShipsInFlight, facts: Facts) -> None:
    """Days are gained or lost: as many free spaces, and those that others stand on."""
    if facts["spaces"]:
        way = facts["direction"]
        tale.add(ship, "moves", days=way * facts["days"], spaces=way * facts["spaces"])


def phrase_moves(facts: Facts) -> str:
    """Days gained or lost."""
    done = "gains" if facts["days"] > 0 else "loses"
    passed = abs(facts["spaces"]) - abs(facts["days"])
    past = f", passing {many(passed, 'ship')}" if passed else ""
    return f"{done} {many(abs(facts['days']), 'day')}{past}"


EVENTS = Events(handlers={"moves": on_moves}, phrases={"moves": Phrase(phrase_moves)})
