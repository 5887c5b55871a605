"""The experiment of flying the rest of a flight."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.captains.captainfile import load_captain
from analyzer.trucker.position.experiment import FromPosition, under
from analyzer.trucker.position.position import Position
from analyzer.trucker.position.positionfile import load_position, refuse_record
from analyzer.trucker.rivals import with_rivals
from analyzer.trucker.ship.layout import Layout

CaptainLike = str | Path | Captain
PositionLike = str | Path | Mapping[str, Any] | Position | Layout


def plan_position(position: PositionLike, seed: int = 1, captain: CaptainLike = "sensible") -> FromPosition:
    """The experiment of flying on from a position; rivals fly under "sensible".

    Raises AnalyzerError with every fault of the position, and for a record with cards, which `review` judges.
    """
    refuse_record(position)
    now = load_position(position)
    captains = with_rivals([load_captain(captain)], len(now.ships) - 1)
    return under(now, captains, seed)
