"""One head: the fewest turns and the greatest chance in n turns from every head to a planet, exactly.

Best play never needs to go where it takes longer, for a turn may be wasted instead. So what is known of nearer heads
settles the next one, as in the search for a shortest way.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from typing import TypeAlias

from analyzer.lorry.questions.routes.heads import BLOCKED, Heads, Odds

Turns: TypeAlias = Fraction | None
"""Expected; None where the planet is never reached."""
ARRIVED = Fraction(0)
KEPT = 72
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


@lru_cache(KEPT)
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


@lru_cache(KEPT)
def before(heads: Heads) -> tuple[tuple[int, ...], ...]:
    """By head those from which one track leads to it."""
    leading: list[list[int]] = [[] for _ in heads.heads]
    for follow in (heads.straight, heads.left, heads.right):
        for head, after in enumerate(follow):
            if after >= 0:
                leading[after].append(head)
    return tuple(map(tuple, leading))


@lru_cache(KEPT)
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
