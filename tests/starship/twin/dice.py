"""Words become dice and shuffles; which word is for what stands in the rulings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from tests.doors.montecarlo import shuffled, words
from tests.starship.twin.box import BLUE, YELLOW, Card

Thing = TypeVar("Thing")
BITS = 58


class Draws:
    """Draws of one word: in base b the fraction times b; what is left over is for the next draw."""

    def __init__(self, seed: int, stream: int, game: int) -> None:
        self.fraction = int(words(seed, stream, game, 1)[0]) >> 6

    def draw(self, base: int) -> int:
        scaled = self.fraction * base
        self.fraction = scaled % (1 << BITS)
        return scaled >> BITS


class TurnDice:
    """The dice and the shuffle of one turn of a game."""

    def __init__(self, seed: int, game: int, turn: int) -> None:
        self.dice = Draws(seed, 16 * turn, game)
        self.order = seed, 16 * turn + 1, game

    def yellow(self) -> int:
        return YELLOW[self.dice.draw(6)]

    def blue(self) -> int:
        return BLUE[self.dice.draw(6)]

    def shuffle(self, cards: Sequence[Card]) -> list[Card]:
        """The cards of a sector, lost planets last, exchanged place by place."""
        row = sorted(cards, key=lambda card: (card.kind == "lost_planet", card.number))
        draws = Draws(*self.order)
        for place in range(len(row)):
            other = place + draws.draw(len(row) - place)
            row[place], row[other] = row[other], row[place]
        return row


def heap(things: Sequence[Thing], seed: int, stream: int, game: int) -> list[Thing]:
    """So many things in the order of a stream, the first on top."""
    if not things:
        return []
    order = shuffled(seed, stream, game, 1, len(things))
    return [things[int(which)] for which in order[:, 0]]
