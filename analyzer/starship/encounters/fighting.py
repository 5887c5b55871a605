"""Pay or fight: how strong a pirate may be before the card is seen, and what fighting is worth to a captain."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import ASTRO, Judge
from analyzer.starship.captains.values import known_cards
from analyzer.starship.fights import fight_by
from analyzer.starship.tables import STANDARD_RULES, Card, Rules
from analyzer.starship.turn.allowed import can_pay
from analyzer.starship.turn.bits import BIT, PIRATES, STACKS, Rows, Sets, by_bit, cards_in_play, members
from analyzer.starship.turn.dice import PAIRS
from analyzer.starship.turn.table import ALL, Table, cannons, each, some


@lru_cache(maxsize=64)
def all_pirates(rules: Rules) -> tuple[Card, ...]:
    """The pirates in the order of their bits."""
    return tuple(cards_in_play(rules)[number] for number in members(PIRATES))


@lru_cache(maxsize=64)
def demands(rules: Rules) -> npt.NDArray[np.int16]:
    """By card what a pirate asks for."""
    return by_bit(rules, lambda card: card.demand)


@lru_cache(maxsize=64)
def strengths(rules: Rules) -> npt.NDArray[np.int16]:
    """By card the strength of a pirate."""
    return by_bit(rules, lambda card: card.strength)


@lru_cache(maxsize=64)
def demands_of_pirates(rules: Rules) -> npt.NDArray[np.int16]:
    """(pirates, 1) What each asks for."""
    return np.array([pirate.demand for pirate in all_pirates(rules)], np.int16)[:, None]


PIRATE_BITS = np.array([BIT[pirate.id] for pirate in all_pirates(STANDARD_RULES)], np.uint64)[:, None]
STACK = np.array([STACKS.index(pirate.stack) for pirate in all_pirates(STANDARD_RULES)])[:, None]
"""(pirates, 1) The bit and the stack of every pirate."""
KNOWN = 28
"""The weight of a pirate who is known to lie in this sector."""
A_STACK = 7
STRONGEST = 6
"""Cannon strength of three cannons of level II."""
NO_MODULE, LEVEL_I, ONLY_II = range(3)
"""What of modules a ship has to lose: nothing, one of level I, or only such of level II."""
PLIGHTS = tuple((modules, strength) for modules in range(3) for strength in range(STRONGEST + 1))
"""All ways in which a ship may face a pirate: what of modules there is to lose, and cannon strength."""
SOME_CARDS = 3
"""How many cards are taken to be left of a flight when a sector is chosen."""


@dataclass(frozen=True)
class Stakes:
    """What a captain wins and loses in fights, in tenths of an Astro, summed over the 36 pairs of dice.

    Arrays are (pirates, plights): in the order of `all_pirates`, by what a defeat can take and by cannon strength.
    """

    judge: Judge

    @property
    def _pirates(self) -> tuple[Card, ...]:
        return all_pirates(self.judge.rules)

    def prize(self, pirate: Card) -> int:
        """The medal, and what a victory gives besides."""
        captain = self.judge.captain
        rewards = {"good": captain.good_wanted, "astro": ASTRO * pirate.demand, "nothing": 0}
        return captain.medal + rewards[self.judge.switches.pirate_reward]

    def part(self, pirate: Card, modules: int, strength: int) -> int:
        """What a defeat costs besides the flight."""
        captain = self.judge.captain
        if pirate.loss == "cannon":
            return captain.cannon if strength else 0
        if pirate.loss == "module":
            return (0, captain.module_1, captain.point)[modules]
        return 0

    @cached_property
    def outcomes(self) -> npt.NDArray[np.int64]:
        """Prizes less parts."""
        return np.array([[self._outcome(pirate, *way) for way in PLIGHTS] for pirate in self._pirates], np.int64)

    def _outcome(self, pirate: Card, modules: int, strength: int) -> int:
        wins = fight_by(self.judge.rules, strength, pirate.strength).wins
        return wins * self.prize(pirate) - (PAIRS - wins) * self.part(pirate, modules, strength)

    @cached_property
    def cards(self) -> npt.NDArray[np.int64]:
        """What a defeat costs for each card that would still have been flown."""
        losses = [
            [PAIRS - fight_by(self.judge.rules, strength, pirate.strength).wins for _, strength in PLIGHTS]
            for pirate in self._pirates
        ]
        return np.array(losses, np.int64) * self.judge.captain.card

    @cached_property
    def fights(self) -> dict[str, npt.NDArray[np.int16]]:
        """By card (plights,) what fighting is worth in a sector not yet flown, in whole tenths."""
        worths = ((self.outcomes - SOME_CARDS * self.cards) // PAIRS).astype(np.int16)
        return {pirate.id: row for pirate, row in zip(self._pirates, worths, strict=True)}


@lru_cache(maxsize=256)
def stakes_of(judge: Judge) -> Stakes:
    """The stakes of a captain, worked out once."""
    return Stakes(judge)


def plight(table: Table, player: int, rows: Any = ALL) -> npt.NDArray[np.intp]:
    """(rows,) The place of a ship in PLIGHTS."""
    return np.asarray(to_lose(table, player, rows) * (STRONGEST + 1) + cannons(table, player, rows))


def to_lose(table: Table, player: int, rows: Any = ALL) -> npt.NDArray[np.intp]:
    """(rows,) What of modules there is to lose: none, one of level I, or only such of level II."""
    levels = some(table.modules[player], rows)
    second = np.where((levels == 2).any(axis=0), ONLY_II, NO_MODULE)
    return np.where((levels == 1).any(axis=0), LEVEL_I, second)


def fights(table: Table, judge: Judge, rows: Rows, demand: npt.NDArray[np.int16]) -> npt.NDArray[np.bool_]:
    """Whether the captain fights each pirate that asks for `demand` Astro; never by what the card says besides."""
    payable = can_pay(table, table.me, demand, rows)
    if judge.captain.pirates == "fight":
        return np.ones(rows.size, np.bool_)
    if judge.captain.pirates == "pay":
        return np.asarray(~payable)
    gain, weight = _expected(table, judge, rows, demand)
    return np.asarray(~payable | (gain >= -ASTRO * demand.astype(np.int64) * PAIRS * weight))


def _expected(
    table: Table, judge: Judge, rows: Rows, demand: npt.NDArray[np.int16]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """What fighting is worth, times 36 times the weights of all candidates; and those."""
    me, stakes = table.me, stakes_of(judge)
    known = some(known_cards(table, me, judge), rows)
    here = each(known, table.sector[rows], np.arange(rows.size))
    elsewhere = (known[0] | known[1] | known[2] | known[3]) & ~here
    owned = table.owned[0][rows] | table.owned[1][rows]
    out = owned | table.turned[rows]
    shut = out | elsewhere | table.came[rows]
    entered = np.int64(table.reserve.shape[0]) - table.left[rows]
    left = (table.limit[rows] - table.cards_flown[rows]).astype(np.int64)
    at = plight(table, me, rows)
    asks = demand == demands_of_pirates(table.rules)
    at_large = np.where(STACK == 0, A_STACK, np.clip(entered - A_STACK * (STACK - 1), 0, A_STACK))
    weight = np.where(among(here), KNOWN, at_large)
    weight[~asks | among(shut)] = 0
    outcome = stakes.outcomes.take(at, axis=1) - stakes.cards.take(at, axis=1) * left
    total = weight.sum(axis=0)
    if (total == 0).any():
        weight = np.where(total > 0, weight, asks & ~among(out))
        total = weight.sum(axis=0)
    return np.asarray((weight * outcome).sum(axis=0)), total


def among(cards: Sets) -> npt.NDArray[np.bool_]:
    """(pirates, rows) Which pirates are in those sets."""
    return np.asarray(cards >> PIRATE_BITS & np.uint64(1) != 0)
