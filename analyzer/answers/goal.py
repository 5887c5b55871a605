"""What a player wants, by which options are ranked and decisions judged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf

from analyzer.answers.description import NUMBER, Form, ends, in_percent, in_points, places
from analyzer.answers.numbers import signed
from analyzer.errors import AnalyzerError, one_of
from analyzer.statistics.estimate import Estimate

POINTS = places(in_points, 2)


@dataclass(frozen=True)
class Goal:
    """By its name in options and JSON: what is wanted, in words ("most credits"), and the unit of its numbers.

    is_chance: each trial is 1 or 0, and differences are in percentage points; least: no result lies below it.
    """

    name: str
    wanted: str
    unit: str = "percentage points"
    is_chance: bool = False
    least: float = -inf

    @property
    def form(self) -> Form:
        """How its differences are written in tables."""
        return POINTS if self.is_chance else NUMBER

    def amount(self, estimate: Estimate) -> str:
        """A difference in a sentence, e.g. `3.1 credits (2.0 to 4.2)`."""
        return f"{self.form.write(estimate.mean)} {self.unit} ({ends(estimate, self.form.write)})"

    def result(self, estimate: Estimate) -> str:
        """A result in a sentence, e.g. `23.1 credits (22.0 to 24.2)`, or `52.0% (50.1% to 53.9%)`."""
        if self.is_chance:
            return f"{in_percent(estimate.mean)} ({ends(estimate, in_percent)})"
        return self.amount(estimate)

    def change(self, estimate: Estimate) -> str:
        """The same with its sign, e.g. `+3.1 credits (2.0 to 4.2)`."""
        mean = 100 * estimate.mean if self.is_chance else estimate.mean
        return f"{signed(mean)} {self.unit} ({ends(estimate, self.form.write)})"


def goals(*each: Goal) -> dict[str, Goal]:
    """Goals by name, the usual one first."""
    return {goal.name: goal for goal in each}


def check_goal(name: str, allowed: Iterable[str]) -> None:
    """Raises AnalyzerError for a goal that is none."""
    if name not in allowed:
        raise AnalyzerError(f"goal {name!r}: {one_of(name, allowed)}")
