"""Flights of an experiment by the plain twin, and where the engine tells something else."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tests.doors.printed import load_edition
from tests.doors.trucker_flights import COLUMNS as METRICS
from tests.doors.trucker_flights import Experiment
from tests.trucker.twin import Outcome as PlainOutcome
from tests.trucker.twin import fly_one
from tests.trucker.twin.level_iv import as_met
from tests.trucker.twin.quarters import WAYS


def play_twin(experiment: Experiment, flights: int) -> list[list[PlainOutcome]]:
    """[flight][ship]: the same decks, places and rolls, read as plain lists."""
    route, seed = experiment.route, experiment.seed
    decks = route.deal(seed, 0, flights).tolist()
    places = experiment.places(0, flights)
    fractions = route.dice(seed, 0, flights).fractions
    of_fleets = experiment.ships[0].is_build
    cards = tuple(map(as_met, load_edition("2007").cards)) if of_fleets else route.rules.cards
    joined = [WAYS[way] for way in route.joinings(seed, 0, flights)] if of_fleets else [""] * flights
    outcomes = []
    for flight in range(flights):
        words = [int(of_slot[flight]) for of_slot in fractions]

        def rolls(slot: int, number: int, words: list[int] = words) -> int:
            pair = words[slot] * 36 ** (number + 1) // 2**58 % 36
            return 2 + pair // 6 + pair % 6

        order = np.argsort(places[:, flight]).tolist()
        deck = [cards[number] for number in decks[flight]]
        outcomes.append(
            fly_one(
                list(experiment.ships),
                list(experiment.captains),
                route.level,
                deck,
                rolls,
                order,
                removed=[len(squares) for squares in experiment.removed],
                learning=route.learning,
                joined=joined[flight],
            )
        )
    return outcomes


def differences(experiment: Experiment, flights: int, columns: Sequence[str] = METRICS) -> list[str]:
    """Every field of every flight in which the engine tells something else than the twin."""
    fast = experiment.run(0, flights)
    plain = play_twin(experiment, flights)
    found = []
    for metric in columns:
        expected = np.array([[getattr(ship, metric) for ship in flight] for flight in plain]).T
        wrong = np.argwhere(getattr(fast, metric) != expected)
        found += [
            f"{metric}: ship {s}, flight {f}: fast {getattr(fast, metric)[s, f]}, twin {expected[s, f]}"
            for s, f in wrong
        ]
    return found
