"""What a special box lets a trader do, and why it does not let them do something else."""

from __future__ import annotations

from typing import Protocol

from analyzer.lorry.galaxy.boxes import Box
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.tracks import TYPES
from analyzer.lorry.turn.board import ASTEROID, HOLE, ROCKET
from analyzer.lorry.turn.table import Table

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
