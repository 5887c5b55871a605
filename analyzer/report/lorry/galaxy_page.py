"""A report of a galaxy: the league of captains, what totals are made of, which pairs pay, which rulings matter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.lorry.calls import GalaxyLike, SwitchesLike, galaxy_of, race
from analyzer.lorry.captains.captainfile import NAMED
from analyzer.lorry.questions.compare import compare
from analyzer.lorry.questions.routes import routes
from analyzer.lorry.questions.scored_pairs import ScoredPairs, scored_pairs
from analyzer.lorry.telling.explain import explain
from analyzer.lorry.telling.story import Drawing
from analyzer.report.lorry.galaxy_svg import galaxy_svg
from analyzer.report.page import render
from analyzer.report.tables import Table, table
from analyzer.results.comparison import Comparison
from analyzer.results.result import Result

TOLD = ("total", "points", "star_points", "again", "routes", "longest", "short_points", "middle_points", "long_points")
BOXES = ("used_once", "used_twice", "used_more", "unused", "forced", "extra", "rounds")
MOST_PAIRS = 36


def galaxy_page(
    galaxy: GalaxyLike,
    games: int = 2_000,
    seed: int = 1,
    *,
    rival: str = "steady",
    switches: SwitchesLike = None,
) -> str:
    """The whole page: `games` of every captain against the rival, and of the two best against each other."""
    where = galaxy_of(galaxy)
    league = compare(where, games, seed, captains=NAMED, against=[rival], switches=())
    best = [row["trader"] for row in league.ranking()[:2]]
    met = race(where, games, seed, captains=best, switches=switches)
    found = scored_pairs(where, games, seed, captains=best, switches=switches)
    game = explain(where, 0, seed, captains=best, switches=switches)
    notes = [*league.notes(), *met.notes()]
    return render(
        "lorry_report.html",
        title=f"Cosmic Lorry: {where.name}",
        heading=where.heading(),
        games=f"{games:,}",
        rival=rival,
        drawing=galaxy_svg(where, Drawing((), (), ()), where.heading()),
        league=_league(league),
        verdicts=league.verdicts_in_words(),
        best=best,
        made=_made(met, TOLD),
        boxes=_made(met, BOXES),
        seats=found.conclusions(),
        pairs=_pairs(found, {row["first"] * 10 + row["second"]: row for row in routes(where).rows()}),
        example=galaxy_svg(where, game.turns[-1].drawing, "the end of game 0"),
        ending=game.ending(),
        notes=list(dict.fromkeys(notes)),
    )


def _league(found: Comparison) -> Table:
    rows = []
    for row in found.ranking():
        own = found[row["trader"]]
        total, won = own.measured("total"), own.measured("won")
        cells = [f"{total.mean:.2f}", f"{total.low:.2f} to {total.high:.2f}", row["groups"]]
        rows.append((row["trader"], [*cells, f"{won.mean:.1%}", f"{won.low:.1%} to {won.high:.1%}"]))
    return table(["captain", "total", "95% interval", "groups", "wins", "95% interval"], rows)


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
