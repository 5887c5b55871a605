"""Worth of goods, crew and pieces of a ship to its captain (docs/rulings.md, "What captains decide").

Worths are in hundredths of a credit.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.trucker.captains import Captains
from analyzer.trucker.convoy.crew import aboard
from analyzer.trucker.convoy.events import Events, Facts, Phrase, StoryWriter
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.sayings.phrases import credits as as_credits
from analyzer.trucker.ship.bitboard import IntArray, count
from analyzer.trucker.wrecks.facts import charge_seats, charges_left, components, containers, crew_seats, room
from analyzer.trucker.wrecks.wrecks import Numbers, Wrecks

PEOPLE_FIRST = np.int64(1 << 40)
"""Bonus for a piece of a broken ship with humans aboard; larger than any worth, because a ship needs a human."""


def earn(ship: ShipsInFlight, credits: IntArray | int) -> None:
    """Add credits that a card pays to each ship's counter `bounty`, and emit the event."""
    ship.emit("earns", credits=credits)
    ship.tally("bounty", credits)


def value_of_cubes(ship: ShipsInFlight, cubes: IntArray) -> IntArray:
    """Return the credits for which cubes sell at full price.

    Args:
        ship: The ships.
        cubes: Numbers of cubes. Shape (..., colours, ships).

    Returns:
        Credits in shape (..., ships), as int32 because callers multiply by 100.
    """
    values = np.array(ship.convoy.edition.good_values, np.int32)[:, None]
    return np.asarray((values * cubes).sum(axis=-2, dtype=np.int32))


def worth_of_piece(ship: ShipsInFlight, piece: Numbers) -> IntArray:
    """Return what one piece of each broken ship is worth to its captain, in hundredths of a credit. Shape (ships,).

    PEOPLE_FIRST is added if humans are aboard the piece, except under the basic rules.

    Args:
        ship: The ships that broke.
        piece: One piece of each ship, by its number in the register `convoy.wrecks`. Shape (ships,).
    """
    captain, wrecks = ship.captain, ship.convoy.wrecks
    humans, brown, purple = aboard(ship.crew & wrecks.table(crew_seats).take(piece))
    worth = captain.component * wrecks.table(components).take(piece)
    worth += captain.human * humans + captain.brown * brown + captain.purple * purple
    worth += captain.battery * count(ship.charge & wrecks.table(charges_left).take(piece))
    cubes = np.bitwise_count(ship.goods & wrecks.table(containers).take(piece)).astype(np.int64)
    worth += 100 * value_of_cubes(ship, cubes)
    ship.emit("weighs", piece=wrecks.squares.take(piece), worth=worth, humans=humans)
    return np.asarray(worth + PEOPLE_FIRST * ((humans > 0) & (not ship.basic)))


def bounds_of_worth(wrecks: Wrecks, captains: Captains, pieces: Numbers) -> tuple[IntArray, IntArray]:
    """Return the least and the greatest worth that pieces of ships can have to each captain, whatever is aboard.

    The worth is in hundredths of a credit. The bonus for humans, PEOPLE_FIRST, is left out. Both arrays have shape
    (..., captains).

    Args:
        wrecks: The register of the ships' wrecks.
        captains: The different captains of the convoy.
        pieces: The pieces, by their numbers in the register `wrecks`. Shape (...).
    """
    captain, pieces = captains.by_captain(), pieces[..., None]
    crew, dearest_cube = wrecks.table(crew_seats).take(pieces), max(wrecks.hulls[0].layout.edition.good_values)
    load: list[tuple[Any, IntArray]] = [
        *zip((captain.human, captain.brown, captain.purple), aboard(crew), strict=True),
        (captain.battery, wrecks.table(charge_seats).take(pieces)),
        (100 * dearest_cube, wrecks.table(room).take(pieces)),
    ]
    bare = captain.component * wrecks.table(components).take(pieces)
    # An empty ship and a full one are the bounds. A price may be negative, so the full ship may be worth least.
    least, most = (sum(bound(price, 0) * number for price, number in load) for bound in (np.minimum, np.maximum))
    return bare + least, bare + most


def on_earns(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line for credits that a card pays."""
    tale.add(ship, "credits", paid=facts["credits"])


def phrase_credits(facts: Facts) -> str:
    """Return a phrase for a story on the credits that a card pays."""
    return f"is paid {as_credits(facts['paid'])}"


EVENTS = Events(handlers={"earns": on_earns}, phrases={"credits": Phrase(phrase_credits)})
