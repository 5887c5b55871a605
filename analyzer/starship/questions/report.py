"""An HTML report on several ships: facts, one turn each, and whole games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from analyzer.answers.comparison import Comparison
from analyzer.answers.description import NUMBER, WORD, Column, Row, Table
from analyzer.answers.tables import ranking_table, with_meanings
from analyzer.present.figures.style import NARROW
from analyzer.present.page import render
from analyzer.present.pictures import inline_svg
from analyzer.runs.amount import HowMuch
from analyzer.starship.api import CaptainLike, PositionLike, SwitchesLike, fly, play
from analyzer.starship.captains.captain import load_captain
from analyzer.starship.pages import ship_svg
from analyzer.starship.position.position import Position
from analyzer.starship.position.positionfile import load_position
from analyzer.starship.questions.compare import MARGIN, in_turn
from analyzer.starship.questions.modules import modules
from analyzer.starship.ship.report import ShipFacts
from analyzer.starship.world import DEFAULT_CAPTAIN

TURN = ("worth", "astro", "points", "cards_flown", "actions", "met", "beaten", "fights_lost", "ends_lost_a_fight")
"""Metrics of a turn that the report shows."""
RANKED = ("won", "turns")
FACTS = (Column("fact", "", WORD), Column("text", "", WORD))
GAMES = 2_000
MODULES_PART = 4
"""Number by which the number of games is divided for each of the 36 pairs of starting modules."""


def ships_page(
    ships: Sequence[PositionLike],
    games: int | None = None,
    seed: int = 1,
    *,
    captain: CaptainLike = DEFAULT_CAPTAIN,
    switches: SwitchesLike = None,
    title: str = "Starship Catan: ships",
    progress: Callable[[int], None] | None = None,
) -> str:
    """Return a whole HTML page that reports on ships.

    Args:
        ships: Positions or ships, as files, fields or objects. With several of them the page also ranks them.
        games: Number of games of each ship to the end. If None, 2,000, and fewer for the ranking of several ships once
            it is clear. Ten times as many turns of each ship are played, and a fourth as many games of each pair of
            starting modules.
        seed: Seed of all cards and dice.
        captain: The captain who plays for both players.
        switches: Switches of the rules; the usual ones if None.
        title: Title of the page.
        progress: Called with the number of games or turns just played.
    """
    from analyzer.starship.drawing import plot_choices, plot_modules, plot_pay_or_fight

    positions = [load_position(ship) for ship in ships]
    player = load_captain(captain)
    several, many = len(positions) > 1, GAMES if games is None else games
    how = HowMuch(progress=progress)
    ranked = None
    if several:
        pair = player, player
        ranked = in_turn(positions, pair, seed, switches, games=games, usual=GAMES, margin=MARGIN, **how)
    seats = play((captain, captain), many, seed, swap=True, switches=switches, **how)
    first = seats.subjects[0].measured("moon_wins")
    began = modules(max(many // MODULES_PART, 2), seed, captain=captain, switches=switches, **how)
    notes = [*(ranked.notes() if ranked else seats.notes()), *began.notes()]
    return render(
        "starship_report.html",
        title=title,
        games=f"{ranked.trials if ranked else many:,}",
        ranking=None if ranked is None else _ranking(ranked),
        verdicts=[] if ranked is None else ranked.verdicts_in_words(),
        # `moon_wins` counts both games of a pair.
        begins=f"{first.mean / 2:.1%} ({first.low / 2:.1%} to {first.high / 2:.1%})",
        pairs=f"{began.pairs.trials:,}",
        map_of_modules=inline_svg(plot_modules(began, width=NARROW)),
        worths=inline_svg(plot_choices(began.comparison, width=NARROW)),
        fights=inline_svg(plot_pay_or_fight(width=NARROW)),
        ships=[_section(position, many * 10, seed, captain, switches, progress) for position in positions],
        notes=list(dict.fromkeys(notes)),
    )


def _ranking(compared: Comparison) -> Table:
    """Return the ranking of the ships, with the share of games won and the number of turns, each with its interval."""
    table = ranking_table(compared).plus(Column("turns", "turns", NUMBER), lambda row: None)
    each = [(row, compared[row.values[compared.word]]) for row in table.rows]
    rows = [replace(row, values={**row.values, **{one: own.measured(one) for one in RANKED}}) for row, own in each]
    return replace(table, rows=rows)


def _section(
    position: Position, turns: int, seed: int, captain: Any, switches: Any, progress: Callable[[int], None] | None
) -> dict[str, Any]:
    """Return the values that the page's template needs for one ship: facts, drawing, tables and a picture.

    Args:
        position: The ship and its opponent.
        turns: Number of turns to play.
        seed: Seed of all cards and dice.
        captain: The captain who plays for both players.
        switches: Switches of the rules.
        progress: Called with the number of turns just played.
    """
    from analyzer.starship.drawing import plot_score

    facts = ShipFacts(position.own, position.ships[1 - position.me], gone=position.gone)
    pirates, builds = facts.description().tables
    result = fly(position, turns, seed, captain=captain, switches=switches, progress=progress)
    metrics = result.subjects[0].description().tables[0].only("metric", "mean")
    return {
        "name": f"{position.own.name}, {position.own.crest.capitalize()}",
        "drawing": ship_svg(position.own),
        "facts": Table("", FACTS, [Row({"fact": fact, "text": text}) for fact, text in facts.labelled().items()]),
        "pirates": pirates,
        "builds": builds,
        "turn": replace(with_meanings(metrics, result.experiment.metrics, TURN), title="a turn"),
        "picture": inline_svg(plot_score(result, "astro", width=NARROW)),
    }
