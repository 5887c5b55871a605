"""Comparisons that stop when they like what they see seldom name a winner where there is none.

A ship and its mirror twin earn the same, exactly, on a route whose enumerated dice give both the same distribution.
On whole levels the twin is no exact twin, because sides strike in the order of the card and equal parts are given up in
reading order: over millions of paired flights Pocket Freighter earns 0.016 credits less than its twin (0.015 to 0.018),
Steady Hauler 0.031 more (0.022 to 0.040), while for First Mile nothing is seen (0.007 less to 0.001 more).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

from scipy.stats import binom

import analyzer
from analyzer import Estimate
from tests.doors.answers import SideBySide
from tests.doors.montecarlo import run
from tests.doors.statistics import Contest, PairedTally
from tests.doors.trucker_flights import plan
from tests.proofs.proof import Proven, Share, in_turn

SHIP, ROUTE = "ships/2007/I/paper-arrow.yaml", (22, 10, 13)
"""Pirates, a swarm from the front, planets: the twins differ in four of ten flights."""
STEP, CHECKS = 2048, 20
FIRST_SEED = 700_000
ERROR, ALLOWED, LARGE, NEVER_BY_CHANCE = 0.05, 0.055, 2000, 1e-5
ENDS = ("components_lost", "goods_value", "credits", "ending")
"""What a lone ship is paid and charged for."""


def equals_are_seldom_told_apart(comparisons: int, share: Share = in_turn) -> Proven:
    """A ship that is compared with its mirror twin until there is a winner seldom gets one.

    Both earn the same by their exact distributions. With a margin of 0 nothing but a winner ends a comparison before
    its last check. A winner may be named in 5% of comparisons; from 2,000 comparisons on the share has to stay below
    5.5%.

    Fails if the boundary is that of a single check, if checks share their error wrongly, or if pairs vary too little.
    """
    ship, twin = pair()
    faults = () if ends(ship) == ends(twin) else ("the mirror twin's exact distribution differs: there is no null",)
    results = share(compared, [(FIRST_SEED + number,) for number in range(comparisons)])
    named, naive = (sum(result[which] for result in results) for which in range(2))
    _, low, high = Estimate.from_share(named, comparisons)
    told = (
        f"{named} false winners: {named / comparisons:.2%} ({low:.2%} to {high:.2%}), allowed {most(comparisons):.2%}"
    )
    faults += (told,) if named / comparisons > most(comparisons) else ()
    table = (
        ("interval", "false winners", "share"),
        ("holds at all times", str(named), f"{named / comparisons:.2%}"),
        ("plain 95%, checked as often", str(naive), f"{naive / comparisons:.2%}"),
    )
    size = f"{comparisons:,} comparisons of {ship.name} with its mirror twin, {CHECKS} checks, every {STEP:,} flights"
    return Proven(size, told, faults, table)


@cache
def pair() -> tuple[analyzer.Layout, analyzer.Layout]:
    """The ship and its mirror twin."""
    ship = analyzer.load_ship(SHIP)
    return ship, mirrored(ship)


def compared(seed: int) -> tuple[bool, bool]:
    """One comparison: whether a winner was named, and whether plain 95% intervals would have named one at some look."""
    ship, twin = pair()
    together = SideBySide(("ship", "twin"), tuple(plan([one], seed=seed, cards=ROUTE) for one in (ship, twin)))
    naive = False

    def decided(counted: PairedTally) -> bool:
        nonlocal naive
        _, low, high = counted.difference("credits", 0, 1).estimate(1 - ERROR)
        naive = naive or not low <= 0 <= high
        return contest(counted).decided()

    count = partial(PairedTally.of, contest="credits")
    counted = run(together, STEP * CHECKS, count, step=STEP, block=4 * STEP, until=decided)
    return contest(counted).decided(), naive


def contest(counted: PairedTally) -> Contest:
    return Contest(counted, "credits", margin=0.0, at_all_times=True)


def most(comparisons: int) -> float:
    """The largest share of false winners that is still believed."""
    return ALLOWED if comparisons >= LARGE else float(binom.isf(NEVER_BY_CHANCE, comparisons, ERROR)) / comparisons


def ends(ship: analyzer.Layout, route: Sequence[int] = ROUTE) -> dict[tuple[int, ...], Fraction]:
    """The exact chance of everything a flight alone through the route is paid and charged for."""
    exact = analyzer.exact(ship, cards=list(route))
    found: dict[tuple[int, ...], Fraction] = {}
    for *end, chance in zip(*(exact.columns[metric] for metric in ENDS), exact.chances, strict=True):
        found[tuple(end)] = found.get(tuple(end), Fraction(0)) + chance
    return found


def mirrored(ship: analyzer.Layout) -> analyzer.Layout:
    """The ship with left and right exchanged."""
    first, last = ship.board.columns[0], ship.board.columns[-1]
    swapped = {analyzer.Side.LEFT: analyzer.Side.RIGHT, analyzer.Side.RIGHT: analyzer.Side.LEFT}

    def across(square: tuple[int, int]) -> tuple[int, int]:
        return square[0], first + last - square[1]

    def turned_over(part: analyzer.Component) -> analyzer.Component:
        front, right, rear, left = part.connectors
        facing = tuple(sorted(swapped.get(side, side) for side in part.facing))
        return analyzer.Component(part.kind, (front, left, rear, right), facing)

    return replace(
        ship,
        name=f"{ship.name}, mirrored",
        components={across(square): turned_over(part) for square, part in ship.components.items()},
        aliens={colour: across(square) for colour, square in ship.aliens.items()},
    )
