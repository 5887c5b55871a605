"""Exact chances of the rolls of a round, and of the types of track that each seat can have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import ClassVar

from analyzer.answers.description import PERCENT, Column, Described, Description, Form, Row, Table, in_words
from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.lorry.galaxy.galaxy import Galaxy, default_galaxy
from analyzer.lorry.galaxy.galaxyfile import GalaxyLike, load_galaxy
from analyzer.lorry.tables import DEFAULT, FACES, MOST_TRADERS, TYPES, rules_of

MOST_DICE = 8
"""Largest number of dice whose rolls are enumerated."""
Faces = Mapping[str, tuple[int, ...]]
"""Number of the six faces that show each of TYPES, by colour of die."""


def colours(dice: Sequence[str], faces: Faces | None = None) -> tuple[str, ...]:
    """Check a list of dice and return their colours as a tuple.

    Args:
        dice: 1 to MOST_DICE colours.
        faces: faces of the known dice by colour; the default dice if None.

    Raises:
        AnalyzerError: `dice` is no list of known colours.
    """
    known = rules_of(DEFAULT.name()).dice if faces is None else faces
    if isinstance(dice, str) or not isinstance(dice, Sequence) or not 1 <= len(dice) <= MOST_DICE:
        raise AnalyzerError(f"dice {dice!r}: give a list of 1 to {MOST_DICE} colours, e.g. ['white', 'orange']")
    wrong = [f"die {colour!r}: {one_of(colour, known)}" for colour in dice if colour not in known]
    if wrong:
        raise AnalyzerError(dict.fromkeys(wrong))
    return tuple(dice)


def shown(dice: Sequence[str], faces: Faces | None = None) -> dict[tuple[str, ...], Fraction]:
    """Return the exact chance of every combination of types that dice can show together.

    Args:
        dice: colours of the dice, 1 to 8.
        faces: faces of the dice of a galaxy (`galaxy.dice`); the default dice if None.

    Returns:
        The chance of each combination, as a Fraction. A combination lists one type per die, in alphabetical order.

    Raises:
        AnalyzerError: `dice` is no list of known colours.

    >>> from analyzer import lorry
    >>> lorry.shown(["orange"])[("crossing",)]
    Fraction(1, 6)
    >>> lorry.shown(["white", "orange"])[("branch", "straight")]
    Fraction(7, 36)
    """
    known = rules_of(DEFAULT.name()).dice if faces is None else faces
    sides = [
        [(kind, many) for kind, many in zip(TYPES, known[die], strict=True) if many] for die in colours(dice, faces)
    ]
    ways: Counter[tuple[str, ...]] = Counter()
    for roll in product(*sides):
        # Dice with the same faces need not be told apart, so types are sorted.
        ways[tuple(sorted(kind for kind, _ in roll))] += prod(many for _, many in roll)
    return {kinds: Fraction(many, FACES ** len(sides)) for kinds, many in sorted(ways.items())}


NEVER = Fraction(0)
CHANCES = {
    "surely": "the chance that a die of the type is left to you when all before you take one whenever they can",
    "at_random": "the same chance if everybody before you takes a random die",
    "at_most": "the same chance if nobody before you takes it",
}
"""Meaning of each column of chances, by name of the column."""
COLUMNS = (
    Column("dice"),
    Column("seat", "picks", Form(lambda seat: f"{seat}.", is_number=False), "your place in the picking order"),
    Column("type", "type"),
    *(Column(name, in_words(name), PERCENT, meaning) for name, meaning in CHANCES.items()),
)


@dataclass(frozen=True)
class SeatChance:
    """Chances that a type of track is still on the table at one place in the picking order.

    Attributes:
        dice: colours of the dice that are rolled.
        seat: place in the picking order, from 1.
        type: type of track.
        surely: chance to get the type even if everybody who picks before takes it whenever possible.
        at_random: chance to get it if everybody who picks before takes a random die.
        at_most: chance to get it if nobody who picks before takes it.
    """

    dice: tuple[str, ...]
    seat: int
    type: str
    surely: Fraction
    at_random: Fraction
    at_most: Fraction

    def as_row(self) -> Row:
        """Return the chances as a table row; the first row of a set of dice is headed by the set."""
        is_first = (self.seat, self.type) == (1, TYPES[0])
        chances = {name: float(getattr(self, name)) for name in CHANCES}
        row = {"dice": " ".join(self.dice), "seat": self.seat, "type": self.type}
        return Row(row | chances, above=", ".join(self.dice) * is_first)


@dataclass(frozen=True, repr=False)
class Drafts(Described):
    """Chances of every type of track at every place in the picking order, for each possible set of dice."""

    NAMED: ClassVar[int] = 3
    """Number of the most frequent rolls that are listed; rolls tied with the last one are added."""

    players: int
    galaxy: Galaxy
    sets: tuple[tuple[str, ...], ...]

    def seats(self) -> list[SeatChance]:
        """Return the chances of every type of track at every seat, one dice set after the other."""
        return [chance for dice in self.sets for chance in self._of(dice)]

    def _of(self, dice: tuple[str, ...]) -> Iterator[SeatChance]:
        """Yield the chances of every type of track at every seat for one dice set."""
        rolls = shown(dice, self.galaxy.dice)
        for seat in range(1, len(dice) + 1):
            for kind in TYPES:
                showing = [NEVER] * (len(dice) + 1)
                for roll, chance in rolls.items():
                    showing[roll.count(kind)] += chance
                at_random = sum((p * still_there(many, seat - 1, len(dice)) for many, p in enumerate(showing)), NEVER)
                yield SeatChance(dice, seat, kind, sum(showing[seat:], NEVER), at_random, sum(showing[1:], NEVER))

    def rolls(self, dice: tuple[str, ...]) -> dict[tuple[str, ...], Fraction]:
        """Return the chance of each combination that a set of dice can show, the most likely first."""
        chances = shown(dice, self.galaxy.dice)
        return dict(sorted(chances.items(), key=lambda item: (-item[1], item[0])))

    def notes(self) -> list[str]:
        """Return notes on the assumptions behind the chances."""
        chances = (
            "What traders really take depends on the galaxy. `analyzer lorry leave GALAXY` shows what each type is "
            "worth to the trader who picks next."
        )
        return [chances, *self.galaxy.dice_notes()]

    def description(self) -> Description:
        """Describe the chances: a row per dice set, seat and type of track, then each set's most frequent rolls."""
        rolls = {
            " ".join(dice): [{"types": kinds, "chance": str(chance)} for kinds, chance in self.rolls(dice).items()]
            for dice in self.sets
        }
        seats = Table("rows", COLUMNS, [one.as_row() for one in self.seats()], labels=2, is_flat=True)
        title = ": the chance to have each type, by dice set and place in the picking order"
        facts = {"players": self.players, "rolls": rolls}
        return Description(
            f"{self.players} traders", title, facts, (seats, *map(self._most_often, self.sets)), self.notes()
        )

    def _most_often(self, dice: tuple[str, ...]) -> str:
        """Return a sentence on the most frequent rolls of a set of dice."""
        every = list(self.rolls(dice).items())
        rolls = [(kinds, chance) for kinds, chance in every if chance >= every[: self.NAMED][-1][1]]
        shares = "; ".join(f"{', '.join(kinds)} {float(chance):.1%}" for kinds, chance in rolls)
        return f"{', '.join(dice)}: rolled most often: {shares}"


def still_there(showing: int, before: int, dice: int) -> Fraction:
    """Return the chance that a die that shows the type is left after random picks.

    Args:
        showing: number of dice that show the type.
        before: number of dice that others took at random.
        dice: number of all dice.
    """
    if showing == 0:
        return NEVER
    lost = Fraction(1)
    # The chance that every die which shows the type is among those taken (hypergeometric).
    for taken in range(showing):
        lost *= Fraction(max(before - taken, 0), dice - taken)
    return 1 - lost


def drafts(players: int, galaxy: GalaxyLike | None = None) -> Drafts:
    """Return the exact chances of each type of track at each seat, for two to four traders.

    Args:
        players: number of traders.
        galaxy: galaxy whose dice are rolled; the default galaxy if None.

    Raises:
        AnalyzerError: `players` is not 2 to 4, or the galaxy cannot be read.

    >>> from analyzer import lorry
    >>> lorry.drafts(2).seats()[0].at_most
    Fraction(7, 12)
    """
    players = whole_number(players, "players", 2, MOST_TRADERS)
    where = default_galaxy() if galaxy is None else load_galaxy(galaxy)
    return Drafts(players, where, where.rules.dice_sets.get(players, ()))
