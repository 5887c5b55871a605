"""Dice of Cosmic Lorry: seed, game, round and die alone determine each roll."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from analyzer.lorry.turn.draw import Games, Turn, Types
from analyzer.lorry.turn.table import Table
from analyzer.montecarlo.by_number import distinct
from analyzer.montecarlo.random_words import digit, fractions, words

FACES = 6
FIRST, ROLLS, ASTEROIDS, A_ROUND = 0, 16, 17, 16
"""Numbers of random streams: for the trader who begins, for round 0's roll and its first turn's asteroids.

A_ROUND is the number of streams of each round.
"""
NEXT_WORD, DIGITS = 1 << 32, 16
CHOICES, TURNS_A_ROUND = 1 << 48, 4


def faces_of(dice: Sequence[tuple[int, ...]]) -> Types:
    """Return the type of track on every face. Shape (dice, 6).

    Args:
        dice: For each die, the number of faces that show each type.
    """
    return np.array([[kind for kind, many in enumerate(die) for _ in range(many)] for die in dice], np.int8)


class SampledDice:
    """Dice sampled from a seed.

    Args:
        seed: The seed.
        dice: For each die, the number of faces that show each type.
    """

    def __init__(self, seed: int, dice: Sequence[tuple[int, ...]]) -> None:
        self.seed, self.faces = seed, faces_of(dice)

    def _words(self, stream: int, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
        """Return a stream's random 64-bit integer for each game; their numbers must ascend. Shape (entries,)."""
        first = int(numbers[0])
        return words(self.seed, stream, first, int(numbers[-1]) - first + 1)[numbers - first]

    def first(self, numbers: npt.NDArray[np.int64], traders: int) -> npt.NDArray[np.int64]:
        """Return the trader who begins, from 0. Shape (games,)."""
        return digit(fractions(self._words(FIRST, numbers)), 0, traders).astype(np.int64)

    def roll(self, table: Table) -> Types:
        """Return the type of track that each die shows in the table's round. Shape (dice, games)."""
        return self.rolled(table.round, table.game)

    def rolled(self, number: int, games: npt.NDArray[np.int64]) -> Types:
        """Return the type of track that each die of a round shows, from digits of one random integer per game.

        The shape is (dice, games).

        Args:
            number: The number of the round, from 0.
            games: The numbers of the games.
        """
        fraction = fractions(self._words(ROLLS + A_ROUND * number, games))
        types = [faces[digit(fraction, die, FACES).view(np.intp)] for die, faces in enumerate(self.faces)]
        return np.array(types)

    def asteroid(self, turn: Turn, games: Games) -> Types:
        """Return the type of track that the taken die shows when an asteroid rolls it again. Shape (entries,)."""
        table = turn.table
        rolled = np.empty(games.size, np.int8)
        number = turn.asteroids[games]
        for many in distinct(number).tolist():
            rows = np.flatnonzero(number == many)
            block, place = divmod(many, DIGITS)
            # one word holds 16 base-6 digits; further asteroids of a turn take further words
            stream = ASTEROIDS + A_ROUND * table.round + turn.place + NEXT_WORD * block
            fraction = fractions(self._words(stream, table.game[games[rows]]))
            face = digit(fraction, place, FACES).view(np.intp)
            rolled[rows] = self.faces[turn.die[games[rows]], face]
        return rolled

    def choose(self, turn: Turn, games: Games, many: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
        """Return a random number below `many`, from a random integer of its own per choice. Shape (entries,)."""
        table = turn.table
        chosen = np.empty(games.size, np.int64)
        number = turn.choices[games]
        for each in distinct(number).tolist():
            rows = np.flatnonzero(number == each)
            stream = CHOICES * (1 + each) + TURNS_A_ROUND * table.round + turn.place
            word = self._words(stream, table.game[games[rows]])
            # multiply-shift of the upper 32 bits: a number from 0 to many - 1
            chosen[rows] = ((word >> np.uint64(32)) * many[rows].astype(np.uint64) >> np.uint64(32)).astype(np.int64)
        turn.choices[games] += 1
        return chosen


class CopiedDice(SampledDice):
    """Dice that roll alike in all copies of a game; copies are numbered one after another.

    Args:
        seed: The seed.
        dice: For each die, the number of faces that show each type.
        copies: The number of copies of each game.
    """

    def __init__(self, seed: int, dice: Sequence[tuple[int, ...]], copies: int) -> None:
        super().__init__(seed, dice)
        self.copies = copies

    def _words(self, stream: int, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.uint64]:
        """Return the random 64-bit integers of games by number; all copies of a game get the same one.

        Shape (entries,).
        """
        return super()._words(stream, numbers // self.copies)
