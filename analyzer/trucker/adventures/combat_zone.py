"""Combat zone: three lines, and in each the worst ship suffers (rules: "Kampfzone")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from analyzer.trucker.adventures import hazards
from analyzer.trucker.adventures.hazards import fire
from analyzer.trucker.adventures.kind import CardKind
from analyzer.trucker.adventures.pirates import harm_of_shots
from analyzer.trucker.adventures.slavers import harm_to_crew
from analyzer.trucker.convoy.cargo import lose_goods, worth_of_lost_goods
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.crew import give_up_crew
from analyzer.trucker.convoy.decisions import CHARGES
from analyzer.trucker.convoy.events import Events, Facts, Phrase, StoryWriter
from analyzer.trucker.convoy.power import cannons, engines
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import BoolArray, Indices, hazard_number
from analyzer.trucker.convoy.strength import NEVER, Strength, kept_in_reserve, payable, phrase_reserve
from analyzer.trucker.convoy.track import fall_back
from analyzer.trucker.convoy.worth_ahead import (
    price_of_charges,
    price_of_crew,
    price_of_days,
    price_of_lost_goods,
    where_it_matters,
    with_values,
)
from analyzer.trucker.edition import CombatLine
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.sayings.phrases import UNITS, credits, many, penalty
from analyzer.trucker.ship.bitboard import IntArray, count


def combat_zone(convoy: Convoy, dice: Dice) -> None:
    """Resolve the card line by line; a ship that flies alone is spared."""
    convoy.together(convoy.with_several_flying(), partial(all_lines, dice=dice))


def all_lines(convoy: Convoy, dice: Dice) -> None:
    """Resolve every line: ships announce their strengths, and the weakest suffers before the next line is read."""
    first_roll = 0
    for line in convoy.card.lines:
        convoy.emit("line", line=line)
        mark_weakest(convoy, announced(convoy, line))
        suffer(convoy, line, dice, first_roll)
        # Shots are numbered through the whole card; lines that spared their victim keep their numbers
        # (docs/rulings.md).
        first_roll += len(line.shots)


def announced(convoy: Convoy, line: CombatLine) -> IntArray:
    """Return the strength or crew that each ship announces, front to back. Shape (ships, flights).

    Charges for it are spent. Entries of ships that no longer fly have no meaning.
    """
    strengths = np.zeros((convoy.seats, convoy.size), np.int64)
    if line.criterion == "crew":
        for ship in convoy.ships():
            strengths[ship.numbers, ship.flights] = count(ship.crew)
        return strengths
    strength = strength_of(line)
    for ship in convoy.ships():
        # Ships behind count without charges until they announce.
        strengths[ship.numbers, ship.flights] = strength(ship)(0)
    order = [*convoy.front_to_back()]
    for place, ship in enumerate(order):
        power, charges = strength(ship), np.zeros(ship.size, np.int64)
        foresees = np.broadcast_to(ship.captain.foresees, charges.shape)
        if not foresees.all():
            guessing = ship.where(~foresees).under_one_captain()
            safe = smallest_safe_strength(guessing, strengths)
            own = power if guessing is ship else strength(guessing)
            charges[~foresees] = charges_for_safety(guessing, own, safe, line)
        if foresees.any():
            foreseeing = ship.where(foresees).under_one_captain()
            charges[foresees] = foreseen_charges(foreseeing, strengths, order[place:], line)
        charges = ship.decide(CHARGES, charges, payable(power))
        strengths[ship.numbers, ship.flights] = power(charges)
        power.spend(charges)
    return strengths


def strength_of(line: CombatLine) -> Callable[[ShipsInFlight], Strength]:
    """Return the function that computes the cannon or engine strength that a line compares.

    Captains who foresee the announcements behind them hold no reserve of charges back.
    """

    def strength(ship: ShipsInFlight) -> Strength:
        power = cannons(ship) if line.criterion == "cannons" else engines(ship)
        power.reserve = power.reserve * np.logical_not(ship.captain.foresees)
        return power

    return strength


def smallest_safe_strength(ship: ShipsInFlight, strengths: IntArray) -> IntArray:
    """Return the smallest strength with which a ship is not the weakest, given the current strengths of the others.

    It equals the strength of a ship ahead, or exceeds that of a ship behind by 1. Ships behind may still spend charges
    after this ship has announced, so the result is a guess. Shape (ships,).

    Args:
        ship: The ships that announce.
        strengths: Announced strength of ships ahead, and strength without charges of ships behind. Shape (seats,
            flights).
    """
    state, others = ship.convoy.state, ship.others()
    numbers = others // state.size
    before = state.position.take(others) > ship.position
    # On a tie the ship ahead suffers, so a ship behind has to be beaten by 1: ~before is 1 for those behind.
    enough = np.where(state.flying.take(others), strengths[numbers, ship.flights] + ~before, NEVER)
    return np.asarray(enough.min(axis=0, initial=NEVER))


def charges_for_safety(ship: ShipsInFlight, power: Strength, safe: IntArray, line: CombatLine) -> IntArray:
    """Return the fewest charges that keep each ship from being the weakest; 0 if they are not worth their price.

    They are worth it if the captain's price of the penalty is higher than that of the charges.

    Args:
        ship: The ships that announce.
        power: Their strength by number of charges.
        safe: Smallest strength with which each ship is not the weakest.
        line: The line of the card.
    """
    charges = power.fewest_charges(lambda strength: strength >= safe)
    harm, price = harm_of(ship, line), price_of_charges(ship, np.where(charges < NEVER, charges, 0))
    ship.emit("compares", safe=safe, charges=charges, price=price, harm=harm)
    return np.where((charges < NEVER) & (harm > price), charges, 0)


def foreseen_charges(
    ship: ShipsInFlight, strengths: IntArray, yet_to_announce: list[ShipsInFlight], line: CombatLine
) -> IntArray:
    """Return the cheapest number of charges, foreseeing what the ships behind will announce (docs/rulings.md).

    Args:
        ship: The ships that announce, all under captains who foresee.
        strengths: Announced strength of ships ahead, and strength without charges of ships behind. Shape (seats,
            flights).
        yet_to_announce: The ships that announce now, then those behind them, front to back. One group for each place.
        line: The line of the card.
    """
    state, others, own = ship.convoy.state, ship.others(), strengths[ship.numbers, ship.flights]
    before = state.flying.take(others) & (state.position.take(others) > ship.position)
    least = np.where(before, strengths[others // state.size, ship.flights], NEVER).min(axis=0, initial=NEVER)
    charges, suffers = np.zeros((2, ship.size), np.int64)
    # On a tie the ship ahead suffers, so a ship ahead that is no stronger saves this one whatever happens behind.
    unsafe = (own < least).nonzero()[0]
    if unsafe.size:
        several = ship.at(unsafe)
        options = AnnouncingShips.of(several, np.arange(unsafe.size), unsafe.size, line)
        matters = where_it_matters(several, options.may_spend)
        if matters.size:
            unsafe, several, options = unsafe.take(matters), several.at(matters), options.at(matters)
            row = np.full(ship.convoy.size, -1)
            row[several.flights] = np.arange(unsafe.size)
            behind = [AnnouncingShips.in_rows(each, row, unsafe.size, line) for each in yet_to_announce[1:]]
            charges[unsafe], suffers[unsafe] = cheapest([options, *behind], least.take(unsafe))
    if ship.convoy.log is not None:
        price, harm = price_of_charges(ship, charges), harm_of(ship, line)
        ship.emit("foresees", unsafe=own < least, charges=charges, suffers=suffers, price=price, harm=harm)
    return charges


@dataclass(frozen=True)
class AnnouncingShips:
    """Ships that announce next in some flights, one in each, and all that they may announce at a line.

    Attributes:
        strengths: Strength by number of charges, NEVER in flights without such a ship. Shape (charges, flights).
        usable: Number of charges that the captain is willing to spend. Shape (flights,).
        prices: Captain's price of each number of charges. Shape (charges, flights).
        harm: Captain's price of the penalty. Shape (flights,).
        foresees: Whether the captain foresees what ships behind announce. Shape (flights,).
    """

    strengths: IntArray
    usable: IntArray
    prices: IntArray
    harm: IntArray
    foresees: IntArray

    @classmethod
    def in_rows(cls, ships: ShipsInFlight, row: IntArray, size: int, line: CombatLine) -> AnnouncingShips:
        """Return the announcing ships of selected flights, with their options at a line of the card.

        Args:
            ships: The ships at one place in flight order.
            row: Index of each flight of the convoy among the selected flights; -1 if it is not selected.
            size: Number of selected flights.
            line: The line of the card.
        """
        rows = row.take(ships.flights)
        here = (rows >= 0).nonzero()[0]
        return cls.of(ships.at(here).under_one_captain(), rows.take(here), size, line)

    @classmethod
    def of(cls, ships: ShipsInFlight, rows: Indices, size: int, line: CombatLine) -> AnnouncingShips:
        """Return the given ships as the announcing ships in rows of selected flights (see `in_rows`)."""
        power, captain = strength_of(line)(ships), ships.captain

        def spread(values: Any, missing: Any = 0) -> IntArray:
            if rows.size == size and isinstance(values, np.ndarray):
                return values
            whole = np.full((*np.shape(values)[:-1], size), missing)
            whole[..., rows] = values
            return whole

        charges = np.arange(int(power.usable.max(initial=0)) + 1)[:, None]
        strengths, prices = spread(power(charges), NEVER), spread(price_of_charges(ships, charges))
        return cls(strengths, spread(power.usable), prices, spread(harm_of(ships, line)), spread(captain.foresees))

    @property
    def may_spend(self) -> BoolArray:
        """Whether any charges may be worth their price. Shape (flights,)."""
        if len(self.prices) == 1:
            return np.zeros(self.usable.shape, np.bool_)
        return np.asarray((self.usable > 0) & (self.prices[1] < np.abs(self.harm)))

    def at(self, which: Indices) -> AnnouncingShips:
        """Return the ships in the flights with the given indices."""
        if which.size == self.usable.size:
            return self
        arrays = (self.strengths, self.usable, self.prices, self.harm, self.foresees)
        return AnnouncingShips(*(array.take(which, axis=-1) for array in arrays))


def announce(ships: list[AnnouncingShips], least: IntArray) -> IntArray:
    """Return the charges that the foremost ships spend. Shape (flights,).

    Captains who foresee take the cheapest number of charges; others spend the fewest that make the ship safe.

    Args:
        ships: Ships that have not announced yet, front to back.
        least: Smallest strength announced so far. Shape (flights,).
    """
    own, *behind = ships
    unspent = np.array([each.strengths[0] for each in behind]).reshape(len(behind), least.size)
    safe = np.minimum(least, unspent.min(axis=0, initial=NEVER) + 1)
    # Strength never falls with charges, so counting the failures gives the fewest charges that suffice.
    fewest = (own.strengths < safe).sum(axis=0)
    price = own.prices[np.minimum(fewest, len(own.prices) - 1), np.arange(least.size)]
    charges = np.where((fewest <= own.usable) & (own.harm > price), fewest, 0)
    charges[own.foresees != 0] = 0
    unsafe = ((own.foresees != 0) & (own.strengths[0] < least)).nonzero()[0]
    if unsafe.size:
        charges[unsafe], _ = cheapest([each.at(unsafe) for each in ships], least.take(unsafe))
    return charges


def cheapest(ships: list[AnnouncingShips], least: IntArray) -> tuple[IntArray, BoolArray]:
    """Return the charges that cost the foremost ships least, and whether those ships then suffer the penalty.

    Every number of charges is tried: the ships behind answer as `announce` says. Of equally cheap numbers, the smallest
    is taken.

    Args:
        ships: Ships that have not announced yet, front to back.
        least: Smallest strength announced so far. Shape (flights,).

    Returns:
        Charges, and whether the ship is the weakest. Both have shape (flights,).
    """
    chosen, suffers, cost = np.zeros(least.size, np.int64), np.ones(least.size, np.bool_), np.full(least.size, NEVER)
    left = np.arange(least.size)
    for charges in range(int(ships[0].usable.max(initial=0)) + 1):
        own = ships[0]
        # Prices never fall with charges, so a number whose bare price reaches the least cost ends the trials.
        bare = own.prices[charges] + np.minimum(own.harm, 0)
        still = ((charges <= own.usable) & (bare < cost.take(left))).nonzero()[0]
        if not still.size:
            break
        ships, least, left = [each.at(still) for each in ships], least.take(still), left.take(still)
        own, *behind = ships
        strength, every = own.strengths[charges], np.arange(left.size)
        so_far = np.minimum(least, strength)
        for number, each in enumerate(behind):
            announced = each.strengths[announce(behind[number:], so_far), every]
            so_far = np.minimum(so_far, announced)
        # Nobody ahead is as weak, or the ship would suffer less: a tie with a ship behind still hits this one.
        is_weakest = (strength < least) & (strength == so_far)
        each_cost = is_weakest * own.harm + own.prices[charges]
        better = (each_cost < cost.take(left)).nonzero()[0]
        which = left.take(better)
        chosen[which], suffers[which], cost[which] = charges, is_weakest.take(better), each_cost.take(better)
    return chosen, suffers


BY_VALUES = {"days": price_of_days, "crew": price_of_crew, "goods": price_of_lost_goods}
"""Price of each penalty of a combat line to captains with values; shots go by prices."""


def harm_of(ship: ShipsInFlight, line: CombatLine) -> IntArray:
    """Return the captain's price of the penalty of a combat line, in hundredths of a credit."""
    some, price = with_values(ship), BY_VALUES.get(line.penalty)
    if not some.size or price is None:
        return harm_by_prices(ship, line)
    if some.size == ship.size:
        return price(ship, line.amount)
    harm = harm_by_prices(ship, line)
    harm[some] = price(ship.at(some), line.amount)
    return harm


def harm_by_prices(ship: ShipsInFlight, line: CombatLine) -> IntArray:
    """Return the harm of a combat line by the captain's prices, whether they have values or not."""
    match line.penalty:
        case "days":
            return np.full(ship.cells.shape, line.amount * ship.captain.day)
        case "crew":
            return harm_to_crew(ship, line.amount)
        case "goods":
            return worth_of_lost_goods(ship, line.amount)
        case _:
            return harm_of_shots(ship, len(line.shots))


def mark_weakest(convoy: Convoy, strengths: IntArray) -> None:
    """Mark the ship with the least strength in each flight; if several tie, the one farthest ahead."""
    least = np.full(convoy.size, NEVER)
    weakest = np.full(convoy.size, -1)
    for ship in convoy.front_to_back():
        strength = strengths[ship.numbers, ship.flights]
        less = strength < least.take(ship.flights)
        flights = ship.flights[less]
        least[flights], weakest[flights] = strength[less], ship.numbers[less]
    convoy.emit("weakest", strengths=strengths, weakest=weakest)
    convoy.mark(weakest)


def suffer(convoy: Convoy, line: CombatLine, dice: Dice, first_roll: int) -> None:
    """Apply the penalty of a line to the marked ships: days, crew or goods lost, or shots.

    Args:
        convoy: The flights.
        line: The line of the card.
        dice: The dice for shots.
        first_roll: Number within the card of the first shot's roll.
    """
    penalties = {"days": fall_back, "crew": give_up_crew, "goods": lose_goods}
    if line.penalty in penalties:
        for ship in convoy.marked_ships():
            penalties[line.penalty](ship, line.amount)
    for number, shot in enumerate(line.shots, start=first_roll):
        roll = dice.roll(convoy, number)
        for ship in convoy.marked_ships():
            fire(ship, np.array([hazard_number(shot)]), ship.of_flight(roll))


def on_line(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line that says which line of the card is resolved."""
    read = facts["line"]
    amount = read.amount or len(read.shots)
    tale.add_for_all(ship, "line", criterion=read.criterion, penalty=read.penalty, amount=amount)


def on_compares(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line on the charges that keep the ship from being the weakest, and on the price of the penalty."""
    if ship.captain.foresees:
        return
    charges = None if facts["charges"] == NEVER else facts["charges"]
    price = None if charges is None else facts["price"] / 100
    cannon = tale.latest("line")["criterion"] == "cannons"
    safe = facts["safe"] / 2 if cannon else facts["safe"]
    power = (cannons if cannon else engines)(ship)
    is_in_reserve = charges is None and bool(power.at_most[0] >= facts["safe"])
    takes = next((more for more in kept_in_reserve(power) if power(more)[0] >= facts["safe"]), None)
    kept = {}
    if is_in_reserve and takes is not None:
        prices = {"takes_price": takes * ship.captain.battery / 100}
        kept = {"takes": takes, "reserve": int(ship.captain.reserve), **prices}
    tale.add(
        ship,
        "safety",
        safe=safe,
        charges=charges,
        price=price,
        harm=facts["harm"] / 100,
        in_reserve=is_in_reserve,
        **kept,
    )


def on_foresees(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line on a foreseeing captain's charges, on the price of the penalty, and on whether it comes."""
    known = {name: facts[name] for name in ("unsafe", "charges", "suffers")}
    tale.add(ship, "foresight", **known, price=facts["price"] / 100, harm=facts["harm"] / 100)


def on_weakest(tale: StoryWriter, ship: ShipsInFlight, facts: Facts) -> None:
    """Add a story line with the strength or crew of all ships and with the weakest ship; sabotage uses it too."""
    flying = ship.convoy.state.flying[:, ship.convoy.rows[0]].tolist()
    criterion = tale.latest("line").get("criterion", "crew")
    cannon = criterion == "cannons"
    by_number = {
        number: strength / 2 if cannon else strength
        for number, (strength, flies) in enumerate(zip(facts["strengths"], flying, strict=True))
        if flies
    }
    tale.add_for_all(ship, "weakest", criterion=criterion, shown=by_number, victim=facts["weakest"])


def phrase_line(facts: Facts) -> str:
    """Describe a line of a combat zone."""
    return f"who has the least {UNITS[facts['criterion']]} suffers: {penalty(facts['penalty'], facts['amount'])}"


def phrase_safety(facts: Facts) -> str:
    """Describe whether a ship spends charges not to be the weakest, and why.

    Its safety is a guess, because ships behind decide later.
    """
    expects = f"expects to be safe with {facts['safe']:g} or more"
    if facts["charges"] == 0:
        return f"{expects}: needs no charge"
    at_stake = f"{credits(facts['harm'])} at stake"
    if facts["charges"] is not None:
        spends = "spends" if facts["harm"] > facts["price"] else "keeps"
        them = "it" if facts["charges"] == 1 else "them"
        return f"{expects}: {phrase_needs(facts['charges'], facts['price'])}, {at_stake}: {spends} {them}"
    if not facts["in_reserve"]:
        return f"{expects}: out of reach, {at_stake}"
    if "takes" not in facts:
        return f"{expects}: the charges it takes are kept in reserve, {at_stake}"
    needs = f"{expects}: {phrase_needs(facts['takes'], facts['takes_price'])}"
    if facts["harm"] <= facts["takes_price"]:
        return f"{needs}, {at_stake}: not worth it"
    return f"{needs}, but that would break into {phrase_reserve(facts['reserve'])}, {at_stake}"


def phrase_foresight(facts: Facts) -> str:
    """Describe whether a ship with a foreseeing captain spends charges, and why."""
    if not facts["unsafe"]:
        return "foresees that a ship ahead is no stronger: needs no charge"
    if facts["charges"]:
        spent, it = phrase_needs(facts["charges"], facts["price"]), "it" if facts["charges"] == 1 else "them"
        return f"foresees what ships behind will spend: {spent}, {credits(facts['harm'])} at stake: spends {it}"
    if facts["suffers"]:
        return f"foresees what ships behind will spend: no charges pay, {credits(facts['harm'])} at stake"
    return "foresees what ships behind will spend: needs no charge"


def phrase_needs(charges: int, price: float) -> str:
    """Describe the charges that a ship needs not to be the weakest, and their price."""
    return f"needs {many(charges, 'charge')} for {credits(price)}"


def phrase_weakest(facts: Facts) -> str:
    """Describe the strength or crew of all ships, and the weakest ship."""
    names = facts["names"]
    strengths = ", ".join(f"{names[number]} {strength:g}" for number, strength in facts["shown"].items())
    return f"{UNITS[facts['criterion']]}: {strengths}; the least: {names[facts['victim']]}"


def phrase_several() -> str:
    """Return the plural `combat zones`."""
    return "combat zones"


WEAKEST = Events(handlers={"weakest": on_weakest}, phrases={"weakest": Phrase(phrase_weakest)})
EVENTS = Events(
    handlers={"line": on_line, "compares": on_compares, "foresees": on_foresees},
    phrases={
        "line": Phrase(phrase_line),
        "safety": Phrase(phrase_safety),
        "foresight": Phrase(phrase_foresight),
    },
)
KIND = CardKind(
    combat_zone,
    events=(EVENTS, WEAKEST, hazards.EVENTS),
    needs=("combat_lines",),
    one_by_one=True,
    spares_the_lone=True,
    several=phrase_several,
    place=120,
)
