"""What a balance report holds: the comparison of all ships, each ship's way, and what each card does to it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from analyzer.answers.both_settings import BothSettings
from analyzer.answers.comparison import Comparison
from analyzer.trucker.questions.cards.alike_effects import AlikeEffect
from analyzer.trucker.questions.cards.answer import CardEffects
from analyzer.trucker.questions.course.answer import Course
from analyzer.trucker.questions.report.provenance import Provenance, provenance


@dataclass(frozen=True, repr=False)
class Contents:
    """What is reported: the comparison of all ships, each ship's course, and what each card does to it.

    effects is None where every flight meets the same cards; command: what was typed to have it, "" in Python;
    elsewhere: the same ships compared in the other setting (alone or in the field), None for a single ship.
    """

    title: str
    comparison: Comparison
    courses: tuple[Course, ...]
    effects: tuple[CardEffects, ...] | None
    command: str = ""
    elsewhere: Comparison | None = None

    @property
    def settings(self) -> BothSettings | None:
        """The comparison with that in the other setting."""
        return None if self.elsewhere is None else BothSettings(self.comparison, self.elsewhere)

    @cached_property
    def card_effects(self) -> tuple[tuple[AlikeEffect, ...], ...]:
        """For each ship what cards do to it, those alike as one; the intervals hold for all rows and ships at once."""
        effects = self.effects or ()
        at_once = sum(len(one.ships[0].alike) for one in effects)
        return tuple(one.alike(0, at_once) for one in effects)

    @cached_property
    def provenance(self) -> Provenance:
        """What the numbers rest on, and how to have them again."""
        return provenance(self.comparison, self.command)

    def heading(self) -> str:
        """Say who is compared, where, for how long, and under which captain."""
        captains = {captain for _, _, captain in self.provenance.ships}
        of_all = f", captain {captains.pop()}" if len(captains) == 1 else ", each with a captain of its own"
        return f"{self.comparison.heading()}{of_all}"

    def notes(self) -> list[str]:
        """What a reader should know, each note once."""
        compared = self.settings or self.comparison
        several = [compared.notes(), *(effects.notes() for effects in self.effects or ())]
        return list(dict.fromkeys(note for notes in several for note in notes))
