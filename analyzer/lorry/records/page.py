"""The page of a record that was checked, with the galaxy as it is behind each step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.lorry.drawing.svg import DASHES, HUES, galaxy_svg, ground_svg
from analyzer.lorry.story.story import Drawing
from analyzer.present.story_page import record_page

if TYPE_CHECKING:
    from analyzer.lorry.position.position import Position
    from analyzer.lorry.records.replay import Replayed


def replay_page(replayed: Replayed) -> str:
    """The whole page."""
    before = replayed.record.start
    pictures = []
    for number, step in enumerate(replayed.steps, start=1):
        drawing = drawing_since(step.after, before)
        pictures.append(galaxy_svg(before.galaxy, drawing, f"after step {number}", on_ground=True))
        before = step.after
    return record_page(
        replayed,
        pictures,
        look="lorry_look.html",
        keys="lorry_keys.html",
        ground=ground_svg(before.galaxy),
        names=before.names,
        hues=list(zip(HUES, DASHES, strict=True)),
    )


def drawing_since(now: Position, before: Position) -> Drawing:
    """What lies in the galaxy, and what is new since then."""
    new = [(column, row) for column, row, *_ in now.tracks[len(before.tracks) :]] + [*now.filled[len(before.filled) :]]
    return Drawing(
        tuple((trader, (column, row), ends) for column, row, trader, ends in now.tracks), now.filled, tuple(new)
    )
