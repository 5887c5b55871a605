"""A card in a few words: what kind it is, and the figures on it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

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


def numbers_in_words(numbers: Iterable[int]) -> str:
    """Numbers of cards in order with neighbours drawn together: `4-7, 25-27`."""
    runs = groupby(enumerate(sorted(numbers)), key=lambda pair: pair[1] - pair[0])
    ends = [(run[0][1], run[-1][1]) for run in (list(run) for _, run in runs)]
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in ends)
