"""What decisions cost by reviews of whole games, captain by captain, and who clearly does better than whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot, sqrt
from typing import NamedTuple

ENOUGH = 10
"""From so many games on those who play well have to stand out from those who do not."""
ERRORS = 3
"""Two shares or means differ clearly if they are so many standard errors apart."""
HEAD = ("captain", "decisions", "clear mistakes", "mean cost of a decision, points of margin")


class Costs(NamedTuple):
    """Of the decisions of one captain: how many there were, how many were clear mistakes, what one cost, its error."""

    decisions: int
    mistakes: int
    cost: float
    error: float

    @property
    def share(self) -> float:
        """Of the decisions that were clear mistakes."""
        return self.mistakes / self.decisions


def together(games: Sequence[Sequence[float]]) -> Costs:
    """Of the decisions in several games, each as a review tells them, with what all of a game cost."""
    decisions, mistakes, cost, _ = (sum(column) for column in zip(*games, strict=True))
    most, error = max(1, decisions), sqrt(sum(game[3] ** 2 for game in games))
    return Costs(int(decisions), int(mistakes), cost / most, error / most)


def costs_less(one: Costs, other: Costs) -> float:
    """By how many standard errors one captain's decisions cost less than another's."""
    return _errors(other.cost - one.cost, hypot(one.error, other.error))


def errs_less(one: Costs, other: Costs) -> float:
    """By how many standard errors one captain's decisions are less often clear mistakes than another's."""
    pooled = (one.mistakes + other.mistakes) / (one.decisions + other.decisions)
    return _errors(other.share - one.share, sqrt(pooled * (1 - pooled) * (1 / one.decisions + 1 / other.decisions)))


def _errors(more: float, error: float) -> float:
    return more / error if error else 0.0


def told_wrong(
    each: Mapping[str, Costs], games: int, clear: Iterable[tuple[str, str]], others: Iterable[tuple[str, str]]
) -> tuple[str, ...]:
    """Pairs of a captain and one who plays worse whose reviews do not say so.

    In no pair may the first make clearly more mistakes, or clearly larger ones; from ENOUGH games on those of `clear`
    have to make clearly smaller ones.
    """
    pairs = [*clear]
    faults = [
        f"{one} does worse than {other}"
        for one, other in (*pairs, *others)
        if min(costs_less(each[one], each[other]), errs_less(each[one], each[other])) < -ERRORS
    ]
    if games >= ENOUGH:
        faults += [
            f"{one} is not told from {other}" for one, other in pairs if costs_less(each[one], each[other]) < ERRORS
        ]
    return tuple(faults)


def as_table(each: Mapping[str, Costs]) -> tuple[tuple[str, ...], ...]:
    """A row a captain below their headings."""
    rows = (
        (who, f"{one.decisions}", f"{one.share:.1%}", f"{one.cost:.2f} ± {one.error:.2f}") for who, one in each.items()
    )
    return (HEAD, *rows)


def in_short(each: Mapping[str, Costs]) -> str:
    """The mean costs in a line."""
    return "mean cost of a decision: " + "; ".join(f"{who} {one.cost:.2f}" for who, one in each.items())
