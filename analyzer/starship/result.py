"""The results of turns and of whole games."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.answers.result import Result

WORTH = "Worth: what this turn leaves you, priced by the captain. Later turns are not included."


@dataclass(frozen=True, repr=False)
class Turns(Result):
    """Turns of one ship; index it by the ship's name."""

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        return [WORTH, *super().notes()]


@dataclass(frozen=True, repr=False)
class Games(Result):
    """Whole games of two captains; index it by a captain's name."""
