"""`analyzer place`: what to do with one to four components in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from analyzer.answers.numbers import signed
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.cli.records import Says
from analyzer.cli.words import Several
from analyzer.present.face import of_one
from analyzer.present.terminal import bare_table, plain_console, print_notes
from analyzer.trucker.command.options import (
    DeckOptions,
    PlayerOptions,
    RivalOptions,
    ShipFile,
    TripOptions,
    WantedOptions,
    load,
)

if TYPE_CHECKING:
    from analyzer.present.sheet import Sheet
    from analyzer.trucker.questions.place.answer import Placements

Tiles = Annotated[
    list[str],
    typer.Option(
        "--tile",
        help="One to four components in hand, as in a ship file (CN0121^) or as printed (CN0121).",
        metavar="TOKEN...",
        show_default=False,
    ),
    Several(),
]


def place(
    ship: ShipFile,
    tile: Tiles,
    *,
    wanted: WantedOptions,
    trip: TripOptions,
    deck: DeckOptions,
    players: PlayerOptions,
    rivals: RivalOptions,
    amount: Annotated[
        AmountOptions,
        Trials(4_000),
        Says(flights="How many flights of each of the best ways, and of the ship as it is; with --precision, at most."),
    ],
    output: OutputOptions,
) -> None:
    """Tell what to do with one to four components in hand: every legal way to lay them, flown in stacks and ranked.

    Each on any free square that joins, in any turn, or laid aside.
    """
    output.check(amount)
    from analyzer.trucker.questions.place.call import place as what_to_do

    (layout,), conditions = load([ship], trip, deck, players, rivals)
    tokens = [word for text in tile for word in text.split(",") if word]
    with amount.progress(0) as flown:
        found = what_to_do(
            layout,
            tokens,
            trip.level,
            amount.flights,
            trip.seed,
            goal=wanted.goal,
            progress=flown,
            **amount.how(),
            **conditions,
        )
    output.tell(of_one(found, _show))


def _show(found: Placements) -> None:
    from rich.text import Text

    from analyzer.trucker.drawing.draw import LAID, draw

    console = plain_console()
    told = found.heading().removeprefix(found.ship.name)
    console.print(Text(found.ship.name, "bold"), Text(told), sep="", soft_wrap=True)
    console.print(f"gain: {found.compared.metrics.unit} a flight more than the ship as it is, for all pairs at once")
    console.print("groups: ways that share a letter cannot be told apart")
    console.print()
    console.print(_table(found))
    console.print()
    for name, made in found.drawn:
        console.print(name, style="bold")
        new = {square: LAID for square in made.components if square not in found.ship.components}
        console.print(draw(made, new), crop=False)
        console.print()
    console.print(found.verdict_in_words(), soft_wrap=True)
    print_notes(console, found.notes())


def _table(found: Placements) -> Sheet:
    table, score = bare_table(labels=2), found.compared.score
    table.add_column("")
    table.add_column("what is laid where")
    for heading in ("gain", "95% interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("groups", no_wrap=True)
    for heading in (score, "arrived", "loss"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in found.ranking:
        interval = f"{signed(row['gain_low'])} to {signed(row['gain_high'])}" if row["gain_high"] else ""
        means = f"{row[score]:.2f}", f"{row['arrived']:.1%}", f"{row['loss']:.1%}"
        gain = signed(row["gain"]) if interval else "-"
        table.add_row(str(row["rank"]), row[found.compared.word], gain, interval, row["groups"], *means)
    return table
