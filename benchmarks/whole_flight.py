"""Scalar compiled kernel of whole flights: the yardstick of what the processor can do with the same decks and dice.

One ship flies alone, one flight after the other in plain loops, compiled with numba, from launch through all cards to
settlement. It gives every column of `Experiment.run_block`, bit for bit, for both editions, by the full rules, and for
captains without dread (fear of coming cards). Functions are named after those of the engine whose rules they follow for
a single ship.

It shares with the engine everything before a flight (masks of a Hull, decks, words of dice) and nothing of the flight
itself: no look-ups by wreck, no groups of flights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from analyzer.statistics.tally import Columns
from analyzer.trucker.captains import CREW_TYPES, Captain
from analyzer.trucker.cards.route import Route
from analyzer.trucker.convoy.power import ruin_chances
from analyzer.trucker.convoy.state import ENDINGS
from analyzer.trucker.convoy.strength import NEVER
from analyzer.trucker.convoy.worth import PEOPLE_FIRST
from analyzer.trucker.edition import GOODS, Card
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import COLUMNS
from analyzer.trucker.ship.bitboard import Link, partners
from analyzer.trucker.ship.component import Side
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.ship.tokens import ALIENS, HUMANS, Seats
from benchmarks.compiled import njit
from benchmarks.scalar import (
    NOTHING,
    ONE,
    drop_lowest,
    fill,
    hang_together,
    highest,
    images,
    keep_highest,
    lowest,
    popcount,
    position_of,
    roll,
    scalar,
)

KINDS = (
    "open_space",
    "stardust",
    "epidemic",
    "meteor_swarm",
    "abandoned_ship",
    "abandoned_station",
    "planets",
    "smugglers",
    "slavers",
    "pirates",
    "combat_zone",
    "sabotage",
)
OPEN_SPACE, STARDUST, EPIDEMIC, METEOR_SWARM, ABANDONED_SHIP, ABANDONED_STATION, PLANETS = range(7)
SMUGGLERS, SLAVERS, PIRATES, COMBAT_ZONE, SABOTAGE = range(7, 12)
ARRIVED, NO_HUMANS, NO_ENGINES = (ENDINGS.index(name) for name in ("arrived", "no_humans", "no_engines"))
FRONT, LEFT = int(Side.FRONT), int(Side.LEFT)
COLOURS = len(GOODS)
RED, YELLOW, GREEN, BLUE = range(COLOURS)
HUMAN, BROWN, PURPLE = range(len(CREW_TYPES))
BROWN_ALIEN, PURPLE_ALIEN = ALIENS
EVEN = np.uint64(0x5555_5555_5555_5555)
"""Lower of the two crew tokens of every cabin."""
MOST_PLANETS, MOST_HITS, MOST_LINKS = 4, 10, 5


def record_type(fields: Any) -> Any:
    """Return the type of a record with these fields, read as `ship.alive` both in plain Python and compiled."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


SHIP = record_type(
    [
        ("alive", "u8"),
        ("crew", "u8"),
        ("coming", "i8"),
        ("charge", "u8"),
        ("containers", "u8"),
        ("goods", "u8", COLOURS),
        ("position", "i8"),
        ("bounty", "i8"),
        ("stuck", "?"),
    ]
)
"""A ship in flight: squares and tokens as bits, as in convoy/state.py, and the containers that are left."""
CARD = record_type(
    [
        ("kind", "i8"),
        ("strength", "i8"),
        ("crew_required", "i8"),
        ("crew_lost", "i8"),
        ("goods_lost", "i8"),
        ("credits", "i8"),
        ("days", "i8"),
        ("goods", "i8", COLOURS),
        ("how_many_planets", "i8"),
        ("planets", "i8", (MOST_PLANETS, COLOURS)),
        ("shots", "i8"),
        ("sides", "i8", MOST_HITS),
        ("large", "i8", MOST_HITS),
    ]
)
END = record_type([(name, "i8") for name in COLUMNS])
"""Columns of one flight at its end."""


def tables_of(experiment: Experiment) -> tuple[Any, Any]:
    """Return the tables of a ship that flies alone, and the records of the cards.

    The first is a record of records, not a tuple. numba counts references to arrays whenever one is taken from a tuple,
    which would take most of the time.

    Raises:
        NotImplementedError: the kernel does not know the captain or the rules.
    """
    (ship,), (captain,), route = experiment.ships, experiment.captains, experiment.route
    if captain.dread or captain.thinks or route.basic or any(experiment.removed):
        raise NotImplementedError("the kernel knows no dread, no thinker, no basic rules and no repair")
    common = record(hull=hull_record(ship.hull), captain=captain_record(captain), rules=rules_record(route, captain))
    return common, card_records(route.rules.cards)


def record(**values: Any) -> Any:
    """Return values as a record of these fields.

    Raises:
        TypeError: a value is no number, which cannot be compiled.
    """
    arrays = {name: np.asarray(value) for name, value in values.items()}
    for name, array in arrays.items():
        if array.dtype.hasobject:
            raise TypeError(f"{name}: numbers alone can be compiled")
    made = np.zeros((), record_type([(name, array.dtype, array.shape) for name, array in arrays.items()]))
    for name, array in arrays.items():
        made[name] = array
    return made[()]


def hull_record(hull: Hull) -> Any:
    """Return a ship as built, as a record with names as in Hull and Tokens.

    A field `..._on` holds the tokens on each position.
    """
    ones, tokens = ONE << np.arange(64, dtype=np.uint64), hull.tokens
    return record(
        occupied=hull.occupied[0],
        built=hull.built,
        reserve=hull.layout.reserve,
        lines=hull.lines,
        reach=hull.reach,
        connectors=hull.connectors,
        single_cannons=hull.single_cannons,
        double_cannons=hull.double_cannons,
        all_singles=np.bitwise_or.reduce(hull.single_cannons),
        all_doubles=np.bitwise_or.reduce(hull.double_cannons),
        shields=hull.shields,
        single_engines=hull.single_engines,
        double_engines=hull.double_engines,
        neighbours=partners(ones, hull.joins),
        sideways=padded(hull.touching[0]),
        lengthways=padded(hull.touching[1]),
        joined_cabins=tokens.joined_cabins,
        crew=tokens.crew,
        charges=tokens.charges.full,
        containers=tokens.containers.full,
        special=tokens.special,
        humans_on=tokens_on(tokens.humans, ones),
        charges_on=tokens_on(tokens.charges, ones),
        containers_on=tokens_on(tokens.containers, ones),
        home=tokens.home,
        support=tokens.support,
    )


def padded(links: Sequence[Link]) -> Any:
    """Return an array of links, padded with empty links to the number that any ship can have."""
    return np.array([*links, *[(0, 0)] * (MOST_LINKS - len(links))], np.uint64)


def tokens_on(seats: Seats, positions: Any) -> Any:
    """Return the tokens on each position."""
    return seats.left(positions) & seats.full


def captain_record(captain: Captain) -> Any:
    """Return a record of a captain's prices, and of the orders of preference that follow from them."""
    prices = {name: value for name, value in asdict(captain).items() if name not in ("name", "day_alone", "thinks")} | {
        "day": captain.lone_day
    }
    return record(**prices, crew_order=captain.crew_order, defends=captain.defends)


def rules_record(route: Route, captain: Captain) -> Any:
    """Return the figures of level and edition for a ship that starts and arrives first, and the captain's fears."""
    level, edition = route.level, route.rules
    ways = [ruin_chances(edition.name, level, 1, coming) for coming in range(route.length)]
    return record(
        fears=[captain.ruin * taking[1] // of_all[1] for taking, of_all in ways],
        start=level.starts[0],
        order_reward=level.order_rewards[0],
        looks_reward=level.looks_reward,
        loss_cap=NEVER if level.loss_cap is None else level.loss_cap,
        price_per_loss=level.price_per_loss,
        good_values=edition.good_values,
        good_cubes=edition.good_cubes,
        stuck_if_announced=edition.stuck_if_announced,
    )


def card_records(cards: Sequence[Card]) -> Any:
    """Return cards as records, each with room for as many planets and hits as any card has."""
    table = np.zeros(len(cards), CARD)
    for row, card in zip(table, cards, strict=True):
        # numba compares whole numbers, not strings.
        row["kind"] = KINDS.index(card.kind)
        for name in ("strength", "crew_required", "crew_lost", "goods_lost", "credits", "days", "goods"):
            row[name] = getattr(card, name)
        row["how_many_planets"], row["shots"] = len(card.planets), len(card.hits)
        for number, planet in enumerate(card.planets):
            row["planets"][number] = planet
        for number, hit in enumerate(card.hits):
            row["sides"][number], row["large"][number] = hit.side, hit.large
    return table


def fly(experiment: Experiment, first: int, trials: int) -> Columns:
    """Return the columns of flights, as `Experiment.run_block` gives them."""
    decks = experiment.route.deal(experiment.seed, first, trials)
    dice = experiment.route.dice(experiment.seed, first, trials)
    experiment.places(first, trials)
    return fly_dealt(decks, np.stack(dice.fractions), *tables_of(experiment))


def fly_dealt(decks: Any, fractions: Any, common: Any, cards: Any) -> Columns:
    """Return the columns of flights with given decks (flights, slots) and fractions of dice (slots, flights)."""
    ends = np.empty(len(decks), END)
    flights(decks, fractions, common, cards, ends)
    rows = np.ascontiguousarray(ends.view(np.int64).reshape(len(decks), -1).T)
    return dict(zip(COLUMNS, rows[:, None], strict=True))


@njit(boundscheck=False)
def flights(decks: Any, fractions: Any, t: Any, cards: Any, ends: Any) -> None:
    """Fly every flight, one after the other, and fill `ends`."""
    ship = np.zeros(1, SHIP)[0]
    for flight in range(len(decks)):
        launch(ship, t)
        ending, cards_flown = ARRIVED, 0
        while ending == ARRIVED and cards_flown < decks.shape[1]:
            card = cards[decks[flight, cards_flown]]
            ship.coming = decks.shape[1] - cards_flown - 1
            resolve(ship, card, fractions[cards_flown, flight], t)
            ending = given_up(ship)
            cards_flown += 1
        settle(ship, ending, cards_flown, t, ends[flight])


@scalar
def launch(ship: Any, t: Any) -> None:
    """Put the ship on the start line, crewed and charged, with empty containers."""
    ship.alive, ship.crew, ship.charge, ship.containers = (
        t.hull.occupied,
        t.hull.crew,
        t.hull.charges,
        t.hull.containers,
    )
    for colour in range(COLOURS):
        ship.goods[colour] = NOTHING
    ship.position = t.rules.start
    ship.bounty = 0
    ship.stuck = False


@scalar
def resolve(ship: Any, card: Any, fraction: Any, t: Any) -> None:
    """Resolve one card; combat zones and sabotage do nothing to a ship that flies alone."""
    if card.kind == OPEN_SPACE:
        open_space(ship, t)
    elif card.kind == STARDUST:
        ship.position -= exposed(ship, t)
    elif card.kind == EPIDEMIC:
        epidemic(ship, t)
    elif card.kind == METEOR_SWARM:
        meteor_swarm(ship, card, fraction, t)
    elif card.kind == ABANDONED_SHIP:
        abandoned_ship(ship, card, t)
    elif card.kind == ABANDONED_STATION:
        abandoned_station(ship, card, t)
    elif card.kind == PLANETS:
        planets(ship, card, t)
    elif card.kind == SMUGGLERS:
        smugglers(ship, card, t)
    elif card.kind == SLAVERS:
        slavers(ship, card, t)
    elif card.kind == PIRATES:
        pirates(ship, card, fraction, t)


@scalar
def given_up(ship: Any) -> Any:
    """Return the ending of a flight that must be given up after a card; ARRIVED if it goes on."""
    if ship.stuck:
        return NO_ENGINES
    return ARRIVED if ship.crew & HUMANS else NO_HUMANS


@scalar
def settle(ship: Any, ending: Any, cards_flown: Any, t: Any, end: Any) -> None:
    """Pay rewards, sell goods, charge losses, and fill the columns of the flight."""
    arrived = ending == ARRIVED
    lost = t.hull.built - popcount(ship.alive) + t.hull.reserve
    penalty = min(lost * t.rules.price_per_loss, t.rules.loss_cap)
    cubes = aboard(ship)
    value = value_of_cubes(cubes, t)
    sold = value if arrived else (value + 1) // 2
    order_reward, looks_reward = (t.rules.order_reward, t.rules.looks_reward) if arrived else (0, 0)
    credits = ship.bounty + sold + order_reward + looks_reward - penalty
    end.ending = ending
    end.cards_flown = cards_flown
    end.components_lost = lost
    end.penalty = penalty
    end.goods_sold = sold
    end.order_reward = order_reward
    end.looks_reward = looks_reward
    end.bounty = ship.bounty
    end.days = ship.position - t.rules.start
    end.crew = popcount(ship.crew)
    end.batteries = popcount(ship.charge)
    end.goods = cubes[RED] + cubes[YELLOW] + cubes[GREEN] + cubes[BLUE]
    end.exposed = exposed(ship, t)
    end.place = 1 if arrived else 0
    end.wealth = 2  # every other ship has fewer credits, for there is none
    end.purse = max(credits, 0)
    end.credits = credits


# Adventures


@scalar
def open_space(ship: Any, t: Any) -> None:
    """Fly as far as the engines allow; a ship is stuck if it cannot move or announces no strength."""
    charges = charges_for_speed(ship, t)
    strength = engines(ship, charges, t)
    at_most = strength if t.rules.stuck_if_announced else engines(ship, popcount(ship.charge), t)
    ship.stuck = at_most == 0
    spend(ship, charges)
    ship.position += strength


@scalar
def charges_for_speed(ship: Any, t: Any) -> Any:
    """Return the number of charges for the engines: all usable ones if two days are worth more than a charge.

    Otherwise one charge is spent if the ship cannot move without it and moving is worth the charge.
    """
    captain, doubles = t.captain, popcount(ship.alive & t.hull.double_engines)
    wanted = usable(ship, doubles, t) if 2 * captain.day > captain.battery else 0
    if engines(ship, wanted, t) > 0 or doubles == 0 or not ship.charge:
        return wanted
    days = 4 if ship.crew & BROWN_ALIEN else 2
    stay = captain.stay if t.rules.stuck_if_announced else 0
    return 1 if stay + days * captain.day > captain.battery else wanted


@scalar
def epidemic(ship: Any, t: Any) -> None:
    """Take one crew member from every occupied cabin joined to another occupied cabin, all at the same time."""
    occupied = (ship.crew | ship.crew >> ONE) & EVEN
    # A cabin has two neighbouring bits; the lower one stands for the cabin.
    infected = occupied & images(occupied, t.hull.joined_cabins)
    firsts = ship.crew & infected
    ship.crew &= ~(firsts | (infected & ~firsts) << ONE)


@scalar
def meteor_swarm(ship: Any, card: Any, fraction: Any, t: Any) -> None:
    """Resolve one meteor after the other."""
    for number in range(card.shots):
        rolled, fraction = roll(fraction)
        meteor(ship, card.large[number], card.sides[number], rolled, t)


@scalar
def abandoned_ship(ship: Any, card: Any, t: Any) -> None:
    """Give crew for credits, if there is enough crew and it is worth it."""
    given = whom_to_give(ship, card.crew_lost, t)
    price = card.days * t.captain.day + cost_of_crew(given, t) + fear_of_selling(ship, card.crew_lost, t)
    if popcount(ship.crew) >= card.crew_required and not strands(ship, given) and 100 * card.credits > price:
        give_up_crew(ship, given)
        ship.bounty += card.credits
        ship.position -= card.days


@scalar
def fear_of_selling(ship: Any, sold: Any, t: Any) -> Any:
    """Return how much the captain's fear grows, by giving crew away, that one coming card takes all remaining crew."""
    most, strongest = t.rules.fears.shape[1] - 1, t.rules.fears.shape[2] - 1
    crew, usable_now = popcount(ship.crew), usable(ship, popcount(ship.alive & t.hull.all_doubles), t)
    halves = min(cannons(ship, usable_now, t), strongest)
    fears = t.rules.fears[ship.coming]
    return fears[min(max(crew - sold, 0), most), halves] - fears[min(crew, most), halves]


@scalar
def abandoned_station(ship: Any, card: Any, t: Any) -> None:
    """Load goods, if the crew is large enough and the days are worth it."""
    if popcount(ship.crew) < card.crew_required:
        return
    kept = after_loading(ship, card.goods, t)
    if 100 * gain(ship, kept, t) > card.days * t.captain.day:
        stow(ship, kept, t)
        ship.position -= card.days


@scalar
def planets(ship: Any, card: Any, t: Any) -> None:
    """Land on the planet with the largest gain (the upper one if several are equal), if that is worth the days."""
    best = after_loading(ship, card.planets[0], t)
    most = gain(ship, best, t)
    for planet in range(1, card.how_many_planets):
        kept = after_loading(ship, card.planets[planet], t)
        gained = gain(ship, kept, t)
        if gained > most:
            best, most = kept, gained
    # Credits times 100: prices of captains are in hundredths of a credit.
    if 100 * most > card.days * t.captain.day:
        stow(ship, best, t)
        ship.position -= card.days


@scalar
def smugglers(ship: Any, card: Any, t: Any) -> None:
    """Fight smugglers: win goods, or lose goods."""
    kept = after_loading(ship, card.goods, t)
    profit = profit_of(card, gain(ship, kept, t), t)
    lost, short = dearest(ship, card.goods_lost)
    outcome = fight(ship, card, profit, 100 * value_of_cubes(lost, t) + t.captain.battery * short, t)
    if outcome < 0:
        for colour in range(COLOURS):
            ship.goods[colour] = drop_lowest(ship.goods[colour], lost[colour])
        spend(ship, short)
    elif outcome > 0 and profit > 0:
        stow(ship, kept, t)
        ship.position -= card.days


@scalar
def slavers(ship: Any, card: Any, t: Any) -> None:
    """Fight slavers: win a bounty, or lose crew."""
    profit = profit_of(card, card.credits, t)
    given = whom_to_give(ship, card.crew_lost, t)
    harm = cost_of_crew(given, t) + (t.captain.stay if strands(ship, given) else 0)
    outcome = fight(ship, card, profit, harm, t)
    if outcome < 0:
        give_up_crew(ship, given)
    elif outcome > 0 and profit > 0:
        take_bounty(ship, card)


@scalar
def pirates(ship: Any, card: Any, fraction: Any, t: Any) -> None:
    """Fight pirates: win a bounty, or be shot at."""
    profit = profit_of(card, card.credits, t)
    outcome = fight(ship, card, profit, card.shots * t.captain.component, t)
    if outcome < 0:
        for number in range(card.shots):
            rolled, fraction = roll(fraction)
            fire(ship, card.large[number], card.sides[number], rolled, t)
    elif outcome > 0 and profit > 0:
        take_bounty(ship, card)


@scalar
def take_bounty(ship: Any, card: Any) -> None:
    """Take the bounty and lose the days."""
    ship.bounty += card.credits
    ship.position -= card.days


# Enemies


@scalar
def profit_of(card: Any, reward: Any, t: Any) -> Any:
    """Return the worth of a reward after the days it costs, in hundredths of a credit.

    The captain declines rewards without profit.
    """
    return 100 * reward - card.days * t.captain.day


@scalar
def fight(ship: Any, card: Any, profit: Any, harm: Any, t: Any) -> Any:
    """Fight with the charges that suit the captain best; return own strength less the enemy's, in halves."""
    enemy = 2 * card.strength
    charges = charges_for_battle(ship, enemy, max(profit, 0), harm, t)
    strength = cannons(ship, charges, t)
    spend(ship, charges)
    return strength - enemy


@scalar
def charges_for_battle(ship: Any, enemy: Any, victory: Any, harm: Any, t: Any) -> Any:
    """Return the best number of charges: none, the fewest that avoid defeat, or the fewest that win."""
    without = cannons(ship, 0, t)
    if without > enemy:
        return 0
    most = usable(ship, popcount(ship.alive & t.hull.all_doubles), t)
    to_hold = fewest_charges(ship, enemy, most, t)
    to_win = fewest_charges(ship, enemy + 1, most, t)
    chosen, best = 0, -harm if without < enemy else 0
    worth = (victory if to_hold == to_win else 0) - to_hold * t.captain.battery
    if 0 < to_hold <= most and worth > best:
        chosen, best = to_hold, worth
    if to_win <= most and victory - to_win * t.captain.battery > best:
        chosen = to_win
    return chosen


@scalar
def fewest_charges(ship: Any, strength: Any, most: Any, t: Any) -> Any:
    """Return the fewest charges that reach a strength, `most` + 1 if `most` charges do not."""
    charges = 0
    while charges <= most and cannons(ship, charges, t) < strength:
        charges += 1
    return charges


# Power


@scalar
def usable(ship: Any, doubles: Any, t: Any) -> Any:
    """Return how many charges the captain may spend: at most one per double, and never the reserve."""
    return min(doubles, max(popcount(ship.charge) - t.captain.reserve, 0))


@scalar
def spend(ship: Any, charges: Any) -> None:
    """Give up charges, those with the highest risk first."""
    ship.charge = drop_lowest(ship.charge, charges)


@scalar
def cannons(ship: Any, charges: Any, t: Any) -> Any:
    """Return the strength of the cannons in halves, forward doubles powered first."""
    forward_doubles = popcount(ship.alive & t.hull.double_cannons[FRONT])
    other_doubles = popcount(ship.alive & t.hull.all_doubles) - forward_doubles
    forward = min(charges, forward_doubles)
    others = min(charges - forward, other_doubles)
    singles = popcount(ship.alive & t.hull.all_singles) + popcount(ship.alive & t.hull.single_cannons[FRONT])
    halves = singles + 4 * forward + 2 * others
    return halves + 4 if halves > 0 and ship.crew & PURPLE_ALIEN else halves


@scalar
def engines(ship: Any, charges: Any, t: Any) -> Any:
    """Return the strength of the engines."""
    powered = min(charges, popcount(ship.alive & t.hull.double_engines))
    strength = popcount(ship.alive & t.hull.single_engines) + 2 * powered
    return strength + 2 if strength > 0 and ship.crew & BROWN_ALIEN else strength


# Crew


@scalar
def whom_to_give(ship: Any, how_many: Any, t: Any) -> Any:
    """Return the numbers of humans, brown and purple aliens to give up: the cheapest first, the last human last."""
    there = popcount(ship.crew & HUMANS)
    humans = brown = purple = 0
    for kind in t.captain.crew_order:
        if kind == HUMAN:
            humans = min(how_many, max(there - 1, 0))
            how_many -= humans
        elif kind == BROWN:
            brown = min(how_many, popcount(ship.crew & BROWN_ALIEN))
            how_many -= brown
        else:
            purple = min(how_many, popcount(ship.crew & PURPLE_ALIEN))
            how_many -= purple
    return humans + min(how_many, there - humans), brown, purple


@scalar
def cost_of_crew(given: Any, t: Any) -> Any:
    """Return the worth, by the captain's prices, of the crew members in `given`."""
    humans, brown, purple = given
    return t.captain.human * humans + t.captain.brown * brown + t.captain.purple * purple


@scalar
def strands(ship: Any, given: Any) -> Any:
    """Return whether no human would remain aboard without the crew in `given`."""
    return popcount(ship.crew & HUMANS) <= given[0]


@scalar
def give_up_crew(ship: Any, given: Any) -> None:
    """Give up crew; humans leave the cabins with the highest risk first."""
    humans, brown, purple = given
    left = drop_lowest(ship.crew & HUMANS, humans)
    if brown == 0:
        left |= ship.crew & BROWN_ALIEN
    if purple == 0:
        left |= ship.crew & PURPLE_ALIEN
    ship.crew = left


# Cargo


@scalar
def aboard(ship: Any) -> Any:
    """Return the number of cubes aboard, by colour."""
    goods = ship.goods
    return popcount(goods[RED]), popcount(goods[YELLOW]), popcount(goods[GREEN]), popcount(goods[BLUE])


@scalar
def value_of_cubes(cubes: Any, t: Any) -> Any:
    """Return the credits that numbers of cubes sell for."""
    values = t.rules.good_values
    return (
        values[RED] * cubes[RED]
        + values[YELLOW] * cubes[YELLOW]
        + values[GREEN] * cubes[GREEN]
        + values[BLUE] * cubes[BLUE]
    )


@scalar
def gain(ship: Any, kept: Any, t: Any) -> Any:
    """Return the gain in credits if the cubes aboard are replaced by `kept`."""
    return value_of_cubes(kept, t) - value_of_cubes(aboard(ship), t)


@scalar
def after_loading(ship: Any, offered: Any, t: Any) -> Any:
    """Return the cubes to keep of those aboard and on offer: the dearest that find room."""
    there, bank = aboard(ship), t.rules.good_cubes
    left = popcount(ship.containers)
    red = min(there[RED] + min(offered[RED], bank[RED] - there[RED]), popcount(ship.containers & t.hull.special))
    left -= red
    yellow = min(there[YELLOW] + min(offered[YELLOW], bank[YELLOW] - there[YELLOW]), left)
    left -= yellow
    green = min(there[GREEN] + min(offered[GREEN], bank[GREEN] - there[GREEN]), left)
    left -= green
    blue = min(there[BLUE] + min(offered[BLUE], bank[BLUE] - there[BLUE]), left)
    return red, yellow, green, blue


@scalar
def stow(ship: Any, cubes: Any, t: Any) -> None:
    """Stow cubes: the dearest in the safest containers, red ones in special ones."""
    free = ship.containers
    for colour in range(COLOURS):
        places = free & t.hull.special if colour == RED else free
        ship.goods[colour] = keep_highest(places, cubes[colour])
        free &= ~ship.goods[colour]


@scalar
def dearest(ship: Any, how_many: Any) -> Any:
    """Return the dearest cubes aboard, up to a number, and the charges to pay for missing cubes."""
    there = aboard(ship)
    red = min(how_many, there[RED])
    yellow = min(how_many - red, there[YELLOW])
    green = min(how_many - red - yellow, there[GREEN])
    blue = min(how_many - red - yellow - green, there[BLUE])
    return (red, yellow, green, blue), min(how_many - red - yellow - green - blue, popcount(ship.charge))


# Hazards


@scalar
def meteor(ship: Any, large: Any, side: Any, rolled: Any, t: Any) -> None:
    """Resolve a meteor: a large one may be shot down, a small one bounces off a smooth side or a shield."""
    first = first_hit(ship, side, rolled, t)
    if not first:
        return
    if large:
        in_reach = ship.alive & t.hull.reach[side, rolled]
        harmless = in_reach & t.hull.single_cannons[side] != NOTHING
        with_a_charge = in_reach & t.hull.double_cannons[side]
    else:
        harmless = first & t.hull.connectors[side] == NOTHING
        with_a_charge = ship.alive & t.hull.shields[side]
    if not harmless and not defended(ship, with_a_charge, t):
        destroy(ship, first, t)


@scalar
def fire(ship: Any, large: Any, side: Any, rolled: Any, t: Any) -> None:
    """Resolve a shot: a shield stops light fire, nothing stops heavy fire."""
    first = first_hit(ship, side, rolled, t)
    with_a_charge = NOTHING if large else ship.alive & t.hull.shields[side]
    if first and not defended(ship, with_a_charge, t):
        destroy(ship, first, t)


@scalar
def first_hit(ship: Any, side: Any, rolled: Any, t: Any) -> Any:
    """Return the component that an object along a column or row hits first; empty if it flies past."""
    line = ship.alive & t.hull.lines[side, rolled]
    # Squares are numbered in reading order, so the front and left sides meet the lowest first.
    return lowest(line) if side in (FRONT, LEFT) else highest(line)


@scalar
def defended(ship: Any, with_a_charge: Any, t: Any) -> Any:
    """Spend a charge to defend the ship, if that helps and the captain wants it, and return whether it was spent."""
    if with_a_charge and ship.charge and t.captain.defends:
        ship.charge &= ship.charge - ONE
        return True
    return False


# Damage


@scalar
def destroy(ship: Any, component: Any, t: Any) -> None:
    """Remove a component, all components that fall off with it, and the tokens that lay on them."""
    left = ship.alive & ~component
    # If the neighbours of the lost square are still in one piece, nothing falls off.
    beside = t.hull.neighbours[position_of(component)] & left
    if not hang_together(beside, left, t.hull.neighbours):
        left = best_piece(ship, left, t)
    lost = ship.alive & ~left
    ship.alive = left
    lose_tokens(ship, lost, t)


@scalar
def best_piece(ship: Any, left: Any, t: Any) -> Any:
    """Return the piece of a broken ship that is worth most to the captain; of equal ones the first found."""
    kept, best = NOTHING, -NEVER
    while left:
        piece = fill(lowest(left), left, t.hull.neighbours)
        worth = worth_of_piece(ship, piece, t)
        if worth > best:
            kept, best = piece, worth
        left &= ~piece
    return kept


@scalar
def worth_of_piece(ship: Any, piece: Any, t: Any) -> Any:
    """Return the worth of a piece of a broken ship; any piece with humans beats all without."""
    captain, hull = t.captain, t.hull
    humans = popcount(ship.crew & images(piece, hull.humans_on))
    worth = captain.component * popcount(piece) + captain.human * humans
    if piece & hull.home[0] and piece & hull.support[0]:
        worth += captain.brown * popcount(ship.crew & BROWN_ALIEN)
    if piece & hull.home[1] and piece & hull.support[1]:
        worth += captain.purple * popcount(ship.crew & PURPLE_ALIEN)
    worth += captain.battery * popcount(ship.charge & images(piece, hull.charges_on))
    containers = images(piece, hull.containers_on)
    for colour in range(COLOURS):
        worth += 100 * t.rules.good_values[colour] * popcount(ship.goods[colour] & containers)
    return worth + PEOPLE_FIRST if humans else worth


@scalar
def lose_tokens(ship: Any, lost: Any, t: Any) -> None:
    """Remove tokens on lost components; aliens without life support leave at once."""
    ship.crew &= ~images(lost, t.hull.humans_on)
    ship.charge &= ~images(lost, t.hull.charges_on)
    ship.containers &= ~images(lost, t.hull.containers_on)
    for colour in range(COLOURS):
        ship.goods[colour] &= ship.containers
    if not (ship.alive & t.hull.home[0] and ship.alive & t.hull.support[0]):
        ship.crew &= ~BROWN_ALIEN
    if not (ship.alive & t.hull.home[1] and ship.alive & t.hull.support[1]):
        ship.crew &= ~PURPLE_ALIEN


@scalar
def exposed(ship: Any, t: Any) -> Any:
    """Return the number of connectors with no living component beside them."""
    alive, connectors = ship.alive, t.hull.connectors
    front = right = rear = left = NOTHING
    # A link is a shift and a mask: it moves all squares to their neighbours at once.
    for number in range(MOST_LINKS):
        shift, mask = t.hull.sideways[number, 0], t.hull.sideways[number, 1]
        right |= alive >> shift & mask
        left |= (alive & mask) << shift
        shift, mask = t.hull.lengthways[number, 0], t.hull.lengthways[number, 1]
        rear |= alive >> shift & mask
        front |= (alive & mask) << shift
    return (
        popcount(alive & connectors[0] & ~front)
        + popcount(alive & connectors[1] & ~right)
        + popcount(alive & connectors[2] & ~rear)
        + popcount(alive & connectors[3] & ~left)
    )
