"""How a build of class IVC is told: a line a geometry, or one of them in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from analyzer.present.terminal import bare_table, print_notes

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.present.sheet import Sheet
    from analyzer.trucker.fleets.facts import BuildFacts, FleetFacts
    from analyzer.trucker.ship.board import Square
    from analyzer.trucker.ship.layout import Layout


@dataclass(frozen=True)
class InspectedBuild:
    """A build as it is shown: mended, if that was asked for, with the squares that were emptied; its facts."""

    layout: Layout
    facts: BuildFacts
    removed: tuple[Square, ...] = ()
    mended: bool = False

    def as_dict(self) -> dict[str, Any]:
        """The facts, and what was taken off if it was mended."""
        told = {"removed": [list(square) for square in self.removed]} if self.mended else {}
        return self.facts.as_dict() | told


def show_build(console: Console, one: InspectedBuild) -> None:
    """The drawing, then what the dice may make of the build."""
    from rich.text import Text

    from analyzer.trucker.drawing.draw import REMOVED, draw

    build, fleets = one.layout, one.facts.fleets
    mended = ", mended" if one.removed else ""
    console.print(Text(build.name, "bold"), Text(f" (2007, board IVC, {len(build.components)} components{mended})"))
    console.print()
    console.print(draw(build, dict.fromkeys(one.removed, REMOVED)), crop=False)
    console.print()
    if one.mended:
        console.print(
            f"taken off, and charged as lost: {_at(one.removed) or 'nothing: the build had no flaws'}", soft_wrap=True
        )
    if len(fleets) > 1:
        console.print(Text("What the two dice make of it", "bold"))
        console.print(_summary(fleets))
        console.print("strengths: without batteries, to those with all; a fleet flies as fast as its slowest ship")
    for fleet in fleets[:1] if len(fleets) == 1 else ():
        console.print(Text(f"{fleet.joined} grown together: {_layout(fleet)}, chance {_chance(fleet)}", "bold"))
        console.print(_ships(fleet))
    for line in _faults(fleets):
        console.print(line, soft_wrap=True)
    print_notes(console, one.facts.caveats)


def _summary(fleets: Sequence[FleetFacts]) -> Sheet:
    table = bare_table(labels=2, gap=2)
    for heading in ("joined", "layout"):
        table.add_column(heading, no_wrap=True)
    for heading in ("chance", "components", "engines", "cannons", "exposed", "flaws"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("leaves at once")
    for fleet in fleets:
        table.add_row(
            fleet.joined,
            _layout(fleet),
            _chance(fleet),
            " + ".join(str(ship.components) for ship in fleet.ships),
            _between(*fleet.engines),
            _between(*fleet.cannons),
            str(fleet.exposed),
            str(len(fleet.flaws) or "-"),
            ", ".join(f"{_quarters(ship.quarters)} ({ship.starts})" for ship in fleet.ships if ship.starts != "flies")
            or "-",
        )
    return table


def _ships(fleet: FleetFacts) -> Sheet:
    table = bare_table(labels=1, gap=2)
    table.add_column("ship", no_wrap=True)
    for heading in ("components", "engines", "cannons", "humans", "batteries", "holds", "exposed"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("starts", no_wrap=True)
    for ship in fleet.ships:
        special = f" + {ship.special_containers} special" if ship.special_containers else ""
        table.add_row(
            _quarters(ship.quarters),
            str(ship.components),
            _between(*ship.engines),
            _between(*ship.cannons),
            str(ship.humans),
            str(ship.batteries),
            f"{ship.containers}{special}",
            str(ship.exposed),
            ship.starts,
        )
    if len(fleet.ships) > 1:
        strengths = _between(*fleet.engines), _between(*fleet.cannons)
        table.add_row("the fleet", "", *strengths, "", "", "", str(fleet.exposed), "")
    return table


def _faults(fleets: Sequence[FleetFacts]) -> Iterator[str]:
    """Flaws with the geometries in which they arise, what falls off or is never laid, and aliens without a home."""
    from analyzer.trucker.fleets.fleet import FALLS_OFF

    arise: dict[str, list[str]] = {}
    for fleet in fleets:
        off = [flaw.square for flaw in fleet.flaws if flaw.kind == FALLS_OFF]
        for flaw in (flaw for flaw in fleet.flaws if flaw.kind != FALLS_OFF):
            arise.setdefault(f"flaw: {flaw}", []).append(fleet.joined)
        for colour in fleet.unseated:
            arise.setdefault(f"the {colour} alien has no life support on his ship: humans fly", []).append(fleet.joined)
        if off:
            told = f"in pieces, falls off before the start and counts as lost: {_at(off)}"
            arise.setdefault(told, []).append(fleet.joined)
        if fleet.not_built:
            lying = _at(fleet.not_built)
            arise.setdefault(f"never laid, and free of charge: {lying}", []).append(fleet.joined)
    for what, where in arise.items():
        yield what if len(fleets) == 1 else f"{what} [{', '.join(where) if len(where) < len(fleets) else 'always'}]"


def _at(squares: Sequence[Square]) -> str:
    return ", ".join(f"({row},{column})" for row, column in squares)


def _layout(fleet: FleetFacts) -> str:
    return fleet.layout.replace("_", " ")


def _chance(fleet: FleetFacts) -> str:
    return str(Fraction(fleet.ways, 36)) if fleet.ways else "never"


def _quarters(quarters: Sequence[str]) -> str:
    return "all four" if len(quarters) == 4 else " + ".join(quarter.replace("_", " ") for quarter in quarters)


def _between(low: float, high: float) -> str:
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"
