"""The page of a record that was checked, with your ship as it is behind each card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.present.story_page import record_page
from analyzer.trucker.drawing.position_svg import own_ship

if TYPE_CHECKING:
    from analyzer.trucker.records.replay import Replayed


def replay_page(replayed: Replayed) -> str:
    """The whole page."""
    before = replayed.record.start
    pictures = []
    for number, step in enumerate(replayed.steps, start=1):
        pictures.append(own_ship(step.after, before, f"after card {number}"))
        before = step.after
    return record_page(replayed, pictures)
