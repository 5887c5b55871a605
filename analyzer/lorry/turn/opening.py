"""The first rounds: games with the same rolls so far are in the same state, so one of them is played for all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from analyzer.lorry.tracks import TYPES
from analyzer.lorry.turn.acting import Dice, Judge, Turn, Types
from analyzer.lorry.turn.dice import Sampled
from analyzer.lorry.turn.draw import Games
from analyzer.lorry.turn.round import play_round
from analyzer.lorry.turn.table import Table

WORTH_IT = 2
"""Games that one must represent on average, for this to pay."""


class OwnDie(Exception):
    """A game asks for a die of its own: others that rolled alike go on otherwise."""


class Alike(Dice):
    """What the dice of a round show in games that represent others."""

    def __init__(self, rolled: Types) -> None:
        self.rolled = rolled

    def roll(self, table: Table) -> Types:
        """As they rolled."""
        return self.rolled

    def asteroid(self, turn: Turn, games: Games) -> Types:
        """Each game has another one."""
        raise OwnDie

    def choose(self, turn: Turn, games: Games, many: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Each game has another one."""
        raise OwnDie


def opened(table: Table, judges: Sequence[Judge], dice: Sampled, turns_alone: int) -> Table:
    """These games, which have not begun, after as many rounds as could be played for many at once; all go by prices.

    A round in which a game ends, or rolls a die of its own, is not among them.
    """
    numbers = table.game
    table, represented_by = table.take(np.zeros(1, np.intp)), np.zeros(numbers.size, np.intp)
    while table.round + 1 < turns_alone:
        rolled = dice.rolled(table.round, numbers)
        story = represented_by
        for types in rolled:
            story = story * len(TYPES) + types
        _, one_of_each, story = np.unique(story, return_index=True, return_inverse=True)
        if one_of_each.size * WORTH_IT > numbers.size:
            break
        played = table.take(represented_by[one_of_each])
        try:
            play_round(played, judges, Alike(rolled[:, one_of_each]))
        except OwnDie:
            break
        if played.over.any():
            break
        table, represented_by = played, story
    table = table.take(represented_by)
    table.game = numbers
    return table
