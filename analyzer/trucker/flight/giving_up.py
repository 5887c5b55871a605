"""Giving up of flights, forced or by choice (rules: "Abbruch des Fluges")."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.convoy.cargo import cubes
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.decisions import GIVES_UP, YES_OR_NO
from analyzer.trucker.convoy.events import Events, Facts, Phrase, StoryWriter
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import ENDINGS, BoolArray
from analyzer.trucker.convoy.worth import value_of_cubes
from analyzer.trucker.sayings.phrases import credits
from analyzer.trucker.ship.bitboard import IntArray
from analyzer.trucker.ship.tokens import HUMANS
from analyzer.trucker.wrecks.facts import launched


def check_after_card(convoy: Convoy) -> None:
    """Make ships give up after a card if they could not move in open space, have no humans, or are lapped.

    A ship of a fleet that nobody can steer leaves its fleet. By the basic rules no ship gives up.
    """
    if convoy.basic:
        return
    # Nothing but these three columns can end a flight, so most cards need no look at the ships.
    changed, formation, cards = set(convoy.written), convoy.formation, convoy.slot + 1
    if "stuck" in changed:
        for ship in convoy.chosen_ships(convoy.column("flying") & convoy.column("stuck")):
            give_up(ship, "no_engines", cards)
    if "crew" in changed:
        for ship in convoy.chosen_ships(convoy.column("flying") & (convoy.column("crew") & HUMANS == 0)):
            give_up(ship.where(formation.steering_crew(ship) == 0), "no_humans", cards)
        formation.leave_unsteered(convoy, cards)
    if "position" in changed and convoy.seats > 1:
        flying, positions = convoy.column("flying"), convoy.column("position")
        leader = np.where(flying, positions, np.iinfo(np.int32).min).max(axis=0)
        # Markers never share a space, so a distance of exactly one lap cannot come up (docs/rulings.md).
        for ship in convoy.chosen_ships(flying & (leader - positions >= convoy.level.lap)):
            give_up(ship, "lapped", cards)


def give_up(ship: ShipsInFlight, why: str, cards: int) -> None:
    """Let the given ships give up: their flight ends, and their markers leave the board.

    Args:
        ship: The ships.
        why: Reason, one of ENDINGS.
        cards: Number of cards flown.
    """
    if ship.none:
        return
    ship.emit("gives up", why=why)
    ship.convoy.formation.all_leave(ship, why, cards)
    ship.flying = False
    ship.ending = ENDINGS.index(why)
    ship.cards_flown = cards


def check_before_card(convoy: Convoy, cards_left: int) -> None:
    """Let captains give up before a card if they fear a higher cost from the coming cards than giving up costs.

    All captains decide at once. After that, they may take single ships out of fleets.
    """
    dreaded = any(captain.dread or captain.doom for captain in convoy.captains)
    if convoy.basic or not (dreaded or convoy.decisions):
        return
    rank = convoy.formation.final_places(convoy)
    leaving = []
    for ship in convoy.ships():
        wants = dreads(ship, cards_left, rank[ship.numbers, ship.flights])
        leaving.append(ship.where(ship.decide(GIVES_UP, wants, lambda number: YES_OR_NO)))
    # Nobody leaves before everybody has decided.
    for ship in leaving:
        give_up(ship, "gave_up", cards=convoy.slot)
    convoy.formation.take_out(convoy, cards_left)


def dreads(ship: ShipsInFlight, cards_left: int, place: IntArray) -> BoolArray:
    """Return for each ship whether its captain fears a higher cost from the coming cards than giving up costs.

    Giving up costs half of the price of the goods and the reward for the present place.

    Args:
        ship: The ships.
        cards_left: Number of coming cards.
        place: Place of each ship, 0 for the first.
    """
    built = ship.fact(launched)
    value = value_of_cubes(ship, cubes(ship))
    order_rewards = np.array(ship.convoy.level.order_rewards)
    at_stake = 100 * (value - half_price(value)) + 100 * order_rewards[place]
    feared = ship.captain.dread * cards_left * ship.convoy.formation.lost(ship)
    ship.emit("dreads", feared=feared, at_stake=at_stake, built=built)
    # The share of components lost, multiplied out to stay in whole numbers.
    return np.asarray(feared > at_stake * built)


def half_price(value: IntArray) -> IntArray:
    """Return the credits for goods after giving up: half of their value, rounded up."""
    return np.asarray((value + 1) // 2)


def on_gives_up(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line for a ship whose flight is over."""
    if facts["why"] != "gave_up":
        tale.add(ship, "leaves", why=facts["why"])
        return
    tale.add_before(ship, "leaves", why=facts["why"])
    tale.left_before(ship)


def on_dreads(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line on a captain's fear of the coming cards, and on the price of leaving."""
    if facts["feared"]:
        feared = facts["feared"] / facts["built"] / 100
        tale.add_before(ship, "dread", feared=feared, at_stake=facts["at_stake"] / 100)


def phrase_leaves(facts: Facts) -> str:
    """Return the predicate of a story's sentence on why a ship's flight ends before the last card."""
    match facts["why"]:
        case "no_engines":
            return "cannot move in open space and must give up"
        case "no_humans":
            return "has no human left and must give up"
        case "lapped":
            return "is a lap behind and must give up"
        case _:
            return "gives up before the next card is revealed"


def phrase_dread(facts: Facts) -> str:
    """Return a phrase for a story on a captain's fear of the coming cards, and on the price of giving up."""
    feared, at_stake = credits(facts["feared"]), credits(facts["at_stake"])
    return f"the captain expects to lose {feared} by flying on and {at_stake} by giving up"


EVENTS = Events(
    handlers={"gives up": on_gives_up, "dreads": on_dreads},
    phrases={"leaves": Phrase(phrase_leaves, of_rivals=phrase_leaves), "dread": Phrase(phrase_dread)},
)
