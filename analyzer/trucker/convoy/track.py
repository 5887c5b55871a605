"""Flight days: markers move over free spaces, and no two share one (rules: "Verlust und Gewinn von Flugtagen")."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.convoy.events import Events, Facts, Phrase, StoryWriter
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.sayings.phrases import many
from analyzer.trucker.ship.bitboard import IntArray

FAR = np.int32(1 << 30)
"""Distance that stands for markers off the board; it is farther than any marker moves."""


def advance(ship: ShipsInFlight, days: IntArray) -> None:
    """Move the markers of ships forward over `days` free spaces; spaces taken by other ships are skipped."""
    _move(ship, days, +1)


def fall_back(ship: ShipsInFlight, days: IntArray | int) -> None:
    """Move the markers of ships back over `days` free spaces; spaces taken by other ships are skipped."""
    one_for_all = isinstance(days, int) or days.size != ship.size
    _move(ship, np.full(ship.size, days) if one_for_all else np.asarray(days), -1)


def _move(ship: ShipsInFlight, days: IntArray, direction: int) -> None:
    if ship.none:
        return
    spaces = days + _occupied_on_the_way(ship, days, direction)
    ship.emit("moves", days=days, spaces=spaces, direction=direction)
    ship.position = ship.position + direction * spaces


def spaces_back(ship: ShipsInFlight, days: int) -> IntArray:
    """Return the number of spaces by which markers would fall back if they lost days."""
    every: IntArray = np.full(ship.size, days, np.int64)
    return every + _occupied_on_the_way(ship, every, -1)


def _occupied_on_the_way(ship: ShipsInFlight, days: IntArray, direction: int) -> IntArray | int:
    """Return the number of spaces of other markers that a marker skips when it moves `days` free spaces."""
    if ship.convoy.seats == 1 or not days.any():
        return 0
    return passed(distances_to_others(ship, direction), days, ship.convoy.level.lap)


def distances_to_others(ship: ShipsInFlight, direction: int) -> IntArray:
    """Return the distances of the other markers in a direction, as `passed` needs them. Shape (markers, ships)."""
    state, others = ship.convoy.state, ship.others()
    # Every other marker is met within a lap, and once a lap from then on.
    distances = within_lap(direction * (state.position.take(others) - ship.position), ship.convoy.level.lap)
    return np.where(state.flying.take(others), distances, FAR)


def within_lap(distances: IntArray, lap: int) -> IntArray:
    """Return distances along the track modulo one lap of the board."""
    spaces = np.int32(lap)
    return np.asarray(distances - spaces * (distances // spaces))  # some 30 times as fast as the operator %


def passed(distances: IntArray, days: IntArray, lap: int) -> IntArray:
    """Return the number of markers that are passed on the way over `days` free spaces.

    The board is a circle, so a marker may be passed once in each lap.

    Args:
        distances: Distance of each other marker in the direction of the move, below a lap; FAR if it is not there.
            Shape (markers, ships).
        days: Number of free spaces. Shape (ships,).
        lap: Number of spaces of the board.
    """
    # Within one lap, the way is at most the days and a space for each marker. A longer one may meet markers again.
    laps = 1 + int(days.max() + len(distances)) // lap
    if laps > 1:
        distances = np.concatenate([distances + np.int32(round_ * lap) for round_ in range(laps)])
    passed, days, moving = np.zeros(days.shape, np.int32), days.astype(np.int32), days > 0
    for _ in distances:
        # Each marker passed lengthens the way by one space, and so may bring the next marker within reach.
        more = ((distances <= days + passed) & moving).view(np.int8).sum(axis=0, dtype=np.int32)
        if np.array_equal(more, passed):
            break
        passed = more
    return passed


def on_moves(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line for days gained or lost, with the spaces of other markers passed."""
    if facts["spaces"]:
        way = facts["direction"]
        tale.add(ship, "moves", days=way * facts["days"], spaces=way * facts["spaces"])


def phrase_moves(facts: Facts) -> str:
    """Return a phrase for a story on the days that a ship gains or loses."""
    done = "gains" if facts["days"] > 0 else "loses"
    passed = abs(facts["spaces"]) - abs(facts["days"])
    past = f", passing {many(passed, 'ship')}" if passed else ""
    return f"{done} {many(abs(facts['days']), 'day')}{past}"


EVENTS = Events(handlers={"moves": on_moves}, phrases={"moves": Phrase(phrase_moves)})
