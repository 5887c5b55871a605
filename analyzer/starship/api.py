"""The calls that play one turn, or whole games, many times."""

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
from analyzer.starship.world import DEFAULT_CAPTAIN

CaptainLike = str | Path | Captain
PositionLike = str | Path | Mapping[str, Any] | Position | Ship
SwitchesLike = Switches | Mapping[str, Any] | None
GAMES = 20_000
"""Largest number of games if none is given."""
SURE = 0.01
"""Half-width of the interval of a chance at which a run ends if no number of games is given."""


def fly(
    position: PositionLike,
    turns: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    other: CaptainLike = DEFAULT_CAPTAIN,
    sector: int | None = None,
    most: int | None = None,
    switches: SwitchesLike = None,
    **how_much: Unpack[HowMuch],
) -> Turns:
    """Play one turn from a position many times, and measure what it brings.

    If `position` is only a ship, its opponent has the ship with which a player starts the game.

    Args:
        position: A ship or position: its file, its fields, or an object.
        turns: Number of turns, 100,000 if None.
        seed: Seed of all cards and dice.
        captain: The captain of the active player: a name, a file or a `Captain`.
        other: The other player's captain, who chooses what they produce.
        sector: The sector to fly to, 1 to 4; the captain's choice if None.
        most: Maximum number of cards to fly before turning back, 0 to 10; no limit if None.
        switches: Switches of the rules, as `Switches` or by name; the usual ones if None.
        **how_much: How much is run and what is kept (`HowMuch`): precision, first, workers, save, plain, progress.

    Returns:
        The metrics of the turn; index it by the ship's name.

    Raises:
        AnalyzerError: If the position cannot be played, with every reason, or another argument has faults.

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
    captain: CaptainLike = DEFAULT_CAPTAIN,
    other: CaptainLike = DEFAULT_CAPTAIN,
    sector: int | None = None,
    most: int | None = None,
    switches: SwitchesLike = None,
) -> TurnExperiment:
    """Return the experiment that `fly` runs.

    Args:
        position: A ship or position: its file, its fields, or an object.
        seed: Seed of all cards and dice.
        captain: The captain of the active player.
        other: The other player's captain.
        sector: The sector to fly to, 1 to 4; the captain's choice if None.
        most: Maximum number of cards to fly before turning back, 0 to 10; no limit if None.
        switches: Switches of the rules; the usual ones if None.
    """
    if sector is not None:
        sector = whole_number(sector, "sector", 1, 4)
    if most is not None:
        most = whole_number(most, "most", 0, 10)
    how = load_switches(switches)
    return TurnExperiment(load_position(position), load_captain(captain), load_captain(other), seed, how, sector, most)


def play(
    captains: Sequence[CaptainLike] = (DEFAULT_CAPTAIN,) * 2,
    games: int | None = None,
    seed: int = 1,
    *,
    swap: bool = False,
    position: PositionLike | None = None,
    switches: SwitchesLike = None,
    **how_much: Unpack[HowMuch],
) -> Games:
    """Play whole games of two captains: who wins, how long games take, and where the points come from.

    Args:
        captains: Two captains, Moon's first, each a name, a file or a `Captain`.
        games: Number of games, or of pairs of games with `swap`. If None, at most 20,000, until chances to win are
            known within 0.01; or 40 games with a thinker.
        seed: Seed of all cards and dice.
        swap: Whether each trial is two games on one deal, the second with seats exchanged. This separates the
            advantage of a captain from that of beginning.
        position: A ship or position to start from: its file, its fields, or an object; the start of the game if
            None.
        switches: Switches of the rules, as `Switches` or by name; the usual ones if None.
        **how_much: How much is run and what is kept (`HowMuch`): precision, first, workers, save, plain, progress.

    Returns:
        The metrics of both players; index it by a captain's name.

    Raises:
        AnalyzerError: If there are not two captains, or another argument has faults.

    >>> from analyzer import starship
    >>> starship.play(("sensible", "passenger-pays"), 50)["sensible, Moon"].won.n
    50
    """
    if isinstance(captains, str) or not isinstance(captains, Sequence) or len(captains) != 2:
        raise AnalyzerError(f"captains {brief(captains)}: give two, Moon's first")
    moon, sun = (load_captain(captain) for captain in captains)
    begun = None if position is None else load_position(position)
    experiment = GameExperiment((moon, sun), seed, load_switches(switches), bool(swap), begun)
    result: Games = run_each([experiment], games, GAMES, enough=SURE, **how_much)[0]
    return result
