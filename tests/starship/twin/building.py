"""Trade and build: what wins, or forced purchases, builds, stations, builds once more."""

from __future__ import annotations

from tests.starship.twin.box import COSTS, THINGS, Card
from tests.starship.twin.hold import look_for_the_end, pay, trade
from tests.starship.twin.mind import GOOD_NUMBERS, Mind
from tests.starship.twin.table import Table
from tests.starship.twin.winning import win

THING_NUMBERS = range(len(THINGS))


def trade_and_build(table: Table, mind: Mind) -> None:
    mind.draw_up_wants()
    if not mind.prices.acts:
        return
    win(table, mind)
    look_for_the_end(table)
    purchases(table, mind)
    build_all(table, mind)
    used: list[Card] = []
    use_station(table, mind, used)
    use_station(table, mind, used)
    build_all(table, mind)


def purchases(table: Table, mind: Mind) -> None:
    """The Trade module: goods of the other player for 2 Astro each, whether they like it or not."""
    me, other = table.me, table.other
    for _ in range(me.modules["trade"]):
        wanted = [good for good in GOOD_NUMBERS if other.have[good] and mind.general(good) > 20]
        good = mind.best_good(wanted)
        if good is None or me.astro - 2 < mind.prices.held or me.astro < 2:
            return
        me.astro -= 2
        other.astro += 2
        other.have[good] -= 1
        me.have[good] += 1
        table.tell("take", good=THINGS[good])


def build_all(table: Table, mind: Mind) -> None:
    """One pass: what is wished and can be paid, the dearest first, each once."""
    for build in mind.builds():
        if mind.wished(build) and all(table.me.have[thing] >= COSTS[build][thing] for thing in THING_NUMBERS):
            put_in(table, mind, build)
            look_for_the_end(table)


def put_in(table: Table, mind: Mind, build: str) -> None:
    me = table.me
    module = mind.module_for(build) if build.startswith("module") else None
    pay(me, dict(zip(THING_NUMBERS, COSTS[build], strict=True)))
    table.tell("upgrade" if build[-2:] == "_2" and not module else "build", what=module or build.removesuffix("_2"))
    if build == "colony_ship":
        me.colony_ships += 1
    elif build == "trade_ship":
        me.trade_ships += 1
    elif build == "booster":
        me.boosters.append(1)
    elif build == "cannon":
        me.cannons.append(1)
    elif build in ("booster_2", "cannon_2"):
        parts = me.boosters if build == "booster_2" else me.cannons
        parts[parts.index(1)] = 2
    elif module is not None:
        me.modules[module] += 1


def use_station(table: Table, mind: Mind, used: list[Card]) -> None:
    """The best trade of a station that was not used in this phase, if it gains anything."""
    gains = {
        card: sum(one.gain for one in mind.trades(card))
        for card in sorted(table.me.stations, key=lambda card: card.number)
        if card not in used
    }
    best = max(gains, key=lambda card: gains[card], default=None)
    if best is None or gains[best] <= 0:
        return
    used.append(best)
    trade(table, mind.trades(best), station=best.id)
