"""Wrecks: a ship and what is left of its components, numbered when it first comes up.

A million flights of a ship see a few thousand wrecks. Whatever follows from a wreck alone (what a roll meets, what
falls off, how strong the cannons are) is worked out once for each and looked up by its number. The number tells the
ship too, so that one look-up serves flights of different ships.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt

from analyzer.trucker.ship.bitboard import ONE, Bits, narrowest
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.wrecks.choices import Choices
from analyzer.trucker.wrecks.learnt import Learnt
from analyzer.trucker.wrecks.register import Numbers, Register, Table, WorkOut

SQUARES = 64
NEVER_ASKED = np.int32(-(1 << 31))
WHOLE = -1
"""No choice: it is one piece."""


class Wrecks(Register):
    """The wrecks of some hulls that came up so far, as the sets of squares that are left.

    `whole[h]` is the number of hull h as it is launched; `holds` numbers the sets of containers that are left,
    `choices` those between pieces; `fleets`: whether they are fleets of class IVC (wrecks/of_fleets.py); `learnt`:
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
