"""Flights through decks: reveal a card, resolve it, check who gives up (rules: "Flugkarten", "Abbruch des Fluges")."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt

from analyzer.montecarlo.by_number import group_by_number
from analyzer.montecarlo.random_words import numbers_to
from analyzer.trucker.adventures import ADVENTURES, KINDS
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.state import CardNumbers, RevealedCard
from analyzer.trucker.edition import Card
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.flight.giving_up import check_after_card, check_before_card

MARKS = {"stuck", "marked"}
"""Arrays of the state that concern only the card at hand, and are cleared after it."""
LARGE = 1 << 13
"""Number of flights from which cards of a convoy are resolved on copies (see `PartOfState`); smaller states stay in
the processor's cache."""
Decks = npt.NDArray[np.integer]
"""Indices of cards in the order in which they are revealed. Shape (flights, slots)."""


def fly_through(
    convoy: Convoy,
    cards: Sequence[Card],
    decks: Decks,
    dice: Dice,
    among: range | None = None,
    *,
    is_revealed: bool = False,
) -> None:
    """Fly all flights of a convoy, each through its own deck.

    At each slot (place in the deck), flights that meet cards of the same kind are resolved together.

    Args:
        convoy: The flights.
        cards: The cards of the edition.
        decks: Indices into `cards`. Shape (flights, slots).
        dice: The dice.
        among: The slots to fly, from 0; all if None.
        is_revealed: Whether the first card to fly is revealed already, so that nobody gives up before it.
    """
    slots = decks.shape[1]
    among = range(slots) if among is None else among
    printed, together = resolved_together(tuple(cards), convoy.edition.name)
    if convoy.tells_each_ship:
        # A listener to single ships hears one card at a time.
        together = np.arange(len(cards), dtype=numbers_to(len(cards)))
    # Listeners, deciders and a user's rules know flights by their rows in the whole state.
    is_large = convoy.seats > 1 and convoy.state.size >= LARGE
    may_copy = is_large and convoy.log is None and convoy.decisions is None
    for slot in among:
        convoy.slot, convoy.cards_left = slot, slots - slot - 1
        if slot != among.start or not is_revealed:
            check_before_card(convoy, slots - slot)
        if convoy.decisions is not None:
            convoy.decisions.card_revealed(convoy)
        in_flight = np.flatnonzero(convoy.state.flying.any(axis=0))
        card_numbers = decks[:, slot].take(convoy.state.flight).astype(np.intp)
        convoy.card = RevealedCard(printed, card_numbers)
        for number, flights in group_by_number(together.take(card_numbers.take(in_flight))):
            # Flights whose cards differ in numbers only are resolved as one convoy, the numbers as arrays.
            one = (
                partial(resolve, card=cards[number])
                if convoy.tells_each_ship
                else partial(resolve_kind, kind=cards[number].kind)
            )
            copies = may_copy and cards[number].kind in ADVENTURES
            convoy.together(in_flight.take(flights), partial(one, dice=dice), copies=copies)
        if convoy.log is not None:
            convoy.log.card_over(convoy)


@lru_cache(8)
def resolved_together(cards: tuple[Card, ...], edition: str) -> tuple[CardNumbers, Decks]:
    """Return the printed numbers of all cards, and the group of each card, shape (cards,).

    Flights that meet cards of one group are resolved together. A group is named by the index of its first card. Most
    groups are all cards of a kind. Of kinds that are resolved one by one, a group is the cards of equal effect.
    """
    first: dict[object, int] = {}
    alike = [card.unnumbered() if KINDS.in_edition(card.kind, edition).one_by_one else card.kind for card in cards]
    together = [first.setdefault(like, number) for number, like in enumerate(alike)]
    return CardNumbers(cards), np.array(together, numbers_to(len(cards)))


def resolve(convoy: Convoy, card: Card, dice: Dice) -> None:
    """Resolve one card for all flights of the convoy."""
    convoy.card = RevealedCard(CardNumbers([card]), np.zeros(1, np.intp))
    resolve_kind(convoy, card.kind, dice)


def resolve_kind(convoy: Convoy, kind: str, dice: Dice) -> None:
    """Resolve the cards at hand, all of one kind, for all flights of the convoy."""
    convoy.written.clear()
    convoy.in_order = None
    (ADVENTURES.get(kind) or KINDS.in_edition(kind, convoy.edition.name).resolve)(convoy, dice)
    check_after_card(convoy)
    for mark in MARKS & convoy.written:
        each = getattr(convoy.state, mark)
        each[:, slice(None) if convoy.size == convoy.state.size else convoy.rows] = False
        convoy.wrecks.changes[mark] += 1
        convoy.written.discard(mark)
