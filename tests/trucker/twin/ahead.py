"""What captains with values take place, crew, charges and cargo for (docs/rulings.md "A captain with values").

All in whole hundredths of a credit, by the table of the level.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from functools import cache

from tests.doors.printed import Card
from tests.places import ROOT
from tests.trucker.twin.convoy import Convoy, Trucker
from tests.trucker.twin.crew import crew_to_give
from tests.trucker.twin.fleet import containers
from tests.trucker.twin.goods import after_loading, gain, goods_to_give, reds_taken
from tests.trucker.twin.ship import Cubes, total
from tests.trucker.twin.spending import Spending, a_charge_each, engines

Table = dict[tuple[str, str], list[int]]


@cache
def table_of(edition: str, level: str) -> Table | None:
    """The worth by cards left of each entry; None for a level without a table."""
    path = ROOT / "analyzer" / "trucker" / "data" / edition / "values" / f"{level}.csv"
    if not path.is_file():
        return None
    _, *rows = csv.reader(path.read_text(encoding="utf-8").splitlines())
    return {(what, at): [int(each) for each in worth] for what, at, *worth in rows}


def has_values(convoy: Convoy, trucker: Trucker) -> bool:
    """Whether they go by values: they have them, the level has a table, and others set out with them."""
    return bool(trucker.captain.values and convoy.values and len(convoy.truckers) > 1)


def _worth(convoy: Convoy, what: str, at: int | str) -> int:
    assert convoy.values is not None
    worth = convoy.values[what, str(at)]
    return worth[min(convoy.coming, len(worth) - 1)]


def stands(convoy: Convoy, own: Trucker) -> int:
    """What their place is worth: for each other in flight, by the gap to it."""
    gaps = [own.position - other.position for other in convoy.order if other is not own]
    return sum(_worth(convoy, "place", max(-24, min(24, gap))) for gap in gaps)


def stands_after(convoy: Convoy, own: Trucker, falls: Sequence[Trucker], days: int) -> int:
    """What their place is worth once those who fall have lost the days, the last first."""
    before = [trucker.position for trucker in convoy.truckers]
    for trucker in reversed(convoy.order):
        if any(trucker is one for one in falls):
            convoy.lose_days(trucker, days)
    worth = stands(convoy, own)
    for trucker, position in zip(convoy.truckers, before, strict=True):
        trucker.position = position
    return worth


def price_of_days(convoy: Convoy, own: Trucker, days: int) -> int:
    """To lose days while the others stay; not below 0."""
    return max(0, stands(convoy, own) - stands_after(convoy, own, [own], days))


def price_of_crew(convoy: Convoy, own: Trucker, asked: int) -> int:
    """Humans by how many there are, aliens, the lead in crew, and `stay` if no human is left though one is needed."""
    fleet = own.fleet
    given = crew_to_give(fleet, own.captain, asked)
    left = fleet.human_count - given["human"]
    price = _worth(convoy, "humans", min(15, fleet.human_count)) - _worth(convoy, "humans", min(15, left))
    price += given["brown"] * _worth(convoy, "brown", 1) + given["purple"] * _worth(convoy, "purple", 1)
    price += _lead(convoy, own, fleet.crew) - _lead(convoy, own, fleet.crew - sum(given.values()))
    return price + (own.captain.stay if left == 0 and not fleet.rulebook.basic else 0)


def _lead(convoy: Convoy, own: Trucker, crew: int) -> int:
    """Twice the lead over the smallest other crew, 1 more if it is ahead and so loses ties, else 1 less."""
    others = [other for other in convoy.order if other is not own]
    thresholds = (-5, -1, 0, 2, 4)
    if others:
        least = min(other.fleet.crew for other in others)
        ahead = any(other.fleet.crew == least and other.position > own.position for other in others)
        lead = 2 * (crew - least) + (1 if ahead else -1)
        thresholds = tuple(threshold for threshold in thresholds if lead > threshold)
    return sum(_worth(convoy, "rank", threshold) for threshold in thresholds)


def price_of_charges(convoy: Convoy, own: Trucker, charges: int) -> int:
    """By how many there are; by price for captains without values."""
    if not has_values(convoy, own):
        return charges * own.captain.battery
    there = own.fleet.charge_count
    left = max(0, there - charges)
    return _worth(convoy, "charges", min(12, there)) - _worth(convoy, "charges", min(12, left))


def price_of_goods(convoy: Convoy, own: Trucker, asked: int) -> int:
    """The cargo as it is less what is left of it, and the charges that go for missing cubes."""
    cubes, charges = goods_to_give(own.fleet, asked)
    there = own.fleet.goods
    red, yellow, green, blue = (number - gone for number, gone in zip(there, cubes, strict=True))
    lost = _cargo(convoy, own, there) - _cargo(convoy, own, (red, yellow, green, blue))
    return lost + price_of_charges(convoy, own, charges)


def _cargo(convoy: Convoy, own: Trucker, cubes: Cubes) -> int:
    free = sum(containers(ship.parts[square]) for ship, square in own.fleet.holding("cubes")) - sum(cubes)
    figures = {
        "value": own.fleet.value_of(cubes),
        "reds": cubes[0],
        "first": min(1, free),
        "next": min(3, free),
        "more": min(8, free),
    }
    return sum(number * _worth(convoy, "cargo", figure) for figure, number in figures.items())


def worth_of_loading(convoy: Convoy, own: Trucker, offered: Cubes, step: int) -> int:
    """The cargo after loading less the cargo there is; 0 if it would not sell for more."""
    fleet = own.fleet
    if gain(fleet, offered, convoy.bank, step) <= 0:
        return 0
    after = total(after_loading(fleet, offered, convoy.bank, step).values())
    return _cargo(convoy, own, after) - _cargo(convoy, own, fleet.goods)


def price_of_landing(
    convoy: Convoy, own: Trucker, card: Card, free: list[int], landed: list[Trucker], best: int
) -> int:
    """How much worse they stand if they land than if they fly on; those behind land by their prices; not below 0."""
    behind = [other for other in convoy.order if other.position < own.position]

    def after(landed: list[Trucker], free: list[int]) -> int:
        landed, free = [*landed], [*free]
        for other in behind:
            worth = {planet: worth_by_price(convoy, other, card, planet) for planet in free}
            choice = max(free, key=lambda planet: worth[planet], default=None)
            if choice is not None and worth[choice] > card.days * other.captain.day:
                landed.append(other)
                free.remove(choice)
        return stands_after(convoy, own, landed, card.days)

    return max(0, after(landed, free) - after([*landed, own], [planet for planet in free if planet != best]))


def worth_by_price(convoy: Convoy, trucker: Trucker, card: Card, planet: int) -> int:
    """The gain from a planet, less the price of places in special containers."""
    goods = card.planets[planet]
    reds = reds_taken(trucker.fleet, goods, convoy.bank, card.goods_step)
    return 100 * gain(trucker.fleet, goods, convoy.bank, card.goods_step) - trucker.captain.special * reds


def price_of_taking(convoy: Convoy, own: Trucker, days: int, wanting: list[Trucker]) -> int:
    """How much worse they stand with the offer than without, which the first behind who wants it takes; not below 0."""
    takers = [other for other in wanting if other.position < own.position]
    return max(0, stands_after(convoy, own, takers[:1], days) - stands_after(convoy, own, [own], days))


def charges_by_values(convoy: Convoy, own: Trucker) -> Spending:
    """In open space: the best place less the price of the charges; those behind move by all usable charges."""
    behind = [other for other in convoy.order if other.position < own.position]

    def worth(spending: Spending) -> int:
        before = [trucker.position for trucker in convoy.truckers]
        convoy.move(own, spending.strength)
        for other in behind:
            other.position += _reach(other)
        stands_there = stands(convoy, own)
        for trucker, position in zip(convoy.truckers, before, strict=True):
            trucker.position = position
        stay = own.captain.stay if convoy.rulebook.stuck_if_announced and spending.strength > 0 else 0
        return stands_there + stay - price_of_charges(convoy, own, spending.charges)

    return min(engines(own.fleet, own.captain), key=lambda spending: (-worth(spending), spending.charges))


def _reach(trucker: Trucker) -> int:
    """The strength of their engines with all usable charges; one of the reserve rather than not to move."""
    reach = engines(trucker.fleet, trucker.captain)[-1].strength
    if reach == 0 and all(ship.could_move for ship in trucker.fleet.flying):
        return a_charge_each(trucker.fleet).strength
    return reach
