"""Worth of every card to a captain if it were turned up now, and worth of the sectors to fly to."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import Judge
from analyzer.starship.captains.values import Holdings, known_cards, known_lost
from analyzer.starship.encounters import KINDS
from analyzer.starship.encounters.founding import WITH_H
from analyzer.starship.tables import Card, Rules
from analyzer.starship.turn.bits import BIT, Sets, cards_in_play, count, members
from analyzer.starship.turn.table import Table, ships_of

SOME = 1 << 12
"""Number of lanes whose bits are unpacked at a time, so that their arrays stay in the processor's cache."""
EMPTY = -1_000_000
"""Worth of a sector without cards: below that of any other."""


@lru_cache(maxsize=64)
def cards_of_kind(rules: Rules) -> dict[str, list[Card]]:
    """Return the cards of each kind, in the order of their bits."""
    return {name: [card for card in cards_in_play(rules) if card.kind == name] for name in KINDS}


@lru_cache(maxsize=64)
def cards_with_station(rules: Rules) -> list[Card]:
    """Return the cards with an H, on which a station can be founded."""
    return [card for card in cards_in_play(rules) if card.station]


def worths(table: Table, judge: Judge) -> None:
    """Write the worth of every card to the active player, if it were turned up now, into `table.worth`.

    Worths are in tenths of an Astro, by the bit of the card. Shape (64, lanes).

    Args:
        table: The games.
        judge: The captain of the active player.
    """
    rules = table.rules
    table.worth[...] = 0
    holdings = Holdings(table, judge)
    for name, kind in KINDS.items():
        if kind.price is not None and (judge.captain.acts or kind.unavoidable):
            cards = cards_of_kind(rules)[name]
            for card, worth in zip(cards, kind.price(holdings, cards), strict=True):
                table.worth[BIT[card.id]] = worth
    if judge.captain.acts:
        # A station may be founded instead of trading there, whichever is worth more.
        friend = (ships_of(table, WITH_H)[table.me] > 0) * np.int16(judge.captain.friendship)
        for card in cards_with_station(rules):
            worth = table.worth[BIT[card.id]]
            np.maximum(worth, friend * np.int16(card.friendship), out=worth)


def promises(table: Table, judge: Judge) -> npt.NDArray[np.int32]:
    """Return the expected worth of flying to each sector, in tenths of an Astro. Shape (sectors, lanes).

    It is the sum of the worths of the cards that are known to lie in the sector, and of the price `card` for each card
    that is not known. A sector without cards has EMPTY.

    Args:
        table: The games, with `table.worth` filled.
        judge: The captain of the active player.
    """
    known, lost = known_cards(table, table.me, judge), known_lost(table, table.me, judge)
    unknown = (table.size - count(known) - lost).astype(np.int32)
    promised = unknown * np.int32(judge.captain.card)
    for begin in range(0, table.lanes, SOME):
        lanes = slice(begin, begin + SOME)
        octets, part = as_octets(known[:, lanes]), promised[:, lanes]
        for card in members(np.bitwise_or.reduce(known[:, lanes], axis=None)):
            # Bit `card` of each set, times the worth of that card. Bytes are shifted faster than 64-bit words.
            part += (octets[card >> 3] >> (card & 7) & 1) * table.worth[card, lanes]
    promised[table.size == 0] = EMPTY
    return promised


def as_octets(sets: Sets) -> npt.NDArray[np.uint8]:
    """Return 64-bit sets as bytes, of shape (8, ...), the lowest eight bits first."""
    return np.ascontiguousarray(np.moveaxis(sets.astype("<u8")[..., None].view(np.uint8), -1, 0))
