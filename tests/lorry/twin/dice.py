"""Words become dice and choices; which word is for what stands in the rulings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.doors.montecarlo import words
from tests.lorry.twin.galaxy import Galaxy

BITS = 58


def word(seed: int, stream: int, game: int) -> int:
    return int(words(seed, stream, game, 1)[0])


def digit(of: int, number: int, base: int) -> int:
    """The digits of a word behind the point, one after the other."""
    fraction = of >> 6
    for _ in range(number):
        fraction = fraction * base % (1 << BITS)
    return fraction * base >> BITS


@dataclass(eq=False)
class GameDice:
    """The dice of a game, by their addresses."""

    galaxy: Galaxy
    colours: Sequence[str]
    seed: int
    game: int
    begin: int = 0
    """The stream that is counted as 0: another one where a game is imagined."""

    def word(self, stream: int) -> int:
        return word(self.seed, self.begin + stream, self.game)

    def first(self, traders: int) -> int:
        """Who begins, from 1."""
        return 1 + digit(self.word(0), 0, traders)

    def roll(self, number: int) -> list[str]:
        rolled = self.word(16 + 16 * number)
        return [self.galaxy.dice[colour][digit(rolled, i, 6)] for i, colour in enumerate(self.colours)]

    def turn(self, number: int, seat: int, die: int) -> TurnDice:
        return TurnDice(self, number, seat, self.galaxy.dice[self.colours[die]])


@dataclass(eq=False)
class TurnDice:
    """The die of a turn, to be rolled again by asteroids."""

    dice: GameDice
    number: int
    seat: int
    faces: Sequence[str]
    rolled: int = 0

    def again(self) -> str:
        stream = 17 + 16 * self.number + self.seat + 2**32 * (self.rolled // 16)
        face = digit(self.dice.word(stream), self.rolled % 16, 6)
        self.rolled += 1
        return self.faces[face]
