"""Which components were lost: those that are gone, but not those that a ship of a fleet took along when it left."""

from __future__ import annotations

import numpy as np

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.ship.bitboard import Bits


def lost(convoy: Convoy) -> Bits:
    """(truckers, flights) The components that were lost, as boards."""
    state, wrecks = convoy.state, convoy.wrecks
    whole = wrecks.stack.array("whole")[:, 0].take(wrecks.hulls_of(state.wreck))
    return np.asarray(whole & ~(state.alive | state.withdrawn))
