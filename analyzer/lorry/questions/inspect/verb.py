"""`analyzer lorry inspect`: what can be said of galaxies on paper."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.lorry.command.options import EdgeOptions, GalaxyFiles
from analyzer.present.face import Face, drawn
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.lorry.galaxy.report import GalaxyFacts
    from analyzer.lorry.position.position import Position


def inspect(
    galaxies: GalaxyFiles, *, edges: EdgeOptions, output: Annotated[OutputOptions, Only("as_json", "plot")]
) -> None:
    """Draw galaxies or positions; tell boxes of every pair, with and without going round, and what lies on the way."""
    output.check()
    from analyzer.errors import all_or_faults
    from analyzer.lorry.galaxy.report import GalaxyFacts

    positions = all_or_faults(edges.position, galaxies)
    told = [GalaxyFacts(position.galaxy).as_dict() for position in positions]
    output.tell(Face(lambda: told[0] if len(told) == 1 else told, partial(_show, positions), figures=drawn(*positions)))


def _show(every: Sequence[Position]) -> None:
    from analyzer.lorry.galaxy.report import GalaxyFacts

    console = plain_console()
    for number, position in enumerate(every):
        if number:
            console.print()
        _show_one(console, position, GalaxyFacts(position.galaxy))
    print_notes(console, (note for position in every for note in position.galaxy.notes()))


def _show_one(console: Console, position: Position, facts: GalaxyFacts) -> None:
    from rich.text import Text

    from analyzer.lorry.galaxy.drawing import drawn

    galaxy = facts.galaxy
    console.print(Text(galaxy.heading(), "bold"), soft_wrap=True)
    if position.tracks:
        console.print(position.heading(), soft_wrap=True)
    console.print()
    for line in drawn(position.map_rows(), galaxy.round_columns, galaxy.round_rows):
        console.print(line, soft_wrap=True)
    console.print()
    specials = ", ".join(f"{many} {_plain(kind)}" for kind, many in facts.counts().items()) or "none"
    console.print(f"special boxes: {specials}; {galaxy.end_after} routes end a game", soft_wrap=True)
    if galaxy.switches:
        console.print(f"rules: {', '.join(f'{name}={value}' for name, value in galaxy.switches)}", soft_wrap=True)
    console.print()
    table = bare_table(gap=2)
    table.add_column("pair")
    for heading in ("boxes", "without going round"):
        table.add_column(heading, justify="right")
    table.add_column("special boxes on shortest ways")
    for pair, boxes in facts.boxes().items():
        way = ", ".join(f"{_plain(kind)} {box}" for kind, box in facts.on_the_way(pair))
        table.add_row(f"{pair[0]}-{pair[1]}", *("no way" if many is None else str(many) for many in boxes), way)
    console.print(table)


def _plain(kind: str) -> str:
    return kind.replace("_", " ")
