"""Choice to pay or fight: possible strengths of a pirate whose card is not seen yet, and the worth of fighting it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import ASTRO, Judge
from analyzer.starship.captains.values import known_cards
from analyzer.starship.fights import fight_by
from analyzer.starship.tables import STANDARD_RULES, Card, Rules
from analyzer.starship.turn.allowed import can_pay
from analyzer.starship.turn.bits import BIT, PIRATES, Rows, Sets, by_bit, cards_in_play, members
from analyzer.starship.turn.dice import PAIRS
from analyzer.starship.turn.table import ALL, Table, cannons, each, some


@lru_cache(maxsize=64)
def all_pirates(rules: Rules) -> tuple[Card, ...]:
    """Return the pirates in the order of their bits."""
    return tuple(cards_in_play(rules)[number] for number in members(PIRATES))


@lru_cache(maxsize=64)
def demands(rules: Rules) -> npt.NDArray[np.int16]:
    """Return the Astro that each pirate demands, indexed by the number of the card's bit. Shape (64,).

    Entries of bits that stand for no pirate are 0.
    """
    return by_bit(rules, lambda card: card.demand)


@lru_cache(maxsize=64)
def strengths(rules: Rules) -> npt.NDArray[np.int16]:
    """Return the strength of each pirate, indexed by the number of the card's bit. Shape (64,).

    Entries of bits that stand for no pirate are 0.
    """
    return by_bit(rules, lambda card: card.strength)


@lru_cache(maxsize=64)
def demands_of_pirates(rules: Rules) -> npt.NDArray[np.int16]:
    """Return the Astro that each pirate asks for, in the order of `all_pirates`. Shape (pirates, 1)."""
    return np.array([pirate.demand for pirate in all_pirates(rules)], np.int16)[:, None]


# Arrays by pirate are columns of shape (pirates, 1), so they broadcast against arrays by game.
PIRATE_BITS = np.array([BIT[pirate.id] for pirate in all_pirates(STANDARD_RULES)], np.uint64)[:, None]
STACK = [STANDARD_RULES.reserve.get(pirate.stack, range(0)) for pirate in all_pirates(STANDARD_RULES)]
"""Places in the reserve of each pirate's stack; none for the cards that lie in the sectors from the start."""
BEFORE, IN_STACK = np.array([(places.start, len(places)) for places in STACK]).T[..., None]
"""Numbers of reserve cards before each pirate's stack, and in it. Shape (pirates, 1) each."""
UNSEEN = lcm(*map(len, STANDARD_RULES.reserve.values()))
"""Weight, among the pirates that may have been met, of one that has come into play; 7 for stacks of seven cards."""
KNOWN = 4 * UNSEEN
"""Weight, among these, of one that is known to lie in this sector; an unseen one lies in one of four sectors."""
STRONGEST = 6
"""Largest cannon strength of a ship: three cannons of level II."""
NO_MODULE, LEVEL_I, ONLY_II = range(3)
"""Modules that a ship can lose: none, one of level I, or only ones of level II."""
PLIGHTS = tuple((modules, strength) for modules in range(3) for strength in range(STRONGEST + 1))
"""Situations of a ship that faces a pirate: modules that it can lose, and cannon strength."""
SOME_CARDS = 3
"""Number of cards that a flight is assumed to have left after a pirate, when a sector is chosen."""


@dataclass(frozen=True)
class Stakes:
    """Gains and losses of a captain in fights, in tenths of an Astro, summed over the 36 pairs of dice.

    Arrays have shape (pirates, plights): pirates in the order of `all_pirates`, and situations of a ship as in
    PLIGHTS.
    """

    judge: Judge

    @property
    def _pirates(self) -> tuple[Card, ...]:
        return all_pirates(self.judge.rules)

    def prize(self, pirate: Card) -> int:
        """Return the worth of a victory in tenths of an Astro: the medal and the reward."""
        captain = self.judge.captain
        rewards = {"good": captain.good_wanted, "astro": ASTRO * pirate.demand, "nothing": 0}
        return captain.medal + rewards[self.judge.switches.pirate_reward]

    def part(self, pirate: Card, modules: int, strength: int) -> int:
        """Return the cost of the part that a defeat destroys, in tenths of an Astro.

        The cost of the end of the flight is in `cards`.

        Args:
            pirate: the pirate.
            modules: modules that the ship can lose (NO_MODULE, LEVEL_I or ONLY_II).
            strength: cannon strength of the ship.
        """
        captain = self.judge.captain
        if pirate.loss == "cannon":
            return captain.cannon if strength else 0
        if pirate.loss == "module":
            return (0, captain.module_1, captain.point)[modules]
        return 0

    @cached_property
    def wins(self) -> npt.NDArray[np.int64]:
        """Number of pairs of dice out of 36 with which the ship wins. Shape (pirates, plights)."""
        rules = self.judge.rules
        return np.array(
            [[fight_by(rules, own, pirate.strength).wins for _, own in PLIGHTS] for pirate in self._pirates], np.int64
        )

    @cached_property
    def outcomes(self) -> npt.NDArray[np.int64]:
        """Worth of all victories less the cost of parts lost in all defeats, over the 36 pairs of dice.

        Values are in tenths of an Astro. Shape (pirates, plights).
        """
        prizes = np.array([[self.prize(pirate)] for pirate in self._pirates], np.int64)
        parts = np.array([[self.part(pirate, *plight) for plight in PLIGHTS] for pirate in self._pirates], np.int64)
        return self.wins * prizes - (PAIRS - self.wins) * parts

    @cached_property
    def cards(self) -> npt.NDArray[np.int64]:
        """Cost of the end of the flight after a defeat, for each card that could still have been turned up.

        Values are in tenths of an Astro, summed over the 36 pairs of dice. Shape (pirates, plights).
        """
        return (PAIRS - self.wins) * self.judge.captain.card

    @cached_property
    def fights(self) -> dict[str, npt.NDArray[np.int16]]:
        """Worth of a fight in tenths of an Astro, as estimated before a flight, by the pirate's id.

        Each value has the shape (plights,).
        """
        worths = ((self.outcomes - SOME_CARDS * self.cards) // PAIRS).astype(np.int16)
        return {pirate.id: row for pirate, row in zip(self._pirates, worths, strict=True)}


@lru_cache(maxsize=256)
def stakes_of(judge: Judge) -> Stakes:
    """Return the gains and losses of a captain in fights, computed once."""
    return Stakes(judge)


def situation(table: Table, player: int, rows: Any = ALL) -> npt.NDArray[np.intp]:
    """Return the index in PLIGHTS of a ship's situation: which modules it can lose, and its cannon strength.

    The shape is (rows,).
    """
    return np.asarray(to_lose(table, player, rows) * (STRONGEST + 1) + cannons(table, player, rows))


def to_lose(table: Table, player: int, rows: Any = ALL) -> npt.NDArray[np.intp]:
    """Return the modules that a ship can lose: NO_MODULE, LEVEL_I or ONLY_II. Shape (rows,)."""
    levels = some(table.modules[player], rows)
    second = np.where((levels == 2).any(axis=0), ONLY_II, NO_MODULE)
    return np.where((levels == 1).any(axis=0), LEVEL_I, second)


def fights(table: Table, judge: Judge, rows: Rows, demand: npt.NDArray[np.int16]) -> npt.NDArray[np.bool_]:
    """Return whether the captain fights a pirate. Shape (rows,).

    A player who cannot pay fights. Captains may always pay or always fight, by their field `pirates`. All others
    compare the demand with the expected worth of the fight. They know only the demand of the card (rules, page 9), and
    where pirates may lie.

    Args:
        table: the games.
        judge: judge of the active captain.
        rows: lanes of the games.
        demand: Astro that the pirate asks for in each game. Shape (rows,).
    """
    payable = can_pay(table, table.me, demand, rows)
    if judge.captain.pirates == "fight":
        return np.ones(rows.size, np.bool_)
    if judge.captain.pirates == "pay":
        return np.asarray(~payable)
    gain, weight = _expected(table, judge, rows, demand)
    # The mean worth of fighting is gain / (36 * weight). Multiplied out, the comparison stays exact in integers.
    return np.asarray(~payable | (gain >= -ASTRO * demand.astype(np.int64) * PAIRS * weight))


def _expected(
    table: Table, judge: Judge, rows: Rows, demand: npt.NDArray[np.int16]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return two sums over the possible pirates: the worth of fighting times its weight, and the weight.

    The worth is summed over the 36 pairs of dice. The expected worth of the fight in tenths of an Astro is therefore
    the first sum divided by 36 times the second sum. Shape (rows,) each.
    """
    me, stakes = table.me, stakes_of(judge)
    known = some(known_cards(table, me, judge), rows)
    here = each(known, table.sector[rows], np.arange(rows.size))
    elsewhere = (known[0] | known[1] | known[2] | known[3]) & ~here
    owned = table.owned[0][rows] | table.owned[1][rows]
    out = owned | table.turned[rows]
    shut = out | elsewhere | table.came[rows]
    entered = np.int64(table.reserve.shape[0]) - table.left[rows]
    left = (table.limit[rows] - table.cards_flown[rows]).astype(np.int64)
    at = situation(table, me, rows)
    # Below, arrays have the shape (pirates, rows).
    asks = demand == demands_of_pirates(table.rules)
    # Of a stack of n cards of which k have come into play, each pirate has come with chance k / n.
    shares = np.clip(entered - BEFORE, 0, IN_STACK) * (UNSEEN // np.maximum(IN_STACK, 1))
    at_large = np.where(IN_STACK == 0, UNSEEN, shares)
    weight = np.where(among(here), KNOWN, at_large)
    weight[~asks | among(shut)] = 0
    outcome = stakes.outcomes.take(at, axis=1) - stakes.cards.take(at, axis=1) * left
    total = weight.sum(axis=0)
    # No pirate fits the captain's beliefs: any that asks for as much, and is not out of play, may be here.
    if (total == 0).any():
        weight = np.where(total > 0, weight, asks & ~among(out))
        total = weight.sum(axis=0)
    return np.asarray((weight * outcome).sum(axis=0)), total


def among(cards: Sets) -> npt.NDArray[np.bool_]:
    """Return whether each set of cards holds each pirate. Shape (pirates, rows)."""
    return np.asarray(cards >> PIRATE_BITS & np.uint64(1) != 0)
