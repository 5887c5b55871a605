"""Found: a colony with a colony ship, a station with a trade ship."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.starship.encounters import KINDS
from analyzer.starship.encounters.founding import WITH_H, has_ship
from analyzer.starship.records.game import HERE, Game, Refused
from analyzer.starship.turn.acting import claim
from analyzer.starship.turn.bits import BIT


def found_planet(game: Game, step: Any) -> None:
    """Found a colony or a station on the card that lies open."""
    card = game.needs_action()
    ship = KINDS[card.kind].founded_with or (WITH_H if card.station else None)
    if ship is None:
        raise Refused("nothing can be founded here")
    if not has_ship(game.table, ship, HERE)[0]:
        raise Refused(f"no {ship.replace('_', ' ')} in the hangar")
    claim(game.table, HERE, np.array([BIT[card.id]], np.uint8), ship)
    game.replaced()
    game.after_action()
