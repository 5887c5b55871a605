"""Wrecks: every state that a ship's hull has reached, and what each hazard makes of it.

A million flights of a ship see a few thousand wrecks. Whatever follows from a wreck alone (what a roll meets, what
falls off, how strong the cannons are) is worked out once for each and looked up by its number. The number tells the
ship too, so that one look-up serves flights of different ships.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from analyzer.trucker.ship.bitboard import ONE, Bits, narrowest, position
from analyzer.trucker.ship.component import SIDES, Side
from analyzer.trucker.ship.hull import MOST_SHIPS, ROLLS, Hull
from analyzer.trucker.ship.strength import AskedHull, Stack, Stacked

Numbers = npt.NDArray[np.signedinteger[Any]]
"""Numbers of wrecks, of positions, or of hulls."""
Table = npt.NDArray[Any]
"""An entry for each number, or a row of so many: entry i of number n stands at n * width + i."""
WorkOut = Callable[[Stacked, Bits], Table]
"""What follows for sets, each of its own hull: an entry, or a row of so many, for each."""

ROOM = 256
"""Numbers that there is room for at first."""


class Register:
    """What came up so far: number n is the set `sets[n]` of hull `hulls[hull_of[n]]`."""

    def __init__(self, hulls: Sequence[Hull]) -> None:
        self.hulls = tuple(hulls)
        self.stack = Stack(hulls)
        self.known = 0
        self.sets: Bits = np.zeros(ROOM, np.uint64)
        self.hull_of: Numbers = np.zeros(ROOM, np.intp)
        self._numbers: dict[tuple[int, int], int] = {}
        self._tables: dict[Hashable, Table] = {}
        self._filled_to: dict[Hashable, int] = {}

    def numbers(self, hulls: Numbers, sets: Bits) -> Numbers:
        """The numbers of sets."""
        return np.array([self.number(*each) for each in zip(hulls.tolist(), sets.tolist(), strict=True)], np.intp)

    def number(self, hull: int, one: int) -> int:
        """The number of a set, a new one if it never came up."""
        number = self._numbers.setdefault((hull, one), self.known)
        if number == self.known:
            if number == self.sets.size:
                self.sets, self.hull_of = doubled(self.sets), doubled(self.hull_of)
            self.sets[number], self.hull_of[number] = one, hull
            self.known += 1
        return number

    def table(self, work_out: WorkOut, key: Hashable = None) -> Table:
        """What `work_out` says of all that came up; kept under the key, under the function itself if it has none."""
        key = key or work_out
        if self._filled_to.get(key) != self.known:
            self._tables[key] = self._filled(self._tables.get(key), self._filled_to.get(key, 0), work_out)
            self._filled_to[key] = self.known
        return self._tables[key]

    def _filled(self, table: Table | None, first: int, work_out: WorkOut) -> Table:
        """The table with entries for all from `first` on, too."""
        new = slice(first, self.known)
        rows = work_out(self.stack.of(self.hull_of[new]), self.sets[new])
        width = rows.size // rows.shape[0]
        if table is None:
            table = np.zeros(self.sets.size * width, rows.dtype)
        while table.size < self.sets.size * width:
            table = doubled(table)
        table.reshape(-1, width)[new] = rows.reshape(-1, width)
        return table


def doubled(table: Table) -> Table:
    """The table with as much room again."""
    return np.concatenate([table, np.zeros_like(table)])


NO_PIECE = -1


class Choices:
    """The choices that came up so far; `pieces` (most pieces, choices) are wrecks, NO_PIECE behind the last."""

    def __init__(self) -> None:
        self.known = 0
        self.pieces: Numbers = np.full((2, ROOM), NO_PIECE)
        self._tables: dict[Hashable, tuple[Table, int]] = {}

    def number(self, among: Sequence[int]) -> int:
        """The number of a new choice between wrecks, that with the earliest square first."""
        most, size = self.pieces.shape
        if len(among) > most or self.known == size:
            larger = np.full((max(most, len(among)), 2 * size), NO_PIECE)
            larger[:most, :size] = self.pieces
            self.pieces = larger
        self.pieces[: len(among), self.known] = among
        self.known += 1
        return self.known - 1

    def table(self, work_out: Callable[[Numbers], Numbers], key: Hashable) -> Numbers:
        """What `work_out` says of all choices, given their pieces: a row of numbers each; kept under the key."""
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


class Learnt:
    """Entries by wreck * width + something else; `work_out` finds them for an array of such keys.

    `unknown`: what no entry is, and stands where nothing was asked. Most wrecks of a long flight are seen once, and few
    of their entries are ever asked (docs/performance.md). `alongside`: entries of a wreck that are worked out as soon
    as one of them is asked, for looking often costs more than that in short runs.
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
        """The entries of those keys; there is room for so many wrecks."""
        if self._entries.size < wrecks * self._width:
            room = np.full(wrecks * self._width - self._entries.size, self._unknown)
            self._entries = np.concatenate([self._entries, room])
        entries = self._entries.take(keys)
        missing = entries == self._unknown
        if missing.any():
            new = np.unique(keys[missing])
            if self._alongside is not None:
                new = (np.unique(new // self._width)[:, None] * self._width + self._alongside).ravel()
            self._entries[new] = self._work_out(new)
            entries = self._entries.take(keys)
        return entries


SQUARES = 64
NEVER_ASKED = np.int32(-(1 << 31))
WHOLE = -1
"""No choice: it is one piece."""


class Wrecks(Register):
    """The wrecks of some hulls that came up so far, as the sets of squares that are left.

    `whole[h]` is the number of hull h as it is launched; `holds` numbers the sets of containers that are left,
    `choices` those between pieces; `fleets`: whether they are fleets of class IVC (wrecks/cache.py); `learnt`:
    entries that were looked up singly.
    """

    fleets = False

    def __init__(self, hulls: Sequence[Hull]) -> None:
        super().__init__(hulls)
        self.whole: Numbers = np.array([self.number(h, int(hull.whole[0])) for h, hull in enumerate(hulls)], np.intp)
        self.goods_type = narrowest(max(len(hull.tokens.containers.at) for hull in hulls))
        self._after = Learnt(SQUARES, NEVER_ASKED, self._learn)
        self._broken: dict[tuple[int, int], int] = {}
        self._most: dict[WorkOut, int] = {}
        self.learnt: dict[Hashable, Learnt] = {}
        self.choices = Choices()
        self.holds = Register(hulls)

    @property
    def room(self) -> int:
        """For how many wrecks there is room."""
        return self.sets.size

    @property
    def squares(self) -> Bits:
        """By number the squares that are left."""
        return self.sets

    def hulls_of(self, wreck: Numbers) -> Numbers:
        """The number of the hull of each."""
        return self.hull_of.take(wreck)

    def left_of(self, wreck: Numbers) -> Bits:
        """The squares whose components are left of each."""
        return self.sets.take(wreck)

    def fact(self, what: WorkOut, wreck: Numbers) -> Table:
        """What follows for each."""
        return self.table(what).take(wreck)

    def most(self, fact: WorkOut) -> int:
        """The largest number that a fact has for any intact ship."""
        if fact not in self._most:
            self._most[fact] = int(self.table(fact)[self.whole].max())
        return self._most[fact]

    def after(self, wreck: Numbers, position: Numbers) -> npt.NDArray[np.int32]:
        """What is left of each wreck without the component at that position; -1 - c where choice c is to be made."""
        return np.asarray(self._after(wreck * SQUARES + position, self.room))

    def _learn(self, keys: Numbers) -> npt.NDArray[np.int32]:
        """What is left of wrecks without a component; a key is wreck * SQUARES + position.

        Where no more than one neighbour of the component is left, the rest still hangs together: that spares half of
        the search. The others are taken apart one by one.
        """
        wreck, position = np.divmod(keys, SQUARES)
        hulls = self.hull_of[wreck]
        left = self.sets[wreck] & ~(ONE << position.astype(np.uint64))
        beside = self.stack.array("joined_to")[hulls, position] & left
        after = np.empty(keys.size, np.int32)
        holds = (beside & (beside - ONE)) == 0
        after[holds] = self.numbers(hulls[holds], left[holds])
        apart = np.flatnonzero(~holds)
        broken = zip(hulls[apart].tolist(), left[apart].tolist(), strict=True)
        after[apart] = [self._taken_apart(*each) for each in broken]
        return after

    def _taken_apart(self, hull: int, left: int) -> int:
        """The wreck that is left if it is one piece; -1 - c where choice c is to be made."""
        choice = self._broken.get((hull, left))
        if choice is None:
            pieces = self.hulls[hull].pieces(left)
            choice = self._broken[hull, left] = WHOLE if len(pieces) == 1 else self.choice(hull, pieces)
        return self.number(hull, left) if choice == WHOLE else -1 - choice

    def choice(self, hull: int, pieces: Sequence[int]) -> int:
        """The number of a choice between pieces of a ship."""
        return self.choices.number([self.number(hull, piece) for piece in pieces])


SUMS = 16
"""Entries by dice sum in a row of fates."""
ROWS = 1 + 2 * len(SIDES)
"""Of each wreck: one for nothing, then small ones by side, then large ones by side."""
PAST = 1
"""It flies past."""
HARMLESS, HELPLESS, SAVABLE = range(SQUARES, 4 * SQUARES, SQUARES)
"""It does nothing; it hits whatever the captain does; it hits unless the captain spends a charge.

To these the position of the component in its way is added, and to the last, above all of these, a bit for each ship of
a fleet whose charge would help (HELPERS).
"""
HELPERS = 8
"""Where the bits of ships begin."""
Fates = npt.NDArray[np.uint16]


def square_of(fate: Fates) -> npt.NDArray[np.intp]:
    """Return the position of the component that is hit; only for fates from HARMLESS on."""
    return np.asarray(fate % SQUARES).astype(np.intp)


@dataclass(frozen=True)
class Meeting:
    """What is in the way of a hazard: the component, and what helps it.

    `first` is empty where it flies past; `harmless`: whether nothing happens to it; `with_a_charge`: the components
    that help if they get a charge.
    """

    first: Bits
    harmless: npt.NDArray[np.bool_] | np.bool_
    with_a_charge: Bits | np.uint64


Sides = Side | npt.NDArray[np.intp]
Hazard = Callable[[AskedHull, Bits, Sides, npt.NDArray[np.intp]], Meeting]
"""The rule of a hazard: for hulls and what is left of them, by side and dice sum."""


def fates(wrecks: Wrecks, small: Hazard, large: Hazard, keys: Numbers) -> Fates:
    """What comes of small and large hazards of a sort; a key is (wreck * ROWS + row) * SUMS + dice sum."""
    learnt = wrecks.learnt.get((small, large))
    if learnt is None:
        row = (np.arange(ROWS)[:, None] * SUMS + np.arange(2, ROLLS)).ravel()
        learnt = Learnt(ROWS * SUMS, np.uint16(0), partial(_fate, wrecks, small, large), row)
        wrecks.learnt[small, large] = learnt
    return learnt(keys, wrecks.room)


def _fate(wrecks: Wrecks, small: Hazard, large: Hazard, keys: Numbers) -> Fates:
    """The entries of those keys, each of its own wreck, side and sum."""
    rows, sums = np.divmod(keys, SUMS)
    wreck, coming = np.divmod(rows, ROWS)
    return worked_out(wrecks, small, large, wreck, coming, sums)


def worked_out(wrecks: Wrecks, small: Hazard, large: Hazard, wreck: Numbers, coming: Numbers, roll: Numbers) -> Fates:
    """What comes of what is coming (convoy/state.py) to each wreck, by dice sum, without looking it up."""
    hulls, left = wrecks.hulls_of(wreck), wrecks.left_of(wreck)
    size, side = np.divmod(coming - 1, len(SIDES))
    fate = np.full(roll.size, PAST, np.uint16)
    for number, hazard in enumerate((small, large)):
        here = np.flatnonzero((coming > 0) & (size == number))
        hull = wrecks.stack.each(hulls.take(here))
        fate[here] = _entry(hull, hazard(hull, left.take(here), side.take(here), roll.take(here)))
    return fate


def _entry(hull: AskedHull, met: Meeting) -> npt.NDArray[np.generic]:
    helped = np.where(met.with_a_charge != 0, SAVABLE, HELPLESS)
    for ship in range(MOST_SHIPS):
        helped = helped + (((met.with_a_charge & hull.ships[..., ship]) != 0) << (HELPERS + ship))
    return np.where(met.first == 0, PAST, np.where(met.harmless, HARMLESS, helped) + position(met.first) % SQUARES)
