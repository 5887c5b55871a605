"""Meteors and fire against ships (rules: "Meteoriten", "Kampfzone", full rules on large meteors from the sides)."""

from __future__ import annotations

import numpy as np

from analyzer.montecarlo.by_number import Figures
from analyzer.trucker.convoy.damage import destroy, kind_at
from analyzer.trucker.convoy.events import Events, Facts, Phrase, StoryWriter
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import SMALL, Indices
from analyzer.trucker.sayings.phrases import at, in_words
from analyzer.trucker.ship.bitboard import NOTHING, Bits
from analyzer.trucker.ship.component import SIDE_NAMES
from analyzer.trucker.ship.hull import nearest, own_ship
from analyzer.trucker.ship.strength import AskedHull
from analyzer.trucker.wrecks.wrecks import HARMLESS, UNSTOPPABLE, Hazard, Meeting, Sides, square_of

NO = np.False_
"""Value of `Meeting.harmless` for hazards that always harm the component in their way."""


def meteor(ship: ShipsInFlight, coming: Figures, roll: Indices) -> None:
    """Resolve one meteor against ships: each may be missed, safe, defended or hit.

    Args:
        ship: The ships.
        coming: The meteor, as a `hazard_number`, for each ship or for all.
        roll: Dice sum for each ship.
    """
    ship.emit("meteor", coming=coming, roll=roll)
    meet(ship, small_meteor, large_meteor, coming, roll)


def fire(ship: ShipsInFlight, coming: Figures, roll: Indices) -> None:
    """Resolve one shot against ships: each may be missed, defended or hit; arguments are those of `meteor`."""
    ship.emit("fire", coming=coming, roll=roll)
    meet(ship, light_fire, heavy_fire, coming, roll)


def small_meteor(hull: AskedHull, left: Bits, side: Sides, roll: Indices) -> Meeting:
    """Return how a small meteor meets each ship: a smooth side is safe, else a shield with a charge helps.

    The shield must belong to the ship that is hit.
    """
    first = first_hit(hull, left, side, roll)
    # A shield covers a whole side of its ship, wherever it lies (rules: "Schildgeneratoren").
    return Meeting(
        first,
        harmless=(first & hull.connectors[..., side]) == 0,
        with_a_charge=left & hull.shields[..., side] & own_ship(hull, first),
    )


def light_fire(hull: AskedHull, left: Bits, side: Sides, roll: Indices) -> Meeting:
    """Return how light fire meets each ship: only a charged shield of the ship that is hit helps."""
    first = first_hit(hull, left, side, roll)
    return Meeting(first, harmless=NO, with_a_charge=left & hull.shields[..., side] & own_ship(hull, first))


def large_meteor(hull: AskedHull, left: Bits, side: Sides, roll: Indices) -> Meeting:
    """Return how a large meteor meets each ship: only a cannon in reach that points at it helps.

    A single cannon needs no charge, a double cannon does.
    """
    in_reach = left & hull.reach[..., side, roll]
    shot_down = (in_reach & hull.single_cannons[..., side]) != 0
    return Meeting(
        first_hit(hull, left, side, roll), harmless=shot_down, with_a_charge=in_reach & hull.double_cannons[..., side]
    )


def heavy_fire(hull: AskedHull, left: Bits, side: Sides, roll: Indices) -> Meeting:
    """Return how heavy fire meets each ship: no component helps."""
    return Meeting(first_hit(hull, left, side, roll), harmless=NO, with_a_charge=NOTHING)


def first_hit(hull: AskedHull, left: Bits, side: Sides, roll: Indices) -> Bits:
    """Return the bit of the first component in the rolled column or row, seen from a side; 0 if there is none."""
    return nearest(left & hull.lines[..., side, roll], side)


def meet(ship: ShipsInFlight, small: Hazard, large: Hazard, coming: Figures, roll: Indices) -> None:
    """Let a hazard destroy the component in its way, unless it is harmless or the captain spends a charge in defence.

    Args:
        ship: The ships.
        small: Rule of small hazards.
        large: Rule of large hazards.
        coming: The hazard, as a `hazard_number`.
        roll: Dice sum for each ship.
    """
    fate = ship.convoy.formation.fate(ship, small, large, coming, roll)
    ship.emit("meets", fate=fate)
    # Fates are ordered: MISS, HARMLESS, UNSTOPPABLE, DEFENDABLE; the last two threaten the ship.
    threatened = (fate >= UNSTOPPABLE).nonzero()[0]
    ship, fate = ship.at(threatened), fate.take(threatened)
    hit = (~ship.convoy.formation.defend(ship, fate)).nonzero()[0]
    destroy(ship.at(hit), square_of(fate.take(hit)))


def on_meteor(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line for a meteor that comes at a ship."""
    on_coming(tale, ship, facts, "large meteor" if facts["coming"] > SMALL else "small meteor")


def on_fire(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line for a shot that comes at a ship."""
    on_coming(tale, ship, facts, "heavy fire" if facts["coming"] > SMALL else "light fire")


def on_coming(tale: StoryWriter, ship: ShipsInFlight, facts: Facts, what: str) -> None:
    """Add a story line that a hazard flies past; a later event replaces this outcome if the hazard meets the ship."""
    side = SIDE_NAMES[(facts["coming"] - 1) % len(SIDE_NAMES)]
    tale.add(ship, "hazard", hazard=what, side=side, roll=facts["roll"], square=None, kind=None, outcome="missed")


def on_meets(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Complete the story line of a hazard that is harmless or is about to hit."""
    if facts["fate"] < HARMLESS:
        return
    hazard, harmless = tale.latest("hazard"), facts["fate"] < UNSTOPPABLE
    square = ship.hull.squares[int(square_of(facts["fate"]))]
    hazard.update(square=square, kind=kind_at(ship, square), outcome="destroyed")
    if harmless:
        by_cannon = hazard["hazard"] == "large meteor"
        hazard.update({"outcome": "shot_down", "by": "single cannon"} if by_cannon else {"outcome": "bounced"})


def on_is_defended(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Complete the story line of a hazard: the shield or double cannon that helped, or why none did."""
    hazard = tale.latest("hazard")
    by_cannon = hazard["hazard"] == "large meteor"
    if facts["used"]:
        hazard.update({"outcome": "shot_down", "by": "double cannon"} if by_cannon else {"outcome": "shielded"})
        hazard["charges"] = 1
    elif facts["can_be"]:
        hazard["why"] = "no charge is left" if ship.captain.defends else "the captain spends no charge on defence"
    elif hazard["hazard"] != "heavy fire":
        hazard["why"] = "no cannon points at it" if by_cannon else "no shield covers that side"


def phrase_hazard(facts: Facts) -> str:
    """Return a phrase for a story on a meteor or a shot, the component in its way, and the outcome."""
    comes = f"{facts['hazard']} from the {facts['side']}, roll {facts['roll']}"
    if facts["square"] is None:
        return f"{comes}: flies past"
    text = f"{comes}: {in_words(facts['kind'])} at {at(facts['square'])}"
    match facts["outcome"]:
        case "bounced":
            return f"{text}, bounces off a smooth side"
        case "shielded":
            return f"{text}, stopped by a shield"
        case "shot_down":
            return f"{text}, shot down by a {facts['by']}"
        case _:
            return f"{text} is hit" + (f": {facts['why']}" if "why" in facts else ": nothing stops that")


EVENTS = Events(
    handlers={"meteor": on_meteor, "fire": on_fire, "meets": on_meets, "is defended": on_is_defended},
    phrases={"hazard": Phrase(phrase_hazard)},
)
