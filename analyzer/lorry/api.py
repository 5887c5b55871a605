"""Calls that play games many times: `fly` alone, `race` with rivals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

from analyzer.errors import AnalyzerError
from analyzer.lorry.captains.captain import Captain, load_captains
from analyzer.lorry.experiment import GameExperiment
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.galaxy.galaxyfile import GalaxyLike, load_galaxy
from analyzer.lorry.position.experiment import plan_position
from analyzer.lorry.position.position import Position
from analyzer.lorry.result import Races
from analyzer.lorry.tables import MOST_TRADERS, Switches, load_switches
from analyzer.lorry.turn.turn import TURNS_ALONE
from analyzer.lorry.world import DEFAULT_CAPTAIN
from analyzer.runs.amount import HowMuch, run_each

CaptainLike = str | Path | Captain
SwitchesLike = Switches | Mapping[str, Any] | None
DiceLike = Sequence[str] | str | None
GAMES = 20_000
"""Largest number of games if none is given."""
SURE = 0.75
"""Half-width of the interval of the mean total, in points, at which a run ends if no number of games is given."""


def fly(
    galaxy: GalaxyLike | Position,
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    dice: DiceLike = None,
    turns: int = TURNS_ALONE,
    switches: SwitchesLike = None,
    **how_much: Unpack[HowMuch],
) -> Races:
    """Play many games of one trader alone in a galaxy, and return the result.

    The rules of the game are for two to four traders; docs/lorry-rulings.md, point 22, says how one plays alone.

    Args:
        galaxy: galaxy, its file or its fields, or a position of one trader from which the games go on.
        games: number of games. If None, at most 20,000, until mean totals are known within 0.75 points.
        seed: seed of all games.
        captain: captain who plays.
        dice: colours of the dice that are rolled each turn; white and orange if None.
        turns: largest number of turns in a game.
        switches: rule switches; leave them out for a position.
        **how_much: `precision`, `first`, `workers`, `save`, `plain` and `progress`, as for every run.

    Returns:
        The result; index it by the captain's name.

    Raises:
        AnalyzerError: an argument is wrong; lists every fault.

    >>> from analyzer import lorry
    >>> lorry.fly(lorry.default_galaxy(), games=20)["expert"].total.n
    20
    """
    experiment = plan_games(galaxy, [captain], seed, dice, turns, switches)
    result: Races = run_each([experiment], games, GAMES, enough=SURE, **how_much)[0]
    return result


def race(
    galaxy: GalaxyLike | Position,
    games: int | None = None,
    seed: int = 1,
    *,
    captains: Sequence[CaptainLike] = (DEFAULT_CAPTAIN,) * 2,
    dice: DiceLike = None,
    switches: SwitchesLike = None,
    **how_much: Unpack[HowMuch],
) -> Races:
    """Play many games of two to four captains, and return who wins and where the points of the totals come from.

    Args:
        galaxy: galaxy, its file or its fields, or a position (see `load_position`) from which the games go on. The
            position must say which trader picks a die next.
        games: number of games. If None, at most 20,000, until mean totals are known within 0.75 points.
        seed: seed of all games.
        captains: captains in seating order.
        dice: colours of the dice; if None, the usual dice of the edition for this number of traders.
        switches: rule switches; leave them out for a position, whose file has its own.
        **how_much: `precision`, `first`, `workers`, `save`, `plain` and `progress`, as for every run.

    Returns:
        The result; index it by a captain's name.

    Raises:
        AnalyzerError: an argument is wrong; lists every fault.

    >>> from analyzer import lorry
    >>> lorry.race(lorry.default_galaxy(), games=20, captains=["steady", "trunk"])["trunk"].won.n
    20
    """
    many = 0 if isinstance(captains, str) else len(captains)
    if not 1 < many <= MOST_TRADERS:
        raise AnalyzerError(f"captains {captains!r}: a race has 2 to {MOST_TRADERS}, one a trader")
    experiment = plan_games(galaxy, captains, seed, dice, TURNS_ALONE, switches)
    result: Races = run_each([experiment], games, GAMES, enough=SURE, **how_much)[0]
    return result


def plan_games(
    where: GalaxyLike | Position,
    captains: CaptainLike | Sequence[CaptainLike],
    seed: int = 1,
    dice: DiceLike = None,
    turns: int = TURNS_ALONE,
    switches: SwitchesLike = None,
) -> GameExperiment:
    """Return the experiment of games of a galaxy, or of games that go on from a position.

    Raises:
        AnalyzerError: an argument is wrong, or switches are given for a position.
    """
    if not isinstance(where, Position):
        return game_experiment(where, captains, seed, dice, turns, switches)
    if switches:
        raise AnalyzerError(f"{where.name}: a position has the switches of its galaxy: leave switches out")
    return plan_position(where, tuple(load_captains(captains)), seed, dice, turns)


def game_experiment(
    galaxy: GalaxyLike,
    captains: CaptainLike | Sequence[CaptainLike],
    seed: int = 1,
    dice: DiceLike = None,
    turns: int = TURNS_ALONE,
    switches: SwitchesLike = None,
) -> GameExperiment:
    """Return the experiment of games of a galaxy; switches given here override those of the galaxy."""
    who = tuple(load_captains(captains))
    where, how = set_for(load_galaxy(galaxy), switches)
    return GameExperiment(where, who, where.dice_for(len(who), dice), seed, how, turns)


def set_for(galaxy: Galaxy, switches: SwitchesLike) -> tuple[Galaxy, Switches]:
    """Return a galaxy and its rule switches; those given here override its own."""
    if isinstance(switches, Switches):
        return galaxy, switches
    chosen = {} if switches is None else switches
    if not isinstance(chosen, Mapping):
        return galaxy, load_switches(chosen)
    values = dict(galaxy.switches) | dict(chosen)
    wrap = values.pop("wrap", galaxy.wrap)
    return galaxy.with_wrap(wrap), load_switches(values)
