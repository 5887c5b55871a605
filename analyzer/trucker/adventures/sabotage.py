"""Sabotage: a component explodes on the ship with the smallest crew (rules: "Sabotage")."""

from __future__ import annotations

from functools import partial

import numpy as np

from analyzer.trucker.adventures.combat_zone import WEAKEST, mark_weakest
from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.damage import destroy, kind_at
from analyzer.trucker.convoy.events import Events, Facts, Phrase, StoryWriter, squares
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import Indices, writable
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.sayings.phrases import in_words
from analyzer.trucker.ship.bitboard import Bits, count, position
from analyzer.trucker.ship.component import Side

TRIES = 3
"""Number of times that saboteurs roll for a square (rules: "Sabotage")."""


def sabotage(convoy: Convoy, dice: Dice) -> None:
    """Resolve the card: saboteurs roll a column and a row up to three times; the first component found there is lost.

    A ship that flies alone is spared.
    """
    convoy.together(convoy.with_several_flying(), partial(explode, dice=dice))


def explode(convoy: Convoy, dice: Dice) -> None:
    """Mark the ship with the smallest crew and roll until a component is hit or the tries are used up.

    If several crews are smallest, the ship farthest ahead is marked.
    """
    mark_weakest(convoy, count(convoy.state.crew[:, convoy.rows]))
    for attempt in range(TRIES):
        # The column goes into the state, because enumerated dice multiply the flights at the next roll.
        columns = dice.roll(convoy, 2 * attempt, convoy.with_marked())
        with writable(convoy.state.aim):
            convoy.state.aim[convoy.rows] = columns
        rolled = dice.roll(convoy, 2 * attempt + 1, convoy.with_marked())
        for ship in convoy.marked_ships():
            column, row = convoy.state.aim.take(convoy.rows.take(ship.flights)), ship.of_flight(rolled)
            there = component_at_roll(ship, column, row)
            ship.emit("is searched", column=column, row=row, there=there)
            is_hit = there != 0
            hit = ship.where(is_hit)
            destroy(hit, position(there[is_hit]))
            hit.marked = False  # no further try in these flights


def component_at_roll(ship: ShipsInFlight, column: Indices, row: Indices) -> Bits:
    """Return the component in a column and a row of each ship; empty where there is none."""
    wrecks = ship.convoy.wrecks
    hulls = wrecks.hulls_of(ship.wreck)
    columns, rows = (
        wrecks.stack.array("lines")[hulls, side, sums] for side, sums in ((Side.FRONT, column), (Side.LEFT, row))
    )
    return np.asarray(columns & rows & ship.alive)


def on_is_searched(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line for one try of the saboteurs to find a component."""
    there = squares(ship.hull, facts["there"])
    square = there[0] if there else None
    kind = kind_at(ship, square) if square else None
    tale.add(ship, "search", column=facts["column"], row=facts["row"], square=square, kind=kind)


def phrase_search(facts: Facts) -> str:
    """Return a phrase for a story on one try of the saboteurs: column, row, and the component found there."""
    tried = f"saboteurs roll column {facts['column']}, row {facts['row']}"
    if facts["square"] is None:
        return f"{tried}: nothing there"
    return f"{tried}: {in_words(facts['kind'])} explodes"


def phrase_several() -> str:
    """Return the plural of this kind of card, `sabotage`."""
    return "sabotage"


EVENTS = Events(
    handlers={"is searched": on_is_searched}, phrases={"search": Phrase(phrase_search, of_rivals=phrase_search)}
)
KIND = CardKind(
    sabotage, events=(EVENTS, WEAKEST), spares_the_lone=True, several=phrase_several, place=40, more_rolls=2 * TRIES
)
