"""Meteors and fire against one ship (rules: "Meteoriten", "Kampfzone", full rules on large meteors from the sides)."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.convoy.damage import destroy, first_hit
from analyzer.trucker.convoy.power import spend_one
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.state import Truth, Which
from analyzer.trucker.convoy.tells import Facts, Said, Tale, Tells, hears, words
from analyzer.trucker.edition import Hit
from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.ship.component import SIDE_NAMES, Side


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


@hears
def hear_meteor(tale: Tale, ship: Ship, facts: Facts) -> None:
    """A meteor comes."""
    hear_coming(tale, ship, facts, "large meteor" if facts["hit"].large else "small meteor")


@hears
def hear_fire(tale: Tale, ship: Ship, facts: Facts) -> None:
    """A shot comes."""
    hear_coming(tale, ship, facts, "heavy fire" if facts["hit"].large else "light fire")


@hears
def hear_coming(tale: Tale, ship: Ship, facts: Facts, what: str) -> None:
    """Something comes, and flies past until more is heard of it."""
    side = SIDE_NAMES[facts["hit"].side]
    tale.add(ship, "hazard", hazard=what, side=side, roll=facts["roll"], square=None, kind=None, outcome="missed")


@hears
def hear_is_shielded(tale: Tale, ship: Ship, facts: Facts) -> None:
    """It bounces off, or a shield holds it, or why none does."""
    hazard = tale.latest("hazard")
    if hazard["outcome"] == "missed":
        return
    if not facts["threatened"]:
        hazard["outcome"] = "bounced"
    elif facts["used"]:
        hazard.update(outcome="shielded", charges=1)
    else:
        hazard["why"] = why_undefended(ship) if facts["covered"] else "no shield covers that side"


@hears
def hear_shoots(tale: Tale, ship: Ship, facts: Facts) -> None:
    """A cannon shoots it down, or why none does."""
    hazard = tale.latest("hazard")
    if facts["by_single"]:
        hazard.update(outcome="shot_down", by="single cannon")
    elif facts["fired"]:
        hazard.update(outcome="shot_down", by="double cannon", charges=1)
    elif hazard["outcome"] != "missed":
        hazard["why"] = why_undefended(ship) if facts["by_double"] else "no cannon bears on it"


@hears
def why_undefended(ship: Ship) -> str:
    """Why a defence that is there is not used."""
    return "no charge is left" if ship.captain.defends else "the captain spends no charge on defence"


@words
def say_hazard(facts: Facts) -> str:
    """A meteor or a shot, what it met, and what came of that."""
    comes = f"{facts['hazard']} from the {facts['side']}, roll {facts['roll']}"
    if facts["square"] is None:
        return f"{comes}: flies past"
    met = f"{comes}: {in_words(facts['kind'])} at {at(facts['square'])}"
    match facts["outcome"]:
        case "bounced":
            return f"{met}, bounces off a smooth side"
        case "shielded":
            return f"{met}, held by a shield"
        case "shot_down":
            return f"{met}, shot down by a {facts['by']}"
        case _:
            return f"{met} is hit" + (f": {facts['why']}" if "why" in facts else ", nothing helps against that")


TELLS = Tells(
    heard={"meteor": hear_meteor, "fire": hear_fire, "is shielded": hear_is_shielded, "shoots": hear_shoots},
    said={"hazard": Said(say_hazard)},
)
