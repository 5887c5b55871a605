"""Turns within a position, and the effects of draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias

from analyzer.lorry.galaxy.boxes import Box, Pair
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.tables import TYPES
from analyzer.lorry.turn.board import ASTEROID, HOLE, ROCKET
from analyzer.lorry.turn.table import Table

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


ROLLED = "asteroid that was rolled"
"""What comes of an asteroid of which the die was rolled and nothing was drawn: no more may be done."""


class AnyEffect(Protocol):
    """What was done because of a special box, as a record or a position says it."""

    @property
    def shows(self) -> str | None:
        """What the die of an asteroid showed."""

    @property
    def box(self) -> Box | None:
        """Where an extra track was drawn."""

    @property
    def fill(self) -> Box | None:
        """The box that was filled."""


def takes_effect(table: Table, box: Box, *, is_extra: bool) -> bool:
    """Whether a track there gives an extra track, or a box to fill."""
    board = table.board
    has_effect = int(board.special[board.space.cell(box)]) in (ROCKET, ASTEROID, HOLE)
    return has_effect and (not is_extra or board.switches.chains == "yes")


def scores_later(table: Table, box: Box, *, is_extra: bool) -> bool:
    """Whether a track there is scored only once its box has taken effect (`special_order: special_first`)."""
    is_first = table.board.switches.special_order == "special_first"
    return is_first and takes_effect(table, box, is_extra=is_extra)


def wrong_effect(effect: AnyEffect, pending: str | None, galaxy: Galaxy, colour: str) -> str:
    """Why the last box drawn on (`pending`, a kind of special box) does not allow that, "" if it does.

    colour: of the die that was taken.
    """
    shows, is_hole = effect.shows, pending == "black_hole"
    is_done = bool(shows or effect.box or effect.fill)
    gives = ("rocket", "asteroid", "black_hole")
    is_unrolled = pending == "asteroid" and is_done and not shows
    has_face = shows is None or bool(galaxy.dice[colour][TYPES.index(shows)])
    reasons = {
        "a black hole lets a box be filled: write fill: [column, row]": is_hole and (effect.box or shows),
        "only a black hole lets a box be filled": not is_hole and effect.fill,
        "the box that was drawn on gives no extra track": is_done and pending not in gives,
        "an asteroid rolls the die again: write shows: with what it showed": is_unrolled,
        "a rocket rolls no die: any track may be drawn": pending == "rocket" and shows,
        f"the die that was taken is {colour}: it shows no {shows}": not has_face,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")
