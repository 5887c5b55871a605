"""Worth of routes: turns that each pair of planets takes alone, and points per turn.

A way that is drawn alone on an empty galaxy is known by its head: what it passed before does not matter. A straight
track goes on, a curve turns, a branch or crossing does any of the three. Planets and closed edges block.

Best play never needs to go where it takes longer, for a turn may be wasted instead. So what is known of nearer heads
settles the next one, as in the search for a shortest way.

A state is a pair of heads, as arrays (heads, heads). It does not depend on which two planets are joined, for once both
ends have begun all planets block; so one solution serves all pairs of a galaxy. What lies behind the heads is not
looked at but for the box just drawn.

A measure of how hard two planets are to join, not a rule of the game: special boxes and surplus ends count for nothing.
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
"""In place of a head, where a way cannot go on."""
KEPT = 8
"""Galaxies whose heads are cached."""


class Head(NamedTuple):
    """A way goes on into this box, moving towards that side."""

    box: Box
    side: str


@dataclass(frozen=True, eq=False)
class Heads:
    """All heads of a galaxy, numbered; by head where a straight track, a curve to the left and to the right lead.

    straight, left, right: the head that follows, or BLOCKED, or -1 - p where the end would touch planet p.
    """

    galaxy: Galaxy
    heads: tuple[Head, ...]
    straight: tuple[int, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]

    def begin(self, planet: int) -> list[int]:
        """The heads of a way that begins at that planet, before its first track."""
        numbers = {head: number for number, head in enumerate(self.heads)}
        home = self.galaxy.planets[planet - 1]
        first = (Head(box, side) for side in SIDES if (box := self.galaxy.beside(home, side)) is not None)
        return [numbers[head] for head in first if head in numbers]


@lru_cache(KEPT)
def heads(galaxy: Galaxy) -> Heads:
    """The heads of a galaxy, in reading order and by side."""
    every = [Head(box, side) for box in galaxy.boxes() if box not in galaxy.planet_at for side in SIDES]
    numbers = {head: number for number, head in enumerate(every)}

    def after(head: Head, turn: int) -> int:
        side = SIDES[(SIDES.index(head.side) + turn) % 4]
        box = galaxy.beside(head.box, side)
        if box is None:
            return BLOCKED
        return BLOCKED - galaxy.planet_at[box] if box in galaxy.planet_at else numbers[Head(box, side)]

    follow = (tuple(after(head, turn) for head in every) for turn in (0, -1, 1))
    return Heads(galaxy, tuple(every), *follow)


class Odds(NamedTuple):
    """Of all rolls of some dice, counted: those that show nothing but straights, nothing but curves, and the rest,
    which let a way do either."""

    straight: int
    curve: int
    either: int

    @property
    def all(self) -> int:
        """All rolls."""
        return sum(self)


def odds(dice: tuple[str, ...], faces: Faces) -> Odds:
    """Those of some dice of which any one may be taken."""
    straight = curve = total = 1
    for die in dice:
        by_type = dict(zip(TYPES, faces[die], strict=True))
        straight *= by_type["straight"]
        curve *= by_type["curve"]
        total *= sum(faces[die])
    return Odds(straight, curve, total - straight - curve)


Turns: TypeAlias = Fraction | None
"""Expected; None where the planet is never reached."""
ARRIVED = Fraction(0)
KEPT_HEADS = 72
"""Planets whose turns are cached, nine of a galaxy with some dice."""


def mean_of(straight: Turns, curve: Turns, odds: Odds) -> Turns:
    """Expected turns of a head by what is expected after a straight track and after a curve (None: no way there).

    A turn is wasted where that is better: where only the other track is shown, and it leads to a head that takes longer
    than waiting for the better one.
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
    return (odds.all + others * farther + ways * (nearer or 0)) / (ways + others)


@lru_cache(KEPT_HEADS)
def turns_to(heads: Heads, planet: int, odds: Odds) -> tuple[Turns, ...]:
    """Expected turns under best play from every head to that planet."""
    settled: list[Turns] = [None] * len(heads.heads)
    behind = before(heads)
    waiting: list[tuple[Fraction, int]] = []

    def known(after: int) -> Turns:
        return ARRIVED if after == BLOCKED - planet else settled[after] if after >= 0 else None

    def judge(head: int) -> None:
        turns = [known(after) for after in (heads.left[head], heads.right[head])]
        curve = min((one for one in turns if one is not None), default=None)
        mean = mean_of(known(heads.straight[head]), curve, odds)
        if mean is not None:
            heappush(waiting, (mean, head))

    for head in range(len(heads.heads)):
        judge(head)
    while waiting:
        mean, head = heappop(waiting)
        if settled[head] is None:
            settled[head] = mean
            for further in behind[head]:
                if settled[further] is None:
                    judge(further)
    return tuple(settled)


@lru_cache(KEPT_HEADS)
def before(heads: Heads) -> tuple[tuple[int, ...], ...]:
    """By head those from which one track leads to it."""
    leading: list[list[int]] = [[] for _ in heads.heads]
    for follow in (heads.straight, heads.left, heads.right):
        for head, after in enumerate(follow):
            if after >= 0:
                leading[after].append(head)
    return tuple(map(tuple, leading))


@lru_cache(KEPT_HEADS)
def ways_within(heads: Heads, planet: int, odds: Odds, turns: int) -> tuple[Sequence[int], ...]:
    """By head in how many of all rolls of 0, 1, ... turns best play reaches that planet: of `odds.all ** turns`."""
    by_turns: list[Sequence[int]] = [[0] * len(heads.heads)]
    for number in range(turns):
        ways, done = by_turns[-1], odds.all**number

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
    """Rolls that arrive, of one turn more, by those behind each track and those of a turn that is wasted."""
    either = max(stay, straight, curve)
    return odds.straight * max(stay, straight) + odds.curve * max(stay, curve) + odds.either * either


if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[Any]

LONGEST = 1000
"""The most turns computed."""
AT_ONCE = 8
"""Turns computed together, so that one turn more costs nothing."""


def mean_turns(straight: Floats, curve: Floats, odds: Odds) -> Floats:
    """Expected turns by what is expected after a straight track and after a curve, any shape, infinite where blocked.

    A turn is wasted where that is better.
    """
    import numpy as np

    def using(straights: int, curves: int, eithers: int) -> Floats:
        """Where those rolls are drawn and the others wasted."""
        ways = straights + curves + eithers
        weighted = [many * turns for many, turns in ((straights, straight), (curves, curve), (eithers, nearer)) if many]
        mean: Floats = (odds.all + np.sum(weighted, axis=0)) / ways if ways else np.full_like(nearer, np.inf)
        return mean

    nearer = np.minimum(straight, curve)
    one_only = np.where(straight <= curve, using(odds.straight, 0, odds.either), using(0, odds.curve, odds.either))
    return np.minimum(one_only, using(*odds))


@lru_cache(KEPT)
def joint(own: Heads, odds: Odds) -> Floats:
    """Expected turns until two heads meet, (heads + 1, heads + 1); the last row and column are blocked."""
    import numpy as np

    many = len(own.heads)
    ahead, left, right = (_indices(follow) for follow in (own.straight, own.left, own.right))
    at_once = _meeting(own)
    dead = _dead(own)
    turns = np.full((many + 1, many + 1), np.inf)
    while True:
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
    """Where each head leads, the last place of all for those that lead nowhere."""
    import numpy as np

    indices = np.array(follow)
    return np.where(indices < 0, len(follow), indices)


def _meeting(own: Heads) -> dict[str, Floats]:
    """By kind of track the pairs of heads that it joins: both go into one box, (heads, heads)."""
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
    """The pairs of heads of which one goes into the box that the other has just left, (heads, heads)."""
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
    """Expected turns from a head to a planet that may send out a way of its own, (heads + 1,); the last is blocked."""
    import numpy as np

    both, many = joint(own, odds), len(own.heads)
    starts = np.array(own.begin(planet), int)
    follow = [_indices(one) for one in (own.straight, own.left, own.right)]
    arrives = [np.array(one) == BLOCKED - planet for one in (own.straight, own.left, own.right)]
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
    """The chance to arrive, of one turn more, by the chances behind a straight track, behind a curve and where the turn
    is wasted, any shape."""
    import numpy as np

    ahead, aside = np.maximum(stay, straight), np.maximum(stay, curve)
    chance: Floats = odds.straight * ahead + odds.curve * aside + odds.either * np.maximum(ahead, aside)
    return chance / odds.all


@lru_cache(KEPT)
def chances_within(own: Heads, odds: Odds, turns: int) -> Floats:
    """(turns + 1, planets + 1, planets + 1) The greatest chance to have two planets joined after 0, 1, ... turns.

    All heads and planets go on turn by turn, so that memory does not grow with the turns.
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
    """Two planets joined by a way that may grow at both."""

    galaxy: Galaxy
    pair: Pair
    odds: Odds

    @cached_property
    def expected_turns(self) -> float | None:
        """The mean number of turns under best play; None where they are never joined."""
        import numpy as np

        own, (one, other) = heads(self.galaxy), self.pair
        behind: list[list[float]] = [[], [], []]
        for start, to in ((one, other), (other, one)):
            turns = begun(own, to, self.odds)
            for head in own.begin(start):
                for turns_behind, follow in zip(behind, (own.straight, own.left, own.right), strict=True):
                    turns_behind.append(0.0 if follow[head] == BLOCKED - to else turns[max(follow[head], BLOCKED)])
        straight, curve = (np.array(min(every, default=np.inf)) for every in (behind[0], behind[1] + behind[2]))
        mean = float(mean_turns(straight, curve, self.odds))
        return mean if np.isfinite(mean) else None

    def within(self, turns: int) -> float:
        """The greatest chance to have them joined after so many turns, with every turn played to that end."""
        turns = whole_number(turns, "turns", 0, LONGEST)
        counted = -(-turns // AT_ONCE) * AT_ONCE
        return float(chances_within(heads(self.galaxy), self.odds, counted)[turns][self.pair])


USUAL = ("white", "orange")


@dataclass(frozen=True)
class LoneRace:
    """Two planets of a galaxy, some dice, and a way that grows at one end, begun at either planet."""

    galaxy: Galaxy
    pair: Pair
    dice: tuple[str, ...]

    @property
    def boxes(self) -> int | None:
        """The fewest that join them; None where nothing does."""
        return self.galaxy.fewest_boxes(*self.pair)

    @property
    def _odds(self) -> Odds:
        return odds(self.dice, self.galaxy.dice)

    @property
    def _heads(self) -> Heads:
        return heads(self.galaxy)

    def _starts(self) -> list[tuple[int, int]]:
        """Every first head, with the planet to which it leads."""
        one, other = self.pair
        return [(head, to) for start, to in ((one, other), (other, one)) for head in self._heads.begin(start)]

    @cached_property
    def expected_turns(self) -> Turns:
        """The mean number of turns until they are joined, under best play; None where they never are."""
        own, straight, curve = self._heads, [], []

        def behind(after: int, to: int) -> Turns:
            return Fraction(0) if after == -1 - to else turns_to(own, to, self._odds)[after] if after >= 0 else None

        for head, to in self._starts():
            straight.append(behind(own.straight[head], to))
            curve += [behind(own.left[head], to), behind(own.right[head], to)]
        return mean_of(_least(straight), _least(curve), self._odds)

    def within(self, turns: int) -> Fraction:
        """The greatest chance to have them joined after so many turns, with every turn played to that end."""
        turns = whole_number(turns, "turns", 0, LONGEST)
        own, one, other = self._heads, *self.pair
        ways, done = 0, 1
        both = {to: ways_within(own, to, self._odds, turns) for to in (one, other)}
        for number in range(turns):
            now = {to: counted[number] for to, counted in both.items()}
            straight = curve = 0
            for head, to in self._starts():
                reached = [
                    done if after == -1 - to else now[to][after] if after >= 0 else 0
                    for after in (own.straight[head], own.left[head], own.right[head])
                ]
                straight, curve = max(straight, reached[0]), max(curve, *reached[1:])
            ways = chance_of(ways, straight, curve, self._odds)
            done *= self._odds.all
        return Fraction(ways, done)

    @cached_property
    def both_heads(self) -> TwoHeads:
        """The better figure: the way may grow at both planets until its ends meet; `.expected_turns`, `.within(14)`,
        in floating point."""
        return TwoHeads(self.galaxy, self.pair, self._odds)

    @property
    def points_a_turn(self) -> float | None:
        """The points of the shortest way for each turn that joining them takes."""
        turns = self.expected_turns
        return None if self.boxes is None or turns is None else float(self.boxes / turns)

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types."""
        turns = self.expected_turns
        return {
            "planets": list(self.pair),
            "boxes": self.boxes,
            "expected_turns": None if turns is None else float(turns),
            "both_heads": self.both_heads.expected_turns,
            "points_a_turn": self.points_a_turn,
        }


def _least(every: Iterable[Turns]) -> Turns:
    return min((turns for turns in every if turns is not None), default=None)


def lone_race(galaxy: GalaxyLike, first: int, second: int, dice: Sequence[str] = USUAL) -> LoneRace:
    """How long it takes to join two planets alone: `.expected_turns`, `.within(14)`, and both of `.both_heads`.

    Alone on the empty galaxy all dice are rolled each turn; any one may extend the single head of a way that begins at
    either planet (a straight track goes on, a curve turns, a branch or crossing does any of the three), or the turn is
    wasted. Other planets block; special boxes and surplus ends count for nothing. Exact, as fractions. Raises
    AnalyzerError for planets or dice that are none.

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
    """The lone races of all pairs of a galaxy with some dice; chances are those of `turns` turns."""

    galaxy: Galaxy
    dice: tuple[str, ...]
    turns: int = TURNS

    @cached_property
    def races(self) -> list[LoneRace]:
        """One a pair, in order."""
        return [lone_race(self.galaxy, *pair, dice=self.dice) for pair in self.galaxy.pairs]

    def rows(self) -> list[dict[str, Any]]:
        """One row a pair; what cannot be joined is None."""
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
        """What the numbers take for granted."""
        measure = [
            "This is a measure, not a game: one trader joins one pair on the empty galaxy. Each turn all dice are "
            "rolled; one of them extends the way, or the turn is wasted. Special boxes and spare ends do not count.",
        ]
        return [*measure, *paper_notes(self.galaxy), *self.galaxy.notes()]

    def description(self) -> Description:
        """A row a pair."""
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
        within = f"in {self.turns} turns"
        return (
            Column("pair", "pair", explanation="two planets by number", flat=None, in_json=False),
            Column("first"),
            Column("second"),
            Column("boxes", "boxes", COUNT, "the fewest that join them", missing=("no way", "")),
            Column("turns", "turns", EXACT, "expected number of turns, if the way grows from one planet"),
            Column("both_heads", "both ends", EXACT, "the same, if the way may grow from both planets"),
            Column("within", within, CHANCE, "the chance to join the pair in that time"),
            Column("both_within", f"{within}, both", CHANCE),
            Column("points_a_turn", "points a turn", EXACT, "boxes divided by turns"),
        )


def routes(galaxy: GalaxyLike, dice: Sequence[str] = USUAL, turns: int = TURNS) -> Routes:
    """All pairs of planets: boxes, expected turns alone, the chance in `turns` turns, points a turn.

    >>> from analyzer import lorry
    >>> lorry.routes(lorry.load_galaxy("ships/lorry/tiny.yaml")).rows()[0]["boxes"]
    2
    """
    where = load_galaxy(galaxy)
    return Routes(where, colours(dice, where.dice), whole_number(turns, "turns", 0, LONGEST))
