"""What comes into a ship and leaves it, and the end of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.starship.twin.box import GOAL, SCIENCE
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


def trade(player: Player, one: Trade) -> None:
    player.have[one.thing] += one.units
    player.astro -= one.price * one.units


def gain_goods(mind: Mind, number: int) -> None:
    """Goods of choice, one after the other; what does not fit is lost."""
    for _ in range(number):
        good = mind.best_good(GOOD_NUMBERS)
        if good is not None:
            mind.player.have[good] += 1


def lose_cannon(player: Player) -> None:
    player.counts["cannons_lost"] += 1
    if 1 in player.cannons:
        player.cannons.remove(1)
    else:
        player.cannons[player.cannons.index(2)] = 1


def lose_module(player: Player, taste: Sequence[str]) -> None:
    """The dearest are kept: the last of level I goes, without one the last of level II turns to I."""
    for level in (1, 2):
        open_ones = [module for module in taste if player.modules[module] == level]
        if open_ones:
            player.modules[open_ones[-1]] -= 1
            player.counts["modules_lost"] += 1
            break
    for good in range(SCIENCE):
        player.have[good] = min(player.have[good], player.capacity(good))
