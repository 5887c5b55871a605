"""Captains as the engine compiles them against the twin's mind: every entry of every table, asked for or not."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from analyzer import starship
from tests.doors.starship import BIT, READY, STANDARD_RULES, Table, fighting, load_switches, trade
from tests.doors.starship import captain as captain_module
from tests.doors.starship import values as values_module
from tests.starship.shipyard import any_captain, any_switches
from tests.starship.twin import deal
from tests.starship.twin.box import ADVENTURES, CARDS, COSTS, MODULES, PIRATES, SCIENCE
from tests.starship.twin.hold import lose_module
from tests.starship.twin.mind import Mind
from tests.starship.twin.table import Player

CAPTAINS = 8
NOTHING_TO_LOSE = {fighting.NO_MODULE: {}, fighting.LEVEL_I: {"trade": 2, "sensor": 1}, fighting.ONLY_II: {"trade": 2}}
"""Modules of which a ship has none, one of level I, only such of level II."""


def both(number: int) -> tuple[captain_module.Judge, Mind]:
    """A captain by chance, compiled and as the twin thinks."""
    rng = random.Random(number)
    captain, switches = any_captain(rng), any_switches(rng)
    table = deal.lay({}, 0, 0, switches)
    return captain_module.Judge(captain, load_switches(switches), STANDARD_RULES), Mind(captain, table.me, table)


def with_modules(player: Player, levels: dict[str, int]) -> Player:
    player.modules = {module: levels.get(module, 0) for module in MODULES}
    return player


@pytest.mark.parametrize("number", range(CAPTAINS))
def test_adventure_tables_match_mind(number: int) -> None:
    judge, mind = both(number)
    gains = [mind.gain_of(one) for one in ADVENTURES]
    assert list(judge.gains) == judge.gain_of[: captain_module.NO_ADVENTURE].tolist() == gains
    sets = [0, *(1 << one.number for one in ADVENTURES), *random.Random(number).sample(range(1 << 12), 200)]
    numbers, gained = judge.best_adventure(np.array(sets, np.uint16))
    for chosen, best, gain in zip(sets, numbers.tolist(), gained.tolist(), strict=True):
        among = [one for one in ADVENTURES if chosen >> one.number & 1]
        dearest = max(among, key=lambda one: (gains[one.number], -one.number), default=None)
        if dearest is None:
            assert best == captain_module.NO_ADVENTURE
            assert gain < min(gains)
        else:
            assert (best, gain) == (dearest.number, gains[best])
        asked = [sum(one.pay.get(good, 0) for one in among if gains[one.number] > 0) for good in range(SCIENCE)]
        assert judge.goods_for_adventures[:, chosen].tolist() == asked


@pytest.mark.parametrize("number", range(CAPTAINS))
def test_build_and_unit_values_match_mind(number: int) -> None:
    judge, mind = both(number)
    wanted = [build for build in mind.builds() if getattr(mind.prices, build) > 0]
    assert list(judge.builds) == [(build, COSTS[build]) for build in wanted]
    assert [judge.values(thing) for thing in range(SCIENCE + 1)] == [mind.unit(thing) for thing in range(SCIENCE + 1)]
    captain = judge.captain
    assert (captain.good_wanted, captain.good_spare) == (mind.prices.good_wanted, mind.prices.good_spare)


@pytest.mark.parametrize("number", range(CAPTAINS))
def test_pirate_stakes_match_mind_odds(number: int) -> None:
    judge, mind = both(number)
    stakes = fighting.stakes_of(judge)
    for which, pirate in enumerate(PIRATES):
        for at, (kind, strength) in enumerate(fighting.PLIGHTS):
            with_modules(mind.player, NOTHING_TO_LOSE[kind])
            mind.player.cannons = [1] * strength
            for left in (0, 1, 7):
                assert stakes.outcomes[which, at] - left * stakes.cards[which, at] == mind.odds(pirate, left)
            assert stakes.fights[pirate.id][at] == mind.odds(pirate, 3) // 36


def test_lost_module_matches_mind() -> None:
    """Compare the module that is lost for all levels of the six modules, side by side."""
    levels = np.array(list(product(range(3), repeat=6)), np.int8)
    table = Table(len(levels), STANDARD_RULES)
    table.modules[1] = levels.T
    judge, mind = both(3)
    rows = np.arange(0, len(levels), 2)
    lost, kinds = values_module.module_to_lose(table, 1, judge, rows), fighting.to_lose(table, 1, rows)
    for of_one, module, kind in zip(levels[rows].tolist(), lost.tolist(), kinds.tolist(), strict=True):
        player = with_modules(mind.player, dict(zip(MODULES, of_one, strict=True)))
        gone = lose_module(player, mind.prices.modules)
        assert module == (-1 if gone is None else MODULES.index(gone))
        assert kind == (fighting.LEVEL_I if 1 in of_one else fighting.ONLY_II if 2 in of_one else fighting.NO_MODULE)


@pytest.mark.parametrize(
    ("most", "buys", "sells"), [(values_module.MANY, True, True), (1, True, False), (1, False, True)]
)
@pytest.mark.parametrize("number", range(3))
def test_trade_and_bargains_match_mind(number: int, most: int, buys: bool, sells: bool) -> None:
    """Ore and science, in every stock, want, room, purse and price."""
    judge, mind = both(number)
    player, mind.prices = mind.player, replace(mind.prices, readiness=False)
    for thing, astro in ((0, (0, 3, 11, 40)), (SCIENCE, (0, 1, 2, 8, 19))):
        values, steps = judge.values(thing), judge.captain.astro
        cases, expected = [], []
        for logistics, have, want, money, price in product(
            range(3), range(values_module.UNITS), range(values_module.UNITS), astro, range(1, 6)
        ):
            with_modules(player, {"logistics": logistics})
            if have > player.capacity(thing):
                continue
            player.have[thing], player.want[thing], player.astro = have, want, money + mind.prices.held
            options = [mind.buying(thing, price, most)] * buys + [mind.selling(thing, price, most)] * sells
            best = max(options, key=lambda one: one.gain)
            cases.append((have, want, player.room(thing), money, price))
            expected.append((best.units, best.gain))
        lanes = [np.array(row, np.int16) for row in zip(*cases, strict=True)]
        for units, gain in (
            values_module.trade(values, steps, *lanes, most, buys, sells),
            [
                table.take(values_module.place(steps, *lanes))
                for table in values_module.bargains(values, steps, most, buys, sells)
            ],
        ):
            assert list(zip(units.tolist(), gain.tolist(), strict=True)) == expected


WISHED = (set(), {"module_2"}, {"module_1", "booster"}, {"colony_ship", "trade_ship", "cannon"}, set(READY))
"""Sets of wished builds."""
MANY = np.arange(60)


@pytest.mark.parametrize("wished", WISHED)
@pytest.mark.parametrize("astro", [None, ((0, 14), (12, 8))])
def test_readiness_matches_mind(wished: set[str], astro: Any) -> None:
    """Values of units, and trades of each good at each price, with random goods aboard and purses."""
    captain = replace(starship.load_captain("expert"), astro=astro, readiness=True, held=0)
    judge, rng = captain_module.Judge(captain, load_switches({}), STANDARD_RULES), np.random.default_rng(5)
    table = Table(MANY.size, STANDARD_RULES)
    table.stored[0, :SCIENCE], table.modules[0, 0] = rng.integers(0, 5, (SCIENCE, MANY.size)), 2
    table.astro[0], table.wished[0] = rng.integers(0, 40, MANY.size), sum(1 << READY.index(build) for build in wished)
    cards = [card for card in CARDS if card.kind == "trade_planet"]
    offers = [trade.offer_planet(table, judge, MANY, np.full(MANY.size, BIT[card.id], np.uint8)) for card in cards]
    more = values_module.next_units(table, 0, judge)
    fewer = values_module.last_units(table, judge, MANY, table.stored[0, :SCIENCE])
    mind = Mind(captain, (twin := deal.lay({}, 0, 0, {})).me, twin)
    with_modules(mind.player, {"logistics": 2}).wished = sorted(wished)
    for lane in MANY.tolist():
        mind.player.have[:SCIENCE] = table.stored[0, :SCIENCE, lane].tolist()
        mind.player.astro = int(table.astro[0, lane])
        assert more[:, lane].tolist() == [mind.next_one(good) for good in range(SCIENCE)]
        for good in range(SCIENCE):
            assert not mind.player.have[good] or fewer[good, lane] == mind.last_one(good)
        for card, bargain in zip(cards, offers, strict=True):
            expected = sum(one.gain for one in mind.trades(card)), sum(one.units for one in mind.trades(card))
            assert (bargain.gain[lane], bargain.swaps[0][1][lane]) == expected


@pytest.mark.parametrize(("buys", "sells"), [(True, True), (True, False), (False, True)])
def test_trade_skips_deals_without_gain(buys, sells):
    """Three more than are wanted, at the price of one of those; two missing, at the price of a wanted one."""
    have, want, room, astro = (np.array(lane, np.int16) for lane in ([5, 1], [2, 3], [4, 4], [20, 20]))
    units, gain = values_module.trade(
        (3 * captain_module.ASTRO, 2 * captain_module.ASTRO),
        None,
        have,
        want,
        room,
        astro,
        np.array([2, 3]),
        values_module.MANY,
        buys,
        sells,
    )
    assert (units.tolist(), gain.tolist()) == ([0, 0], [0, 0])


def test_trade_weighs_astro_by_purse() -> None:
    """Compare a sale with an empty purse and a purchase with a full one, of two goods worth 2.5 each, at 2 Astro."""
    steps = ((0, 14), (12, 7))
    have, want, room, purse, price = (np.array(lane, np.int16) for lane in ([2, 0], [0, 0], [0, 2], [0, 30], [2, 2]))
    units, gain = values_module.trade((25, 25), steps, have, want, room, purse, price)
    # Sold: 4 Astro at 14 are 56, the two units 50. Bought: the two units are 50, 4 Astro at 7 are 28.
    assert (units.tolist(), gain.tolist()) == ([-2, 2], [6, 22])


def test_trade_stops_where_astro_become_cheap() -> None:
    """With 11 Astro one unit sold at 1 brings 1.4, more than its 1.0; the next one would bring 0.7."""
    lanes = (np.array([many], np.int16) for many in (3, 0, 1, 11, 1))
    units, gain = values_module.trade((10, 10), ((0, 14), (12, 7)), *lanes)
    assert (units.tolist(), gain.tolist()) == ([-1], [4])
