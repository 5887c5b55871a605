"""What captains do in a turn, as the twin writes it down."""

from __future__ import annotations

import random
from typing import Any

from tests.starship.shipyard import any_captain, any_position, any_switches, says_all
from tests.starship.twin.box import CARDS
from tests.starship.twin.referee import record_position

OWNED = ("colonies", "stations", "pirates")


def played(number: int) -> tuple[dict[str, Any], dict[str, Any], dict[str, str]]:
    """A record of what captains do in a turn from a position that says everything, and how the twin says it ends."""
    rng = random.Random(number)
    position = next(one for n in range(30_000 + 40 * number, 10**6) if says_all(one := any_position(n)))
    position = {**position, "gone": elsewhere(position)}
    switches = any_switches(rng)
    end, steps = record_position(position, (any_captain(rng), any_captain(rng)), number, 0, switches)
    return {**position, "steps": steps}, end, switches


def elsewhere(position: dict[str, Any]) -> list[str]:
    """Cards that lie nowhere."""
    heaps = (*position["sectors"].values(), *position["seen"].values(), position["reserve"])
    lying = {card for heap in heaps for card in heap}
    lying |= {card for crest in ("moon", "sun") for kind in OWNED for card in position[crest].get(kind, ())}
    return [card.id for card in CARDS if card.id not in lying and card.stack != "START"]
