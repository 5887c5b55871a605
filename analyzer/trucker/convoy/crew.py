"""Humans and aliens aboard, and the order in which they are given up (rules: "Aliens", FAQ on giving up crew)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from analyzer.trucker.convoy.decisions import GIVES, Legal, Shares
from analyzer.trucker.convoy.events import Events, Facts, Phrase, StoryWriter, by_type
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import BoolArray
from analyzer.trucker.sayings.phrases import crew as who
from analyzer.trucker.ship.bitboard import Bits, IntArray, count, keep_highest
from analyzer.trucker.ship.component import COLOURS
from analyzer.trucker.ship.tokens import ALIENS, HUMANS
from analyzer.trucker.wrecks.facts import crew_seats

HUMAN = 0
BROWN, PURPLE = ALIENS


def aboard(crew: Bits) -> IntArray:
    """Return the numbers of humans, brown and purple aliens in each crew. Shape (3, ships)."""
    return np.stack([count(crew & HUMANS), count(crew & BROWN), count(crew & PURPLE)])


def humans(ship: ShipsInFlight) -> IntArray:
    """Return the number of humans aboard each ship; a ship without humans cannot be steered."""
    return count(ship.crew & HUMANS)


def has_brown(ship: ShipsInFlight) -> BoolArray:
    """Return whether the brown alien, who strengthens engines, is aboard."""
    return np.asarray((ship.crew & BROWN) != 0)


def has_purple(ship: ShipsInFlight) -> BoolArray:
    """Return whether the purple alien, who strengthens cannons, is aboard."""
    return np.asarray((ship.crew & PURPLE) != 0)


def free_seats(ship: ShipsInFlight) -> IntArray:
    """Return the number of empty places for humans in each ship's cabins."""
    return count(ship.fact(crew_seats) & HUMANS & ~ship.crew)


def take_aboard(ship: ShipsInFlight, how_many: IntArray | int) -> None:
    """Add up to `how_many` humans to each ship, as far as it has empty places; the safest cabins are filled first."""
    free = ship.fact(crew_seats) & HUMANS & ~ship.crew
    ship.crew = ship.crew | keep_highest(free, np.minimum(count(free), how_many))


def remove_alien(ship: ShipsInFlight, colour: str) -> None:
    """Remove the alien of a colour, brown or purple, from each ship that has one."""
    ship.crew = ship.crew & ~ALIENS[COLOURS.index(colour)]


def occupied_cabins(ship: ShipsInFlight) -> Bits:
    """Return the occupied cabins of each ship, as a mask with the bit of each cabin's first crew token."""
    occupied = np.zeros_like(ship.crew)
    for seat, cabins in enumerate(_cabins(ship)):
        # The humans of a cabin are neighbouring bits, so a shift by the seat moves each onto the first token. Aliens
        # have the highest bits: a shift moves them only onto tokens whose cabin has no such seat.
        occupied |= ship.crew >> np.uint64(seat) & cabins
    return occupied


def one_of_each(ship: ShipsInFlight, cabins: Bits) -> Bits:
    """Return one crew token from each given cabin: the token that is given up first.

    Args:
        ship: The ships.
        cabins: Mask of occupied cabins, with the bit of each cabin's first crew token.
    """
    chosen = np.zeros_like(ship.crew)
    # The lowest occupied seat of a cabin is given up first; a cabin that has given one is taken off the mask.
    for seat, larger in enumerate(_cabins(ship)):
        here = ship.crew >> np.uint64(seat) & cabins & larger
        chosen |= here << np.uint64(seat)
        cabins = cabins & ~here
    return chosen


def _cabins(ship: ShipsInFlight) -> Iterator[Bits]:
    """Yield, for n = 1, 2, ..., the mask of each ship's cabins that have room for n crew or more.

    A cabin is the bit of its first crew token.
    """
    wrecks = ship.convoy.wrecks
    rooms = wrecks.stack.array("tokens.cabins")
    own = wrecks.hulls_of(ship.wreck)
    yield from (rooms[:, seat].take(own) for seat in range(rooms.shape[1]) if rooms[:, seat].any())


def whom_to_give(ship: ShipsInFlight, how_many: IntArray | int) -> IntArray:
    """Return how many crew of each type are given up, if a ship gives up `how_many` in all. Shape (3, ships).

    The captain gives up the cheapest type first, but keeps the last human until nobody else is left. In a fleet, each
    ship keeps its last human as long as possible.
    """
    there = aboard(ship.crew)
    going = np.zeros_like(there)
    due = np.broadcast_to(how_many, there.shape[1:])
    spare = there.copy()
    spare[HUMAN] -= ship.convoy.formation.kept_back(ship, there[HUMAN])
    each = slice(None) if ship.only else np.arange(ship.size)
    # Each captain has an order of types, cheapest first; `kind` is one type for all ships, or one for each.
    for kind in ship.captain.crew_order:
        going[kind, each] = goes = np.minimum(due, spare[kind, each])
        due = due - goes
    # The last human goes only if crew is still asked for.
    going[HUMAN] += np.minimum(due, there[HUMAN] - going[HUMAN])
    return going


def give_up_crew(ship: ShipsInFlight, how_many: IntArray | int) -> None:
    """Remove `how_many` crew from each ship, or all of them if the crew is smaller.

    Humans leave the cabins with the highest risk first.
    """
    if ship.none:
        return
    crew, going = ship.crew, whom_to_give(ship, how_many)
    going = ship.decide(GIVES, going, legal_crew_losses(crew, going))
    ship.emit("gives crew", given=going)
    left = ship.convoy.formation.humans_left(ship, going[HUMAN])
    for alien, goes in zip(ALIENS, going[HUMAN + 1 :], strict=True):
        left |= np.where(goes > 0, np.uint64(0), crew & alien)
    ship.crew = left


def legal_crew_losses(crew: Bits, going: IntArray) -> Legal:
    """Return a `Legal` that lists, for a ship, all ways to give up its number of crew.

    Args:
        crew: Crew tokens of each ship. Shape (ships,).
        going: Crew of each type that the captain would give up; only their sum counts. Shape (3, ships).
    """

    @cache
    def there() -> list[list[int]]:
        return aboard(crew).T.tolist()  # type: ignore[no-any-return]

    return lambda ship: Shares(tuple(there()[ship]), int(going[:, ship].sum()))


def cost_of_crew(ship: ShipsInFlight, how_many: IntArray | int) -> tuple[IntArray, BoolArray]:
    """Return the captain's price of giving up `how_many` of the crew, and whether that ends the flight.

    Returns:
        The price in hundredths of a credit, and whether no human would remain. The latter is always False under the
        basic rules, by which nobody gives up. For a fleet that flies on, the price includes that of its ships that
        would lose their last human.
    """
    captain = ship.captain
    going = whom_to_give(ship, how_many)
    there = humans(ship)
    strands = (there <= going[HUMAN]) & (not ship.basic)
    cost = captain.human * going[HUMAN] + captain.brown * going[1] + captain.purple * going[2]
    unsteered = ship.convoy.formation.left_unsteered(ship, there, going[HUMAN])
    return cost + captain.ship * np.where(strands, 0, unsteered), strands


def on_gives_crew(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line for crew that is given up."""
    left = aboard(ship.crew)[:, 0] - facts["given"]
    tale.add(ship, "crew", given=by_type(facts["given"]), left=int(left.sum()))


def phrase_crew(facts: Facts) -> str:
    """Return a phrase for a story on the crew that is given up, and on how many are left."""
    return f"gives up {who(facts['given'])}, {facts['left']} left"


EVENTS = Events(handlers={"gives crew": on_gives_crew}, phrases={"crew": Phrase(phrase_crew)})
