"""Comparison of captains, dice, galaxies and rule switches on the same rolls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Unpack

from analyzer.answers.comparison import Comparison
from analyzer.answers.numbers import distinct
from analyzer.errors import AnalyzerError, all_or_faults
from analyzer.lorry.api import CaptainLike, DiceLike, game_experiment
from analyzer.lorry.captains.captain import load_captains
from analyzer.lorry.galaxy.galaxyfile import GalaxyLike, load_galaxy
from analyzer.lorry.tables import WRAPS, Switches
from analyzer.lorry.world import DEFAULT_CAPTAIN
from analyzer.runs.amount import HowMuch
from analyzer.runs.compare import Checks, compare_experiments

GAMES = 5_000
MARGIN = 0.5
"""Default difference in mean points up to which two compared combinations count as equal."""


def compare(
    galaxies: Sequence[GalaxyLike] | GalaxyLike,
    games: int | None = None,
    seed: int = 1,
    *,
    captains: Sequence[CaptainLike] = (DEFAULT_CAPTAIN,),
    against: Sequence[CaptainLike] = (DEFAULT_CAPTAIN,),
    dice: Sequence[DiceLike] = (None,),
    switches: Sequence[Mapping[str, Any]] = (),
    until: str | None = None,
    margin: float = MARGIN,
    by_total: bool = False,
    checks: Checks | None = None,
    usual: int = GAMES,
    **how_much: Unpack[HowMuch],
) -> Comparison:
    """Compare captains, galaxies, dice and rules on the same rolls, for trader 1.

    All combinations of captains, galaxies, dice and rules are compared, by margin above the best rival and by chance to
    win. Games alone are compared by total.

    Args:
        galaxies: one galaxy or several.
        games: number of games of each combination; at most `usual` if None.
        seed: seed of all games.
        captains: captains of trader 1 to compare.
        against: captains of the other traders; nobody if empty.
        dice: sets of dice to compare; None stands for the usual ones.
        switches: variants of the rules, each compared with the usual rules.
        until: "decided" to stop once every pair is decided or equal within `margin`.
        margin: difference in points up to which two combinations count as equal.
        by_total: judge by the total of trader 1 instead of the margin.
        checks: rule that may end a run early if `games` is None; without one, it ends once all intervals are narrow.
        usual: number of games if None is given.
        **how_much: `precision`, `first`, `workers`, `save`, `plain` and `progress`, as for every run.

    Raises:
        AnalyzerError: an argument is wrong, or there are fewer than two combinations.

    >>> from analyzer import lorry
    >>> lorry.compare(lorry.default_galaxy(), 10, captains=["steady", "trunk"]).names
    ('steady', 'trunk')
    """
    places = [galaxies] if isinstance(galaxies, str | Mapping) or not isinstance(galaxies, Sequence) else list(galaxies)
    where = all_or_faults(load_galaxy, places)
    who = load_captains(captains)
    rivals = load_captains(against)
    variants: list[Mapping[str, Any]] = [{}, *switches] if switches else [{}]
    made = {}
    galaxy_names, captain_names = distinct(one.name for one in where), distinct(one.name for one in who)
    for at, trader, rolled, varied in product(range(len(where)), range(len(who)), dice, variants):
        parts = [galaxy_names[at]] * (len(where) > 1) + [captain_names[trader]] * (len(who) > 1)
        changed = ", ".join(f"{switch} {value}" for switch, value in varied.items()) or "usual rules"
        parts += [in_words(rolled)] * (len(dice) > 1) + [changed] * (len(variants) > 1)
        name = ", ".join(parts) or captain_names[trader]
        experiment = game_experiment(where[at], [who[trader], *rivals], seed, rolled, switches=varied)
        called = tuple(distinct([name, *(rival.name for rival in rivals)]))
        made[name] = experiment.but(called=called, by_total=by_total)
    if len(made) < 2:
        raise AnalyzerError("nothing to compare: name two captains, galaxies or sets of dice, or a switch")
    pairs = len({experiment.pairing for experiment in made.values()}) == 1
    how: Any = {"until": until, "margin": margin, "by_number": not pairs, "checks": checks, "is_most": True}
    return compare_experiments(made, games, usual=usual, **how, **how_much)


def in_words(dice: DiceLike) -> str:
    """Return the name of a set of dice, e.g. `white, orange` or `usual dice`."""
    return "usual dice" if dice is None else dice if isinstance(dice, str) else ", ".join(dice)


def every_switch() -> list[dict[str, str]]:
    """Return one variant of the rules for every switch value that is not the default."""
    others = [
        {row["switch"]: value} for row in Switches.ROWS() for value in row["values"].split() if value != row["default"]
    ]
    return [*others, *({"wrap": wrap} for wrap in WRAPS if wrap != "both")]
