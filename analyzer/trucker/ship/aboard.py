"""Conversion of crew, charges and cubes between names by square and the token bits of a hull (tokens.py)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from analyzer.trucker.edition import GOODS
from analyzer.trucker.ship.bitboard import keep_highest, positions, to_bits
from analyzer.trucker.ship.component import COLOURS, Square
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.ship.tokens import Seats

HUMAN, CHARGE = "human", "charge"
OnSquares = Mapping[Square, Sequence[str]]
"""Names of the crew, charges or cubes on each square, e.g. `{(7, 7): ("human", "human")}`."""


def tokens_on(hull: Hull, at: Sequence[int], tokens: int, what: str) -> dict[Square, tuple[str, ...]]:
    """Return the names of the tokens on each square.

    Args:
        hull: The ship.
        at: Position of each token's component.
        tokens: The tokens, one bit each; bits beyond `at` are ignored.
        what: The name of each token, e.g. "human".
    """
    on: dict[Square, tuple[str, ...]] = {}
    for token in positions(tokens & ((1 << len(at)) - 1)):
        square = hull.squares[at[token]]
        on[square] = (*on.get(square, ()), what)
    return on


def crew_on(hull: Hull, crew: int) -> dict[Square, tuple[str, ...]]:
    """Return the crew by square: "human", "brown" and "purple", from crew tokens."""
    tokens = hull.tokens
    on = tokens_on(hull, tokens.humans.at, crew, HUMAN)
    for colour, alien, home in zip(COLOURS, tokens.alien, tokens.home, strict=True):
        if crew & int(alien):
            on[hull.squares_of(int(home)).pop()] = (colour,)
    return on


def charges_on(hull: Hull, charges: int) -> dict[Square, tuple[str, ...]]:
    """Return the charges by square, given charge tokens: the name CHARGE once for each charge."""
    return tokens_on(hull, hull.tokens.charges.at, charges, CHARGE)


def goods_on(hull: Hull, goods: Sequence[int]) -> dict[Square, tuple[str, ...]]:
    """Return the cubes by square as names of colours, from the container tokens of each colour."""
    on: dict[Square, tuple[str, ...]] = {}
    for colour, cubes in zip(GOODS, goods, strict=True):
        for square, there in tokens_on(hull, hull.tokens.containers.at, cubes, colour).items():
            on[square] = on.get(square, ()) + there
    return on


def crew_tokens(hull: Hull, crew: OnSquares) -> int:
    """Return the crew tokens of a crew given by square.

    If a cabin is not full, its crew gets the tokens that are given up last.
    """
    tokens = _given_up_last(hull, hull.tokens.humans, {square: [*who].count(HUMAN) for square, who in crew.items()})
    aboard = {colour for who in crew.values() for colour in who}
    return tokens | sum(int(hull.tokens.alien[number]) for number, colour in enumerate(COLOURS) if colour in aboard)


def charge_tokens(hull: Hull, charges: Mapping[Square, int]) -> int:
    """Return the charge tokens for a number of charges on each square."""
    return _given_up_last(hull, hull.tokens.charges, charges)


def goods_tokens(hull: Hull, goods: OnSquares) -> list[int]:
    """Return the container tokens of each colour for cubes given by square.

    The dearest cubes get the last places of a container, which are given up last.
    """
    free = {square: _tokens_of(hull, hull.tokens.containers, square) for square in goods}
    by_colour: list[int] = []
    for colour in GOODS:
        taken = [free[square].pop() for square, cubes in goods.items() for _ in range([*cubes].count(colour))]
        by_colour.append(to_bits(taken))
    return by_colour


def safest(seats: Seats, left: int, how_many: int) -> int:
    """Return, from a set of tokens, the `how_many` tokens that are given up last."""
    return int(keep_highest(np.array([left], np.uint64), np.array([how_many]))[0])


def _given_up_last(hull: Hull, seats: Seats, on: Mapping[Square, int]) -> int:
    """Return a set of tokens: on each square, the `on[square]` tokens that are given up last."""
    return to_bits(token for square, many in on.items() if many for token in _tokens_of(hull, seats, square)[-many:])


def _tokens_of(hull: Hull, seats: Seats, square: Square) -> list[int]:
    return [token for token, place in enumerate(seats.at) if hull.squares[place] == square]
