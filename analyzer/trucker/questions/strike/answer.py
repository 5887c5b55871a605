"""What a hazard did to a ship or a fleet."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer.trucker.ship.board import Square


@dataclass(frozen=True, slots=True)
class Strike:
    """What a hazard did.

    outcome: miss, bounced, shielded, shot_down or destroyed; square: the component in its way, None for a miss;
    batteries_spent: 0 or 1; lost: all squares that are empty now and were not before, in reading order. Of a fleet also
    ship: the number of the ship that is hit, None for a miss; paid_by: of that whose charge was spent.
    """

    outcome: str
    square: Square | None
    batteries_spent: int
    lost: tuple[Square, ...]
    ship: int | None = None
    paid_by: int | None = None
