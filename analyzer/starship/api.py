"""Playing turns and games many times: the main jobs, each in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

from analyzer.errors import AnalyzerError, brief, whole_number
from analyzer.runs.amount import HowMuch, run_each
from analyzer.starship.captains.captain import Captain, load_captain
from analyzer.starship.experiment import TurnExperiment
from analyzer.starship.games import GameExperiment
from analyzer.starship.position.position import Position
from analyzer.starship.position.positionfile import load_position
from analyzer.starship.result import Games, Turns
from analyzer.starship.ship.ship import Ship
from analyzer.starship.tables import Switches, load_switches

CaptainLike = str | Path | Captain
PositionLike = str | Path | Mapping[str, Any] | Position | Ship
SwitchesLike = Switches | Mapping[str, Any] | None
GAMES = 20_000
"""Games that are played if no other number is given."""


def fly(
    position: PositionLike,
    turns: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = "sensible",
    other: CaptainLike = "sensible",
    sector: int | None = None,
    most: int | None = None,
    switches: SwitchesLike = None,
    **how_much: Unpack[HowMuch],
) -> Turns:
    """Play one turn from a position, or of a ship against one of the start, many times: what does it bring?

    turns: 100,000 if None; sector: 1 to 4, the captain's choice if None; most: after how many cards it turns back
    at the latest; other: who plays the other ship, and chooses what it produces; `how_much`: precision, plain,
    first, workers, save, progress, as elsewhere. Raises AnalyzerError with every reason why it cannot be played.

    >>> from analyzer import starship
    >>> starship.fly("ships/starship/midgame.yaml", 500)["Midgame"].cards_flown.n
    500
    """
    experiment = turn_experiment(position, seed, captain, other, sector, most, switches)
    result: Turns = run_each([experiment], turns, **how_much)[0]
    return result


def turn_experiment(
    position: PositionLike,
    seed: int = 1,
    captain: CaptainLike = "sensible",
    other: CaptainLike = "sensible",
    sector: int | None = None,
    most: int | None = None,
    switches: SwitchesLike = None,
) -> TurnExperiment:
    """The experiment of `fly`."""
    if sector is not None:
        sector = whole_number(sector, "sector", 1, 4)
    if most is not None:
        most = whole_number(most, "most", 0, 10)
    how = load_switches(switches)
    return TurnExperiment(load_position(position), load_captain(captain), load_captain(other), seed, how, sector, most)


def play(
    captains: Sequence[CaptainLike] = ("sensible", "sensible"),
    games: int | None = None,
    seed: int = 1,
    *,
    swap: bool = False,
    position: PositionLike | None = None,
    switches: SwitchesLike = None,
    **how_much: Unpack[HowMuch],
) -> Games:
    """Play whole games of two captains, Moon's first: who wins, how long it takes, and where the points come from.

    games: 20,000 if None; swap: each trial is two games on the same deal, the second with seats exchanged, which
    separates the captain's advantage from that of beginning; position: where they begin, at the start if None.

    >>> from analyzer import starship
    >>> starship.play(("sensible", "passenger-pays"), 50)["sensible, Moon"].won.n
    50
    """
    if isinstance(captains, str) or not isinstance(captains, Sequence) or len(captains) != 2:
        raise AnalyzerError(f"captains {brief(captains)}: give two, Moon's first")
    moon, sun = (load_captain(captain) for captain in captains)
    begun = None if position is None else load_position(position)
    experiment = GameExperiment((moon, sun), seed, load_switches(switches), bool(swap), begun)
    result: Games = run_each([experiment], games, GAMES, **how_much)[0]
    return result
