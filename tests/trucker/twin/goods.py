"""Loading and losing goods (rules: "Warenerwerb", "Waren- oder Besatzungsverlust"; docs/rulings.md "Goods").

At level IV: class IV with level III cards, "Bei der Aufnahme von Waren darf ..." (rulings: "Loading at level IV").
"""

from __future__ import annotations

from tests.doors.printed import Square
from tests.trucker.twin.fleet import Fleet, containers
from tests.trucker.twin.ship import COLOURS_OF_GOODS, Cubes, total

RED, YELLOW, GREEN, BLUE = COLOURS_OF_GOODS
Holds = dict[Square, list[int]]


def stowed(fleet: Fleet, goods: Cubes) -> Holds:
    """All goods stowed anew, dearest first, where the risk is least; red only in special containers, the rest goes."""
    safest_first = {square: ship.parts[square] for ship, square in reversed(list(fleet.holding("cubes")))}
    room = {square: containers(part) for square, part in safest_first.items()}
    stow = {square: [0, 0, 0, 0] for square in safest_first}
    for colour in COLOURS_OF_GOODS:
        left = goods[colour]
        for square, part in safest_first.items():
            if left and (colour != RED or part.is_a.special_containers):
                taken = min(left, room[square])
                stow[square][colour] += taken
                room[square] -= taken
                left -= taken
    return stow


def with_a_step(offered: Cubes) -> list[Cubes]:
    """The offer as it is, with one blue cube more, and with one cube a colour up: blue, green, yellow."""
    found = [offered, _changed(offered, {BLUE: 1})]
    for colour in (BLUE, GREEN, YELLOW):
        if offered[colour]:
            found.append(_changed(offered, {colour: -1, colour - 1: 1}))
    return found


def _changed(offered: Cubes, by: dict[int, int]) -> Cubes:
    red, yellow, green, blue = (number + by.get(colour, 0) for colour, number in enumerate(offered))
    return red, yellow, green, blue


def after_loading(fleet: Fleet, offered: Cubes, bank: Cubes, step: int = 0) -> Holds:
    """The holds after loading what is offered, or what the bank has left of it.

    With a step: of all offers the one after which the goods aboard are worth most, the first of equals.
    """
    offers = with_a_step(offered) if step else [offered]
    aboard = fleet.goods
    holds = [stowed(fleet, total((aboard, tuple(map(min, offer, bank))))) for offer in offers]
    return max(holds, key=lambda stow: _value(fleet, stow))


def _value(fleet: Fleet, holds: Holds) -> int:
    return fleet.value_of(total(holds.values()))


def gain(fleet: Fleet, offered: Cubes, bank: Cubes, step: int = 0) -> int:
    """By how many credits the goods aboard would be worth more after loading."""
    return _value(fleet, after_loading(fleet, offered, bank, step)) - fleet.goods_value


def reds_taken(fleet: Fleet, offered: Cubes, bank: Cubes, step: int = 0) -> int:
    """How many red cubes more would be aboard after loading."""
    return total(after_loading(fleet, offered, bank, step).values())[RED] - fleet.goods[RED]


def load(fleet: Fleet, offered: Cubes, bank: Cubes, step: int = 0) -> None:
    """Load what is offered and stow everything anew, over all ships that fly."""
    holds = after_loading(fleet, offered, bank, step)
    for ship in fleet.flying:
        ship.cubes = {square: holds[square] for square in ship.cubes}


def goods_to_give(fleet: Fleet, asked: int) -> tuple[list[int], int]:
    """Cubes by colour that go, the dearest first, and the charges that go for missing cubes."""
    given = []
    for aboard in fleet.goods:
        given.append(min(asked, aboard))
        asked -= given[-1]
    return given, min(asked, fleet.charge_count)


def lose_goods(fleet: Fleet, asked: int) -> None:
    """Give up that many cubes, then charges as far as there are any."""
    cubes, charges = goods_to_give(fleet, asked)
    for colour, number in enumerate(cubes):
        fleet.remove_cubes(colour, number)
    fleet.lose_charges(charges)
