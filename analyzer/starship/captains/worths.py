"""What every card would be worth to a captain who turned it up now, and which sector promises most."""

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
"""Lanes whose bits are taken apart at a time, so that they stay in the processor's cache."""
EMPTY = -1_000_000
"""The worth of a sector without cards."""


@lru_cache(maxsize=64)
def cards_of_kind(rules: Rules) -> dict[str, list[Card]]:
    """The cards of each kind, in the order of their bits."""
    return {name: [card for card in cards_in_play(rules) if card.kind == name] for name in KINDS}


@lru_cache(maxsize=64)
def cards_with_station(rules: Rules) -> list[Card]:
    """Those with an H."""
    return [card for card in cards_in_play(rules) if card.station]


def worths(table: Table, judge: Judge) -> None:
    """Fill `table.worth` (cards, lanes) for the player at turn."""
    rules = table.rules
    table.worth[...] = 0
    holdings = Holdings(table, judge)
    for name, kind in KINDS.items():
        if kind.price is not None and (judge.captain.acts or kind.unavoidable):
            cards = cards_of_kind(rules)[name]
            for card, worth in zip(cards, kind.price(holdings, cards), strict=True):
                table.worth[BIT[card.id]] = worth
    if judge.captain.acts:
        friend = (ships_of(table, WITH_H)[table.me] > 0) * np.int16(judge.captain.friendship)
        for card in cards_with_station(rules):
            worth = table.worth[BIT[card.id]]
            np.maximum(worth, friend * np.int16(card.friendship), out=worth)


def promises(table: Table, judge: Judge) -> npt.NDArray[np.int32]:
    """(sectors, lanes) The worths of all cards known there, and `card` for every other one."""
    known, lost = known_cards(table, table.me, judge), known_lost(table, table.me, judge)
    unknown = (table.size - count(known) - lost).astype(np.int32)
    promised = unknown * np.int32(judge.captain.card)
    for begin in range(0, table.lanes, SOME):
        lanes = slice(begin, begin + SOME)
        octets, part = as_octets(known[:, lanes]), promised[:, lanes]
        for card in members(np.bitwise_or.reduce(known[:, lanes], axis=None)):
            part += (octets[card >> 3] >> (card & 7) & 1) * table.worth[card, lanes]
    promised[table.size == 0] = EMPTY
    return promised


def as_octets(sets: Sets) -> npt.NDArray[np.uint8]:
    """(8, ...) Sets in eights of their bits, the lowest first."""
    return np.ascontiguousarray(np.moveaxis(sets.astype("<u8")[..., None].view(np.uint8), -1, 0))
