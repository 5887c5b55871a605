"""A flight: reveal a card, resolve it, see who must give up, next card (rules: "Flugkarten", "Abbruch des Fluges")."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt

from analyzer.montecarlo.grouping import gathered
from analyzer.trucker.adventures import ADVENTURES
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.edition import Card
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.flight.giving_up import check_after_card, check_before_card

MARKS = {"stuck", "marked"}
"""What belongs to a card and is cleared after it."""
Decks = npt.NDArray[np.integer]
"""(flights, slots) Numbers of cards in the order in which they are revealed."""


def fly_through(convoy: Convoy, cards: Sequence[Card], decks: Decks, dice: Dice) -> None:
    """Fly every flight of the convoy through its deck; decks hold indices into `cards`.

    At each slot the flights that meet the same card are gathered, resolved together and put back.
    """
    slots = decks.shape[1]
    revealed = np.ascontiguousarray(alike(tuple(cards)).take(decks).T)
    for slot in range(slots):
        convoy.slot = slot
        check_before_card(convoy, slots - slot)
        in_flight = np.flatnonzero(convoy.state.flying.any(axis=0))
        for number, flights in gathered(revealed[slot].take(in_flight)):
            convoy.together(in_flight.take(flights), partial(resolve, card=cards[number], dice=dice))
        if convoy.log is not None:
            convoy.log.card_over(convoy)


@lru_cache(8)
def alike(cards: tuple[Card, ...]) -> Decks:
    """For each card the first one that does the same."""
    first: dict[Card, int] = {}
    return np.array([first.setdefault(card.unnumbered(), number) for number, card in enumerate(cards)], np.uint8)


def resolve(convoy: Convoy, card: Card, dice: Dice) -> None:
    """One card for all flights of the convoy."""
    convoy.written.clear()
    ADVENTURES[card.kind](convoy, card, dice)
    check_after_card(convoy)
    for mark in MARKS & convoy.written:
        getattr(convoy.state, mark)[:, convoy.rows] = False
