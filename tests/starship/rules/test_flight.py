"""The flight: how far, how long, and what lies there afterwards (rule text p.7 and 8)."""

from __future__ import annotations

import pytest

from analyzer import starship
from tests.starship.rules.played import filled, flight, replayed
from tests.starship.twin.box import CARDS

NEXT = ("next",) * 10


@pytest.mark.parametrize("roll", [1, 2, 3])
@pytest.mark.parametrize(
    ("boosters", "strength"), [([1, 1], 2), ([1, 1, 1], 3), ([2, 1, 1], 4), ([2, 2, 2], 6), ([], 0)]
)
def test_speed_is_booster_levels_plus_roll(boosters: list[int], strength: int, roll: int) -> None:
    end = flight([], *NEXT, roll=roll, moon={"boosters": boosters})
    assert end.cards_flown == strength + roll
    assert end.accepted == [True] * (1 + strength + roll) + [False] * (10 - strength - roll)


def test_speed_example_flies_six_cards() -> None:
    """Two boosters I, a booster II and a roll of 2 fly six cards."""
    assert flight([], *NEXT, roll=2, moon={"boosters": [2, 1, 1]}).cards_flown == 6


def test_flight_uses_production_roll() -> None:
    end = replayed("produce 1", "fly 1", *NEXT, sectors={1: filled([])})
    assert end.cards_flown == 3


def test_flight_turns_cards_in_order() -> None:
    assert flight(["BASE22", "BASE30"], "next", "next").row == ["BASE22", "BASE30"]


@pytest.mark.parametrize(("level", "allowed"), [(0, 2), (1, 3), (2, 4)])
def test_command_module_limits_actions(level: int, allowed: int) -> None:
    """Command 0, I and II allow two, three and four actions."""
    cards = ["BASE22", "BASE26", "BASE30", "BASE34", "BASE18"]
    buys = ("buy food 1", "buy fuel 1", "buy ore 1", "buy trade_good 1", "buy carbon 1")
    steps = [step for buy in buys for step in ("next", buy)]
    end = flight(cards, *steps, moon={"modules": {"command": level} if level else {}})
    assert end.actions == allowed
    assert end.cards_flown == allowed
    assert end.accepted == [True] * (1 + 2 * allowed) + [False] * (10 - 2 * allowed)
    assert end.phase == "trade"


def test_second_action_ends_flight_early() -> None:
    """The example of the rules: speed five, actions on the first and the third card."""
    end = flight(["BASE22", "BASE30", "BASE26"], "next", "buy food 1", "next", "next", "buy fuel 1", "next")
    assert end.accepted == [True] * 6 + [False]
    assert (end.cards_flown, end.phase) == (3, "trade")


def test_each_card_allows_one_action() -> None:
    end = flight(["BASE22"], "next", "buy food 1", "sell food 1")
    assert end.accepted == [True, True, True, False]
    assert end.actions == 1


def test_flight_ends_with_last_card() -> None:
    end = flight(["BASE01", "BASE22", "BASE23"], "next", "next", "next", "next", "end", roll=1)
    assert end.accepted == [True, True, True, True, False, True]
    assert end.phase == "trade"


def test_last_card_allows_an_action() -> None:
    end = flight(["BASE30", "BASE26", "BASE22"], "next", "next", "next", "buy food 1", roll=1)
    assert all(end.accepted)
    assert end.phase == "trade"


def test_player_may_end_flight() -> None:
    end = flight([], "next", "end", "next")
    assert end.accepted == [True, True, True, False]
    assert end.phase == "trade"


def test_flight_may_end_before_first_card() -> None:
    end = flight([], "end")
    assert all(end.accepted)
    assert (end.cards_flown, end.phase) == (0, "trade")


def test_finished_flight_accepts_one_end() -> None:
    end = flight(["BASE22", "BASE26"], "next", "buy food 1", "next", "buy fuel 1", "end", "end")
    assert end.accepted == [True] * 6 + [False]


def test_turn_allows_one_flight() -> None:
    assert flight([], "end", "fly 2").accepted == [True, True, False]


def test_action_needs_a_card() -> None:
    assert flight(["BASE22"], "buy food 1").accepted == [True, False]


def test_passed_card_allows_no_action() -> None:
    assert flight(["BASE22", "BASE30"], "next", "next", "buy food 1").accepted == [True, True, True, False]


def test_flown_cards_return_to_sector() -> None:
    end = flight(["BASE22", "BASE30"], "next", "next", "end")
    assert sorted(end.sectors[1]) == sorted(filled(["BASE22", "BASE30"]))


def test_sector_is_reshuffled_between_flights() -> None:
    """A record says the order after the shuffle: any order of the cards that lie there, and of no others."""
    rows = filled([])
    turned = {"do": "fly", "sector": 1, "order": rows[::-1]}
    steps = [
        {"do": "fly", "sector": 1},
        {"do": "end"},
        {"do": "done"},
        {"do": "produce", "roll": 3},
        turned,
        {"do": "next"},
    ]
    end = starship.replay({"phase": "sector", "roll": 3, "sectors": {1: rows}, "steps": steps})
    assert all(end.accepted)
    assert end.row == [rows[-1]]
    wrong = {"do": "fly", "sector": 1, "order": [*rows[:-1], "BASE01"]}
    assert starship.replay({"phase": "sector", "sectors": {1: rows}, "steps": [wrong]}).accepted == [False]


@pytest.mark.parametrize("step", ["buy ore 1", "sell ore 1", "found", "complete merchant_gift ore", "pay", "fight 4 1"])
def test_lost_planet_allows_no_action(step: str) -> None:
    moon = {"goods": {"ore": 1}, "hangar": {"colony_ship": 1, "trade_ship": 1}}
    end = flight(["IV01"], "next", step, moon=moon)
    assert end.accepted == [True, True, False]
    assert end.ships["moon"].to_dict() == flight(["IV01"], "next", moon=moon).ships["moon"].to_dict()


def test_lost_planet_counts_as_flown() -> None:
    end = flight(["IV01", "IV02", "IV03", "BASE22"], *["next"] * 4, roll=1)
    assert end.cards_flown == 3
    assert end.accepted[-1] is False


def test_refused_step_lets_flight_go_on() -> None:
    end = flight(["BASE22", "BASE26"], "next", "found", "buy ore 1", "buy food 1", "next")
    assert end.accepted == [True, True, False, False, True, True]
    assert [reason is None for reason in end.reasons] == end.accepted
    assert end.cards_flown == 2


def test_short_sector_ends_flight() -> None:
    elsewhere = [card.id for card in CARDS if card.stack != "START" and card.id not in ("BASE22", "BASE30")]
    end = flight(["BASE22"], *NEXT, sectors={1: ["BASE22", "BASE30"]}, gone=elsewhere, reserve=[])
    assert end.cards_flown == 2
