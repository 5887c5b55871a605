"""What comes into a ship and leaves it, and the end of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tests.starship.twin.box import GOAL, SCIENCE, THINGS
from tests.starship.twin.mind import GOOD_NUMBERS, Mind, Trade
from tests.starship.twin.table import Player, Table, points


class GameOver(Exception):
    """The player at turn has ten points."""


def look_for_the_end(table: Table) -> None:
    if points(table)[table.me.number] >= GOAL:
        table.winner = table.me.number
        raise GameOver


def pay(player: Player, cost: Mapping[int, int]) -> None:
    for thing, units in cost.items():
        player.have[thing] -= units


def trade(table: Table, trades: Sequence[Trade], **where: str) -> None:
    """One trade, of one thing or of several that are sold together."""
    goods: Counter[str] = Counter()
    for one in trades:
        table.me.have[one.thing] += one.units
        table.me.astro -= one.price * one.units
        goods[THINGS[one.thing]] += abs(one.units)
    table.tell("buy" if trades[0].units > 0 else "sell", goods=dict(goods), **where)


def gain_goods(mind: Mind, number: int) -> list[str]:
    """Goods of choice, one after the other; what does not fit is lost. Which came aboard."""
    gained = []
    for _ in range(number):
        good = mind.best_good(GOOD_NUMBERS)
        if good is not None:
            mind.player.have[good] += 1
            gained.append(THINGS[good])
    return gained


def lose_cannon(player: Player) -> None:
    player.counts["cannons_lost"] += 1
    if 1 in player.cannons:
        player.cannons.remove(1)
    else:
        player.cannons[player.cannons.index(2)] = 1


def lose_module(player: Player, taste: Sequence[str]) -> str | None:
    """The dearest are kept: the last of level I goes, without one the last of level II turns to I. Which it was."""
    gone = None
    for level in (1, 2):
        open_ones = [module for module in taste if player.modules[module] == level]
        if open_ones:
            gone = open_ones[-1]
            player.modules[gone] -= 1
            player.counts["modules_lost"] += 1
            break
    for good in range(SCIENCE):
        player.have[good] = min(player.have[good], player.capacity(good))
    return gone
