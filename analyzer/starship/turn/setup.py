"""A position laid on a table, what it does not say dealt by (seed, game, use), the same for every lane's game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from analyzer.montecarlo.random_words import Order, in_random_order
from analyzer.starship.position.position import Position
from analyzer.starship.tables import USUAL, Switches, adventure_by_id, cards, start
from analyzer.starship.turn.begun import Possible, draw_pirates, lay_begun, possible
from analyzer.starship.turn.bits import BIT, LOST, STACKS, set_of, sets_of
from analyzer.starship.turn.deal import (
    BASE_STREAM,
    SECTORS,
    adventure_stack,
    board,
    in_each,
    number_of,
    reserve_stacks,
    set_of_adventures,
    stack_of,
)
from analyzer.starship.turn.table import Table


def lay_out(position: Position, seed: int, first: int, games: int, switches: Switches = USUAL) -> Table:
    """Games `first` to `first + games - 1` of a seed that begin with this position."""
    return lay_side_by_side([position], seed, first, games, switches)


def lay_side_by_side(
    positions: Sequence[Position], seed: int, first: int, games: int, switches: Switches = USUAL
) -> Table:
    """Those games of each of several positions of one turn, one after the other; `which` numbers the positions."""
    each = [possible(position) for position in positions]
    table = Table(games * sum(map(len, each)), turn=positions[0].turn, switches=switches)
    table.game = np.tile(np.arange(first, first + games), sum(map(len, each)))
    table.which[...] = np.repeat(np.arange(len(positions)), [games * len(some) for some in each])
    for number, one in enumerate(one for some in each for one in some):
        lay(table, slice(number * games, (number + 1) * games), one.position, seed, first, one.pirate)
    if table.lanes > games * len(positions):
        table.take(np.concatenate([*_drawn(each, seed, first, games)]))
    return table


def _drawn(each: Sequence[Sequence[Possible]], seed: int, first: int, games: int) -> Iterator[npt.NDArray[np.intp]]:
    """By position the lanes of its games, where it is drawn for each game which pirate waits."""
    begin = 0
    for some in each:
        yield begin + draw_pirates([one.weight for one in some], seed, first, games) * games + np.arange(games)
        begin += games * len(some)


def lay(table: Table, lanes: slice, position: Position, seed: int, first: int, pirate: str = "") -> None:
    """Put it into those lanes, the first of which is game `first`; pirate: who waits, not shown yet."""
    games = lanes.stop - lanes.start
    for player, ship in enumerate(position.ships):
        board(table, player, ship, lanes)
    _lay_sectors(table, lanes, position, seed, first, games)
    _lay_adventures(table, lanes, position, seed, first, games)
    for player, heaps in ((position.me, position.seen), (1 - position.me, position.seen_by_other)):
        for sector, ids in heaps.items():
            table.known[player, sector - 1, lanes] = np.uint64(set_of(ids))
            table.known_lost[player, sector - 1, lanes] = sum(number_of(card) == LOST for card in set(ids))
    lay_begun(table, lanes, position, pirate)


def may_lie(position: Position) -> list[int]:
    """The numbers of the cards that may lie in a sector, LOST last: those known to, and those that may be dealt."""
    known = [position.lying(sector) for sector in range(1, SECTORS + 1)]
    placed, free = _placed(position, known), sum(_free(position, known))
    may = {number_of(card) for row in known for card in row}
    for stack in STACKS:
        left = [number_of(card) for card in stack_of(stack) if card not in placed]
        may |= set(left) if free > 0 else set()
        free -= len(left)
    return sorted(may)


def _placed(position: Position, known: Sequence[Sequence[str]]) -> frozenset[str]:
    """The cards of which it is known where they are."""
    owned = {card for ship in position.ships for card in ship.cards}
    lying = {card for row in known for card in row}
    return frozenset(owned | lying | set(position.reserve or ()) | set(position.gone))


def _free(position: Position, known: Sequence[Sequence[str]]) -> list[int]:
    """By sector the places about which nothing is known."""
    return [position.places(sector) - len(row) for sector, row in enumerate(known, start=1)]


def _lay_sectors(table: Table, lanes: slice, position: Position, seed: int, first: int, games: int) -> None:
    known = [position.lying(sector) for sector in range(1, SECTORS + 1)]
    placed = _placed(position, known)
    base = [BIT[card.id] for card in cards() if card.stack == "BASE" and card.id not in placed]
    free = _free(position, known)
    needed = max(sum(free) - len(base), 0)
    rest = reserve_stacks(seed, first, games, placed)
    dealt = _dealt(base, rest[:needed], seed, first, games)
    at = 0
    for sector, row in enumerate(known):
        some = dealt[at : at + free[sector]]
        table.sectors[sector, lanes] = sets_of(some, games) | np.uint64(set_of(row))
        table.size[sector, lanes] = len(row) + len(some)
        at += free[sector]
    if position.reserve is not None:
        rest = in_each([number_of(card) for card in position.reserve], games)
    else:
        rest = rest[needed:]
    table.reserve[table.reserve.shape[0] - len(rest) :, lanes] = rest
    table.left[lanes] = len(rest)


def _dealt(base: list[int], more: Order, seed: int, first: int, games: int) -> Order:
    """(places, lanes) The cards that are left for places about which nothing is known, shuffled together."""
    return in_random_order(np.vstack([in_each(base, games), more]), seed, BASE_STREAM, first)


def _lay_adventures(table: Table, lanes: slice, position: Position, seed: int, first: int, games: int) -> None:
    known = list(adventure_by_id())
    owned = {one for ship in position.ships for one in ship.adventures}
    gone = frozenset(owned | {*(position.open or ()), *(position.stack or ()), *position.laid_aside})
    pool = adventure_stack(seed, first, games, gone)
    if position.open is not None:
        table.open[lanes] = set_of_adventures(position.open)
    else:
        opened, pool = pool[: start()["open_adventures"]], pool[start()["open_adventures"] :]
        table.open[lanes] = 0
        for number in opened:
            table.open[lanes] |= (np.uint16(1) << number.astype(np.uint16)).astype(np.uint16)
    if position.stack is not None:
        pool = in_each([known.index(one) for one in position.stack], games)
    table.stack[table.stack.shape[0] - len(pool) :, lanes] = pool
    table.stack_left[lanes] = len(pool)
