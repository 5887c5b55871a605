"""Wins in trade and build: whether a ship can reach the goal in its own turn without dice, and how.

Only modules of level II give points there. A "way" is a choice of stations at which missing goods are bought and spare
goods are sold. All ways are tried in a fixed order, in many games at once (docs/starship-rulings.md, Wins in hand).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import Judge
from analyzer.starship.captains.values import first_of
from analyzer.starship.tables import GOODS, SCIENCE, STORED, Rules
from analyzer.starship.turn.acting import exchange, purchase_price, take
from analyzer.starship.turn.allowed import modules_to_build
from analyzer.starship.turn.bits import BIT, Rows, Sets, bit, cards_by_bit, count, station_set
from analyzer.starship.turn.building import build_one
from analyzer.starship.turn.points import goal, look_for_end, near_goal, points
from analyzer.starship.turn.table import MOST_HELD, TRADE, Table, add, by_level, capacity, copy_lanes, some

Flags = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int16]
MOST_MISSING = 3
"""Maximum number of missing points for which wins are looked for: a bound of this search, not a rule."""
NEVER = 99
"""Number of units that stands for an impossible purchase, because no ship can hold so many."""
MANY = 9
"""Number of units that stands for a trade without a limit."""
HERE = np.array([0])
"""Index of the only game in a table whose events are reported to a listener."""


@dataclass(frozen=True)
class Ways:
    """All choices of up to two stations to trade at in one phase ("ways"), in the order in which they are tried.

    Args:
        stations: stations of the way, as sets. Shape (ways,).
        uses: number of stations. Shape (ways,).
        covers: 1 for kinds of goods that a station of the way sells in any number. Shape (ways, STORED).
        price: price of those kinds in Astro. Shape (ways, STORED).
        singles: number of units that its other stations sell, of any good, one unit each. Shape (ways,).
        single_price: price of such a single unit in Astro. Shape (ways,).
        sells: 1 for kinds that may be sold at each of two stations. Shape (2, ways, STORED).
        resells: 1 for kinds that sell for more than a forced purchase costs. Shape (2, ways, STORED).
        most: maximum number of units sold at each of two stations. Shape (2, ways).
        pays: price at each of two stations in Astro. Shape (2, ways).
        buyers: by way, bits of the stations at which it buys.
        sellers: by way, bits of the stations at which it sells.
    """

    stations: Sets
    uses: npt.NDArray[np.int8]
    covers: Numbers
    price: Numbers
    singles: Numbers
    single_price: Numbers
    sells: Numbers
    resells: Numbers
    most: Numbers
    pays: Numbers
    buyers: list[list[int]]
    sellers: list[list[int]]


@lru_cache(maxsize=64)
def ways(rules: Rules) -> Ways:
    """Return all choices of up to two stations (see `Ways`).

    They are ordered by the number of stations, then by the number of stations at which the player buys (the most
    first), then by card.
    """
    stations = [card for card in cards_by_bit(rules) if card.station and card.traded]
    # Bought are only goods that modules cost: without a limit, or one unit of any good (the Diplomats).
    kinds = {kind for name in ("module_1", "module_2") for kind, many in enumerate(rules.costs[name]) if many}
    buying = [
        card
        for card in stations
        if card.direction != "sell" and kinds & {*card.traded} and (len(card.traded) > 1 or not card.most)
    ]
    selling = [card for card in stations if card.direction != "buy"]
    # No way buys at two stations of one good, because a visit can bring all units of it, nor at two Diplomats.
    every = [
        (bought, sold)
        for uses in range(rules.start["station_uses"] + 1)
        for many in range(uses, -1, -1)
        for bought in combinations(buying, many)
        for sold in combinations(selling, uses - many)
        if not {*bought} & {*sold} and len({card.traded for card in bought}) == len(bought)
    ]
    size = len(every), len(STORED)
    covers, price = (np.zeros(size, np.int16) for _ in range(2))
    singles, single_price = (np.zeros(len(every), np.int16) for _ in range(2))
    sells, resells = (np.zeros((2, *size), np.int16) for _ in range(2))
    most, pays = (np.zeros((2, len(every)), np.int16) for _ in range(2))
    for number, (bought, sold) in enumerate(every):
        for card in bought:
            if len(card.traded) > 1:
                singles[number] += 1
                single_price[number] = max(single_price[number], card.price)
            else:
                covers[number, card.traded[0]], price[number, card.traded[0]] = 1, card.price
        gone: set[int] = set()
        for place, card in enumerate(sold[:2]):
            # If the first station buys a single kind, the second one does not count its units again.
            for kind in {*card.traded} - gone:
                sells[place, number, kind] = 1
                resells[place, number, kind] = (
                    len(card.traded) == 1 and not card.most and card.price > purchase_price(rules)
                )
            gone |= {*card.traded} if len(card.traded) == 1 else set()
            most[place, number], pays[place, number] = card.most or MANY, card.price
    sets = np.array([sum(1 << BIT[card.id] for card in (*bought, *sold)) for bought, sold in every], np.uint64)
    uses = np.array([len(bought) + len(sold) for bought, sold in every], np.int8)
    buyers, sellers = ([[BIT[card.id] for card in one[place]] for one in every] for place in range(2))
    return Ways(sets, uses, covers, price, singles, single_price, sells, resells, most, pays, buyers, sellers)


@lru_cache(maxsize=64)
def fewest_singles(rules: Rules) -> npt.NDArray[np.int16]:
    """Return a table of the fewest units of a good that must be bought one at a time, to build and raise modules.

    All other units are bought together, at a station that sells any number of the good, so they must fit into the bay
    together. NEVER means that no number of units is enough.

    Returns:
        Shape (STORED, opened, raised, capacity, have): kind of good, number of modules to build to level I, number of
        modules to raise to level II, capacity of the bay, and units aboard.
    """
    opens, raises, most = MOST_MISSING + 1, MOST_MISSING + 1, MOST_HELD + 1
    table = np.full((len(STORED), opens, raises, most, most), NEVER, np.int16)
    for kind in range(len(STORED)):
        prices = rules.costs["module_1"][kind], rules.costs["module_2"][kind]
        for place in np.ndindex(opens, raises, most, most):
            opened, raised, room, have = place
            # All other modules to raise are open already.
            if opened <= raised and have <= room:
                table[(kind, *place)] = _fewest(prices, opened, raised, raised - opened, room, have)
    return table


@cache
def _fewest(
    prices: tuple[int, int], opens: int, raises: int, ready: int, room: int, have: int, is_bought: bool = False
) -> int:
    """Return the fewest units of a good that must be bought one at a time, to build or raise the wanted modules.

    All orders of builds and purchases are tried. A single visit to a station may, once, bring as many units as fit
    into the bay; these are not counted. NEVER means that no number of units is enough. `fewest_singles` puts the
    results into a table.

    Args:
        prices: units that level I and level II of a module cost.
        opens: number of modules still to build to level I.
        raises: number of modules still to raise to level II.
        ready: number of modules of level I that may be raised now.
        room: capacity of the bay.
        have: units aboard.
        is_bought: whether the purchase at a station has already been made.
    """
    if not opens and not raises:
        return 0
    ends = [NEVER]
    if opens and have >= prices[0]:
        ends.append(_fewest(prices, opens - 1, raises, ready + 1, room, have - prices[0], is_bought))
    if ready and have >= prices[1]:
        ends.append(_fewest(prices, opens, raises - 1, ready - 1, room, have - prices[1], is_bought))
    if not is_bought:
        ends += [_fewest(prices, opens, raises, ready, room, more, True) for more in range(have + 1, room + 1)]
    if have < room:
        ends.append(1 + _fewest(prices, opens, raises, ready, room, have + 1, is_bought))
    return min(ends)


@dataclass(frozen=True)
class Chances:
    """Games in which the active player may win in trade and build, with their missing goods and goods to spare.

    Args:
        rows: lanes of the games. Shape (rows,).
        opened: number of modules to build to level I. Shape (rows,).
        raised: number of modules to raise to level II. Shape (rows,).
        short: units of each kind that are missing. Shape (STORED, rows).
        spare: units of each kind that are not needed. Shape (STORED, rows).
        forced: units bought one at a time even if a station of the way sells any number. Shape (STORED, rows).
        resold: units that may be bought by force to be sold. Shape (STORED, rows).
        works: whether a way leads to the goal. Shape (ways, rows).
    """

    rows: Rows
    opened: npt.NDArray[np.int8]
    raised: npt.NDArray[np.int8]
    short: Numbers
    spare: Numbers
    forced: Numbers
    resold: Numbers
    works: Flags = field(default_factory=lambda: np.empty((0, 0), np.bool_))

    @property
    def wins(self) -> Flags:
        """Whether any choice of stations leads to the goal. Shape (rows,)."""
        return np.asarray(self.works.any(axis=0))

    def way(self, here: Rows) -> npt.NDArray[np.intp]:
        """Return the index in `Ways` of the first choice of stations that leads to the goal, for the rows `here`."""
        return np.asarray(self.works[:, here].argmax(axis=0))


def turn_back_to_win(table: Table, judge: Judge) -> None:
    """End the flights of active players who can then win in trade and build.

    A game is tested again only after an action or a beaten pirate, which may bring goods or points.
    """
    if not judge.captain.acts:
        return
    rows = np.flatnonzero(table.flying & ~table.weighed)
    table.weighed[rows] = True
    table.flying[wins_by_trade(table, rows)] = False


def wins_by_trade(table: Table, rows: Rows) -> Rows:
    """Return the games in which the active player reaches the goal by trade and build alone."""
    found = chances(table, rows)
    return rows[:0] if found is None else found.rows[found.wins]


def win_by_trade(table: Table, judge: Judge) -> None:
    """Carry out a winning plan of trade and build in every game that has one."""
    found = chances(table, np.flatnonzero(~table.over))
    if found is None or not found.wins.any():
        return
    here = np.flatnonzero(found.wins)
    plan = _planned(table, found, here)
    if table.log is None:
        _carry_out(table, judge, plan)
    else:
        _done_in_order(table, judge, plan)


def produce_to_win(table: Table, judge: Judge, made: npt.NDArray[np.intp], offered: Flags) -> None:
    """Exchange the good just produced for another one on offer, if the player wins only with that one.

    Args:
        table: the games.
        judge: judge of the active captain.
        made: number of the good produced in each lane. Shape (lanes,).
        offered: goods that could have been produced. Shape (goods, lanes).
    """
    if not judge.captain.acts:
        return
    stored = table.stored[table.me]
    rows = _near(table, np.flatnonzero(~table.over))
    # Only a player with several colonies on the roll had a choice. Whoever wins with the good already made keeps it.
    rows = rows[(offered[:, rows].sum(axis=0) > 1)]
    rows = rows[~np.isin(rows, wins_by_trade(table, rows))] if rows.size else rows
    for good in range(len(GOODS)) if rows.size else ():
        some_rows = rows[offered[good, rows] & (made[rows] != good)]
        # Exchanged on the table itself, and taken back below unless it wins.
        add(stored, made[some_rows], some_rows, -1)
        stored[good][some_rows] += 1
        wins = np.isin(some_rows, wins_by_trade(table, some_rows))
        stored[good][some_rows[~wins]] -= 1
        add(stored, made[some_rows[~wins]], some_rows[~wins], 1)
        rows = rows[~np.isin(rows, some_rows[wins])]


def chances(table: Table, rows: Rows) -> Chances | None:
    """Return the games in which the active player may reach the goal in trade and build; None if there are none."""
    rules = table.rules
    rows, me, other = _near(table, rows), table.me, 1 - table.me
    if not rows.size:
        return None
    # Each module of level II gives a point, so as many are raised as points are missing.
    raised = np.asarray(goal(rules) - points(table, me, rows), np.int8)
    own, free = some(table.modules[me], rows), some(table.modules[other], rows) < 2
    opened = np.maximum(raised - ((own == 1) & free).sum(axis=0, dtype=np.int8), 0).astype(np.int8)
    one, two = (np.array(rules.costs[name], np.int8)[:, None] for name in ("module_1", "module_2"))
    spare = some(table.stored[me], rows) - one * opened - two * raised
    closed = ((own == 0) & free).sum(axis=0, dtype=np.int8)
    here = np.flatnonzero((closed >= opened) & _is_hopeful(table, rows, spare))
    if not here.size:
        return None
    rows, raised, opened, spare = rows[here], raised[here], opened[here], spare[:, here]
    room = np.repeat(capacity(table, me, rows)[None], len(STORED), axis=0)
    room[SCIENCE] = rules.start["lab"]
    short, have = np.maximum(-spare, 0).astype(np.int16), np.minimum(some(table.stored[me], rows), room)
    forced = fewest_singles(rules)[np.arange(len(STORED))[:, None], opened, raised, room, have]
    forced = np.where(short > 0, forced, np.int16(0))
    spare = np.maximum(spare, 0).astype(np.int16)
    # A unit that is aboard is sold first and bought back; any other one must be paid, and fit, before the sale.
    resold = np.minimum(have - spare + table.astro[me][rows] // max(1, purchase_price(rules)), room - spare)
    resold = np.where(short > 0, 0, np.minimum(resold, _others(table, rows))).astype(np.int16)
    found = Chances(rows, opened, raised, short, spare, forced, resold)
    return replace(found, works=_works(table, found))


def _near(table: Table, rows: Rows) -> Rows:
    """Return the games in which at most MOST_MISSING points are missing.

    `table.far` marks all others. They are tested again only after an action or a beaten pirate, which may bring points.
    """
    if rows.size == table.lanes and not table.far.any():
        near = np.flatnonzero(near_goal(table, MOST_MISSING))
        table.far[...] = True
    else:
        rows = rows[~table.far[rows]]
        near = rows[near_goal(table, MOST_MISSING, rows)]
        table.far[rows] = True
    near = near[points(table, table.me, near) + MOST_MISSING >= goal(table.rules)] if near.size else near
    table.far[near] = False
    return near


def _is_hopeful(table: Table, rows: Rows, spare: npt.NDArray[np.int8]) -> Flags:
    """Return whether the missing goods may be available and affordable. Shape (rows,).

    It is a quick test before all ways are tried: False is always right, True may be wrong.

    Args:
        table: the games.
        rows: lanes of the games.
        spare: units of each kind beyond the need, below 0 if missing. Shape (STORED, rows).
    """
    rules = table.rules
    me, uses = table.me, rules.start["station_uses"] - count(table.used[rows])
    usable, purchases = table.owned[me][rows] & station_set(rules) & ~table.used[rows], _purchases(table, rows)
    single, by_kind = sellers(rules)
    # Missing units, kinds that need a visit, units of kinds without a planet of their own, units to sell.
    missing, at_stations, elsewhere, sold = (np.zeros(rows.size, np.int8) for _ in range(4))
    for kind in needed_kinds(rules):
        short = np.maximum(-spare[kind], 0)
        rest = short
        if kind < len(GOODS):
            rest = np.maximum(short - np.minimum(purchases, table.stored[1 - me, kind][rows]), 0)
        missing += short
        at_stations += rest > 0
        elsewhere += rest * (usable & by_kind[kind] == 0)
    for kind in range(len(STORED)):
        sold += np.maximum(spare[kind], 0)
    hopeful = (at_stations <= uses) & (elsewhere <= np.minimum(count(usable & single), uses))
    # The least that the goods cost, against the most that sales bring: each unit at the best price of any station.
    least = _cheapest(rules) * missing.astype(np.int16)
    least -= np.minimum(purchases, missing) * np.int16(max(_cheapest(rules) - purchase_price(rules), 0))
    resold = np.maximum(purchases, 0) * np.int16(max(_dearest(rules) - purchase_price(rules), 0))
    income = np.where(at_stations < uses, sold * np.int16(_dearest(rules)) + resold, np.int16(0))
    return np.asarray(hopeful & (least <= table.astro[me][rows] + income))


@lru_cache(maxsize=64)
def needed_kinds(rules: Rules) -> list[int]:
    """Return the kinds of goods (indices in STORED) that modules cost."""
    return [kind for kind in range(len(STORED)) if rules.costs["module_1"][kind] or rules.costs["module_2"][kind]]


@lru_cache(maxsize=64)
def sellers(rules: Rules) -> tuple[np.uint64, list[np.uint64]]:
    """Return the stations that sell one unit of any good, and by kind those that sell any number of it, as sets."""
    way = ways(rules)
    buyers = {card for cards in way.buyers for card in cards}
    single = sum(1 << card for card in buyers if len(cards_by_bit(rules)[card].traded) > 1)
    by_kind = [
        sum(1 << card for card in buyers if cards_by_bit(rules)[card].traded == (kind,)) for kind in range(len(STORED))
    ]
    return np.uint64(single), [np.uint64(one) for one in by_kind]


@lru_cache(maxsize=64)
def _cheapest(rules: Rules) -> int:
    """Return the lowest price in Astro of the stations where a winning plan may buy."""
    return min(
        (cards_by_bit(rules)[card].price for cards in ways(rules).buyers for card in cards),
        default=purchase_price(rules),
    )


@lru_cache(maxsize=64)
def _dearest(rules: Rules) -> int:
    """Return the highest price in Astro that a station pays."""
    return max(card.price for card in cards_by_bit(rules) if card.station)


def _purchases(table: Table, rows: Rows) -> npt.NDArray[np.int8]:
    """Return the number of units that may still be bought by force in this turn. Shape (rows,)."""
    return np.asarray(
        by_level(table.rules, "trade", "purchases")[table.modules[table.me, TRADE][rows]] - table.bought[rows]
    )


def _others(table: Table, rows: Rows) -> Numbers:
    """Return the other player's units of each kind that may be bought by force. Shape (STORED, rows).

    Science is no good, so it cannot be bought (rules, pages 6 and 12): its row is 0.
    """
    others = np.zeros((len(STORED), rows.size), np.int16)
    others[: len(GOODS)] = some(table.stored[1 - table.me][: len(GOODS)], rows)
    return others


def _works(table: Table, found: Chances) -> Flags:
    """Return whether each choice of stations (see `Ways`) leads to the goal. Shape (ways, rows)."""
    # All arrays below have that shape: tables (ways, STORED) times units (STORED, rows) add up all kinds at once.
    rules = table.rules
    way, rows, me, price = ways(rules), found.rows, table.me, purchase_price(rules)
    short, forced, spare = found.short, found.forced, found.spare
    others, purchases = _others(table, rows), _purchases(table, rows)
    usable = table.owned[me][rows] & station_set(rules) & ~table.used[rows]
    fits = (usable & way.stations[:, None]) == way.stations[:, None]
    fits &= way.uses[:, None] <= rules.start["station_uses"] - count(table.used[rows])
    apart = 1 - way.covers
    # Kinds that no station of the way covers come one by one in full, the others only as far as `forced`.
    one_by_one = apart @ short + way.covers @ forced
    lacking = apart @ np.maximum(short - others, 0) + way.covers @ np.maximum(forced - others, 0)
    single = np.minimum(way.singles[:, None], one_by_one)
    taken = one_by_one - single
    fits &= (lacking <= single) & (taken <= purchases)
    cost = price * taken + way.single_price[:, None] * single + way.price @ np.maximum(short - forced, 0)
    left = purchases - taken
    # Forced purchases that are left take the place of units at a dearer station, kind by kind.
    for kind in covered_kinds(rules):
        saving = way.price[:, kind, None] - price
        more = np.minimum(left, np.maximum(np.minimum(short, others)[kind] - forced[kind], 0))
        more = np.where((way.covers[:, kind, None] > 0) & (saving > 0), np.maximum(more, 0), 0)
        cost -= more * saving
        left = left - more
    paid = sum(np.minimum(way.most[n][:, None], way.sells[n] @ spare) * way.pays[n][:, None] for n in range(2))
    for n in range(2):
        # Purchases still left are sold on at stations that pay more.
        resold = np.minimum(np.maximum(left, 0), way.resells[n] @ found.resold)
        paid += resold * (way.pays[n][:, None] - price)
        left = left - resold
    return np.asarray(fits & (table.astro[me][rows] + paid >= cost))


@lru_cache(maxsize=64)
def covered_kinds(rules: Rules) -> list[int]:
    """Return the kinds of goods (indices in STORED) that stations sell in any number."""
    return np.flatnonzero(ways(rules).covers.any(axis=0)).tolist()


@dataclass(frozen=True)
class Plan:
    """Trades and builds that win in some games, each game by its own choice of stations ("way", see `Ways`).

    Args:
        rows: lanes of the games. Shape (rows,).
        way: index in `Ways` of the way that is taken. Shape (rows,).
        opened: number of modules to build to level I. Shape (rows,).
        raised: number of modules to raise to level II. Shape (rows,).
        bought: units bought at stations that sell the kind in any number. Shape (STORED, rows).
        single: units bought at other stations. Shape (STORED, rows).
        taken: units bought by force. Shape (STORED, rows).
        sold: units sold at each of two stations. Shape (2, STORED, rows).
    """

    rows: Rows
    way: npt.NDArray[np.intp]
    opened: npt.NDArray[np.int8]
    raised: npt.NDArray[np.int8]
    bought: Numbers
    single: Numbers
    taken: Numbers
    sold: Numbers


def _planned(table: Table, found: Chances, here: Rows) -> Plan:
    """Return the winning plan of each game, by the first choice of stations that leads to the goal.

    It calculates like `_works`, but for one choice of stations, and keeps the units of each good. No more is sold, or
    bought to be sold, than the missing Astro require.

    Args:
        table: the games.
        found: games in which the active player may reach the goal.
        here: indices of the games within `found`.
    """
    rules = table.rules
    rows, number, way, price = found.rows[here], found.way(here), ways(rules), purchase_price(rules)
    short, forced, spare = found.short[:, here], found.forced[:, here], found.spare[:, here].copy()
    others, left = _others(table, rows), _purchases(table, rows).astype(np.int16)
    covers, prices = way.covers[number].T, way.price[number].T
    one_by_one = np.where(covers > 0, forced, short).astype(np.int16)
    bought = short - one_by_one
    single, open_ = np.zeros_like(short), way.singles[number]
    # Single units first go to kinds that the other player lacks, which cannot be bought by force.
    for units in (np.maximum(one_by_one - others, 0), one_by_one):
        for kind in range(len(STORED)):
            some_units = np.minimum(open_, units[kind] - single[kind]).clip(0)
            single[kind] += some_units
            open_ = open_ - some_units
    taken = one_by_one - single
    left = left - taken.sum(axis=0, dtype=np.int16)
    cost = price * taken.sum(axis=0, dtype=np.int16) + way.single_price[number] * single.sum(axis=0, dtype=np.int16)
    lacks = cost + (prices * bought).sum(axis=0, dtype=np.int16) - table.astro[table.me][rows]
    for kind in covered_kinds(rules):
        saving = np.maximum(prices[kind] - price, 0)
        more = np.minimum(np.minimum(left, bought[kind]), others[kind] - taken[kind])
        # -(-a // b) rounds up: no more is bought by force than the missing Astro ask for.
        more = np.minimum(more, -(-lacks // np.maximum(saving, 1))) * (saving > 0)
        more = np.maximum(more, 0).astype(np.int16)
        bought[kind] -= more
        taken[kind] += more
        left, lacks = left - more, lacks - more * saving
    sold = np.zeros((2, *short.shape), np.int16)
    # First spare goods are sold, then goods bought by force for it, and no more than the missing Astro ask for.
    for place in range(2):
        sells, pays = way.sells[place][number].T, np.maximum(way.pays[place][number], 1)
        still = np.minimum(way.most[place][number], -(-lacks // pays)).clip(0)
        for kind in range(len(STORED)):
            units = np.minimum(still, spare[kind] * sells[kind]).astype(np.int16)
            sold[place, kind] = units
            spare[kind] -= units
            still, lacks = still - units, lacks - units * pays
    for place in range(2):
        profit = np.maximum(way.pays[place][number] - price, 1)
        units = way.resells[place][number].T * found.resold[:, here]
        units = np.minimum(units, np.minimum(left, -(-lacks // profit)).clip(0)).astype(np.int16)
        sold[place] += units
        taken += units
        left, lacks = left - units.sum(axis=0), lacks - units.sum(axis=0) * profit
    return Plan(rows, number, found.opened[here], found.raised[here], bought, single, taken, sold)


def _carry_out(table: Table, judge: Judge, plan: Plan) -> None:
    """Carry out a plan in all its games at once."""
    rules = table.rules
    me, other, rows, way, price = table.me, 1 - table.me, plan.rows, ways(rules), purchase_price(rules)
    one, two = (np.array(rules.costs[name], np.int16)[:, None] for name in ("module_1", "module_2"))
    gained = plan.bought + plan.single + plan.taken - plan.sold.sum(axis=0, dtype=np.int16)
    table.stored[me][:, rows] += (gained - one * plan.opened - two * plan.raised).astype(np.int8)
    table.stored[other][:, rows] -= plan.taken.astype(np.int8)
    taken = plan.taken.sum(axis=0, dtype=np.int16)
    paid = (way.price[plan.way].T * plan.bought).sum(axis=0, dtype=np.int16)
    paid += way.single_price[plan.way] * plan.single.sum(axis=0, dtype=np.int16) + price * taken
    for place in range(2):
        paid -= way.pays[place][plan.way] * plan.sold[place].sum(axis=0, dtype=np.int16)
    table.astro[me][rows] -= paid
    table.astro[other][rows] += price * taken
    table.bought[rows] += taken.astype(np.int8)
    table.used[rows] |= way.stations[plan.way]
    for builds, level in ((plan.opened, 0), (plan.raised, 1)):
        for number in range(int(builds.max(initial=0))):
            some_rows = rows[builds > number]
            first = modules_to_build(table, me, some_rows)[level]
            add(table.modules[me], first_of(judge, first), some_rows, 1)
    look_for_end(table, rows)


Step = tuple[str, Any, Any]
"""Step of a plan in one game: "take" and the good, "trade" with the station and units by STORED, or "build"."""


def _done_in_order(table: Table, judge: Judge, plan: Plan) -> None:
    """Carry out a plan in the table's only game step by step, in a legal order, so that a listener hears each step."""
    order = _ordered(copy_lanes(table), judge, _steps(table.rules, plan))
    assert order is not None, "a plan that works can be done in some order"
    for step in order:
        _do(table, judge, step)


def _steps(rules: Rules, plan: Plan) -> list[Step]:
    """Return the steps of a plan for one game: sales, forced purchases, purchases at stations, builds."""
    number, units = int(plan.way[0]), plan.single[:, 0].copy()
    sellers, buyers = ways(rules).sellers[number], ways(rules).buyers[number]
    steps: list[Step] = [("trade", card, -plan.sold[place, :, 0]) for place, card in enumerate(sellers)]
    steps += [("take", kind, None) for kind in range(len(GOODS)) for _ in range(int(plan.taken[kind, 0]))]
    for card in buyers:
        traded = cards_by_bit(rules)[card].traded
        bought = np.zeros(len(STORED), np.int16)
        if len(traded) > 1:
            kind = next(kind for kind in traded if units[kind])
            units[kind] -= 1
            bought[kind] = 1
        else:
            bought[traded[0]] = plan.bought[traded[0], 0]
        steps.append(("trade", card, bought))
    return steps + [("build", 0, None)] * int(plan.opened[0]) + [("build", 1, None)] * int(plan.raised[0])


def _ordered(table: Table, judge: Judge, steps: list[Step]) -> list[Step] | None:
    """Return the steps in the first order in which each is allowed, or None if there is none.

    Orders are tried depth first, each step on a copy of the game; plans have few steps.
    """
    if not steps:
        return []
    for number, step in enumerate(steps):
        after = copy_lanes(table)
        if _do(after, judge, step) and _is_sound(after):
            rest = _ordered(after, judge, steps[:number] + steps[number + 1 :])
            if rest is not None:
                return [step, *rest]
    return None


def _is_sound(table: Table) -> bool:
    """Return whether the active player's goods, Astro and purchases left are not negative, and all goods fit."""
    me = table.me
    stored, room = table.stored[me, :, 0], np.full(len(STORED), int(capacity(table, me)[0]))
    room[SCIENCE] = table.rules.start["lab"]
    return bool(
        (stored >= 0).all() and (stored <= room).all() and table.astro[me, 0] >= 0 and _purchases(table, HERE) >= 0
    )


def _do(table: Table, judge: Judge, step: Step) -> bool:
    """Carry out a step in the only game of the table. Return False if there is no module to build."""
    do, what, units = step
    if do == "take":
        take(table, HERE, np.array([what]))
        table.emit("purchase")
    elif do == "trade":
        for kind in np.flatnonzero(units):
            exchange(table, HERE, int(kind), units[kind : kind + 1], cards_by_bit(table.rules)[what].price)
        table.used[HERE] |= bit(what)
        table.emit("station", np.array([what]))
    else:
        build = ("module_1", "module_2")[what]
        can = modules_to_build(table, table.me)[what]
        if not can.any():
            return False
        build_one(table, HERE, build, first_of(judge, can))
        table.emit("build", build)
    return True
