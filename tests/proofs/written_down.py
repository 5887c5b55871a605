"""Flights that are written down, in the middle and as a whole, and flown on and replayed to the same end."""

from __future__ import annotations

import numpy as np

import analyzer
from analyzer import load_captain
from tests.doors.trucker_flights import (
    Experiment,
    Referee,
    record_flight,
)
from tests.doors.trucker_moments import position_after
from tests.proofs.proof import Proven, Share, in_turn
from tests.texts import round_trip
from tests.trucker.routes import ROUTES, flown_on, planned

PIECE = 20
OTHERWISE = "miser"
"""A captain who decides otherwise than the bold and sensible ones who flew."""


def flights_that_are_written_down_end_alike(flights: int, share: Share = in_turn) -> Proven:
    """A flight that is written down as a position and a record, and read again, ends as it did.

    The position is taken after some cards and flown on with the cards and dice that came. The record is replayed under
    captains who decide otherwise, so that a missing decision would show. Every metric of every ship is compared.

    Fails if a file leaves anything out, if a decision is not noted, or if a replay goes by other rules than a flight.
    """
    each = -(-flights // len(ROUTES))
    pieces = [
        (route, first, min(PIECE, each - first)) for route in range(len(ROUTES)) for first in range(0, each, PIECE)
    ]
    faults = [fault for piece in share(differences, pieces) for fault in piece]
    size = f"{each * len(ROUTES):,} flights on {len(ROUTES)} routes, each flown on from one moment and replayed whole"
    return Proven(size, f"{len(faults)} ended otherwise", tuple(faults))


def differences(route: int, first: int, flights: int) -> list[str]:
    """The flights that end otherwise."""
    path, conditions = ROUTES[route]
    experiment = planned(path, **conditions)
    faults = []
    for flight in range(first, first + flights):
        if not flies_on_alike(experiment, flight):
            faults.append(f"{path}, flight {flight}: flown on from a position")
        if not replays_alike(experiment, flight):
            faults.append(f"{path}, flight {flight}: replayed")
    return faults


def flies_on_alike(experiment: Experiment, flight: int) -> bool:
    """Whether the flight ends alike, for your ship, when it is written down after some cards, with those that came."""
    position = position_after(experiment, flight, flight % experiment.route.length, knowing_deck=True)
    if position.ships[0].left:
        return True
    read = round_trip(analyzer.save_position, analyzer.load_position, position)
    one, two = experiment.run(flight, 1).columns(), flown_on(experiment, read).run(flight, 1).columns()
    return read == position and all(one[name][0, 0] == two[name][0, 0] for name in one)


def replays_alike(experiment: Experiment, flight: int) -> bool:
    """Whether its record is accepted, leaves nothing open, and ends alike for every ship."""
    record = record_flight(experiment, flight)
    referee = Referee(round_trip(analyzer.save_record, analyzer.load_record, record), load_captain(OTHERWISE))
    if any(step.reason is not None or step.assumed for step in referee.fly()):
        return False
    outcome, simulated = referee.outcome(), experiment.run(flight, 1).columns()
    return outcome is not None and all(np.array_equal(simulated[name], outcome.columns()[name]) for name in simulated)
