"""Loading and losing goods (rules: "Warenerwerb", "Waren- oder Besatzungsverlust"; docs/rulings.md "Goods")."""

from __future__ import annotations

from analyzer.trucker.ship.board import Square
from tests.twin.ship import COLOURS_OF_GOODS, Cubes, Ship

RED = 0


def stowed(ship: Ship, goods: Cubes) -> dict[Square, list[int]]:
    """All goods stowed anew, dearest first, where the risk is least; red only in special containers, the rest goes."""
    room = {square: _containers(ship, square) for square in ship.cubes}
    stow = {square: [0, 0, 0, 0] for square in ship.cubes}
    safest_first = [square for square in reversed(ship.giving_up) if square in ship.cubes]
    for colour in COLOURS_OF_GOODS:
        left = goods[colour]
        for square in safest_first:
            if colour == RED and not ship.parts[square].is_a.special_containers:
                continue
            taken = min(left, room[square])
            stow[square][colour] += taken
            room[square] -= taken
            left -= taken
    return stow


def _containers(ship: Ship, square: Square) -> int:
    kind = ship.parts[square].is_a
    return kind.containers + kind.special_containers


def after_loading(ship: Ship, offered: Cubes, bank: Cubes) -> dict[Square, list[int]]:
    """The holds after loading what is offered, or what the bank has left of it."""
    taken = [min(number, left) for number, left in zip(offered, bank, strict=True)]
    red, yellow, green, blue = (have + new for have, new in zip(ship.goods, taken, strict=True))
    return stowed(ship, (red, yellow, green, blue))


def gain(ship: Ship, offered: Cubes, bank: Cubes) -> int:
    """By how many credits the goods aboard would be worth more after loading."""
    holds = after_loading(ship, offered, bank)
    return sum(ship.value_of(hold) for hold in holds.values()) - ship.goods_value


def load(ship: Ship, offered: Cubes, bank: Cubes) -> None:
    """Load what is offered and stow everything anew."""
    ship.cubes = after_loading(ship, offered, bank)


def goods_to_give(ship: Ship, asked: int) -> tuple[list[int], int]:
    """Cubes by colour that go, the dearest first, and the charges that go for missing cubes."""
    given = []
    for aboard in ship.goods:
        given.append(min(asked, aboard))
        asked -= given[-1]
    return given, min(asked, ship.charge_count)


def lose_goods(ship: Ship, asked: int) -> None:
    """Give up that many cubes, then charges as far as there are any."""
    cubes, charges = goods_to_give(ship, asked)
    for colour, number in enumerate(cubes):
        ship.remove_cubes(colour, number)
    ship.spend(charges)
