"""A kind of card: how it is resolved, what it is worth to a captain, what may be traded there, its words and steps."""

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
"""Resolve the cards that were turned up, one in each of those rows, for the player at turn."""
Price = Callable[[Holdings, Sequence[Card]], Iterator[Numbers]]
"""(lanes,) for each of those cards: what it would be worth to the player at turn, if they met it now."""


class Bargain(NamedTuple):
    """What the player at turn would trade at a card in each row, and the gain of it all in tenths of an Astro.

    swaps: goods, by row or one for all, and their units, those sold below 0.
    """

    swaps: list[tuple[Goods | int, Numbers]]
    gain: Numbers

    def close(self, table: Table, rows: Rows, cards: Cards, where: Any = ALL) -> None:
        """Trade in those of the rows."""
        price = prices(table.rules)[cards[where]]
        for good, units in self.swaps:
            exchange(table, rows[where], good if isinstance(good, int) else good[where], units[where], price)


Offer = Callable[[Table, Judge, Rows, Cards], Bargain]
"""The best bargain at cards of one kind, in flight or as stations."""


class Outcome(NamedTuple):
    """The outcome of a card: what was counted (COUNTS), new colonies, stations and adventures, and the Astro gained.

    fight: the sums of a fight in words, if there was one.
    """

    counts: Mapping[str, int]
    colonies: Sequence[str]
    stations: Sequence[str]
    adventures: Sequence[str]
    astro: int = 0
    fight: str = ""


def phrase_name(card: Card) -> str:
    """A card by its name."""
    return card.name


def phrase_action(outcome: Outcome) -> tuple[str, str]:
    """The role of the line, and what was done: a station, trade, or nothing."""
    if outcome.stations:
        return "point", "founds a station"
    return ("card", "buys" if outcome.astro < 0 else "sells") if outcome.counts["actions"] else ("pass", "")


@dataclass(frozen=True)
class CardKind:
    """All there is to a kind of card; its name is that of the module that ends with it.

    columns: what its rows in the table of cards hold besides id, stack, kind, name and whether they have an H; price:
    None for what is worth nothing; offer: None where nothing is traded; founded_with: the ship with which the card is
    founded, H aside; names: of its kinds, if the module has another name; phrase_card, phrase_outcome: a card, and what
    came of it, in words; steps: those of a record that only these cards allow; throws_dice: it is resolved last,
    and notes what was turned up itself, before lanes become more; unavoidable: it happens to captains who never act,
    too; waits: why other steps of a record are refused until it is answered.
    """

    meet: Meet
    columns: tuple[str, ...] = ()
    price: Price | None = None
    offer: Offer | None = None
    founded_with: str | None = None
    names: tuple[str, ...] = ()
    phrase_card: Callable[[Card], str] = phrase_name
    phrase_outcome: Callable[[Outcome], tuple[str, str]] = phrase_action
    steps: Mapping[str, RecordStep] = field(default_factory=dict)
    throws_dice: bool = False
    unavoidable: bool = False
    waits: str = ""
