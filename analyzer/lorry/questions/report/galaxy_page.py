"""A report of a galaxy: the league of captains, what totals are made of, which die to leave, which pairs pay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from analyzer.answers.comparison import Comparison
from analyzer.answers.names import distinct
from analyzer.answers.result import Result
from analyzer.errors import AnalyzerError
from analyzer.lorry.api import CaptainLike, DiceLike, GalaxyLike, SwitchesLike, galaxy_of, race, set_for
from analyzer.lorry.captains.captainfile import NAMED, load_captains
from analyzer.lorry.drawing.heat import plot_boxes
from analyzer.lorry.drawing.svg import galaxy_svg
from analyzer.lorry.drawing.totals import plot_made
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.metrics import BY_BOX
from analyzer.lorry.questions.compare.call import compare
from analyzer.lorry.questions.explain.call import explain
from analyzer.lorry.questions.leave.call import leave
from analyzer.lorry.questions.pairs.answer import ScoredPairs
from analyzer.lorry.questions.pairs.call import scored_pairs
from analyzer.lorry.questions.routes.call import routes
from analyzer.lorry.result import Races
from analyzer.lorry.story.story import Drawing
from analyzer.lorry.turn.draft import MOST_TRADERS
from analyzer.lorry.worths import SAYS, Worths
from analyzer.present.inline_figures import inline_svg
from analyzer.present.page import render
from analyzer.present.page_tables import Column, Table, table

TOLD = ("total", "points", "star_points", "again", "routes", "longest", "short_points", "middle_points", "long_points")
BOXES = ("used_once", "used_twice", "used_more", "unused", "forced", "extra", "rounds")
MOST_PAIRS = 36
WIDTH = 4.6
"""Inches of a picture: its letters can be read on a telephone."""


def galaxy_page(
    galaxy: GalaxyLike,
    games: int = 2_000,
    seed: int = 1,
    *,
    captains: Sequence[CaptainLike] = NAMED,
    against: Sequence[CaptainLike] = ("steady",),
    dice: DiceLike = None,
    switches: SwitchesLike = None,
) -> str:
    """The whole page: `games` of every captain against the rivals, and of the best at one table.

    against: the other traders, one to three; dice: colours, those usual for so many traders if None; switches: points
    of the rules, wrap among them, for all of it. Raises AnalyzerError with every fault.
    """
    where = _ruled(galaxy_of(galaxy), switches)
    who = load_captains(captains)
    rivals = load_captains(against)
    if not 0 < len(rivals) < MOST_TRADERS:
        raise AnalyzerError(f"against: {len(rivals)} given: name one to {MOST_TRADERS - 1} rivals")
    league = compare(where, games, seed, captains=who, against=rivals, dice=[dice])
    by_name = dict(zip(distinct(one.name for one in who), who, strict=True))
    ranked = [by_name[row["trader"]] for row in league.ranking()]
    table_of = [*ranked, *rivals][: 1 + len(rivals)]
    met = race(where, games, seed, captains=table_of, dice=dice)
    found = scored_pairs(where, games, seed, captains=table_of, dice=dice)
    game = explain(where, 0, seed, captains=table_of, dice=dice)
    return render(
        "lorry_report.html",
        title=f"Cosmic Lorry: {where.name}",
        heading=f"{where.heading()}; {met.experiment.where}",
        games=f"{games:,}",
        rivals=[rival.name for rival in rivals],
        drawing=galaxy_svg(where, Drawing((), (), ()), where.heading()),
        league=_league(league),
        verdicts=league.verdicts_in_words(),
        **_of_the_best(met),
        **_of_dice_left(leave(where, games, seed, captains=table_of, dice=dice)),
        seats=found.conclusions(),
        pairs=_pairs(found, {row["first"] * 10 + row["second"]: row for row in routes(where).rows()}),
        example=galaxy_svg(where, game.turns[-1].drawing, "the end of game 0"),
        ending=game.ending(),
        notes=list(dict.fromkeys([*league.notes(), *met.notes()])),
    )


def _of_the_best(met: Races) -> dict[str, Any]:
    """What the totals of the best at one table are made of, and where their points come from."""
    return {
        "best": [one.name for one in met.subjects],
        "made": _made(met, TOLD),
        "boxes": _made(met, BOXES),
        "bars": inline_svg(plot_made(met, width=WIDTH)),
        "maps": [inline_svg(plot_boxes(met, what, width=WIDTH)) for what in BY_BOX],
    }


def _of_dice_left(worths: Worths) -> dict[str, Any]:
    """What each die is worth to the next seat, if it is left to it."""
    return {"left": _worths(worths), "left_says": worths.conclusions(), "left_notes": [worths.heading(), *worths.said]}


def _ruled(galaxy: Galaxy, switches: SwitchesLike) -> Galaxy:
    """The galaxy as it is played under these switches, which go before its own."""
    where, how = set_for(galaxy, switches)
    return replace(where, switches=tuple(how.changed.items()))


def _league(found: Comparison) -> Table:
    rows = []
    for row in found.ranking():
        own = found[row["trader"]]
        total, won = own.measured("total"), own.measured("won")
        cells = [f"{total.mean:.2f}", f"{total.low:.2f} to {total.high:.2f}", row["groups"]]
        rows.append((row["trader"], [*cells, f"{won.mean:.1%}", f"{won.low:.1%} to {won.high:.1%}"]))
    return table(["captain", "total", "95% interval", "groups", "wins", "95% interval"], rows)


def _worths(found: Worths) -> Table:
    rows = []
    for one in found.worths:
        (mean, low, high), won = one.estimate, one.besides.get("won")
        cells = [f"{mean:+.2f}", f"{low:+.2f} to {high:+.2f}", one.groups]
        cells += [f"{won.mean:+.1%}", f"{won.low:+.1%} to {won.high:+.1%}"] if won else ["", ""]
        rows.append((one.name, [*cells, SAYS[one.verdict]]))
    heads = [found.what[0], "worth", "interval", "groups", "wins", "95% interval"]
    return table([*heads, Column("says", words=True)], rows)


def _made(found: Result, names: Sequence[str]) -> Table:
    rows = []
    for name in names:
        metric = found.experiment.metrics[name]
        cells: list[str] = []
        for one in found.subjects:
            mean, low, high = one.measured(name)
            cells += [f"{mean:.2f}", f"{low:.2f} to {high:.2f}"]
        rows.append((f"{metric.label}: {metric.meaning}", cells))
    heads = [head for one in found.subjects for head in (one.name, "95% interval")]
    return table(["", *heads], rows)


def _pairs(found: ScoredPairs, alone: dict[int, dict[str, Any]]) -> Table:
    rows = []
    for row in found.rows()[:MOST_PAIRS]:
        lone = alone[row["first"] * 10 + row["second"]]
        turns = "no way" if lone["turns"] is None else f"{lone['turns']:.2f}"
        cells = [str(row["boxes"] or "no way"), turns, f"{row['scored']:.1%}", f"{row['low']:.1%} to {row['high']:.1%}"]
        rows.append((f"{row['first']}-{row['second']}", [*cells, f"{row['points']:.2f}", f"{row['round']:.1f}"]))
    return table(["pair", "boxes", "turns alone", "scored", "95% interval", "points", "round"], rows)
