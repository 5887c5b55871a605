"""The printed cards of 2007 by level, for tests that count decks or work out by hand what is dealt."""

from __future__ import annotations

import csv
from fractions import Fraction

import numpy as np

from tests.doors.printed import SHELF, load_edition

PRINTED = load_edition("2007")
CARDS = {level: [card.id for card in PRINTED.cards if card.level == level] for level in (1, 2, 3)}
"""Numbers of the cards of each level."""
LEVEL_OF = np.array([card.level for card in sorted(PRINTED.cards, key=lambda card: card.id)])
"""The level of each card by its number."""
PLACE_OF = np.array([CARDS[level].index(card) for card, level in enumerate(LEVEL_OF.tolist())])
"""The place of each card among those of its level."""
LAST = len(LEVEL_OF) - 1
"""The number of the last card."""
ROWS = [*csv.DictReader((SHELF / "2007" / "cards.csv").read_text(encoding="utf-8").splitlines())]
"""The rows of the table of cards as text."""


def dealt(flight: str, level: int) -> Fraction:
    """Return the chance that a flight is dealt a certain card of a level: four piles take as many as `pile` says."""
    return Fraction(4 * PRINTED.level(flight).pile.count(level), len(CARDS[level]))


def coming(flight: str, hit: str, *kinds: str) -> Fraction:
    """Return how often a flight's cards of these kinds send a hit such as small-front, read off the table as text."""
    return sum(
        (dealt(flight, int(row["level"])) * f"{row['hits']} {row['combat_lines']}".replace(":", " ").split().count(hit))
        for row in ROWS
        if row["kind"] in kinds
    ) + Fraction(0)
