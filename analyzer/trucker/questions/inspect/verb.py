"""`analyzer inspect`: what can be said of ships on paper, drawn and told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated, Any

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only, Says
from analyzer.present.terminal import bare_table, plain_console
from analyzer.present.view import Figures, View
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import DeckOptions, ShipFiles, TripOptions, load_ships
from analyzer.trucker.drawing.builds import InspectedBuild, show_build

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from analyzer.trucker.ship.board import Square
    from analyzer.trucker.ship.cures import Cure
    from analyzer.trucker.ship.flaws import Flaw
    from analyzer.trucker.ship.layout import Layout
    from analyzer.trucker.ship.report import ShipFacts, Threat

WEAKEST = 3
"""How many of the weak points are told."""
NEVER = "bright_black"
"""How rows are shown of what no card sends."""
RISK = "ways (of 36, from four sides together) in which one hit that nothing answers takes it away"
INDENT = 16
"""Columns for the labels before what is told."""


@dataclass(frozen=True)
class Inspected:
    """A ship as it is shown: mended, if that was asked for, with the squares that were emptied; its facts."""

    layout: Layout
    facts: ShipFacts
    filed: Layout
    removed: tuple[Square, ...] = ()
    mended: bool = False

    def as_dict(self) -> dict[str, Any]:
        """The facts, flaws with their cures, and what was taken off if it was mended."""
        told = self.facts.as_dict()
        for flaw, cure in zip(told["flaws"], self.cures().values(), strict=True):
            flaw["cure"] = None if cure is None else asdict(cure) | {"text": str(cure)}
        return told | ({"removed": [list(square) for square in self.removed]} if self.mended else {})

    def cures(self) -> Mapping[Flaw, Cure | None]:
        """The cheapest cure of every flaw."""
        from analyzer.trucker.ship.cures import cures

        return cures(self.layout)


def inspect(
    ships: ShipFiles,
    *,
    trip: Annotated[
        TripOptions,
        Only("learning", "repair"),
        Says(repair="Take components off flawed ships, as `fly --repair` does, and show what is left."),
    ],
    deck: Annotated[DeckOptions, Only("cards", "cards_file")],
    dice: Annotated[FleetOptions, Only("joined", "dice", "tables")],
    output: Annotated[OutputOptions, Only("as_json", "plot")],
) -> None:
    """Draw ships and tell their strengths, flaws with their cures, weak points, and what meteors come to which lines.

    Squares are (row, column) with the printed dice numbers. Of a build of class IVC it tells what the dice may make.
    """
    from analyzer.errors import all_or_faults

    def look(layout: Layout) -> Inspected | InspectedBuild:
        if layout.is_build:
            return dice.inspected(layout, trip.repair)
        return _inspected(layout, trip, deck)

    dice.only_for(layouts := load_ships(ships))
    inspected = all_or_faults(look, layouts)
    facts, figures = lambda: [one.as_dict() for one in inspected], partial(_figures, inspected, dice)
    output.tell(View(facts, partial(_show_all, inspected), figures=figures))


def _figures(inspected: Sequence[Inspected | InspectedBuild], dice: FleetOptions) -> Figures:
    """What the dice may make of a build; of a ship how often one hit takes each component away."""
    from analyzer.present.figures.of_answers import slug
    from analyzer.trucker.drawing.fleets import plot_fleets
    from analyzer.trucker.drawing.ship_map import plot_ship_map
    from analyzer.trucker.fleets.tables import fleet_tables

    for one in inspected:
        name = slug(one.layout.name)
        if isinstance(one, InspectedBuild):
            yield f"fleets-{name}", partial(plot_fleets, one.layout, fleet_tables(dice.tables))
        else:
            hull = one.layout.hull
            risk = {hull.squares[position]: float(ways) for position, ways in hull.risk.items()}
            yield f"risk-{name}", partial(plot_ship_map, one.layout, risk, RISK)


def _inspected(filed: Layout, trip: TripOptions, deck: DeckOptions) -> Inspected:
    from analyzer.trucker.cards.coming import road
    from analyzer.trucker.ship.repair import repair
    from analyzer.trucker.ship.report import inspect_ship

    layout, removed = repair(filed) if trip.repair else (filed, ())
    route = road(layout, trip.learning, deck.chosen(), deck.cards_file)
    return Inspected(layout, inspect_ship(layout, route), filed, removed, trip.repair)


def _show_all(inspected: Sequence[Inspected | InspectedBuild]) -> None:
    console = plain_console()
    for number, one in enumerate(inspected):
        if number:
            console.print()
        if isinstance(one, Inspected):
            _show(console, one)
        else:
            show_build(console, one)


def _show(console: Console, one: Inspected) -> None:
    """The ship's name, its drawing, what is told of it, and the lines in which meteors hit."""
    from rich.text import Text

    from analyzer.trucker.drawing.draw import REMOVED, draw

    out, facts = console.print, one.facts
    mended = ", mended" if one.removed else ""
    out(
        Text(facts.name, "bold"),
        Text(f" ({facts.edition}, board {facts.board}, {_some(facts.components, 'component')}{mended})"),
    )
    out()
    out(draw(one.layout, dict.fromkeys(one.removed, REMOVED)), crop=False)
    out()
    for label, words in (*_mending(one), *_told(facts)):
        out(*_beside(label, words, max(console.width - INDENT, INDENT)), sep="\n")
    out()
    out(Text(f"Meteors of {facts.route.title}, and the lines in which they hit (ways to roll them, of 36)", "bold"))
    out(_threats(facts))
    out("never: no card sends one; damage: expected hits on the intact ship, with batteries to without")


def _mending(one: Inspected) -> Iterator[tuple[str, str]]:
    """What was taken off, or the flaws, each with its cheapest cure."""
    from analyzer.trucker.sayings.phrases import in_words

    if one.mended:
        gone = [f"the {in_words(one.filed.components[square].kind)} at {_at(square)}" for square in one.removed]
        yield "Taken off", "\n".join(gone) or "nothing: the ship had no flaws"
    told = [f"{flaw}\n  {_cured(cure)}" for flaw, cure in one.cures().items()]
    more = ["--repair shows the ship with as few as possible taken off"] if told and not one.mended else []
    yield "Flaws", "\n".join([*told, *more]) or "none"


def _cured(cure: Cure | None) -> str:
    return f"cure: {cure}" if cure else "no single change mends it"


def _beside(label: str, words: str, width: int) -> Iterator[Text]:
    """Lines of words with the label before the first of them."""
    from textwrap import wrap

    from rich.text import Text

    lines = [line for part in words.split("\n") for line in wrap(part, width, break_on_hyphens=False)]
    for head, line in zip_longest([label], lines, fillvalue=""):
        yield Text(f"{head:<{INDENT}}", "bold").append(line, "not bold")


def _told(facts: ShipFacts) -> Iterator[tuple[str, str]]:
    if facts.missing_from_box:
        yield "Not in the box", "\n".join(map(str, facts.missing_from_box))
    if facts.reserve:
        yield "In reserve", f"{_some(facts.reserve, 'component')}, charged as lost"
    yield "Exposed", _exposed(facts)
    yield "Cannons", _strengths(facts.cannon_strengths, facts.cannon_strengths_with_alien, "purple")
    yield "Engines", _strengths(facts.engine_strengths, facts.engine_strengths_with_alien, "brown")
    yield "Batteries", _batteries(facts)
    yield "Crew", _crew(facts)
    yield "Containers", f"{facts.containers} normal, {facts.special_containers} special"
    yield "Shields", f"cover {_and(facts.shielded_sides)}" if facts.shielded_sides else "none"
    yield "Weak points", "\n".join(_weakest(facts)) or "none: no component takes another with it"


def _exposed(facts: ShipFacts) -> str:
    if not facts.exposed:
        return "no connectors"
    places = [_at(square) + (f"x{open_}" if open_ > 1 else "") for square, open_ in facts.exposed.items()]
    return f"{_some(facts.exposed_connectors, 'connector')}: {' '.join(places)}"


def _strengths(bare: Sequence[float], with_alien: Sequence[float] | None, colour: str) -> str:
    """Strengths by batteries spent; first those that count the alien."""
    told = _by_batteries(bare)
    if with_alien is None or with_alien == bare:
        return told
    return f"{_by_batteries(with_alien)}\n{told} if the {colour} alien is lost"


def _by_batteries(strengths: Sequence[float]) -> str:
    first, *others = (f"{strength:g}" for strength in strengths)
    return first + "".join(f", {strength} with {_some(n, 'battery')}" for n, strength in enumerate(others, 1))


def _batteries(facts: ShipFacts) -> str:
    doubles = len(facts.cannon_strengths) + len(facts.engine_strengths) - 2
    idle = not facts.batteries and (doubles or facts.shielded_sides)
    return "none: shields and doubles do nothing" if idle else str(facts.batteries or "none")


def _crew(facts: ShipFacts) -> str:
    aboard = [_some(facts.humans, "human")] + [
        f"{colour} alien in {_at(home)}" for colour, home in facts.aliens.items()
    ]
    free = {square: colours for square, colours in facts.alien_cabins.items() if square not in facts.aliens.values()}
    homes = ", ".join(f"{' or '.join(colours)} in {_at(square)}" for square, colours in free.items())
    return ", ".join(aboard) + (f"\ncabins for aliens: {homes}" if homes else "")


def _weakest(facts: ShipFacts) -> Iterator[str]:
    from analyzer.trucker.sayings.phrases import in_words

    for weak in facts.weak_points[:WEAKEST]:
        yield f"the {in_words(weak.kind)} at {_at(weak.square)} takes {_some(weak.others, 'other')} with it"


def _threats(facts: ShipFacts) -> Table:
    """Meteors by size and side, those first that do most damage: how many come, and in which lines they hit."""
    table = bare_table(labels=2, gap=2)
    for heading in ("size", "from"):
        table.add_column(heading, no_wrap=True)
    table.add_column("come a flight", justify="right")
    for heading in ("no defence", "battery needed"):
        table.add_column(heading)
    table.add_column("damage a flight", justify="right")
    for threat in facts.worst_first():
        comes = facts.coming[threat.hazard, threat.side].a_flight
        size, lines = threat.hazard.removesuffix("_meteor"), map(_lines, (threat.undefended, threat.needs_battery))
        often = f"{float(comes):.2f}" if comes else "never"
        style = None if comes else NEVER
        table.add_row(size, threat.side, often, *lines, _damage(facts, threat) if comes else "-", style=style)
    return table


def _damage(facts: ShipFacts, threat: Threat) -> str:
    """With batteries, and where that is more without them."""
    charged, empty = (f"{damage:.2f}" for damage in facts.damage_a_flight(threat))
    return charged if charged == empty else f"{charged} to {empty}"


def _lines(rolls: Sequence[int]) -> str:
    """Dice sums, three or more in a row as a range, and their ways."""
    from analyzer.trucker.ship.board import ways

    return f"{', '.join(_ranges(rolls))} ({sum(map(ways, rolls))})" if rolls else "-"


def _ranges(rolls: Sequence[int]) -> Iterator[str]:
    runs: list[list[int]] = []
    for roll in rolls:
        if runs and runs[-1][-1] == roll - 1:
            runs[-1].append(roll)
        else:
            runs.append([roll])
    for run in runs:
        yield f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run))


def _at(square: Square) -> str:
    """A square in a word."""
    return f"({square[0]},{square[1]})"


def _some(number: int, thing: str) -> str:
    """`1 battery`, `2 batteries`."""
    if number == 1:
        return f"1 {thing}"
    return f"{number} {thing[:-1]}ies" if thing.endswith("y") else f"{number} {thing}s"


def _and(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
