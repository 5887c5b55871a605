"""The page of a record that was checked, with your ship as it is behind each card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.present.story_page import record_page
from analyzer.trucker.drawing.ship_svg import ship_svg

if TYPE_CHECKING:
    from analyzer.trucker.position.position import Position
    from analyzer.trucker.records.replay import Replayed


def replay_page(replayed: Replayed) -> str:
    """The whole page."""
    before = replayed.record.start
    pictures = []
    for number, step in enumerate(replayed.steps, start=1):
        pictures.append(_drawing(step.after, before, f"after card {number}"))
        before = step.after
    return record_page(replayed, pictures)


def _drawing(now: Position, before: Position, when: str) -> str:
    own = now.ships[0]
    return ship_svg(
        own.ship,
        alive={*own.ship.components} - {*own.lost},
        crew=dict(own.crew),
        charges=dict(own.charges),
        goods=dict(own.goods),
        just_lost={*own.lost} - {*before.ships[0].lost},
        title=f"{own.ship.name} {when}",
    )
