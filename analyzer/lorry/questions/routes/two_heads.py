"""Two heads: a way that grows at both planets until its ends meet, solved for every pair of heads at once.

A state is a pair of heads, as arrays (heads, heads). It does not depend on which two planets are joined, for once both
ends have begun all planets block; so one solution serves all pairs of a galaxy. What lies behind the heads is not
looked at but for the box just drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from analyzer.errors import whole_number
from analyzer.lorry.galaxy.boxes import Pair
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.questions.routes.heads import BLOCKED, Heads, Odds, heads
from analyzer.lorry.tracks import OPPOSITE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[Any]

LONGEST = 1000
"""The most turns computed."""
AT_ONCE = 8
"""Turns computed together, so that one turn more costs nothing."""
KEPT = 8
"""Galaxies with dice whose solutions are cached."""


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
