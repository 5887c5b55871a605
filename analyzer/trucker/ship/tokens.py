"""Tokens of crew, charges and cubes on a ship, each one bit of a 64-bit word; the lowest bit is given up first.

Tokens are ordered by falling risk of their component (docs/rulings.md, "Risk"), so giving up k tokens drops the k
lowest bits. A translation maps surviving squares to the tokens that are left on them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.trucker.ship.bitboard import Bits, to_bits, translated, translation
from analyzer.trucker.ship.component import COLOURS, MOST_CREW, Component, Square
from analyzer.trucker.ship.plan import Plan

ALIENS = (np.uint64(1 << 60), np.uint64(1 << 62))
"""Tokens of the brown and the purple alien; these two bits are the same on every ship."""
MOST_HUMANS = 60
"""Number of bits for human tokens, which are all lower than those of the aliens."""
HUMANS = np.uint64((1 << MOST_HUMANS) - 1)
"""Mask of all human tokens."""


class Seats:
    """Tokens of one type (humans, charges or cubes) on one ship.

    Attributes:
        at: Position of each token's component.
        full: All tokens of the intact ship.
        spare: Tokens beyond `full`, which belong to no square and are never lost with one.
        tables: The map from squares to tokens (see bitboard.translation).
    """

    def __init__(self, per_component: list[tuple[int, int]], size: int, what: str, most: int = 64) -> None:
        total = sum(capacity for _, capacity in per_component)
        if total > most:
            limit = f"at most {most} can be analysed (the box of 2007 holds far fewer): leave some out"
            raise AnalyzerError(f"{total} {what} on one ship: {limit}")
        at: list[int] = [position for position, capacity in per_component for _ in range(capacity)]
        self.at = at
        self.full = np.uint64(to_bits(range(total)))
        self.spare = ~self.full
        on = [0] * size
        for token, position in enumerate(at):
            on[position] |= 1 << token
        self.tables = translation(on)

    def left(self, squares: Bits) -> Bits:
        """Return the tokens whose component survives on `squares`, and all spare tokens."""
        return translated(self.tables, squares) | self.spare

    def squares(self, tokens: Bits) -> Bits:
        """Return the squares on which the given tokens lie."""
        return translated(self._squares, tokens & self.full)

    @cached_property
    def _squares(self) -> Bits:
        return translation([1 << position for position in self.at])


class Tokens:
    """Tokens of a hull as masks: each person, each charge and each place for a cube has a bit.

    The humans of a cabin are neighbouring bits. Colours of aliens are in the order brown, purple. Some masks stand for
    cabins; a cabin is then the bit of the first human or alien in it.

    Attributes:
        humans: Tokens of humans; cabins with an alien have none.
        charges: Tokens of charges.
        containers: Places for cubes, including special ones.
        special: Places that may hold red cubes.
        alien: Token of each alien, 0 if it is not aboard. Shape (2,).
        home: Square of each alien's cabin. Shape (2,).
        support: Squares of life support joined to each alien's cabin. Shape (2,).
        crew: All tokens of the full crew.
        cabins: For n from 0, the cabins with room for more than n crew. Shape (MOST_CREW,).
        joined_cabins: All cabins joined to a cabin, by the number of that cabin's bit. Shape (64,).
    """

    def __init__(
        self,
        plan: Plan,
        squares: tuple[Square, ...],
        risk: Mapping[int, int],
        joined_to: Bits,
        where: Callable[[Callable[[Component], bool]], np.uint64],
    ) -> None:
        """Make the tokens of all crew, charges and places for cubes of a plan.

        Args:
            plan: The ship.
            squares: The square of each position.
            risk: Risk of each position.
            joined_to: Squares joined to each position.
            where: Returns the mask of squares whose component satisfies a condition.
        """
        parts = plan.components
        # Tokens get their bits in this order, so the lowest bits lie on the components with the highest risk.
        order = sorted(risk, key=lambda position: (-risk[position], position))

        def seats(
            capacity: Callable[[Component], int], what: str, skip: frozenset[int] = frozenset(), most: int = 64
        ) -> Seats:
            room = [(p, capacity(parts[squares[p]])) for p in order if p not in skip]
            return Seats(room, len(squares), what, most)

        support = {c: where(lambda part, c=c: part.is_a.life_support == c) for c in COLOURS}  # type: ignore[misc]
        cabins = {c: squares.index(at) for c, at in plan.aliens.items() if at in parts and parts[at].is_a.aliens}
        # An alien without life support at launch is not aboard; humans live in its cabin.
        homes = {c: place for c, place in cabins.items() if joined_to[place] & support[c]}
        self.humans = seats(lambda part: part.is_a.crew, "humans", frozenset(homes.values()), MOST_HUMANS)
        self.charges = seats(lambda part: part.is_a.batteries, "batteries")
        self.containers = seats(lambda part: part.is_a.containers + part.is_a.special_containers, "containers")
        special = where(lambda part: part.is_a.special_containers > 0)
        self.special = self.containers.left(np.array([special]))[0] & self.containers.full
        bits = zip(ALIENS, COLOURS, strict=True)
        self.alien: Bits = np.array([bit if colour in homes else 0 for bit, colour in bits], np.uint64)
        self.home: Bits = np.array([1 << homes[c] if c in homes else 0 for c in COLOURS], np.uint64)
        self.support: Bits = np.array(
            [joined_to[homes[c]] & support[c] if c in homes else 0 for c in COLOURS], np.uint64
        )
        self.crew = self.humans.full | self.alien[0] | self.alien[1]
        at = self.humans.at
        # The tokens of a cabin are neighbours in `at`, so the first one and their number tell all of them.
        firsts = {at.index(position): at.count(position) for position in dict.fromkeys(at)}
        firsts |= {int(alien).bit_length() - 1: 1 for alien in self.alien if alien}
        rooms = [[token for token, room in firsts.items() if room > seat] for seat in range(MOST_CREW)]
        self.cabins: Bits = np.array([to_bits(tokens) for tokens in rooms], np.uint64)
        self.joined_cabins = self._joined_cabins(joined_to)

    def _joined_cabins(self, joined_to: Bits) -> Bits:
        """Return the mask of all cabins joined to each cabin, by the number of that cabin's bit. Shape (64,).

        The bit of a cabin is that of the first human or alien in it.
        """
        at = self.humans.at
        cabins = {at.index(position): position for position in dict.fromkeys(at)}
        cabins |= {
            int(alien).bit_length() - 1: int(home).bit_length() - 1
            for alien, home in zip(self.alien, self.home, strict=True)
            if alien
        }
        joined = np.zeros(64, np.uint64)
        for token, position in cabins.items():
            around = int(joined_to[position])
            joined[token] = to_bits(other for other, place in cabins.items() if around >> place & 1)
        return joined

    def crew_left(self, crew: Bits, squares: Bits) -> Bits:
        """Return the crew tokens that remain if only the given squares survive.

        An alien needs its cabin and one attached life support of its colour.
        """
        return crew_left(self, crew, squares)

    def crew_squares(self, crew: Bits) -> Bits:
        """Return the squares of occupied cabins, given crew tokens."""
        occupied = self.humans.squares(crew)
        for alien, home in zip(self.alien, self.home, strict=True):
            if alien:
                occupied |= np.where((crew & alien) != 0, home, np.uint64(0))
        return occupied


class CrewMasks(Protocol):
    """Interface of the tokens that `crew_left` needs.

    They are those of one hull, or stacked ones: each element has a hull of its own.
    """

    humans: Any
    alien: Any
    home: Any
    support: Any


def crew_left(tokens: CrewMasks, crew: Bits, squares: Bits) -> Bits:
    """Return the crew tokens that remain if only the given squares survive.

    An alien needs its cabin and one attached life support of its colour.

    Args:
        tokens: The tokens of one hull, or of a hull for each element of `crew`.
        crew: The crew tokens before components were lost.
        squares: The surviving squares.
    """
    left: Bits = crew & tokens.humans.left(squares) & tokens.humans.full
    for colour in range(len(COLOURS)):
        home, support = tokens.home[..., colour], tokens.support[..., colour]
        lives = ((squares & home) != 0) & ((squares & support) != 0)
        left |= np.where(lives, crew & tokens.alien[..., colour], np.uint64(0))
    return left
