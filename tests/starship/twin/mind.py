"""How a captain thinks: what they want, what things are worth to them, what they believe. Whole tenths of an Astro."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tests.starship.twin.box import (
    BLUE,
    BUILDS,
    COSTS,
    GOODS,
    PIRATES,
    PLANETS,
    READY,
    SCIENCE,
    STACKS,
    WITH_H,
    Adventure,
    Card,
)
from tests.starship.twin.table import Player, Table, points

GOOD_NUMBERS = range(len(GOODS))
NO_LIMIT = 99
FOREVER = -1_000_000


@dataclass(frozen=True)
class Trade:
    """So many of one thing bought or sold at a price, and what is gained by it."""

    gain: int
    thing: int
    units: int
    """Bought above 0, sold below."""
    price: int


NOTHING = Trade(0, 0, 0, 0)


@lru_cache(None)
def wins(cannons: int, strength: int) -> int:
    """Of 36 throws those that beat the pirate; a tie does."""
    return sum(own + cannons >= pirates + strength for own in BLUE for pirates in BLUE)


@dataclass(eq=False)
class Mind:
    """A captain's prices, and the ship and table they look at."""

    prices: Any
    player: Player
    table: Table

    # what is wanted

    def wished(self, build: str) -> bool:
        me, rival, prices = self.player, self.table.rival(self.player), self.prices
        if getattr(prices, build) <= 0:
            return False
        if build == "colony_ship":
            colonies = sum(len(player.owned("colony")) for player in self.table.players)
            return me.ships < 2 and me.colony_ships < prices.colony_ships and colonies < 12
        if build == "trade_ship":
            to_be_had = any(not self.table.is_owned(card) for card in WITH_H)
            return me.ships < 2 and me.trade_ships < 1 and me.friendship <= max(2, rival.friendship) and to_be_had
        if build in ("booster", "cannon"):
            return len(me.boosters if build == "booster" else me.cannons) < 3
        if build in ("booster_2", "cannon_2"):
            parts = me.boosters if build == "booster_2" else me.cannons
            return len(parts) == 3 and 1 in parts
        return self.module_for(build) is not None

    def module_for(self, build: str) -> str | None:
        """Which module is built: the first by the captain's taste of those that may be."""
        me, rival = self.player, self.table.rival(self.player)
        free = [module for module in self.prices.modules if rival.modules[module] < 2]
        to_raise = [module for module in free if me.modules[module] == 1]
        to_open = [module for module in free if me.modules[module] == 0]
        if build == "module_2":
            return to_raise[0] if to_raise else None
        waits = to_raise and self.prices.raises_first
        return to_open[0] if to_open and not waits else None

    def builds(self) -> list[str]:
        """All builds, the dearest first."""
        return sorted(BUILDS, key=lambda build: -getattr(self.prices, build))

    def draw_up_wants(self) -> None:
        me = self.player
        want, me.wished = [0] * 6, [build for build in self.builds() if self.wished(build)]
        for build in me.wished[: self.prices.plans]:
            for good in GOOD_NUMBERS:
                want[good] += COSTS[build][good]
        for one in self.table.open:
            if self.gain_of(one) > 0:
                for thing, units in one.pay.items():
                    want[thing] += units
        me.want = [min(want[good], me.capacity(good)) for good in GOOD_NUMBERS] + [2]

    # what things are worth

    def unit(self, thing: int) -> tuple[int, int]:
        """Of a unit that is wanted, and of one to spare."""
        if thing == SCIENCE:
            return self.prices.science, min(self.prices.science, self.prices.good_spare)
        if self.prices.goods is not None:
            return self.prices.goods[thing]
        return self.prices.good_wanted, self.prices.good_spare

    def purse(self) -> int:
        """Astro that purchases may touch."""
        return max(self.player.astro - self.prices.held, 0)

    def coins(self, first: int, beyond: int) -> int:
        """Worth of the Astro from one number in the purse to another, each by the last step that is not above it."""
        steps = self.prices.astro or [(0, 10)]
        return sum([worth for step, worth in steps if step <= number][-1] for number in range(first, beyond))

    def general(self, good: int) -> int:
        """Worth of one more unit by the prices for all goods."""
        return self.prices.good_wanted if self.player.have[good] < self.player.want[good] else self.prices.good_spare

    def next_one(self, thing: int) -> int:
        if self.prices.readiness and thing != SCIENCE:
            return self.aboard(thing, self.player.have[thing] + 1) - self.aboard(thing, self.player.have[thing])
        wanted, spare = self.unit(thing)
        return wanted if self.player.have[thing] < self.player.want[thing] else spare

    def last_one(self, thing: int) -> int:
        if self.prices.readiness and thing != SCIENCE:
            return self.aboard(thing, self.player.have[thing]) - self.aboard(thing, self.player.have[thing] - 1)
        wanted, spare = self.unit(thing)
        return wanted if self.player.have[thing] <= self.player.want[thing] else spare

    def best_good(self, goods: Iterable[int]) -> int | None:
        """Of those that fit, the one that is worth most and of which there is least."""
        fitting = [good for good in goods if self.player.room(good) > 0]
        return max(fitting, key=lambda good: (16 * self.next_one(good) - self.player.have[good], -good), default=None)

    def gain_of(self, one: Adventure) -> int:
        prices = self.prices
        gained = prices.medal * one.medals + prices.point * one.points + 10 * one.astro + prices.good_wanted * one.goods
        paid = 10 * one.pay_astro
        for thing, units in one.pay.items():
            paid += units * (prices.science if thing == SCIENCE else prices.good_wanted)
        return int(gained - paid)

    def can_fulfil(self, one: Adventure) -> bool:
        me = self.player
        have = all(me.have[thing] >= units for thing, units in one.pay.items())
        strong = sum(me.boosters) >= one.boosters and sum(me.cannons) >= one.cannons
        return have and strong and me.astro >= one.pay_astro

    def best_adventure(self, adventures: Iterable[Adventure]) -> Adventure | None:
        able = [one for one in adventures if self.can_fulfil(one)]
        return max(able, key=lambda one: (self.gain_of(one), -one.number), default=None)

    # trades

    def aboard(self, thing: int, units: int) -> int:
        """Worth of some units of a thing, those that are wanted first; or of all wished builds that come nearer."""
        if self.prices.readiness and thing != SCIENCE:
            have = [units if good == thing else self.player.have[good] for good in GOOD_NUMBERS]
            return READY[GOODS[thing]] * units + sum(self.ready(build, have) for build in self.player.wished)
        wanted, spare = self.unit(thing)
        missing = min(units, self.player.want[thing])
        return wanted * missing + spare * (units - missing)

    def ready(self, build: str, have: list[int]) -> int:
        """Worth of a build by how many units it lacks."""
        lacks = sum(max(cost - units, 0) for cost, units in zip(COSTS[build][:SCIENCE], have, strict=True))
        return READY.get(f"{build}_lacks_{lacks}", 0)

    def buying(self, thing: int, price: int, most: int) -> Trade:
        has, purse, best = self.player.have[thing], self.purse(), Trade(0, thing, 0, price)
        for units in range(1, min(self.player.room(thing), purse // price, most) + 1):
            more = self.aboard(thing, has + units) - self.aboard(thing, has)
            gain = more - self.coins(purse - units * price, purse)
            best = max(best, Trade(gain, thing, units, price), key=_gain)
        return best

    def selling(self, thing: int, price: int, most: int) -> Trade:
        has, purse, best = self.player.have[thing], self.purse(), Trade(0, thing, 0, price)
        for units in range(1, min(has, most) + 1):
            less = self.aboard(thing, has) - self.aboard(thing, has - units)
            gain = self.coins(purse, purse + units * price) - less
            best = max(best, Trade(gain, thing, -units, price), key=_gain)
        return best

    def merchants(self) -> list[Trade]:
        """Up to two goods one after the other; the ship is as before afterwards."""
        have, sold, purse = list(self.player.have), [], self.purse()
        for _ in range(2):
            goods = [good for good in GOOD_NUMBERS if self.player.have[good] > 0]
            good = min(goods, key=lambda good: (self.last_one(good), good), default=None)
            earned = self.coins(purse, purse + 3)
            if good is None or self.last_one(good) >= earned:
                break
            sold.append(Trade(earned - self.last_one(good), good, -1, 3))
            self.player.have[good] -= 1
            purse += 3
        self.player.have = have
        return sold

    def trades(self, card: Card) -> list[Trade]:
        """The best trade on a card, in one step or two; empty where there is none."""
        if card.kind in ("trade_planet", "library"):
            most = NO_LIMIT
            found = [
                max(self.buying(card.good, card.price, most), self.selling(card.good, card.price, most), key=_gain)
            ]
        elif card.kind == "diplomats":
            found = [max((self.buying(good, card.price, 1) for good in GOOD_NUMBERS), key=_gain)]
        elif card.kind == "greens":
            found = [self.selling(SCIENCE, card.price, 1)]
        elif card.kind == "scientists":
            found = [self.buying(SCIENCE, card.price, 1)]
        elif card.kind == "merchants":
            found = self.merchants()
        else:
            found = []
        return [trade for trade in found if trade.units]

    # what they use of what they know

    def uses(self, sector: int) -> tuple[set[Card], int]:
        """Cards they take to lie in a sector, and how many lost planets."""
        if self.prices.remembers == "none":
            return set(), 0
        if self.prices.remembers == "peek":
            row = self.table.sectors[sector]
            there = {card for card in row if card.kind != "lost_planet"}
            return there, len(row) - len(there)
        return self.player.known[sector], self.player.lost[sector]

    def worth(self, card: Card) -> int:
        """What a known card promises when a sector is chosen."""
        me, prices = self.player, self.prices
        if card.kind == "pirate":
            return self._worth_of_pirate(card)
        if not prices.acts:
            return 0
        if card.kind == "colony":
            return self.founding(card) if me.colony_ships else 0
        if card.kind in PLANETS:
            best = self.best_adventure(one for one in self.table.open if one.planet == card.kind)
            return 0 if best is None else max(self.gain_of(best), 0)
        whole = ("trade_planet", "library", "greens", "scientists") if prices.astro else ("trade_planet",)
        if (prices.astro or prices.readiness) and card.kind in whole:
            value = max((trade.gain for trade in self.trades(card)), default=0)
        else:
            value = self._worth_of_trade(card)
        if card.h and me.trade_ships:
            value = max(value, prices.friendship * card.friendship)
        return value

    def founding(self, card: Card) -> int:
        """A colony; nothing on a number they have, while another is missing and the point does not win."""
        numbers = {colony.die for colony in self.player.owned("colony")}
        wins_by_it = points(self.table)[self.table.players.index(self.player)] == 9
        passes = card.die in numbers and len(numbers) < 3 and not wins_by_it
        return 0 if self.prices.new_numbers_first and passes else int(self.prices.point)

    def _worth_of_trade(self, card: Card) -> int:
        me, purse = self.player, self.purse()
        afford = purse // card.price if card.price else 0

        def bought(thing: int, most: int) -> int:
            paid = self.coins(max(purse - card.price, 0), purse)
            return max(self.next_one(thing) - paid, 0) * min(me.room(thing), afford, most)

        def sold(thing: int, most: int) -> int:
            earned = self.coins(purse, purse + card.price)
            return max(earned - self.last_one(thing), 0) * min(me.have[thing], most)

        if card.kind in ("trade_planet", "library"):
            return max(bought(card.good, NO_LIMIT), sold(card.good, NO_LIMIT))
        if card.kind == "diplomats":
            return max(bought(good, 1) for good in GOOD_NUMBERS)
        if card.kind == "merchants":
            return max(sold(good, 2) for good in GOOD_NUMBERS)
        if card.kind == "greens":
            return sold(SCIENCE, 1)
        if card.kind == "scientists":
            return bought(SCIENCE, 1)
        return 0

    # pirates

    def reward(self, card: Card) -> int:
        kind = self.table.switches["pirate_reward"]
        return {"good": self.prices.good_wanted, "astro": 10 * card.demand, "nothing": 0}[kind]

    def part(self, card: Card) -> int:
        """What a lost fight costs besides the flight."""
        levels = self.player.modules.values()
        if card.loss == "cannon":
            return self.prices.cannon if self.player.cannons else 0
        if card.loss == "module":
            return self.prices.module_1 if 1 in levels else self.prices.point if 2 in levels else 0
        return 0

    def odds(self, card: Card, cards_left: int) -> int:
        """36 times what a fight promises."""
        won = wins(sum(self.player.cannons), card.strength)
        good = self.prices.medal + self.reward(card)
        bad = self.prices.card * cards_left + self.part(card)
        return int(won * good - (36 - won) * bad)

    def _worth_of_pirate(self, card: Card) -> int:
        fought = self.odds(card, 3) // 36
        if self.prices.pirates == "fight" or self.player.astro < card.demand:
            return fought
        paid = -10 * card.demand
        return paid if self.prices.pirates == "pay" else max(fought, paid)

    def fights(self, met: Card, sector: int, cards_left: int, before: Beliefs) -> bool:
        """Whether they fight, by what they believe of a pirate whose demand they heard."""
        demand = met.demand
        if self.player.astro < demand or self.prices.pirates == "fight":
            return True
        if self.prices.pirates == "pay":
            return False
        free = [
            card
            for card in PIRATES
            if card.demand == demand and not self.table.is_owned(card) and card not in before.turned_up
        ]
        elsewhere: set[Card] = set()
        for other in range(4):
            if other != sector:
                elsewhere |= self.uses(other)[0]
        weights = {
            card: self.weight(card, before.here)
            for card in free
            if card not in elsewhere and card not in before.came_open
        }
        if not any(weights.values()):
            weights = dict.fromkeys(free, 1)
        fought = sum(weight * self.odds(card, cards_left) for card, weight in weights.items())
        return fought >= -10 * demand * 36 * sum(weights.values())

    def weight(self, card: Card, here: set[Card]) -> int:
        if card in here:
            return 28
        if card.stack == "BASE":
            return 7
        entered = 28 - len(self.table.reserve)
        return min(max(entered - 7 * STACKS.index(card.stack), 0), 7)

    # where to

    def value(self, sector: int) -> int:
        cards = self.table.sectors[sector]
        if not cards:
            return FOREVER
        known, lost = self.uses(sector)
        unknown = max(len(cards) - len(known) - lost, 0)
        return sum(self.worth(card) for card in known) + int(self.prices.card) * unknown


@dataclass
class Beliefs:
    """What a captain knew when a card was turned up: of this sector, and of what happened in this flight."""

    here: set[Card]
    turned_up: set[Card]
    came_open: set[Card]


def _gain(trade: Trade) -> int:
    return trade.gain
