"""Turns with their production, and whole games made of turns."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import Captain, Judge, refuse_thinkers
from analyzer.starship.captains.values import NONE, best_good, draw_up
from analyzer.starship.encounters.pirate import settle
from analyzer.starship.tables import CRESTS, GOODS, SCIENCE, STANDARD_RULES, STORED, USUAL, Rules, Switches
from analyzer.starship.turn.bits import Rows, colony_sets
from analyzer.starship.turn.deal import new_games
from analyzer.starship.turn.dice import Dice, SampledDice
from analyzer.starship.turn.points import look_for_end
from analyzer.starship.turn.sectors import choose, fly, look, meet, remember, resume
from analyzer.starship.turn.table import PRODUCTION, SCIENCE_MODULE, Table, add, capacity
from analyzer.starship.turn.trading import trade_and_build
from analyzer.starship.turn.winning import produce_to_win

Judges = tuple[Judge, Judge]
"""Judges of both captains, Moon first."""
MADE = {"science": (SCIENCE_MODULE, SCIENCE), "production": (PRODUCTION, STORED.index("trade_good"))}
"""Modules that produce: number of the module, and number in STORED of the good or science that it makes."""


@lru_cache(maxsize=64)
def makes(rules: Rules) -> dict[tuple[str, int], npt.NDArray[np.bool_]]:
    """Return, for each module, whether it produces at each level on each roll of the die. Shape (levels, rolls) each.

    The keys are the name of the module and the number of the player, because Moon's and Sun's modules have different
    numbers.
    """
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
    """Let both players produce by `table.roll`, each captain choosing among their colonies.

    Of several colonies with the number rolled only one produces; modules produce besides (rules, page 6).
    """
    offered = goods_offered(table, table.me)
    for player, judge in enumerate(judges):
        good = best_good(table, player, judge, goods_offered(table, player))
        if player == table.me:
            made = good
        make(table, player, np.flatnonzero((good != NONE) & ~table.over), good)
        make_by_modules(table, player)
    produce_to_win(table, judges[table.me], made, offered)


def goods_offered(table: Table, player: int) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Return whether a colony of the player makes each good on `table.roll`, and it fits. Shape (goods, lanes)."""
    room = table.stored[player, : len(GOODS)] < capacity(table, player)
    made = (colony_sets(table.rules)[:, table.roll] & table.owned[player]) != 0
    return np.asarray(made & room)


def make(table: Table, player: int, rows: Rows, good: np.ndarray[tuple[int], np.dtype[np.intp]]) -> None:
    """Add one unit of a produced good to the player's store in some lanes.

    Args:
        table: the games.
        player: number of the player.
        rows: lanes in which it is made.
        good: index of the good for every lane of the table. Shape (lanes,).
    """
    add(table.stored[player], good[rows], rows, 1)


def make_by_modules(table: Table, player: int) -> None:
    """Add the units that the modules Science and Production make, as far as they fit."""
    for name, (module, kind) in MADE.items():
        made = makes(table.rules)[name, player][table.modules[player, module], table.roll] & ~table.over
        limit = table.rules.start["lab"] if kind == SCIENCE else capacity(table, player)
        table.stored[player, kind] += made & (table.stored[player, kind] < limit)


def play_turn(
    table: Table,
    judges: Judges,
    dice: Dice,
    stage: str = "production",
    roll: npt.NDArray[np.int8] | None = None,
    sector: int | None = None,
    most: int | None = None,
) -> None:
    """Play the turn of `table.me` from a stage on; the number of the turn stays.

    Args:
        table: the games.
        judges: judges of both captains, Moon first.
        dice: dice of the turn.
        stage: production, sector, trade, or done (the turn is over). In flight it is looked_at (before the sensor is
            used), card (a card is turned up), fought (after the dice of a fight) or flight (before the next card).
            It is landed when the flight has ended.
        roll: result of the yellow die in each lane, 0 to roll it; None to roll in all. Shape (lanes,).
        sector: number of the sector to fly to from 0, or None for the captain's choice.
        most: number of cards after which to turn back at the latest, or None.
    """
    begin(table, judges, dice, stage, roll)
    go_on(table, judges, dice, stage, sector, most)


def begin(
    table: Table, judges: Judges, dice: Dice, stage: str = "production", roll: npt.NDArray[np.int8] | None = None
) -> None:
    """Begin a turn at a stage: test for the end of the game, update the goods that captains want, and roll the die.

    A flight in progress is resumed. The arguments are those of `play_turn`.
    """
    # A turn in the middle goes on with the arrays that `setup.lay_begun` wrote.
    if stage == "production":
        table.begin_turn()
    look_for_end(table)
    for player, each in enumerate(judges):
        draw_up(table, player, each)
    # Also where the roll is given: the call reads the random words for the fights of the turn.
    dice.yellow(table)
    if roll is not None:
        table.roll[...] = np.where(roll > 0, roll, table.roll)
    if stage in ("looked_at", "card", "fought", "flight"):
        resume(table, judges[table.me], dice)


def go_on(
    table: Table, judges: Judges, dice: Dice, stage: str, sector: int | None = None, most: int | None = None
) -> None:
    """Play the turn from a stage on, after `begin`; arguments as in `play_turn`."""
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
    # The row lies open until the flight ends, so its cards are remembered only now (rules, page 7).
    if stage != "trade":
        remember(table)
    trade_and_build(table, judge)
    table.emit("trade")


LONGEST = STANDARD_RULES.start["turns"]
"""Number of the last turn of a game that nobody wins."""


def judges_of(rules: Rules, captains: tuple[Captain, Captain], switches: Switches = USUAL) -> Judges:
    """Return the judges of both captains.

    Raises:
        AnalyzerError: for captains who simulate games to decide.
    """
    refuse_thinkers(captains)
    return compiled(rules, captains[0], switches), compiled(rules, captains[1], switches)


@lru_cache(maxsize=256)
def compiled(rules: Rules, captain: Captain, switches: Switches) -> Judge:
    """Return the judge of a captain; it is cached, so that all blocks of a run share it."""
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
    """Yield tables of games as they end, in no order; unfinished games come last, with `over` False.

    Args:
        rules: tables of the edition.
        captains: both captains, Moon first.
        seed: seed of the run.
        first: number of the first game.
        many: number of games.
        switches: rules that are changed.
        turns: maximum number of turns of a game.
    """
    judges = judges_of(rules, captains, switches)
    yield from play_on(new_games(seed, first, many, judges, switches), judges, SampledDice(seed, first, many), turns)


def play_on(table: Table, judges: Judges, dice: SampledDice, turns: int = LONGEST) -> Iterator[Table]:
    """Play the games of a table turn after turn, and yield tables of games as they end, like `games`.

    Args:
        table: the games at the beginning of a turn; those that end are removed from it.
        judges: judges of both captains.
        dice: dice of the games.
        turns: number of the last turn.
    """
    while table.lanes and table.turn <= turns:
        play_turn(table, judges, dice)
        if table.over.any():
            yield split(table)
        table.turn += 1
    if table.lanes:
        yield table


def split(table: Table) -> Table:
    """Remove the games that are over from the table, and return them as a table of their own."""
    over = table.over.copy()
    ended = copy(table)
    ended.take(np.flatnonzero(over), passing=False)
    table.take(np.flatnonzero(~over), passing=False)
    return ended
