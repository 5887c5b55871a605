"""Trade and build: what wins, or forced purchases, builds, stations, builds once more."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

from tests.starship.twin.box import BUILDS, COSTS, THINGS, WORTHS, Card
from tests.starship.twin.hold import GameOver, look_for_the_end, pay, trade
from tests.starship.twin.mind import GOOD_NUMBERS, Mind
from tests.starship.twin.table import Player, Table
from tests.starship.twin.winning import win

THING_NUMBERS = range(len(THINGS))
FIRST = 2001
"""Price of a build that comes first."""


def trade_and_build(table: Table, mind: Mind) -> None:
    mind.draw_up_wants()
    if not mind.prices.acts:
        return
    win(table, mind)
    look_for_the_end(table)
    by_prices(table, best_order(table, mind) if mind.prices.weighs else mind)


def by_prices(table: Table, mind: Mind) -> None:
    """All of it in the order of a captain's prices."""
    mind.draw_up_wants()
    purchases(table, mind)
    build_all(table, mind)
    used: list[Card] = []
    use_station(table, mind, used)
    use_station(table, mind, used)
    build_all(table, mind)


def best_order(table: Table, mind: Mind) -> Mind:
    """Whose prices leave the ship worth most: the captain's own, or with another build first."""
    wished = [build for build in mind.builds() if mind.wished(build)]
    best, most = mind, worth_after(table, mind)
    for build in BUILDS:
        lacking = sum(max(cost - have, 0) for cost, have in zip(COSTS[build], table.me.have, strict=True))
        if build in wished[1:] and lacking <= 2:
            other = Mind(replace(mind.prices, **{build: FIRST}), mind.player, table)
            worth = worth_after(table, other)
            if worth > most:
                best, most = other, worth
    return best


def worth_after(table: Table, mind: Mind) -> int:
    """What a way leaves, tried out and taken back."""
    kept = [{name: copy(has) for name, has in vars(player).items()} for player in table.players]
    steps, winner = list(table.steps), table.winner
    worth = 0
    try:
        by_prices(table, mind)
    except GameOver:
        worth = 1_000_000
    worth += worth_of(table.me)
    for player, old in zip(table.players, kept, strict=True):
        vars(player).update(old)
    table.steps, table.winner = steps, winner
    return worth


def worth_of(me: Player) -> int:
    """The sum over all things of the table."""
    things = {
        **dict(zip(THINGS, me.have, strict=True)),
        **{f"first_{most}_astro": min(me.astro, most) for most in (3, 6, 12, 20)},
        "boosters": len(me.boosters),
        "boosters_2": me.boosters.count(2),
        "cannons": len(me.cannons),
        "cannons_2": me.cannons.count(2),
        "colony_ships": me.colony_ships,
        "trade_ships": me.trade_ships,
        **{f"{module}_{level}": int(has >= level) for module, has in me.modules.items() for level in (1, 2)},
    }
    return sum(units * WORTHS[thing] for thing, units in things.items())


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
