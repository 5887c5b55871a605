"""Cases in few words, the same for the product and for its plain twin.

A board is drawn as people draw it: `.` empty, a digit a planet, `*` star, `r` rocket, `a` asteroid, `o` black hole,
`##` filled, `1NE` a track of trader 1 with its ends, `1NE*` the same in a special box. A script is a line a step:

    roll straight curve          the dice of a round, in their order
    1 straight 3,2 EW 1-2        trader 1 takes it, draws in column 3, row 2, and scores the pair 1-2
    rocket 5,5 NES               what the box sets off: `asteroid branch 5,5 NES` (what the die shows first), `hole 4,4`
    asteroid branch -            ... and `-` where they do without

Who can draw nothing is not asked and has no line. A script says all that happens: a line too many, or one too few,
fails the case.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Box = tuple[int, int]
Pair = tuple[int, int]
Place = tuple[int, int, str]
SPECIALS = {"*": "star", "r": "rocket", "a": "asteroid", "o": "black_hole"}


@dataclass
class Board:
    """A galaxy as its dictionary, and what was drawn in it."""

    galaxy: dict[str, Any]
    tracks: list[tuple[int, int, int, str]] = field(default_factory=list)
    filled: list[Box] = field(default_factory=list)
    scored: list[tuple[int, int, int, int]] = field(default_factory=list)
    traders: int = 2


def board(
    text: str,
    wrap: str = "none",
    end_after: int = 9,
    traders: int = 2,
    scored: Sequence[tuple[int, int, int, int]] = (),
    **switches: str,
) -> Board:
    """A board as it is drawn. By default nothing goes round: cases that ask for the edge say so."""
    lines = [line.split() for line in text.strip().splitlines()]
    planets, specials = {}, []
    made = Board({}, traders=traders, scored=list(scored))
    for row, line in enumerate(lines, start=1):
        for column, cell in enumerate(line, start=1):
            what, kind = cell.rstrip("*rao"), cell[len(cell.rstrip("*rao")) :]
            if kind:
                specials.append([SPECIALS[kind], column, row])
            if what == "##":
                made.filled.append((column, row))
            elif what.isdigit():
                planets[what] = [column, row]
            elif what and what != ".":
                made.tracks.append((column, row, int(what[0]), what[1:]))
    made.galaxy = {
        "columns": len(lines[0]),
        "rows": len(lines),
        "wrap": wrap,
        "end_after": end_after,
        "planets": planets,
        "specials": specials,
        "switches": switches,
    }
    return made


@dataclass(frozen=True)
class End:
    """What a script comes to."""

    scored: dict[Pair, tuple[int, int]]
    totals: tuple[int, ...]
    stars: tuple[int, ...]
    slots: tuple[tuple[int, int], ...]
    """By trader: routes entered, routes struck."""
    over: bool
    tracks: set[tuple[int, int, int, str]]
    filled: set[Box]
    starters: tuple[int, ...]
    """Who picked first in each round."""


@dataclass
class Script:
    """The lines of a script, taken one by one by whoever is asked."""

    lines: list[list[str]]
    wishes: list[Pair] = field(default_factory=list)
    """Pairs to be scored, by the lines that were read."""
    after_roll: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, text: str) -> Script:
        return cls([line.split() for line in text.strip().splitlines()])

    @property
    def rounds(self) -> int:
        return sum(line[0] == "roll" for line in self.lines)

    def check_used(self) -> None:
        """Fails if anything was said that did not happen."""
        assert not self.lines, f"left over: {self.lines}"
        assert not self.wishes, f"not scored: {self.wishes}"

    def next(self, head: str) -> list[str]:
        """What follows the head of the next line. Fails if it begins in another way."""
        assert self.lines, f"the script ends, {head} follows"
        assert self.lines[0][0] == head, f"{self.lines[0]} instead of {head}"
        return self.lines.pop(0)[1:]

    # dice

    def roll(self) -> list[str]:
        return self.next("roll")

    def again(self) -> str:
        self.after_roll = self.next("asteroid")
        return self.after_roll.pop(0)

    # choices

    def pick(
        self, trader: int, kinds: Sequence[str], places: Mapping[str, Collection[Place]], may_pass: bool
    ) -> tuple[str, Place | None]:
        """Of the types on the dice that are left one, and where it is drawn; places: by type."""
        kind, *words = self.next(str(trader))
        assert kind in kinds, f"{kind} is taken, the dice are {kinds}"
        if words[0] == "-":
            assert may_pass, "a die that can be drawn has to be"
            assert not places[kind], f"{kind} can be drawn in {places[kind]}"
            return kind, None
        return kind, self._place(words, places[kind])

    def _place(self, words: Sequence[str], places: Collection[Place]) -> Place:
        self.wishes += pairs_of(words[2:])
        assert place_of(words) in places, f"{words}: not legal"
        return place_of(words)

    def extra(self, rolled: bool, places: Collection[Place]) -> Place | None:
        words = self.after_roll if rolled else self.next("rocket")
        return None if words[0] == "-" else self._place(words, places)

    def pair(self, ways: Mapping[Pair, int], may_decline: bool) -> Pair | None:
        wished = [pair for pair in self.wishes if pair in ways]
        assert wished or may_decline, f"one of {ways} is scored"
        if not wished:
            return None
        self.wishes.remove(wished[0])
        return wished[0]

    def hole(self, boxes: Collection[Box]) -> Box | None:
        (word,) = self.next("hole")
        if word == "-":
            return None
        assert box_of(word) in boxes, f"{word}: may not be filled"
        return box_of(word)


def box_of(word: str) -> Box:
    column, row = word.split(",")
    return int(column), int(row)


def place_of(words: Sequence[str]) -> Place:
    return (*box_of(words[0]), words[1])


def pairs_of(words: Sequence[str]) -> list[Pair]:
    """`1-2` behind a draw."""
    return [(int(one), int(other)) for one, _, other in (word.partition("-") for word in words)]
