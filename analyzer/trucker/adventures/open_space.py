"""Open space: every ship moves by the strength of its engines (rules: "Freier Weltraum")."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.decisions import CHARGES
from analyzer.trucker.convoy.events import Events, Facts, Phrase, StoryWriter
from analyzer.trucker.convoy.power import engines
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.strength import NEVER, Strength, kept_in_reserve, payable, phrase_reserve
from analyzer.trucker.convoy.track import advance, distances_to_others, passed
from analyzer.trucker.convoy.worth_ahead import ShipView, price_of_charges, values_in, with_values
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.sayings.phrases import credits, many
from analyzer.trucker.ship.bitboard import IntArray


def open_space(convoy: Convoy, dice: Dice) -> None:
    """Resolve the card front to back; each ship moves before the next decides, and a ship that cannot move is stuck.

    In editions with the switch `stuck_if_announced`, a ship is stuck if it announced strength 0. In other editions, it
    is stuck only if its strength would be 0 even with all its charges.
    """
    # Later ships are expected where their engines would take them; each real move replaces an expectation.
    expected = expected_positions(convoy) if values_in(convoy) is not None else None
    for ship in convoy.front_to_back():
        convoy.formation.expel(ship, convoy.slot + 1)
        power = engines(ship, moving=True)
        some = with_values(ship)
        by_values = bool(some.size)
        charges = charges_for_speed(ship, power) if some.size < ship.size else np.zeros(ship.size, np.int64)
        if expected is not None and some.size:
            charges[some] = 0
            some = some.take((power.usable.take(some) > 0).nonzero()[0])
            charges[some] = charges_by_values(ship.at(some).under_one_captain(), expected)
        charges = ship.decide(CHARGES, charges, payable(power))
        strength = power(charges)
        # Read before charges are spent: the strength that the ship announced, or the most that it could have had.
        at_most = strength if convoy.edition.stuck_if_announced else power.at_most
        ship.where(at_most == 0).stuck = True
        ship.emit("speeds", charges=charges, strength=strength, by_values=by_values)
        power.spend(charges)
        advance(ship, strength)
        if expected is not None:
            expected[ship.numbers, ship.flights] = ship.position


def charges_for_speed(ship: ShipsInFlight, power: Strength) -> IntArray:
    """Return the number of charges with the highest worth of days gained, less the price of the charges.

    A ship that would stand still may use one charge of the captain's reserve. In editions with the switch
    `stuck_if_announced`, the captain's price of staying in the flight is added to the worth of any move.
    """
    stay = ship.captain.stay if ship.convoy.edition.stuck_if_announced else 0
    day = ship.day
    return power.best_charges(lambda strength: strength * day + stay * (strength > 0))


def expected_positions(convoy: Convoy) -> IntArray:
    """Return the space on which each ship is expected to stand after the card. Shape (ships, flights).

    Captains with fitted values use it for ships that move later. Each ship is assumed to spend all usable charges and
    to move by that strength; spaces of other ships are not skipped.
    """
    expected: IntArray = convoy.column("position").copy()
    for ship in convoy.ships():
        power = engines(ship, moving=True)
        expected[ship.numbers, ship.flights] += power(power.usable)
    return expected


def charges_by_values(ship: ShipsInFlight, expected: IntArray) -> IntArray:
    """Return the number of charges that is best by fitted values: worth of the place reached less price of charges.

    Of equally good numbers, the smallest is returned.

    Args:
        ship: The ships, all under captains with values.
        expected: Position of each ship that has moved, and expected position of the others. Shape (ships, flights).
    """
    if ship.none:
        return np.zeros(0, np.int64)
    power, scene = engines(ship, moving=True), ShipView.of(ship)
    stay = ship.captain.stay if ship.convoy.edition.stuck_if_announced else 0
    positions, distances, lap = scene.positions.copy(), distances_to_others(ship, +1), ship.convoy.level.lap
    # Cells are ship * flights + flight, so the division gives the numbers of the other ships.
    positions[1:] = expected[ship.others() // ship.convoy.state.size, ship.flights]
    chosen, best = np.zeros(ship.size, np.int64), np.full(ship.size, -NEVER)
    most = int(power.usable.max(initial=0))
    prices = price_of_charges(ship, np.arange(most + 1)[:, None])
    for charges in range(most + 1):
        strength, moved = power(charges), positions.copy()
        moved[0] += strength + passed(distances, strength, lap)
        worth = scene.worth(moved) + stay * (strength > 0) - prices[charges]
        better = (charges <= power.usable) & (worth > best)
        chosen[better], best = charges, np.where(better, worth, best)
    return chosen


def on_speeds(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line on engine strength and prices, and on a better strength that needs charges held in reserve."""
    if facts["by_values"]:
        tale.add(ship, "speed", charges=facts["charges"], strength=facts["strength"])
        return
    day, battery, power = int(np.min(ship.day)), ship.captain.battery, engines(ship, moving=True)
    prices = {"day": day / 100, "battery": battery / 100}
    worth = {charges: int(power(charges)[0]) * day - charges * battery for charges in kept_in_reserve(power)}
    best = max(worth, key=worth.__getitem__, default=0)
    usable = int(power.usable[0])
    if best and worth[best] > int(power(usable)[0]) * day - usable * battery:
        prices |= {"kept": int(power(best)[0]), "reserve": int(ship.captain.reserve)}
    tale.add(ship, "speed", charges=facts["charges"], strength=facts["strength"], **prices)


def phrase_speed(facts: Facts) -> str:
    """Return a phrase for a story on a ship's engine strength, and on the reason for the charges spent."""
    powered = f" with {many(facts['charges'], 'charge')}" if facts["charges"] else ""
    if "day" not in facts:
        return f"{phrase_strength(facts)}{powered} (chosen by what places and charges are worth later)"
    prices = f"two days are worth {credits(2 * facts['day'])}, a charge {facts['battery']:g}"
    if "kept" in facts:
        prices += f"; strength {facts['kept']} would break into {phrase_reserve(facts['reserve'])}"
    return f"{phrase_strength(facts)}{powered} ({prices})"


def phrase_strength(facts: Facts) -> str:
    """Return a phrase for a story on a rival's engine strength."""
    return f"engine strength {facts['strength']}"


EVENTS = Events(handlers={"speeds": on_speeds}, phrases={"speed": Phrase(phrase_speed, of_rivals=phrase_strength)})
KIND = CardKind(open_space, events=(EVENTS,), place=10)
