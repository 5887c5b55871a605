"""Registers of wrecks: every damaged state of a hull gets a number, and tables by that number hold its facts.

A million flights of a ship see a few thousand wrecks. Facts that depend on the wreck alone (hits, broken pieces, the
strength of cannons) are computed once and then looked up by number. The number also identifies the hull, so one look-up
serves flights of different ships.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.montecarlo.by_number import distinct
from analyzer.trucker.ship.bitboard import ONE, Bits, narrowest, pieces_around, position
from analyzer.trucker.ship.component import SIDES, Side
from analyzer.trucker.ship.hull import MOST_SHIPS, ROLLS, Hull
from analyzer.trucker.ship.strength import AskedHull, HullPerWreck, Stack

Numbers = npt.NDArray[np.signedinteger[Any]]
"""Array of numbers of wrecks, of positions, or of hulls."""
Table = npt.NDArray[Any]
"""A flat array of entries: entry i of number n (e.g. of a wreck) is at n * width + i."""
FactFunction = Callable[[HullPerWreck, Bits], Table]
"""A function that computes a fact for hulls and masks: one entry, or one row of entries, for each mask."""

ROOM = 256
"""Initial capacity of a register, in sets."""


class Register:
    """A numbering of bit sets: number n stands for the set `sets[n]` of the hull with number `hull_of[n]`.

    Attributes:
        stack: The hulls stacked in arrays.
        known: Number of sets that have a number.
        sets: The set of each number, with spare capacity after `known`.
        hull_of: The hull number of each number.
        changes: Number of times that each column of a state with these wrecks was written.
    """

    def __init__(self, hulls: Sequence[Hull]) -> None:
        self.hulls = tuple(hulls)
        self.stack = Stack(hulls)
        self.known = 0
        self.sets: Bits = np.zeros(ROOM, np.uint64)
        self.hull_of: Numbers = np.zeros(ROOM, np.intp)
        self._numbers: dict[tuple[int, int], int] = {}
        self._tables: dict[Hashable, Table] = {}
        self._filled_to: dict[Hashable, int] = {}
        self.changes: Counter[str] = Counter()

    def numbers(self, hulls: Numbers, sets: Bits) -> Numbers:
        """Return the number of each set; a new set gets a new number."""
        return np.array([self.number(*each) for each in zip(hulls.tolist(), sets.tolist(), strict=True)], np.intp)

    def number(self, hull: int, one: int) -> int:
        """Return the number of one set of a hull; a new set gets a new number."""
        number = self._numbers.setdefault((hull, one), self.known)
        if number == self.known:  # the set is new, so it has just been given the next number
            if number == self.sets.size:
                self.sets, self.hull_of = doubled(self.sets), doubled(self.hull_of)
            self.sets[number], self.hull_of[number] = one, hull
            self.known += 1
        return number

    def table(self, work_out: FactFunction, key: Hashable = None) -> Table:
        """Return the table of a fact for all known numbers, computing entries that are missing.

        Args:
            work_out: Computes the fact for hulls and sets.
            key: Name under which the table is kept; `work_out` itself if it is None.

        Returns:
            A flat table by number of the set, with spare capacity after the known numbers.
        """
        key = key or work_out
        if self._filled_to.get(key) != self.known:
            self._tables[key] = self._filled(self._tables.get(key), self._filled_to.get(key, 0), work_out)
            self._filled_to[key] = self.known
        return self._tables[key]

    def _filled(self, table: Table | None, first: int, work_out: FactFunction) -> Table:
        """Return the table with entries computed for all sets from number `first` on."""
        new = slice(first, self.known)
        rows = work_out(self.stack.of(self.hull_of[new]), self.sets[new])
        width = rows.size // rows.shape[0]
        # Capacity doubles with that of `sets`, so a look-up of any known number stays within the table.
        if table is None:
            table = np.zeros(self.sets.size * width, rows.dtype)
        while table.size < self.sets.size * width:
            table = doubled(table)
        table.reshape(-1, width)[new] = rows.reshape(-1, width)
        return table


def doubled(table: Table) -> Table:
    """Return the table with twice the capacity, with zeros in the new half."""
    return np.concatenate([table, np.zeros_like(table)])


NO_PIECE = -1


class Choices:
    """Numbering of choices: whenever a ship breaks in a new way, the set of its pieces gets a number.

    Attributes:
        known: Number of choices that have a number.
        pieces: Wreck number of each piece, padded with NO_PIECE. Shape (most pieces, choices).
    """

    def __init__(self) -> None:
        self.known = 0
        # Most ships break into two pieces; `number` adds rows where there are more. Pieces stand along the first axis:
        # captains compare the first pieces of all choices with the second ones at once.
        self.pieces: Numbers = np.full((2, ROOM), NO_PIECE)
        self._tables: dict[Hashable, tuple[Table, int]] = {}

    def number(self, among: Sequence[int]) -> int:
        """Add a choice between pieces, and return the number of the choice.

        Args:
            among: Wreck numbers of the pieces, the piece with the earliest square first.
        """
        most, size = self.pieces.shape
        if len(among) > most or self.known == size:
            larger = np.full((max(most, len(among)), 2 * size), NO_PIECE)
            larger[:most, :size] = self.pieces
            self.pieces = larger
        self.pieces[: len(among), self.known] = among
        self.known += 1
        return self.known - 1

    def table(self, work_out: Callable[[Numbers], Numbers], key: Hashable) -> Numbers:
        """Return the table of a fact with one row for each choice between pieces, after computing missing rows.

        Args:
            work_out: Takes pieces of shape (most pieces, choices) and returns a row of numbers for each choice.
            key: Name under which the table is kept.

        Returns:
            A flat table: entry i of choice c is at c * width + i.
        """
        table, filled = self._tables.get(key, (np.zeros(0, np.intp), 0))
        if filled < self.known:
            rows = work_out(self.pieces[:, filled : self.known])
            width = rows.shape[-1]
            room = np.zeros(self.pieces.shape[1] * width - table.size, np.intp)
            table = np.concatenate([table, room]) if room.size else table
            table.reshape(-1, width)[filled : self.known] = rows
            self._tables[key] = table, self.known
        return table


Entries = npt.NDArray[Any]


FEW = 64
"""Largest number of entries whose whole rows are computed. Computing more rows takes longer than later look-ups."""


class LazyTable:
    """A table by wreck whose entries are computed when they are first looked up.

    Most wrecks of a long flight are seen once, and few of their entries are ever needed (docs/performance.md).

    Args:
        width: Number of entries for each wreck; the key of an entry is wreck * width + its place in the row.
        unknown: Value of an entry that has not been computed; no real entry has this value.
        work_out: Computes the entries for an array of keys.
        alongside: Places in a row that are all computed when one of them is looked up, unless many entries are missing.
            Short runs need this, because a look-up often costs more than the computation.
    """

    def __init__(
        self, width: int, unknown: Any, work_out: Callable[[Numbers], Entries], alongside: Numbers | None = None
    ) -> None:
        self._width = width
        self._unknown = unknown
        self._work_out = work_out
        self._alongside = alongside
        self._entries: Entries = np.empty(0, np.asarray(unknown).dtype)

    def __call__(self, keys: Numbers, wrecks: int) -> Entries:
        """Return the entries for `keys`, after making room for `wrecks` rows."""
        if self._entries.size < wrecks * self._width:
            room = np.full(wrecks * self._width - self._entries.size, self._unknown)
            self._entries = np.concatenate([self._entries, room])
        entries = self._entries.take(keys)
        missing = entries == self._unknown
        if missing.any():
            new = distinct(keys[missing])
            if self._alongside is not None and new.size <= FEW:
                new = (distinct(new // self._width)[:, None] * self._width + self._alongside).ravel()
            # `_work_out` may discover wrecks; their rows get room at a later look-up.
            self._entries[new] = self._work_out(new)
            entries = self._entries.take(keys)
        return entries


SQUARES = 64
NOT_COMPUTED = np.int32(-(1 << 31))
WHOLE = -1
"""Value that stands for a ship in one piece, for which no piece has to be chosen."""


class Wrecks(Register):
    """Register of the wrecks of some hulls, numbered as they come up; each wreck is a set of surviving squares.

    Attributes:
        fleets: Whether the hulls are fleets of class IVC (see wrecks/cache.py).
        intact: Wreck number of each intact hull. Shape (hulls,).
        goods_type: Narrowest unsigned type with a bit for each place for cubes.
        holds: Register of the sets of surviving containers.
        choices: Choices between the pieces of ships that broke.
        lazy_tables: Tables whose entries are computed when needed, by the rules that compute them.
    """

    fleets = False

    def __init__(self, hulls: Sequence[Hull]) -> None:
        super().__init__(hulls)
        self.intact: Numbers = np.array(
            [self.number(h, int(hull.occupied[0])) for h, hull in enumerate(hulls)], np.intp
        )
        self.goods_type = narrowest(max(len(hull.tokens.containers.at) for hull in hulls))
        self._without = LazyTable(SQUARES, NOT_COMPUTED, self._learn)
        self._broken: dict[tuple[int, int], int] = {}
        self._most: dict[FactFunction, int] = {}
        self.lazy_tables: dict[Hashable, LazyTable] = {}
        self.choices = Choices()
        self.holds = Register(hulls)

    @property
    def room(self) -> int:
        """Number of wrecks for which the register's arrays have capacity."""
        return self.sets.size

    @property
    def squares(self) -> Bits:
        """Mask of the surviving squares of each wreck, by wreck number."""
        return self.sets

    def hulls_of(self, wreck: Numbers) -> Numbers:
        """Return the number of the hull of which each wreck is a part."""
        return self.hull_of.take(wreck)

    def left_of(self, wreck: Numbers) -> Bits:
        """Return the mask of the surviving squares of each wreck."""
        return self.sets.take(wreck)

    def fact(self, fact: FactFunction, wreck: Numbers) -> Table:
        """Look up a fact of each wreck, e.g. the number of its components.

        Args:
            fact: The function that computes the fact (wrecks/facts.py); it gets only wrecks for which it was not yet
                computed.
            wreck: Number of each wreck.
        """
        return self.table(fact).take(wreck)

    def most(self, fact: FactFunction) -> int:
        """Return the largest value of a fact among intact ships."""
        if fact not in self._most:
            self._most[fact] = int(self.table(fact)[self.intact].max())
        return self._most[fact]

    def without_component(self, wreck: Numbers, position: Numbers) -> npt.NDArray[np.int32]:
        """Return the number of the wreck that remains if each wreck loses the component at a position.

        For a ship that falls apart, the result is -1 - c, where c is the number of the choice between its pieces.
        """
        return np.asarray(self._without(wreck * SQUARES + position, self.room))

    def _learn(self, keys: Numbers) -> npt.NDArray[np.int32]:
        """Return the wrecks that remain after losing a component; a key is wreck * SQUARES + position.

        If at most one joined neighbour of the lost component survives, the rest is still connected. This spares half of
        the searches; all other wrecks are searched for pieces one by one, from the neighbours of the lost component.
        """
        wreck, position = np.divmod(keys, SQUARES)
        hulls = self.hull_of[wreck]
        left = self.sets[wreck] & ~(ONE << position.astype(np.uint64))
        beside = self.stack.array("joined_to")[hulls, position] & left
        after = np.empty(keys.size, np.int32)
        # x & (x - 1) clears the lowest bit, so this is true for no neighbour or one. For none, x - 1 wraps around
        # harmlessly.
        stays_in_one_piece = (beside & (beside - ONE)) == 0
        after[stays_in_one_piece] = self.numbers(hulls[stays_in_one_piece], left[stays_in_one_piece])
        searched = np.flatnonzero(~stays_in_one_piece)
        broken = zip(*(each[searched].tolist() for each in (hulls, left, beside)), strict=True)
        after[searched] = [self._taken_apart(*each) for each in broken]
        return after

    def _taken_apart(self, hull: int, left: int, beside: int) -> int:
        """Return the wreck number of surviving squares if they are connected, or -1 - c if they are several pieces.

        c is the number of the choice between the pieces.

        Args:
            hull: Number of the ship's hull.
            left: The surviving squares, which were connected until a component was lost.
            beside: The surviving squares that were joined to the lost component.
        """
        choice = self._broken.get((hull, left))
        if choice is None:
            # Each piece was joined to the lost component, so it holds one of its neighbours.
            pieces = pieces_around(beside, left, self.hulls[hull].joins)
            choice = self._broken[hull, left] = WHOLE if len(pieces) == 1 else self.choice(hull, pieces)
        return self.number(hull, left) if choice == WHOLE else -1 - choice

    def choice(self, hull: int, pieces: Sequence[int]) -> int:
        """Add the choice of the piece of a broken ship that flies on, and return the index of this choice in `choices`.

        Args:
            hull: Number of the ship's hull.
            pieces: Mask of the squares of each piece, the piece with the earliest square first.
        """
        return self.choices.number([self.number(hull, piece) for piece in pieces])


SUMS = 16
"""Number of entries in a row of fates: one for each dice sum, 0 to SUMS - 1."""
ROWS = 1 + 2 * len(SIDES)
"""Number of rows of fates for each wreck: no hazard, then small hazards by side, then large hazards by side."""
MISS = 1  # not 0, which stands for a fate that has not been computed
"""Fate of a hazard that flies past."""
HARMLESS, UNSTOPPABLE, DEFENDABLE = range(SQUARES, 4 * SQUARES, SQUARES)
"""Fates of a hazard that does nothing, that hits in any case, and that hits unless a charge is spent.

The position of the component in its way (0 to 63) is added. Above it, DEFENDABLE fates have a bit for each ship of a
fleet whose charge would help (from bit HELPERS on).
"""
HELPERS = 8  # the fates below these bits are less than 4 * SQUARES = 1 << 8
"""Number of the lowest of the bits that say which ships of a fleet can help; only DEFENDABLE fates have them."""
Fates = npt.NDArray[np.uint16]


def square_of(fate: Fates) -> npt.NDArray[np.intp]:
    """Return the position of the component that is hit; valid only for fates from HARMLESS on."""
    # Kinds of fate and bits of helpers are multiples of SQUARES, so the remainder is the position.
    return np.asarray(fate % SQUARES).astype(np.intp)


@dataclass(frozen=True)
class Meeting:
    """The effect of a hazard that comes at a ship: the component in its way, and the components that help.

    Attributes:
        first: The square in its way; no bit if the hazard flies past.
        harmless: Whether the hazard does nothing to that component.
        with_a_charge: Components that avert the hit if a charge is spent on them.
    """

    first: Bits
    harmless: npt.NDArray[np.bool_] | np.bool_
    with_a_charge: Bits | np.uint64


Sides = Side | npt.NDArray[np.intp]
Hazard = Callable[[AskedHull, Bits, Sides, npt.NDArray[np.intp]], Meeting]
"""The rule of a hazard: a function of hulls, surviving squares, sides and dice sums that returns a Meeting."""


def fates(wrecks: Wrecks, small: Hazard, large: Hazard, keys: Numbers) -> Fates:
    """Return the fates of hazards, looked up in a table that is filled on demand.

    Args:
        wrecks: The register of the ships' wrecks.
        small: Rule of the small hazards.
        large: Rule of the large hazards.
        keys: For each hazard (wreck * ROWS + row) * SUMS + dice sum, where the row stands for size and side (ROWS).
    """
    table = wrecks.lazy_tables.get((small, large))
    if table is None:

        def work_out(new: Numbers) -> Fates:
            rows, sums = np.divmod(new, SUMS)
            return worked_out(wrecks, small, large, *np.divmod(rows, ROWS), sums)

        # All sums from 2 to 12 of all rows of a wreck are worked out together.
        row = (np.arange(ROWS)[:, None] * SUMS + np.arange(2, ROLLS)).ravel()
        table = wrecks.lazy_tables[small, large] = LazyTable(ROWS * SUMS, np.uint16(0), work_out, row)
    return table(keys, wrecks.room)


def worked_out(wrecks: Wrecks, small: Hazard, large: Hazard, wreck: Numbers, coming: Numbers, roll: Numbers) -> Fates:
    """Compute the fate of a hazard for each wreck, without a table.

    Args:
        wrecks: The register of the ships' wrecks.
        small: Rule of the small hazards.
        large: Rule of the large hazards.
        wreck: Wreck number of each ship; for fleets, (MOST_SHIPS, ships).
        coming: Code of the hazard (ROWS): 0 for none, else size and side.
        roll: Dice sum of the hazard.
    """
    hulls, left = wrecks.hulls_of(wreck), wrecks.left_of(wreck)
    # Codes 1 to 4 are small hazards by side, 5 to 8 large ones.
    size, side = np.divmod(coming - 1, len(SIDES))
    fate = np.full(roll.size, MISS, np.uint16)
    for number, hazard in enumerate((small, large)):
        here = np.flatnonzero((coming > 0) & (size == number))
        hull = wrecks.stack.for_questions(hulls.take(here))
        fate[here] = _entry(hull, hazard(hull, left.take(here), side.take(here), roll.take(here)))
    return fate


def _entry(hull: AskedHull, met: Meeting) -> npt.NDArray[np.generic]:
    """Return the fate of each hull under its hazard as one number.

    The number codes a miss, or else whether the hit is harmless, can be averted by a charge, or cannot. The position
    of the component in the way is added. If a charge averts the hit, a bit is set for each ship of the fleet that
    carries a component which can use it.
    """
    helped = np.where(met.with_a_charge != 0, DEFENDABLE, UNSTOPPABLE)
    for ship in range(MOST_SHIPS):
        helped = helped + (((met.with_a_charge & hull.ships[..., ship]) != 0) << (HELPERS + ship))
    # The position of an empty set is undefined (64), hence the modulo; np.where discards it there.
    return np.where(met.first == 0, MISS, np.where(met.harmless, HARMLESS, helped) + position(met.first) % SQUARES)
