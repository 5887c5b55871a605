"""Take, trade, done: forced purchases, swaps by agreement, and the end of the turn."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.answers.description import in_words
from analyzer.starship.records.game import HERE, Game, Refused
from analyzer.starship.tables import CRESTS, GOODS, STORED
from analyzer.starship.turn.acting import purchase_price
from analyzer.starship.turn.acting import take as take_one
from analyzer.starship.turn.allowed import can_pay
from analyzer.starship.turn.table import TRADE, by_level
from analyzer.starship.turn.trading import has_goods, has_purchase


def take(game: Game, step: Any) -> None:
    """Buy a good from the other player by the trade module, whether they like it or not."""
    game.needs("trade")
    good = GOODS.index(step.good)
    if not has_purchase(game.table)[0]:
        allowed = int(by_level("trade", "purchases")[game.table.modules[game.me, TRADE, 0]])
        limit = f"the trade module allows only {allowed} a turn"
        raise Refused(limit if allowed else "there is no trade module aboard")
    if not has_goods(game.table, 1 - game.me, HERE)[good, 0]:
        raise Refused(f"the other player has no {in_words(step.good)}")
    if not game.room(good):
        raise Refused(f"there is no room for {in_words(step.good)}")
    if not can_pay(game.table, game.me, purchase_price())[0]:
        raise Refused(f"it costs {purchase_price()} Astro, and fewer are in the purse")
    take_one(game.table, HERE, np.array([good]))


def trade(game: Game, step: Any) -> None:
    """Swap goods, science and Astro with the other player, as agreed."""
    game.needs("trade")
    sides = ((game.me, step.give, step.get), (1 - game.me, step.get, step.give))
    for player, out, into in sides:
        for name, many in out.items():
            has = game.astro(player) if name == "astro" else game.have(STORED.index(name), player)
            if has < many:
                raise Refused(f"{CRESTS[player]} has only {has} {name}")
        for name, many in into.items():
            if name != "astro" and many - out.get(name, 0) > game.room(STORED.index(name), player):
                raise Refused(f"{many} {name} do not fit with {CRESTS[player]}")
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
    """End the turn: the other player begins theirs."""
    game.needs("trade")
    game.table.turn += 1
    game.table.begin_turn()
    game.phase, game.used, game.ended_by_itself = "production", set(), False
    game.row, game.pile = [], []
