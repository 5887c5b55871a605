"""A planet for a colony: founded with a colony ship, a point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from analyzer.starship.captains.holdings import Holdings
from analyzer.starship.captains.judge import Judge
from analyzer.starship.encounters.founding import has_ship
from analyzer.starship.encounters.kind import CardKind, Numbers, Outcome, words
from analyzer.starship.tables import Card
from analyzer.starship.turn.acting import Cards, claim, threshold
from analyzer.starship.turn.bits import Rows
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.table import Table, ships_of

SHIP = "colony_ship"


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards, dice: Dice) -> None:
    """Found or pass."""
    done = has_ship(table, SHIP, rows) & (judge.captain.point > threshold(table, judge, rows))
    claim(table, rows[done], cards[done], SHIP)


def price(holdings: Holdings, cards: Sequence[Card]) -> Iterator[Numbers]:
    """A point, with a ship."""
    point = (ships_of(holdings.table, SHIP)[holdings.table.me] > 0) * np.int16(holdings.judge.captain.point)
    yield from [point] * len(cards)


@words
def phrase_card(card: Card) -> str:
    """Its name, what it makes, and on which number."""
    return f"{card.name}, {card.good} on a {card.number}"


@words
def phrase_outcome(outcome: Outcome) -> tuple[str, str]:
    """Founded or passed."""
    return ("point", "founds a colony") if outcome.colonies else ("pass", "")


KIND = CardKind(
    meet,
    ("good", "number"),
    price,
    founded_with=SHIP,
    phrase_card=phrase_card,
    phrase_outcome=phrase_outcome,
)
