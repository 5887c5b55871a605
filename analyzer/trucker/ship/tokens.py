"""Crew, charges and cubes as tokens: each has a bit on a board of its own, the lowest is given up first.

The order is that of falling risk of the component (docs/rulings.md, "Risk"), so that giving up k tokens means dropping
the k lowest bits. A translation says which tokens are left on the squares that are left.
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
"""The tokens of the brown and of the purple alien, on the crew board of every ship."""
MOST_HUMANS = 60
"""Tokens of humans that fit beside those of the aliens."""
HUMANS = np.uint64((1 << MOST_HUMANS) - 1)
"""Where humans have their tokens."""


class Seats:
    """The tokens of one sort: `full` is the set of all, `left(squares)` those on surviving squares.

    Tokens beyond the ship's own (`spare`) belong to no square and are never lost with one.
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
        """The tokens whose component is among the squares, and all spare ones."""
        return translated(self.tables, squares) | self.spare

    def squares(self, tokens: Bits) -> Bits:
        """The squares on which those tokens lie."""
        return translated(self._squares, tokens & self.full)

    @cached_property
    def _squares(self) -> Bits:
        return translation([1 << position for position in self.at])


class Tokens:
    """All tokens of a hull: `humans`, `charges`, `containers`, and the aliens behind the humans on the crew board.

    The humans of a cabin are neighbouring bits. `cabins[n]` (MOST_CREW) are the first tokens of all cabins that have
    more than n; an alien has a cabin of one.
    """

    def __init__(
        self,
        plan: Plan,
        squares: tuple[Square, ...],
        risk: Mapping[int, int],
        joined_to: Bits,
        where: Callable[[Callable[[Component], bool]], np.uint64],
    ) -> None:
        """The tokens of a plan whose squares have those positions.

        `joined_to`: by position the squares joined to it; `where`: the squares with a component that fits.
        """
        parts = plan.components
        order = sorted(risk, key=lambda position: (-risk[position], position))

        def seats(
            capacity: Callable[[Component], int], what: str, skip: frozenset[int] = frozenset(), most: int = 64
        ) -> Seats:
            room = [(p, capacity(parts[squares[p]])) for p in order if p not in skip]
            return Seats(room, len(squares), what, most)

        support = {c: where(lambda part, c=c: part.is_a.life_support == c) for c in COLOURS}  # type: ignore[misc]
        cabins = {c: squares.index(at) for c, at in plan.aliens.items() if at in parts and parts[at].is_a.aliens}
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
        firsts = {at.index(position): at.count(position) for position in dict.fromkeys(at)}
        firsts |= {int(alien).bit_length() - 1: 1 for alien in self.alien if alien}
        rooms = [[token for token, room in firsts.items() if room > seat] for seat in range(MOST_CREW)]
        self.cabins: Bits = np.array([to_bits(tokens) for tokens in rooms], np.uint64)
        self.joined_cabins = self._joined_cabins(joined_to)

    def _joined_cabins(self, joined_to: Bits) -> Bits:
        """(64) For the first token of each cabin the first tokens of all cabins joined to it."""
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
        """Who of the crew is left: an alien needs its cabin and one attached life support of its colour."""
        return crew_left(self, crew, squares)

    def crew_squares(self, crew: Bits) -> Bits:
        """The occupied cabins."""
        occupied = self.humans.squares(crew)
        for alien, home in zip(self.alien, self.home, strict=True):
            if alien:
                occupied |= np.where((crew & alien) != 0, home, np.uint64(0))
        return occupied


class OfCrew(Protocol):
    """What says who of a crew is left: of one ship, or of one for each set of squares."""

    humans: Any
    alien: Any
    home: Any
    support: Any


def crew_left(tokens: OfCrew, crew: Bits, squares: Bits) -> Bits:
    """Who of the crew is left: an alien needs its cabin and one attached life support of its colour."""
    left: Bits = crew & tokens.humans.left(squares) & tokens.humans.full
    for colour in range(len(COLOURS)):
        home, support = tokens.home[..., colour], tokens.support[..., colour]
        lives = ((squares & home) != 0) & ((squares & support) != 0)
        left |= np.where(lives, crew & tokens.alien[..., colour], np.uint64(0))
    return left
