"""Dice behind one call, found by (seed, game, round, die)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from analyzer.lorry.turn.draw import Games, Turn, Types
from analyzer.lorry.turn.table import Table
from analyzer.montecarlo.random_words import digit, fractions, words

FACES = 6
FIRST, ROLLS, ASTEROIDS, A_ROUND = 0, 16, 17, 16
"""Streams: who begins, the roll of round 0, asteroids of its first turn; streams a round."""
NEXT_WORD, DIGITS = 1 << 32, 16
CHOICES, TURNS_A_ROUND = 1 << 48, 4


def faces_of(dice: Sequence[tuple[int, ...]]) -> Types:
    """(dice, 6) The type on every face, of dice given by how many faces show each type."""
    return np.array([[kind for kind, many in enumerate(die) for _ in range(many)] for die in dice], np.int8)


class Sampled:
    """Dice of a seed; dice: how many faces of each show each type, as they are listed."""

    def __init__(self, seed: int, dice: Sequence[tuple[int, ...]]) -> None:
        self.seed, self.faces = seed, faces_of(dice)

    def _words(self, stream: int, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
        """(entries,) The word of each of these games, which are in order."""
        first = int(numbers[0])
        return words(self.seed, stream, first, int(numbers[-1]) - first + 1)[numbers - first]

    def first(self, numbers: npt.NDArray[np.int64], traders: int) -> npt.NDArray[np.int64]:
        """(games,) Who begins, from 0."""
        return digit(fractions(self._words(FIRST, numbers)), 0, traders).astype(np.int64)

    def roll(self, table: Table) -> Types:
        """A digit a die of the word of the round."""
        return self.rolled(table.round, table.game)

    def rolled(self, number: int, games: npt.NDArray[np.int64]) -> Types:
        """(dice, games) What is rolled in a round of games of these numbers."""
        fraction = fractions(self._words(ROLLS + A_ROUND * number, games))
        types = [faces[digit(fraction, die, FACES).view(np.intp)] for die, faces in enumerate(self.faces)]
        return np.array(types)

    def asteroid(self, turn: Turn, games: Games) -> Types:
        """A digit an asteroid of the word of the turn."""
        table = turn.table
        rolled = np.empty(games.size, np.int8)
        number = turn.asteroids[games]
        for many in np.unique(number).tolist():
            rows = np.flatnonzero(number == many)
            block, place = divmod(many, DIGITS)
            stream = ASTEROIDS + A_ROUND * table.round + turn.place + NEXT_WORD * block
            fraction = fractions(self._words(stream, table.game[games[rows]]))
            face = digit(fraction, place, FACES).view(np.intp)
            rolled[rows] = self.faces[turn.die[games[rows]], face]
        return rolled

    def choose(self, turn: Turn, games: Games, many: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """A word a choice."""
        table = turn.table
        chosen = np.empty(games.size, np.int64)
        number = turn.choices[games]
        for each in np.unique(number).tolist():
            rows = np.flatnonzero(number == each)
            stream = CHOICES * (1 + each) + TURNS_A_ROUND * table.round + turn.place
            word = self._words(stream, table.game[games[rows]])
            chosen[rows] = ((word >> np.uint64(32)) * many[rows].astype(np.uint64) >> np.uint64(32)).astype(np.int64)
        turn.choices[games] += 1
        return chosen
