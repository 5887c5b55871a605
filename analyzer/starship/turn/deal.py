"""Dealing: the start of games, where seed, game and purpose alone determine each shuffle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from analyzer.montecarlo.random_words import Order, shuffle
from analyzer.starship.captains.captain import Judge
from analyzer.starship.ship.ship import Ship
from analyzer.starship.tables import CRESTS, MODULES, STANDARD_RULES, USUAL, Switches
from analyzer.starship.turn.bits import BIT, LOST, STACKS, one_adventure, set_of, sets_of
from analyzer.starship.turn.table import ALL, Table

BASE_STREAM = 0
"""Random stream that shuffles the base cards; those of the reserve's stacks and of the adventures follow."""
SECTORS = 4
"""Number of sectors."""


def number_of(card: str) -> int:
    """Return the bit number of a card, given by its id; LOST for a lost planet."""
    return BIT.get(card, LOST)


def stack_of(stack: str) -> tuple[str, ...]:
    """Return the ids of the cards of a stack, in the order of the table."""
    return tuple(card.id for card in STANDARD_RULES.cards if card.stack == stack)


def in_each(numbers: Sequence[int], games: int) -> Order:
    """Return an array with the same numbers for every game. Shape (numbers, games)."""
    return np.repeat(np.array(numbers, np.uint8)[:, None], games, axis=1)


def start_ships(switches: Switches, judges: tuple[Judge, Judge]) -> tuple[Ship, Ship]:
    """Return both ships at the start, Moon's first, each with the module of its captain's choice."""
    return _start_ship(0, switches, judges), _start_ship(1, switches, judges)


def _start_ship(player: int, switches: Switches, judges: tuple[Judge, Judge]) -> Ship:
    """Return a player's ship at the start, with the captain's first module and the handicap (rules, page 14)."""
    rules, crest = judges[player].rules, CRESTS[player]
    numbers = rules.start
    astro = numbers["astro"]
    if switches.handicap_astro != "none":
        astro = numbers["beginner_astro" if switches.handicap_astro == crest else "expert_astro"]
    helped = "beginner_" if switches.handicap_parts == crest else ""
    chosen = judges[player].captain.modules[0]
    return Ship.at_start(
        rules,
        crest,
        name=crest,
        astro=astro,
        boosters=(1,) * numbers[f"{helped}boosters"],
        cannons=(1,) * numbers[f"{helped}cannons"],
        modules=tuple(int(name == chosen) for name in MODULES),
    )


def board(table: Table, player: int, ship: Ship, lanes: slice = ALL) -> None:
    """Write a player's ship and the cards that it owns into some lanes of the table."""
    table.astro[player, lanes] = ship.astro
    table.stored[player, :, lanes] = np.array(ship.stored, np.int8)[:, None]
    table.boosters[player, lanes], table.boosters_2[player, lanes] = len(ship.boosters), ship.boosters.count(2)
    table.cannons[player, lanes], table.cannons_2[player, lanes] = len(ship.cannons), ship.cannons.count(2)
    table.colony_ships[player, lanes], table.trade_ships[player, lanes] = ship.colony_ships, ship.trade_ships
    table.modules[player, :, lanes] = np.array(ship.modules, np.int8)[:, None]
    table.owned[player, lanes] = np.uint64(set_of(ship.cards))
    table.owned_adventures[player, lanes] = set_of_adventures(ship.adventures)


def set_of_adventures(ids: Iterable[str]) -> np.uint16:
    """Return adventures, given by id, as a 16-bit set."""
    known = list(STANDARD_RULES.adventure_by_id)
    return np.uint16(sum(1 << known.index(one) for one in ids))


def reserve_stacks(seed: int, first: int, games: int, without: frozenset[str] = frozenset()) -> Order:
    """Return the reserve, shuffled stack by stack, without some cards. Shape (cards, games), top first.

    Stack I lies on top and stack IV at the bottom (rules, pages 3 to 5).
    """
    rows = [in_each((), games)]
    for number, stack in enumerate(STACKS[1:], start=1):
        left = [number_of(card) for card in stack_of(stack) if card not in without]
        if left:
            rows.append(shuffle(in_each(left, games), seed, BASE_STREAM + number, first))
    return np.vstack(rows)


def adventure_stack(seed: int, first: int, games: int, without: frozenset[str] = frozenset()) -> Order:
    """Return the adventures, shuffled stack by stack, without some of them. Shape (adventures, games), top first."""
    rows = [in_each((), games)]
    for stack in sorted({one.stack for one in STANDARD_RULES.adventures}):
        left = [
            number
            for number, one in enumerate(STANDARD_RULES.adventures)
            if one.stack == stack and one.id not in without
        ]
        if left:
            rows.append(shuffle(in_each(left, games), seed, len(STACKS) - 1 + stack, first))
    return np.vstack(rows)


def new_games(seed: int, first: int, games: int, judges: tuple[Judge, Judge], switches: Switches = USUAL) -> Table:
    """Return games `first` to `first + games - 1` of a seed, before their first turn."""
    rules = judges[0].rules
    table = Table(games, rules, switches=switches)
    table.game = np.arange(first, first + games)
    for player, ship in enumerate(start_ships(switches, judges)):
        board(table, player, ship)
    # One shuffle deals all sectors. They are kept as sets, because each flight shuffles its sector anew.
    base = [BIT[card.id] for card in rules.cards if card.stack == "BASE"]
    lying = shuffle(in_each(base, games), seed, BASE_STREAM, first)
    places = rules.start["places"]
    for sector in range(SECTORS):
        table.sectors[sector] = sets_of(lying[sector * places : (sector + 1) * places], games)
    table.size[...] = places
    table.reserve = reserve_stacks(seed, first, games)
    table.left[...] = len(table.reserve)
    lay_adventures(table, adventure_stack(seed, first, games), rules.start["open_adventures"])
    return table


def lay_adventures(table: Table, stack: Order, opened: int) -> None:
    """Open the first adventures of a shuffled stack, and make the rest the stack of the table.

    Args:
        table: the games.
        stack: adventures by number. Shape (adventures, lanes).
        opened: number of adventures to open.
    """
    for number in stack[:opened]:
        table.open |= one_adventure(number)
    # Stacks stand at the end of their array, so the top is at length - stack_left.
    table.stack[table.stack.shape[0] - (len(stack) - opened) :] = stack[opened:]
    table.stack_left[...] = len(stack) - opened
