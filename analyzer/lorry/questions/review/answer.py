"""The decisions of one trader in a record, each with what it cost against the best option, and luck apart from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from analyzer.answers.description import COUNT, Column
from analyzer.answers.edition import own_edition_notes
from analyzer.answers.goal import Goal
from analyzer.answers.review import Review as AnyReview
from analyzer.errors import named_setting
from analyzer.lorry.captains.gain import FIXED_PRICES, THINKER_NOTE, second_captain
from analyzer.lorry.edition import OwnEdition
from analyzer.lorry.questions.advise.answer import GOALS, TRIAL
from analyzer.lorry.records.game_record import Record


@dataclass(frozen=True, repr=False)
class Review(AnyReview):
    """The decisions of one trader in a record."""

    GOALS: ClassVar[Mapping[str, Goal]] = GOALS
    TRIAL: ClassVar[tuple[str, str]] = TRIAL
    PLACES: ClassVar = (Column("round", "round", COUNT),)
    PAGE: ClassVar = "analyzer.lorry.questions.review.page:page"

    record: Record

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
        plays_on = f"After it {self.captain} plays on{'' if alone else ' for everybody'}, and screens the options."
        compare = f"compare with {named_setting('captain', second_captain(self.captain))}"
        judged = f"Another captain may judge otherwise: {compare}."
        if self.second:
            judged = f"Decisions that are clearly worse were judged with {self.second} too; for all others {compare}."
        strength = FIXED_PRICES if alone else THINKER_NOTE
        return [plays_on, judged, strength, *own_edition_notes(OwnEdition, self.record.start.edition)]
