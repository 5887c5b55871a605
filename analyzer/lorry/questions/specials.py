"""Worth of each special box to trader 1, from the same games without it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Unpack

from analyzer.answers.numbers import distinct
from analyzer.errors import AnalyzerError
from analyzer.lorry.api import CaptainLike, DiceLike, SwitchesLike, game_experiment
from analyzer.lorry.galaxy.galaxyfile import GalaxyLike
from analyzer.lorry.world import DEFAULT_CAPTAIN
from analyzer.lorry.worths import Worths
from analyzer.runs.amount import HowMuch
from analyzer.runs.compare import Checks, compare_experiments

GAMES = 2_000
MARGIN = 0.25
WHOLE = "all special boxes"
NOTES = (
    "`worth` is the margin that trader 1 loses if the box is empty for everybody. Boxes are named by (column, row).",
)


def specials(
    galaxy: GalaxyLike,
    games: int | None = None,
    seed: int = 1,
    *,
    captains: Sequence[CaptainLike] = (DEFAULT_CAPTAIN,) * 2,
    dice: DiceLike = None,
    switches: SwitchesLike = None,
    margin: float = MARGIN,
    **how_much: Unpack[HowMuch],
) -> Worths:
    """Return the worth of each special box to trader 1: the margin lost in the same games without that box.

    Stars, rockets, asteroids and black holes are replaced by an empty box one at a time, for rivals too. In games alone
    the worth is the total lost, because there is no margin.

    Args:
        galaxy: galaxy, its file or its fields.
        games: number of games with each box removed. If None, at most 2,000, until it is clear what the box is worth.
        seed: seed of all games.
        captains: captains in seating order.
        dice: colours of the dice; the usual ones if None.
        switches: rule switches.
        margin: points that count as no difference.
        **how_much: `precision`, `first`, `workers`, `save`, `plain` and `progress`, as for every run.

    Returns:
        The worths, with 95% intervals that hold for all boxes at once.

    Raises:
        AnalyzerError: the galaxy has no special box, or an argument is wrong.

    >>> from analyzer import lorry
    >>> lorry.specials("ships/lorry/tiny.yaml", 20).comparison.names[0]
    'all special boxes'
    """
    whole = game_experiment(galaxy, captains, seed, dice, switches=switches)
    boxes = whole.galaxy.specials
    if not boxes:
        raise AnalyzerError(f"{whole.galaxy.name}: there is no special box to remove: name a galaxy that has one")
    rivals = [captain.name for captain in whole.captains[1:]]
    made = {}
    for out in (None, *boxes):
        remaining = tuple(box for box in boxes if box != out)
        name = WHOLE if out is None else f"{out.kind.replace('_', ' ')} {out.box}"
        called = tuple(distinct([name, *rivals]))
        made[name] = whole.but(galaxy=replace(whole.galaxy, specials=remaining), called=called)
    worths = partial(Worths, base=WHOLE, what=("special box", "special boxes"), without=True, said=NOTES)
    checks = Checks(WHOLE, shown=worths)
    return worths(compare_experiments(made, games, usual=GAMES, margin=margin, checks=checks, **how_much))
