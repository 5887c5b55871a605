"""Adventures: one file each; the kind of a card names the function that resolves it for a whole convoy."""

from __future__ import annotations

from collections.abc import Callable

from analyzer.trucker.adventures.abandoned_ship import abandoned_ship
from analyzer.trucker.adventures.abandoned_station import abandoned_station
from analyzer.trucker.adventures.combat_zone import combat_zone
from analyzer.trucker.adventures.epidemic import epidemic
from analyzer.trucker.adventures.meteor_swarm import meteor_swarm
from analyzer.trucker.adventures.open_space import open_space
from analyzer.trucker.adventures.pirates import pirates
from analyzer.trucker.adventures.planets import planets
from analyzer.trucker.adventures.sabotage import sabotage
from analyzer.trucker.adventures.slavers import slavers
from analyzer.trucker.adventures.smugglers import smugglers
from analyzer.trucker.adventures.stardust import stardust
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.edition import Card
from analyzer.trucker.flight.dice import Dice

Adventure = Callable[[Convoy, Card, Dice], None]
"""Resolve one card, the same for all flights of the convoy."""

ADVENTURES: dict[str, Adventure] = {
    adventure.__name__: adventure
    for adventure in (
        open_space, stardust, epidemic, sabotage, meteor_swarm, abandoned_ship, abandoned_station,
        planets, smugglers, slavers, pirates, combat_zone,
    )
}  # fmt: skip
