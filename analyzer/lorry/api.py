"""Playing games many times: the main jobs, each in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

from analyzer.errors import AnalyzerError
from analyzer.lorry.captains.captain import Captain, load_captains
from analyzer.lorry.experiment import GameExperiment
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.galaxy.galaxyfile import load_galaxy
from analyzer.lorry.position.experiment import plan_position
from analyzer.lorry.position.position import Position
from analyzer.lorry.result import Races
from analyzer.lorry.tables import MOST_TRADERS, Switches, load_switches
from analyzer.lorry.turn.turn import TURNS_ALONE
from analyzer.runs.amount import HowMuch, run_each

CaptainLike = str | Path | Captain
GalaxyLike = str | Path | Mapping[str, Any] | Galaxy
SwitchesLike = Switches | Mapping[str, Any] | None
DiceLike = Sequence[str] | str | None
GAMES = 20_000
"""Games that are played if no other number is given."""


def fly(
    galaxy: GalaxyLike | Position,
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = "steady",
    dice: DiceLike = None,
    turns: int = TURNS_ALONE,
    switches: SwitchesLike = None,
    **how_much: Unpack[HowMuch],
) -> Races:
    """Play a galaxy alone, many times. Alone is no rule of the game (docs/lorry-rulings.md, point 22).

    galaxy: one, or a position of one trader to go on from; games: 20,000 if None; dice: colours that are rolled each
    turn, white and orange if None; turns: the most in a game;
    `how_much`: precision, first, workers, save, progress, as elsewhere. Raises AnalyzerError with every fault.

    >>> from analyzer import lorry
    >>> lorry.fly(lorry.default_galaxy(), games=20)["steady"].total.n
    20
    """
    experiment = plan_games(galaxy, [captain], seed, dice, turns, switches)
    result: Races = run_each([experiment], games, GAMES, **how_much)[0]
    return result


def race(
    galaxy: GalaxyLike | Position,
    games: int | None = None,
    seed: int = 1,
    *,
    captains: Sequence[CaptainLike] = ("steady", "steady"),
    dice: DiceLike = None,
    switches: SwitchesLike = None,
    **how_much: Unpack[HowMuch],
) -> Races:
    """Play games of two to four captains in seating order, many times: who wins, and what totals are made of.

    In place of a galaxy a position (see `load_position`) that says who picks next: then games go on from there, and
    switches are those of its file. games: 20,000 if None; dice: colours, those of so many traders if None; the rest as
    for `fly`.

    >>> from analyzer import lorry
    >>> lorry.race(lorry.default_galaxy(), games=20, captains=["steady", "trunk"])["trunk"].won.n
    20
    """
    many = 0 if isinstance(captains, str) else len(captains)
    if not 1 < many <= MOST_TRADERS:
        raise AnalyzerError(f"captains {captains!r}: a race has 2 to {MOST_TRADERS}, one a trader")
    experiment = plan_games(galaxy, captains, seed, dice, TURNS_ALONE, switches)
    result: Races = run_each([experiment], games, GAMES, **how_much)[0]
    return result


def plan_games(
    where: GalaxyLike | Position,
    captains: CaptainLike | Sequence[CaptainLike],
    seed: int = 1,
    dice: DiceLike = None,
    turns: int = TURNS_ALONE,
    switches: SwitchesLike = None,
) -> GameExperiment:
    """The experiment of `fly` (one captain) and `race`: of a galaxy, or from a position on."""
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
    """The experiment of games of a galaxy; switches given here go before those of the galaxy."""
    who = tuple(load_captains(captains))
    where, how = set_for(galaxy_of(galaxy), switches)
    return GameExperiment(where, who, where.dice_for(len(who), dice), seed, how, turns)


def galaxy_of(galaxy: GalaxyLike) -> Galaxy:
    """A galaxy, or that of a file or its fields."""
    if isinstance(galaxy, Galaxy):
        return galaxy
    return load_galaxy(galaxy)


def set_for(galaxy: Galaxy, switches: SwitchesLike) -> tuple[Galaxy, Switches]:
    """The galaxy, and its switches: those named here before its own, before the usual ones; `wrap` is one of them."""
    if isinstance(switches, Switches):
        return galaxy, switches
    chosen = {} if switches is None else switches
    if not isinstance(chosen, Mapping):
        return galaxy, load_switches(chosen)
    values = dict(galaxy.switches) | dict(chosen)
    wrap = values.pop("wrap", galaxy.wrap)
    return galaxy.with_wrap(wrap), load_switches(values)
