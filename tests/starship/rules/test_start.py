"""Set-up of the table before the first turn (rule text p.3 to 6)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from analyzer import starship
from tests.doors.starship import STANDARD_RULES, judges_of, load_switches, plain, start_ships
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
def test_start_has_two_trade_goods(crest: str) -> None:
    assert start()[crest]["goods"] == {"ore": 0, "fuel": 0, "food": 0, "carbon": 0, "trade_good": 2}


@pytest.mark.parametrize("crest", ["moon", "sun"])
def test_start_has_one_science(crest: str) -> None:
    assert start()[crest]["science"] == 1


@pytest.mark.parametrize("crest", ["moon", "sun"])
def test_start_has_both_ships_in_hangar(crest: str) -> None:
    assert start()[crest]["hangar"] == {"colony_ship": 1, "trade_ship": 1}


@pytest.mark.parametrize("crest", ["moon", "sun"])
def test_start_has_two_boosters_one_cannon(crest: str) -> None:
    assert (start()[crest]["boosters"], start()[crest]["cannons"]) == ([1, 1], [1])


@pytest.mark.parametrize("crest", ["moon", "sun"])
def test_start_has_25_astro(crest: str) -> None:
    assert start()[crest]["astro"] == 25


def test_start_colonies_produce_on_one() -> None:
    """Moon makes carbon and Sun makes fuel."""
    end = replayed("produce 1", moon={"goods": {}}, sun={"goods": {}})
    assert end.ships["moon"].goods == (0, 0, 0, 1, 0)
    assert end.ships["sun"].goods == (0, 1, 0, 0, 0)


def test_start_ships_are_sound() -> None:
    switches = load_switches(None)
    both = start_ships(switches, judges_of(STANDARD_RULES, (SENSIBLE, SENSIBLE), switches))
    assert [(ship.name, ship.crest, ship.flaws()) for ship in both] == [("moon", "moon", []), ("sun", "sun", [])]


def test_start_has_one_point() -> None:
    assert start()["points"] == [1, 1]


def test_start_module_is_captains_first() -> None:
    cautious = starship.load_captain("cautious")
    end = plain.games(("sensible", cautious), 1, 0, 1, None, 0)[0]
    assert end["sun"]["modules"] == {cautious.modules[0]: 1}


def test_four_sectors_hold_forty_base_cards() -> None:
    sectors = start()["sectors"]
    assert [len(sectors[number]) for number in (1, 2, 3, 4)] == [10] * 4
    assert sorted(card for row in sectors.values() for card in row) == [f"BASE{n:02}" for n in range(1, 41)]


def test_reserve_has_four_ordered_stacks() -> None:
    reserve = replayed().reserve
    assert [card.rstrip("0123456789") for card in reserve] == ["I"] * 7 + ["II"] * 7 + ["III"] * 7 + ["IV"] * 7


def test_reserve_stacks_are_shuffled() -> None:
    seen = {tuple(starship.replay({"steps": []}, seed=seed).reserve[:7]) for seed in range(20)}
    assert len(seen) > 15


def test_first_three_adventures_are_open() -> None:
    assert set(start()["open"]) == COUNCIL[0]
    assert start()["stack"] == 9


def test_adventures_open_stack_by_stack() -> None:
    """A fulfilled adventure opens one of the next stack, and none opens before its turn in whole games."""
    for end in plain.games(("sensible", "bold"), 5, 0, 12, None, 30):
        gone = 12 - end["stack"] - len(end["open"])
        opened = 12 - end["stack"]
        lowest = [set().union(*COUNCIL[: (opened + 2) // 3])]
        assert set(end["open"]) <= lowest[0]
        assert gone == end["counts"]["moon"]["adventures_done"] + end["counts"]["sun"]["adventures_done"]


def test_start_sectors_are_shuffled() -> None:
    first = Counter(tuple(start(seed)["sectors"][1]) for seed in range(12))
    assert len(first) == 12


def test_moon_takes_first_turn() -> None:
    assert replayed().player == "moon"


def test_sun_moves_after_moon() -> None:
    assert replayed("done", phase="trade").player == "sun"


@pytest.mark.parametrize("beginner", ["moon", "sun"])
def test_handicap_astro_favours_beginner(beginner: str) -> None:
    end = start(handicap_astro=beginner)
    other = {"moon": "sun", "sun": "moon"}[beginner]
    assert (end[beginner]["astro"], end[other]["astro"]) == (30, 20)


@pytest.mark.parametrize("beginner", ["moon", "sun"])
def test_handicap_parts_favour_beginner(beginner: str) -> None:
    end = start(handicap_parts=beginner)
    other = {"moon": "sun", "sun": "moon"}[beginner]
    assert (end[beginner]["boosters"], end[beginner]["cannons"]) == ([1, 1, 1], [1, 1])
    assert (end[other]["boosters"], end[other]["cannons"]) == ([1, 1], [1])
