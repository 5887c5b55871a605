"""What lies on the table before the first turn (rule text p.3 to 6)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from analyzer import starship
from analyzer.starship import plain
from analyzer.starship.tables import STANDARD_RULES, load_switches
from analyzer.starship.turn.deal import start_ships
from analyzer.starship.turn.turn import judges_of
from tests.starship.rules.played import replayed

SENSIBLE = starship.load_captain("sensible")
COUNCIL = (
    {"environmental_crisis", "diplomatic_gift", "merchant_gift"},
    {"famine", "wholesale_order_1", "pirate_nest"},
    {"council_meeting", "epidemic", "emergency"},
    {"reconstruction", "monument", "wholesale_order_2"},
)


def start(seed: int = 3, game: int = 0, **switches: str) -> dict[str, Any]:
    return plain.games(("sensible", "bold"), seed, game, 1, switches, 0)[0]


@pytest.mark.parametrize("crest", ["moon", "sun"])
def test_every_player_has_two_trade_goods_and_nothing_else_in_the_bays(crest: str) -> None:
    assert start()[crest]["goods"] == {"ore": 0, "fuel": 0, "food": 0, "carbon": 0, "trade_good": 2}


@pytest.mark.parametrize("crest", ["moon", "sun"])
def test_every_player_has_one_science(crest: str) -> None:
    assert start()[crest]["science"] == 1


@pytest.mark.parametrize("crest", ["moon", "sun"])
def test_one_colony_ship_and_one_trade_ship_stand_in_the_hangar(crest: str) -> None:
    assert start()[crest]["hangar"] == {"colony_ship": 1, "trade_ship": 1}


@pytest.mark.parametrize("crest", ["moon", "sun"])
def test_every_ship_has_two_boosters_and_one_cannon_of_level_one(crest: str) -> None:
    assert (start()[crest]["boosters"], start()[crest]["cannons"]) == ([1, 1], [1])


@pytest.mark.parametrize("crest", ["moon", "sun"])
def test_every_player_gets_25_astro(crest: str) -> None:
    assert start()[crest]["astro"] == 25


def test_moon_starts_with_a_colony_of_carbon_on_a_one_sun_of_fuel_on_a_one() -> None:
    end = replayed("produce 1", moon={"goods": {}}, sun={"goods": {}})
    assert end.ships["moon"].goods == (0, 0, 0, 1, 0)
    assert end.ships["sun"].goods == (0, 1, 0, 0, 0)


def test_both_ships_of_the_start_are_sound_each_with_its_own_crest() -> None:
    switches = load_switches(None)
    both = start_ships(switches, judges_of(STANDARD_RULES, (SENSIBLE, SENSIBLE), switches))
    assert [(ship.name, ship.crest, ship.flaws()) for ship in both] == [("moon", "moon", []), ("sun", "sun", [])]


def test_every_player_starts_with_a_point() -> None:
    assert start()["points"] == [1, 1]


def test_one_module_of_choice_is_open_the_first_of_the_captains_list() -> None:
    cautious = starship.load_captain("cautious")
    end = plain.games(("sensible", cautious), 1, 0, 1, None, 0)[0]
    assert end["sun"]["modules"] == {cautious.modules[0]: 1}


def test_forty_base_cards_lie_in_four_sectors_of_ten() -> None:
    sectors = start()["sectors"]
    assert [len(sectors[number]) for number in (1, 2, 3, 4)] == [10] * 4
    assert sorted(card for row in sectors.values() for card in row) == [f"BASE{n:02}" for n in range(1, 41)]


def test_the_reserve_has_four_stacks_of_seven_the_first_on_top() -> None:
    reserve = replayed().reserve
    assert [card.rstrip("0123456789") for card in reserve] == ["I"] * 7 + ["II"] * 7 + ["III"] * 7 + ["IV"] * 7


def test_each_stack_of_the_reserve_is_shuffled() -> None:
    seen = {tuple(starship.replay({}, seed=seed).reserve[:7]) for seed in range(20)}
    assert len(seen) > 15


def test_three_adventures_are_open_those_of_the_first_stack() -> None:
    assert set(start()["open"]) == COUNCIL[0]
    assert start()["stack"] == 9


def test_the_second_third_and_fourth_stack_lie_below() -> None:
    """Who fulfils one opens one of the next stack: seen in whole games, where no adventure opens before its turn."""
    for end in plain.games(("sensible", "bold"), 5, 0, 12, None, 30):
        gone = 12 - end["stack"] - len(end["open"])
        opened = 12 - end["stack"]
        lowest = [set().union(*COUNCIL[: (opened + 2) // 3])]
        assert set(end["open"]) <= lowest[0]
        assert gone == end["counts"]["moon"]["adventures_done"] + end["counts"]["sun"]["adventures_done"]


def test_the_sectors_are_shuffled() -> None:
    first = Counter(tuple(start(seed)["sectors"][1]) for seed in range(12))
    assert len(first) == 12


def test_moon_begins() -> None:
    assert replayed().player == "moon"


def test_after_moon_it_is_the_turn_of_sun() -> None:
    assert replayed("done", phase="trade").player == "sun"


@pytest.mark.parametrize("beginner", ["moon", "sun"])
def test_handicap_the_beginner_gets_30_astro_the_other_20(beginner: str) -> None:
    end = start(handicap_astro=beginner)
    other = {"moon": "sun", "sun": "moon"}[beginner]
    assert (end[beginner]["astro"], end[other]["astro"]) == (30, 20)


@pytest.mark.parametrize("beginner", ["moon", "sun"])
def test_handicap_the_beginner_starts_with_three_boosters_and_two_cannons(beginner: str) -> None:
    end = start(handicap_parts=beginner)
    other = {"moon": "sun", "sun": "moon"}[beginner]
    assert (end[beginner]["boosters"], end[beginner]["cannons"]) == ([1, 1, 1], [1, 1])
    assert (end[other]["boosters"], end[other]["cannons"]) == ([1, 1], [1])
