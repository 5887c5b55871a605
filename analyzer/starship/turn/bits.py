"""Cards as bits of 64-bit sets, and what is printed on them as arrays by bit; all bit tricks are here.

Which cards there are, and of which kinds, is alike in all editions; what else is printed on them is a function of
`rules`.

Bits 0 to 57 are the cards in play other than lost planets, in the order of the table; 58 and 59 the colonies of the
start. Lost planets, all alike, have no bit: they are what is missing to the number of cards in a sector.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.tables import GOODS, LOST_PLANET, SCIENCE, STANDARD_RULES, Card, Rules

Sets = npt.NDArray[np.uint64]
Rows = npt.NDArray[np.intp]
Numbers = npt.NDArray[np.int16]

LOST = 63
"""The number of a lost planet, where cards are numbers."""
NOT_LOST = np.uint64((1 << LOST) - 1)
HIDDEN = 255
"""The number of a card that is not drawn yet."""
STACKS = ("BASE", "I", "II", "III", "IV")


@lru_cache(maxsize=64)
def cards_in_play(rules: Rules) -> tuple[Card, ...]:
    """The cards by bit, without those of the start."""
    return tuple(card for card in rules.cards if card.kind != LOST_PLANET and card.stack != "START")


@lru_cache(maxsize=64)
def cards_by_bit(rules: Rules) -> tuple[Card, ...]:
    """All cards by bit."""
    return (*cards_in_play(rules), *(card for card in rules.cards if card.stack == "START"))


BIT: dict[str, int] = {card.id: bit for bit, card in enumerate(cards_by_bit(STANDARD_RULES))}
"""The bit of every card but lost planets, by id."""
NUMBER_OF_CARDS = len(cards_in_play(STANDARD_RULES))


def bit(cards: npt.NDArray[np.integer] | int) -> Sets:
    """The sets of one card each; a lost planet is in none."""
    shifted = np.uint64(1) << np.asarray(cards).astype(np.uint64)
    return np.asarray(shifted & NOT_LOST)


def sets_of(cards: npt.NDArray[np.uint8], lanes: int) -> Sets:
    """(lanes,) The sets of cards (places, lanes)."""
    sets = np.zeros(lanes, np.uint64)
    for card in cards:
        sets |= np.uint64(1) << card.astype(np.uint64)
    sets &= NOT_LOST
    return sets


def split_lowest(sets: Sets) -> tuple[npt.NDArray[np.uint8], Sets]:
    """The lowest card of each set, LOST + 1 of empty ones, and the others of the set."""
    others = sets & (sets - np.uint64(1))
    return np.bitwise_count((sets ^ others) - np.uint64(1)), others


def mask(chosen: Iterable[Card]) -> np.uint64:
    """The set of some cards."""
    return np.uint64(sum(1 << BIT[card.id] for card in chosen))


def set_of(ids: Iterable[str]) -> int:
    """The set of cards by id, as a number of Python's own; lost planets are in none."""
    return sum(1 << BIT[card] for card in set(ids) if card in BIT)


def ids_of(cards: int) -> list[str]:
    """The ids of a set in the order of the table."""
    first: list[str] = []
    others: list[str] = []
    left = int(cards)
    for number, card in enumerate(cards_by_bit(STANDARD_RULES)):
        if left >> number & 1:
            (first if card.stack == "START" else others).append(card.id)
    return first + others


def adventures_of(chosen: int) -> list[str]:
    """The ids of a set of adventures, in the order of the table."""
    return [one.id for number, one in enumerate(STANDARD_RULES.adventures) if chosen >> number & 1]


def members(cards: int | np.uint64) -> list[int]:
    """The cards of one set."""
    return [number for number in range(len(BIT)) if int(cards) >> number & 1]


def count(sets: Sets) -> npt.NDArray[np.int8]:
    """How many cards are in each set."""
    return np.bitwise_count(sets).view(np.int8)


def by_bit(rules: Rules, value: Callable[[Card], int], dtype: Any = np.int16) -> npt.NDArray[Any]:
    """What is printed, as an array of 64 by bit."""
    table: npt.NDArray[Any] = np.zeros(64, dtype)
    table[: len(BIT)] = [value(card) for card in cards_by_bit(rules)]
    return table


@lru_cache(maxsize=64)
def goods_traded(rules: Rules) -> Rows:
    """By card the good that is traded there; science where it is none."""
    return by_bit(rules, lambda card: GOODS.index(card.good) if card.good in GOODS else SCIENCE, np.intp)


@lru_cache(maxsize=64)
def prices(rules: Rules) -> Numbers:
    """By card what a unit costs there."""
    return by_bit(rules, lambda card: card.price)


@lru_cache(maxsize=64)
def friendships(rules: Rules) -> Numbers:
    """By card the friendship points of a station there."""
    return by_bit(rules, lambda card: card.friendship)


COLONIES = mask(card for card in cards_by_bit(STANDARD_RULES) if card.owned_as == "colony")
PIRATES = mask(card for card in cards_by_bit(STANDARD_RULES) if card.owned_as == "pirate")


@lru_cache(maxsize=64)
def station_set(rules: Rules) -> np.uint64:
    """The cards with an H."""
    return mask(card for card in cards_by_bit(rules) if card.station)


@lru_cache(maxsize=64)
def two_friend_set(rules: Rules) -> np.uint64:
    """Stations that give two friendship points; all others give one."""
    return mask(card for card in cards_by_bit(rules) if card.friendship == 2)


@lru_cache(maxsize=64)
def colony_sets(rules: Rules) -> Sets:
    """(goods, faces) The colonies that make a good on a number."""
    sets = np.zeros((len(GOODS), 4), np.uint64)
    for card in cards_by_bit(rules):
        if card.number:
            sets[GOODS.index(card.good), card.number] |= np.uint64(1 << BIT[card.id])
    return sets


@lru_cache(maxsize=64)
def two_medal_set(rules: Rules) -> np.uint16:
    """Adventures that give two medals."""
    return np.uint16(sum(1 << number for number, one in enumerate(rules.adventures) if one.medals == 2))


@lru_cache(maxsize=64)
def medal_set(rules: Rules) -> np.uint16:
    """Adventures that give a medal or two."""
    return np.uint16(sum(1 << number for number, one in enumerate(rules.adventures) if one.medals))


@lru_cache(maxsize=64)
def point_set(rules: Rules) -> np.uint16:
    """Adventures that give a point."""
    return np.uint16(sum(1 << number for number, one in enumerate(rules.adventures) if one.points))
