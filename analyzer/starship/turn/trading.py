"""Trade and build phase: a sure win if possible, otherwise forced purchases, building, and up to two stations."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.files.csvfile import rows_of
from analyzer.starship.captains.captain import ASTRO, BUILDS, Judge, Numbers
from analyzer.starship.captains.values import NONE, best_good, draw_up, wishes
from analyzer.starship.encounters import KINDS
from analyzer.starship.encounters.kind import Offer
from analyzer.starship.tables import GOODS, MODULES, STORED, Rules
from analyzer.starship.turn.acting import purchase_price, take
from analyzer.starship.turn.bits import Rows, bit, cards_by_bit, count, mask, split_lowest, station_set
from analyzer.starship.turn.building import build_all
from analyzer.starship.turn.table import ALL, TRADE, Table, by_level, capacity, copy_lanes, some, write_back
from analyzer.starship.turn.winning import win_by_trade


@lru_cache(maxsize=64)
def places(rules: Rules) -> list[tuple[Offer, np.uint64]]:
    """Return, for each kind of card with trade, its function `offer` and the set of cards that may be its stations.

    The kinds are in the order of the table of cards.
    """
    stations = [card for card in cards_by_bit(rules) if card.station]
    return [(offer, mask(some)) for kind, some in groupby(stations, attrgetter("kind")) if (offer := KINDS[kind].offer)]


def trade_and_build(table: Table, judge: Judge) -> None:
    """Play trade and build: a sure win if there is one, else purchases, building, stations, and building again."""
    if judge.captain.acts:
        draw_up(table, table.me, judge)
        win_by_trade(table, judge)
        if judge.captain.weighs:
            by_order(table, judge)
            return
    by_prices(table, judge)


def by_prices(table: Table, judge: Judge, first: Numbers | int = NONE) -> None:
    """Trade and build in one order of builds: purchases, building, stations, and building again.

    Args:
        table: the games.
        judge: judge of the active captain.
        first: number in BUILDS of the build that comes first: one for each game, or one for all games. NONE for the
            captain's own order.
    """
    draw_up(table, table.me, judge, first)
    if not judge.captain.acts:
        return
    forced_purchases(table, judge)
    build_all(table, judge, first)
    for _ in range(table.rules.start["station_uses"]):
        use_station(table, judge)
    build_all(table, judge, first)


TRADED = (
    *("game", "over", "flying", "astro", "stored", "want", "wished", "boosters", "boosters_2", "cannons", "cannons_2"),
    *("colony_ships", "trade_ships", "modules", "owned", "owned_adventures", "open", "used", "bought"),
)
"""Names of the arrays that trade and build reads or changes once no win is in hand."""
MOST_LACKING = 2
"""Maximum number of units missing for a build that is tried first."""
A_WIN = 1_000_000
"""Worth of a game that is won, above that of any ship."""


def by_order(table: Table, judge: Judge) -> None:
    """Trade and build in the order that leaves the ship worth most: the captain's own, or with another build first.

    Args:
        table: the games; the active player must not be able to win in this phase.
        judge: judge of the active captain.
    """
    if table.log is not None:
        # Only the order that is taken may be reported, so it is found on a copy of the game.
        by_prices(table, judge, best_orders(copy_lanes(table), judge))
        return
    best_orders(table, judge)


def best_orders(table: Table, judge: Judge) -> npt.NDArray[np.int8]:
    """Trade and build in the order that leaves the ship worth most. Return the build put first. Shape (lanes,).

    It is a number in BUILDS, or NONE for the captain's own order.

    Args:
        table: the games; the active player must not be able to win in this phase.
        judge: judge of the active captain.
    """
    best, most = np.full(table.lanes, NONE, np.int8), np.zeros(table.lanes, np.int32)
    every = worth_trying(table, judge)
    lanes, first = np.concatenate(every), np.arange(len(BUILDS), dtype=np.int8).repeat([rows.size for rows in every])
    # All orders are tried side by side: each game has a lane for each build that may come first.
    tries = copy_lanes(table, lanes, TRADED)
    by_prices(table, judge)
    if not lanes.size:
        return best
    by_prices(tries, judge, first)
    worth, end = worth_left(tries, ALL), 0
    most[lanes] = worth_left(table, lanes)
    # `tries` holds the lanes of `every`, one build after the other: from `begin` to `end` for each.
    for number, rows in enumerate(every):
        begin, end = end, end + rows.size
        better = worth[begin:end] > most[rows]
        best[rows[better]], most[rows[better]] = number, worth[begin:end][better]
    taken = np.flatnonzero(best[lanes] == first)
    write_back(table, lanes[taken], tries, taken, TRADED)
    return best


def worth_trying(table: Table, judge: Judge) -> list[Rows]:
    """Return, for each build of BUILDS, the lanes in which it is worth trying the order that puts it first.

    The captain must have a use for the build, and must be able to pay it. Up to MOST_LACKING units may be missing if
    the player can still buy anything, at an own station or by force; whether the missing ones are sold is not tested.
    Lanes in which the build comes first anyway are left out.
    """
    me, first = table.me, ~table.over
    stations = (table.owned[me] & station_set(table.rules)) & ~table.used != 0
    buys = stations | (has_purchase(table) & (table.stored[1 - me, : len(GOODS)] > 0).any(axis=0))
    waits = dict.fromkeys(BUILDS, np.zeros(0, np.intp))
    for build in judge.captain.order_of_builds:
        wished = wishes(table, me, judge, build) & ~table.over
        lacking = np.zeros(table.lanes, np.int8)
        for kind, many in enumerate(table.rules.costs[build]):
            if many:
                lacking += np.maximum(np.int8(many) - table.stored[me, kind], 0)
        waits[build] = np.flatnonzero(wished & ~first & (lacking <= np.where(buys, MOST_LACKING, 0)))
        # Behind the first wished build, others do not come first by themselves.
        first &= ~wished
    return [*waits.values()]


@lru_cache(maxsize=1)
def trade_worths() -> npt.NDArray[np.int32]:
    """Return the worth of one unit of each holding in `aboard`, in 1/10,000 of a chance to win. Shape (holdings, 1).

    `thinking.trade_fit` fitted them.
    """
    return np.array([[int(row["worth"])] for row in rows_of("analyzer.starship", "trade_worths")], np.int32)


PARTS = ("boosters", "boosters_2", "cannons", "cannons_2", "colony_ships", "trade_ships")
"""Names of the arrays of a ship's parts."""
FIRST_ASTRO = (3, 6, 12, 20)
"""Numbers of Astro up to which each one has a worth of its own in `trade_worths`."""


def aboard(table: Table, rows: Any) -> dict[str, npt.NDArray[np.integer]]:
    """Return how much the active player has of each good, part or point that `data/trade_worths.csv` values.

    The keys are the names in that table. Shape (rows,) each.
    """
    me = table.me
    astro, modules = table.astro[me][rows], some(table.modules[me], rows)
    return {
        **dict(zip(STORED, some(table.stored[me], rows), strict=True)),
        **{f"first_{most}_astro": np.minimum(astro, most) for most in FIRST_ASTRO},
        **{name: getattr(table, name)[me][rows] for name in PARTS},
        **{f"{name}_1": (level > 0).view(np.int8) for name, level in zip(MODULES, modules, strict=True)},
        **{f"{name}_2": (level > 1).view(np.int8) for name, level in zip(MODULES, modules, strict=True)},
    }


def worth_left(table: Table, rows: Any) -> npt.NDArray[np.int32]:
    """Return the worth of all that the active player has, in ten-thousandths of a chance to win. Shape (rows,)."""
    worth: npt.NDArray[np.int32] = A_WIN * table.over[rows].astype(np.int32)
    for value, (each_one,) in zip(aboard(table, rows).values(), trade_worths(), strict=True):
        worth += each_one * value
    return np.asarray(worth)


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
        worth = np.where(have < want, judge.captain.good_wanted, judge.captain.good_spare)
        fitting &= worth > ASTRO * purchase_price(rules)
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
    """Use the station with the largest gain among those not used yet; ties go to the card with the lowest bit."""
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
        every: lanes of the games.
        usable: stations that may be used, as sets. Shape (rows,).

    Returns:
        Bits of cards, and gains. Shape (rows,) each.
    """
    best, gain = np.zeros(every.size, np.uint8), np.zeros(every.size, np.int16)
    for offer, stations in places(table.rules):
        left = usable & stations
        which = np.flatnonzero(left)
        # Each pass weighs the lowest station left in every row, until all sets of stations are empty.
        while which.size:
            lowest, left[which] = split_lowest(left[which])
            gained = offer(table, judge, every[which], lowest).gain
            better = np.flatnonzero(gained > gain[which])
            best[which[better]], gain[which[better]] = lowest[better], gained[better]
            which = which[left[which] != 0]
    return best, gain
