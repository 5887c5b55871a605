"""The decisions of a record, each with what it cost against the best option, and luck apart from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from analyzer.answers.advice import options_table
from analyzer.answers.description import COUNT, Column, Table
from analyzer.answers.goal import Goal
from analyzer.answers.review import Judged
from analyzer.answers.review import Review as AnyReview
from analyzer.trucker.cards.caveats import caveats
from analyzer.trucker.questions.advise.answer import GOALS, OF_SEVERAL, TRIAL, thinking_notes
from analyzer.trucker.records.flight_record import Record
from analyzer.trucker.rivals import company_of
from analyzer.trucker.sayings.thinker_gain import thinker_note


@dataclass(frozen=True, repr=False)
class Review(AnyReview):
    """Your decisions in a record."""

    GOALS: ClassVar[Mapping[str, Goal]] = GOALS
    TRIAL: ClassVar[tuple[str, str]] = TRIAL
    PLACES: ClassVar = (Column("card", "card", COUNT),)
    PAGE: ClassVar = "analyzer.trucker.questions.review.page:page"

    record: Record
    refused: tuple[tuple[int, str], ...] = ()
    """Cards of the record that the rules refuse, in whole or with an entry, by number, each with the reason."""
    assumed: tuple[str, ...] = ()
    """What the flight rests on, in sentences: refused cards and entries, superfluous ones, decisions of rivals that the
    record does not say."""

    @property
    def flights(self) -> int:
        """How many were flown after every option at most."""
        return self.trials

    def chance(self) -> str:
        """What luck is made of."""
        return "Dice and cards" if len(self.record.names) == 1 else super().chance()

    def options_of(self, decision: Judged) -> Table:
        """The options of a decision; alone nobody is the richest."""
        hidden = OF_SEVERAL if len(self.record.names) == 1 else ()
        return options_table(decision.options, GOALS, self.goal, TRIAL, hidden)

    def setting(self) -> str:
        """The route, the rivals, and who flies on."""
        start, route = self.record.start, self.record.start.route
        company = company_of([ship.ship for ship in start.ships[1:]], route.level_name, route.edition)
        return f"{route.where}, {company}, {super().setting()}"

    def rest_of_play(self) -> list[str]:
        """Who flies on after each option."""
        after = f"After it your ship flies under {self.captain}, the others under sensible captains."
        known = caveats(self.record.start.route)
        if self.captain != "sensible":
            captains = [one.advice.experiment.captains[0] for one in self.decisions[:1]]
            thinking = [note for captain in captains for note in thinking_notes(captain, self.goal)]
            return [*self.assumed, after, *thinking, *known]
        return [*self.assumed, after, thinker_note(is_alone=len(self.record.names) == 1), *known]
