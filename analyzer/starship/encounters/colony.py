"""Planet for a colony: founded with a colony ship, it gives a point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import Judge
from analyzer.starship.captains.values import Holdings
from analyzer.starship.encounters.founding import has_ship
from analyzer.starship.encounters.kind import CardKind, Numbers, Outcome
from analyzer.starship.tables import Card, Rules
from analyzer.starship.turn.acting import Cards, claim, threshold
from analyzer.starship.turn.bits import Rows, by_bit, colony_sets
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.points import goal, points
from analyzer.starship.turn.table import Table, ships_of

SHIP = "colony_ship"


@lru_cache(maxsize=64)
def numbers(rules: Rules) -> npt.NDArray[np.int8]:
    """Return the face of the yellow die on which each colony makes its good, indexed by bit number. Shape (64,)."""
    return by_bit(rules, lambda card: card.number, np.int8)


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards, dice: Dice) -> None:
    """Found a colony if that is worth an action, or pass."""
    worth = founding(table, judge, rows)[numbers(table.rules)[cards], np.arange(rows.size)]
    done = has_ship(table, SHIP, rows) & (worth > threshold(table, judge, rows))
    claim(table, rows[done], cards[done], SHIP)


def price(holdings: Holdings, cards: Sequence[Card]) -> Iterator[Numbers]:
    """Yield the worth of founding each colony, in tenths of an Astro; 0 without a colony ship. Shape (lanes,) each."""
    table = holdings.table
    worth = founding(table, holdings.judge, np.arange(table.lanes)) * (ships_of(table, SHIP)[table.me] > 0)
    yield from (worth[card.number] for card in cards)


def founding(table: Table, judge: Judge, rows: Rows) -> Numbers:
    """Return the worth of a new colony, in tenths of an Astro, by the face of the yellow die on which it produces.

    The shape is (faces, rows), with faces counted from 0. If a captain with `new_numbers_first` lacks a number, a
    colony on a number that they already have is worth 0 to them. If one more point would win, all numbers have their
    full worth.
    """
    rules = table.rules
    captain, sets = judge.captain, np.bitwise_or.reduce(colony_sets(rules), axis=0)
    worth = np.full((len(sets), rows.size), captain.point, np.int16)
    if captain.new_numbers_first:
        has = table.owned[table.me][rows] & sets[:, None] != 0
        # A second colony on a number brings no second unit: only one of them produces on a roll (rules, page 6).
        passes = ~has[[*{*rules.dice["yellow"]}]].all(axis=0) & (points(table, table.me, rows) + 1 < goal(rules))
        worth[has & passes] = 0
    return worth


def phrase_card(card: Card) -> str:
    """Name the card, the good that it makes, and the number."""
    return f"{card.name}, {card.good} on a {card.number}"


def phrase_outcome(outcome: Outcome) -> tuple[str, str]:
    """Say whether a colony was founded."""
    return ("point", "founds a colony") if outcome.colonies else ("pass", "")


KIND = CardKind(
    meet,
    ("good", "number"),
    price,
    founded_with=SHIP,
    phrase_card=phrase_card,
    phrase_outcome=phrase_outcome,
)
