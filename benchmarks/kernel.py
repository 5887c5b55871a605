"""A scalar compiled kernel of a meteor swarm: the yardstick of what the processor can do with the same dice.

One ship, one flight after the other, plain loops, compiled with numba. It does the whole job of the engine on a swarm:
dice from the same words, hits, shields, cannons, charges, breaking apart with the captain's choice of piece, crew lost.
The rules are those of whole_flight.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.compiled import njit
from benchmarks.scalar import fraction_of
from benchmarks.whole_flight import SHIP, launch, meteor_swarm


@njit(boundscheck=False)
def swarms(words: Any, card: Any, t: Any, alive: Any, crew: Any, charge: Any) -> None:
    """Launch a ship for every word and fly it through the swarm; the last three (flights) are filled."""
    ship = np.zeros(1, SHIP)[0]
    for flight in range(words.size):
        launch(ship, t)
        meteor_swarm(ship, card, fraction_of(words[flight]), t)
        alive[flight], crew[flight], charge[flight] = ship.alive, ship.crew, ship.charge
