"""A trader at turn: which choices there are, who makes them, and where the dice come from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from analyzer.lorry.tracks import TYPES
from analyzer.lorry.turn.draw import Games
from analyzer.lorry.turn.rows import Cells, Flags
from analyzer.lorry.turn.table import Table

Types = npt.NDArray[np.int8]
"""Types of track by number."""
Lengths = npt.NDArray[np.int16]
"""(entries, pairs) Boxes of the way of every pair that may be scored, else 0."""
Allowed = npt.NDArray[np.bool_]
"""(types, entries) Which types of track may be drawn."""


class Picked(NamedTuple):
    """What was chosen, each (entries,): a track, or -1 for none; its cell; of what type a die is taken, -1 where that
    is open; whether drawing was worse than nothing."""

    track: npt.NDArray[np.int8]
    cell: Cells
    kind: npt.NDArray[np.int8]
    forced: Flags


class Dice(Protocol):
    """What rule code asks for."""

    def roll(self, table: Table) -> Types:
        """(dice, games) The types that all dice of a round show."""

    def asteroid(self, turn: Turn, games: Games) -> Types:
        """(entries,) The type that the drafted die shows when it is rolled again."""

    def choose(self, turn: Turn, games: Games, many: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """(entries,) A number below `many`, each equally likely: the next choice of this turn."""


class Judge(Protocol):
    """Who chooses wherever the rules leave a choice."""

    def pick(self, turn: Turn, games: Games, allowed: Allowed, extra: bool) -> Picked:
        """A draw of one of those types, in these games; extra: it may be left."""

    def pair(self, turn: Turn, games: Games, lengths: Lengths) -> npt.NDArray[np.intp]:
        """(entries,) Which pair is scored of those that have a length, or -1."""

    def fill(self, turn: Turn, games: Games) -> Cells:
        """(entries,) Which box is filled, or -1."""


@dataclass
class Turn:
    """The turn of one trader in all games of a table.

    place: the place in the order of picking, from 0; following: who picks next, or None; rolled: (dice, games) the
    types on the dice; left: (dice, games) which of them are left; die: (games,) which was taken; asteroids, choices,
    thoughts: (games,) how many rolls of asteroids there were, choices of the random captain, and of a thinker.
    """

    table: Table
    trader: int
    judge: Judge
    dice: Dice
    place: int
    following: int | None
    rolled: npt.NDArray[np.int8]
    left: npt.NDArray[np.bool_]
    die: npt.NDArray[np.int8] = field(init=False)
    asteroids: npt.NDArray[np.int64] = field(init=False)
    choices: npt.NDArray[np.int64] = field(init=False)
    thoughts: npt.NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        games = self.table.games
        self.die = np.zeros(games, np.int8)
        self.asteroids = np.zeros(games, np.int64)
        self.choices = np.zeros(games, np.int64)
        self.thoughts = np.zeros(games, np.int64)

    def allowed(self, games: Games) -> Allowed:
        """The types on the dice that are left."""
        return np.array(
            [((self.rolled[:, games] == kind) & self.left[:, games]).any(axis=0) for kind in range(len(TYPES))]
        )
