"""Trade and build phase: a sure win if there is one, else forced purchases, building, and up to two stations."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from operator import attrgetter

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import ASTRO, Judge
from analyzer.starship.captains.values import NONE, best_good, draw_up
from analyzer.starship.encounters import KINDS
from analyzer.starship.encounters.kind import Offer
from analyzer.starship.tables import GOODS, Rules
from analyzer.starship.turn.acting import purchase_price, take
from analyzer.starship.turn.bits import Rows, bit, cards_by_bit, count, mask, split_lowest, station_set
from analyzer.starship.turn.building import build_all
from analyzer.starship.turn.table import TRADE, Table, by_level, capacity, some
from analyzer.starship.turn.winning import win_by_trade


@lru_cache(maxsize=64)
def places(rules: Rules) -> list[tuple[Offer, np.uint64]]:
    """Return, for each kind of card with trade, its function `offer` and the set of its stations.

    The kinds are in the order of the table of cards.
    """
    stations = [card for card in cards_by_bit(rules) if card.station]
    return [(offer, mask(some)) for kind, some in groupby(stations, attrgetter("kind")) if (offer := KINDS[kind].offer)]


def trade_and_build(table: Table, judge: Judge) -> None:
    """Play trade and build: a sure win if there is one, else purchases, building, stations, and building again."""
    draw_up(table, table.me, judge)
    if not judge.captain.acts:
        return
    win_by_trade(table, judge)
    forced_purchases(table, judge)
    build_all(table, judge)
    for _ in range(table.rules.start["station_uses"]):
        use_station(table, judge)
    build_all(table, judge)


def forced_purchases(table: Table, judge: Judge) -> None:
    """Buy the best goods of the other player by force, as often as the trade module allows."""
    rules = table.rules
    me, other = table.me, 1 - table.me
    for _ in range(int(by_level(rules, "trade", "purchases").max())):
        willing = has_purchase(table) & ~table.over
        rows = np.flatnonzero(willing & (table.astro[me] - purchase_price(rules) >= judge.captain.held))
        if not rows.size:
            return
        have, want = some(table.stored[me][: len(GOODS)], rows), some(table.want[me][: len(GOODS)], rows)
        fitting = has_goods(table, other, rows) & (have < capacity(table, me, rows))
        # The other player loses the good, too. So the general prices apply, without regard to the good or the purse.
        fitting &= np.where(have < want, judge.wanted, judge.spare) > ASTRO * purchase_price(rules)
        good = best_good(table, me, judge, fitting, rows)
        take(table, rows[good != NONE], good[good != NONE])
        table.emit("purchase")


def has_purchase(table: Table) -> npt.NDArray[np.bool_]:
    """Return whether the trade module allows another forced purchase in this turn. Shape (lanes,)."""
    return np.asarray(by_level(table.rules, "trade", "purchases")[table.modules[table.me, TRADE]] > table.bought)


def has_goods(table: Table, player: int, rows: Rows) -> npt.NDArray[np.bool_]:
    """Return whether a player has a unit of each good. Shape (goods, rows)."""
    return np.asarray(some(table.stored[player][: len(GOODS)], rows) > 0)


def use_station(table: Table, judge: Judge) -> None:
    """Use the station with the largest gain among those not used yet; ties go to the lowest card."""
    rules = table.rules
    usable = table.owned[table.me] & station_set(rules) & ~table.used
    usable[table.over | (count(table.used) >= rules.start["station_uses"])] = 0
    every = np.flatnonzero(usable)
    if not every.size:
        return
    best, gain = best_stations(table, judge, every, usable[every])
    gains = gain > 0
    rows, best = every[gains], best[gains]
    chosen = bit(best)
    table.used[rows] |= chosen
    for offer, stations in places(rules):
        which = np.flatnonzero(chosen & stations)
        if which.size:
            there, cards = rows[which], best[which]
            offer(table, judge, there, cards).close(table, there, cards)
            table.emit("station", cards)


def best_stations(
    table: Table, judge: Judge, every: Rows, usable: npt.NDArray[np.uint64]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int16]]:
    """Return the station with the largest gain in each row, and its gain in tenths of an Astro (0 if there is none).

    Args:
        table: the games.
        judge: judge of the active captain.
        every: lanes of the rows.
        usable: stations that may be used, as sets. Shape (rows,).
    """
    best, gain = np.zeros(every.size, np.uint8), np.zeros(every.size, np.int16)
    for offer, stations in places(table.rules):
        left = usable & stations
        which = np.flatnonzero(left)
        while which.size:
            lowest, left[which] = split_lowest(left[which])
            gained = offer(table, judge, every[which], lowest).gain
            better = np.flatnonzero(gained > gain[which])
            best[which[better]], gain[which[better]] = lowest[better], gained[better]
            which = which[left[which] != 0]
    return best, gain
