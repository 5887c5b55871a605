"""Random convoys for engine and twin: ships, captains and routes, by the rules of 2007 and of 2021."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

from analyzer import Captain, Layout, Side, load_captain
from tests.doors.printed import SIDES, Card, Hit, load_edition
from tests.doors.trucker_flights import Experiment
from tests.doors.trucker_paper import NAMED, Route
from tests.trucker.shipyard import grow_ship

CONVOYS_2007, CONVOYS_2021 = 200, 100
"""All there are: `make verify` flies them (tests/proofs/agreement.py)."""
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
    pool = [load_captain(name) for name in NAMED] + [ODD]
    return tuple(rng.choice(pool) for _ in range(ships))


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

    With the printed cards nobody can sell their last human, and few beat the smugglers whose goods they do not want.
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
    """One who may keep their charges in open space, or any other."""
    return rng.choice((load_captain("miser"), IDLE, WARY, any_captain(rng)))


LEVELS_2021 = ("L", "I", "II", "III")
STAND_INS = (49, 50, 51)
"""Swarms of level III that nobody has seen: random ones take their place."""
CROWDED = (52, 53)
"""Planets that offer more than the bank has, so that it matters who loads first and what was thrown out."""
SPECIAL = {0: 0, 300: 50, 1000: 250}
"""By what staying is worth to any captain what a place in a special container is."""
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
    prices = (day, human, brown, purple, battery, component, stay, dread, reserve, ruin, alone)
    foresees = rng.random() < 0.4
    return Captain("any", *prices, special=SPECIAL[stay], foresees=foresees, values=int(foresees or reserve == 3))


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
    numbers = {card.id: card.level for card in load_edition("2021").cards}
    third = [card for card, of_level in numbers.items() if of_level == 3]
    chosen = [third[number % len(third)], *rng.choices([*numbers], k=rng.randint(1, 6))]
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
