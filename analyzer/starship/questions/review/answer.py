"""The decisions of a player in a record, each with what it cost against the best option, and luck apart from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from analyzer.answers.description import COUNT, WORD, Column
from analyzer.answers.edition import own_edition_notes
from analyzer.answers.goal import Goal
from analyzer.answers.review import Review as AnyReview
from analyzer.starship.edition import OwnEdition
from analyzer.starship.questions.advise.answer import GOALS, TRIAL


@dataclass(frozen=True, repr=False)
class Review(AnyReview):
    """Decisions of one player in a record; other: who plays on for the other player; on_captains:
    notes on how they play."""

    GOALS: ClassVar[Mapping[str, Goal]] = GOALS
    TRIAL: ClassVar[tuple[str, str]] = TRIAL
    PLACES: ClassVar = (Column("turn", "turn", COUNT), Column("where", "at", WORD))
    PAGE: ClassVar = "analyzer.starship.questions.review.page:page"

    other: str = "sensible"
    on_captains: tuple[str, ...] = ()

    @property
    def games(self) -> int:
        """How many were played after every option at most."""
        return self.trials

    @property
    def edition(self) -> str:
        """By whose tables the record is read."""
        edition: str = self.steps[0].position.edition
        return edition

    def chance(self) -> str:
        """What luck is made of."""
        return "Dice, cards and the other player"

    def setting(self) -> str:
        """Who plays on."""
        return super().setting() if self.captain == self.other else f"captains {self.captain} and {self.other}"

    def rest_of_play(self) -> list[str]:
        """Who plays on after each option."""
        after = "plays for both" if self.captain == self.other else f"plays for you, {self.other} for the other"
        plays_on = f"After it {self.captain} {after}, also in the rest of the turn."
        return [plays_on, *self.on_captains, *own_edition_notes(OwnEdition, self.edition)]
