"""Data types for a turn as written in positions and records, and for effects of special boxes."""

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
"""The pair that was scored: NO_PAIR if none was, None if the file does not say which."""


@dataclass(frozen=True)
class Effect:
    """The effect of a special box: an extra track, or a filled box. An empty one declines both.

    Attributes:
        shows: The type that an asteroid's die showed; None for other boxes.
        box: The box of the extra track; None for none.
        ends: The ends of the extra track.
        score: The pair that the extra track scored (see `Score`).
        fill: The box that was filled; None for none.
    """

    shows: str | None = None
    box: Box | None = None
    ends: str | None = None
    score: Score = None
    fill: Box | None = None


@dataclass(frozen=True)
class SoFar:
    """The part of a turn that was already played.

    Attributes:
        die: The type of the die that was taken; None if none was.
        box: The box of the track; None for none.
        ends: The ends of the track.
        score: The pair that it scored.
        then: The effects of special boxes after that track, in order.
    """

    die: str | None = None
    box: Box | None = None
    ends: str | None = None
    score: Score = None
    then: tuple[Effect, ...] = ()


NOTHING_YET = SoFar()


@dataclass(frozen=True)
class AtTurn:
    """The turn in progress.

    Attributes:
        picks: The trader who picks, from 1.
        dice: Colour and type of each die on the table; the type is "" before the roll.
        so_far: What the trader has played in this turn with those dice.
    """

    picks: int = 1
    dice: tuple[tuple[str, str], ...] = ()
    so_far: SoFar = NOTHING_YET


ROLLED = "asteroid that was rolled"
"""Text for an effect that is only an asteroid's roll, because no track was drawn with the rolled type."""


class AnyEffect(Protocol):
    """An effect of a special box, as a record or a position states it."""

    @property
    def shows(self) -> str | None:
        """The type that an asteroid's die showed."""

    @property
    def box(self) -> Box | None:
        """The box of the extra track."""

    @property
    def fill(self) -> Box | None:
        """The box that was filled."""


def takes_effect(table: Table, box: Box, *, is_extra: bool) -> bool:
    """Return whether a track drawn in a box brings an extra track or a box to fill (rulings, points 11 and 16)."""
    board = table.board
    has_effect = int(board.special[board.space.cell(box)]) in (ROCKET, ASTEROID, HOLE)
    return has_effect and (not is_extra or board.switches.chains == "yes")


def scores_later(table: Table, box: Box, *, is_extra: bool) -> bool:
    """Return whether a track's route is scored only after the effect of its box (rulings, point 15)."""
    is_first = table.board.switches.special_order == "special_first"
    return is_first and takes_effect(table, box, is_extra=is_extra)


def wrong_effect(effect: AnyEffect, pending: str | None, galaxy: Galaxy, colour: str) -> str:
    """Return the reason why an effect is not allowed by the special box that was drawn on last; "" if it is.

    Args:
        effect: The effect.
        pending: The kind of the special box that was drawn on last; None for none.
        galaxy: The galaxy, for the faces of its dice.
        colour: The colour of the die that was taken.
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
