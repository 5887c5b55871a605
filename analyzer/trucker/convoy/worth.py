"""What a captain thinks things are worth, in hundredths of a credit (docs/rulings.md, "What captains decide")."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.convoy.crew import aboard
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.tells import Facts, Said, Tale, Tells, hears, words
from analyzer.trucker.sayings.phrases import credits as as_credits
from analyzer.trucker.ship.bitboard import Bits, Counts, count

PEOPLE_FIRST = np.int64(1 << 40)
"""More than any piece is worth: a piece with humans is preferred to one without, where nobody flies on without."""


def earn(ship: Ship, credits: int) -> None:
    """Be paid by a card."""
    ship.tell("earns", credits=credits)
    ship.bounty = ship.bounty + credits


def value_of_goods(ship: Ship, goods: Bits) -> Counts:
    """Credits that cubes (colours, flights) sell for."""
    return value_of_cubes(ship, np.bitwise_count(goods).astype(np.int64))


def value_of_cubes(ship: Ship, cubes: Counts) -> Counts:
    """Credits that numbers of cubes (colours, flights) sell for."""
    return np.asarray(np.array(ship.hull.layout.edition.good_values) @ cubes)


def worth_of_piece(ship: Ship, piece: Bits) -> Counts:
    """What a piece of a broken ship is worth, more with humans if they are needed; -1 if there is no piece."""
    captain, tokens = ship.captain, ship.hull.tokens
    humans, brown, purple = aboard(ship, tokens.crew_left(ship.crew, piece))
    worth = captain.component * count(piece)
    worth += captain.human * humans + captain.brown * brown + captain.purple * purple
    worth += captain.battery * count(ship.charge & tokens.charges.left(piece))
    worth += 100 * value_of_goods(ship, ship.goods & tokens.containers.left(piece))
    ship.tell("weighs", piece=piece, worth=worth, humans=humans)
    needed = (humans > 0) & (not ship.basic)
    return np.where(piece == 0, -1, worth + PEOPLE_FIRST * needed)


@hears
def hear_earns(tale: Tale, ship: Ship, facts: Facts) -> None:
    """A card pays."""
    tale.add(ship, "credits", paid=facts["credits"])


@words
def say_credits(facts: Facts) -> str:
    """What is paid."""
    return f"is paid {as_credits(facts['paid'])}"


TELLS = Tells(heard={"earns": hear_earns}, said={"credits": Said(say_credits)})
