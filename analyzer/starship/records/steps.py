"""Steps of a record: a function for each, which does it in a game or refuses it."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.answers.description import in_words
from analyzer.starship.encounters import KINDS
from analyzer.starship.encounters.founding import WITH_H, has_ship
from analyzer.starship.encounters.places import allows, allows_units
from analyzer.starship.records.game import (
    HERE,
    Build,
    Exchange,
    Fly,
    Game,
    Produce,
    RecordStep,
    Refused,
    Step,
    Take,
    Trade,
    Upgrade,
)
from analyzer.starship.ship.ship import card_in_words
from analyzer.starship.tables import CRESTS, GOODS, MODULES, STORED, THREE_FIRST, Card
from analyzer.starship.turn.acting import act, claim, exchange, purchase_price
from analyzer.starship.turn.acting import take as take_one
from analyzer.starship.turn.allowed import can_pay, has_place, has_speed_left, is_paid, may_upgrade, modules_to_build
from analyzer.starship.turn.bits import BIT, bit, station_set
from analyzer.starship.turn.building import build_one
from analyzer.starship.turn.sectors import most_looks, set_out
from analyzer.starship.turn.table import TRADE, by_level
from analyzer.starship.turn.trading import has_goods, has_purchase
from analyzer.starship.turn.turn import goods_offered, make, make_by_modules

NAMED: dict[str, tuple[str, int | None]] = {name: (name, None) for name in MODULES}
NAMED |= {
    f"{name}{sign}": (name, level) for name in MODULES for level, sign in ((1, "_1"), (2, "_2"), (1, " I"), (2, " II"))
}
"""Modules by the names that builds may use, with the level that a name says; None for the level that comes next."""
FULL = {
    "colony_ship": "the hangar is full",
    "trade_ship": "the hangar is full",
    "booster": "all openings for boosters are filled",
    "cannon": "all openings for cannons are filled",
}
"""Reasons why there is no place for a ship or a part, by the name of the build."""


def build(game: Game, step: Any) -> None:
    """Build a ship, a part or a module in trade and build."""
    game.needs("trade")
    if step.what in FULL:
        if not has_place(game.table, game.me, step.what)[0]:
            raise Refused(FULL[step.what])
        _pay_for(game, step.what)
        build_one(game.table, HERE, step.what)
    elif step.what in NAMED:
        module, level = NAMED[step.what]
        _build_module(game, module, step.level or level)
    else:
        raise Refused(f"build {step.what!r}: write one of {', '.join([*FULL, *MODULES])}")


def _build_module(game: Game, what: str, level: int | None) -> None:
    """Build the next level of a module; raise Refused if that is not allowed."""
    number = MODULES.index(what)
    own = int(game.table.modules[game.me, number, 0])
    if own == 2:
        raise Refused(f"{what} II is aboard already")
    if level is not None and level != own + 1:
        raise Refused(f"{what} II needs {what} I first" if level == 2 else f"{what} I is aboard already")
    # There is only one card of level II of each module (rules, Zentrum II).
    if own == 1 and not modules_to_build(game.table, game.me)[1][number, 0]:
        raise Refused(f"the other player has {what} II, and there is only one in the game")
    _pay_for(game, f"module_{own + 1}")
    build_one(game.table, HERE, f"module_{own + 1}", np.array([number]))


def upgrade(game: Game, step: Any) -> None:
    """Raise a booster or cannon to level II."""
    game.needs("trade")
    build = f"{step.what}_2"
    if not has_place(game.table, game.me, build)[0]:
        raise Refused(f"there is no {step.what} of level I to raise")
    if not may_upgrade(game.table, game.me, build)[0]:
        raise Refused(f"level II needs all openings for {step.what}s filled. {THREE_FIRST}")
    _pay_for(game, build)
    build_one(game.table, HERE, build)


def _pay_for(game: Game, build: str) -> None:
    """Check that the cost of a build is aboard; raise Refused if not."""
    if is_paid(game.table, game.me, build)[0]:
        return
    for kind, many in enumerate(game.rules.costs[build]):
        if game.have(kind) < many:
            raise Refused(f"it costs {many} {in_words(STORED[kind])}, but the ship has {game.have(kind)}")


def buy(game: Game, step: Any) -> None:
    """Buy goods or science at the card that lies open, or at an own station."""
    _exchange(game, step, "buy")


def sell(game: Game, step: Any) -> None:
    """Sell goods or science at the card that lies open, or at an own station."""
    _exchange(game, step, "sell")


def _exchange(game: Game, step: Any, way: str) -> None:
    """Buy or sell goods, at the card that lies open or at a station; raise Refused if that is not allowed."""
    goods = {name: many for name, many in step.goods.items() if many}
    in_flight = step.station is None and game.phase != "trade"
    card = game.needs_action() if in_flight else _station(game, step.station)
    _check(game, card, goods, way)
    sign = 1 if way == "buy" else -1
    for name, many in goods.items():
        exchange(game.table, HERE, STORED.index(name), np.array([sign * many], np.int16), card.price)
    if in_flight:
        act(game.table, HERE)
        game.after_action()
    else:
        game.used.add(card.id)


def _station(game: Game, station: str | None) -> Card:
    """Return an own station, after checking that it may be used now; raise Refused if not."""
    rules = game.rules
    game.needs("trade")
    if station is None:
        raise Refused("station: name the station at which this is traded")
    if station not in rules.card_by_id or not bit(BIT[station]) & station_set(rules) & game.table.owned[game.me, 0]:
        raise Refused(f"{card_in_words(rules, station)} is no station of this player")
    if station in game.used:
        raise Refused(f"{card_in_words(rules, station)} was already used in this phase: each may be used once")
    if len(game.used) >= rules.start["station_uses"]:
        raise Refused(
            f"{rules.start['station_uses']} stations were already used in this phase, and no more are allowed"
        )
    return rules.card_by_id[station]


def _check(game: Game, card: Card, goods: dict[str, int], way: str) -> None:
    """Raise Refused unless goods may be traded at a card, are available, fit aboard and can be paid.

    Args:
        game: The game.
        card: The card where goods are traded.
        goods: Units by good.
        way: "buy" or "sell".
    """
    if KINDS[card.kind].offer is None:
        raise Refused(f"{card.name or card.id} is not a place where goods are traded")
    if not allows(card, way):
        raise Refused(f"here a player may only {card.direction}")
    if not goods:
        raise Refused(f"no goods are named to {way}")
    for name in goods:
        if STORED.index(name) not in card.traded:
            only = f"only {card.good.replace('_', ' ')} is traded here"
            raise Refused("science is not a good" if card.good == "any" else only)
    many = sum(goods.values())
    if not allows_units(card, many):
        raise Refused(f"at most {card.most} may be traded here")
    for name, some in goods.items():
        kind = STORED.index(name)
        if way == "buy" and some > game.room(kind):
            raise Refused(f"there is room for {game.room(kind)} {in_words(name)}, not for {some}")
        if way == "sell" and some > game.have(kind):
            raise Refused(f"only {game.have(kind)} {in_words(name)} aboard")
    if way == "buy" and not can_pay(game.table, game.me, many * card.price)[0]:
        raise Refused(f"this costs {many * card.price} Astro, but the ship has {game.astro()}")


def fly(game: Game, step: Any) -> None:
    """Set out to a sector."""
    game.needs("sector")
    lying = game.sectors[step.sector]
    recorded = [] if step.order is None else list(step.order)
    if len(set(recorded)) < len(recorded) or not set(recorded) <= set(lying):
        raise Refused(f"order: these are not the cards in sector {step.sector}, which are {', '.join(lying)}")
    order = _arranged(game, recorded + [card for card in lying if card not in recorded], step)
    game.sectors[step.sector], game.number, game.row, game.pile = order, step.sector, [], list(order)
    game.table.begin_flight(step.sector - 1)
    set_out(game.table)
    game.phase, game.facing, game.acted, game.ended_by_itself = "flight", "", False, False
    if not game.table.limit[0]:
        game.finish()


def _arranged(game: Game, order: list[str], step: Any) -> list[str]:
    """Return the sector as the sensor leaves it.

    Args:
        game: The game.
        order: Cards of the sector before, top first.
        step: The step `fly`.

    Raises:
        Refused: If the step arranges other cards than the sensor shows.
    """
    if step.top is None and step.bottom is None:
        return list(order)
    many = int(most_looks(game.table)[0])
    # Empty lists say nothing, so they are fine without a sensor.
    if not many and not (step.top or step.bottom):
        return list(order)
    if not many:
        raise Refused("there is no sensor aboard, so no card may be looked at")
    visible = order[:many]
    top, bottom = list(step.top or ()), list(step.bottom or ())
    if sorted(top + bottom) != sorted(visible):
        raise Refused(f"the sensor shows {', '.join(visible)}: put each of these on top or below, and no other card")
    return top + order[len(visible) :] + bottom


def go_on(game: Game, step: Any) -> None:
    """Turn up the next card."""
    game.needs_flight()
    table = game.table
    if not has_speed_left(table)[0]:
        raise Refused(f"{int(table.cards_flown[0])} cards are turned up, and this flight allows no more")
    table.cards_flown[0] += 1
    card = game.pile.pop(0)
    kind = KINDS[game.rules.card_by_id[card].kind]
    game.turn_up(card, kind.waits)
    if kind.unavoidable:
        game.end_at_last_card()


def end(game: Game, step: Any) -> None:
    """End the flight, or do not fly in this turn; after the rules have ended a flight, one step `end` is allowed."""
    # Many records write `end` even where the rules have already ended the flight.
    if game.phase == "trade" and game.ended_by_itself:
        game.ended_by_itself = False
    elif game.phase == "sector":
        game.phase, game.row = "trade", []
    else:
        game.needs_flight()
        game.finish(by_itself=False)


def found_planet(game: Game, step: Any) -> None:
    """Found a colony or a station on the card that lies open."""
    card = game.needs_action()
    ship = KINDS[card.kind].founded_with or (WITH_H if card.station else None)
    if ship is None:
        raise Refused("nothing can be founded here")
    if not has_ship(game.table, ship, HERE)[0]:
        raise Refused(f"no {ship.replace('_', ' ')} in the hangar")
    claim(game.table, HERE, np.array([BIT[card.id]], np.uint8), ship)
    game.replaced()
    game.after_action()


def produce(game: Game, step: Any) -> None:
    """Roll the yellow die; both players produce."""
    game.needs("production")
    before = int(game.table.roll[0])
    game.table.roll[0] = step.roll
    try:
        chosen = [_chosen(game, player, getattr(step, crest)) for player, crest in enumerate(CRESTS)]
    except Refused:
        # A refused step must change nothing.
        game.table.roll[0] = before
        raise
    for player, good in enumerate(chosen):
        if good is not None:
            make(game.table, player, HERE, np.array([good]))
        make_by_modules(game.table, player)
    game.phase = "sector"


def _chosen(game: Game, player: int, named: str | None) -> int | None:
    """Return the number of the good that a player produces, or None if they produce nothing.

    Raises:
        Refused: If there is a choice and the step names nothing, or the named good is not offered.
    """
    crest = CRESTS[player]
    offered = [good for good, can in enumerate(goods_offered(game.table, player)[:, 0]) if can]
    if named in (None, "", "none"):
        if len(offered) > 1:
            names = " or ".join(GOODS[good] for good in offered)
            raise Refused(f"{crest} may choose what to produce: name {names}")
        return offered[0] if offered else None
    known = game.rules.card_by_id.get(str(named))
    name = known.good if known is not None else str(named)
    if name not in GOODS or GOODS.index(name) not in offered:
        raise Refused(f"on a {int(game.table.roll[0])} {crest} has no colony that produces {named} and has room for it")
    return GOODS.index(name)


def take(game: Game, step: Any) -> None:
    """Buy a good from the other player by force, with the trade module."""
    rules = game.rules
    game.needs("trade")
    good = GOODS.index(step.good)
    if not has_purchase(game.table)[0]:
        allowed = int(by_level(rules, "trade", "purchases")[game.table.modules[game.me, TRADE, 0]])
        limit = f"the trade module allows only {allowed} a turn"
        raise Refused(limit if allowed else "there is no trade module aboard")
    if not has_goods(game.table, 1 - game.me, HERE)[good, 0]:
        raise Refused(f"the other player has no {in_words(step.good)}")
    if not game.room(good):
        raise Refused(f"there is no room for {in_words(step.good)}")
    if not can_pay(game.table, game.me, purchase_price(rules))[0]:
        raise Refused(f"it costs {purchase_price(rules)} Astro, but the ship has {game.astro()}")
    take_one(game.table, HERE, np.array([good]))


def trade(game: Game, step: Any) -> None:
    """Swap goods, science and Astro with the other player by agreement."""
    game.needs("trade")
    sides = ((game.me, step.give, step.get), (1 - game.me, step.get, step.give))
    for player, out, into in sides:
        for name, many in out.items():
            has = game.astro(player) if name == "astro" else game.have(STORED.index(name), player)
            if has < many:
                raise Refused(f"{CRESTS[player]} has only {has} {name}")
        for name, many in into.items():
            if name != "astro" and many - out.get(name, 0) > game.room(STORED.index(name), player):
                raise Refused(f"{CRESTS[player]} has no room for {many} {name}")
    if not any(step.give.values()) and not any(step.get.values()):
        raise Refused("no goods are named")
    for player, out, into in sides:
        for name in {*out, *into}:
            change = into.get(name, 0) - out.get(name, 0)
            if name == "astro":
                game.table.astro[player, 0] += change
            else:
                game.table.stored[player, STORED.index(name), 0] += change


def done(game: Game, step: Any) -> None:
    """End the turn; the turn of the other player begins."""
    game.needs("trade")
    game.table.turn += 1
    game.table.begin_turn()
    game.phase, game.used, game.ended_by_itself = "production", set(), False
    game.row, game.pile = [], []


# The page on record files shows the docstrings of these functions (docs/reference/files-starship.md).
STEPS: dict[str, RecordStep] = {
    "produce": RecordStep(Produce, produce),
    "fly": RecordStep(Fly, fly),
    "next": RecordStep(Step, go_on),
    "buy": RecordStep(Exchange, buy),
    "sell": RecordStep(Exchange, sell),
    "found": RecordStep(Step, found_planet),
    **{name: step for kind in KINDS.values() for name, step in kind.steps.items()},
    "end": RecordStep(Step, end),
    "build": RecordStep(Build, build),
    "upgrade": RecordStep(Upgrade, upgrade),
    "take": RecordStep(Take, take),
    "trade": RecordStep(Trade, trade),
    "done": RecordStep(Step, done),
}
