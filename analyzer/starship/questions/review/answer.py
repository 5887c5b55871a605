"""The decisions of a player in a record, each with what it cost against the best option, and luck apart from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from analyzer.answers.description import COUNT, WORD, Column
from analyzer.answers.edition import own_edition_note
from analyzer.answers.goal import Goal
from analyzer.answers.review import Judged as AnyJudged
from analyzer.answers.review import Review as AnyReview
from analyzer.answers.review import ReviewStep
from analyzer.starship.edition import OwnEdition
from analyzer.starship.position.position import Position
from analyzer.starship.questions.advise.answer import GOALS, TRIAL, Advice


@dataclass(frozen=True, kw_only=True)
class Judged(AnyJudged):
    """A decision; advice: all options as they were then; step: the number of the step of the record, from 1."""

    advice: Advice
    step: int


@dataclass(frozen=True)
class Step(ReviewStep):
    """A step of a game; position: what the player knew at the decision, or at the end."""

    position: Position | None = None


@dataclass(frozen=True, repr=False)
class Review(AnyReview):
    """Decisions of one player in a record; other: who plays on for the other player."""

    GOALS: ClassVar[Mapping[str, Goal]] = GOALS
    TRIAL: ClassVar[tuple[str, str]] = TRIAL
    PLACES: ClassVar = (Column("turn", "turn", COUNT), Column("where", "at", WORD))
    PAGE: ClassVar = "analyzer.starship.questions.review.page:page"

    steps: tuple[Step, ...] = field(default=())
    other: str = "sensible"

    @property
    def games(self) -> int:
        """How many were played after every option at most."""
        return self.trials

    @property
    def edition(self) -> str:
        """By whose tables the record is read."""
        assert self.steps[0].position is not None
        return self.steps[0].position.edition

    def chance(self) -> str:
        """What luck is made of."""
        return "Dice, cards and the other player"

    def rest_of_play(self) -> list[str]:
        """Who plays on after each option."""
        after = "plays for both" if self.captain == self.other else f"plays for you, {self.other} for the other"
        own = OwnEdition.KNOWN.get(self.edition)
        of_edition = [] if own is None else [own_edition_note(own)]
        return [f"After it {self.captain} {after}, also in the rest of the turn.", *of_edition]
