"""Worth of routes: turns that each pair of planets takes alone, and points per turn.

The lone race measures how hard two planets are to join. It is not a game by the rules: special boxes and surplus ends
are ignored.

The state of a way on an empty galaxy is its head (its open end), because the boxes behind it do not matter. A straight
track goes straight on, a curve turns left or right, and a branch or crossing allows all three. Planets and closed edges
block.

Best play never moves to a head that takes longer, because a turn may be wasted instead. Heads are therefore solved in
order of increasing turns, as in Dijkstra's algorithm.

If the way grows at both planets, a state is a pair of heads, in arrays of shape (heads, heads). It does not depend on
the two planets, because all planets block once both ends have begun. One solution therefore serves all pairs. Boxes
behind the heads are ignored, except the box just drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from analyzer.answers.description import COUNT, Column, Described, Description, Row, Table, in_percent, places
from analyzer.answers.numbers import decimals
from analyzer.errors import whole_number
from analyzer.lorry.galaxy.boxes import Box, Pair
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.galaxy.galaxyfile import GalaxyLike, load_galaxy, paper_notes
from analyzer.lorry.questions.dice import Faces, colours
from analyzer.lorry.tables import OPPOSITE, SIDES, TYPES

BLOCKED = -1
"""Code in place of a head if a way cannot go on."""
KEPT = 8
"""Number of galaxies whose heads are cached."""


class Head(NamedTuple):
    """Open end of a way, given by the box into which it leads.

    Attributes:
        box: box that the next track goes into.
        side: side towards which the way moves.
    """

    box: Box
    side: str


@dataclass(frozen=True, eq=False)
class Heads:
    """All heads of a galaxy, numbered, with the head that follows after each type of track.

    Attributes:
        galaxy: the galaxy.
        heads: the heads, in reading order and by side.
        straight: by head, the number of the head after a straight track. It is BLOCKED if there is none, and -1 - p if
            the end would touch planet p.
        left: like `straight`, after a curve to the left.
        right: like `straight`, after a curve to the right.
    """

    galaxy: Galaxy
    heads: tuple[Head, ...]
    straight: tuple[int, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]

    def begin(self, planet: int) -> list[int]:
        """Return the numbers of the heads of a way that begins at a planet, before its first track.

        Args:
            planet: number of the planet, from 1.
        """
        numbers = {head: number for number, head in enumerate(self.heads)}
        home = self.galaxy.planets[planet - 1]
        first = (Head(box, side) for side in SIDES if (box := self.galaxy.beside(home, side)) is not None)
        return [numbers[head] for head in first if head in numbers]


@lru_cache(KEPT)
def heads(galaxy: Galaxy) -> Heads:
    """Return the heads of a galaxy, in reading order and by side."""
    every = [Head(box, side) for box in galaxy.boxes() if box not in galaxy.planet_at for side in SIDES]
    numbers = {head: number for number, head in enumerate(every)}

    def after(head: Head, turn: int) -> int:
        side = SIDES[(SIDES.index(head.side) + turn) % 4]
        box = galaxy.beside(head.box, side)
        if box is None:
            return BLOCKED
        # Planets count from 1, so one number tells a head (0 and more), a block (-1) and a planet (below -1) apart.
        return BLOCKED - galaxy.planet_at[box] if box in galaxy.planet_at else numbers[Head(box, side)]

    follow = (tuple(after(head, turn) for head in every) for turn in (0, -1, 1))
    return Heads(galaxy, tuple(every), *follow)


class Odds(NamedTuple):
    """Numbers of equally likely rolls of some dice, by the tracks that the rolls allow.

    Attributes:
        straight: rolls that show nothing but straights.
        curve: rolls that show nothing but curves.
        either: all other rolls, after which a way may go straight on or turn.
    """

    straight: int
    curve: int
    either: int

    @property
    def all(self) -> int:
        """Number of all rolls."""
        return sum(self)


def odds(dice: tuple[str, ...], faces: Faces) -> Odds:
    """Count the rolls of some dice by the tracks that they allow; any one of the dice may be taken."""
    # Only a roll of straights alone, or of curves alone, leaves no choice: branches and crossings go both ways.
    straight = curve = total = 1
    for die in dice:
        by_type = dict(zip(TYPES, faces[die], strict=True))
        straight *= by_type["straight"]
        curve *= by_type["curve"]
        total *= sum(faces[die])
    return Odds(straight, curve, total - straight - curve)


Turns: TypeAlias = Fraction | None
"""Expected number of turns; None if the planet is never reached."""
ARRIVED = Fraction(0)
KEPT_HEADS = 72
"""Number of cached results of one planet: a galaxy of nine planets needs nine for each set of dice."""


def mean_of(straight: Turns, curve: Turns, odds: Odds) -> Turns:
    """Return the expected turns from a head.

    A turn is wasted if the dice show only the worse track, and waiting for the better one takes fewer turns.

    Args:
        straight: turns expected after a straight track, None if that leads nowhere.
        curve: turns expected after a curve, None if that leads nowhere.
        odds: numbers of rolls.
    """
    if straight is None and curve is None:
        return None
    if curve is None or (straight is not None and straight <= curve):
        nearer, ways, farther, others = straight, odds.straight + odds.either, curve, odds.curve
    else:
        nearer, ways, farther, others = curve, odds.curve + odds.either, straight, odds.straight
    waits = None if not ways or nearer is None else nearer + Fraction(odds.all, ways)
    if farther is None or not others or (waits is not None and waits <= farther):
        return waits
    # E = 1 + (ways * nearer + others * farther + wasted * E) / all, solved for E.
    return (odds.all + others * farther + ways * (nearer or 0)) / (ways + others)


@lru_cache(KEPT_HEADS)
def turns_to(heads: Heads, planet: int, odds: Odds) -> tuple[Turns, ...]:
    """Return the expected turns from every head to a planet, under best play."""
    settled: list[Turns] = [None] * len(heads.heads)
    behind = before(heads)
    waiting: list[tuple[Fraction, int]] = []

    def known(after: int) -> Turns:
        """Return the expected turns from the head that follows a track; None if not final yet, or if blocked."""
        return ARRIVED if after == BLOCKED - planet else settled[after] if after >= 0 else None

    def judge(head: int) -> None:
        """Compute the expected turns from a head by the final numbers so far, and put the head into the queue."""
        turns = [known(after) for after in (heads.left[head], heads.right[head])]
        curve = min((one for one in turns if one is not None), default=None)
        mean = mean_of(known(heads.straight[head]), curve, odds)
        if mean is not None:
            heappush(waiting, (mean, head))

    for head in range(len(heads.heads)):
        judge(head)
    # The head with the fewest turns is final, as in Dijkstra's algorithm; entries that were bettered later are
    # skipped.
    while waiting:
        mean, head = heappop(waiting)
        if settled[head] is None:
            settled[head] = mean
            for further in behind[head]:
                if settled[further] is None:
                    judge(further)
    return tuple(settled)


@lru_cache(KEPT)
def before(heads: Heads) -> tuple[tuple[int, ...], ...]:
    """Return the heads from which one track leads to each head."""
    leading: list[list[int]] = [[] for _ in heads.heads]
    for follow in (heads.straight, heads.left, heads.right):
        for head, after in enumerate(follow):
            if after >= 0:
                leading[after].append(head)
    return tuple(map(tuple, leading))


@lru_cache(KEPT_HEADS)
def ways_within(heads: Heads, planet: int, odds: Odds, turns: int) -> tuple[Sequence[int], ...]:
    """Return the number of sequences of rolls with which best play reaches a planet.

    Entry [t][h] is the number within t turns from head h, for t from 0 to `turns`. There are `odds.all ** t` equally
    likely sequences.
    """
    by_turns: list[Sequence[int]] = [[0] * len(heads.heads)]
    for number in range(turns):
        # Behind the planet, every sequence of the remaining rolls counts.
        ways, done = by_turns[-1], odds.all**number

        # Defaults bind the values of this turn.
        def reached(after: int, ways: Sequence[int] = ways, done: int = done) -> int:
            return ways[after] if after >= 0 else done if after == BLOCKED - planet else 0

        follow = zip(ways, heads.straight, heads.left, heads.right, strict=True)
        by_turns.append(
            [
                chance_of(stay, reached(ahead), max(reached(left), reached(right)), odds)
                for stay, ahead, left, right in follow
            ]
        )
    return tuple(by_turns)


def chance_of(stay: int, straight: int, curve: int, odds: Odds) -> int:
    """Return the number of sequences of rolls that reach the planet, with one more turn at the beginning.

    Args:
        stay: number of sequences that reach it if the turn is wasted.
        straight: number of sequences that reach it after a straight track.
        curve: number of sequences that reach it after a curve.
        odds: numbers of rolls of the turn.
    """
    either = max(stay, straight, curve)
    return odds.straight * max(stay, straight) + odds.curve * max(stay, curve) + odds.either * either


if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[Any]

LONGEST = 1000
"""Largest number of turns computed."""
AT_ONCE = 8
"""Multiple to which the number of computed turns is rounded up, so that similar questions share a cached result."""


def mean_turns(straight: Floats, curve: Floats, odds: Odds) -> Floats:
    """Return the expected turns from heads, given those after a straight track and after a curve, in any shape.

    Infinity stands for blocked ways. A turn is wasted if that is better.
    """
    import numpy as np

    def using(straights: int, curves: int, eithers: int) -> Floats:
        """Return the mean turns if a track is drawn after some rolls only, and the turn is wasted after all others.

        Args:
            straights: number of rolls that show only straights and are used.
            curves: number of rolls that show only curves and are used.
            eithers: number of rolls that allow both and are used.
        """
        ways = straights + curves + eithers
        # Terms of no rolls are left out, because 0 times infinity is not a number.
        weighted = [many * turns for many, turns in ((straights, straight), (curves, curve), (eithers, nearer)) if many]
        mean: Floats = (odds.all + np.sum(weighted, axis=0)) / ways if ways else np.full_like(nearer, np.inf)
        return mean

    nearer = np.minimum(straight, curve)
    # Only two policies can be best: wait for the better track, or draw whatever is shown.
    one_only = np.where(straight <= curve, using(odds.straight, 0, odds.either), using(0, odds.curve, odds.either))
    return np.minimum(one_only, using(*odds))


@lru_cache(KEPT)
def joint(own: Heads, odds: Odds) -> Floats:
    """Return the expected turns until two heads meet, for all pairs; the last row and column are a blocked head.

    The shape is (heads + 1, heads + 1).
    """
    import numpy as np

    many = len(own.heads)
    ahead, left, right = (_indices(follow) for follow in (own.straight, own.left, own.right))
    at_once = _meeting(own)
    dead = _dead(own)
    turns = np.full((many + 1, many + 1), np.inf)
    # As in the Bellman-Ford algorithm: a value depends on smaller ones only, so the passes come to an exact end.
    while True:
        # Either head may take the next track, so each value is the better of the array and its transpose.
        straight = turns[ahead][:, :many]
        straight = np.minimum(straight, straight.T)
        curve = np.minimum(turns[left], turns[right])[:, :many]
        curve = np.minimum(curve, curve.T)
        straight[at_once["straight"]] = 0
        curve[at_once["curve"]] = 0
        mean = mean_turns(straight, curve, odds)
        mean[dead] = np.inf
        if np.array_equal(mean, turns[:many, :many]):
            return turns
        turns[:many, :many] = mean


def _indices(follow: tuple[int, ...]) -> Floats:
    """Return the numbers of the following heads as indices; blocked ways and planets get the last index."""
    import numpy as np

    indices = np.array(follow)
    return np.where(indices < 0, len(follow), indices)


def _meeting(own: Heads) -> dict[str, Floats]:
    """Return whether one track joins two heads that lead into the same box, for `straight` and for `curve`.

    The shape is (heads, heads) each.
    """
    import numpy as np

    boxes = {box: number for number, box in enumerate(dict.fromkeys(head.box for head in own.heads))}
    box = np.array([boxes[head.box] for head in own.heads])
    side = np.array([head.side for head in own.heads])
    facing = np.array([OPPOSITE[head.side] for head in own.heads])
    same = box[:, None] == box
    return {
        "straight": same & (side[:, None] == facing),
        "curve": same & (side[:, None] != facing) & (side[:, None] != side),
    }


def _dead(own: Heads) -> Floats:
    """Return whether one of two heads leads into the box that the other has just left. Shape (heads, heads)."""
    import numpy as np

    boxes = {box: number for number, box in enumerate(own.galaxy.boxes())}
    into = np.array([boxes[head.box] for head in own.heads])
    left = [own.galaxy.beside(head.box, OPPOSITE[head.side]) for head in own.heads]
    behind = np.array([-1 if box is None else boxes[box] for box in left])
    points = into[:, None] == behind
    both: Floats = points | points.T
    return both


@lru_cache(9 * KEPT)
def begun(own: Heads, planet: int, odds: Odds) -> Floats:
    """Return the expected turns until each head is joined to a planet, if a second way may begin at that planet.

    The shape is (heads + 1,). The last entry stands for a blocked head.
    """
    import numpy as np

    both, many = joint(own, odds), len(own.heads)
    starts = np.array(own.begin(planet), int)
    follow = [_indices(one) for one in (own.straight, own.left, own.right)]
    arrives = [np.array(one) == BLOCKED - planet for one in (own.straight, own.left, own.right)]
    # The track may meet a second way, which begins at the planet: the fewest turns over all heads of that way.
    sent = [both[:many, one[starts]].min(axis=1, initial=np.inf) for one in follow]
    turns = np.full(many + 1, np.inf)
    while True:
        ways = [
            np.where(there, 0.0, np.minimum(turns[one], out))
            for one, there, out in zip(follow, arrives, sent, strict=True)
        ]
        mean = mean_turns(ways[0], np.minimum(ways[1], ways[2]), odds)
        if np.array_equal(mean, turns[:many]):
            return turns
        turns[:many] = mean


def best_chance(stay: Floats, straight: Floats, curve: Floats, odds: Odds) -> Floats:
    """Return the chance to join the planets with one more turn at the beginning, in arrays of any shape.

    Args:
        stay: chance to join them if the turn is wasted.
        straight: chance to join them after a straight track.
        curve: chance to join them after a curve.
        odds: numbers of rolls of the turn.
    """
    import numpy as np

    ahead, aside = np.maximum(stay, straight), np.maximum(stay, curve)
    chance: Floats = odds.straight * ahead + odds.curve * aside + odds.either * np.maximum(ahead, aside)
    return chance / odds.all


@lru_cache(KEPT)
def chances_within(own: Heads, odds: Odds, turns: int) -> Floats:
    """Return the greatest chance to have two planets joined after 0, 1, ... `turns` turns.

    The shape is (turns + 1, planets + 1, planets + 1), by turn and numbers of the planets, the smaller first. Chances
    of heads are kept for the latest turn only, so memory hardly grows with the number of turns.
    """
    import numpy as np

    many, planets = len(own.heads), range(1, len(own.galaxy.planets) + 1)
    follow = [_indices(one) for one in (own.straight, own.left, own.right)]
    arrives = {to: [np.array(one) == BLOCKED - to for one in (own.straight, own.left, own.right)] for to in planets}
    starts = {planet: np.array(own.begin(planet), int) for planet in planets}
    at_once, dead = _meeting(own), _dead(own)
    both, to_planet = np.zeros((many + 1, many + 1)), np.zeros((len(planets) + 1, many + 1))
    joined = np.zeros((turns + 1, len(planets) + 1, len(planets) + 1))
    for number in range(turns):
        before = {to: to_planet[to].copy() for to in planets}
        # A head may join planet `to` itself, or a way that `to` sends out.
        for to in planets:
            ways = []
            for ahead, there in zip(follow, arrives[to], strict=True):
                sent = both[:many, ahead[starts[to]]].max(axis=1, initial=0.0)
                ways.append(np.where(there, 1.0, np.maximum(before[to][ahead], sent)))
            to_planet[to, :many] = best_chance(before[to][:many], ways[0], np.maximum(ways[1], ways[2]), odds)
        for one, other in own.galaxy.pairs:
            behind = [
                np.where(there[starts[start]], 1.0, before[to][ahead[starts[start]]])
                for start, to in ((one, other), (other, one))
                for ahead, there in zip(follow, arrives[to], strict=True)
            ]
            # `behind` repeats straight, left, right.
            straight, *curves = (np.concatenate(behind[kind::3]).max(initial=0.0) for kind in range(3))
            joined[number + 1, one, other] = best_chance(joined[number, one, other], straight, max(curves), odds)
        straight = both[follow[0]][:, :many]
        straight = np.maximum(straight, straight.T)
        curve = np.maximum(both[follow[1]], both[follow[2]])[:, :many]
        curve = np.maximum(curve, curve.T)
        straight[at_once["straight"]] = 1.0
        curve[at_once["curve"]] = 1.0
        chance = best_chance(both[:many, :many], straight, curve, odds)
        chance[dead] = 0.0
        both[:many, :many] = chance
    return joined


@dataclass(frozen=True)
class TwoHeads:
    """Race of one trader alone to join two planets by a way that may grow at both ends."""

    galaxy: Galaxy
    pair: Pair
    odds: Odds

    @cached_property
    def expected_turns(self) -> float | None:
        """Mean number of turns under best play; None if they are never joined."""
        import numpy as np

        own, (one, other) = heads(self.galaxy), self.pair
        behind: list[list[float]] = [[], [], []]
        for start, to in ((one, other), (other, one)):
            turns = begun(own, to, self.odds)
            for head in own.begin(start):
                for turns_behind, follow in zip(behind, (own.straight, own.left, own.right), strict=True):
                    # Index -1 is the last entry, a blocked head. Planets other than `to` have lower codes, and block.
                    turns_behind.append(0.0 if follow[head] == BLOCKED - to else turns[max(follow[head], BLOCKED)])
        straight, curve = (np.array(min(every, default=np.inf)) for every in (behind[0], behind[1] + behind[2]))
        mean = float(mean_turns(straight, curve, self.odds))
        return mean if np.isfinite(mean) else None

    def within(self, turns: int) -> float:
        """Return the chance to join the planets within some turns, under play that maximises this chance."""
        turns = whole_number(turns, "turns", 0, LONGEST)
        counted = -(-turns // AT_ONCE) * AT_ONCE
        return float(chances_within(heads(self.galaxy), self.odds, counted)[turns][self.pair])


USUAL = ("white", "orange")


@dataclass(frozen=True)
class LoneRace:
    """Race of one trader alone to join two planets by a way that begins at either planet and grows at one end.

    Attributes:
        galaxy: galaxy of the planets.
        pair: numbers of the planets.
        dice: colours of the dice rolled each turn.
    """

    galaxy: Galaxy
    pair: Pair
    dice: tuple[str, ...]

    @property
    def boxes(self) -> int | None:
        """Fewest boxes that join the planets; None if nothing does."""
        return self.galaxy.fewest_boxes(*self.pair)

    @property
    def _odds(self) -> Odds:
        """Odds of the dice that are rolled."""
        return odds(self.dice, self.galaxy.dice)

    @property
    def _heads(self) -> Heads:
        return heads(self.galaxy)

    def _starts(self) -> list[tuple[int, int]]:
        """Return every first head with the planet to which it leads."""
        one, other = self.pair
        return [(head, to) for start, to in ((one, other), (other, one)) for head in self._heads.begin(start)]

    @cached_property
    def expected_turns(self) -> Turns:
        """Mean number of turns until the planets are joined, under best play; None if they never are."""
        own, straight, curve = self._heads, [], []

        def behind(after: int, to: int) -> Turns:
            return ARRIVED if after == BLOCKED - to else turns_to(own, to, self._odds)[after] if after >= 0 else None

        for head, to in self._starts():
            straight.append(behind(own.straight[head], to))
            curve += [behind(own.left[head], to), behind(own.right[head], to)]
        return mean_of(_least(straight), _least(curve), self._odds)

    def within(self, turns: int) -> Fraction:
        """Return the chance to join the planets within some turns, under play that maximises this chance.

        Args:
            turns: number of turns, 0 to 1,000.

        Returns:
            The exact chance.
        """
        turns = whole_number(turns, "turns", 0, LONGEST)
        own, one, other = self._heads, *self.pair
        ways, done = 0, 1
        both = {to: ways_within(own, to, self._odds, turns) for to in (one, other)}
        for number in range(turns):
            now = {to: counted[number] for to, counted in both.items()}
            straight = curve = 0
            for head, to in self._starts():
                reached = [
                    done if after == BLOCKED - to else now[to][after] if after >= 0 else 0
                    for after in (own.straight[head], own.left[head], own.right[head])
                ]
                straight, curve = max(straight, reached[0]), max(curve, *reached[1:])
            ways = chance_of(ways, straight, curve, self._odds)
            done *= self._odds.all
        return Fraction(ways, done)

    @cached_property
    def both_heads(self) -> TwoHeads:
        """Race of the same planets in which the way may grow from both until its ends meet; its results are floats."""
        return TwoHeads(self.galaxy, self.pair, self._odds)

    @property
    def points_a_turn(self) -> float | None:
        """Boxes of the shortest way divided by the expected turns; None if nothing joins the planets."""
        turns = self.expected_turns
        return None if self.boxes is None or turns is None else float(self.boxes / turns)

    def as_dict(self) -> dict[str, Any]:
        """Return the race in plain types."""
        turns = self.expected_turns
        return {
            "planets": list(self.pair),
            "boxes": self.boxes,
            "expected_turns": None if turns is None else float(turns),
            "both_heads": self.both_heads.expected_turns,
            "points_a_turn": self.points_a_turn,
        }


def _least(every: Iterable[Turns]) -> Turns:
    """Return the fewest turns, None if there are none."""
    return min((turns for turns in every if turns is not None), default=None)


def lone_race(galaxy: GalaxyLike, first: int, second: int, dice: Sequence[str] = USUAL) -> LoneRace:
    """Return how long it takes one trader alone to join two planets of the empty galaxy.

    Each turn all dice are rolled. The track of any one die may extend the single open end of a way that begins at
    either planet, or the turn is wasted. A straight track goes straight on, a curve turns left or right, a branch or
    crossing allows all three. Other planets block; special boxes and surplus ends count for nothing.

    Args:
        galaxy: galaxy, its file or its fields.
        first: number of one planet.
        second: number of the other planet.
        dice: colours of the dice.

    Returns:
        The race: `.expected_turns`, and `.within(14)` for the chance within 14 turns, as exact fractions. Its
        `.both_heads` has the same two, as floats, for a way that may grow from both planets at once.

    Raises:
        AnalyzerError: there are no such planets or dice.

    >>> from analyzer import lorry
    >>> short = lorry.Galaxy.from_dict({"columns": 3, "rows": 3, "wrap": "none", "planets": {"1": [1, 2], "2": [3, 2]}})
    >>> lorry.lone_race(short, 1, 2, dice=["white"]).expected_turns     # a straight or a branch
    Fraction(3, 2)
    """
    where = load_galaxy(galaxy)
    return LoneRace(where, where.pair(first, second), colours(dice, where.dice))


TURNS = 10
EXACT, CHANCE = places(decimals, 3), places(in_percent, 2)


@dataclass(frozen=True, repr=False)
class Routes(Described):
    """Races of one trader alone for all pairs of planets of a galaxy (see `LoneRace`).

    Attributes:
        galaxy: the galaxy.
        dice: colours of the dice rolled each turn.
        turns: number of turns for the chances of joining a pair.
    """

    galaxy: Galaxy
    dice: tuple[str, ...]
    turns: int = TURNS

    @cached_property
    def races(self) -> list[LoneRace]:
        """One lone race per pair, in the order of the galaxy's pairs."""
        return [lone_race(self.galaxy, *pair, dice=self.dice) for pair in self.galaxy.pairs]

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per pair as plain dicts; turns and points of a pair that cannot be joined are None."""
        return [
            {
                "first": race.pair[0],
                "second": race.pair[1],
                "boxes": race.boxes,
                "turns": None if race.expected_turns is None else float(race.expected_turns),
                "both_heads": race.both_heads.expected_turns,
                "within": float(race.within(self.turns)),
                "both_within": race.both_heads.within(self.turns),
                "points_a_turn": race.points_a_turn,
            }
            for race in self.races
        ]

    def notes(self) -> list[str]:
        """Return notes on the assumptions behind the numbers."""
        measure = [
            "This is a measure, not a game: one trader joins one pair on the empty galaxy. Each turn all dice are "
            "rolled; one of them extends the way, or the turn is wasted. Special boxes and spare ends do not count.",
        ]
        return [*measure, *paper_notes(self.galaxy), *self.galaxy.notes()]

    def description(self) -> Description:
        """Describe the races, with a row per pair."""
        facts = {
            "galaxy": self.galaxy.to_dict(),
            "dice": self.dice,
            "within_turns": self.turns,
            "expected_turns": {
                f"{race.pair[0]}-{race.pair[1]}": None if race.expected_turns is None else str(race.expected_turns)
                for race in self.races
            },
        }
        rows = [Row(row | {"pair": f"{row['first']}-{row['second']}"}) for row in self.rows()]
        title = f"; alone, {' and '.join(self.dice)} rolled each turn"
        pairs = Table("routes", self._columns(), rows)
        return Description(self.galaxy.heading(), title, facts, (pairs,), self.notes())

    def _columns(self) -> tuple[Column, ...]:
        """Return the columns of the table of lone races."""
        within = f"in {self.turns} turns"
        return (
            Column("pair", "pair", explanation="numbers of the two planets", flat=None, in_json=False),
            Column("first"),
            Column("second"),
            Column("boxes", "boxes", COUNT, "fewest boxes that join the two planets", missing=("no way", "")),
            Column(
                "turns",
                "turns",
                EXACT,
                "average number of turns to join the pair, if the way grows from one planet only",
            ),
            Column("both_heads", "both ends", EXACT, "the same, if the way may grow from both planets"),
            Column("within", within, CHANCE, "the chance to join the pair in so many turns; 'both': from both planets"),
            Column("both_within", f"{within}, both", CHANCE),
            Column("points_a_turn", "points a turn", EXACT, "boxes divided by turns"),
        )


def routes(galaxy: GalaxyLike, dice: Sequence[str] = USUAL, turns: int = TURNS) -> Routes:
    """Return how fast one trader alone joins each pair of planets: boxes, expected turns, chances and points per turn.

    Args:
        galaxy: galaxy, its file or its fields.
        dice: colours of the dice rolled each turn.
        turns: number of turns for the chances of joining a pair.

    Raises:
        AnalyzerError: the galaxy or an argument is wrong.

    >>> from analyzer import lorry
    >>> lorry.routes(lorry.load_galaxy("ships/lorry/tiny.yaml")).rows()[0]["boxes"]
    2
    """
    where = load_galaxy(galaxy)
    return Routes(where, colours(dice, where.dice), whole_number(turns, "turns", 0, LONGEST))
