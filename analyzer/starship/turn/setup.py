"""Setup of games, also from positions in the middle of a turn.

A pirate that waits for an answer is not shown, so its card is drawn (docs/starship-rulings.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.montecarlo.random_words import FRACTION_BITS, fractions, shuffle, words
from analyzer.starship.position.position import Position, stack_number
from analyzer.starship.tables import USUAL, Switches
from analyzer.starship.turn.bits import BIT, HIDDEN, LOST, STACKS, one_adventure, set_of, sets_of
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

WAITING_STREAM = 9
"""Random stream that draws the waiting pirate."""
SECTOR_NUMBERS = range(1, SECTORS + 1)
"""Numbers of the sectors in positions; arrays count them from 0."""
GONE = 62
"""Number that stands for a card that was turned up and has left its place in the row."""


class WeightedPosition(NamedTuple):
    """A position with one choice of the pirate that waits in it, and the weight of this choice.

    Args:
        position: the position, with the pirate among the known cards of the sector.
        pirate: id of the pirate's card, or "" if none waits.
        weight: weight proportional to its chance.
    """

    position: Position
    pirate: str = ""
    weight: Fraction = Fraction(1)


def possible(position: Position) -> list[WeightedPosition]:
    """Return a copy of the position for each pirate that may be the one who waits for an answer, with its weight.

    Without a waiting pirate, or if it is shown, the position itself is the only entry.

    Raises:
        AnalyzerError: if no pirate can ask for the demand.
    """
    flight = position.flight
    if flight is None or flight.demand is None:
        return [WeightedPosition(position)]
    here = flight.sector
    # Cards listed for this sector may wait there; those in the row, or put below by the sensor, cannot.
    revealed = {*flight.row, *flight.bottom}
    others = {card for sector in SECTOR_NUMBERS if sector != here for card in position.lying(sector)}
    elsewhere = {*others, *position.gone, *(position.reserve or ()), *(one for s in position.ships for one in s.cards)}
    known = [card for card in position.lying(here) if card not in revealed]
    asking = [
        card for card in position.rules.cards if card.demand == flight.demand and card.id not in revealed | elsewhere
    ]
    chance = _chances(position)
    weights = {card.id: Fraction(1) if card.id in known else chance[card.stack] for card in asking}
    ways = [
        WeightedPosition(_with_pirate(position, pirate), pirate, weight) for pirate, weight in weights.items() if weight
    ]
    if not ways:
        raise AnalyzerError(
            f"{position.name}: flight: demand: no pirate who asks for {flight.demand} Astro can be there"
        )
    return ways


def _chances(position: Position) -> dict[str, Fraction]:
    """Return the chance that a card whose place is not known lies in the current sector, by the stack of the card."""
    assert position.flight is not None
    known = _known(position)
    placed, free = _placed(position, known), _free(position, known)
    unseen = {stack: sum(card not in placed for card in stack_of(stack)) for stack in STACKS}
    unknown = sum(free)
    # Unseen cards lie at any unknown place with equal chance.
    here = Fraction(free[position.flight.sector - 1], unknown) if unknown else Fraction(0)
    # Reserve cards fill the unknown places that unseen base cards leave, stack after stack.
    entered = max(unknown - unseen["BASE"], 0)
    chances = {"BASE": here}
    for stack in STACKS[1:]:
        come = min(entered, unseen[stack])
        chances[stack] = here * Fraction(come, unseen[stack]) if unseen[stack] else Fraction(0)
        entered -= come
    return chances


def _with_pirate(position: Position, pirate: str) -> Position:
    """Return the position with a pirate known to lie in the current sector."""
    assert position.flight is not None
    here = position.flight.sector
    listed = (*position.sectors.get(here, ()), pirate)
    return replace(position, sectors=position.sectors | {here: tuple(dict.fromkeys(listed))})


def draw_pirates(weights: Sequence[Fraction], seed: int, first: int, games: int) -> npt.NDArray[np.intp]:
    """Draw at random which pirate waits in each game, by weight, and return its index in `weights`. Shape (games,)."""
    total, sums = sum(weights), np.cumsum([float(weight) for weight in weights])
    drawn = fractions(words(seed, WAITING_STREAM, first, games)).astype(np.float64) / float(1 << FRACTION_BITS)
    return np.minimum(np.searchsorted(sums, drawn * float(total), side="right"), len(weights) - 1)


def lay_begun(table: Table, lanes: slice, position: Position, pirate: str = "") -> None:
    """Write the part of the turn already played into some lanes: used stations, purchases, and the flight.

    `table.limit` is set to the number of places up to the end of the sector, until `sectors.resume` needs it.

    Args:
        table: the games.
        lanes: lanes to set up.
        position: the position.
        pirate: id of the waiting pirate, or "".
    """
    table.used[lanes] = np.uint64(set_of(position.used))
    table.bought[lanes] = position.purchases
    flight = position.flight
    if flight is None:
        return
    table.sector[lanes], table.actions[lanes] = flight.sector - 1, flight.actions
    table.cards_flown[lanes] = flight.turned_up
    table.order[:, lanes] = HIDDEN
    row = [number_of(card) for card in flight.row]
    # Which places of the row are empty or face down is unknown, and without effect: all have been flown past.
    empty = [GONE] * (flight.not_replaced + flight.face_down)
    known = [*empty, *row, *(BIT[one] for one in [pirate] if one)]
    coming = [number_of(card) for card in flight.next_cards]
    for place, card in enumerate([*known, *coming]):
        table.order[place, lanes] = card
    lying = table.size[flight.sector - 1, lanes] - len(row) - flight.face_down - bool(pirate)
    remaining = np.minimum(lying, len(table.order) - flight.turned_up)
    end = flight.turned_up + int(remaining.max(initial=0))
    table.order[end:, lanes] = LOST
    for place, name in enumerate(reversed(flight.bottom), start=1):
        table.order[end - place, lanes] = number_of(name)
    # A pirate at hand still waits for an answer unless the dice are rolled: it counts as turned up only then.
    at_hand = position.rules.card_by_id.get(flight.at_hand)
    waits = at_hand.id if at_hand is not None and at_hand.demand and not flight.dice else ""
    turned = set_of(card for card in flight.row if card != waits)
    table.turned[lanes] = np.uint64(turned)
    table.turned_lost[lanes] = row.count(LOST)
    seen = np.uint64(set_of((*flight.next_cards, *flight.bottom)))
    table.known[position.me, flight.sector - 1, lanes] |= seen
    for player in range(2):
        table.known[player, flight.sector - 1, lanes] |= np.uint64(turned)
    table.limit[lanes] = flight.turned_up + remaining
    if flight.dice:
        own, other = flight.dice
        table.fighting[lanes] = True
        assert at_hand is not None
        table.won[lanes] = own + position.own.cannon_strength >= other + at_hand.strength


def lay_out(position: Position, seed: int, first: int, games: int, switches: Switches = USUAL) -> Table:
    """Return games `first` to `first + games - 1` of a seed, set up from a position."""
    return lay_side_by_side([position], seed, first, games, switches)


def lay_side_by_side(
    positions: Sequence[Position], seed: int, first: int, games: int, switches: Switches = USUAL
) -> Table:
    """Return one table with the games of several positions at the same turn, position after position."""
    each = [possible(position) for position in positions]
    table = Table(games * sum(map(len, each)), positions[0].rules, turn=positions[0].turn, switches=switches)
    table.game = np.tile(np.arange(first, first + games), sum(map(len, each)))
    table.which[...] = np.repeat(np.arange(len(positions)), [games * len(some) for some in each])
    for number, one in enumerate(one for some in each for one in some):
        lay(table, slice(number * games, (number + 1) * games), one.position, seed, first, one.pirate)
    if table.lanes > games * len(positions):
        table.take(np.concatenate([*_drawn(each, seed, first, games)]))
    return table


def _drawn(
    each: Sequence[Sequence[WeightedPosition]], seed: int, first: int, games: int
) -> Iterator[npt.NDArray[np.intp]]:
    """Draw the pirate that waits for an answer in each game, and yield the lanes with the drawn pirates.

    Each possible pirate of a position has a lane for every game. Only the lane with the drawn pirate is kept. There is
    one array of lanes for each position. Shape (games,).

    Args:
        each: for each position, the possible pirates with their weights.
        seed: seed of the run.
        first: number of the first game.
        games: number of games of each position.
    """
    begin = 0
    for some in each:
        yield begin + draw_pirates([one.weight for one in some], seed, first, games) * games + np.arange(games)
        begin += games * len(some)


def lay(table: Table, lanes: slice, position: Position, seed: int, first: int, pirate: str = "") -> None:
    """Write a position into some lanes of the table.

    Args:
        table: the games.
        lanes: lanes to set up.
        position: the position.
        seed: seed of the run.
        first: number of the game in the first lane.
        pirate: id of the waiting pirate, not shown yet, or "".
    """
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
    """Return the bit numbers of all cards that may lie in any sector, in ascending order; LOST comes last."""
    known = _known(position)
    placed, free = _placed(position, known), sum(_free(position, known))
    may = {number_of(card) for row in known for card in row}
    for stack in STACKS:
        left = [number_of(card) for card in stack_of(stack) if card not in placed]
        may |= set(left) if free > 0 else set()
        free -= len(left)
    return sorted(may)


def _known(position: Position) -> list[tuple[str, ...]]:
    """Return the ids of the cards known to lie in each sector."""
    return [position.lying(sector) for sector in SECTOR_NUMBERS]


def _placed(position: Position, known: Sequence[Sequence[str]]) -> frozenset[str]:
    """Return the ids of the cards whose place is known."""
    owned = {card for ship in position.ships for card in ship.cards}
    lying = {card for row in known for card in row}
    return frozenset(owned | lying | set(position.reserve or ()) | set(position.gone))


def _free(position: Position, known: Sequence[Sequence[str]]) -> list[int]:
    """Return the number of cards in each sector that are not known."""
    return [position.places(sector) - len(row) for sector, row in enumerate(known, start=1)]


def _lay_sectors(table: Table, lanes: slice, position: Position, seed: int, first: int, games: int) -> None:
    """Write sectors and reserve into some lanes: known cards as the position has them, all others dealt."""
    known = _known(position)
    placed = _placed(position, known)
    base = [BIT[card.id] for card in table.rules.cards if card.stack == "BASE" and card.id not in placed]
    free = _free(position, known)
    # Base cards of unknown place come first, then cards from the top of the reserve.
    needed = max(sum(free) - len(base), 0)
    rest = reserve_stacks(seed, first, games, placed)
    dealt = shuffle(np.vstack([in_each(base, games), rest[:needed]]), seed, BASE_STREAM, first)
    at = 0
    for sector, row in enumerate(known):
        some = dealt[at : at + free[sector]]
        table.sectors[sector, lanes] = sets_of(some, games) | np.uint64(set_of(row))
        table.size[sector, lanes] = len(row) + len(some)
        at += free[sector]
    if position.reserve is not None:
        rest = in_each([number_of(card) for card in position.reserve], games)
    else:
        # Stacks come one after another, so the reserve holds no card of a finished one.
        rest = rest[max(needed, _used_up(position, known, placed)) :]
    table.reserve[table.reserve.shape[0] - len(rest) :, lanes] = rest
    table.left[lanes] = len(rest)


def _used_up(position: Position, known: Sequence[Sequence[str]], placed: frozenset[str]) -> int:
    """Return the number of reserve cards of unknown place that cannot be in the reserve any more.

    Stacks come into play one after another, so these are the cards of all stacks before the latest one in play. If a
    card of the flight was not replaced, all stacks are used up.
    """
    came = [card for row in (*known, *(ship.cards for ship in position.ships)) for card in row]
    latest = max(map(stack_number, came), default=0)
    if position.flight is not None and position.flight.not_replaced > 0:
        latest = len(STACKS)
    return sum(card not in placed for stack in STACKS[1:latest] for card in stack_of(stack))


def _lay_adventures(table: Table, lanes: slice, position: Position, seed: int, first: int, games: int) -> None:
    """Write open adventures and their stack into some lanes: as the position has them, else dealt."""
    rules = table.rules
    known = list(rules.adventure_by_id)
    owned = {one for ship in position.ships for one in ship.adventures}
    gone = frozenset(owned | {*(position.open or ()), *(position.stack or ()), *position.laid_aside})
    pool = adventure_stack(seed, first, games, gone)
    if position.open is not None:
        table.open[lanes] = set_of_adventures(position.open)
    else:
        opened, pool = pool[: rules.start["open_adventures"]], pool[rules.start["open_adventures"] :]
        table.open[lanes] = 0
        for number in opened:
            table.open[lanes] |= one_adventure(number)
    if position.stack is not None:
        pool = in_each([known.index(one) for one in position.stack], games)
    table.stack[table.stack.shape[0] - len(pool) :, lanes] = pool
    table.stack_left[lanes] = len(pool)
