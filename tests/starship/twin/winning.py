"""Wins in hand: what trade and build may still bring in the same turn, and the steps that do it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import combinations

from tests.starship.twin.box import COSTS, GOAL, LAB, MODULES, SCIENCE, THINGS, Card
from tests.starship.twin.mind import GOOD_NUMBERS, Mind
from tests.starship.twin.table import Table, points

MOST_MISSING = 3
PURCHASE = 2
NO_LIMIT = 99
Step = tuple[str, object, Counter[int]]
"""take a thing, trade at a station (bought above 0), open or raise a module."""


@dataclass(eq=False)
class Plan:
    """What is bought and sold in one way of doing it."""

    steps: list[Step] = field(default_factory=list)


def plan_of(table: Table, mind: Mind, used: Sequence[Card] = (), bought: int = 0) -> Plan | None:
    """The first way that wins; None without one."""
    me, rival = table.me, table.other
    raised = GOAL - points(table)[me.number]
    if not mind.prices.acts or not 0 < raised <= MOST_MISSING:
        return None
    free = [module for module in MODULES if rival.modules[module] < 2]
    ready = sum(me.modules[module] == 1 for module in free)
    opened = max(0, raised - ready)
    if opened > sum(me.modules[module] == 0 for module in free):
        return None
    need = [opened * one + raised * two for one, two in zip(COSTS["module_1"], COSTS["module_2"], strict=True)]
    left = me.modules["trade"] - bought
    for buys, sells in ways(table, used):
        plan = _tried(table, need, (opened, raised), buys, sells, left)
        if plan is not None:
            return plan
    return None


def ways(table: Table, used: Sequence[Card]) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """At which stations is bought, and at which is sold."""
    stations = sorted((one for one in table.me.stations if one not in used and one.price), key=lambda one: one.number)
    needed = {thing for thing in range(len(THINGS)) if COSTS["module_1"][thing] or COSTS["module_2"][thing]}
    buying = [one for one in stations if one.kind == "diplomats" or (one.kind == "trade_planet" and one.good in needed)]
    selling = [one for one in stations if one.kind in ("trade_planet", "greens", "merchants")]
    for uses in range(2 - len(used) + 1):
        for many in range(uses, -1, -1):
            for buys in combinations(buying, many):
                for sells in combinations(selling, uses - many):
                    if not set(buys) & set(sells):
                        yield buys, sells


def _tried(
    table: Table,
    need: list[int],
    modules: tuple[int, int],
    buys: Sequence[Card],
    sells: Sequence[Card],
    left: int,
) -> Plan | None:
    """What this way comes to, if it wins."""
    me, others = table.me, [*table.other.have[:SCIENCE], 0]
    short = [max(0, wanted - has) for wanted, has in zip(need, me.have, strict=True)]
    spare = [max(0, has - wanted) for wanted, has in zip(need, me.have, strict=True)]
    planet = {one.good: one for one in buys if one.kind == "trade_planet"}
    bought, alone = [0] * 6, [0] * 6
    for thing in range(6):
        if thing in planet and short[thing]:
            alone[thing] = _alone(thing, *modules, me.capacity(thing), me.have[thing])
            bought[thing] = short[thing] - alone[thing]
        else:
            alone[thing] = short[thing]
        if bought[thing] < 0:
            return None
    base = _from_base(alone, others) if any(one.kind == "diplomats" for one in buys) else [0] * 6
    forced = [units - more for units, more in zip(alone, base, strict=True)]
    if sum(forced) > left or any(units > has for units, has in zip(forced, others, strict=True)):
        return None
    left -= sum(forced)

    def lacking() -> int:
        paid = sum(bought[thing] * one.price for thing, one in planet.items())
        return paid + 3 * sum(base) + PURCHASE * sum(forced) - me.astro

    for thing in GOOD_NUMBERS:
        while bought[thing] and left and forced[thing] < others[thing] and lacking() > 0:
            bought[thing] -= 1
            forced[thing] += 1
            left -= 1
    plan, (sales, lacks) = Plan(), _sales(sells, spare, lacking())
    for one, sold in zip(sells, sales, strict=True):
        thing = one.good
        if lacks > 0 and one.kind == "trade_planet" and not short[thing] and one.price > PURCHASE:
            most = min(left, others[thing], me.capacity(thing) - sold[thing])
            most = min(most, min(need[thing], me.have[thing]) + me.astro // PURCHASE)
            more = min(most, -(-lacks // (one.price - PURCHASE)))
            sold[thing] += more
            forced[thing] += more
            left, lacks = left - more, lacks - more * (one.price - PURCHASE)
    if lacks > 0:
        return None
    for one, sold in zip(sells, sales, strict=True):
        plan.steps.append(("trade", one, Counter({thing: -units for thing, units in sold.items()})))
    plan.steps += [("take", thing, Counter()) for thing in GOOD_NUMBERS for _ in range(forced[thing])]
    for one in buys:
        things = base if one.kind == "diplomats" else [bought[one.good] * (thing == one.good) for thing in range(6)]
        plan.steps.append(("trade", one, Counter({thing: units for thing, units in enumerate(things) if units})))
    plan.steps += [("open", None, Counter())] * modules[0] + [("raise", None, Counter())] * modules[1]
    return plan


def _sales(sells: Sequence[Card], spare: list[int], lacks: int) -> tuple[list[Counter[int]], int]:
    """Return what is sold at each of these stations of what can be spared, and how many Astro lack then."""
    sales = []
    for one in sells:
        sold: Counter[int] = Counter()
        for thing in [one.good] if one.good >= 0 else GOOD_NUMBERS:
            while lacks > 0 and spare[thing] and sold.total() < _most(one):
                sold[thing] += 1
                spare[thing] -= 1
                lacks -= one.price
        sales.append(sold)
    return sales, lacks


def _most(one: Card) -> int:
    return {"greens": 1, "merchants": 2}.get(one.kind, NO_LIMIT)


def _from_base(alone: list[int], others: list[int]) -> list[int]:
    """The one unit that the Diplomats sell: what the other lacks first."""
    for thing in range(6):
        if alone[thing] > others[thing]:
            return [int(one == thing) for one in range(6)]
    first = next((thing for thing in range(6) if alone[thing]), None)
    return [int(one == first) for one in range(6)]


def _alone(thing: int, opens: int, raises: int, room: int, have: int) -> int:
    """How many units must come one by one, where all others come from one visit to a planet."""
    costs = COSTS["module_1"][thing], COSTS["module_2"][thing]
    start = (opens, raises, raises - opens, have, False)
    fewest, todo = {start: 0}, [start]
    ends = []
    while todo:
        state = min(todo, key=lambda one: fewest[one])
        todo.remove(state)
        closed, level_1, ready, has, visited = state
        if not closed and not level_1:
            ends.append(fewest[state])
            continue
        after = []
        if closed and has >= costs[0]:
            after.append(((closed - 1, level_1, ready + 1, has - costs[0], visited), 0))
        if ready and has >= costs[1]:
            after.append(((closed, level_1 - 1, ready - 1, has - costs[1], visited), 0))
        if not visited:
            after += [((closed, level_1, ready, more, True), 0) for more in range(has + 1, room + 1)]
        if has < room:
            after.append(((closed, level_1, ready, has + 1, visited), 1))
        for other, more in after:
            if fewest[state] + more < fewest.get(other, NO_LIMIT):
                fewest[other] = fewest[state] + more
                todo.append(other)
    return min(ends)


def win_in_hand(table: Table, mind: Mind) -> bool:
    """Whether trade and build win from here."""
    return plan_of(table, mind) is not None


def ordered(table: Table, mind: Mind, steps: list[Step]) -> list[Step] | None:
    """The first order in which each step is allowed."""
    if not steps:
        return []
    for number, step in enumerate(steps):
        after = _copied(table)
        if do(after, mind, step, is_told=False):
            rest = ordered(after, mind, steps[:number] + steps[number + 1 :])
            if rest is not None:
                return [step, *rest]
    return None


def _copied(table: Table) -> Table:
    """Ships that may be changed, before the same cards."""
    one = copy(table)
    one.players = [copy(player) for player in table.players]
    for player in one.players:
        player.have, player.modules, player.counts = [*player.have], {**player.modules}, {**player.counts}
    return one


def do(table: Table, mind: Mind, step: Step, *, is_told: bool = True) -> bool:
    """Do a step; whether it was allowed."""
    kind, what, units = step
    me, other = table.me, table.other
    if kind == "take":
        assert isinstance(what, int)
        if me.counts.setdefault("forced", 0) >= me.modules["trade"]:
            return False
        me.counts["forced"] += 1
        me.astro, other.astro = me.astro - PURCHASE, other.astro + PURCHASE
        me.have[what] += 1
        other.have[what] -= 1
        told = {"do": "take", "good": THINGS[what]}
    elif kind == "trade":
        assert isinstance(what, Card)
        for thing, many in units.items():
            me.have[thing] += many
            me.astro -= what.price * many
        goods = {THINGS[thing]: abs(many) for thing, many in sorted(units.items())}
        told = {"do": "buy" if units.total() > 0 else "sell", "goods": goods, "station": what.id}
    else:
        free = [module for module in mind.prices.modules if table.other.modules[module] < 2]
        level = 0 if kind == "open" else 1
        module = next((one for one in free if me.modules[one] == level), None)
        if module is None:
            return False
        cost = COSTS["module_1" if kind == "open" else "module_2"]
        me.have[:] = [has - one for has, one in zip(me.have, cost, strict=True)]
        me.modules[module] += 1
        told = {"do": "build", "what": module}
    fits = all(0 <= has <= (LAB if thing == SCIENCE else me.capacity(thing)) for thing, has in enumerate(me.have))
    if is_told:
        table.tell(told.pop("do"), **told)
    return fits and me.astro >= 0 and min(other.have) >= 0


def win(table: Table, mind: Mind) -> None:
    """Do what wins, if anything does."""
    plan = plan_of(table, mind)
    if plan is None:
        return
    steps = ordered(table, mind, plan.steps)
    assert steps is not None
    for step in steps:
        do(table, mind, step)
    table.me.counts.pop("forced", None)
