"""`analyzer lorry pairs`: which pairs are scored, by whom, when; what beginning is worth."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.cli.face import Face, Figures
from analyzer.cli.lorry.options import Dice, GalaxyFile, RuleOptions, colours
from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only
from analyzer.cli.terminal import bare_table, plain_console, print_notes
from analyzer.cli.watch import progress

if TYPE_CHECKING:
    from analyzer.lorry.questions.scored_pairs import ScoredPairs

Captains = Annotated[
    list[str] | None,
    typer.Option("--captain", help="Who trades, in seating order; one plays alone.", show_default="steady, steady"),
]
Games = Annotated[int, typer.Option(help="How many games.")]


def pairs(
    galaxy: GalaxyFile,
    *,
    captain: Captains = None,
    dice: Dice = None,
    games: Games = 5_000,
    rules: RuleOptions,
    output: Annotated[OutputOptions, Only("as_json", "export", "plot")],
) -> None:
    """Which pairs of planets are scored, by whom, when and for how much; how often each seat wins."""
    output.check()
    from analyzer.lorry.questions.scored_pairs import scored_pairs

    names = captain or ["steady", "steady"]
    with progress(games) as done:
        found = scored_pairs(
            galaxy,
            games,
            rules.seed,
            captains=names,
            dice=colours(dice, ()) or None,
            switches=rules.switches(),
            progress=done,
        )
    output.tell(Face(found.as_dict, partial(_show, found), found.table, partial(_figures, found)))


def _figures(found: ScoredPairs) -> Figures:
    """The pairs as a matrix."""
    from analyzer.plots.lorry.pairs import plot_scored

    yield "pairs", partial(plot_scored, found)


def _show(found: ScoredPairs) -> None:
    from rich.text import Text

    console = plain_console()
    console.print(Text(found.heading(), "bold"), soft_wrap=True)
    table = bare_table(gap=2)
    rows = found.rows()
    headings = list(rows[0])
    for heading in ("pair", "boxes", "scored", "95% interval", *headings[6:]):
        table.add_column(heading.replace("_", " "), justify="left" if heading == "pair" else "right", no_wrap=True)
    for row in rows:
        cells = [f"{row['first']}-{row['second']}", str(row["boxes"] or "no way"), f"{row['scored']:.1%}"]
        cells.append(f"{row['low']:.1%} to {row['high']:.1%}")
        cells += [f"{row[name]:.2f}" if name in ("points", "round") else f"{row[name]:.1%}" for name in headings[6:]]
        table.add_row(*cells)
    console.print(table)
    for seat in found.seats if len(found.seats) > 1 else ():
        won = f"{seat.won.mean:.1%} ({seat.won.low:.1%} to {seat.won.high:.1%})"
        console.print(f"who picks as number {seat.place} in round 1 wins {won}, total {seat.total.mean:.2f}")
    for line in found.conclusions():
        console.print(line, soft_wrap=True)
    print_notes(console, found.notes())
