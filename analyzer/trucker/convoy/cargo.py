"""Loading, stowing and losing goods (rules: "Warenerwerb", "Waren- oder Besatzungsverlust", FAQ on the bank)."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.convoy.power import spend
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.convoy.tells import Facts, Said, Tale, Tells, by_colour, hears, words
from analyzer.trucker.convoy.worth import value_of_cubes
from analyzer.trucker.edition import GOODS
from analyzer.trucker.sayings.phrases import listed, many
from analyzer.trucker.ship.bitboard import Counts, count, drop_lowest, keep_highest

RED = 0


def load(ship: Ship, offered: Counts) -> None:
    """Take the offered cubes, as far as the bank has them, and stow all anew, the dearest where it is safest."""
    if ship.none:
        return
    kept = after_loading(ship, offered)
    ship.tell("loads", kept=kept)
    containers = ship.hull.tokens.containers
    free = containers.left(ship.alive) & containers.full
    stowed = []
    for colour in range(len(GOODS)):
        places = free & ship.hull.tokens.special if colour == RED else free
        stowed.append(keep_highest(places, kept[colour]))
        free = free & ~stowed[colour]
    ship.goods = np.stack(stowed)


def gain(ship: Ship, offered: Counts) -> Counts:
    """By how many credits loading the offered cubes raises the value of the goods aboard; one row for each offer."""
    return value_of_cubes(ship, after_loading(ship, offered)) - value_of_cubes(ship, cubes(ship))


def printed(goods: tuple[int, ...]) -> Counts:
    """(colours, 1) The goods on a card, offered alike in all flights."""
    return np.array(goods)[:, None]


def cubes(ship: Ship) -> Counts:
    """(colours, flights) The cubes aboard."""
    return np.bitwise_count(ship.goods).astype(np.int64)


def after_loading(ship: Ship, offered: Counts) -> Counts:
    """(..., colours, flights) What is kept of the goods aboard and those offered: the dearest that there is room for.

    `offered` is (..., colours, flights), or (..., colours, 1) for the same in all flights.
    """
    wanted = cubes(ship) + np.minimum(offered, ship.convoy.bank(ship.flights))
    tokens = ship.hull.tokens
    containers = tokens.containers.left(ship.alive) & tokens.containers.full
    kept = np.empty_like(wanted)
    kept[..., RED, :] = np.minimum(wanted[..., RED, :], count(containers & tokens.special))
    room = count(containers) - kept[..., RED, :]
    for colour in range(RED + 1, len(GOODS)):
        kept[..., colour, :] = np.minimum(wanted[..., colour, :], room)
        room = room - kept[..., colour, :]
    return kept


def lose_goods(ship: Ship, how_many: int) -> None:
    """Lose that many cubes, the dearest first, and a charge for each that is missing."""
    if ship.none:
        return
    lost, short = dearest(ship, how_many)
    ship.tell("loses goods", lost=lost, short=short)
    goods = ship.goods
    ship.goods = np.stack([drop_lowest(goods[colour], lost[colour]) for colour in range(len(GOODS))])
    spend(ship, short)


def worth_of_lost_goods(ship: Ship, how_many: int) -> Counts:
    """What the captain thinks of losing that many cubes, in hundredths of a credit."""
    lost, short = dearest(ship, how_many)
    return 100 * value_of_cubes(ship, lost) + ship.captain.battery * short


def dearest(ship: Ship, how_many: int) -> tuple[Counts, Counts]:
    """(colours, flights) The dearest cubes aboard up to that number, and the charges that go for those missing."""
    aboard = cubes(ship)
    lost = np.zeros_like(aboard)
    asked = np.full(aboard.shape[1], how_many)
    for colour in range(len(GOODS)):
        lost[colour] = np.minimum(asked, aboard[colour])
        asked = asked - lost[colour]
    return lost, np.minimum(asked, ship.charges)


@hears
def hear_loads(tale: Tale, ship: Ship, facts: Facts) -> None:
    """Goods come aboard; for want of room cheaper ones may be left behind."""
    change = [after - before for after, before in zip(facts["kept"], cubes(ship)[:, 0].tolist(), strict=True)]
    taken, left = [max(n, 0) for n in change], [max(-n, 0) for n in change]
    tale.add(ship, "loading", taken=by_colour(taken), left_behind=by_colour(left), aboard=by_colour(facts["kept"]))


@hears
def hear_loses_goods(tale: Tale, ship: Ship, facts: Facts) -> None:
    """Goods are taken away, and charges for those that are missing."""
    tale.add(ship, "goods", lost=by_colour(facts["lost"]), short=facts["short"])


@words
def say_loading(facts: Facts) -> str:
    """Goods that come aboard."""
    left = f", leaves behind {listed(facts['left_behind'])}" if facts["left_behind"] else ""
    return f"loads {listed(facts['taken'])}{left}; aboard: {listed(facts['aboard'])}"


@words
def say_goods(facts: Facts) -> str:
    """Goods that are taken away."""
    lost = f"loses goods: {listed(facts['lost'])}" if facts["lost"] else "has no goods to lose"
    return lost + (f"; for those that are missing: {many(facts['short'], 'charge')}" if facts["short"] else "")


TELLS = Tells(
    heard={"loads": hear_loads, "loses goods": hear_loses_goods},
    said={"loading": Said(say_loading), "goods": Said(say_goods)},
)
