"""`analyzer starship inspect`: what can be said of ships on paper."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.present.face import Face
from analyzer.present.terminal import bare_table, plain_console, print_notes
from analyzer.starship.command.options import PositionFiles

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.starship.ship.report import ShipFacts

INDENT = 16
"""Columns for the labels before what is told."""


def inspect(ships: PositionFiles, *, output: Annotated[OutputOptions, Only("as_json")]) -> None:
    """Tell speeds, odds against each pirate, what a ship makes by roll, points by source, what builds still need."""
    from analyzer.errors import all_or_faults
    from analyzer.starship.position.positionfile import load_position
    from analyzer.starship.ship.report import ShipFacts

    positions = all_or_faults(load_position, ships)
    facts = [ShipFacts(position.own, position.ships[1 - position.me]) for position in positions]
    told = [one.as_dict() for one in facts]
    output.tell(Face(lambda: told[0] if len(told) == 1 else told, partial(_show, facts)))


def _show(every: Sequence[ShipFacts]) -> None:
    console = plain_console()
    for number, facts in enumerate(every):
        if number:
            console.print()
        _show_one(console, facts)
    print_notes(console, (note for facts in every for note in facts.unsure))


def _show_one(console: Console, facts: ShipFacts) -> None:
    from rich.text import Text

    ship = facts.ship
    console.print(Text(ship.name, "bold").append(f", {ship.crest.capitalize()}", "not bold"))
    stored = [f"{many} {name.replace('_', ' ')}" for name, many in ship.to_dict()["goods"].items() if many]
    for label, said in (
        ("aboard", ", ".join([f"{ship.astro} Astro", *stored, f"{ship.science} science"])),
        ("hangar", f"{ship.colony_ships} colony ship, {ship.trade_ships} trade ship"),
        ("bays", f"{ship.capacity} of each good; {ship.flight_actions} actions a flight"),
        ("speed", ", ".join(f"{speed} cards on a {roll}" for roll, speed in facts.speeds.items())),
        ("makes", "; ".join(f"on a {roll} {_made(made)}" for roll, made in facts.makes.items())),
        ("points", _points(facts)),
        ("majorities", f"{ship.friendship} friendship points, {ship.medals} medals"),
    ):
        console.print(f"{label:<{INDENT}}{said}", soft_wrap=True)
    console.print()
    table = bare_table(gap=2)
    for heading in ("pirates", "left", "you win", "pay"):
        table.add_column(heading, justify="left" if heading in ("pirates", "pay") else "right")
    for strength, (chance, many, said) in facts.odds_by_strength().items():
        table.add_row(f"strength {strength}", str(many), f"{chance:.1%}", said)
    console.print(table)
    console.print()
    table = bare_table(gap=2)
    for heading in ("build", "is missing"):
        table.add_column(heading)
    for build, missing in facts.missing.items():
        table.add_row(build.replace("_", " "), missing or "nothing")
    console.print(table)


def _made(made: Sequence[str]) -> str:
    """What a roll brings, in words."""
    modules = [name for name in made if name in ("science", "trade_good")]
    goods = [name for name in made if name not in modules]
    return " and ".join([" or ".join(goods)] * bool(goods) + modules).replace("_", " ") or "nothing"


def _points(facts: ShipFacts) -> str:
    sources = ", ".join(f"{source} {many}" for source, many in facts.points.items() if many)
    return f"{sum(facts.points.values())} ({sources}), against {facts.other.name}"
