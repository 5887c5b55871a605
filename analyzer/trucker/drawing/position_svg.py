"""Your ship of a position, drawn with what lies on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from analyzer.trucker.drawing.ship_svg import ship_svg

if TYPE_CHECKING:
    from analyzer.trucker.position.position import Position


def own_ship(now: Position, before: Position, when: str) -> str:
    """The drawing; what it lost since the position before is crossed out heavily."""
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
