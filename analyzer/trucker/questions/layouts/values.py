"""What one layout or way, one quarter, one change is worth to a build."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analyzer.answers.comparison import MARGIN
from analyzer.statistics.estimate import Estimate, Verdict
from analyzer.trucker.fleets.held_back import QuarterOnPaper
from analyzer.trucker.questions.layouts.change import Change


@dataclass(frozen=True)
class WayValue:
    """One layout, or one way of a layout of several (joined): its chances, exactly, and what flights of it come to.

    alternative: its chance if the rule text lists results of two different faces alone; None where our dice are not
    what is flown by; more: credits more than on average over the dice.
    """

    layout: str
    joined: str
    chance: Fraction
    alternative: Fraction | None
    credits: Estimate
    arrived: Estimate
    components_lost: Estimate
    more: Estimate

    @property
    def name(self) -> str:
        """The way, or the layout."""
        return self.joined or self.layout


@dataclass(frozen=True)
class QuarterAlone:
    """A quarter in the ways that leave it alone: how often it comes home, what the fleet makes then, its engines."""

    quarter: str
    chance: Fraction
    home: Estimate
    credits: Estimate
    paper: QuarterOnPaper

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types."""
        estimates = {"home": self.home._asdict(), "credits": self.credits._asdict()}
        return {"quarter": self.quarter, "chance": float(self.chance)} | estimates | self.paper.as_dict()


@dataclass(frozen=True)
class ChangeValue:
    """A change, and what it gains on average over the dice, by either table; intervals hold for all at once."""

    change: Change
    gain: Estimate
    alternative: Estimate | None
    differing: int

    @property
    def verdict(self) -> Verdict:
        """Whether the build is better or worse with it, equal within a quarter of a credit, or that is open."""
        return self.gain.verdict(MARGIN, self.differing)

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types."""
        facts: dict[str, Any] = {"change": self.change.in_words(), "verdict": self.verdict, "gain": self.gain._asdict()}
        facts["alternative_gain"] = None if self.alternative is None else self.alternative._asdict()
        return facts | self.change.as_dict()
