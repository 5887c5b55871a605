"""What turns and games came to."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.answers.result import Result


@dataclass(frozen=True, repr=False)
class Turns(Result):
    """Turns of one ship; index it by the ship's name."""


@dataclass(frozen=True, repr=False)
class Games(Result):
    """Whole games of two captains; index it by a captain's name."""
