"""The fast engine against the plain twin: every field of every flight, on random ships, decks and captains.

What would make this fail: any rule read differently by one of the two, in any state that thousands of flights reach.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import fields, replace
from functools import cache

import numpy as np
import pytest

from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.captains.named import NAMED, named_captain
from analyzer.trucker.cards.route import Route
from analyzer.trucker.edition import Card, Hit, load_edition
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import COLUMNS as METRICS
from analyzer.trucker.ship.component import SIDES, Side
from analyzer.trucker.ship.layout import Layout
from tests.trucker.shipyard import grow_ship
from tests.trucker.twin import Outcome as PlainOutcome
from tests.trucker.twin import fly_one
from tests.trucker.twin.level_iv import as_met
from tests.trucker.twin.quarters import WAYS

CONVOYS_2007, CONVOYS_2021 = 200, 100
"""All there are: `make verify` flies them (tests/proofs/agreement.py)."""
ONE_IN = 3
"""Of so many convoys one flies in every test run."""
FLIGHTS = 36
"""Of each convoy in every test run; `make verify` flies more."""
BOARDS = {"I": "2007-I", "II": "2007-II", "III": "2007-III", "IIIa": "2007-IIIa"}
ODD = Captain(
    "odd", day=25, human=300, brown=0, purple=100, battery=10, component=50, stay=300, dread=400, reserve=0, ruin=900
)
IDLE = Captain("idle", day=0, human=50, brown=0, purple=0, battery=20, component=100, stay=1000, dread=0, reserve=0)
WARY = Captain("wary", day=40, human=100, brown=0, purple=0, battery=60, component=90, stay=1000, dread=200, reserve=9)
NO_SINGLE_ENGINES = {
    "single_engine": 0.0,
    "double_engine": 6.0,
    "battery_2": 4.0,
    "battery_3": 4.0,
    "double_cannon": 3.0,
}


def captains(rng: random.Random, ships: int) -> tuple[Captain, ...]:
    pool = [named_captain(name) for name in NAMED] + [ODD]
    return tuple(rng.choice(pool) for _ in range(ships))


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
    fast = experiment.fly(0, flights)
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


def test_the_twin_tells_every_metric() -> None:
    assert {field.name for field in fields(PlainOutcome)} == set(METRICS)


@cache
def convoy_2007(number: int) -> Experiment:
    """One to four freshly grown ships, some on the learning flight; each with components laid aside or mended."""
    rng = random.Random(number)
    level = rng.choice(list(BOARDS))
    taste = NO_SINGLE_ENGINES if rng.random() < (0.5 if level == "I" else 0.25) else None
    ships = [
        grow_ship(rng, BOARDS[level], taste=taste, name=f"ship {i}", reserve=(number + i) % 3)
        for i in range(number % 4 + 1)
    ]
    learning = level == "I" and rng.random() < 0.4
    cards = () if learning or rng.random() < 0.7 else tuple(rng.choices(range(60), k=rng.randint(1, 20)))
    replaced = other_cards_to_learn(rng) if learning and rng.random() < 0.6 else ()
    route = Route(level_name=level, learning=learning, cards=cards, replaced=replaced)
    removed = tuple(((0, 0),) * rng.choice((0, 0, 3)) for _ in ships)
    who = captains(rng, len(ships)) if taste is None else tuple(sparing_captain(rng) for _ in ships)
    return Experiment(tuple(ships), who, route, seed=number, removed=removed)


def other_cards_to_learn(rng: random.Random) -> tuple[Card, ...]:
    """Any cards, half of them enemies, in place of the eight starred ones: weak ones that cost many days.

    With the printed cards nobody can sell his last human, and few beat the smugglers whose goods they do not want.
    """
    cards = load_edition("2007").cards
    enemies = tuple(card for card in cards if card.kind in ("slavers", "smugglers", "pirates"))
    starred = [card.id for card in cards if card.learning]
    return tuple(_to_learn(rng, rng.choice(rng.choice((cards, enemies))), number) for number in starred)


def _to_learn(rng: random.Random, card: Card, number: int) -> Card:
    crew, weaker, longer = rng.choice((2, 4)), rng.choice((1, 3, 6)), rng.choice((1, 4, 9))
    card = replace(card, id=number, level=1, learning=True)
    if card.kind == "abandoned_ship":
        return replace(card, crew_required=crew, crew_lost=crew)
    return replace(card, strength=card.strength // weaker, days=card.days * longer)


def sparing_captain(rng: random.Random) -> Captain:
    """One who may keep his charges in open space, or any other."""
    return rng.choice((named_captain("miser"), IDLE, WARY, any_captain(rng)))


@pytest.mark.parametrize("number", range(0, CONVOYS_2007, ONE_IN))
def test_engine_equals_twin(number: int) -> None:
    """67 convoys of one to four freshly grown ships, 36 flights each: 167 ships and 2,412 flights a run."""
    assert differences(convoy_2007(number), FLIGHTS)[:5] == []


def test_the_convoys_of_2007_have_what_the_learning_flight_is_about() -> None:
    """Of the convoys at level I a third learns; there, ships mended and laid aside, and captains with dread."""
    convoys = [convoy_2007(number) for number in range(CONVOYS_2007)]
    learning = [convoy for convoy in convoys if convoy.route.learning]
    assert len(learning) > sum(convoy.route.level_name == "I" for convoy in convoys) / 3
    assert sum(any(ship.reserve for ship in convoy.ships) for convoy in learning) > 10
    assert sum(any(captain.dread for captain in convoy.captains) for convoy in learning) > 5
    mended = [sum(map(bool, convoy.removed)) for convoy in learning]
    mended_some_not_all = [0 < some < len(convoy.ships) for some, convoy in zip(mended, learning, strict=True)]
    assert sum(mended_some_not_all) > 5
    assert sum(some > 1 for some in mended) > 1


def test_some_could_move_in_open_space_but_spare_their_charges() -> None:
    """Charges, double engines and no single one, under captains to whom the days are worth no charge."""
    pairs = [
        (convoy.route.learning, ship)
        for convoy in map(convoy_2007, range(CONVOYS_2007))
        for ship, captain in zip(convoy.ships, convoy.captains, strict=True)
        if 2 * captain.day <= captain.battery
    ]
    kinds = [(learning, {part.kind for part in ship.components.values()}) for learning, ship in pairs]
    could = [
        learning
        for learning, aboard in kinds
        if "single_engine" not in aboard and "double_engine" in aboard and aboard & {"battery_2", "battery_3"}
    ]
    assert len(could) > 30
    assert sum(could) > 4


def test_who_mends_before_the_learning_flight_starts_last() -> None:
    """In 2007, all who mend behind all who do not, either in the order drawn; nobody else changes places."""
    for convoy in map(convoy_2007, range(CONVOYS_2007)):
        drawn = convoy.route.places(convoy.seed, 0, 20, len(convoy.ships))
        late = np.array([convoy.route.learning and bool(squares) for squares in convoy.removed])
        for flight in range(20):
            order = sorted(np.argsort(drawn[:, flight]).tolist(), key=lambda ship: bool(late[ship]))
            assert np.argsort(convoy.places(0, 20)[:, flight]).tolist() == order


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
    ruin = rng.choice((0, 300, 2000, 7000))
    alone = rng.choice((None, 0, 10, 200))
    return Captain("any", day, human, brown, purple, battery, component, stay, dread, reserve, ruin, alone)


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


@pytest.mark.parametrize("number", range(0, CONVOYS_2021, ONE_IN))
def test_engine_equals_twin_in_2021(number: int) -> None:
    """34 convoys of one to four freshly grown ships of the 2021 box, 36 flights each: 1,224 flights a run."""
    assert differences(convoy_2021(number), FLIGHTS)[:5] == []


def test_the_routes_of_2021_have_every_card_and_board() -> None:
    routes = [route_2021(number) for number in range(200)]
    assert {route.level_name for route in routes} == set(LEVELS_2021)
    assert {number for route in routes for number in route.cards} == set(range(1, 61))
    rear = Hit(large=True, side=Side.REAR)
    assert sum(any(rear in card.hits for card in route.replaced) for route in routes) > 50
