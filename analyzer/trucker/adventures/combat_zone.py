"""Combat zone: three lines, and in each the worst ship suffers (rules: "Kampfzone")."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial, reduce

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
    """Resolve each line of the card: what ships compare, and the penalty for the weakest.

    A ship that flies alone is spared.
    """
    convoy.together(convoy.with_several_flying(), partial(all_lines, dice=dice))


def all_lines(convoy: Convoy, dice: Dice) -> None:
    """Resolve every line: ships announce strength or crew, and the weakest suffers before the next line is read."""
    first_roll = 0
    for line in convoy.card.lines:
        # Ships without humans give up only after the whole card (rules: "Verlust der menschlichen Besatzung").
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
    order = [*convoy.front_to_back()]
    options = [AnnouncingShips.of(ship, line) for ship in order]
    least = np.full(convoy.size, NEVER)
    for place, ship in enumerate(order):
        power = options[place].power
        charges = ship.of_flight(announce(options[place:], least))
        if convoy.log is not None:
            emit_reasons(ship, options[place:], least, charges, line)
        charges = ship.decide(CHARGES, charges, payable(power))
        strengths[ship.numbers, ship.flights] = strength = power(charges)
        least[ship.flights] = np.minimum(ship.of_flight(least), strength)
        power.spend(charges)
    return strengths


@dataclass(frozen=True)
class AnnouncingShips:
    """Ships that announce next at a line of a combat zone, at most one in each flight, with their options.

    Attributes:
        power: The `Strength` object of these ships, which also spends their charges.
        figures: The numbers that the properties return, in one array for fast selection. Its rows are usable, harm,
            foresees and most, then a strength and then a price for each number of charges. Shape (rows, flights).
    """

    power: Strength
    figures: IntArray

    @property
    def usable(self) -> IntArray:
        """Number of charges that the captain may spend; 0 if none can be worth its price. Shape (flights,)."""
        return np.asarray(self.figures[0])

    @property
    def harm(self) -> IntArray:
        """Captain's price of the penalty, if any charge is usable. Shape (flights,)."""
        return np.asarray(self.figures[1])

    @property
    def foresees(self) -> BoolArray:
        """Whether the captain foresees what ships behind announce. Shape (flights,)."""
        return np.asarray(self.figures[2] > 0)

    @property
    def most(self) -> IntArray:
        """Strength with all usable charges; NEVER in flights where none of the ships flies. Shape (flights,)."""
        return np.asarray(self.figures[3])

    @property
    def strengths(self) -> IntArray:
        """Strength by number of charges; NEVER in flights where none of the ships flies. Shape (charges, flights)."""
        return np.asarray(self.figures[4 : 2 + len(self.figures) // 2])

    @property
    def prices(self) -> IntArray:
        """Captain's price of each number of charges, if any is usable. Shape (charges, flights)."""
        return np.asarray(self.figures[2 + len(self.figures) // 2 :])

    @classmethod
    def of(cls, ships: ShipsInFlight, line: CombatLine) -> AnnouncingShips:
        """Return the ships at one place in flight order, with their options at a line of the card."""
        power = cannons(ships) if line.criterion == "cannons" else engines(ships)
        # Captains who foresee hold no charges back.
        power.reserve = power.reserve * np.logical_not(ships.captain.foresees)
        usable = power.usable
        charges = np.arange(int(usable.max(initial=0)) + 1)[:, None]
        figures = np.zeros((4 + 2 * len(charges), ships.convoy.size), np.int64)
        if ships.size < ships.convoy.size:
            # A ship that is not there never is the weakest.
            figures[3 : 4 + len(charges)] = NEVER
        own = figures if ships.size == ships.convoy.size else np.zeros((len(figures), ships.size), np.int64)
        one = cls(power, own)
        own[0], own[2] = usable, ships.captain.foresees
        some = where_it_matters(ships, usable > 0)
        if some.size:
            spender = ships.at(some).under_one_captain()
            one.prices[:, some], one.harm[some] = price_of_charges(spender, charges), harm_of(spender, line)
            # Where one charge costs as much as the penalty, no number is worth it; a listener hears all prices.
            if len(charges) > 1 and ships.convoy.log is None:
                own[0] *= one.prices[1] < np.abs(one.harm)
        own[3], own[4 : 4 + len(charges)] = power(one.usable), power(charges)
        if own is not figures:
            figures[:, ships.flights] = own
        return cls(power, figures)

    def at(self, which: Indices) -> AnnouncingShips:
        """Return the ships in the flights with the given indices."""
        if which.size == self.usable.size:
            return self
        return AnnouncingShips(self.power, self.figures.take(which, axis=1))


def announce(ships: list[AnnouncingShips], least: IntArray) -> IntArray:
    """Return the charges that the foremost ships spend. Shape (flights,).

    Captains who foresee take the cheapest number of charges (docs/rulings.md). Others spend the fewest that make the
    ship safe, if the captain's price of the penalty is higher than that of the charges.

    Args:
        ships: Ships that have not announced yet, front to back.
        least: Smallest strength announced so far. Shape (flights,).
    """
    own, charges = ships[0], np.zeros(least.size, np.int64)
    # With nobody behind there is nothing to foresee.
    foresees = own.foresees if len(ships) > 1 else np.False_
    guessing = ((own.usable > 0) & ~foresees).nonzero()[0]
    if guessing.size:
        guesser = own.at(guessing)
        fewest = fewest_charges(guesser, safe_strength(ships, least).take(guessing))
        price = guesser.prices[np.minimum(fewest, guesser.usable), np.arange(guessing.size)]
        charges[guessing] = np.where((fewest <= guesser.usable) & (guesser.harm > price), fewest, 0)
    # On a tie the ship ahead suffers, so a ship ahead that is no stronger saves this one whatever happens behind.
    foreseeing = ((own.usable > 0) & foresees & (own.strengths[0] < least)).nonzero()[0]
    if foreseeing.size:
        charges[foreseeing], _ = cheapest([each.at(foreseeing) for each in ships], least.take(foreseeing))
    return charges


def safe_strength(ships: list[AnnouncingShips], least: IntArray) -> IntArray:
    """Return the smallest strength with which the foremost ship is not the weakest, if ships behind spend no charges.

    A tie hits the ship ahead. So the ship needs the least strength announced ahead of it, or 1 more than the weakest
    ship behind, whichever is smaller. Ships behind may still spend charges, so the result is a guess. Shape (flights,).

    Args:
        ships: Ships that have not announced yet, front to back.
        least: Smallest strength announced so far. Shape (flights,).
    """
    return min_of([least, *(each.strengths[0] + 1 for each in ships[1:])])


def fewest_charges(ships: AnnouncingShips, safe: IntArray) -> IntArray:
    """Return the fewest charges with which ships reach a strength. Shape (flights,).

    If all usable charges are too few, the result is larger than `usable`.
    """
    # Strength never falls with charges, so counting the failures gives the fewest charges that suffice.
    return np.asarray((ships.strengths < safe).sum(axis=0))


def min_of(arrays: list[IntArray]) -> IntArray:
    """Return the smallest value at each place of several arrays of the same shape."""
    return reduce(np.minimum, arrays)


def cheapest(ships: list[AnnouncingShips], least: IntArray) -> tuple[IntArray, BoolArray]:
    """Return the charges that cost the foremost ships least, and whether those ships then suffer the penalty.

    Every usable number of charges is tried; the ships behind then spend what `announce` returns for them. Of equally
    cheap numbers, the smallest is taken.

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
        # Nobody ahead is as weak, or the ship would suffer less: a tie with a ship behind still hits this one.
        is_weakest = stay_weakest(own.strengths[charges], behind, least)
        each_cost = is_weakest * own.harm + own.prices[charges]
        better = (each_cost < cost.take(left)).nonzero()[0]
        which = left.take(better)
        chosen[which], suffers[which], cost[which] = charges, is_weakest.take(better), each_cost.take(better)
    return chosen, suffers


def stay_weakest(strength: IntArray, behind: list[AnnouncingShips], least: IntArray) -> BoolArray:
    """Return whether ships that announce a strength are the weakest once all behind have announced. Shape (flights,).

    Args:
        strength: The strength that they announce. Shape (flights,).
        behind: The ships behind them, front to back.
        least: Smallest strength announced before. Shape (flights,).
    """
    weakest: BoolArray = strength < least
    if not behind:
        return weakest
    weakest &= strength <= min_of([each.most for each in behind])
    # A ship behind that is no weaker without charges does not change that; the others are played out.
    open_ = (weakest & (strength > min_of([each.strengths[0] for each in behind]))).nonzero()[0]
    if open_.size:
        behind, strength = [each.at(open_) for each in behind], strength.take(open_)
        so_far, every = strength, np.arange(open_.size)
        for number, each in enumerate(behind):
            so_far = np.minimum(so_far, each.strengths[announce(behind[number:], so_far), every])
        weakest[open_] = so_far == strength
    return weakest


def emit_reasons(
    ship: ShipsInFlight, options: list[AnnouncingShips], least: IntArray, charges: IntArray, line: CombatLine
) -> None:
    """Emit an event on the reasons of ships before they announce: what makes them safe, or what they foresee.

    Args:
        ship: The ships that announce.
        options: Ships that have not announced yet, front to back.
        least: Smallest strength announced so far. Shape (flights,).
        charges: Charges that the captains want to spend. Shape (ships,).
        line: The line of the card.
    """
    for foresees in (False, True):
        some = np.broadcast_to(ship.captain.foresees == foresees, charges.shape)
        several, wanted = ship.where(some), charges[some]
        if several.none:
            continue
        here, before = [each.at(several.flights) for each in options], least.take(several.flights)
        harm = harm_of(several, line)
        if foresees:
            unsafe = here[0].strengths[0] < before
            suffers = (unsafe & cheapest(here, before)[1]).astype(np.int64)
            price = price_of_charges(several, wanted)
            several.emit("foresees", unsafe=unsafe, charges=wanted, suffers=suffers, price=price, harm=harm)
        else:
            safe = safe_strength(here, before)
            fewest = fewest_charges(here[0], safe)
            in_reach = fewest <= here[0].usable
            price = price_of_charges(several, np.where(in_reach, fewest, 0))
            several.emit("compares", safe=safe, charges=np.where(in_reach, fewest, NEVER), price=price, harm=harm)


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
    """Return the price of a combat line's penalty by fixed prices, also for captains with fitted values."""
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
        numbers = ship.numbers
        strength = strengths[numbers, ship.flights]
        less = (strength < ship.of_flight(least)).nonzero()[0]
        flights = ship.flights.take(less)
        least[flights], weakest[flights] = strength.take(less), numbers.take(less)
    convoy.emit("weakest", strengths=strengths, weakest=weakest)
    convoy.mark(weakest)


def suffer(convoy: Convoy, line: CombatLine, dice: Dice, first_roll: int) -> None:
    """Apply the penalty of a line to the marked ships: days, crew or goods lost, or shots.

    Args:
        convoy: The flights.
        line: The line of the card.
        dice: The dice for shots.
        first_roll: Number of the first shot's roll; rolls are numbered from 0 through the whole card.
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
    """Add a story line on the strength or crew of all ships and on the weakest ship, also for cards of sabotage."""
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
    """Return a phrase for a story on the line of a combat zone that is resolved."""
    return f"the ship with the least {UNITS[facts['criterion']]} suffers: {penalty(facts['penalty'], facts['amount'])}"


def phrase_safety(facts: Facts) -> str:
    """Return a phrase for a story on whether a ship spends charges not to be the weakest, and why.

    Its safety is a guess, because ships behind decide later.
    """
    expects = f"expects to be safe with {facts['safe']:g} or more"
    if facts["charges"] == 0:
        return f"{expects}: needs no charge"
    at_stake = f"the penalty costs {credits(facts['harm'])}"
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
    """Return a phrase for a story on whether a ship with a foreseeing captain spends charges, and why."""
    if not facts["unsafe"]:
        return "foresees that a ship ahead is no stronger: needs no charge"
    costs = f"the penalty costs {credits(facts['harm'])}"
    if facts["charges"]:
        spent, it = phrase_needs(facts["charges"], facts["price"]), "it" if facts["charges"] == 1 else "them"
        return f"foresees what ships behind will spend: {spent}, {costs}: spends {it}"
    if facts["suffers"]:
        return f"foresees what ships behind will spend: spending charges does not pay, {costs}"
    return "foresees what ships behind will spend: needs no charge"


def phrase_needs(charges: int, price: float) -> str:
    """Return a phrase on the charges that keep a ship from being the weakest, and on their price."""
    return f"needs {many(charges, 'charge')} for {credits(price)}"


def phrase_weakest(facts: Facts) -> str:
    """Return a phrase for a story on the strength or crew of all ships, and on the weakest ship."""
    names = facts["names"]
    strengths = ", ".join(f"{names[number]} {strength:g}" for number, strength in facts["shown"].items())
    return f"{UNITS[facts['criterion']]}: {strengths}; the least: {names[facts['victim']]}"


def phrase_several() -> str:
    """Return the plural of this kind of card, `combat zones`."""
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
