"""Cards that are one card to the rules, and their names in tables.

A card has a number on it; the rules read what is printed below (`Card.unnumbered`).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from analyzer.trucker.cards.route import Route
from analyzer.trucker.edition import Card

Alike = tuple[int, ...]
"""Indices of cards of the edition that do the same."""


def alike(route: Route) -> list[Alike]:
    """The cards that a deck of the route's level is dealt from, those that do the same together."""
    by_rules: dict[Card, list[int]] = {}
    for i, card in enumerate(route.rules.cards):
        if card.level in route.level.pile:
            by_rules.setdefault(card.unnumbered(), []).append(i)
    return [tuple(indices) for indices in by_rules.values()]


def rows_by_number(route: Route) -> dict[Alike, range]:
    """By cards that do the same, several at least, the rows of `dealt` that say how many of them lie in a deck.

    They stand behind those of single cards: the first is of decks with exactly one, the next of decks with two.
    """
    rows, behind = {}, len(route.rules.cards)
    for same in alike(route):
        if len(same) > 1:
            rows[same] = range(behind, behind + len(same))
            behind += len(same)
    return rows


def with_numbers(route: Route, dealt: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """(cards, trials) Whether each card lies in each deck, 0 or 1, and below that the rows of `rows_by_number`."""

    def by_number() -> Iterator[npt.NDArray[np.int64]]:
        for same in rows_by_number(route):
            number = dealt[list(same)].sum(axis=0)
            yield from ((number == many).astype(np.int64) for many in range(1, len(same) + 1))

    return np.vstack([dealt, *by_number()])
