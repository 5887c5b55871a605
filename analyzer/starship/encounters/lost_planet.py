"""Lost planet: a card without any action, which counts as a card flown; copies are alike and only counted."""

from __future__ import annotations

from analyzer.starship.captains.captain import Judge
from analyzer.starship.encounters.kind import CardKind
from analyzer.starship.tables import Card
from analyzer.starship.turn.acting import Cards
from analyzer.starship.turn.bits import Rows
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.table import Table


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards, dice: Dice) -> None:
    """Count another lost planet turned up."""
    table.turned_lost[rows] += 1


def phrase_card(card: Card) -> str:
    """Return words for the card, which has no name of its own."""
    return "lost planet"


KIND = CardKind(meet, phrase_card=phrase_card, unavoidable=True)
