"""Captains, compiled once for all blocks."""

from __future__ import annotations

from functools import lru_cache

from analyzer.lorry.captains.captain import Captain
from analyzer.lorry.captains.chance import Random
from analyzer.lorry.captains.judge import Priced
from analyzer.lorry.captains.thinker import Thinker
from analyzer.lorry.turn.acting import Judge


@lru_cache(256)
def compiled(captain: Captain) -> Judge:
    """The judge who chooses for the captain."""
    if captain.thinks is not None:
        return Thinker(captain)
    return Random() if captain.plays == "random" else Priced(captain)
