"""Pirate, paid or fought: a medal if beaten, else the flight ends and parts are lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import Field, StrictInt

from analyzer.starship.captains.captain import ASTRO, Judge
from analyzer.starship.captains.values import Holdings, module_to_lose
from analyzer.starship.encounters.fighting import demands, fights, situation, stakes_of, strengths
from analyzer.starship.encounters.kind import CardKind, Numbers, Outcome
from analyzer.starship.fights import fight_by
from analyzer.starship.records.game import HERE, Game, Good, Module, RecordStep, Refused, Step
from analyzer.starship.tables import GOODS, MODULES, Card, Rules
from analyzer.starship.turn.acting import Cards, gain_goods, give_card
from analyzer.starship.turn.allowed import can_pay
from analyzer.starship.turn.bits import BIT, Rows, bit, by_bit
from analyzer.starship.turn.dice import Dice, last_turned_up
from analyzer.starship.turn.points import look_for_end
from analyzer.starship.turn.table import (
    BEATEN,
    CANNONS_LOST,
    LOGISTICS,
    LOST_FIGHTS,
    MET,
    MODULES_LOST,
    PAID,
    Table,
    add,
    cannons,
    capacity,
)
from analyzer.starship.turn.winning import wins_by_trade

LOSSES = ("", "cannon", "module")
"""Losses in a lost fight besides the flight, by the words of the table of cards."""
WAITS = "the pirate waits: pay or fight first"
CANNON, MODULE = LOSSES.index("cannon"), LOSSES.index("module")


@lru_cache(maxsize=64)
def losses(rules: Rules) -> npt.NDArray[np.int16]:
    """Return the part that a defeat against each pirate costs, as an index in LOSSES, by bit number. Shape (64,)."""
    return by_bit(rules, lambda card: LOSSES.index(card.loss))


def meet(table: Table, judge: Judge, rows: Rows, cards: Cards, dice: Dice) -> None:
    """Let the players pay or fight, which costs no action; a player who cannot pay fights (rules, pages 9 and 10)."""
    me, demand = table.me, demands(table.rules)[cards]
    table.counts[me, MET][rows] += 1
    fought = fights(table, judge, rows, demand) & ~_pays_to_win(table, judge, rows, demand)
    # Noted before the dice, which may branch lanes.
    table.turned[rows] |= bit(cards)
    pay(table, rows[~fought], demand[~fought])
    table.fighting[...] = False
    table.fighting[rows[fought]] = True
    if not fought.any():
        return
    dice.fight(table, strengths(table.rules))
    settle(table, judge)


def _pays_to_win(table: Table, judge: Judge, rows: Rows, demand: npt.NDArray[np.int16]) -> npt.NDArray[np.bool_]:
    """Return whether the player wins in trade and build after paying this pirate. Shape (rows,).

    Games in which such a win was ruled out before the card was turned up are not tested.
    """
    fresh = ~table.weighed[rows] & can_pay(table, table.me, demand, rows)
    if not fresh.any() or not judge.captain.acts:
        return np.zeros(rows.size, np.bool_)
    purse = table.astro[table.me]
    # The tables are large, so the payment is tried on the table itself, and taken back below.
    purse[rows[fresh]] -= demand[fresh]
    winning = wins_by_trade(table, rows[fresh])
    purse[rows[fresh]] += demand[fresh]
    return np.isin(rows, winning)


def settle(table: Table, judge: Judge, good: int | None = None, module: int | None = None) -> None:
    """Carry out the results of fights.

    Args:
        table: the games.
        judge: judge of the active captain.
        good: index of the good gained; None for the captain's choice.
        module: index of the module lost; None for the captain's choice.
    """
    beaten = np.flatnonzero(table.fighting & table.won)
    lost = np.flatnonzero(table.fighting & ~table.won)
    if beaten.size:
        beat(table, beaten)
        if good is None:
            reward(table, judge, beaten)
        else:
            table.stored[table.me, good][beaten] += 1
        look_for_end(table, beaten)
    if lost.size:
        be_beaten(table, judge, lost, module)


def pay(table: Table, rows: Rows, demand: np.ndarray[tuple[int], np.dtype[np.int16]]) -> None:
    """Pay the demand."""
    table.astro[table.me][rows] -= demand
    table.counts[table.me, PAID][rows] += 1


def beat(table: Table, rows: Rows) -> None:
    """Give the card of a beaten pirate to the player as a medal, and replace it in the sector."""
    table.counts[table.me, BEATEN][rows] += 1
    give_card(table, rows, last_turned_up(table, rows))


def reward(table: Table, judge: Judge, rows: Rows) -> None:
    """Add the reward for a beaten pirate: a good of the captain's choice, or what a switch of the rules says."""
    if table.switches.pirate_reward == "good":
        gain_goods(table, judge, rows, 1)
    elif table.switches.pirate_reward == "astro":
        table.astro[table.me][rows] += demands(table.rules)[last_turned_up(table, rows)]


def be_beaten(table: Table, judge: Judge, rows: Rows, module: int | None = None) -> None:
    """End the flight after a defeat by a pirate, and take a cannon or a level of a module, as the card says.

    Args:
        table: the games.
        judge: judge of the active captain.
        rows: lanes of the games.
        module: index of the module lost; None for the captain's choice.
    """
    table.counts[table.me, LOST_FIGHTS][rows] += 1
    table.flying[rows] = False
    loss = losses(table.rules)[last_turned_up(table, rows)]
    lose_cannon(table, rows[loss == CANNON])
    without = rows[loss == MODULE]
    if without.size:
        of_choice = module_to_lose(table, table.me, judge, without) if module is None else np.full(without.size, module)
        lose_module(table, without, of_choice)


def lose_cannon(table: Table, rows: Rows) -> None:
    """Take a cannon of level I, or else turn one of level II to level I; nothing happens without cannons.

    The order is that of the rules, page 10.
    """
    me = table.me
    rows = rows[table.cannons[me][rows] > 0]
    # `cannons` counts both levels: a ship with level II alone keeps the number of its cannons.
    only_second = table.cannons_2[me][rows] == table.cannons[me][rows]
    table.cannons_2[me][rows] -= only_second
    table.cannons[me][rows] -= ~only_second
    table.counts[me, CANNONS_LOST][rows] += 1


def lose_module(table: Table, rows: Rows, module: npt.NDArray[np.intp]) -> None:
    """Lower a module of the active player by one level; if it is Logistics, goods beyond the new capacity are lost.

    Args:
        table: the games.
        rows: lanes of the games.
        module: index of the module in each row; -1 for none. Shape (rows,).
    """
    me, some = table.me, module >= 0
    rows, module = rows[some], module[some]
    add(table.modules[me], module, rows, -1)
    table.counts[me, MODULES_LOST][rows] += 1
    less = rows[module == LOGISTICS]
    held = table.stored[me][: len(GOODS), less]
    table.stored[me, : len(GOODS), less] = np.minimum(held, capacity(table, me, less)).T


def price(holdings: Holdings, cards: Sequence[Card]) -> Iterator[Numbers]:
    """Yield the worth of each pirate in tenths of an Astro, by fighting or paying. Shape (lanes,) each.

    It depends on the captain's field `pirates`, and on whether the player can pay.
    """
    table, judge = holdings.table, holdings.judge
    at, worths = situation(table, table.me), stakes_of(judge).fights
    payable = {demand: can_pay(table, table.me, demand) for demand in {card.demand for card in cards}}
    for card in cards:
        worth = worths[card.id].take(at)
        demand = np.int16(-ASTRO * card.demand)
        if judge.captain.pirates != "fight":
            paid = demand if judge.captain.pirates == "pay" else np.maximum(worth, demand)
            worth = np.where(payable[card.demand], paid, worth)
        yield worth


def phrase_card(card: Card) -> str:
    """Name the pirate with its card, because several share a name, and with demand and strength."""
    return f"{card.name} ({card.id}), asks for {card.demand} Astro, strength {card.strength}"


def phrase_outcome(outcome: Outcome) -> tuple[str, str]:
    """Say whether the pirate was paid or beaten, or which part was lost, with die plus strength of both sides."""
    counts = outcome.counts
    if counts["paid"]:
        return "pirate", "pays"
    if not counts["fights_lost"]:
        return "pirate", f"fights and wins, {outcome.fight}"
    parts = " and a level of a module" * counts["modules_lost"] + " and a level of cannons" * counts["cannons_lost"]
    return "loss", f"fights and loses the flight{parts}, {outcome.fight}"


class Fight(Step):
    """Step of a record: a fight with its dice, and the good gained or module lost."""

    dice: Annotated[list[StrictInt], Field(min_length=2, max_length=2)]
    """Faces of both blue dice, the own one first."""
    gain: list[Good] | Good = Field(default_factory=list)
    """After a victory: the good of choice."""
    lose: Module | list[Module] | None = None
    """After a defeat that costs a module: its name."""


def _waiting(game: Game) -> Card:
    """Return the pirate that the player must pay or fight now.

    Raises:
        Refused: if there is no such pirate.
    """
    if game.phase != "flight" or game.waiting != WAITS:
        raise Refused("no pirate is waiting")
    return game.rules.card_by_id[game.facing]


def pay_one(game: Game, step: Any) -> None:
    """Pay the waiting pirate the Astro they ask for."""
    pirate = _waiting(game)
    if not can_pay(game.table, game.me, pirate.demand)[0]:
        raise Refused(f"the pirate asks for {pirate.demand} Astro, but the ship has {game.astro()}: fight")
    pay(game.table, HERE, np.array([pirate.demand], np.int16))
    game.answered()


def fight_one(game: Game, step: Any) -> None:
    """Fight the waiting pirate: both dice, and the gains or losses that follow."""
    pirate = _waiting(game)
    if not set(step.dice) <= set(game.rules.dice["blue"]):
        raise Refused(f"dice {step.dice}: the faces of the blue die are {sorted(set(game.rules.dice['blue']))}")
    own, other = step.dice
    gain = [step.gain] if isinstance(step.gain, str) else list(step.gain)
    lose = step.lose[0] if isinstance(step.lose, list) and step.lose else step.lose or None
    if fight_by(game.rules, int(cannons(game.table, game.me)[0]), pirate.strength).won(own, other):
        _win_fight(game, pirate, gain, lose)
    else:
        _lose_fight(game, pirate, gain, lose)


def _win_fight(game: Game, pirate: Card, gain: Sequence[str], lose: str | None) -> None:
    """Give the player the card as a medal, and the reward, in a game of a record."""
    if lose:
        raise Refused("lose: the fight was won, so nothing is lost: leave it out")
    reward = game.table.switches.pirate_reward
    game.check_gain(gain, int(reward == "good"))
    give_card(game.table, HERE, np.array([BIT[pirate.id]], np.uint8))
    if reward == "astro":
        game.table.astro[game.me, 0] += pirate.demand
    game.gain(gain)
    game.replaced()
    game.answered()


def _lose_fight(game: Game, pirate: Card, gain: Sequence[str], lose: str | None) -> None:
    """End the flight in a game of a record, and take the cannon or module that the defeat costs, if any."""
    if gain:
        raise Refused("gain: the fight was lost, so nothing is gained: leave it out")
    own = [name for number, name in enumerate(MODULES) if game.table.modules[game.me, number, 0]]
    if pirate.loss != "module" and lose:
        raise Refused("lose: this pirate takes no module: leave it out")
    if pirate.loss == "module":
        if lose is None and len(own) > 1:
            raise Refused(f"lose: name the module that is lost, one of {', '.join(own)}")
        if lose is not None and lose not in own:
            raise Refused(f"lose: there is no {lose} module aboard")
        chosen = lose or (own[0] if own else None)
        lose_module(game.table, HERE, np.array([MODULES.index(chosen) if chosen else -1]))
    elif pirate.loss == "cannon":
        lose_cannon(game.table, HERE)
    game.finish()


KIND = CardKind(
    meet,
    ("strength", "demand"),
    price,
    phrase_card=phrase_card,
    phrase_outcome=phrase_outcome,
    steps={"pay": RecordStep(Step, pay_one), "fight": RecordStep(Fight, fight_one)},
    throws_dice=True,
    unavoidable=True,
    waits=WAITS,
)
