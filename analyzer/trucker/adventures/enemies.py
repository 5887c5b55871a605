"""Rules of all enemies: they attack front to back until a ship beats them (rules: "Feinde")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

import numpy as np

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.decisions import CHARGES, TAKES, if_there_is_one
from analyzer.trucker.convoy.events import Events, Facts, Phrase, StoryWriter
from analyzer.trucker.convoy.power import cannons
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import BoolArray
from analyzer.trucker.convoy.strength import NEVER, Strength, kept_in_reserve, payable, phrase_reserve
from analyzer.trucker.convoy.track import fall_back
from analyzer.trucker.sayings.phrases import credits, many
from analyzer.trucker.ship.bitboard import IntArray


@dataclass(frozen=True)
class Enemy:
    """Rules of one kind of enemies: reward for winners and harm for defeated ships.

    Attributes:
        reward: Worth of the reward, in credits.
        collect: Takes the reward.
        harm: Captain's price of a defeat, in hundredths of a credit.
        defeat: Applies a defeat.
    """

    reward: Callable[[ShipsInFlight], IntArray]
    collect: Callable[[ShipsInFlight], None]
    harm: Callable[[ShipsInFlight], IntArray]
    defeat: Callable[[ShipsInFlight], None]


def attack(convoy: Convoy, enemy: Enemy) -> None:
    """Let enemies attack ships front to back: a weaker ship is defeated, the first stronger one ends the attack.

    After a tie or a defeat the enemies attack the next ship.
    """
    beaten = np.zeros(convoy.size, np.bool_)
    for every in convoy.front_to_back():
        ship = every.where(~every.of_flight(beaten))
        won, lost, takes = fight(ship, enemy)
        beaten[ship.flights] = won
        enemy.defeat(ship.where(lost))
        winner = ship.where(won & takes)
        enemy.collect(winner)
        fall_back(winner, winner.card.days)


def fight(ship: ShipsInFlight, enemy: Enemy) -> tuple[BoolArray, BoolArray, BoolArray]:
    """Return which ships win, which lose, and which winners take the reward.

    A winner takes the reward if it is worth more than the days it costs. Under the basic rules every winner must take
    it, so the worth of a victory may be negative.
    """
    profit = 100 * enemy.reward(ship) - ship.card.days * ship.day
    takes = (profit > 0) | ship.basic
    power = cannons(ship)
    charges = charges_for_battle(ship, power, np.where(takes, profit, 0), enemy.harm(ship))
    charges = ship.decide(CHARGES, charges, payable(power))
    strength = power(charges)
    # Cannons count in halves, printed strengths in whole numbers.
    won = strength > 2 * ship.card.strength
    # By the basic rules a winner must take the reward.
    takes = ship.decide(TAKES, takes, (lambda one: (bool(won[one]),)) if ship.basic else if_there_is_one(won))
    ship.emit("fights", strength=strength, profit=profit, takes=takes)
    power.spend(charges)
    return won, strength < 2 * ship.card.strength, takes


def charges_for_battle(ship: ShipsInFlight, strength: Strength, victory: IntArray, harm: IntArray) -> IntArray:
    """Return the charges of each captain's best option in a battle.

    The options are: no charges, the fewest that avoid defeat, or the fewest that win.

    Args:
        ship: The ships under attack.
        strength: Strength of their cannons by charges.
        victory: Worth of a victory, in hundredths of a credit.
        harm: Price of a defeat, in hundredths of a credit.
    """
    enemy, battery = 2 * ship.card.strength, ship.captain.battery
    # A tie is worth 0: the enemies neither harm the ship nor reward it.
    without = strength(0)
    chosen = np.zeros_like(without)
    best = np.where(without > enemy, victory, np.where(without < enemy, -harm, 0))
    to_hold = strength.fewest_charges(lambda reached: reached >= enemy)
    to_win = strength.fewest_charges(lambda reached: reached > enemy)
    # Where the fewest charges that avoid defeat also win, there is no tie.
    no_defeat = np.where(to_hold == to_win, victory, 0)
    for charges, outcome in ((to_hold, no_defeat), (to_win, victory)):
        worth = outcome - charges * battery
        better = (charges < NEVER) & (charges > 0) & (worth > best)
        chosen, best = np.where(better, charges, chosen), np.where(better, worth, best)
    ship.emit("prepares", without=without, to_hold=to_hold, to_win=to_win, victory=victory, harm=harm, enemy=enemy)
    return chosen


def on_prepares(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line on the options of a battle, and on a better one that needs charges held in reserve."""
    power = cannons(ship)

    def valued(charges: int) -> dict[str, Any]:
        strength, enemy = int(facts["without"] if charges == 0 else power(charges)[0]), facts["enemy"]
        worth = facts["victory"] / 100 if strength > enemy else -facts["harm"] / 100 if strength < enemy else 0.0
        return {
            "charges": charges,
            "strength": strength / 2,
            "worth": worth - charges * ship.captain.battery / 100,
        }

    options = [valued(charges) for charges in sorted({0, facts["to_hold"], facts["to_win"]} - {int(NEVER)})]
    best = max(option["worth"] for option in options)
    kept = max(map(valued, kept_in_reserve(power)), key=itemgetter("worth"), default=None)
    decides = kept is not None and kept["worth"] > best
    tale.add(
        ship,
        "battle",
        enemy=facts["enemy"] / 2,
        options=options,
        **({"kept": kept, "reserve": int(ship.captain.reserve)} if decides else {}),
    )


def on_fights(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Complete the story line of a battle: its end, and the worth of the reward after the days it costs."""
    battle = tale.latest("battle")
    strength, enemy = facts["strength"] / 2, battle["enemy"]
    outcome = "won" if strength > enemy else "lost" if strength < enemy else "tied"
    battle.update(strength=strength, outcome=outcome, profit=facts["profit"] / 100, takes=facts["takes"])


def phrase_battle(facts: Facts) -> str:
    """Return a phrase for a story on a battle: its options, its end, and the worth of a victory."""
    options = "; ".join(map(phrase_option, facts["options"]))
    if "kept" in facts:
        options += f"; {phrase_option(facts['kept'])}, but that would break into {phrase_reserve(facts['reserve'])}"
    worth = f" (worth {credits(facts['profit'])} after the days it costs)" if facts["outcome"] == "won" else ""
    return f"enemy strength {facts['enemy']:g}; {options}: {phrase_fought(facts)}{worth}"


def phrase_option(option: Facts) -> str:
    """Return a phrase on one option of a battle: its charges, its strength, and its worth."""
    charges = many(option["charges"], "charge") if option["charges"] else "no charge"
    return f"strength {option['strength']:g} with {charges} is worth {credits(option['worth'])} to the captain"


def phrase_fought(facts: Facts) -> str:
    """Return a phrase on how a battle ended."""
    strength = f"with strength {facts['strength']:g}"
    match facts["outcome"]:
        case "lost":
            return f"is defeated {strength}"
        case "tied":
            return f"ties {strength}, so nothing happens to it"
        case _:
            return f"beats them {strength} and {'takes' if facts['takes'] else 'declines'} the reward"


EVENTS = Events(
    handlers={"prepares": on_prepares, "fights": on_fights},
    phrases={"battle": Phrase(phrase_battle, of_rivals=phrase_fought)},
)
