"""Exact answers by plain recursion: best play alone, this turn's points, the lone race of two planets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from tests.lorry.twin.face import Position
from tests.lorry.twin.galaxy import OPPOSITE, TRACKS, Box, Galaxy
from tests.lorry.twin.places import draws, fillable, legal
from tests.lorry.twin.referee import rules_of
from tests.lorry.twin.table import Pair, Table
from tests.lorry.twin.turn import Place
from tests.lorry.twin.ways import connected

ALONE = 1
Owed = tuple[frozenset[Pair], ...]
"""What draws of this turn newly joined and have not scored yet (`special_first`), the first draw first."""


def rolls(galaxy: Galaxy, dice: Sequence[str]) -> list[tuple[str, ...]]:
    """What dice of these colours show, face by face; all equally likely."""
    return list(product(*(galaxy.dice[colour] for colour in dice)))


class Solo:
    """Best play alone: every roll, every draw and every choice; what can still be had, by state."""

    def __init__(self, galaxy: Mapping[str, Any], dice: Sequence[str]) -> None:
        self.galaxy, self.dice = Galaxy(galaxy), dice
        self.rules = rules_of(galaxy.get("switches", {}))
        self.rolls = rolls(self.galaxy, dice)
        self.known: dict[Any, Fraction] = {}

    def optimum(self, turns: int) -> Fraction:
        return self.still(Table(self.galaxy, 1, self.rules), turns)

    def still(self, table: Table, turns: int) -> Fraction:
        """Points of routes and stars that best play can expect in so many turns more."""
        if turns == 0 or table.over:
            return Fraction(0)
        own = tuple(sorted(table.tracks[ALONE].items()))
        state = turns, own, tuple(sorted(table.filled)), tuple(sorted(table.scored))
        if state not in self.known:
            best = {
                (colour, kind): max(
                    (self.drawn(table, place, colour, turns) for place in legal(table, ALONE, kind)), default=0
                )
                for colour in set(self.dice)
                for kind in TRACKS
            }
            values = [
                max(best[colour, kind] for colour, kind in zip(self.dice, shown, strict=True)) for shown in self.rolls
            ]
            self.known[state] = Fraction(sum(values)) / len(self.rolls)
        return self.known[state]

    def drawn(
        self, table: Table, place: Place, colour: str, turns: int, extra: bool = False, owed: Owed = ()
    ) -> Fraction:
        """What a draw brings with all that follows it, in this turn and after it."""
        box = place[0], place[1]
        before = connected(table, ALONE)
        after = table.with_track(ALONE, box, place[2])
        special = self.galaxy.specials.get(box)
        star = Fraction(3 if special == "star" else 0)
        sets_off = None if extra and self.rules["chains"] == "no" else special
        new = frozenset(connected(after, ALONE)) - frozenset(before)
        if self.rules["special_order"] == "special_first":
            return star + self.behind(after, sets_off, colour, turns, (*owed, new))
        return star + max(
            points + (0 if scored.over else self.behind(scored, sets_off, colour, turns))
            for scored, points in self.scored(after, new)
        )

    def scored(self, after: Table, new: Collection[Pair]) -> Iterator[tuple[Table, int]]:
        """Every way to score what a draw joined, and the points of it."""
        ways = connected(after, ALONE)
        free = [pair for pair in sorted(new) if pair not in after.scored]
        if free and self.rules["passed_over_pairs"] == "open":
            free = [pair for pair in ways if pair not in after.scored]
        if not free or self.rules["scoring_forced"] == "no":
            yield after, 0
        for pair in free:
            one = after.copy()
            one.scored[pair] = (ALONE, ways[pair])
            yield one, ways[pair]

    def settled(self, table: Table, turns: int, owed: Owed) -> Fraction:
        """What is owed is scored, the last draw's first, unless the game is over; then the turns after it."""
        if not owed or table.over:
            return self.still(table, turns - 1)
        *before, new = owed
        return max(points + self.settled(scored, turns, tuple(before)) for scored, points in self.scored(table, new))

    def behind(self, table: Table, special: str | None, colour: str, turns: int, owed: Owed = ()) -> Fraction:
        """The best that a box gives, or nothing of it, and the turns after it."""
        nothing = self.settled(table, turns, owed)
        if special == "rocket":
            return self.best_extra(table, list(TRACKS), colour, turns, nothing, owed)
        if special == "asteroid":
            faces = self.galaxy.dice[colour]
            shown = [self.best_extra(table, [kind], colour, turns, nothing, owed) for kind in faces]
            return Fraction(sum(shown)) / len(faces)
        if special == "black_hole":
            filled = []
            for box in fillable(table):
                after = table.copy()
                after.fill(box)
                filled.append(self.settled(after, turns, owed))
            return max([nothing, *filled])
        return nothing

    def best_extra(
        self, table: Table, kinds: Sequence[str], colour: str, turns: int, nothing: Fraction, owed: Owed
    ) -> Fraction:
        places = draws(table, ALONE, kinds)
        return max([nothing, *(self.drawn(table, place, colour, turns, extra=True, owed=owed) for place in places)])


def points_now(now: Position, trader: int, dice: Sequence[str]) -> tuple[dict[str, int], Fraction]:
    """By type the most points that a draw scores at once; the mean of the best of a roll."""
    by_type = {}
    for kind in TRACKS:
        ends = [now.draw(trader, (column, row), ends) for column, row, ends in now.legal(trader, kind)]
        by_type[kind] = max((drawn.points for drawn in ends), default=0)
    shown = rolls(now.table.galaxy, dice)
    return by_type, Fraction(sum(max(by_type[kind] for kind in kinds) for kinds in shown), len(shown))


Head = tuple[Box, str]
"""The box in which a way goes on, and towards which side it moves."""
LEFT = {"N": "W", "W": "S", "S": "E", "E": "N"}
State = tuple[int, Head]
"""The planet to which a way leads, and its head."""
DONE, NEVER = ((0, 0), "done"), ((0, 0), "blocked")


class Lone:
    """The lone race of two planets: one head, begun at either of them; any die that is rolled may draw it on."""

    def __init__(self, galaxy: Mapping[str, Any], pair: Pair, dice: Sequence[str]) -> None:
        self.galaxy, self.pair = Galaxy(galaxy), pair
        self.kinds = [set(kinds) for kinds in rolls(self.galaxy, dice)]
        self.chances: dict[tuple[int, Any, int], Fraction] = {}

    def after(self, head: Head, goal: int, side: str) -> Head:
        """The head once a track leads on to that side; DONE at the goal, NEVER at another planet or a closed edge."""
        beside = self.galaxy.next[head[0]].get(side)
        if beside is None:
            return NEVER
        if beside in self.galaxy.planet_in:
            return DONE if self.galaxy.planet_in[beside] == goal else NEVER
        return beside, side

    def following(self, head: Head, goal: int, kinds: Collection[str]) -> list[Head]:
        """Where dice of these types may lead it."""
        side = head[1]
        sides = set()
        if set(kinds) - {"curve"}:
            sides.add(side)
        if set(kinds) - {"straight"}:
            sides |= {LEFT[side], OPPOSITE[LEFT[side]]}
        return [self.after(head, goal, one) for one in sides]

    def begun(self) -> list[State]:
        """By goal the heads before the first track, at the other planet."""
        one, other = self.pair
        return [
            (goal, (box, side))
            for start, goal in ((one, other), (other, one))
            for side, box in self.galaxy.next[self.galaxy.planets[start]].items()
            if box not in self.galaxy.planet_in
        ]

    def within(self, turns: int) -> Fraction:
        """The greatest chance to be done in so many turns."""
        if turns == 0:
            return Fraction(0)
        total, later = Fraction(0), self.within(turns - 1)
        for kinds in self.kinds:
            best = later
            for goal, head in self.begun():
                best = max([best, *(self.chance(goal, one, turns - 1) for one in self.following(head, goal, kinds))])
            total += best
        return total / len(self.kinds)

    def chance(self, goal: int, head: Head, turns: int) -> Fraction:
        """The same with a way under way."""
        if head == DONE:
            return Fraction(1)
        if head == NEVER or turns == 0:
            return Fraction(0)
        if (goal, head, turns) not in self.chances:
            total = Fraction(0)
            for kinds in self.kinds:
                on = [self.chance(goal, one, turns - 1) for one in self.following(head, goal, kinds)]
                total += max([self.chance(goal, head, turns - 1), *on])
            self.chances[goal, head, turns] = total / len(self.kinds)
        return self.chances[goal, head, turns]

    def expected(self, rounds: int = 400) -> float:
        """Turns under best play: from none at all they grow, round by round, to what they are."""
        sorts = Counter(map(frozenset, self.kinds))
        free = [box for box in self.galaxy.boxes if box not in self.galaxy.planet_in]
        under_way = [(goal, (box, side)) for goal in self.pair for box in free for side in "NESW"]
        following = {
            state: [(many, self.options([state], kinds)) for kinds, many in sorts.items()] for state in under_way
        }
        begin = [(many, self.options(self.begun(), kinds)) for kinds, many in sorts.items()]
        worth: dict[Any, float] = dict.fromkeys(under_way, 0.0)
        worth |= {(goal, DONE): 0.0 for goal in self.pair} | {(goal, NEVER): float("inf") for goal in self.pair}
        waiting = 0.0
        for _ in range(rounds):
            waiting = self.turns(waiting, begin, worth)
            for state in under_way:
                worth[state] = self.turns(worth[state], following[state], worth)
        return waiting

    def options(self, states: Sequence[State], kinds: Collection[str]) -> list[State]:
        """Where dice of these types may lead from any of these states."""
        return [(goal, one) for goal, head in states for one in self.following(head, goal, kinds)]

    def turns(self, wasted: float, ways: Sequence[tuple[int, list[State]]], worth: Mapping[State, float]) -> float:
        """One turn, and the best of what follows each roll, or the same again."""
        return 1 + sum(many * min([wasted, *map(worth.__getitem__, on)]) for many, on in ways) / len(self.kinds)
