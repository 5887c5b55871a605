"""Scalar compiled kernel of a meteor swarm: the yardstick of what the processor can do with the same dice.

One ship flies one flight after the other in plain loops, compiled with numba. It does the whole job of the engine on a
swarm: dice from the same words, hits, shields, cannons, charges, breaking apart with the captain's choice of piece,
crew lost. The rules are those of whole_flight.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.compiled import njit
from benchmarks.scalar import fraction_of
from benchmarks.whole_flight import SHIP, launch, meteor_swarm


@njit(boundscheck=False)
def swarms(words: Any, card: Any, t: Any, alive: Any, crew: Any, charge: Any) -> None:
    """Fly a new ship through the swarm for every random word, and fill `alive`, `crew` and `charge`.

    Args:
        words: (flights,) random words.
        card: record of the swarm.
        t: tables of the ship, the captain and the rules.
        alive: (flights,) squares with a component left, as bits; filled.
        crew: (flights,) tokens of crew that are left, as bits; filled.
        charge: (flights,) charges that are left, as bits; filled.
    """
    ship = np.zeros(1, SHIP)[0]
    for flight in range(words.size):
        launch(ship, t)
        meteor_swarm(ship, card, fraction_of(words[flight]), t)
        alive[flight], crew[flight], charge[flight] = ship.alive, ship.crew, ship.charge
