"""A turn that has begun: the stations it used, and the cards of its flight as far as their places are known.

A pirate who waits is not shown: which one it is, is drawn by what may be believed (docs/starship-rulings.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.montecarlo.random_words import FRACTION_BITS, fractions, words
from analyzer.starship.position.position import Position
from analyzer.starship.tables import Card, cards
from analyzer.starship.turn.bits import BIT, HIDDEN, LOST, STACKS, set_of
from analyzer.starship.turn.table import Table

WAITING_STREAM = 9
"""Of the draw which pirate waits."""
SECTORS = range(1, 5)
GONE = 62
"""In place of a card that was turned up and whose place in the row is empty now."""


class Possible(NamedTuple):
    """A position with a pirate who may wait there ("" if none does), and how likely it is, as a weight."""

    position: Position
    pirate: str = ""
    weight: Fraction = Fraction(1)


def possible(position: Position) -> list[Possible]:
    """The position with each pirate who may wait; raises AnalyzerError where none can ask for so much."""
    flight = position.flight
    if flight is None or flight.demand is None:
        return [Possible(position)]
    here = flight.sector
    revealed = {*flight.row, *flight.bottom}
    others = {card for sector in SECTORS if sector != here for card in position.lying(sector)}
    elsewhere = {*others, *position.gone, *(position.reserve or ()), *(one for s in position.ships for one in s.cards)}
    known = [card for card in position.lying(here) if card not in revealed]
    asking = [card for card in cards() if card.demand == flight.demand and card.id not in revealed | elsewhere]
    chance = _chances(position)
    weights = {card.id: Fraction(1) if card.id in known else chance[card.stack] for card in asking}
    ways = [Possible(_with_pirate(position, pirate), pirate, weight) for pirate, weight in weights.items() if weight]
    if not ways:
        raise AnalyzerError(
            f"{position.name}: flight: demand: no pirate who asks for {flight.demand} Astro can be there"
        )
    return ways


def _chances(position: Position) -> dict[str, Fraction]:
    """By stack the chance that a card of it that is seen nowhere lies at one of the unknown places of the sector."""
    assert position.flight is not None
    lying = {sector: position.lying(sector) for sector in SECTORS}
    placed = {card for row in lying.values() for card in row} | {*position.gone, *(position.reserve or ())}
    placed |= {card for ship in position.ships for card in ship.cards}
    unseen = {stack: sum(card.stack == stack and card.id not in placed for card in cards()) for stack in STACKS}
    free = {sector: position.places(sector) - len(row) for sector, row in lying.items()}
    unknown = sum(free.values())
    here = Fraction(free[position.flight.sector], unknown) if unknown else Fraction(0)
    entered = max(unknown - unseen["BASE"], 0)
    chances = {"BASE": here}
    for stack in STACKS[1:]:
        come = min(entered, unseen[stack])
        chances[stack] = here * Fraction(come, unseen[stack]) if unseen[stack] else Fraction(0)
        entered -= come
    return chances


def _with_pirate(position: Position, pirate: str) -> Position:
    """The same where that pirate is known to lie in the sector."""
    assert position.flight is not None
    here = position.flight.sector
    listed = (*position.sectors.get(here, ()), pirate)
    return replace(position, sectors=position.sectors | {here: tuple(dict.fromkeys(listed))})


def draw_pirates(weights: Sequence[Fraction], seed: int, first: int, games: int) -> npt.NDArray[np.intp]:
    """(games,) Which of them waits in each game, as likely as their weights."""
    total, sums = sum(weights), np.cumsum([float(weight) for weight in weights])
    drawn = fractions(words(seed, WAITING_STREAM, first, games)).astype(np.float64) / float(1 << FRACTION_BITS)
    return np.minimum(np.searchsorted(sums, drawn * float(total), side="right"), len(weights) - 1)


def lay_begun(table: Table, lanes: slice, position: Position, pirate: str = "") -> None:
    """What was done in this turn so far: stations, purchases, and the flight with the pirate who waits, if one does."""
    table.used[lanes] = np.uint64(set_of(position.used))
    table.bought[lanes] = position.purchases
    flight = position.flight
    if flight is None:
        return
    table.sector[lanes], table.actions[lanes] = flight.sector - 1, flight.actions
    table.cards_flown[lanes] = flight.turned_up
    table.order[:, lanes] = HIDDEN
    row = [_number(card) for card in flight.row]
    empty = [GONE] * (flight.not_replaced + flight.face_down)
    known = [*empty, *row, *(BIT[one] for one in [pirate] if one)]
    coming = [_number(card) for card in flight.next_cards]
    for place, card in enumerate([*known, *coming]):
        table.order[place, lanes] = card
    lying = table.size[flight.sector - 1, lanes] - len(row) - flight.face_down - bool(pirate)
    remaining = np.minimum(lying, len(table.order) - flight.turned_up)
    end = flight.turned_up + int(remaining.max(initial=0))
    table.order[end:, lanes] = LOST
    for place, name in enumerate(reversed(flight.bottom), start=1):
        table.order[end - place, lanes] = _number(name)
    waits = "" if flight.dice else waiting(flight.at_hand)
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
        table.won[lanes] = own + position.own.cannon_strength >= other + _card(flight.at_hand).strength


def waiting(card: str) -> str:
    """The card if it is a pirate, who waits for an answer, else ""."""
    return card if card in BIT and _card(card).demand else ""


def _card(card: str) -> Card:
    return next(one for one in cards() if one.id == card)


def _number(card: str) -> int:
    return BIT.get(card, LOST)
