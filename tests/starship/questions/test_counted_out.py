"""Exact answers without a flight, against plain counting of every case."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import pytest

from analyzer import starship
from tests.starship.shipyard import any_position
from tests.starship.twin.box import BLUE, CARD, GOODS, SCIENCE, YELLOW
from tests.starship.twin.deal import player_of
from tests.starship.twin.table import Player

TRADE_GOOD = 4


def made(player: Player, roll: int, order: list[int]) -> None:
    """One good of one colony with this number, by their order of those that fit; then Science, then Production."""
    offered = {card.good for card in player.owned("colony") if card.die == roll}
    for good in [good for good in order if good in offered and player.room(good)][:1]:
        player.have[good] += 1
    player.have[SCIENCE] += roll in player.numbers("science") and player.room(SCIENCE) > 0
    player.have[TRADE_GOOD] += roll in player.numbers("production") and player.room(TRADE_GOOD) > 0


@pytest.mark.parametrize("number", range(12))
def test_exact_production_equals_enumerated_rolls(number: int) -> None:
    rng = random.Random(number)
    crest = ("moon", "sun")[number % 2]
    ship = any_position(6000 + number)[crest]
    rolls, prefer = number % 4, rng.sample(GOODS, rng.randint(0, 5))
    order = [GOODS.index(good) for good in dict.fromkeys([*prefer, *GOODS])]
    seen: Counter[tuple[int, ...]] = Counter()
    for row in product(YELLOW, repeat=rolls):
        player = player_of(ship, number % 2)
        for roll in row:
            made(player, roll, order)
        seen[tuple(player.have)] += 1
    expected = {stock: Fraction(times, 6**rolls) for stock, times in seen.items()}
    assert starship.exact_production(starship.Ship.from_dict({**ship, "crest": crest}), rolls, prefer) == expected


@pytest.mark.parametrize(("strength", "mean"), [(2, 4), (3, 5), (4, 6), (5, 7), (6, 8)])
def test_reach_is_tenth_of_mean_speed(strength: int, mean: int) -> None:
    assert starship.reach(strength) == Fraction(mean, 10)


@pytest.mark.parametrize("sensor", [0, 2, 3])
@pytest.mark.parametrize("wanted", [0, 1, 2, 4])
@pytest.mark.parametrize("strength", [0, 2, 6])
def test_reach_equals_enumerated_places(strength: int, wanted: int, sensor: int) -> None:
    seen: Counter[int] = Counter()
    places = list(combinations(range(10), wanted))
    for roll, row in product(YELLOW, places):
        order = sorted(range(10), key=lambda place: _after_the_sensor(place, set(row), sensor))
        seen[sum(place in row for place in order[: strength + roll])] += 1
    told = starship.reach(strength, wanted=wanted, sensor=sensor)
    assert told.counts == {met: Fraction(times, 6 * len(places)) for met, times in seen.items()}
    assert told == 1 - told.counts.get(0, 0)


def _after_the_sensor(place: int, wanted: set[int], sensor: int) -> int:
    """Wanted cards that are shown stay on top, all else that is shown goes below."""
    if place >= sensor:
        return place
    return place - 100 if place in wanted else place + 100


def test_next_card_matches_simulated_deals() -> None:
    """40,000 deals of the cards that were not seen; each share within five of its standard errors."""
    seen = {1: ["BASE01", "BASE02", "BASE03"], 2: ["BASE04"], 4: ["BASE05", "BASE06"]}
    deals, places = 40_000, 7
    unseen = [card for card in CARD if card[:4] == "BASE" and not any(card in row for row in seen.values())]
    rng = np.random.default_rng(5)
    shuffled = rng.permuted(np.tile(np.arange(len(unseen)), (deals, 1)), axis=1)[:, :places]
    top = rng.integers(0, 10, deals)
    told = starship.next_card(seen=seen, sector=1)
    assert sum(told.values()) == 1
    assert set(told) == {*unseen, *seen[1]}
    for which, card in enumerate(unseen):
        share = np.mean((top < places) & (shuffled[np.arange(deals), np.minimum(top, places - 1)] == which))
        chance = float(told[card])
        assert abs(share - chance) < 5 * np.sqrt(chance * (1 - chance) / deals)
    assert {told[card] for card in seen[1]} == {Fraction(1, 10)}


@pytest.mark.parametrize("cannons", [0, 2, 4, 6])
@pytest.mark.parametrize("strengths", [[], [2], [2, 3], [4, 5, 7], ["BASE11", "II06", 3]])
def test_fights_in_a_row_equal_products(cannons: int, strengths: list[Any]) -> None:
    plain = [CARD[one].strength if isinstance(one, str) else one for one in strengths]
    wins = [sum(own + cannons >= pirates + strength for own in BLUE for pirates in BLUE) for strength in plain]
    told = starship.fights_in_a_row(cannons, strengths)
    all_won = Fraction(int(np.prod(wins)), 36 ** len(wins))
    assert told == all_won
    assert sum(told.beaten) == 1
    assert told.beaten[-1] == all_won
    if wins:
        assert told.beaten[0] == 1 - Fraction(wins[0], 36)


def flights(row: tuple[int, ...], cannons: int, speed: int, astro: int, pays: bool) -> Iterator[tuple[Any, Fraction]]:
    """Ends of a flight through cards in this order, 0 for any that is no pirate."""
    stack: list[tuple[int, int, int, Fraction]] = [(0, astro, 0, Fraction(1))]
    while stack:
        flown, purse, beaten, chance = stack.pop()
        if flown == min(speed, len(row)):
            yield (flown, purse, beaten, 0), chance
            continue
        strength = row[flown]
        demand = 5 if strength >= 5 else 3
        if not strength:
            stack.append((flown + 1, purse, beaten, chance))
        elif pays and purse >= demand:
            stack.append((flown + 1, purse - demand, beaten, chance))
        else:
            won = Fraction(sum(own + cannons >= pirates + strength for own in BLUE for pirates in BLUE), 36)
            stack.append((flown + 1, purse, beaten + 1, chance * won))
            yield (flown + 1, purse, beaten, 1), chance * (1 - won)


@pytest.mark.parametrize("pays", [False, True])
@pytest.mark.parametrize(
    ("pirates", "others", "cannons", "speed", "astro"),
    [
        ([2], 1, 2, 1, 25),
        ([2, 3], 3, 1, 3, 4),
        ([2, 5, 7], 2, 4, 5, 7),
        ([3, 3, 6], 1, 6, 9, 0),
        ([], 3, 0, 2, 5),
        ([4, 5, 6], 3, 3, 4, 8),
    ],
)
def test_exact_passenger_equals_enumerated_flights(
    pirates: list[int], others: int, cannons: int, speed: int, astro: int, pays: bool
) -> None:
    orders = list(permutations([*pirates, *[0] * others]))
    expected: dict[Any, Fraction] = {}
    for row in orders:
        for end, chance in flights(row, cannons, speed, astro, pays):
            told = end if pays else (end[0], end[2], end[3])
            expected[told] = expected.get(told, Fraction(0)) + chance / len(orders)
    told = starship.exact_passenger(pirates, others, cannons, speed, astro, pays)
    assert told == {end: chance for end, chance in expected.items() if chance}
