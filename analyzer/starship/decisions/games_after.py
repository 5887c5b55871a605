"""Games after each option, under the same coming cards and dice, which are played to their ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.starship.captains.captain import Captain
from analyzer.starship.decisions.doing import Doing
from analyzer.starship.decisions.options import Step
from analyzer.starship.games import LONGEST_GAMES
from analyzer.starship.position.position import Position
from analyzer.starship.tables import USUAL, Switches
from analyzer.starship.thinking.players import Players, arranged_in, players
from analyzer.starship.turn.dice import Dice, Sampled
from analyzer.starship.turn.points import points
from analyzer.starship.turn.setup import lay_out
from analyzer.starship.turn.table import LASTING, Table, copied, joined
from analyzer.starship.turn.turn import begin

LANES = 1 << 14
"""Games that are played on side by side."""
SOME, SOME_THOUGHT = 64, 4
"""Games by which it is seen what the captain would do; fewer of one who thinks, which takes long."""
NO_MATTER = ("game", "which", "want", "counts", "done", "reached", "able", "weight")
"""What of a table does not change how a game goes on."""
Values = dict[str, npt.NDArray[np.int64]]
"""By goal what each game came to for the player at turn: 1 if won, the margin in points, the points."""


@dataclass(frozen=True)
class GamesAfter:
    """Games from a position under one seed; captain: who plays for the player at turn after the option, other: for the
    other player.

    decides_sector: whether the position lies before the roll was used, and the decision is where to fly; player: whose
    results are counted, those of the player at turn if None.
    """

    position: Position
    captain: Captain
    other: Captain
    seed: int
    switches: Switches = USUAL
    decides_sector: bool = False
    player: int | None = None

    def deciding(self, what: str) -> GamesAfter:
        """The same for that decision."""
        return replace(self, decides_sector=what == "sector")

    def play(self, steps: Sequence[Step | None], first: int, games: int) -> list[Values]:
        """What games `first` to `first + games - 1` come to after each step; None: what the captain does."""
        return play_together([Wanted(self, tuple(steps), first, games)])[0]

    def captains_step(self, steps: Sequence[Step]) -> int | None:
        """The number of the first step after which the turn ends as if the captain had decided, in some games."""
        some = SOME_THOUGHT if self.is_slow else SOME
        which = _different(self.ends_of_turn([None, *steps], 0, some))[1]
        return next((number for number, one in enumerate(which[1:]) if one == which[0]), None)

    def ends_of_turn(self, steps: Sequence[Step | None], first: int, games: int) -> list[Table]:
        """The tables at the end of this turn, after each step."""
        table, dice = lay_out(self.position, self.seed, first, games, self.switches), Sampled(self.seed, first, games)
        both, stage, flight = self.players(dice), self.position.stage, self.position.flight
        arranged = None if flight is None else arranged_in(table, flight)
        roll = None if self.position.roll is None else np.full(games, self.position.roll, np.int8)
        begin(table, both.judges, dice, stage, roll)
        if self.decides_sector and stage == "production":
            stage = Doing(table, both.judges, dice).do({"do": "produce"})
        ends = []
        for step in steps:
            one = copied(table)
            doing = Doing(one, both.judges, dice, arranged)
            after = stage if step is None else doing.do(step)
            both.go_on(one, after, doing.arranged)
            ends.append(one)
        return ends

    @property
    def is_slow(self) -> bool:
        """Whether somebody thinks."""
        return any(captain.thinks for captain in (self.captain, self.other))

    def players(self, dice: Dice) -> Players:
        """Both captains."""
        pair = (self.captain, self.other)
        return players(self.position.rules, pair if self.position.me == 0 else pair[::-1], self.switches, dice)


class Wanted(NamedTuple):
    """Games `first` to `first + games - 1` after each of some steps."""

    after: GamesAfter
    steps: tuple[Step | None, ...]
    first: int
    games: int

    def parts(self) -> Iterator[Wanted]:
        """The same in parts that are small enough."""
        at_once, end = max(1, LANES // len(self.steps)), self.first + self.games
        for some in range(self.first, end, at_once):
            yield self._replace(first=some, games=min(at_once, end - some))


def play_together(wanted: Sequence[Wanted]) -> list[list[Values]]:
    """What the games of each come to, step by step; all begin in one turn, with the same captains, seed and player.

    They are played on side by side, which is faster than one after the other, and comes to the same.
    """
    values: list[list[list[Values]]] = [[] for _ in wanted]
    waiting: list[tuple[int, Wanted]] = []
    lanes = 0
    for number, one in enumerate(wanted):
        for part in one.parts():
            many = len(part.steps) * part.games
            if waiting and lanes + many > LANES:
                _play_some(waiting, values)
                waiting, lanes = [], 0
            waiting.append((number, part))
            lanes += many
    _play_some(waiting, values)
    return [
        [
            {goal: np.concatenate([part[number][goal] for part in parts]) for goal in parts[0][number]}
            for number in range(len(one.steps))
        ]
        for one, parts in zip(wanted, values, strict=True)
    ]


def _play_some(some: Sequence[tuple[int, Wanted]], values: list[list[list[Values]]]) -> None:
    """Play those, and write what each comes to behind what is there."""
    tables: list[Table] = []
    places: list[list[int]] = []
    for _, part in some:
        different, which = _different(part.after.ends_of_turn(part.steps, part.first, part.games))
        places.append([len(tables) + one for one in which])
        tables += different
    games_of = [part.games for (_, part), numbers in zip(some, places, strict=True) for _ in {*numbers}]
    first_of = [part.first for (_, part), numbers in zip(some, places, strict=True) for _ in {*numbers}]
    begin, first = np.cumsum([0, *games_of]), np.array(first_of)
    after = some[0][1].after
    player = after.position.me if after.player is None else after.player
    ends: Values = {}
    for ended in _played_out(after, joined(tables), min(first_of), max(map(sum, zip(first_of, games_of, strict=True)))):
        place = begin[ended.which] + ended.game - first[ended.which]
        for goal, each in values_of(ended, player).items():
            ends.setdefault(goal, np.zeros(begin[-1], np.int64))[place] = each
    for (number, _), numbers in zip(some, places, strict=True):
        values[number].append(
            [{goal: each[begin[one] : begin[one + 1]] for goal, each in ends.items()} for one in numbers]
        )


def _played_out(after: GamesAfter, table: Table, first: int, end: int) -> Iterator[Table]:
    """Tables of games as they end; their numbers are from `first` on and below `end`."""
    if table.over.any():
        ended = copied(table)
        ended.take(np.flatnonzero(table.over), passing=False)
        table.take(np.flatnonzero(~table.over), passing=False)
        yield ended
    table.turn += 1
    dice = Sampled(after.seed, first, end - first, once=False)
    yield from after.players(dice).play_on(table, LONGEST_GAMES + table.turn - 1)


def _different(tables: Sequence[Table]) -> tuple[list[Table], list[int]]:
    """Those that differ in anything that matters later, and for each which of them it is."""
    places: dict[bytes, int] = {}
    different: list[Table] = []
    which: list[int] = []
    for table in tables:
        digest = blake2b()
        for name in LASTING:
            if name not in NO_MATTER:
                digest.update(np.ascontiguousarray(getattr(table, name)).tobytes())
        if digest.digest() not in places:
            places[digest.digest()] = len(different)
            different.append(table)
        which.append(places[digest.digest()])
    return different, which


def values_of(table: Table, player: int) -> Values:
    """What those games came to for a player."""
    own, other = (points(table, one).astype(np.int64) for one in (player, 1 - player))
    won = (table.over & (table.me == player)).astype(np.int64)
    return {"won": won, "margin": own - other, "points": own}
