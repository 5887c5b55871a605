"""Turns with their production, and whole games made of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import Captain, Judge, refuse_thinkers
from analyzer.starship.captains.values import NONE, best_good, draw_up
from analyzer.starship.encounters.pirate import settle
from analyzer.starship.tables import CRESTS, GOODS, SCIENCE, STANDARD_RULES, STORED, USUAL, Rules, Switches
from analyzer.starship.turn.bits import Rows, colony_sets
from analyzer.starship.turn.deal import new_games
from analyzer.starship.turn.dice import Dice, Sampled
from analyzer.starship.turn.points import look_for_end
from analyzer.starship.turn.sectors import choose, fly, look, meet, remember, resume
from analyzer.starship.turn.table import PRODUCTION, SCIENCE_MODULE, Table, add, capacity
from analyzer.starship.turn.trading import trade_and_build
from analyzer.starship.turn.winning import produce_to_win

MADE = {"science": (SCIENCE_MODULE, SCIENCE), "production": (PRODUCTION, STORED.index("trade_good"))}


@lru_cache(maxsize=64)
def makes(rules: Rules) -> dict[tuple[str, int], npt.NDArray[np.bool_]]:
    """(levels, faces) Whether a module makes something on a roll, by its name and the crest."""
    return {
        (name, crest): np.array(
            [
                [level > 0 and roll in rules.modules[name, level].numbers[crest] for roll in range(4)]
                for level in range(3)
            ]
        )
        for name in MADE
        for crest in range(len(CRESTS))
    }


def produce(table: Table, judges: tuple[Judge, Judge]) -> None:
    """Both players produce by `table.roll`, each captain choosing among their colonies."""
    offered = goods_offered(table, table.me)
    for player, judge in enumerate(judges):
        good = best_good(table, player, judge, goods_offered(table, player))
        if player == table.me:
            made = good
        make(table, player, np.flatnonzero((good != NONE) & ~table.over), good)
        make_by_modules(table, player)
    produce_to_win(table, judges[table.me], made, offered)


def goods_offered(table: Table, player: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """(goods, lanes) Goods of colonies with the number rolled that fit."""
    room = table.stored[player, : len(GOODS)] < capacity(table, player)
    made = (colony_sets(table.rules)[:, table.roll] & table.owned[player]) != 0
    return np.asarray(made & room)


def make(table: Table, player: int, rows: Rows, good: np.ndarray[tuple[int], np.dtype[np.intp]]) -> None:
    """One unit of `good` (lanes) in those rows."""
    add(table.stored[player], good[rows], rows, 1)


def make_by_modules(table: Table, player: int) -> None:
    """What Science and Production make, as far as it fits."""
    for name, (module, kind) in MADE.items():
        made = makes(table.rules)[name, player][table.modules[player, module], table.roll] & ~table.over
        limit = table.rules.start["lab"] if kind == SCIENCE else capacity(table, player)
        table.stored[player, kind] += made & (table.stored[player, kind] < limit)


Judges = tuple[Judge, Judge]


def play_turn(
    table: Table,
    judges: Judges,
    dice: Dice,
    stage: str = "production",
    roll: npt.NDArray[np.int8] | None = None,
    sector: int | None = None,
    most: int | None = None,
) -> None:
    """The turn of `table.me` from that stage on, which a position that was laid is at; the number of the turn stays.

    stage: production, sector or trade, and in flight looked_at (before the sensor is used), card (at hand), fought
    (after the dice of a fight), flight (before the next card) or landed (when it has ended); done: the turn is over;
    roll: (lanes,) of the yellow die, thrown where 0 or None; sector: where to fly, the captain's
    choice if None; most: after how many cards to turn back at the latest.
    """
    begin(table, judges, dice, stage, roll)
    go_on(table, judges, dice, stage, sector, most)


def begin(
    table: Table, judges: Judges, dice: Dice, stage: str = "production", roll: npt.NDArray[np.int8] | None = None
) -> None:
    """What comes first: points are looked at, wants drawn up, the die rolled, a flight that is on taken up."""
    if stage == "production":
        table.begin_turn()
    look_for_end(table)
    for player, each in enumerate(judges):
        draw_up(table, player, each)
    dice.yellow(table)
    if roll is not None:
        table.roll[...] = np.where(roll > 0, roll, table.roll)
    if stage in ("looked_at", "card", "fought", "flight"):
        resume(table, judges[table.me], dice)


def go_on(
    table: Table, judges: Judges, dice: Dice, stage: str, sector: int | None = None, most: int | None = None
) -> None:
    """All that comes from that stage on."""
    judge = judges[table.me]
    if stage == "done":
        return
    if stage == "production":
        produce(table, judges)
        table.emit("production")
    if stage in ("production", "sector"):
        choose(table, judge, sector)
        dice.shuffle(table)
        table.emit("shuffle")
    if stage in ("production", "sector", "looked_at"):
        look(table, judge, dice)
        table.emit("sector")
    if stage == "card":
        meet(table, judge, np.flatnonzero(table.flying), dice)
        table.emit("card")
    if stage == "fought":
        settle(table, judge)
    if stage not in ("trade", "landed"):
        fly(table, judge, dice, most)
        table.emit("flight")
    if stage != "trade":
        remember(table)
    trade_and_build(table, judge)
    table.emit("trade")


LONGEST = STANDARD_RULES.start["turns"]


def judges_of(rules: Rules, captains: tuple[Captain, Captain], switches: Switches = USUAL) -> Judges:
    """Both captains, compiled; raises AnalyzerError for those who think."""
    refuse_thinkers(captains)
    return compiled(rules, captains[0], switches), compiled(rules, captains[1], switches)


@lru_cache(maxsize=256)
def compiled(rules: Rules, captain: Captain, switches: Switches) -> Judge:
    """A captain compiled, once for all blocks."""
    return Judge(captain, switches, rules)


def games(
    rules: Rules,
    captains: tuple[Captain, Captain],
    seed: int,
    first: int,
    many: int,
    switches: Switches = USUAL,
    turns: int = LONGEST,
) -> Iterator[Table]:
    """Tables of games as they end, in no order; what is left after `turns` comes last, with `over` False."""
    judges = judges_of(rules, captains, switches)
    yield from play_on(new_games(seed, first, many, judges, switches), judges, Sampled(seed, first, many), turns)


def play_on(
    table: Table,
    judges: Judges,
    dice: Sampled,
    turns: int = LONGEST,
    stage: str = "production",
    roll: npt.NDArray[np.int8] | None = None,
) -> Iterator[Table]:
    """The same for games that lie on a table; stage, roll: of their first turn, as of `play_turn`."""
    while table.lanes and table.turn <= turns:
        play_turn(table, judges, dice, stage, roll)
        stage, roll = "production", None
        if table.over.any():
            ended = split(table)
            yield ended
        table.turn += 1
    if table.lanes:
        yield table


def split(table: Table) -> Table:
    """Those that are over; the others go on."""
    from copy import copy

    over = table.over.copy()
    ended = copy(table)
    ended.take(np.flatnonzero(over), passing=False)
    table.take(np.flatnonzero(~over), passing=False)
    return ended
