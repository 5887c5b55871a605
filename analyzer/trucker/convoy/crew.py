"""Humans and aliens aboard, and who of them is given up (rules: "Aliens", FAQ on giving up crew)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np

from analyzer.trucker.convoy.decisions import GIVES, Legal, Shares
from analyzer.trucker.convoy.events import Events, Facts, Phrase, Tale, by_type
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import Truth
from analyzer.trucker.sayings.phrases import crew as who
from analyzer.trucker.ship.bitboard import Bits, Counts, count
from analyzer.trucker.ship.tokens import ALIENS, HUMANS

HUMAN = 0
BROWN, PURPLE = ALIENS


def aboard(crew: Bits) -> Counts:
    """(3, flights) How many humans, brown and purple aliens a crew has."""
    return np.stack([count(crew & HUMANS), count(crew & BROWN), count(crew & PURPLE)])


def humans(ship: ShipsInFlight) -> Counts:
    """How many humans are aboard; without one nobody can steer."""
    return count(ship.crew & HUMANS)


def has_brown(ship: ShipsInFlight) -> Truth:
    """Whether the brown alien is aboard, who speeds up engines."""
    return np.asarray((ship.crew & BROWN) != 0)


def has_purple(ship: ShipsInFlight) -> Truth:
    """Whether the purple alien is aboard, who strengthens cannons."""
    return np.asarray((ship.crew & PURPLE) != 0)


def occupied_cabins(ship: ShipsInFlight) -> Bits:
    """The cabins in which somebody lives, each as its first token."""
    occupied = np.zeros_like(ship.crew)
    for seat, cabins in enumerate(_cabins(ship)):
        occupied |= ship.crew >> np.uint64(seat) & cabins
    return occupied


def one_of_each(ship: ShipsInFlight, cabins: Bits) -> Bits:
    """One of the crew of each of those cabins, the one who would be given up first."""
    chosen = np.zeros_like(ship.crew)
    for seat, larger in enumerate(_cabins(ship)):
        here = ship.crew >> np.uint64(seat) & cabins & larger
        chosen |= here << np.uint64(seat)
        cabins = cabins & ~here
    return chosen


def _cabins(ship: ShipsInFlight) -> Iterator[Bits]:
    """By seat the first tokens of all cabins that have it, of each ship."""
    wrecks = ship.convoy.wrecks
    rooms = wrecks.stack.array("tokens.cabins")
    own = wrecks.hulls_of(ship.wreck)
    yield from (rooms[:, seat].take(own) for seat in range(rooms.shape[1]) if rooms[:, seat].any())


def whom_to_give(ship: ShipsInFlight, how_many: Counts | int) -> Counts:
    """(3, flights) How many of each type go: the captain's cheapest first, but the last human last of all.

    Of a fleet each ship keeps a last human as long as that can be.
    """
    there = aboard(ship.crew)
    going = np.zeros_like(there)
    due = np.broadcast_to(how_many, there.shape[1:])
    spare = there.copy()
    spare[HUMAN] -= ship.convoy.formation.kept_back(ship, there[HUMAN])
    each = slice(None) if ship.only else np.arange(ship.size)
    for kind in ship.captain.crew_order:  # one for all, or one for each
        going[kind, each] = goes = np.minimum(due, spare[kind, each])
        due = due - goes
    going[HUMAN] += np.minimum(due, there[HUMAN] - going[HUMAN])
    return going


def give_up_crew(ship: ShipsInFlight, how_many: Counts | int) -> None:
    """Give up that many of the crew, or all; humans leave the cabins with the highest risk first."""
    if ship.none:
        return
    crew, going = ship.crew, whom_to_give(ship, how_many)
    going = ship.decide(GIVES, going, all_ways(crew, going))
    ship.emit("gives crew", given=going)
    left = ship.convoy.formation.humans_left(ship, going[HUMAN])
    for alien, goes in zip(ALIENS, going[HUMAN + 1 :], strict=True):
        left |= np.where(goes > 0, np.uint64(0), crew & alien)
    ship.crew = left


def all_ways(crew: Bits, going: Counts) -> Legal:
    """All ways to give up as many of a crew."""

    @cache
    def there() -> list[list[int]]:
        return aboard(crew).T.tolist()  # type: ignore[no-any-return]

    return lambda ship: Shares(tuple(there()[ship]), int(going[:, ship].sum()))


def cost_of_crew(ship: ShipsInFlight, how_many: Counts | int) -> tuple[Counts, Truth]:
    """What that many of the crew are worth to the captain, and whether the ship must leave as no human would remain."""
    captain = ship.captain
    going = whom_to_give(ship, how_many)
    there = humans(ship)
    strands = (there <= going[HUMAN]) & (not ship.basic)
    cost = captain.human * going[HUMAN] + captain.brown * going[1] + captain.purple * going[2]
    unsteered = ship.convoy.formation.left_unsteered(ship, there, going[HUMAN])
    return cost + captain.ship * np.where(strands, 0, unsteered), strands


def on_gives_crew(tale: Tale, ship: ShipsInFlight, facts: Facts) -> None:
    """Crew is given up."""
    left = aboard(ship.crew)[:, 0] - facts["given"]
    tale.add(ship, "crew", given=by_type(facts["given"]), left=int(left.sum()))


def phrase_crew(facts: Facts) -> str:
    """Who goes, and how many are left."""
    return f"gives up {who(facts['given'])}, {facts['left']} left"


EVENTS = Events(handlers={"gives crew": on_gives_crew}, phrases={"crew": Phrase(phrase_crew)})
