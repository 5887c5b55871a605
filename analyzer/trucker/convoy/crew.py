"""Humans and aliens aboard, and who of them is given up (rules: "Aliens", FAQ on giving up crew)."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import Truth
from analyzer.trucker.convoy.tells import Facts, Said, Tale, Tells, by_type, hears, words
from analyzer.trucker.sayings.phrases import crew as who
from analyzer.trucker.ship.bitboard import ONE, Bits, Counts, count, drop_lowest, highest
from analyzer.trucker.ship.hull import MOST_SHIPS
from analyzer.trucker.ship.tokens import ALIENS, EVEN, HUMANS
from analyzer.trucker.wrecks.facts import components, crew_seats

HUMAN = 0
BROWN, PURPLE = ALIENS


def aboard(crew: Bits) -> Counts:
    """(3, flights) How many humans, brown and purple aliens a crew has."""
    return np.stack([count(crew & HUMANS), count(crew & BROWN), count(crew & PURPLE)])


def humans(ship: Ship) -> Counts:
    """How many humans are aboard; without one nobody can steer."""
    return count(ship.crew & HUMANS)


def has_brown(ship: Ship) -> Truth:
    """Whether the brown alien is aboard, who speeds up engines."""
    return np.asarray((ship.crew & BROWN) != 0)


def has_purple(ship: Ship) -> Truth:
    """Whether the purple alien is aboard, who strengthens cannons."""
    return np.asarray((ship.crew & PURPLE) != 0)


def occupied_cabins(crew: Bits) -> Bits:
    """The cabins in which somebody lives, each as the first of its two tokens."""
    return (crew | crew >> ONE) & EVEN


def one_of_each(crew: Bits, cabins: Bits) -> Bits:
    """One of the crew of each of those cabins, the one who would be given up first."""
    firsts = crew & cabins
    return firsts | ((cabins & ~firsts) << ONE)


def whom_to_give(ship: Ship, how_many: Counts | int) -> Counts:
    """(3, flights) How many of each type go: the captain's cheapest first, but the last human last of all.

    Of a fleet each ship keeps a last human as long as that can be.
    """
    there = aboard(ship.crew)
    given = np.zeros_like(there)
    asked = np.broadcast_to(how_many, there.shape[1:])
    for kind in ship.captain.crew_order:
        spare = there[kind] - kept_back(ship, there[HUMAN]) if kind == HUMAN else there[kind]
        given[kind] = np.minimum(asked, spare)
        asked = asked - given[kind]
    given[HUMAN] += np.minimum(asked, there[HUMAN] - given[HUMAN])
    return given


def kept_back(ship: Ship, humans: Counts) -> Counts:
    """How many of the humans are kept back: one, if there is any; of a fleet one on each ship that has one."""
    if ship.convoy.wrecks.fleets:
        return np.asarray((last_humans(ship) != 0).sum(axis=0))
    return np.asarray(humans > 0, np.int64)


def last_humans(fleet: Ship) -> Bits:
    """(MOST_SHIPS, ships) The human on each ship of a fleet who would be given up last."""
    return highest(fleet.by_ship(crew_seats) & fleet.crew & HUMANS)


def humans_left(fleet: Ship, given: Counts) -> Bits:
    """The humans left of a fleet; last ones go last, from the ship with fewest components, the later of equals."""
    last = last_humans(fleet)
    all_last = np.bitwise_or.reduce(last, axis=0)
    spare = fleet.crew & HUMANS & ~all_last
    short = np.maximum(given - count(spare), 0)
    left = drop_lowest(spare, given) | all_last
    size = np.where(last != 0, fleet.by_ship(components), 1 << 20) * MOST_SHIPS - np.arange(MOST_SHIPS)[:, None]
    for one, own in zip(last, size, strict=True):
        before = (size < own).sum(axis=0)
        left = np.where(before < short, left & ~one, left)
    return np.asarray(left)


def give_up_crew(ship: Ship, how_many: Counts | int) -> None:
    """Give up that many of the crew, or all; humans leave the cabins with the highest risk first."""
    if ship.none:
        return
    crew, given = ship.crew, whom_to_give(ship, how_many)
    ship.tell("gives crew", given=given)
    fleets = ship.convoy.wrecks.fleets
    left = humans_left(ship, given[HUMAN]) if fleets else drop_lowest(crew & HUMANS, given[HUMAN])
    for alien, goes in zip(ALIENS, given[HUMAN + 1 :], strict=True):
        left |= np.where(goes > 0, np.uint64(0), crew & alien)
    ship.crew = left


def cost_of_crew(ship: Ship, how_many: Counts | int) -> tuple[Counts, Truth]:
    """What the captain thinks that many of his crew are worth, and whether he must leave as no human would remain."""
    captain = ship.captain
    given = whom_to_give(ship, how_many)
    there = humans(ship)
    strands = (there <= given[HUMAN]) & (not ship.basic)
    cost = np.array([captain.human, captain.brown, captain.purple]) @ given
    if ship.convoy.wrecks.fleets:
        unsteered = np.maximum(kept_back(ship, there) - (there - given[HUMAN]), 0)
        cost = cost + captain.ship * np.where(strands, 0, unsteered)
    return cost, strands


@hears
def hear_gives_crew(tale: Tale, ship: Ship, facts: Facts) -> None:
    """Crew is given up."""
    left = aboard(ship.crew)[:, 0] - facts["given"]
    tale.add(ship, "crew", given=by_type(facts["given"]), left=int(left.sum()))


@words
def say_crew(facts: Facts) -> str:
    """Who goes, and how many are left."""
    return f"gives up {who(facts['given'])}, {facts['left']} left"


TELLS = Tells(heard={"gives crew": hear_gives_crew}, said={"crew": Said(say_crew)})
