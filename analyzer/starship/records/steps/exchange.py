"""Buy and sell: where a card was turned up, for an action, or at stations in the trade and build phase."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.answers.description import in_words
from analyzer.starship.encounters import KINDS
from analyzer.starship.encounters.places import at_most, may
from analyzer.starship.records.game import HERE, Game, Refused
from analyzer.starship.ship.ship import card_in_words
from analyzer.starship.tables import STORED, Card, card_by_id, start
from analyzer.starship.turn.acting import act, exchange
from analyzer.starship.turn.allowed import can_pay
from analyzer.starship.turn.bits import BIT, bit, station_set


def buy(game: Game, step: Any) -> None:
    """Buy goods or science at the card that lies open, or at an own station."""
    _exchange(game, step, "buy")


def sell(game: Game, step: Any) -> None:
    """Sell them there."""
    _exchange(game, step, "sell")


def _exchange(game: Game, step: Any, way: str) -> None:
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
    """See that this station may be used; that station."""
    game.needs("trade")
    if station is None:
        raise Refused("name the station where this is traded")
    if station not in card_by_id() or not bit(BIT[station]) & station_set() & game.table.owned[game.me, 0]:
        raise Refused(f"{card_in_words(station)} is no station of this player")
    if station in game.used:
        raise Refused(f"{card_in_words(station)} was already used in this phase: each once")
    if len(game.used) >= start()["station_uses"]:
        raise Refused("two stations were already used in this phase, and no more are allowed")
    return card_by_id()[station]


def _check(game: Game, card: Card, goods: dict[str, int], way: str) -> None:
    """See that all this may be bought or sold there, is there, fits and is paid."""
    if KINDS[card.kind].offer is None:
        raise Refused(f"{card.name or card.id} is no place where goods are traded")
    if not may(card, way):
        raise Refused(f"here a player may only {card.direction}")
    if not goods:
        raise Refused(f"no goods are named to {way}")
    for name in goods:
        if STORED.index(name) not in card.traded:
            only = f"only {card.good.replace('_', ' ')} is traded here"
            raise Refused("science is not a good" if card.good == "any" else only)
    many = sum(goods.values())
    if not at_most(card, many):
        raise Refused(f"at most {card.most} may be traded here")
    for name, some in goods.items():
        kind = STORED.index(name)
        if way == "buy" and some > game.room(kind):
            raise Refused(f"{some} {in_words(name)} do not fit: there is room for {game.room(kind)}")
        if way == "sell" and some > game.have(kind):
            raise Refused(f"only {game.have(kind)} {in_words(name)} aboard")
    if way == "buy" and not can_pay(game.table, game.me, many * card.price)[0]:
        raise Refused(f"this costs {many * card.price} Astro, but only {game.astro()} are in the purse")
