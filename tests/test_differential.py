"""The fast engine against the plain twin: every field of every flight, on random ships, decks and captains.

What would make this fail: any rule read differently by one of the two, in any state that thousands of flights reach.
"""

from __future__ import annotations

import random
from dataclasses import fields

import numpy as np
import pytest

from analyzer.trucker.captain import NAMED, Captain, named_captain
from analyzer.trucker.deck import Route
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.settlement import METRICS
from tests.shipyard import grow_ship
from tests.twin import Outcome as PlainOutcome
from tests.twin import fly_one

BOARDS = {"I": "2007-I", "II": "2007-II", "III": "2007-III", "IIIa": "2007-IIIa"}
ODD = Captain("odd", day=25, human=300, brown=0, purple=100, battery=10, component=50, stay=300, dread=400, reserve=0)


def captains(rng: random.Random, ships: int) -> tuple[Captain, ...]:
    pool = [named_captain(name) for name in NAMED] + [ODD]
    return tuple(rng.choice(pool) for _ in range(ships))


def play_twin(experiment: Experiment, flights: int) -> list[list[PlainOutcome]]:
    """[flight][ship]: the same decks, places and rolls, read as plain lists."""
    route, seed, ships = experiment.route, experiment.seed, len(experiment.ships)
    decks = route.deal(seed, 0, flights).tolist()
    places = route.places(seed, 0, flights, ships)
    fractions = route.dice(seed, 0, flights).fractions
    cards = route.rules.cards
    outcomes = []
    for flight in range(flights):
        words = [int(word) for word in fractions[:, flight]]

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
            )
        )
    return outcomes


def differences(experiment: Experiment, flights: int) -> list[str]:
    fast = experiment.fly(0, flights)
    plain = play_twin(experiment, flights)
    found = []
    for metric in METRICS:
        expected = np.array([[getattr(ship, metric) for ship in flight] for flight in plain]).T
        wrong = np.argwhere(getattr(fast, metric) != expected)
        found += [
            f"{metric}: ship {s}, flight {f}: fast {getattr(fast, metric)[s, f]}, twin {expected[s, f]}"
            for s, f in wrong
        ]
    return found


def test_the_twin_tells_every_metric() -> None:
    assert {field.name for field in fields(PlainOutcome)} == set(METRICS)


@pytest.mark.parametrize("number", range(400))
def test_engine_equals_twin(number: int) -> None:
    """400 convoys of one to four freshly grown ships, 50 flights each: 1,000 ships and 20,000 flights a run."""
    rng = random.Random(number)
    level = rng.choice(list(BOARDS))
    ships = [grow_ship(rng, BOARDS[level], name=f"ship {i}") for i in range(number % 4 + 1)]
    learning = level == "I" and rng.random() < 0.3
    cards = () if learning or rng.random() < 0.7 else tuple(rng.choices(range(60), k=rng.randint(1, 20)))
    route = Route(level_name=level, learning=learning, cards=cards)
    removed = tuple(((0, 0),) * rng.choice((0, 0, 3)) for _ in ships)
    experiment = Experiment(tuple(ships), captains(rng, len(ships)), route, seed=number, removed=removed)
    assert differences(experiment, 50)[:5] == []
