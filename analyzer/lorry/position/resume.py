"""A position as the engine goes on with it: the round at hand, whose turn it is, and what is left of that turn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from analyzer.errors import AnalyzerError
from analyzer.lorry.position.open_decision import EXTRA, FILL, open_decision
from analyzer.lorry.position.position import Position
from analyzer.lorry.tracks import TYPES
from analyzer.lorry.turn.acting import Allowed, Dice, Judge, Turn
from analyzer.lorry.turn.board import HOLE, ROCKET
from analyzer.lorry.turn.table import Table

RESUMED = {EXTRA: ROCKET, FILL: HOLE}
"""By what is open with which special box the turn goes on."""


class Resumed:
    """A position at an open decision.

    before: it; position: as things are once all that is said of its turn is done; dice: all that are rolled, by colour;
    rolled, left: (dice,) what they show, and which are on the table; place: of the trader in the picking order, from 0;
    first: who began the round, from 0; special: the code of the box with which the turn goes on, 0 at its beginning;
    waiting: (tracks, pairs) what the turn's earlier tracks joined, to be scored once that is done, the first first.
    """

    def __init__(self, position: Position, dice: Sequence[str] | None = None) -> None:
        self.open = open_decision(position)
        at_turn = position.turn
        assert at_turn is not None
        self.before, self.position, self.name = position, self.open.position, position.name
        self.trader = at_turn.picks - 1
        alone = tuple(sorted(colour for colour, _ in at_turn.dice))[::-1]
        self.dice = tuple(dice or (position.galaxy.dice_for(position.traders) if position.traders > 1 else alone))
        self.rolled, self.left = on_the_table(self.dice, at_turn.dice, position.name)
        self.place = len(self.dice) - int(self.left.sum()) if position.traders > 1 else 0
        self.first = (self.trader - self.place) % position.traders
        self.special = ROCKET if self.open.is_extra else RESUMED.get(self.open.what, 0)
        pairs = position.galaxy.pairs
        self.waiting = np.array([[pair in joined for pair in pairs] for joined in self.open.waiting], np.bool_)

    @property
    def allowed(self) -> Allowed:
        """(types, 1) Which types may be drawn."""
        return np.array([[kind in self.open.kinds] for kind in TYPES])

    def turn(self, table: Table, judge: Judge, dice: Dice) -> Turn:
        """The turn at hand in all games of a table, which are copies of `position`."""
        table.first = self.first
        traders = table.board.traders
        following = (self.trader + 1) % traders if self.place + 1 < traders else None
        rolled = np.repeat(self.rolled[:, None], table.games, axis=1)
        left = np.repeat(self.left[:, None], table.games, axis=1)
        turn = Turn(table, self.trader, judge, dice, self.place, following, rolled, left)
        if self.open.die is not None:
            colour, kind = self.open.die
            fits = [die == colour and TYPES[shows] == kind for die, shows in zip(self.dice, self.rolled, strict=True)]
            turn.die[:] = int(np.argmax(np.array(fits) & self.left))
            if self.special or len(self.waiting):
                turn.left[turn.die[0]] = False
        return turn


def on_the_table(
    dice: Sequence[str], table: Sequence[tuple[str, str]], name: str
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
    """What every listed die shows, and whether it is left."""
    rolled, left = np.zeros(len(dice), np.int8), np.zeros(len(dice), np.bool_)
    for colour, kind in table:
        free = [number for number, one in enumerate(dice) if one == colour and not left[number]]
        if not free:
            raise AnalyzerError(f"{name}: turn.dice: more {colour} dice than {', '.join(dice)}, which are rolled")
        rolled[free[0]], left[free[0]] = TYPES.index(kind), True
    return rolled, left
