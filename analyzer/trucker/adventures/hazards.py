"""Meteors and fire against one ship (rules: "Meteoriten", "Kampfzone", full rules on large meteors from the sides)."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.convoy.damage import destroy, first_hit
from analyzer.trucker.convoy.power import spend_one
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import Truth, Which
from analyzer.trucker.edition import Hit
from analyzer.trucker.ship.component import Side


def meteor(ship: Ship, hit: Hit, roll: Which) -> None:
    """A meteor of a card; `roll` has one dice sum for each flight of the ship."""
    ship.tell("meteor", hit=hit, roll=roll)
    (large_meteor if hit.large else small_meteor)(ship, hit.side, roll)


def fire(ship: Ship, hit: Hit, roll: Which) -> None:
    """A shot of a card."""
    ship.tell("fire", hit=hit, roll=roll)
    (heavy_fire if hit.large else light_fire)(ship, hit.side, roll)


def small_meteor(ship: Ship, side: Side, roll: Which) -> None:
    """Bounces off a smooth side; an exposed connector needs a shield and a charge."""
    first = first_hit(ship, side, roll)
    threatened = (first & ship.hull.connectors[side]) != 0
    hit = threatened & ~shielded(ship, side, threatened)
    destroy(ship.where(hit), first[hit])


def light_fire(ship: Ship, side: Side, roll: Which) -> None:
    """Only a shield and a charge help; nothing bounces."""
    first = first_hit(ship, side, roll)
    threatened = first != 0
    hit = threatened & ~shielded(ship, side, threatened)
    destroy(ship.where(hit), first[hit])


def large_meteor(ship: Ship, side: Side, roll: Which) -> None:
    """Only a cannon helps that points at it; a double cannon needs a charge."""
    first = first_hit(ship, side, roll)
    threatened = first != 0
    hit = threatened & ~shot_down(ship, side, roll, threatened)
    destroy(ship.where(hit), first[hit])


def heavy_fire(ship: Ship, side: Side, roll: Which) -> None:
    """Nothing helps."""
    first = first_hit(ship, side, roll)
    hit = first != 0
    destroy(ship.where(hit), first[hit])


def shielded(ship: Ship, side: Side, threatened: Truth) -> Truth:
    """Whether a shield to that side is used: it takes one charge, if the captain spends one on defence."""
    covered = threatened & ((ship.alive & ship.hull.shields[side]) != 0)
    used = defended(ship, covered)
    ship.tell("is shielded", threatened=threatened, covered=covered, used=used)
    return used


def shot_down(ship: Ship, side: Side, roll: Which, threatened: Truth) -> Truth:
    """Whether a cannon fires that faces that side and stands near enough: a single if there is one, else a double."""
    in_reach = ship.alive & ship.hull.reach[side].take(roll)
    by_single = threatened & ((in_reach & ship.hull.single_cannons[side]) != 0)
    by_double = threatened & ~by_single & ((in_reach & ship.hull.double_cannons[side]) != 0)
    fired = defended(ship, by_double)
    ship.tell("shoots", by_single=by_single, by_double=by_double, fired=fired)
    return np.asarray(by_single | fired)


def defended(ship: Ship, can_be: Truth) -> Truth:
    """Where a defence is ready: whether there is a charge for it and the captain spends it."""
    if not ship.captain.defends:
        return np.zeros_like(can_be)
    powered: Truth = can_be & (ship.charge != 0)
    spend_one(ship.where(powered))
    return powered
