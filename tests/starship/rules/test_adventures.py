"""Tasks of the council (rule text p.9): what they ask, what they give, and which may be done."""

from __future__ import annotations

import pytest

from tests.starship.rules.played import flight, goods

HADES, PALLAS, PICASSO, POSEIDON = "BASE01", "BASE02", "BASE03", "BASE04"


def done(planet: str, step: str, opened: str, **moon: object):  # type: ignore[no-untyped-def]
    return flight(
        [planet], "next", step, moon=moon, open=[opened], stack=["emergency" if opened != "emergency" else "famine"]
    )


@pytest.mark.parametrize(
    ("planet", "name", "ship", "goods_gained", "astro", "medals"),
    [
        (POSEIDON, "environmental_crisis", {"science": 1}, "ore", 28, 0),
        (PICASSO, "diplomatic_gift", {}, "ore", 25, 0),
        (PALLAS, "merchant_gift", {}, "ore", 25, 0),
        (PICASSO, "famine", {"goods": {"food": 1}}, "ore", 25, 1),
        (PALLAS, "wholesale_order_1", {"goods": {"trade_good": 1}}, "ore", 25, 1),
        (HADES, "pirate_nest", {"cannons": [1, 1, 1]}, "ore", 28, 0),
        (POSEIDON, "council_meeting", {}, "ore ore", 19, 1),
        (PICASSO, "emergency", {"boosters": [2, 1, 1]}, "ore", 25, 1),
        (HADES, "reconstruction", {}, "", 15, 2),
        (POSEIDON, "wholesale_order_2", {"goods": {"trade_good": 2}}, "ore fuel", 25, 1),
    ],
)
def test_adventure_takes_price_and_gives_reward(
    planet: str, name: str, ship: dict[str, object], goods_gained: str, astro: int, medals: int
) -> None:
    end = done(planet, f"complete {name} {goods_gained}", name, **ship)
    assert all(end.accepted), end.reasons
    told = end.ships["moon"]
    assert (told.astro, told.medals, sum(told.goods)) == (astro, medals, len(goods_gained.split()))
    assert told.science == 0


@pytest.mark.parametrize(
    ("planet", "name", "ship"),
    [(HADES, "epidemic", {"science": 2}), (PALLAS, "monument", {"goods": {"ore": 2, "carbon": 1}})],
)
def test_epidemic_and_monument_give_point(planet: str, name: str, ship: dict[str, object]) -> None:
    end = done(planet, f"complete {name}", name, **ship)
    assert (end.points["moon"], end.ships["moon"].medals, sum(end.ships["moon"].goods)) == (2, 0, 0)
    assert end.ships["moon"].adventures == (name,)


@pytest.mark.parametrize(
    ("planet", "name", "ship"),
    [
        (POSEIDON, "environmental_crisis", {}),
        (PICASSO, "famine", {"goods": {"ore": 1}}),
        (PALLAS, "wholesale_order_1", {}),
        (HADES, "pirate_nest", {"cannons": [1, 1]}),
        (POSEIDON, "council_meeting", {"astro": 5}),
        (HADES, "epidemic", {"science": 1}),
        (PICASSO, "emergency", {"boosters": [1, 1, 1]}),
        (HADES, "reconstruction", {"astro": 9}),
        (PALLAS, "monument", {"goods": {"ore": 1, "carbon": 1}}),
        (POSEIDON, "wholesale_order_2", {"goods": {"trade_good": 1}}),
    ],
)
def test_adventure_needs_full_price(planet: str, name: str, ship: dict[str, object]) -> None:
    for gain in ("", " ore", " ore ore"):
        assert done(planet, f"complete {name}{gain}", name, **ship).accepted[-1] is False


def test_pirate_nest_counts_cannon_levels() -> None:
    """Cannons are only required: their levels count, and nothing is spent."""
    end = done(HADES, "complete pirate_nest ore", "pirate_nest", cannons=[2, 1])
    assert (all(end.accepted), end.ships["moon"].cannons) == (True, (2, 1))


def test_wholesale_order_example_on_pallas() -> None:
    """A trade good buys a good of the player's choice and the card."""
    end = done(PALLAS, "complete wholesale_order_1 carbon", "wholesale_order_1", goods={"trade_good": 1})
    assert goods(end.ships["moon"]) == {"carbon": 1}
    assert end.ships["moon"].adventures == ("wholesale_order_1",)


@pytest.mark.parametrize(("name", "kept"), [("famine", True), ("diplomatic_gift", False)])
def test_only_medal_adventures_are_kept(name: str, kept: bool) -> None:
    end = done(PICASSO, f"complete {name} ore", name, goods={"food": 1})
    assert (name in end.ships["moon"].adventures) == kept
    assert name not in end.open


def test_adventure_needs_its_target_planet() -> None:
    assert done(HADES, "complete famine ore", "famine", goods={"food": 1}).accepted[-1] is False
    assert done("BASE22", "complete famine ore", "famine", goods={"food": 1}).accepted[-1] is False


def test_adventure_must_be_open() -> None:
    assert done(PICASSO, "complete emergency ore", "famine", boosters=[2, 2]).accepted[-1] is False


def test_adventure_costs_an_action() -> None:
    assert done(PALLAS, "complete merchant_gift ore", "merchant_gift").actions == 1


def test_adventure_is_replaced_from_stack() -> None:
    end = flight([PALLAS], "next", "complete merchant_gift ore")
    assert sorted(end.open) == sorted(["famine", "pirate_nest", "council_meeting"])


def test_empty_stack_opens_no_adventure() -> None:
    end = flight([PALLAS], "next", "complete merchant_gift ore", stack=[])
    assert sorted(end.open) == ["famine", "pirate_nest"]


def test_planet_allows_both_open_adventures() -> None:
    """Each costs an action."""
    steps = ("next", "complete famine ore", "complete diplomatic_gift ore")
    end = flight([PICASSO], *steps, moon={"goods": {"food": 1}}, open=["famine", "diplomatic_gift"], stack=[])
    assert (all(end.accepted), end.actions, goods(end.ships["moon"])) == (True, 2, {"ore": 2})


def test_second_adventure_needs_an_action() -> None:
    steps = ("next", "buy food 1", "next", "complete famine ore", "complete diplomatic_gift ore")
    end = flight(["BASE22", PICASSO], *steps, open=["famine", "diplomatic_gift"], stack=[])
    assert end.accepted == [True, True, True, True, True, False]


def test_new_adventure_waits_for_next_flight() -> None:
    """An adventure that opens for the planet at hand cannot be done in the same flight."""
    steps = ("next", "complete famine ore", "complete diplomatic_gift ore")
    end = flight([PICASSO], *steps, moon={"goods": {"food": 1}}, open=["famine"], stack=["diplomatic_gift"])
    assert end.accepted[-2:] == [True, False]
    assert end.open == ["diplomatic_gift"]


def test_new_adventure_allowed_next_flight() -> None:
    more = ("end", "done", "produce 3", "fly 1", "next", "complete diplomatic_gift ore")
    steps = ("next", "complete famine ore", *more)
    end = flight([PICASSO], *steps, moon={"goods": {"food": 1}}, open=["famine"], stack=["diplomatic_gift"])
    assert all(end.accepted), end.reasons


def test_new_adventure_allowed_on_later_planet() -> None:
    steps = ("next", "complete famine ore", "next", "complete merchant_gift ore")
    end = flight([PICASSO, PALLAS], *steps, moon={"goods": {"food": 1}}, open=["famine"], stack=["merchant_gift"])
    assert all(end.accepted), end.reasons


def test_new_adventure_refused_on_passed_planet() -> None:
    steps = ("next", "next", "complete famine ore", "complete merchant_gift ore")
    end = flight([PALLAS, PICASSO], *steps, moon={"goods": {"food": 1}}, open=["famine"], stack=["merchant_gift"])
    assert end.accepted[-1] is False


def test_adventure_reward_without_room_is_lost() -> None:
    full = {"goods": dict.fromkeys(("ore", "fuel", "food", "carbon", "trade_good"), 2)}
    assert done(PICASSO, "complete diplomatic_gift ore", "diplomatic_gift", **full).accepted[-1] is False
    end = done(PICASSO, "complete diplomatic_gift", "diplomatic_gift", **full)
    assert (end.accepted[-1], end.ships["moon"].goods) == (True, (2, 2, 2, 2, 2))


def test_gain_names_goods_that_fit() -> None:
    almost = {"goods": {"ore": 1, "fuel": 2, "food": 2, "carbon": 2, "trade_good": 2}}
    for gain, right in ((" ore", True), ("", False), (" ore ore", False), (" fuel", False)):
        assert done(POSEIDON, f"complete council_meeting{gain}", "council_meeting", **almost).accepted[-1] is right


def test_payment_makes_room_for_reward() -> None:
    full = {"goods": dict.fromkeys(("ore", "fuel", "food", "carbon", "trade_good"), 2)}
    end = done(PICASSO, "complete famine food", "famine", **full)
    assert (end.accepted[-1], end.ships["moon"].goods) == (True, (2, 2, 2, 2, 2))


def test_target_planet_stays_in_sector() -> None:
    end = done(PALLAS, "complete merchant_gift ore", "merchant_gift")
    assert PALLAS in end.sectors[1]
    assert len(end.reserve) == 14


def test_unknown_adventure_is_refused() -> None:
    assert done(PICASSO, "complete feast ore", "famine", goods={"food": 1}).accepted[-1] is False
