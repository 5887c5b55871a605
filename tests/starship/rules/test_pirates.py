"""Pirates (rule text p.9 and 10): pay or fight, what is lost and won."""

from __future__ import annotations

import pytest

from tests.starship.rules.played import flight, goods, module


@pytest.mark.parametrize(("card", "demand"), [("BASE11", 3), ("I07", 3), ("II06", 5), ("IV07", 5)])
def test_paying_costs_the_demand(card: str, demand: int) -> None:
    end = flight([card, "BASE22"], "next", "pay", "next")
    assert all(end.accepted)
    assert end.ships["moon"].astro == 25 - demand


def test_paid_pirate_stays_in_sector() -> None:
    end = flight(["BASE11"], "next", "pay", "end")
    assert "BASE11" in end.sectors[1]
    assert end.row == ["BASE11"]


def test_paying_needs_the_demand() -> None:
    assert flight(["II06"], "next", "pay", moon={"astro": 4}).accepted[-1] is False
    assert flight(["II06"], "next", "pay", moon={"astro": 5}).accepted[-1] is True


@pytest.mark.parametrize("step", ["next", "end", "buy ore 1", "found"])
def test_pirate_must_be_answered_first(step: str) -> None:
    assert flight(["BASE11"], "next", step).accepted[-1] is False


@pytest.mark.parametrize("step", ["pay", "fight 4 1 gain=ore"])
def test_fighting_and_paying_need_pirate(step: str) -> None:
    assert flight(["BASE22"], "next", step).accepted[-1] is False


@pytest.mark.parametrize("step", ["pay", "fight 4 1 gain=ore"])
def test_pirate_is_answered_once(step: str) -> None:
    assert flight(["BASE11"], "next", "pay", step).accepted[-2:] == [True, False]


@pytest.mark.parametrize(
    ("cannons", "card", "own", "other", "won"),
    [
        ([1], "BASE11", 2, 1, True),
        ([1], "BASE11", 1, 1, False),
        ([1], "BASE11", 4, 3, True),
        ([2, 1], "BASE12", 1, 1, True),
        ([2, 1], "BASE12", 3, 4, False),
        ([], "BASE11", 4, 2, True),
        ([2, 2, 2], "IV07", 2, 1, True),
        ([2, 2, 2], "IV07", 1, 1, False),
    ],
)
def test_fight_compares_totals_tie_wins(cannons: list[int], card: str, own: int, other: int, won: bool) -> None:
    """Own die plus cannons against the other die plus strength."""
    gain = "gain=ore" if won else ""
    end = flight([card], "next", f"fight {own} {other} {gain}", moon={"cannons": cannons})
    assert end.accepted[-1] is True
    assert (card in end.ships["moon"].pirates) == won


def test_fight_example_of_rules() -> None:
    """A fight value of 7: enough for a pirate of strength 4 with a three, not with a four."""
    ship = {"cannons": [2, 1, 1]}
    assert flight(["I07"], "next", "fight 3 3 gain=ore", moon=ship).ships["moon"].pirates == ("I07",)
    assert flight(["I07"], "next", "fight 3 4", moon=ship).ships["moon"].pirates == ()


@pytest.mark.parametrize("dice", ["0 1", "5 1", "1 5"])
def test_fight_refuses_impossible_dice(dice: str) -> None:
    assert flight(["BASE11"], "next", f"fight {dice}").accepted[-1] is False


def test_lost_fight_ends_flight() -> None:
    end = flight(["BASE11"], "next", "fight 1 4", "next", "end")
    assert end.accepted[-3:] == [True, False, True]
    assert end.phase == "trade"


@pytest.mark.parametrize("card", ["BASE11", "BASE12", "I05", "I06", "I07"])
def test_weak_pirates_take_nothing(card: str) -> None:
    ship = {"cannons": [1], "modules": {"sensor": 1}}
    end = flight([card], "next", "fight 1 4", moon=ship).ships["moon"]
    assert (end.cannons, module(end, "sensor"), end.astro) == ((1,), 1, 25)


def test_lost_fight_leaves_pirate() -> None:
    assert "BASE11" in flight(["BASE11"], "next", "fight 1 4").sectors[1]


@pytest.mark.parametrize(
    ("before", "after"), [([1], ()), ([2, 1], (2,)), ([2, 2, 1], (2, 2)), ([2, 2], (2, 1)), ([2], (1,)), ([], ())]
)
def test_lost_cannon_is_level_one_first(before: list[int], after: tuple[int, ...]) -> None:
    """Cannons of level I go first; with level II alone, a cannon falls to level I."""
    end = flight(["II06"], "next", "fight 1 4", moon={"cannons": before})
    assert tuple(sorted(end.ships["moon"].cannons, reverse=True)) == after


def test_cannon_pirate_takes_no_module() -> None:
    ship = {"modules": {"sensor": 1}}
    assert flight(["II06"], "next", "fight 1 4 lose=sensor", moon=ship).accepted[-1] is False


@pytest.mark.parametrize("card", ["II07", "III06", "III07", "IV06", "IV07"])
def test_owner_chooses_lost_module(card: str) -> None:
    ship = {"modules": {"sensor": 1, "command": 1}}
    for name, other in (("sensor", "command"), ("command", "sensor")):
        end = flight([card], "next", f"fight 1 4 lose={name}", moon=ship).ships["moon"]
        assert (module(end, name), module(end, other)) == (0, 1)


def test_lost_module_must_be_named() -> None:
    ship = {"modules": {"sensor": 1, "command": 1}}
    assert flight(["II07"], "next", "fight 1 4", moon=ship).accepted[-1] is False


def test_missing_module_cannot_be_lost() -> None:
    ship = {"modules": {"sensor": 1, "command": 1}}
    assert flight(["II07"], "next", "fight 1 4 lose=trade", moon=ship).accepted[-1] is False


def test_lost_module_two_leaves_module_one() -> None:
    """The point of level II is lost."""
    end = flight(["II07"], "next", "fight 1 4 lose=sensor", moon={"modules": {"sensor": 2, "command": 1}})
    assert (module(end.ships["moon"], "sensor"), end.points["moon"]) == (1, 1)


def test_lost_module_may_be_level_one() -> None:
    end = flight(["II07"], "next", "fight 1 4 lose=command", moon={"modules": {"sensor": 2, "command": 1}})
    assert (module(end.ships["moon"], "sensor"), module(end.ships["moon"], "command")) == (2, 0)


def test_lost_module_two_is_free_again() -> None:
    ships = {
        "moon": {"modules": {"sensor": 2}},
        "sun": {"modules": {"sensor": 1}, "goods": {"ore": 1, "carbon": 1, "food": 2}},
    }
    more = ("done", "produce 3", "end", "build sensor")
    end = flight(["II07"], "next", "fight 1 4 lose=sensor", *more, **ships)
    assert module(end.ships["sun"], "sensor") == 2


def test_lost_module_one_is_rebuilt() -> None:
    ship = {"modules": {"sensor": 1}, "goods": {"ore": 1, "carbon": 1, "food": 1}}
    end = flight(["II07"], "next", "fight 1 4 lose=sensor", "build sensor", moon=ship)
    assert (all(end.accepted), module(end.ships["moon"], "sensor")) == (True, 1)


def test_ship_without_modules_loses_nothing() -> None:
    end = flight(["II07"], "next", "fight 1 4")
    assert all(end.accepted)
    assert (end.ships["moon"].cannons, end.ships["moon"].astro) == ((1,), 25)


@pytest.mark.parametrize(("level", "left"), [(1, 2), (2, 3)])
def test_lost_logistics_drops_surplus_goods(level: int, left: int) -> None:
    ship = {"modules": {"logistics": level}, "goods": {"ore": 2 + level, "food": 1}, "science": 4}
    end = flight(["II07"], "next", "fight 1 4 lose=logistics", moon=ship).ships["moon"]
    assert (goods(end), end.science) == ({"ore": left, "food": 1}, 4)


def test_winner_gets_card_and_medal() -> None:
    end = flight(["BASE11"], "next", "fight 4 1 gain=ore")
    assert (end.ships["moon"].pirates, end.ships["moon"].medals) == (("BASE11",), 1)


@pytest.mark.parametrize("card", ["BASE11", "II06", "IV07"])
def test_winner_gets_chosen_good(card: str) -> None:
    end = flight([card], "next", "fight 4 1 gain=food", moon={"cannons": [2, 2, 2]})
    assert (goods(end.ships["moon"]), end.ships["moon"].astro) == ({"food": 1}, 25)
    assert flight([card], "next", "fight 4 1", moon={"cannons": [2, 2, 2]}).accepted[-1] is False


def test_pirate_good_without_room_is_lost() -> None:
    full = {"goods": dict.fromkeys(("ore", "fuel", "food", "carbon", "trade_good"), 2)}
    assert flight(["BASE11"], "next", "fight 4 1", moon=full).accepted[-1] is True
    assert flight(["BASE11"], "next", "fight 4 1 gain=ore", moon=full).accepted[-1] is False


@pytest.mark.parametrize(("reward", "astro"), [("astro", 28), ("nothing", 25)])
def test_pirate_reward_switch_changes_reward(reward: str, astro: int) -> None:
    end = flight(["BASE11"], "next", "fight 4 1", switches={"pirate_reward": reward})
    assert (goods(end.ships["moon"]), end.ships["moon"].astro) == ({}, astro)


def test_beaten_pirate_is_replaced() -> None:
    end = flight(["BASE11"], "next", "fight 4 1 gain=ore")
    assert end.row == ["I01"]
    assert "BASE11" not in end.sectors[1]
    assert len(end.sectors[1]) == 10


@pytest.mark.parametrize("answer", ["pay", "fight 4 1 gain=ore"])
def test_pirate_costs_no_action(answer: str) -> None:
    cards = ["BASE11", "BASE22", "BASE26"]
    end = flight(cards, "next", answer, "next", "buy food 1", "next", "buy fuel 1")
    assert (all(end.accepted), end.actions) == (True, 2)


def test_pirate_counts_as_flown() -> None:
    assert flight(["BASE11"], "next", "pay", *["next"] * 5).cards_flown == 5


def test_last_action_prevents_pirate() -> None:
    end = flight(["BASE22", "BASE26", "BASE11"], "next", "buy food 1", "next", "buy fuel 1", "next", "pay")
    assert end.accepted[-2:] == [False, False]
    assert end.ships["moon"].astro == 23


def test_fight_refuses_wrong_side_effects() -> None:
    """The winner loses no module, and the loser gains no good."""
    ship = {"modules": {"sensor": 1}, "cannons": [2, 2, 2]}
    assert flight(["II07"], "next", "fight 4 1 gain=ore lose=sensor", moon=ship).accepted[-1] is False
    assert flight(["BASE11"], "next", "fight 1 4 gain=ore").accepted[-1] is False
