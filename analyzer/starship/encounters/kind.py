"""Kind of card: how it is resolved, its worth to a captain, its trade, its words and steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import Judge
from analyzer.starship.captains.values import Holdings
from analyzer.starship.records.game import RecordStep
from analyzer.starship.tables import Card
from analyzer.starship.turn.acting import Cards, exchange
from analyzer.starship.turn.bits import Rows, prices
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.table import ALL, Table

Numbers = npt.NDArray[np.int16]
Goods = npt.NDArray[np.intp]
Meet = Callable[[Table, Judge, Rows, Cards, Dice], None]
"""Function that resolves the card turned up in each row, for the active player."""
Price = Callable[[Holdings, Sequence[Card]], Iterator[Numbers]]
"""Function that yields the worth of each card to the active player if it were turned up now. Shape (lanes,) each."""


class Bargain(NamedTuple):
    """A trade in each game that the active player may make, at the card turned up or at a station.

    Args:
        swaps: pairs of a good, by row or one for all rows, and the units of it that are bought, below 0 if sold. Shape
            (rows,) each.
        gain: gain of the whole trade in tenths of an Astro. Shape (rows,).
    """

    swaps: list[tuple[Goods | int, Numbers]]
    gain: Numbers

    def close(self, table: Table, rows: Rows, cards: Cards, where: Any = ALL) -> None:
        """Carry out the trade.

        Args:
            table: the games.
            rows: lanes of the games.
            cards: the card at which each game trades.
            where: indices of the rows in which the trade is made; all by default.
        """
        price = prices(table.rules)[cards[where]]
        for good, units in self.swaps:
            exchange(table, rows[where], good if isinstance(good, int) else good[where], units[where], price)


Offer = Callable[[Table, Judge, Rows, Cards], Bargain]
"""Function that returns the best bargain at cards of one kind, in flight or as stations."""


class Outcome(NamedTuple):
    """Outcome of a card for the player who met it, from which the sentence about it is made.

    Args:
        counts: changes of the player's counts, by name in COUNTS.
        colonies: new colonies.
        stations: new stations.
        adventures: adventures that were fulfilled.
        astro: Astro gained.
        fight: sums of die and strength of both sides in words, or "" without a fight.
    """

    counts: Mapping[str, int]
    colonies: Sequence[str]
    stations: Sequence[str]
    adventures: Sequence[str]
    astro: int = 0
    fight: str = ""


def phrase_name(card: Card) -> str:
    """Name the card."""
    return card.name


def phrase_action(outcome: Outcome) -> tuple[str, str]:
    """Return the role of the line in a story (`Line.role`), and the action in words.

    The action is founding a station, a purchase or a sale; "" if the player passed.
    """
    if outcome.stations:
        return "point", "founds a station"
    return ("card", "buys" if outcome.astro < 0 else "sells") if outcome.counts["actions"] else ("pass", "")


@dataclass(frozen=True)
class CardKind:
    """Everything that the package knows of a kind of card, but its name.

    Args:
        meet: function that resolves the card.
        columns: columns that its cards use in the table of cards, besides id, stack, kind, name and station.
        price: function that yields the worth of cards, or None for cards that are worth nothing.
        offer: function that returns the best bargain, or None for cards without trade.
        founded_with: ship that is needed to found a colony on the card; None for other kinds of card. A station on an
            H always needs a trade ship.
        phrase_card: function that puts a card in words.
        phrase_outcome: function that puts an outcome in words.
        steps: steps of a record that only these cards allow.
        throws_dice: whether dice are thrown for the card. It is then resolved after all other cards. Its `meet` must
            mark the card as turned up before the dice, because dice may split lanes.
        unavoidable: whether captains who never act must resolve the card, too.
        waits: error message for steps of a record that come before the player has answered the card.
    """

    meet: Meet
    columns: tuple[str, ...] = ()
    price: Price | None = None
    offer: Offer | None = None
    founded_with: str | None = None
    phrase_card: Callable[[Card], str] = phrase_name
    phrase_outcome: Callable[[Outcome], tuple[str, str]] = phrase_action
    steps: Mapping[str, RecordStep] = field(default_factory=dict)
    throws_dice: bool = False
    unavoidable: bool = False
    waits: str = ""
