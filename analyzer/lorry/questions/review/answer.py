"""The decisions of one trader in a record, each with what it cost against the best option, and luck apart from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from analyzer.answers.description import COUNT, Column
from analyzer.answers.edition import own_edition_note
from analyzer.answers.goal import Goal
from analyzer.answers.review import Judged as AnyJudged
from analyzer.answers.review import Review as AnyReview
from analyzer.answers.review import ReviewStep
from analyzer.lorry.edition import OwnEdition
from analyzer.lorry.position.position import Position
from analyzer.lorry.questions.advise.answer import GOALS, TRIAL, Advice
from analyzer.lorry.records.game_record import Record


@dataclass(frozen=True, kw_only=True)
class Judged(AnyJudged):
    """A decision of a turn; advice: the options as they were then, and the position at that moment."""

    advice: Advice

    @property
    def round(self) -> int:
        """The round, from 1."""
        return int(self.place["round"])


@dataclass(frozen=True)
class Step(ReviewStep):
    """A step of a game; position: as things are behind it."""

    position: Position | None = None


@dataclass(frozen=True, repr=False)
class Review(AnyReview):
    """The decisions of one trader in a record."""

    GOALS: ClassVar[Mapping[str, Goal]] = GOALS
    TRIAL: ClassVar[tuple[str, str]] = TRIAL
    PLACES: ClassVar = (Column("round", "round", COUNT),)
    PAGE: ClassVar = "analyzer.lorry.questions.review.page:page"

    record: Record
    steps: tuple[Step, ...]

    @property
    def games(self) -> int:
        """How many were played after every option at most."""
        return self.trials

    def chance(self) -> str:
        """What luck is made of."""
        return "Dice" if self.record.start.traders == 1 else "Dice and rivals"

    def rest_of_play(self) -> list[str]:
        """Who plays on after each option."""
        alone = self.record.start.traders == 1
        own = OwnEdition.KNOWN.get(self.record.start.edition)
        of_edition = [] if own is None else [own_edition_note(own)]
        plays_on = f"After it {self.captain} plays on{'' if alone else ' for everybody'}, and screens the options."
        return [plays_on, *of_edition]
