"""Groups of cards with the same effect, and rows that count them in arrays of dealt cards.

Cards of a group differ only in their identifier, which no rule reads (`Card.unnumbered`).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from analyzer.trucker.cards.route import Route
from analyzer.trucker.edition import Card

Alike = tuple[int, ...]
"""Indices, in the edition, of cards with the same effect."""


def alike(route: Route) -> list[Alike]:
    """Return the cards from which the level's decks are dealt, grouped by effect."""
    by_rules: dict[Card, list[int]] = {}
    for i, card in enumerate(route.rules.cards):
        if card.level in route.level.pile:
            by_rules.setdefault(card.unnumbered(), []).append(i)
    return [tuple(indices) for indices in by_rules.values()]


def rows_by_number(route: Route) -> dict[Alike, range]:
    """Return the rows that `with_numbers` adds for each group of cards with the same effect; none for a single card.

    The added rows follow those of single cards. The first row of a group marks decks with exactly one of its cards, the
    next row decks with two, and so on.
    """
    rows, behind = {}, len(route.rules.cards)
    for same in alike(route):
        if len(same) > 1:
            rows[same] = range(behind, behind + len(same))
            behind += len(same)
    return rows


def with_numbers(route: Route, dealt: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return `dealt` with further rows: whether a deck holds exactly n cards of a group (see `rows_by_number`).

    Args:
        route: The route of the decks.
        dealt: Whether each card lies in each deck, 0 or 1. Shape (cards, trials).

    Returns:
        Zeros and ones in shape (cards + rows, trials).
    """

    def by_number() -> Iterator[npt.NDArray[np.int64]]:
        for same in rows_by_number(route):
            number = dealt[list(same)].sum(axis=0)
            yield from ((number == many).astype(np.int64) for many in range(1, len(same) + 1))

    return np.vstack([dealt, *by_number()])
