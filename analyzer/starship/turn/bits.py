"""Cards as bits of 64-bit integers (sets), and the numbers printed on cards as arrays by bit.

All editions have the same cards, of the same kinds. Everything else printed on cards is a function of `rules`.

Bits 0 to 57 are the cards in play other than lost planets, in the order of the table. Bits 58 and 59 are the colonies
of the start. Lost planets, all alike, have no bit: their number in a sector is its number of cards less its number of
bits.
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
"""Number that stands for a lost planet in arrays of card numbers."""
NOT_LOST = np.uint64((1 << LOST) - 1)
HIDDEN = 255
"""Number that stands for a card not drawn yet in arrays of card numbers."""
STACKS = ("BASE", "I", "II", "III", "IV")
"""The 40 cards dealt to the sectors (BASE), and the stacks of the reserve, top first (rules, pages 3 to 5)."""


@lru_cache(maxsize=64)
def cards_in_play(rules: Rules) -> tuple[Card, ...]:
    """Return the cards by bit, without the colonies of the start."""
    return tuple(card for card in rules.cards if card.kind != LOST_PLANET and card.stack != "START")


@lru_cache(maxsize=64)
def cards_by_bit(rules: Rules) -> tuple[Card, ...]:
    """Return all cards by bit."""
    return (*cards_in_play(rules), *(card for card in rules.cards if card.stack == "START"))


BIT: dict[str, int] = {card.id: bit for bit, card in enumerate(cards_by_bit(STANDARD_RULES))}
"""Bit of every card by id; lost planets have none."""
NUMBER_OF_CARDS = len(cards_in_play(STANDARD_RULES))


def bit(cards: npt.NDArray[np.integer] | int) -> Sets:
    """Return sets that hold one card each; a lost planet gives the empty set."""
    # Lost planets are number LOST, so they set bit 63, which is cut off.
    shifted = np.uint64(1) << np.asarray(cards).astype(np.uint64)
    return np.asarray(shifted & NOT_LOST)


def one_adventure(numbers: npt.NDArray[np.integer]) -> npt.NDArray[np.uint16]:
    """Return sets that hold one adventure each, given by its number."""
    return (np.uint16(1) << numbers.astype(np.uint16)).astype(np.uint16)


def sets_of(cards: npt.NDArray[np.uint8], lanes: int) -> Sets:
    """Return the sets of cards in each lane, without lost planets. Shape (lanes,).

    Args:
        cards: cards by number. Shape (places, lanes).
        lanes: number of lanes.
    """
    sets = np.zeros(lanes, np.uint64)
    for card in cards:
        sets |= np.uint64(1) << card.astype(np.uint64)
    sets &= NOT_LOST
    return sets


def split_lowest(sets: Sets) -> tuple[npt.NDArray[np.uint8], Sets]:
    """Return the lowest card of each set (LOST + 1 if it is empty), and the set without it."""
    # x & (x - 1) clears the lowest bit; the bits below it, counted, are its number (64 for 0 - 1: all ones).
    others = sets & (sets - np.uint64(1))
    return np.bitwise_count((sets ^ others) - np.uint64(1)), others


def mask(chosen: Iterable[Card]) -> np.uint64:
    """Return the given cards as a 64-bit set."""
    return np.uint64(sum(1 << BIT[card.id] for card in chosen))


def set_of(ids: Iterable[str]) -> int:
    """Return the set of cards by id as a Python integer, without lost planets."""
    return sum(1 << BIT[card] for card in set(ids) if card in BIT)


def ids_of(cards: int) -> list[str]:
    """Return the ids of a set of cards, colonies of the start first, then in the order of the table."""
    first: list[str] = []
    others: list[str] = []
    left = int(cards)
    for number, card in enumerate(cards_by_bit(STANDARD_RULES)):
        if left >> number & 1:
            (first if card.stack == "START" else others).append(card.id)
    return first + others


def adventures_of(chosen: int) -> list[str]:
    """Return the ids of a set of adventures, in the order of the table."""
    return [one.id for number, one in enumerate(STANDARD_RULES.adventures) if chosen >> number & 1]


def members(cards: int | np.uint64) -> list[int]:
    """Return the bit numbers of the cards in one set, in ascending order."""
    return [number for number in range(len(BIT)) if int(cards) >> number & 1]


def count(sets: Sets) -> npt.NDArray[np.int8]:
    """Return the number of cards in each set."""
    # A view in place of a cast: counts are at most 64, and signed ones may be subtracted.
    return np.bitwise_count(sets).view(np.int8)


def by_bit(rules: Rules, value: Callable[[Card], int], dtype: Any = np.int16) -> npt.NDArray[Any]:
    """Return a number that is printed on each card, as an array indexed by the number of the card's bit. Shape (64,).

    Entries of bits without a card, e.g. LOST, are 0.
    """
    table: npt.NDArray[Any] = np.zeros(64, dtype)
    table[: len(BIT)] = [value(card) for card in cards_by_bit(rules)]
    return table


@lru_cache(maxsize=64)
def goods_traded(rules: Rules) -> Rows:
    """Return the good traded at each card, as its index in STORED, by bit number. Shape (64,).

    Cards that trade no single good have SCIENCE.
    """
    return by_bit(rules, lambda card: GOODS.index(card.good) if card.good in GOODS else SCIENCE, np.intp)


@lru_cache(maxsize=64)
def prices(rules: Rules) -> Numbers:
    """Return the price of a unit at each card in Astro, by bit. Shape (64,)."""
    return by_bit(rules, lambda card: card.price)


@lru_cache(maxsize=64)
def friendships(rules: Rules) -> Numbers:
    """Return the friendship points that a station on each card brings, by bit; 0 without an H. Shape (64,)."""
    return by_bit(rules, lambda card: card.friendship)


COLONIES = mask(card for card in cards_by_bit(STANDARD_RULES) if card.owned_as == "colony")
PIRATES = mask(card for card in cards_by_bit(STANDARD_RULES) if card.owned_as == "pirate")


@lru_cache(maxsize=64)
def station_set(rules: Rules) -> np.uint64:
    """Return the set of cards with an H, on which a station can be founded."""
    return mask(card for card in cards_by_bit(rules) if card.station)


@lru_cache(maxsize=64)
def two_friend_set(rules: Rules) -> np.uint64:
    """Return the set of cards whose station gives two friendship points; every other station gives one."""
    return mask(card for card in cards_by_bit(rules) if card.friendship == 2)


@lru_cache(maxsize=64)
def colony_sets(rules: Rules) -> Sets:
    """Return the set of colonies that make each good at each roll of the yellow die, 0 to 3. Shape (goods, 4)."""
    sets = np.zeros((len(GOODS), 4), np.uint64)
    for card in cards_by_bit(rules):
        if card.number:
            sets[GOODS.index(card.good), card.number] |= np.uint64(1 << BIT[card.id])
    return sets


@lru_cache(maxsize=64)
def two_medal_set(rules: Rules) -> np.uint16:
    """Return the set of adventures that give two medals."""
    return np.uint16(sum(1 << number for number, one in enumerate(rules.adventures) if one.medals == 2))


@lru_cache(maxsize=64)
def medal_set(rules: Rules) -> np.uint16:
    """Return the set of adventures that give one or two medals."""
    return np.uint16(sum(1 << number for number, one in enumerate(rules.adventures) if one.medals))


@lru_cache(maxsize=64)
def point_set(rules: Rules) -> np.uint16:
    """Return the set of adventures that give a point."""
    return np.uint16(sum(1 << number for number, one in enumerate(rules.adventures) if one.points))
