"""Cases in few words, the same for the product and for its plain twin.

A board is drawn as people draw it: `.` empty, a digit a planet, `*` star, `r` rocket, `a` asteroid, `o` black hole,
`##` filled, `1NE` a track of trader 1 with its ends, `1NE*` the same in a special box. A script is a line a step:

    roll straight curve          the dice of a round, in their order
    1 straight 3,2 EW 1-2        trader 1 takes it, draws in column 3, row 2, and scores the pair 1-2
    rocket 5,5 NES               what the box sets off: `asteroid branch 5,5 NES` (what the die shows first), `hole 4,4`
    asteroid branch -            ... and `-` where he does without

Who can draw nothing is not asked and has no line. A script says all that happens: a line too many, or one too few,
fails the case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.lorry.twin.face import Position as TwinPosition
from tests.lorry.twin.face import Refused
from tests.lorry.twin.galaxy import Box, Galaxy
from tests.lorry.twin.referee import picking_order, play, rules_of
from tests.lorry.twin.table import Pair, Table
from tests.lorry.twin.turn import Place

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

    def next(self, *heads: str) -> list[str]:
        """What follows the head of the next line. Fails if it begins in another way."""
        assert self.lines, f"the script ends, {heads} follows"
        assert self.lines[0][0] in heads, f"{self.lines[0]} instead of {heads}"
        return self.lines.pop(0)

    # dice

    def roll(self, number: int) -> list[str]:
        return self.next("roll")[1:]

    def turn(self, number: int, seat: int, die: int) -> Script:
        return self

    def again(self) -> str:
        self.after_roll = self.next("asteroid")[1:]
        return self.after_roll.pop(0)

    # choices

    def pick(
        self, table: Table, trader: int, dice: Sequence[tuple[int, str]], following: int | None, at: Any
    ) -> tuple[int, Place | None]:
        line = self.next(str(trader))
        kinds = [kind for _, kind in dice]
        assert line[1] in kinds, f"{line}: the dice are {kinds}"
        die = dice[kinds.index(line[1])][0]
        if line[2] == "-":
            assert table.switches["no_place"] == "pass"
            assert not TwinPosition.of(table).legal(trader, line[1])
            return die, None
        self.wishes += pairs_of(line[4:])
        place = place_of(line[2:4])
        assert place in TwinPosition.of(table).legal(trader, line[1]), f"{line}: not legal"
        return die, place

    def pair(self, table: Table, trader: int, ways: dict[Pair, int]) -> Pair | None:
        wished = [pair for pair in self.wishes if pair in ways]
        assert wished or table.switches["scoring_forced"] == "no", f"one of {ways} is scored"
        if not wished:
            return None
        self.wishes.remove(wished[0])
        return wished[0]

    def extra(self, table: Table, trader: int, why: str, places: Sequence[Place]) -> Place | None:
        words = self.next("rocket")[1:] if why == "rocket" else self.after_roll
        if words[0] == "-":
            return None
        self.wishes += pairs_of(words[2:])
        assert place_of(words) in places, f"{words}: not legal"
        return place_of(words)

    def hole(self, table: Table, trader: int, boxes: Sequence[Box]) -> Box | None:
        words = self.next("hole")
        if words[1] == "-":
            return None
        assert box_of(words[1]) in boxes, f"{words}: may not be filled"
        return box_of(words[1])

    wishes: list[Pair] = field(default_factory=list)
    """Pairs to be scored, by the lines that were read."""
    after_roll: list[str] = field(default_factory=list)


def box_of(word: str) -> Box:
    column, row = word.split(",")
    return int(column), int(row)


def place_of(words: Sequence[str]) -> Place:
    return (*box_of(words[0]), words[1])


def pairs_of(words: Sequence[str]) -> list[Pair]:
    """`1-2` behind a draw."""
    return [(int(one), int(other)) for one, _, other in (word.partition("-") for word in words)]


# both faces


class Twin:
    """The plain twin."""

    name = "twin"
    refused = Refused

    def position(self, made: Board) -> Any:
        return TwinPosition(made.galaxy, made.traders, made.tracks, made.filled, made.scored)

    def play(self, made: Board, text: str, starter: int = 1) -> End:
        """Plays the script to its end; fails if it does not say all."""
        table: Table = self.position(made).table
        script = Script([line.split() for line in text.strip().splitlines()])
        rounds = sum(line[0] == "roll" for line in script.lines)
        told = play(table, [script] * made.traders, starter, script, rounds)
        assert not script.lines, f"left over: {script.lines}"
        assert not script.wishes, f"not scored: {script.wishes}"
        first = {turn["round"]: turn["trader"] for turn in reversed(told)}
        tracks = {(*box, who, ends) for who, own in table.tracks.items() for box, ends in own.items()}
        now = TwinPosition.of(table)
        return End(
            dict(table.scored),
            now.totals,
            now.stars,
            tuple(table.slots(trader) for trader in table.seats),
            now.over,
            tracks,
            set(table.filled),
            tuple(first[number] for number in sorted(first)),
        )

    def picking_order(self, traders: int, starter: int) -> tuple[int, ...]:
        return picking_order(traders, starter)


__all__ = ["Board", "Callable", "End", "Galaxy", "Mapping", "Twin", "board", "rules_of"]

FACES = (Twin(),)
