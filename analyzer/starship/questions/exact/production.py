"""What some rolls of the yellow die bring a ship that does not fly, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.starship.edition import played_by
from analyzer.starship.ship.ship import Ship
from analyzer.starship.ship.shipfile import ShipLike, as_ship
from analyzer.starship.tables import GOODS, SCIENCE, STORED, card_by_id, dice, start

Stock = tuple[int, ...]
"""Of STORED."""


def exact_production(ship: ShipLike, rolls: int = 1, prefer: Sequence[str] = ()) -> dict[Stock, Fraction]:
    """What lies in bays and lab after some rolls: {(ore, fuel, food, carbon, trade good, science): chance}.

    prefer: which goods the owner chooses where several colonies have the number and both goods fit, the most
    wanted first; those not named follow, ore first.

    >>> from analyzer import starship
    >>> starship.exact_production(starship.Ship())[0, 0, 0, 1, 2, 1]
    Fraction(1, 3)
    """
    ship = as_ship(ship)
    wrong = [good for good in prefer if good not in GOODS]
    if wrong:
        raise AnalyzerError([f"prefer {good!r}: {one_of(good, GOODS)}" for good in wrong])
    order = [GOODS.index(good) for good in dict.fromkeys([*prefer, *GOODS])]
    with played_by(ship.edition):
        return _stocks(ship, whole_number(rolls, "rolls", 0, 1000), order)


def _stocks(ship: Ship, rolls: int, order: Sequence[int]) -> dict[Stock, Fraction]:
    """The chance of every stock after so many rolls."""
    faces = dice()["yellow"]
    chances = {ship.stored: Fraction(1)}
    for _ in range(rolls):
        after: dict[Stock, Fraction] = {}
        for stock, chance in chances.items():
            for face in faces:
                made = produced(ship, stock, face, order)
                after[made] = after.get(made, Fraction(0)) + chance / len(faces)
        chances = after
    return chances


def produced(ship: Ship, stock: Stock, roll: int, order: Sequence[int]) -> Stock:
    """The stock after that roll."""
    made = list(stock)
    known = card_by_id()
    own = {GOODS.index(known[card].good) for card in ship.colonies if known[card].number == roll}
    limits = [ship.capacity] * len(GOODS) + [start()["lab"]]
    fits = [good for good in order if good in own and made[good] < limits[good]]
    gains = [*fits[:1]]
    possible = ship.made_by(roll)
    gains += [SCIENCE] * ("science" in possible) + [STORED.index("trade_good")] * ("trade_good" in possible)
    for good in gains:
        made[good] += made[good] < limits[good]
    return tuple(made)
