"""Games played to their ends after each option of a decision, under the same coming cards and dice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analyzer.montecarlo.blocks import SharedWork
from analyzer.starship.captains.captain import Captain
from analyzer.starship.decisions.options import Step
from analyzer.starship.decisions.step_runner import StepRunner
from analyzer.starship.metrics import LONGEST_GAMES
from analyzer.starship.position.position import Position
from analyzer.starship.tables import USUAL, Switches
from analyzer.starship.thinking.players import Players, arranged_in, players
from analyzer.starship.turn.dice import Dice, SampledDice
from analyzer.starship.turn.points import points
from analyzer.starship.turn.setup import lay_out
from analyzer.starship.turn.table import LASTING, Table, copy_lanes, join_tables
from analyzer.starship.turn.turn import begin

LANES = 1 << 14
"""Maximum number of games that are played side by side."""
SOME, SOME_THOUGHT = 64, 4
"""Number of games by which the captain's own choice among options is found; the second is for slow thinkers."""
NO_MATTER = ("game", "which", "want", "counts", "done", "reached", "able", "weight")
"""Names of the table's arrays that do not affect how a game continues."""
Values = dict[str, npt.NDArray[np.int64]]
"""Results of games for one player: an array of shape (games,) for each goal.

The goals are `won` (1 or 0), `margin` (in points) and `points`; `turn` is the turn in which each game ended.
"""


@dataclass(frozen=True)
class GamesAfter:
    """Games that are played on from a position after each option.

    Attributes:
        position: The position; all cards that it leaves unknown are dealt anew in every game.
        captain: The captain who plays for the active player after the option.
        other: The captain who plays for the other player.
        seed: Seed of all cards and dice.
        switches: Switches of the rules.
        decides_sector: Whether the decision is where to fly. Production is then done before the option.
        player: Number of the player whose results count; None for the active player.
        between: Called before each option and between turns; it may raise an exception to stop the games. None calls
            nothing.
    """

    position: Position
    captain: Captain
    other: Captain
    seed: int
    switches: Switches = USUAL
    decides_sector: bool = False
    player: int | None = None
    between: Callable[[], None] | None = field(default=None, compare=False)

    def for_decision(self, what: str) -> GamesAfter:
        """Return a copy for a kind of decision, such as `sector` or `card`, with `decides_sector` set for it."""
        return replace(self, decides_sector=what == "sector")

    def play(self, steps: Sequence[Step | None], first: int, games: int) -> list[Values]:
        """Play games after each step, and return their results.

        Args:
            steps: The options; None stands for the captain's own choice.
            first: Number of the first game.
            games: Number of games.

        Returns:
            The results by goal, for each step.
        """
        return play_together([GamesRequest(self, tuple(steps), first, games)])[0]

    def captains_step(self, steps: Sequence[Step]) -> int | None:
        """Return the index of the option that the captain would take, found by playing the turn to its end.

        In a few games, that option leads to the same state at the end of the turn as the captain's own choice.

        Returns:
            The index of the first such option; None if there is none.
        """
        some = SOME_THOUGHT if self.is_slow else SOME
        which = _different(self.ends_of_turn([None, *steps], 0, some))[1]
        return next((number for number, one in enumerate(which[1:]) if one == which[0]), None)

    def ends_of_turn(self, steps: Sequence[Step | None], first: int, games: int) -> list[Table]:
        """Play the rest of the turn after each step, and return the games at its end, one table for each step.

        Args:
            steps: The options; None stands for the captain's own choice.
            first: Number of the first game.
            games: Number of games.
        """
        table = lay_out(self.position, self.seed, first, games, self.switches)
        dice = SampledDice(self.seed, first, games)
        both, stage, flight = self.players(dice), self.position.stage, self.position.flight
        arranged = None if flight is None else arranged_in(table, flight)
        roll = None if self.position.roll is None else np.full(games, self.position.roll, np.int8)
        begin(table, both.judges, dice, stage, roll)
        if self.decides_sector and stage == "production":
            stage = StepRunner(table, both.judges, dice).do({"do": "produce"})
        ends = []
        for step in steps:
            if self.between is not None:
                self.between()
            one = copy_lanes(table)
            doing = StepRunner(one, both.judges, dice, arranged)
            after = stage if step is None else doing.do(step)
            both.go_on(one, after, doing.arranged)
            ends.append(one)
        return ends

    @property
    def is_slow(self) -> bool:
        """Whether one of the captains imagines games."""
        return any(captain.thinks for captain in (self.captain, self.other))

    def players(self, dice: Dice) -> Players:
        """Return both players, Moon first, who play with the given dice."""
        pair = (self.captain, self.other)
        return players(self.position.rules, pair if self.position.me == 0 else pair[::-1], self.switches, dice)


class GamesRequest(NamedTuple):
    """A request to play games after each of some steps.

    Attributes:
        after: The position and captains.
        steps: The options; None stands for the captain's own choice.
        first: Number of the first game.
        games: Number of games after each step.
    """

    after: GamesAfter
    steps: tuple[Step | None, ...]
    first: int
    games: int

    def part(self, number: int, parts: int) -> GamesRequest:
        """Return the request for part `number` of the games, if they are split into `parts` parts of about equal size.

        Args:
            number: Number of the part, from 0.
            parts: Number of parts.
        """
        begin, end = (self.games * one // parts for one in (number, number + 1))
        return self._replace(first=self.first + begin, games=end - begin)

    def parts(self) -> Iterator[GamesRequest]:
        """Yield requests for consecutive parts of the games, each with at most LANES games over all its steps."""
        at_once, end = max(1, LANES // len(self.steps)), self.first + self.games
        for some in range(self.first, end, at_once):
            yield self._replace(first=some, games=min(at_once, end - some))


def play_shared(wanted: Sequence[GamesRequest], shared: SharedWork) -> list[list[Values]]:
    """Play the games of several requests like `play_together`, in as many processes as `shared` allows."""
    if not wanted:
        return []
    units, fewest = sum(one.games * len(one.steps) for one in wanted), min(one.games for one in wanted)
    some = shared.run(lambda part, parts: play_together([one.part(part, parts) for one in wanted]), units, fewest)
    return [[_joined(step) for step in zip(*each, strict=True)] for each in zip(*some, strict=True)]


def _joined(parts: Sequence[Values]) -> Values:
    """Return the results of games that were played in parts, joined into one array for each goal."""
    return {goal: np.concatenate([part[goal] for part in parts]) for goal in parts[0]}


def play_together(wanted: Sequence[GamesRequest]) -> list[list[Values]]:
    """Play the games of several requests side by side, and return their results.

    The results are those of one request after the other, in less time.

    Args:
        wanted: The requests. Their games must begin in the same turn, with the same captains, seed and player.

    Returns:
        For each request and step the results by goal.
    """
    values: list[list[list[Values]]] = [[] for _ in wanted]
    waiting: list[tuple[int, GamesRequest]] = []
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
        [_joined([part[number] for part in parts]) for number in range(len(one.steps))]
        for one, parts in zip(wanted, values, strict=True)
    ]


def _play_some(some: Sequence[tuple[int, GamesRequest]], values: list[list[list[Values]]]) -> None:
    """Play some parts of requests to their ends, and append their results.

    Args:
        some: Parts, each with the index of its request in `values`.
        values: For each request, a list to which each part adds its list of results, one for each step.
    """
    tables: list[Table] = []
    places: list[list[int]] = []
    for _, part in some:
        # Options after which the turn ends alike in all these games are played on only once.
        different, which = _different(part.after.ends_of_turn(part.steps, part.first, part.games))
        places.append([len(tables) + one for one in which])
        tables += different
    games_of = [part.games for (_, part), numbers in zip(some, places, strict=True) for _ in {*numbers}]
    first_of = [part.first for (_, part), numbers in zip(some, places, strict=True) for _ in {*numbers}]
    # `begin` has the place of each table's first game among all lanes; `ended.which` says of which table a lane is.
    begin, first = np.cumsum([0, *games_of]), np.array(first_of)
    after = some[0][1].after
    player = after.position.me if after.player is None else after.player
    ends: Values = {}
    for ended in _played_out(
        after, join_tables(tables), min(first_of), max(map(sum, zip(first_of, games_of, strict=True)))
    ):
        place = begin[ended.which] + ended.game - first[ended.which]
        for goal, each in values_of(ended, player).items():
            ends.setdefault(goal, np.zeros(begin[-1], np.int64))[place] = each
    for (number, _), numbers in zip(some, places, strict=True):
        values[number].append(
            [{goal: each[begin[one] : begin[one + 1]] for goal, each in ends.items()} for one in numbers]
        )


def _played_out(after: GamesAfter, table: Table, first: int, end: int) -> Iterator[Table]:
    """Play the games of a table to their ends, and yield tables of ended games.

    Args:
        after: The captains and the seed.
        table: Games at the end of a turn.
        first: The lowest number of a game.
        end: One more than the highest number of a game.
    """
    # Games that the turn itself has ended play no further turn.
    if table.over.any():
        ended = copy_lanes(table)
        ended.take(np.flatnonzero(table.over), passing=False)
        table.take(np.flatnonzero(~table.over), passing=False)
        yield ended
    table.turn += 1
    dice = SampledDice(after.seed, first, end - first, once=False)
    yield from after.players(dice).play_on(table, LONGEST_GAMES + table.turn - 1, between=after.between)


def _different(tables: Sequence[Table]) -> tuple[list[Table], list[int]]:
    """Return tables of games without repetitions; tables are equal if all arrays that affect later play are equal.

    Returns:
        The different tables, and for each given table its index among them.
    """
    places: dict[bytes, int] = {}
    different: list[Table] = []
    which: list[int] = []
    for table in tables:
        # A digest of 64 bytes stands for the arrays: equal digests of different states are out of the question.
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
    """Return the results of games for a player, by goal."""
    own, other = (points(table, one).astype(np.int64) for one in (player, 1 - player))
    won = (table.over & (table.me == player)).astype(np.int64)
    return {"won": won, "margin": own - other, "points": own, "turn": np.full(won.size, table.turn, np.int64)}
