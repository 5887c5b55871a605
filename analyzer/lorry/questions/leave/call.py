"""What each type of die is worth to the next seat, if it is left to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from analyzer.lorry.api import CaptainLike, DiceLike, GalaxyLike, SwitchesLike, game_experiment
from analyzer.lorry.questions.leave.experiment import LEFT, NO_DIE, LeftDie
from analyzer.lorry.worths import Worths
from analyzer.runs.amount import HowMuch
from analyzer.runs.compare import compare_experiments

GAMES = 4_000
ROUNDS = tuple(range(1, 13))
"""Those that nearly all games reach."""
MARGIN = 0.25
SAID = (
    "This is about the trader who picks second. Once a game the first die that is left to them is turned to that type; "
    "all other dice are as rolled. Worth: what that brings them, compared with taking that die away.",
)


def leave(
    galaxy: GalaxyLike,
    games: int | None = None,
    seed: int = 1,
    *,
    captains: Sequence[CaptainLike] = ("steady", "steady"),
    rounds: Sequence[int] = ROUNDS,
    dice: DiceLike = None,
    switches: SwitchesLike = None,
    margin: float = MARGIN,
    **how_much: Unpack[HowMuch],
) -> Worths:
    """Play the same games with another die left to the next seat in one round: which type brings it how much more?

    games: 4,000 of each if None; rounds: from 1, spread evenly over the games. The seat that picks second is looked at:
    the first die that is left to it shows a type, or is as it was rolled; all else is rolled as before. Worth is what
    it gains over having that die taken away; intervals hold for all types at once.

    >>> from analyzer import lorry
    >>> sorted(one.name for one in lorry.leave("ships/lorry/tiny.yaml", 20, rounds=[1]).worths)
    ['as rolled', 'branch', 'crossing', 'curve', 'straight']
    """
    whole = game_experiment(galaxy, captains, seed, dice, switches=switches)
    made = {kind: LeftDie(whole, kind, tuple(rounds)) for kind in LEFT}
    compared = compare_experiments(made, games, usual=GAMES, margin=margin, **how_much)
    return Worths(compared, NO_DIE, ("left", "dice that may be left"), said=SAID)
