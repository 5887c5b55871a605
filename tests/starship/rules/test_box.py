"""The material (rule text p.1, 2 and 15) against the tables."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from analyzer import starship
from tests.starship.twin.box import ADVENTURES, BASE, CARDS, RESERVE

PLANETS = ("trade_planet", "pirate", "diplomats", "library", "colony", "target_planet")


def test_box_has_seventy_cards_twelve_adventures() -> None:
    assert (len(CARDS), len(ADVENTURES)) == (70, 12)


def test_base_cards_count_by_kind() -> None:
    targets = ("Hades", "Pallas", "Picasso", "Poseidon")
    kinds = Counter("target_planet" if card.kind in targets else card.kind for card in BASE)
    assert [kinds[kind] for kind in PLANETS] == [25, 2, 2, 1, 6, 4]


@pytest.mark.parametrize(
    ("stack", "kinds"),
    [
        (0, {"lost_planet": 2, "pirate": 3, "diplomats": 1, "greens": 1}),
        (1, {"lost_planet": 2, "pirate": 2, "scientists": 1, "colony": 2}),
        (2, {"lost_planet": 2, "pirate": 2, "merchants": 1, "colony": 2}),
        (3, {"lost_planet": 4, "pirate": 2, "median": 1}),
    ],
)
def test_reserve_stacks_match_page_15(stack: int, kinds: dict[str, int]) -> None:
    assert Counter(card.kind for card in RESERVE[stack]) == kinds


@pytest.mark.parametrize("good", range(5))
def test_each_good_has_five_prices(good: int) -> None:
    assert sorted(card.price for card in BASE if card.kind == "trade_planet" and card.good == good) == [1, 2, 3, 4, 5]


def test_h_marks_trade_planets_at_three() -> None:
    planets = [card for card in BASE if card.kind == "trade_planet"]
    assert all(card.h == (card.price == 3) for card in planets)


def test_colonies_cover_goods_and_numbers_once() -> None:
    colonies = Counter((card.good, card.die) for card in CARDS if card.kind == "colony")
    assert colonies == Counter({(good, die): 1 for good in range(4) for die in (1, 2, 3)})


def test_pirate_strengths_and_demands() -> None:
    told = sorted((card.strength, card.demand) for card in CARDS if card.kind == "pirate")
    assert told == [(2, 3), (2, 3), (3, 3), (3, 3), (4, 3), (4, 5), (5, 5), (5, 5), (6, 5), (6, 5), (7, 5)]


def test_yellow_die_is_even() -> None:
    made = starship.exact_production(starship.Ship.from_dict({"goods": {}}))
    assert made == {(0, 0, 0, 1, 0, 1): Fraction(1, 3), (0, 0, 0, 0, 0, 1): Fraction(2, 3)}


@pytest.mark.parametrize(
    ("ahead", "won"),
    [(-6, 0), (-5, 0), (-4, 0), (-3, 1), (-2, 5), (-1, 13), (0, 23), (1, 31), (2, 35), (3, 36), (4, 36), (6, 36)],
)
def test_blue_die_faces_give_odds(ahead: int, won: int) -> None:
    """Counted by hand from the faces 1 2 2 3 3 4: the throws of 36 that win so many cannons ahead."""
    cannons = max(ahead, 0)
    assert starship.fight(cannons, cannons - ahead).chance == Fraction(won, 36)


def test_friendship_points_total_eleven() -> None:
    assert sum(card.friendship for card in CARDS) == 11
    assert [card.friendship for card in CARDS if card.kind == "median"] == [2]


def test_medals_add_to_eighteen() -> None:
    """Eleven pirates and seven on adventures, Reconstruction two of them."""
    pirates = sum(card.kind == "pirate" for card in CARDS)
    assert pirates + sum(one.medals for one in ADVENTURES) == 18


def test_each_target_planet_has_three_adventures() -> None:
    assert set(Counter(one.planet for one in ADVENTURES).values()) == {3}
