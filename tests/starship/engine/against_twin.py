"""Whole games and turns from any position by engine and twin, and where their ends differ."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from analyzer.starship import Captain, load_captain
from tests.doors.starship import plain
from tests.facts import differences
from tests.starship.shipyard import NAMED, any_captain, any_position, any_switches
from tests.starship.twin.referee import play_game, play_position

Pair = tuple[Captain, Captain]
NAMED_PAIRS = len(NAMED)
THROWN_PAIRS = 9
NAMED_GAMES, THROWN_GAMES = 15, 5
"""Of each pair in each seating: 300 in all."""
NAMED_TURNS, THROWN_TURNS = 60, 45
"""How long they may last: straw men and prices by chance never come to an end."""
TURNS = 500


def pair_of(number: int) -> tuple[Pair, dict[str, str]]:
    """Named captains in a ring, then thrown ones with switches; odd numbers are the seating exchanged."""
    which = number // 2
    if which < NAMED_PAIRS:
        pair, switches = (load_captain(NAMED[which]), load_captain(NAMED[which - 1])), {}
    else:
        rng = random.Random(which)
        pair, switches = (any_captain(rng), any_captain(rng)), any_switches(rng)
    return (pair[1], pair[0]) if number % 2 else pair, switches


def games_differ(number: int, games: int | None = None) -> list[str]:
    """What differs in the games of a pair; both seatings have the same deals."""
    pair, switches = pair_of(number)
    named = number // 2 < NAMED_PAIRS
    games = games or (NAMED_GAMES if named else THROWN_GAMES)
    turns = NAMED_TURNS if named else THROWN_TURNS
    engine = plain.games(pair, number // 2, 0, games, switches, turns)
    twin = [play_game(pair, number // 2, game, switches, turns) for game in range(games)]
    return faults(engine, twin)


def batch(number: int, turns: int = TURNS) -> tuple[list[dict[str, Any]], Pair, dict[str, str]]:
    """Positions, who plays them and how."""
    rng = random.Random(1000 + number)
    positions = [any_position(turns * number + which) for which in range(turns)]
    return positions, (any_captain(rng), any_captain(rng)), any_switches(rng)


def turns_differ(number: int, turns: int = TURNS) -> list[str]:
    """What differs after one turn from each position of a batch."""
    positions, pair, switches = batch(number, turns)
    first = turns * number
    engine = plain.turns(positions, pair, number, first, switches)
    twin = [play_position(one, pair, number, first + which, switches) for which, one in enumerate(positions)]
    return faults(engine, twin)


def faults(engine: Sequence[Any], twin: Sequence[Any]) -> list[str]:
    told = zip(engine, twin, strict=True)
    return [f"{number}{fault}" for number, (one, other) in enumerate(told) for fault in differences(one, other)]
