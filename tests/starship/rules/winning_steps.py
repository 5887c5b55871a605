"""Every order of steps in which trade and build may reach ten points, by plain enumeration."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from tests.starship.twin.box import CARD, COSTS, LAB, SCIENCE, Card


class Start(NamedTuple):
    """What lies before the player when trade and build begins."""

    missing: int
    astro: int
    stored: tuple[int, ...]
    modules: tuple[int, ...]
    others_stored: tuple[int, ...]
    others_modules: tuple[int, ...]
    stations: tuple[str, ...]


def can_win(start: Start, *, resells: bool, grows: bool) -> bool:
    """Whether any order of steps of trade and build reaches ten points.

    resells: goods that were bought may be sold; grows: a module of this turn gives a larger bay or more purchases.
    """
    limits = None if grows else start.modules
    left = start.stations, 2, 0, (0,) * 6
    todo = [(start.missing, start.astro, start.stored, start.modules, start.others_stored, *left)]
    seen = {*todo}
    while todo:
        state = todo.pop()
        for after in after_steps(state, start.others_modules, limits or state[3], resells=resells):
            if after[0] <= 0:
                return True
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return False


def after_steps(state: Any, other: tuple[int, ...], limits: tuple[int, ...], *, resells: bool) -> Iterator[Any]:
    """What is there after every step: a module, a good by force, a trade at a station."""
    missing, astro, stored, own, others, stations, uses, forced, ways = state
    room = 2 + limits[0]
    for module in range(6):
        cost = COSTS["module_2" if own[module] else "module_1"]
        left = tuple(has - one for has, one in zip(stored, cost, strict=True))
        if own[module] < 2 and other[module] < 2 and min(left) >= 0:
            levels = tuple(level + (number == module) for number, level in enumerate(own))
            yield missing - own[module], astro, left, levels, others, stations, uses, forced, ways
    for good in range(SCIENCE):
        may = forced < limits[3] and astro >= 2 and others[good] and stored[good] < room
        if may and (resells or ways[good] >= 0):
            taken, gone = with_more(stored, {good: 1}), with_more(others, {good: -1})
            yield missing, astro - 2, taken, own, gone, stations, uses, forced + 1, with_way(ways, [good], 1)
    for card in stations if uses else ():
        for units in trades(CARD[card]):
            after, paid = with_more(stored, units), CARD[card].price * sum(units.values())
            sign = 1 if paid > 0 else -1
            fits = all(0 <= after[kind] <= (LAB if kind == SCIENCE else room) for kind in units)
            if fits and astro >= paid and (resells or all(ways[kind] * sign >= 0 for kind in units)):
                rest = tuple(one for one in stations if one != card)
                yield missing, astro - paid, after, own, others, rest, uses - 1, forced, with_way(ways, units, sign)


def trades(card: Card) -> Iterator[dict[int, int]]:
    """What may be bought above 0, or sold below, there."""
    kind = card.kind
    if kind == "trade_planet":
        yield from ({card.good: units} for units in range(-4, 5) if units)
    elif kind == "diplomats":
        yield from ({good: 1} for good in range(SCIENCE))
    elif kind == "merchants":
        for many in (1, 2):
            for goods in combinations_with_replacement(range(SCIENCE), many):
                yield {good: -goods.count(good) for good in goods}
    elif kind in ("greens", "scientists"):
        yield {SCIENCE: -1 if kind == "greens" else 1}


def with_more(values: tuple[int, ...], units: dict[int, int]) -> tuple[int, ...]:
    return tuple(has + units.get(kind, 0) for kind, has in enumerate(values))


def with_way(ways: tuple[int, ...], kinds: Any, way: int) -> tuple[int, ...]:
    return tuple(way if kind in kinds else before for kind, before in enumerate(ways))
