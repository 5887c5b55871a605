"""Trade in flight: planets, the library, bases (rule text p.8, 9 and 14)."""

from __future__ import annotations

import pytest

from tests.starship.rules.played import flight, goods

GOODS = ("carbon", "food", "fuel", "ore", "trade_good")


@pytest.mark.parametrize(
    ("card", "good", "price"),
    [
        (f"BASE{18 + 4 * row + column}", good, price)
        for row, good in enumerate(GOODS)
        for column, price in enumerate((1, 2, 4, 5))
    ],
)
def test_trade_planet_sells_at_price(card: str, good: str, price: int) -> None:
    end = flight([card], "next", f"buy {good} 2")
    assert (end.ships["moon"].astro, goods(end.ships["moon"])) == (25 - 2 * price, {good: 2})


@pytest.mark.parametrize(
    ("card", "good"),
    [("BASE13", "trade_good"), ("BASE14", "carbon"), ("BASE15", "ore"), ("BASE16", "fuel"), ("BASE17", "food")],
)
def test_trade_planet_buys_at_price(card: str, good: str) -> None:
    """Planets with H buy at three; both ways have one price."""
    end = flight([card], "next", f"sell {good} 2", moon={"goods": {good: 2}})
    assert (end.ships["moon"].astro, goods(end.ships["moon"])) == (25 + 2 * 3, {})


def test_planet_purchase_must_fit() -> None:
    ship = {"modules": {"logistics": 2}}
    assert goods(flight(["BASE22"], "next", "buy food 4", moon=ship).ships["moon"]) == {"food": 4}
    assert flight(["BASE22"], "next", "buy food 5", moon=ship).accepted[-1] is False
    assert flight(["BASE22"], "next", "buy food 3").accepted[-1] is False


def test_planet_purchase_needs_astro() -> None:
    assert flight(["BASE25"], "next", "buy food 1", moon={"astro": 4}).accepted[-1] is False
    assert flight(["BASE25"], "next", "buy food 1", moon={"astro": 5}).ships["moon"].astro == 0


def test_sale_needs_the_goods() -> None:
    assert flight(["BASE25"], "next", "sell food 2", moon={"goods": {"food": 1}}).accepted[-1] is False


def test_planet_trades_own_good_only() -> None:
    assert flight(["BASE22"], "next", "buy ore 1").accepted[-1] is False
    assert flight(["BASE22"], "next", "sell ore 1", moon={"goods": {"ore": 1}}).accepted[-1] is False


def test_trade_costs_one_action() -> None:
    assert flight(["BASE22"], "next", "buy food 2").actions == 1


def test_empty_trade_is_refused() -> None:
    end = flight(["BASE22"], "next", "buy food 0")
    assert (end.accepted[-1], end.actions) == (False, 0)


def test_library_sells_science_at_three() -> None:
    end = flight(["BASE38"], "next", "buy science 4", moon={"astro": 12})
    assert (end.ships["moon"].science, end.ships["moon"].astro) == (4, 0)


def test_library_buys_science_at_three() -> None:
    end = flight(["BASE38"], "next", "sell science 2", moon={"science": 3})
    assert (end.ships["moon"].science, end.ships["moon"].astro) == (1, 31)


def test_science_purchase_must_fit_lab() -> None:
    assert flight(["BASE38"], "next", "buy science 2", moon={"science": 3}).accepted[-1] is False


@pytest.mark.parametrize("good", ["ore", "trade_good"])
def test_diplomats_sell_one_good_at_three(good: str) -> None:
    end = flight(["BASE39"], "next", f"buy {good} 1")
    assert (goods(end.ships["moon"]), end.ships["moon"].astro) == ({good: 1}, 22)
    assert flight(["BASE39"], "next", f"buy {good} 2").accepted[-1] is False


def test_diplomats_sell_one_kind_only() -> None:
    assert flight(["BASE39"], "next", "buy ore 1 food 1").accepted[-1] is False


@pytest.mark.parametrize("card", ["BASE39", "BASE40", "I04"])
def test_diplomats_buy_no_goods(card: str) -> None:
    assert flight([card], "next", "sell ore 1", moon={"goods": {"ore": 1}}).accepted[-1] is False


@pytest.mark.parametrize("card", ["BASE39", "I04"])
def test_diplomats_sell_no_science(card: str) -> None:
    assert flight([card], "next", "buy science 1").accepted[-1] is False


@pytest.mark.parametrize("sale", ["ore 2", "ore 1 food 1", "food 1"])
def test_merchants_buy_two_goods_at_three(sale: str) -> None:
    number = 2 if sale != "food 1" else 1
    end = flight(["III05"], "next", f"sell {sale}", moon={"goods": {"ore": 2, "food": 1}})
    assert end.ships["moon"].astro == 25 + 3 * number
    assert sum(end.ships["moon"].goods) == 3 - number


def test_merchants_buy_no_third_good() -> None:
    assert flight(["III05"], "next", "sell ore 2 food 1", moon={"goods": {"ore": 2, "food": 1}}).accepted[-1] is False


def test_merchants_sell_no_goods() -> None:
    assert flight(["III05"], "next", "buy ore 1").accepted[-1] is False


def test_merchants_buy_no_science() -> None:
    assert flight(["III05"], "next", "sell science 1", moon={"science": 2}).accepted[-1] is False


def test_greens_buy_one_science_at_four() -> None:
    end = flight(["I03"], "next", "sell science 1", moon={"science": 2})
    assert (end.ships["moon"].science, end.ships["moon"].astro) == (1, 29)
    assert flight(["I03"], "next", "sell science 2", moon={"science": 2}).accepted[-1] is False


def test_greens_sell_no_science() -> None:
    assert flight(["I03"], "next", "buy science 1").accepted[-1] is False


def test_scientists_sell_one_science_at_two() -> None:
    end = flight(["II05"], "next", "buy science 1")
    assert (end.ships["moon"].science, end.ships["moon"].astro) == (1, 23)
    assert flight(["II05"], "next", "buy science 2").accepted[-1] is False


def test_scientists_buy_no_science() -> None:
    assert flight(["II05"], "next", "sell science 1", moon={"science": 2}).accepted[-1] is False


@pytest.mark.parametrize(
    ("card", "step"), [("BASE39", "buy ore 1"), ("III05", "sell ore 1"), ("II05", "buy science 1")]
)
def test_trade_at_base_costs_action(card: str, step: str) -> None:
    assert flight([card], "next", step, moon={"goods": {"ore": 1}}).actions == 1


def test_bank_never_runs_dry() -> None:
    """Money has no limit, not even the 88 Astro in the box."""
    ship = {"astro": 85, "goods": {"food": 2}}
    assert flight(["BASE25"], "next", "sell food 2", moon=ship).ships["moon"].astro == 95


@pytest.mark.parametrize("card", ["BASE09", "BASE01"])
def test_colonies_and_targets_trade_nothing(card: str) -> None:
    assert flight([card], "next", "buy ore 1").accepted[-1] is False
