"""Steps of a record, each carried out in many games side by side.

The games start from one position and differ only in cards and dice that nobody knows. In a record,
`records/steps` does the same in a single game and checks the rules; nothing is checked here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from analyzer.starship.captains.values import NONE, best_good
from analyzer.starship.encounters import KINDS
from analyzer.starship.encounters.founding import WITH_H
from analyzer.starship.encounters.pirate import settle
from analyzer.starship.encounters.target_planet import go_on_fulfilling, tasks
from analyzer.starship.records.steps import NAMED
from analyzer.starship.tables import CRESTS, GOODS, MODULES, STORED, Rules
from analyzer.starship.thinking.imagined import KnownOrder
from analyzer.starship.thinking.thinker import use_sensor
from analyzer.starship.turn.acting import act, claim, exchange, take
from analyzer.starship.turn.acting import pay as pay_for
from analyzer.starship.turn.bits import BIT, Rows, bit, cards_by_bit
from analyzer.starship.turn.building import build_one
from analyzer.starship.turn.dice import Dice
from analyzer.starship.turn.points import look_for_end
from analyzer.starship.turn.sectors import arrange, choose, meet, next_card, remember_looked
from analyzer.starship.turn.table import Table, each
from analyzer.starship.turn.turn import Judges, compiled, goods_offered, make, make_by_modules

Step = Mapping[str, Any]
"""A step in the words of a record: `do` names it, other keys hold its details."""


class StepRunner:
    """Many games at one position, with their captains and dice, in which the steps of a record are carried out.

    Args:
        table: The games, one lane each, whose arrays are changed in place.
        judges: The captains of Moon and Sun.
        dice: The dice of the games.
        arranged: The known part of the order of the sector in flight; None before a flight. Steps keep it up to date.
    """

    def __init__(self, table: Table, judges: Judges, dice: Dice, arranged: KnownOrder | None = None) -> None:
        self.table, self.judges, self.dice = table, judges, dice
        self.arranged = arranged

    @property
    def rules(self) -> Rules:
        """Tables of the edition by which the games are played."""
        return self.table.rules

    @property
    def me(self) -> int:
        """Number of the active player, 0 for Moon."""
        return self.table.me

    @property
    def rows(self) -> Rows:
        """Numbers of the games that are not over."""
        return np.flatnonzero(~self.table.over)

    def do(self, step: Step) -> str:
        """Do a step in every game, and return the stage at which the turn goes on.

        Returns:
            The stage, as in `turn.go_on`: sector, flight, landed, trade or done.
        """
        done: str = DO[step["do"]](self, step)
        return done


def _produce(doing: StepRunner, step: Step) -> str:
    """Let both players produce: the good that the step names, else the good that the player's captain chooses."""
    table = doing.table
    for player, judge in enumerate(doing.judges):
        good = best_good(table, player, judge, goods_offered(table, player))
        named = step.get(CRESTS[player])
        if named is not None:
            good = np.full(table.lanes, GOODS.index(named), np.intp)
        make(table, player, np.flatnonzero((good != NONE) & ~table.over), good)
        make_by_modules(table, player)
    return "sector"


def _fly(doing: StepRunner, step: Step) -> str:
    """Fly to a sector and let the captain use the sensor, or arrange the cards that the sensor already shows."""
    table, judge = doing.table, doing.judges[doing.me]
    if "top" in step:
        _arrange(doing, [*step["top"]], [*step["bottom"]])
        return "flight"
    choose(table, judge, step["sector"] - 1)
    doing.dice.shuffle(table)
    doing.arranged = use_sensor(table, judge, doing.dice)
    # The option is to fly: a captain who expects less than nothing would turn back before the first card.
    table.hope[...] = np.maximum(table.hope, 0)
    return "flight"


def _arrange(doing: StepRunner, top: list[int], bottom: list[int]) -> None:
    """Arrange the cards that the sensor shows.

    Args:
        doing: The games.
        top: Places of the cards that go back on top, the upper one first.
        bottom: Places of the cards that go below the sector.
    """
    table, rows, many = doing.table, doing.rows, len(top) + len(bottom)
    for place in range(many):
        doing.dice.reveal(table, place)
    remember_looked(table, rows, table.order[:many, rows])
    # Both are (cards looked at, games): the new order, and whether a card goes below the sector.
    key, below = np.zeros((many, rows.size), np.int32), np.zeros((many, rows.size), np.bool_)
    for number, place in enumerate([*top, *bottom]):
        key[place], below[place] = number, number >= len(top)
    arrange(table, rows, many, key, below)
    if doing.arranged is not None:
        sizes = (len(top), len(bottom))
        doing.arranged = KnownOrder(doing.arranged.size, *(np.full(table.lanes, size, np.int8) for size in sizes))


def _next(doing: StepRunner, step: Step) -> str:
    """Turn up the next card in every game and resolve it."""
    next_card(doing.table, doing.judges[doing.me], doing.dice)
    return "flight"


def _end(doing: StepRunner, step: Step) -> str:
    """End the flight, or stay at home if no flight has begun."""
    doing.table.flying[...] = False
    return "landed"


def _trade(doing: StepRunner, step: Step) -> str:
    """Buy or sell goods: at the card at hand, which costs an action, or at an own station."""
    table, rows, sign = doing.table, doing.rows, 1 if step["do"] == "buy" else -1
    station = step.get("station")
    price = doing.rules.card_by_id[station].price if station else cards_by_bit(doing.rules)[_at_hand(doing)].price
    for name, many in step["goods"].items():
        units = np.full(rows.size, sign * many, np.int16)
        exchange(table, rows, STORED.index(name), units, price)
    if station:
        table.used[rows] |= bit(BIT[station])
        return "trade"
    act(table, rows)
    return "flight"


def _at_hand(doing: StepRunner) -> int:
    """Return the bit number of the card at hand, which is the same in every game because all begin at one position."""
    return int(each(doing.table.order, doing.table.cards_flown - np.int8(1), np.arange(doing.table.lanes))[0])


def _found(doing: StepRunner, step: Step) -> str:
    """Found a colony or station on the card at hand."""
    card = _at_hand(doing)
    ship = KINDS[cards_by_bit(doing.rules)[card].kind].founded_with or WITH_H
    claim(doing.table, doing.rows, np.full(doing.rows.size, card, np.uint8), ship)
    return "flight"


def _complete(doing: StepRunner, step: Step) -> str:
    """Fulfil the adventure that the step names, then other adventures on the same planet that the captain wants."""
    rules = doing.rules
    table, rows = doing.table, doing.rows
    number = next(n for n, one in enumerate(rules.adventures) if one.id == step["adventure"])
    # `opened` lists adventures that opened while the planet lay open: they wait for a later flight (rules, page 9).
    opened = sum(1 << n for n, one in enumerate(rules.adventures) if one.id in step.get("opened", ()))
    allowed = table.open[rows] & tasks(rules)[_at_hand(doing)] & np.uint16(~(opened | 1 << number) & 0xFFFF)
    pay_for(table, rows, np.full(rows.size, number))
    for good in step["gain"]:
        table.stored[doing.me, GOODS.index(good), rows] += 1
    act(table, rows)
    look_for_end(table, rows)
    go_on_fulfilling(table, doing.judges[doing.me], rows, allowed)
    return "flight"


def _answer(doing: StepRunner, step: Step) -> str:
    """Pay or fight the waiting pirate; if the dice were rolled already, carry out the gain or the loss."""
    table, judge = doing.table, doing.judges[doing.me]
    if "dice" in step:
        good = GOODS.index(step["gain"][0]) if step.get("gain") else None
        settle(table, judge, good, MODULES.index(step["lose"]) if "lose" in step else None)
        return "flight"
    # The captain with the field `pirates` set to the answer always gives this answer.
    stubborn = compiled(doing.rules, replace(judge.captain, pirates=step["do"]), judge.switches)
    meet(table, stubborn, np.flatnonzero(table.flying), doing.dice)
    return "flight"


def _build(doing: StepRunner, step: Step) -> str:
    """Build the module, booster, cannon or ship that the step names, or raise it to level II."""
    rows, what = doing.rows, step["what"]
    if step["do"] == "upgrade":
        build_one(doing.table, rows, f"{what}_2")
    elif what in NAMED:
        number = MODULES.index(NAMED[what][0])
        level = int(doing.table.modules[doing.me, number, 0]) + 1
        build_one(doing.table, rows, f"module_{level}", np.full(rows.size, number))
    else:
        build_one(doing.table, rows, what)
    return "trade"


def _take(doing: StepRunner, step: Step) -> str:
    """Buy a good from the other player by force."""
    take(doing.table, doing.rows, np.full(doing.rows.size, GOODS.index(step["good"])))
    return "trade"


def _swap(doing: StepRunner, step: Step) -> str:
    """Swap goods, science and Astro between the players.

    A step `trade` lists the goods that the active player gives and gets. A step `accept` lists the goods that the other
    player gives and gets.
    """
    table, rows = doing.table, doing.rows
    giver = doing.me if step["do"] == "trade" else 1 - doing.me
    for player, sign in ((giver, 1), (1 - giver, -1)):
        for name, direction in (("give", -1), ("get", 1)):
            for what, many in step[name].items():
                of_all = table.astro[player] if what == "astro" else table.stored[player, STORED.index(what)]
                of_all[rows] += sign * direction * many
    return "trade"


def _win(doing: StepRunner, step: Step) -> str:
    """Do all steps of a sequence that wins in this turn, and fulfil no adventure that it does not name."""
    stage = "trade"
    every = [one.id for one in doing.rules.adventures]
    for one in step["steps"]:
        stage = doing.do({**one, "opened": every} if one["do"] == "complete" else one)
    return stage


DO: dict[str, Callable[[StepRunner, Step], str]] = {
    "produce": _produce,
    "fly": _fly,
    "next": _next,
    "end": _end,
    "buy": _trade,
    "sell": _trade,
    "found": _found,
    "complete": _complete,
    "pay": _answer,
    "fight": _answer,
    "build": _build,
    "upgrade": _build,
    "take": _take,
    "trade": _swap,
    "accept": _swap,
    # A trade that is refused, and the end of the turn, change nothing.
    "decline": lambda doing, step: "trade",
    "done": lambda doing, step: "done",
    "win": _win,
}
"""Functions that do a step in every game, by the name of the step in records."""
