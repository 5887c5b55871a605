"""The decisions of a record, each with what it cost against the best option."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from analyzer.answers.described import Described
from analyzer.answers.description import COUNT, NUMBER, WORD, Column, Description, Row, Table, columns_of
from analyzer.trucker.questions.advise.answer import GOALS, SHARE, WANTED, Advice, Option
from analyzer.trucker.records.flight_record import Record
from analyzer.trucker.sayings.phrases import credits, many

BEST, SAME, CLOSE, WORSE = "best", "no difference", "no clear difference", "worse"


@dataclass(frozen=True)
class Judged:
    """A decision at a card: all options as they were then, and which was chosen."""

    card: int
    advice: Advice
    value: Any

    @property
    def chosen(self) -> Option:
        """The option that was chosen."""
        return next(option for option in self.advice.options if option.value == self.value)

    @property
    def verdict(self) -> str:
        """Whether it was best, as good, or clearly worse."""
        chosen = self.chosen
        if chosen.is_best:
            return BEST
        if chosen.is_same:
            return SAME
        return WORSE if chosen.worse.low > 0 else CLOSE


@dataclass(frozen=True, repr=False)
class Review(Described):
    """Your decisions in a record; flights: after every option at most; goal: by which options are ranked."""

    record: Record
    captain: str
    flights: int
    goal: str
    decisions: tuple[Judged, ...]

    @property
    def mistakes(self) -> tuple[Judged, ...]:
        """Those that were clearly worse than the best option."""
        return tuple(decision for decision in self.decisions if decision.verdict == WORSE)

    def conclusions(self) -> list[str]:
        """How well was decided."""
        if not self.decisions:
            return ["The record says of no decision of yours."]
        if not self.mistakes:
            return ["No decision was clearly worse than another option."]
        together = sum(decision.chosen.worse.mean for decision in self.mistakes)
        cost = credits(together) if self.goal == GOALS[0] else f"{100 * together:.1f} percentage points"
        return [
            f"{many(len(self.mistakes), 'decision')} of {len(self.decisions)} clearly worse than another option: "
            f"{cost} together."
        ]

    def notes(self) -> list[str]:
        """What a reader should know."""
        return [
            "Each decision is judged by what was known when it was made: what the dice and cards brought later counts "
            "for nothing.",
            f"After it your ship flies under {self.captain}, the others under sensible captains.",
            "Intervals are at 95% confidence, for all options of a decision at once.",
        ]

    def description(self) -> Description:
        """A row a decision."""
        facts = {"goal": self.goal, "flights": self.flights, "captain": self.captain, "conclusions": self.conclusions()}
        title = f": {self.record.names[0]}, {many(len(self.decisions), 'decision')}; you want {WANTED[self.goal]}"
        rows = [Row(self._row(number, one)) for number, one in enumerate(self.decisions, start=1)]
        decisions = Table("decisions", self._columns(), rows, labels=2)
        return Description(self.record.start.name, title, facts, (decisions, *self.conclusions()), self.notes())

    def _row(self, number: int, decision: Judged) -> dict[str, Any]:
        advice, chosen = decision.advice, decision.chosen
        return {
            "number": number,
            "card": decision.card,
            "decision": advice.words(chosen),
            "verdict": decision.verdict,
            "best": "" if decision.verdict in (BEST, SAME) else advice.words(advice.options[0]),
            "worse": None if chosen.is_best else chosen.worse,
        }

    def _columns(self) -> tuple[Column, ...]:
        form = NUMBER if self.goal == GOALS[0] else SHARE
        unit = "credits" if self.goal == GOALS[0] else "percentage points"
        return (
            Column("number", "", COUNT),
            Column("card", "card", COUNT),
            Column("decision", "your decision", WORD),
            Column("verdict", "verdict", WORD),
            Column("best", "best option", WORD),
            Column("worse", "cost", form, f"{unit} behind the best option", "interval", flat=columns_of),
        )
