"""Comparisons that stop when they are decided: verdicts and all intervals hold at the look where they stop.

Ships that differ in one component, on a route whose enumerated dice give the difference exactly.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

import analyzer
from analyzer import Comparison
from tests.doors.answers import SideBySide
from tests.doors.montecarlo import run
from tests.doors.statistics import PairedTally, Verdict
from tests.doors.trucker_flights import plan
from tests.proofs.false_winners import CHECKS, ROUTE, STEP, most, pair
from tests.proofs.proof import Proven, Share, in_turn
from tests.proofs.sharper import ENDS_PAID, _paid

FIRST_SEED = 800_000
MIRROR, IRRELEVANT, BY_MARGIN = "its mirror twin", "a cabin for a battery that is not used", "a battery for a cabin"
CHANGES = {IRRELEVANT: ((6, 7), "cabin"), BY_MARGIN: ((8, 6), "battery_2")}
"""By kind of comparison the square, and the kind of component that comes there."""


def stopped_comparisons_hold(comparisons: int, share: Share = in_turn) -> Proven:
    """Comparisons that stop when decided are seldom wrong, and their intervals hold the exact difference.

    A ship is compared with its mirror twin and with itself after one irrelevant change, with a margin of 0, and with a
    ship that differs by just the margin. Checks begin at 2,048 flights. These verdicts are wrong: a winner where there
    is none, the worse ship as winner, or "equal" where the ships differ by the margin.

    Fails if more than 5.5% of a kind are wrong or miss the exact difference, or at fewer than 2,000 comparisons more
    than chance allows. A plain 95% interval misses it more often.
    """
    rows: list[tuple[str, ...]] = [("against", "difference", "wrong", "missed", "missed by plain 95%", "flights")]
    faults: list[str] = []
    for against in (MIRROR, IRRELEVANT, BY_MARGIN):
        results = share(compared, [(against, FIRST_SEED + number) for number in range(comparisons)])
        wrong, missed, naive, flights = (sum(result[which] for result in results) / comparisons for which in range(4))
        shares = (f"{one:.2%}" for one in (wrong, missed, naive))
        rows.append((against, f"{float(difference(against)):.4f}", *shares, f"{flights:,.0f}"))
        faults += [f"{against}: {wrong:.2%} wrong, {missed:.2%} missed"] * (max(wrong, missed) > most(comparisons))
    told = faults[0] if faults else f"at most {most(comparisons):.1%} of any kind wrong or missed"
    size = f"{comparisons:,} comparisons of each kind, at most {CHECKS} checks, every {STEP:,} flights"
    return Proven(size, told, tuple(faults), tuple(rows))


def compared(against: str, seed: int) -> tuple[bool, bool, bool, int]:
    """Return whether the verdict is wrong, whether each kind of interval misses the difference, and the flights."""
    experiments = tuple(plan([one], seed=seed, cards=ROUTE) for one in (pair()[0], other(against)))
    exact = difference(against)
    names, margin = ("ship", "other"), float(abs(exact))
    together = SideBySide(names, experiments, until="decided", margin=margin)

    def answer(counted: PairedTally) -> Comparison:
        return Comparison(names, experiments, counted, "decided", margin)

    def decided(counted: PairedTally) -> bool:
        return answer(counted).decided()

    count = partial(PairedTally.of, contest="credits")
    found = answer(run(together, STEP * CHECKS, count, step=STEP, block=4 * STEP, until=decided))
    verdict = found.verdict(*names)
    wrong = verdict is Verdict.EQUAL if exact else verdict.tells_apart
    wrong = wrong or (verdict is Verdict.WORSE and exact > 0) or (verdict is Verdict.BETTER and exact < 0)
    each = (one.difference(*names) for one in (found, replace(found, until=None)))
    missed, naive = (not one.low <= exact <= one.high for one in each)
    return wrong, missed, naive, found.trials


@cache
def other(against: str) -> analyzer.Layout:
    """Return the ship to compare with."""
    ship, twin = pair()
    if against == MIRROR:
        return twin
    square, kind = CHANGES[against]
    part = ship.components[square]
    changed = analyzer.Component(kind, part.connectors, part.facing)
    return replace(ship, name="changed", components={**ship.components, square: changed})


@cache
def difference(against: str) -> Fraction:
    """Return by how many credits the ship is better, exactly."""
    return _mean(pair()[0]) - _mean(other(against))


def _mean(ship: analyzer.Layout) -> Fraction:
    """Return the mean credits of a lone ship on the route."""
    exact, level = analyzer.exact(ship, cards=list(ROUTE)), plan([ship]).route.level
    ends = zip(exact.chances, *(exact.columns[name] for name in ENDS_PAID), strict=True)
    return sum((chance * _paid(level, *end) for chance, *end in ends), Fraction(0))
