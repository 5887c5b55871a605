"""Whose turn it is, what the dice show, and what was done in the turn so far: the first thing left unsaid is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from analyzer.lorry.galaxy.boxes import Box, Pair

NO_PAIR: Final = "none"
Score: TypeAlias = Pair | Literal["none"] | None
"""The pair that was scored; NO_PAIR where it was left unscored, None where that is not said."""


@dataclass(frozen=True)
class Effect:
    """What a special box set off: an extra track, of an asteroid with what the die showed, or a box that was filled.

    One that says nothing: no extra track was drawn, and no box filled.
    """

    shows: str | None = None
    box: Box | None = None
    ends: str | None = None
    score: Score = None
    fill: Box | None = None


@dataclass(frozen=True)
class SoFar:
    """A turn that has begun: the type of the die that was taken, what was drawn and scored, and what that set off."""

    die: str | None = None
    box: Box | None = None
    ends: str | None = None
    score: Score = None
    then: tuple[Effect, ...] = ()


NOTHING_YET = SoFar()


@dataclass(frozen=True)
class AtTurn:
    """Who picks, from 1, and the dice on the table: colour and what it shows, "" before the roll.

    so_far: what the trader has done in this turn, from those dice.
    """

    picks: int = 1
    dice: tuple[tuple[str, str], ...] = ()
    so_far: SoFar = NOTHING_YET
