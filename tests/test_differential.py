"""The fast engine against the plain twin: every field of every flight, on random ships, decks and captains.

What would make this fail: any rule read differently by one of the two, in any state that thousands of flights reach.
"""

from __future__ import annotations

import random
from dataclasses import fields, replace

import numpy as np
import pytest

from analyzer.trucker.captains.captain import NAMED, Captain, named_captain
from analyzer.trucker.cards.route import Route
from analyzer.trucker.edition import Card, Hit, load_edition
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import COLUMNS as METRICS
from analyzer.trucker.ship.component import SIDES, Side
from analyzer.trucker.ship.layout import Layout
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
    ships = [grow_ship(rng, BOARDS[level], name=f"ship {i}", reserve=(number + i) % 3) for i in range(number % 4 + 1)]
    learning = level == "I" and rng.random() < 0.3
    cards = () if learning or rng.random() < 0.7 else tuple(rng.choices(range(60), k=rng.randint(1, 20)))
    route = Route(level_name=level, learning=learning, cards=cards)
    removed = tuple(((0, 0),) * rng.choice((0, 0, 3)) for _ in ships)
    experiment = Experiment(tuple(ships), captains(rng, len(ships)), route, seed=number, removed=removed)
    assert differences(experiment, 50)[:5] == []


LEVELS_2021 = ("L", "I", "II", "III")
STAND_INS = (49, 50, 51)
"""Swarms of level III that nobody has seen: random ones take their place."""
CROWDED = (52, 53)
"""Planets that offer more than the bank has, so that it matters who loads first and what was thrown out."""

LASTING = {"single_engine": 4.0, "double_engine": 2.0, "cabin": 3.0, "cargo_3": 3.0, "special_cargo_2": 3.0}


def any_captain(rng: random.Random) -> Captain:
    """Any prices at all, or one of the named captains."""
    if rng.random() < 0.5:
        return captains(rng, 1)[0]
    day, battery, reserve = rng.choice((0, 10, 50, 120)), rng.choice((0, 20, 50, 400)), rng.choice((0, 0, 1, 3))
    human, brown, purple, component = (rng.choice((0, 50, 100, 200, 300)) for _ in range(4))
    stay, dread = rng.choice((0, 300, 1000)), rng.choice((0, 0, 200, 1000))
    return Captain("any", day, human, brown, purple, battery, component, stay, dread, reserve)


def unseen_cards(rng: random.Random) -> tuple[Card, ...]:
    """Swarms with large meteors from the rear, and planets with up to nine cubes of a colour."""
    table = load_edition("2021")
    sizes, sides = (True, True, False), (*SIDES, Side.REAR, Side.REAR)
    swarms = [
        replace(table.card(number), hits=tuple(Hit(rng.choice(sizes), rng.choice(sides)) for _ in range(5)))
        for number in STAND_INS
    ]
    crowded = [
        replace(table.card(number), days=rng.choice((0, 1, 9)), planets=tuple(_many(rng) for _ in range(4)))
        for number in CROWDED
    ]
    return (*swarms, *crowded)


def _many(rng: random.Random) -> tuple[int, int, int, int]:
    red, yellow, green, blue = (rng.choice((0, 0, 4, 9)) for _ in range(4))
    return red, yellow, green, blue


def route_2021(number: int) -> Route:
    """Board after board; four of five convoys fly chosen cards, one of level III always among them."""
    rng = random.Random(2021 + number)
    level = LEVELS_2021[number // 4 % 4]
    replaced = unseen_cards(rng) if rng.random() < 0.6 else ()
    if number % 5 == 0:
        return Route("2021", level, replaced=replaced)
    chosen = [41 + number % 20, *rng.choices(range(1, 61), k=rng.randint(1, 6))]
    if replaced:
        chosen += [*rng.sample(STAND_INS, 2), *rng.choices(CROWDED, k=rng.choice((0, 2)))]
    rng.shuffle(chosen)
    return Route("2021", level, cards=tuple(chosen), replaced=replaced)


def convoy_2021(number: int) -> Experiment:
    """One to four freshly grown ships, each with up to two components in reserve and some lost to repair."""
    rng = random.Random(12021 + number)
    route = route_2021(number)
    board = f"2021-{route.level.board}"
    ships = tuple(_ship_2021(rng, board, f"ship {i}") for i in range(number % 4 + 1))
    removed = tuple(((0, 0),) * rng.choice((0, 0, 0, 3, 20)) for _ in ships)
    return Experiment(ships, tuple(any_captain(rng) for _ in ships), route, seed=number, removed=removed)


def _ship_2021(rng: random.Random, board: str, name: str) -> Layout:
    """Any ship, or one with more engines, cabins and holds, so that many fly to the end."""
    taste, size = (None, None) if rng.random() < 0.5 else (LASTING, rng.randint(12, 30))
    return grow_ship(rng, board, size, taste, name, reserve=rng.randint(0, 2))


@pytest.mark.parametrize("number", range(200))
def test_engine_equals_twin_in_2021(number: int) -> None:
    """200 convoys of one to four freshly grown ships of the 2021 box, 50 flights each: 10,000 flights a run."""
    assert differences(convoy_2021(number), 50)[:5] == []


def test_the_routes_of_2021_have_every_card_and_board() -> None:
    routes = [route_2021(number) for number in range(200)]
    assert {route.level_name for route in routes} == set(LEVELS_2021)
    assert {number for route in routes for number in route.cards} == set(range(1, 61))
    rear = Hit(large=True, side=Side.REAR)
    assert sum(any(rear in card.hits for card in route.replaced) for route in routes) > 50
