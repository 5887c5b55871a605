"""Sabotage: something explodes on the ship with the smallest crew (rules: "Sabotage")."""

from __future__ import annotations

from functools import partial

import numpy as np

from analyzer.trucker.adventures.combat_zone import WEAKEST, mark_weakest
from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.damage import destroy, kind_on
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import Which
from analyzer.trucker.convoy.tells import Facts, Said, Tale, Tells, hears, squares, words
from analyzer.trucker.edition import Card
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.sayings.phrases import in_words
from analyzer.trucker.ship.bitboard import count
from analyzer.trucker.ship.component import Side

TRIES = 3


def sabotage(convoy: Convoy, card: Card, dice: Dice) -> None:
    """Up to three times a column and a row are rolled; the first component found there is lost.

    A ship flying alone is left in peace.
    """
    convoy.together(convoy.several_fly(), partial(explode, dice=dice))


def explode(convoy: Convoy, dice: Dice) -> None:
    """Mark the ship with the smallest crew (of equals the front-most); try until it is hit or the tries are over."""
    mark_weakest(convoy, count(convoy.state.crew))
    for attempt in range(TRIES):
        convoy.state.aim = dice.roll(convoy, 2 * attempt, still_under_threat(convoy))
        rolled = dice.roll(convoy, 2 * attempt + 1, still_under_threat(convoy))
        for ship in convoy.marked_ships():
            columns, rows = ship.hull.lines[Side.FRONT], ship.hull.lines[Side.LEFT]
            column, row = convoy.state.aim[ship.flights], rolled[ship.flights]
            there = columns.take(column) & rows.take(row) & ship.alive
            ship.tell("is searched", column=column, row=row, there=there)
            found = there != 0
            destroy(ship.where(found), there[found])
            ship.marked = ~found


def still_under_threat(convoy: Convoy) -> Which:
    """The flights in which the saboteurs have not hit yet."""
    return np.flatnonzero(convoy.state.marked.any(axis=0))


@hears
def hear_is_searched(tale: Tale, ship: Ship, facts: Facts) -> None:
    """Saboteurs look for something to blow up."""
    found = squares(ship.hull, facts["there"])
    square = found[0] if found else None
    kind = kind_on(ship, square) if square else None
    tale.add(ship, "search", column=facts["column"], row=facts["row"], square=square, kind=kind)


@words
def say_search(facts: Facts) -> str:
    """A try of saboteurs."""
    tried = f"saboteurs roll column {facts['column']}, row {facts['row']}"
    if facts["square"] is None:
        return f"{tried}: nothing there"
    return f"{tried}: {in_words(facts['kind'])} explodes"


@words
def say_several() -> str:
    """Such cards."""
    return "sabotage"


TELLS = Tells(heard={"is searched": hear_is_searched}, said={"search": Said(say_search, of_rivals=say_search)})
KIND = CardKind(sabotage, tells=(TELLS, WEAKEST), spares_the_lone=True, several=say_several, place=40)
