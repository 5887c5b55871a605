"""Report of a galaxy: ranking of captains, sources of points, dice to leave and pairs that pay."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from analyzer.answers.description import Table
from analyzer.answers.numbers import distinct
from analyzer.answers.tables import ranking_table, with_meanings
from analyzer.errors import AnalyzerError
from analyzer.lorry.api import CaptainLike, DiceLike, SwitchesLike, race, set_for
from analyzer.lorry.captains.captain import NAMED, load_captains
from analyzer.lorry.drawing import plot_boxes, plot_made
from analyzer.lorry.galaxy.galaxyfile import GalaxyLike, ending_notes, load_galaxy
from analyzer.lorry.metrics import BY_BOX
from analyzer.lorry.pages import galaxy_svg
from analyzer.lorry.questions.compare import compare
from analyzer.lorry.questions.explain import explain
from analyzer.lorry.questions.leave import leave
from analyzer.lorry.questions.pairs import ScoredPairs, scored_pairs
from analyzer.lorry.questions.routes import Routes, routes
from analyzer.lorry.result import Races
from analyzer.lorry.story import Drawing
from analyzer.lorry.tables import MOST_TRADERS
from analyzer.lorry.world import DEFAULT_CAPTAIN
from analyzer.present.page import render
from analyzer.present.pictures import inline_svg
from analyzer.runs.amount import HowMuch
from analyzer.runs.compare import Checks

POINTS = ("total", "points", "star_points", "again", "short_points", "middle_points", "long_points")
TOTALS = (*POINTS, "routes", "longest")
BOXES = ("used_once", "used_twice", "used_more", "unused", "forced", "extra", "rounds")
GAMES = 2_000
MOST_PAIRS = 36
WIDTH = 4.6
"""Width of a picture in inches; its letters can be read on a telephone."""


def galaxy_page(
    galaxy: GalaxyLike,
    games: int | None = None,
    seed: int = 1,
    *,
    captains: Sequence[CaptainLike] = NAMED,
    against: Sequence[CaptainLike] = (DEFAULT_CAPTAIN,),
    dice: DiceLike = None,
    switches: SwitchesLike = None,
    progress: Callable[[int], None] | None = None,
) -> str:
    """Return the report of a galaxy as an HTML page.

    Args:
        galaxy: galaxy, its file or its fields.
        games: number of games of every captain against the rivals, and of the best captains at one table. If None,
            2,000, and fewer for the ranking once it is clear.
        seed: seed of all games.
        captains: captains to rank.
        against: captains of the other traders, one to three.
        dice: colours of the dice; the usual ones for the number of traders if None.
        switches: rule switches for all games, `wrap` among them.
        progress: called with the number of games just played.

    Returns:
        The page as HTML text.
    """
    where, chosen = set_for(load_galaxy(galaxy), switches)
    where = replace(where, switches=tuple(chosen.changed.items()))
    who = load_captains(captains)
    rivals = load_captains(against)
    if not 0 < len(rivals) < MOST_TRADERS:
        raise AnalyzerError(f"against: {len(rivals)} given: name one to {MOST_TRADERS - 1} rivals")
    many, how = GAMES if games is None else games, HowMuch(progress=progress)
    checks = Checks() if games is None else None
    league = compare(where, games, seed, captains=who, against=rivals, dice=[dice], checks=checks, usual=many, **how)
    by_name = dict(zip(distinct(one.name for one in who), who, strict=True))
    ranked = [by_name[row["trader"]] for row in league.ranking()]
    table_of = [*ranked, *rivals][: 1 + len(rivals)]
    games_of_the_best = race(where, many, seed, captains=table_of, dice=dice, **how)
    pairs = scored_pairs(where, many, seed, captains=table_of, dice=dice, **how)
    left = leave(where, many, seed, captains=table_of, dice=dice, **how)
    of_left, game = left.description(), explain(where, 0, seed, captains=table_of, dice=dice)
    return render(
        "lorry_report.html",
        title=f"Cosmic Lorry: {where.name}",
        heading=f"{where.heading()}; {games_of_the_best.experiment.where}",
        games=f"{many:,}",
        games_of_league=f"{league.trials:,}",
        rivals=[rival.name for rival in rivals],
        drawing=galaxy_svg(where, Drawing((), (), ()), where.heading()),
        league=ranking_table(league),
        judged=league.metrics.judged,
        verdicts=league.verdicts_in_words(),
        **_of_the_best(games_of_the_best),
        left=of_left.parts,
        left_notes=[f"{of_left.subject}{of_left.title}", *left.said],
        seats=pairs.conclusions(),
        pairs=_pairs(pairs, routes(where)),
        example=galaxy_svg(where, game.turns[-1].drawing, "the end of game 0"),
        ending=game.ending(),
        notes=list(dict.fromkeys([*league.notes(), *games_of_the_best.notes()])),
    )


def _of_the_best(games: Races) -> dict[str, Any]:
    """Return the template variables for the page's section on games of the best captains among themselves."""
    metrics, how = games.description().tables[0], games.experiment
    return {
        "stuck": [*games.stuck_in_words(), *ending_notes(how.galaxy, len(how.captains), how.switches)],
        "best": [one.name for one in games.subjects],
        "totals": with_meanings(metrics, games.experiment.metrics, TOTALS),
        "boxes": with_meanings(metrics, games.experiment.metrics, BOXES),
        "bars": inline_svg(plot_made(games, width=WIDTH)),
        "maps": [inline_svg(plot_boxes(games, what, width=WIDTH)) for what in BY_BOX],
    }


def _pairs(scored: ScoredPairs, alone: Routes) -> Table:
    """Return the table of scored pairs, with the turns that one trader alone needs on average to join each pair."""
    pairs, races = scored.description().tables[0], alone.description().tables[0]
    turns = {(race.values["first"], race.values["second"]): race.values["turns"] for race in races.rows}
    (column,) = races.only("turns").columns
    some = replace(pairs.only("pair", "boxes", "scored", "points", "round"), visible_rows=MOST_PAIRS)
    return some.plus(replace(column, heading="turns alone"), lambda values: turns[values["pair"]])
