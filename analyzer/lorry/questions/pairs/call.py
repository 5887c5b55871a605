"""Which pairs of planets are scored, by whom, when and for how much; and what beginning is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from analyzer.lorry.api import CaptainLike, DiceLike, GalaxyLike, SwitchesLike, plan_games
from analyzer.lorry.position.position import Position
from analyzer.lorry.questions.pairs.answer import ScoredPairs
from analyzer.lorry.questions.pairs.experiment import ByPair
from analyzer.runs.amount import HowMuch, run_each

GAMES = 5_000


def scored_pairs(
    galaxy: GalaxyLike | Position,
    games: int | None = None,
    seed: int = 1,
    *,
    captains: Sequence[CaptainLike] = ("steady", "steady"),
    dice: DiceLike = None,
    switches: SwitchesLike = None,
    **how_much: Unpack[HowMuch],
) -> ScoredPairs:
    """Play games of captains (one: alone), and count pair by pair who scores it, when, and for how many points.

    galaxy: one, or a position that says who picks next, to go on from; games: 5,000 if None.

    >>> from analyzer import lorry
    >>> len(lorry.scored_pairs(lorry.default_galaxy(), 20).pairs)
    36
    """
    how = ByPair(plan_games(galaxy, captains, seed, dice, switches=switches))
    result: ScoredPairs = run_each([how], games, GAMES, **how_much)[0]
    return result
