"""Smugglers, and what all enemies have in common (rules: "Feinde", "Fortgeschrittene Feinde", "Warenverlust")."""

from __future__ import annotations

import pytest

from tests.trucker.rules.ships import gunner
from tests.trucker.scripted import PLAIN, alone, captain, fly, planets, ship, slavers, smugglers

UNARMED = ship("7/6 H3 SC H3; 8/7 B2")
BARE = ship("7/7 SC")


def test_stronger_ship_loads_the_reward() -> None:
    """Printed card 1: strength 4, YGB, 1 day."""
    end = alone(gunner(5), 1)
    assert (end.cargo, end.days) == ("YGB", -1)


def test_equal_ship_gains_and_loses_nothing() -> None:
    end = alone(gunner(4), planets("Y"), smugglers(4))
    assert (end.cargo, end.days) == ("Y", 0)


def test_weaker_ship_loses_dearest_goods() -> None:
    end = alone(gunner(3), planets("YGB"), smugglers(4, lost=2))
    assert (end.cargo, end.days) == ("B", 0)


@pytest.mark.parametrize(
    ("lost", "cargo", "batteries"),
    [(1, "YGB", 2), (2, "GB", 2), (3, "B", 2), (4, "", 2), (5, "", 1), (6, "", 0), (9, "", 0)],
)
def test_goods_go_first_then_batteries(lost: int, cargo: str, batteries: int) -> None:
    drawn = ship("7/6 H3 SC S1; 8/7 B2")
    end = alone(drawn, planets("RYGB"), smugglers(4, lost=lost))
    assert (end.cargo, end.batteries, end.crew) == (cargo, batteries, 2)


def test_empty_ship_loses_nothing() -> None:
    end = alone(BARE, smugglers(4))
    assert (end.crew, end.components_lost, end.days, end.ending) == (2, 0, 0, "arrived")


def test_defeat_passes_smugglers_on() -> None:
    ends = fly([gunner(3), gunner(5)], planets("Y"), smugglers(4))
    assert [end.cargo for end in ends] == ["", "YGB"]


def test_tie_passes_smugglers_on() -> None:
    ends = fly([gunner(4), gunner(3)], planets("B|Y"), smugglers(4, lost=1))
    assert [end.cargo for end in ends] == ["Y", ""]


def test_beaten_smugglers_attack_nobody() -> None:
    ends = fly([gunner(5), gunner(3)], planets("Y|G"), smugglers(4, reward="B"))
    assert [end.cargo for end in ends] == ["YB", "G"]


def test_unbeaten_smugglers_attack_everyone() -> None:
    ends = fly([gunner(1), gunner(2), gunner(3)], planets("Y|Y|Y"), smugglers(4))
    assert [end.cargo for end in ends] == ["", "", ""]


def test_attacks_follow_flight_order() -> None:
    ends = fly([gunner(3), gunner(5)], planets("Y|Y"), smugglers(4, reward="G"), order=[1, 0])
    assert [end.cargo for end in ends] == ["Y", "YG"]


def test_reward_below_days_is_declined() -> None:
    """The cube is worth 1 credit, two days as much."""
    end = alone(gunner(5), smugglers(4, reward="B", days=2))
    assert (end.cargo, end.days) == ("", 0)


def test_declined_reward_goes_to_nobody() -> None:
    ends = fly([gunner(5), gunner(5)], smugglers(4, reward="B"), captains=[captain(day=100), PLAIN])
    assert [(end.cargo, end.days) for end in ends] == [("", 0), ("", 0)]


def test_winner_without_room_ends_attack() -> None:
    """A winner without room declines the reward, and the ships behind are safe."""
    armed = ship("6/5 CN^ CN^ CN^ CN^ CN^; 7/7 SC")
    ends = fly([armed, gunner(1)], planets("Y"), smugglers(4))
    assert [(end.cargo, end.days) for end in ends] == [("", 0), ("Y", 0)]


def test_winner_may_throw_out_goods() -> None:
    assert alone(gunner(5), planets("BBB"), smugglers(4)).cargo == "YGB"


def test_winner_falls_over_free_spaces() -> None:
    ends = fly([gunner(5), BARE], smugglers(4, days=3))
    assert [end.position for end in ends] == [-4, -3]


def test_rulebook_example_of_smugglers() -> None:
    """Red has one battery to use: 2 singles and the forward double make 4, a tie. Green pays two for 4 1/2, loads two
    cubes (the blue one has no room) and loses a day. Blue, who could not win, keeps all they have.
    """
    red = ship("6/6 CN^ CN^ CD^; 7/6 B2 SC CD>")
    green = ship("6/7 CD^ CD^; 7/6 B2 SC CN>; 8/7 H2")
    blue = ship("6/7 CN^ CD^; 7/6 B2 SC H2")
    ends = fly([red, green, blue], planets("G"), 1, captains=[captain(reserve=1), PLAIN, PLAIN])
    assert [end.batteries for end in ends] == [1, 0, 2]
    assert [end.days for end in ends] == [0, -1, 0]
    assert [end.cargo for end in ends] == ["", "YG", ""]


# Harm and worth (rulings: "Enemies", "Harm")

TWO_DOUBLES = ship("6/5 CD^ CN^ CN^ CN^ CD^; 7/6 B2 SC CA")
"""Strength 3, 5 or 7 for none, one or two charges; four humans."""


@pytest.mark.parametrize(
    ("strength", "charges"), [(2, 0), (3, 1), (4, 1), (6, 2), (7, 2), (8, 0)]
)  # fmt: skip
def test_fewest_useful_charges_are_spent(strength: int, charges: int) -> None:
    """2 is beaten and 8 out of reach without; 3 and 4 take one to beat, 6 two; 7 is held by two."""
    end = alone(TWO_DOUBLES, slavers(strength, lost=3, credits_=9), captain=captain(battery=10))
    assert end.batteries == 2 - charges


@pytest.mark.parametrize(
    ("credits_", "batteries", "bounty"),
    [
        (0, 1, 0),  # winning is worth -100, a tie -50, defeat -100
        (1, 1, 0),  # winning -50 as the tie: the fewest charges
        (2, 0, 2),  # winning 50
        (9, 0, 9),
    ],
)
def test_tie_or_win_by_worth(credits_: int, batteries: int, bounty: int) -> None:
    """Against 5 one charge ties and two win; a day and a charge cost half a credit, defeat one human (1 credit)."""
    end = alone(TWO_DOUBLES, slavers(5, lost=1, credits_=credits_))
    assert (end.batteries, end.bounty, end.crew) == (batteries, bounty, 4)


@pytest.mark.parametrize(("battery", "batteries", "crew"), [(99, 1, 4), (100, 2, 3), (150, 2, 3)])
def test_defeat_borne_if_cheaper_than_charge(battery: int, batteries: int, crew: int) -> None:
    end = alone(TWO_DOUBLES, slavers(5, lost=1, credits_=0), captain=captain(battery=battery))
    assert (end.batteries, end.crew) == (batteries, crew)


@pytest.mark.parametrize(("reserve", "batteries", "bounty"), [(0, 0, 9), (1, 2, 0), (2, 2, 0)])
def test_battle_does_not_touch_reserve(reserve: int, batteries: int, bounty: int) -> None:
    """Against 6 two charges win, and one avoids nothing."""
    end = alone(TWO_DOUBLES, slavers(6, lost=1, credits_=9), captain=captain(reserve=reserve))
    assert (end.batteries, end.bounty) == (batteries, bounty)


TIE_FOR_ONE = ship("6/7 CD^; 7/6 B2 SC H3")
"""Strength 2 for one charge."""


@pytest.mark.parametrize(("battery", "cargo"), [(299, "Y"), (300, "")])
def test_lost_goods_weighed_by_value(battery: int, cargo: str) -> None:
    end = alone(TIE_FOR_ONE, planets("Y"), smugglers(2, lost=1, reward=""), captain=captain(battery=battery))
    assert end.cargo == cargo


@pytest.mark.parametrize("lost", [2, 3])
def test_lost_charges_weighed_by_price(lost: int) -> None:
    """One charge to hold costs less than the two that would be lost; more than two are not there."""
    end = alone(TIE_FOR_ONE, smugglers(2, lost=lost, reward=""))
    assert end.batteries == 1


def test_declined_reward_counts_as_nothing() -> None:
    """A reward that would be declined counts as nothing, not as a loss: one charge to win saves the goods."""
    end = alone(TIE_FOR_ONE, planets("Y"), smugglers(1, lost=1, reward="B", days=20))
    assert (end.batteries, end.cargo, end.days) == (1, "Y", 0)
