"""A report of several ships: what each is and makes, what a turn brings, how they do to the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyzer.present.inline_figures import inline_svg
from analyzer.present.page import render
from analyzer.present.page_tables import Column, Table, table
from analyzer.starship.api import CaptainLike, PositionLike, SwitchesLike, fly, play
from analyzer.starship.position.position import Position
from analyzer.starship.position.positionfile import load_position
from analyzer.starship.questions.compare.call import compare
from analyzer.starship.questions.modules.call import modules
from analyzer.starship.ship.report import ShipFacts
from analyzer.starship.ship.svg import ship_svg

if TYPE_CHECKING:
    from analyzer.answers.comparison import Comparison

TURN = ("worth", "astro", "points", "cards_flown", "actions", "met", "beaten", "fights_lost", "ends_lost_a_fight")
"""What is told of a turn."""
MODULES_PART = 4
"""One in so many games is played of each pair of starting modules, of which there are thirty-six."""


@dataclass(frozen=True)
class ShipSection:
    """One ship's part of the page."""

    name: str
    says: str
    drawing: str
    facts: Table
    builds: Table
    turn: Table
    picture: str


def ships_page(
    ships: Sequence[PositionLike],
    games: int = 2_000,
    seed: int = 1,
    *,
    captain: CaptainLike = "sensible",
    switches: SwitchesLike = None,
    title: str = "Starship Catan: ships",
) -> str:
    """The whole page; `games` of each ship to the end, ten times as many turns, a fourth of each pair of modules."""
    from analyzer.starship.drawing.maps import plot_choices, plot_modules, plot_pay_or_fight

    positions = [load_position(ship) for ship in ships]
    ranked = compare(positions, games, seed, captain=captain, switches=switches) if len(positions) > 1 else None
    seats = play((captain, captain), games, seed, swap=True, switches=switches)
    first = seats.subjects[0].measured("moon_wins")
    began = modules(max(games // MODULES_PART, 2), seed, captain=captain, switches=switches)
    notes = [*(ranked.notes() if ranked else seats.notes()), *began.notes()]
    return render(
        "starship_report.html",
        title=title,
        games=f"{games:,}",
        ranking=None if ranked is None else _ranking(ranked),
        verdicts=[] if ranked is None else ranked.verdicts_in_words(),
        begins=f"{first.mean / 2:.1%} ({first.low / 2:.1%} to {first.high / 2:.1%})",
        pairs=f"{began.pairs.trials:,}",
        map_of_modules=inline_svg(plot_modules(began)),
        worths=inline_svg(plot_choices(began.comparison)),
        fights=inline_svg(plot_pay_or_fight()),
        ships=[_section(position, games * 10, seed, captain, switches) for position in positions],
        notes=list(dict.fromkeys(notes)),
    )


def _ranking(found: Comparison) -> Table:
    rows = []
    for row in found.ranking():
        own = found[row[found.word]]
        won, turns = own.measured("won"), own.measured("turns")
        cells = [f"{won.mean:.1%}", f"{won.low:.1%} to {won.high:.1%}", row["groups"], f"{turns.mean:.1f}"]
        rows.append((row[found.word], cells))
    return table(["ship", "wins", "95% interval", "groups", "turns"], rows)


def _section(position: Position, turns: int, seed: int, captain: Any, switches: Any) -> ShipSection:
    from analyzer.starship.drawing.games import plot_score

    ship = position.own
    facts = ShipFacts(ship, position.ships[1 - position.me])
    flown = fly(position, turns, seed, captain=captain, switches=switches)
    told = {row["metric"]: row for row in flown.subjects[0].rows()}
    metrics = flown.experiment.metrics
    odds = [
        (f"strength {strength}", [f"{chance:.1%}", str(many), said])
        for strength, (chance, many, said) in facts.odds_by_strength().items()
    ]
    return ShipSection(
        name=ship.name,
        says=_says(facts),
        drawing=ship_svg(ship),
        facts=table(["pirates", "you win", "left", Column("pay", words=True)], odds),
        builds=table(
            ["build", Column("is missing", words=True)],
            [(build.replace("_", " "), [missing or "nothing"]) for build, missing in facts.missing.items()],
        ),
        turn=table(
            ["a turn", "mean", "95% interval"],
            [
                (
                    metrics[name].label,
                    [_number(told[name]["mean"], name, metrics), _interval(told[name], name, metrics)],
                )
                for name in TURN
            ],
        ),
        picture=inline_svg(plot_score(flown, "astro")),
    )


def _says(facts: ShipFacts) -> str:
    ship = facts.ship
    speeds = ", ".join(f"{speed} cards on a {roll}" for roll, speed in facts.speeds.items())
    points = ", ".join(f"{source} {many}" for source, many in facts.points.items() if many)
    return (
        f"{ship.crest.capitalize()}; {ship.astro} Astro; bays for {ship.capacity}; {ship.flight_actions} actions; "
        f"{speeds}; points: {points}; {ship.friendship} friendship points, {ship.medals} medals."
    )


def _number(value: float, name: str, metrics: Any) -> str:
    return f"{value:.1%}" if metrics[name].is_chance else f"{value:.2f}"


def _interval(row: dict[str, Any], name: str, metrics: Any) -> str:
    return f"{_number(row['low'], name, metrics)} to {_number(row['high'], name, metrics)}"
