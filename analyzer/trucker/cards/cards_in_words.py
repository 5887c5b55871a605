"""A card in a few words: what kind it is, and the figures on it."""

from __future__ import annotations

from analyzer.trucker.adventures import KINDS
from analyzer.trucker.edition import Card


def kind_in_words(card: Card) -> str:
    """The kind in words: `meteor swarm`."""
    return card.kind.replace("_", " ")


def card_in_words(card: Card) -> str:
    """Kind and figures: `abandoned ship: 3 crew for 4 credits, 1 day`; goods by letter (red, yellow, green, blue)."""
    figures = ", ".join(KINDS[card.kind].figures(card))
    return f"{kind_in_words(card)}: {figures}" if figures else kind_in_words(card)


def other_figures(printed: Card, revealed: Card) -> str:
    """The figures that are printed on a card, where it is met with others; "" where they are the same."""
    words = card_in_words(printed)
    return "" if words == card_in_words(revealed) else words.partition(": ")[2]
