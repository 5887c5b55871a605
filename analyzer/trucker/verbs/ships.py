"""Verbs of Galaxy Trucker under "About a ship" in the help."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from analyzer.cli.multiword_options import Several, split_values
from analyzer.cli.option_records import HelpTexts, OnlyFields, WithoutFields, argument, option
from analyzer.cli.options import AmountOptions, OutputOptions, Trials
from analyzer.present.view import view_of_descriptions
from analyzer.trucker.command.fleet_options import FleetOptions, read_batteries, read_square
from analyzer.trucker.command.options import (
    BATTERIES,
    OF_THE_BOX,
    SHIP_FILE,
    SHIP_FILES,
    AllOptions,
    DeckOptions,
    PlayerOptions,
    TripOptions,
    load,
    load_ships,
)

if TYPE_CHECKING:
    from analyzer.answers.description import Described
    from analyzer.trucker.position.position import Position
    from analyzer.trucker.ship.layout import Layout


def new(
    board: str = argument(..., "The board, e.g. II or, with its edition, 2021-II.", metavar="BOARD"),
    *,
    trip: Annotated[TripOptions, OnlyFields("edition"), HelpTexts(edition=OF_THE_BOX)],
    name: str | None = option(None, "The ship's name (default: that of the file)."),
    out: Path | None = option(
        None, "Write the file here. Existing files are never overwritten.", "-o", "--out", metavar="FILE"
    ),
    output: Annotated[OutputOptions, OnlyFields("as_json")],
) -> None:
    """Print a ship file to start from: the board drawn in a comment, the starting cabin in place."""
    from analyzer.trucker.questions.new import new as new_file

    output.tell(view_of_descriptions([new_file(board, trip.edition, name, out)]))


def import_(
    file: Path = argument(
        ..., "File of the other program (.json, .yaml or .csv); `-` for standard input.", metavar="FILE"
    ),
    *,
    trip: Annotated[
        TripOptions,
        OnlyFields("edition"),
        HelpTexts(
            edition="The box that numbers the tiles: 2007, 2021 or a folder of tables (default: the one they fit)."
        ),
    ],
    board: str | None = option(None, "The board, e.g. II (default: the smallest that holds all tiles)."),
    mapping: Path | None = option(
        None, "File (.yaml) that names the fields and words of the other program.", metavar="FILE"
    ),
    name: str | None = option(None, "The ship's name (default: that in the file, or the name of the file)."),
    out: Path | None = option(
        None, "Write the ship file here. Existing files are never overwritten.", "-o", "--out", metavar="FILE"
    ),
    output: Annotated[OutputOptions, OnlyFields("as_json")],
) -> None:
    """Turn a ship of another program (tile numbers, rotations and squares, as JSON, YAML or CSV) into a ship file."""
    from analyzer.trucker.questions.new import import_ship

    output.tell(
        view_of_descriptions([import_ship(file, trip.edition, board=board, mapping=mapping, name=name, out=out)])
    )


def parts(
    ship: Path | None = argument(None, "Ship file (.yaml): show what it leaves in the box."),
    *,
    trip: Annotated[TripOptions, OnlyFields("edition"), HelpTexts(edition=OF_THE_BOX)],
    kind: list[str] | None = option(
        None, "Only components of these kinds, e.g. CN, single_cannon or cannon.", several=Several(), metavar="KIND..."
    ),
    connectors: str = option(
        "", "Only components with all of these connectors, e.g. 33 (two universal ones) or 0.", show_default=False
    ),
    square: str | None = option(None, "A square of the board by its dice numbers, e.g. 7,5.", metavar="ROW,COLUMN"),
    output: Annotated[OutputOptions, WithoutFields("plot", "verbose")],
) -> None:
    """List what one box holds by kind, what remains once a ship is built, or what may lie on a square of the ship."""
    output.check()
    from analyzer.trucker.questions.parts import parts as what_is_there

    layout = load_ships([ship])[0] if ship is not None else None
    at = None if square is None else read_square(square)
    kinds = split_values(kind, "--kind")
    answer = what_is_there(trip.edition, ship=layout, square=at, kinds=kinds, connectors=connectors)
    output.tell(view_of_descriptions([answer]))


def inspect(
    ships: list[Path] = SHIP_FILES,
    *,
    trip: Annotated[
        TripOptions,
        OnlyFields("learning", "repair", "edition"),
        HelpTexts(
            learning="Show what the ship faces in the learning flight: level I with the eight starred cards.",
            repair="Take components off flawed ships, as `fly --repair` does, and show the ship that remains.",
        ),
    ],
    deck: Annotated[
        DeckOptions,
        OnlyFields("cards", "cards_file"),
        HelpTexts(cards="Show what the ship faces on only these cards, e.g. 28,29,41."),
    ],
    dice: Annotated[FleetOptions, OnlyFields("joined", "dice", "tables")],
    output: Annotated[OutputOptions, OnlyFields("as_json", "plot", "verbose")],
) -> None:
    """Draw ships and list their strengths, flaws with cures, weak points, and which meteors hit which lines.

    Squares are (row, column) with the printed dice numbers. For class IVC: the fleets that the dice may make.
    For a position file: the ship as it is now, the track, and the cards.
    """
    from analyzer.errors import all_or_faults
    from analyzer.trucker.position.position import Position
    from analyzer.trucker.position.positionfile import load_ship_or_position
    from analyzer.trucker.questions.inspect import InspectedPosition
    from analyzer.trucker.questions.inspect import inspect as inspect_one

    output.check()
    loaded = all_or_faults(partial(load_ship_or_position, edition=trip.edition), ships)
    dice.only_for([one for one in loaded if not isinstance(one, Position)])
    fleets = dice.conditions() | {"tables": dice.own_tables()}
    road: dict[str, Any] = {"learning": trip.learning, "cards": deck.chosen(), "cards_file": deck.cards_file}

    def inspected(one: Layout | Position) -> Described:
        if isinstance(one, Position):
            return InspectedPosition(one)
        return inspect_one(one, repair=trip.repair, **road, **fleets)

    output.tell(view_of_descriptions(all_or_faults(inspected, loaded)))


def strike(
    ship: Path = SHIP_FILE,
    hazard: str = option(..., "small_meteor, large_meteor, light_fire or heavy_fire."),
    side: str = option(..., "The side it comes from: front, right, rear or left.", "--from"),
    roll: int = option(..., "What the two dice show, 2 to 12."),
    *,
    batteries: str | None = BATTERIES,
    trip: Annotated[TripOptions, OnlyFields("edition")],
    players: PlayerOptions,
    fleets: Annotated[FleetOptions, OnlyFields("joined", "dice", "tables")],
    output: Annotated[OutputOptions, OnlyFields("as_json")],
) -> None:
    """Show what one meteor or shot does to the intact ship.

    Squares are (row, column) with the printed dice numbers.
    """
    from analyzer.trucker.questions.strike import report_strike

    (layout,), hazard = load_ships([ship], trip.edition), hazard.replace("-", "_")
    target = fleets.target(layout)
    charged = read_batteries(target, batteries)
    (captain,) = players.of([layout])
    output.tell(view_of_descriptions([report_strike(target, hazard, side, roll, charged, captain)]))


def hazards(
    ship: Path = SHIP_FILE,
    *,
    trip: Annotated[
        TripOptions,
        OnlyFields("learning", "edition"),
        HelpTexts(learning="Count the hazards of the learning flight: level I with the eight starred cards."),
    ],
    deck: Annotated[
        DeckOptions,
        OnlyFields("cards", "cards_file"),
        HelpTexts(cards="Count the hazards of only these cards, e.g. 28,29,41."),
    ],
    fleets: Annotated[FleetOptions, OnlyFields("joined", "dice", "tables")],
    output: OutputOptions,
    batteries: str | None = BATTERIES,
) -> None:
    """Show for every hazard and side how many come in a flight, how likely one damages the intact ship, and where."""
    output.check()
    from analyzer.trucker.questions.hazards import hazard_table

    (layout,) = load_ships([ship], trip.edition)
    road: dict[str, Any] = {"learning": trip.learning, "cards": deck.chosen(), "cards_file": deck.cards_file}
    target = fleets.target(layout)
    table = hazard_table(target, read_batteries(target, batteries), tables=fleets.own_tables(), **road)
    output.tell(view_of_descriptions([table]))


def weak(
    ship: Path = SHIP_FILE,
    *,
    flight: AllOptions,
    amount: Annotated[
        AmountOptions,
        Trials(20_000, slow=10, score="cost", is_most=True),
        HelpTexts(
            precision="Fly until the 95% interval of every component's cost is at most plus or minus HALF, e.g. 0.5. "
            "Name another metric to use its interval, e.g. lost=0.1%. May be given several times."
        ),
    ],
    output: OutputOptions,
) -> None:
    """Show what each component is worth: the ship is flown with and without it, in the same flights.

    Also: how often it is lost, from where it is hit first, and what breaks off with it.
    """
    output.check(amount)
    from analyzer.trucker.questions.weak import weak_points

    (layout,), conditions = load([ship], flight)
    with amount.progress(1 + len(layout.components)) as advance:
        result = weak_points(
            layout, flight.level, amount.flights, flight.seed, progress=advance, **amount.how(), **conditions
        )
    output.tell(view_of_descriptions([result]))


def swap(
    ship: Path = SHIP_FILE,
    square: str = option(..., "A square of the board by its dice numbers, e.g. 7,5.", metavar="ROW,COLUMN"),
    *,
    top: int = option(15, "How many of the best to show. --json and --export have all.", min=1),
    flight: AllOptions,
    amount: Annotated[
        AmountOptions,
        Trials(
            5_000,
            default_text="at most 5,000; 10 with captain thinker; if even 10 take too long, --flights is required",
            score="gain",
        ),
        HelpTexts(
            precision="Fly until the 95% interval of every component's gain is at most plus or minus HALF, e.g. 0.5. "
            "Name another metric to use its interval, e.g. arrived=1%. May be given several times."
        ),
    ],
    output: OutputOptions,
) -> None:
    """Rank every component that could lie on a square instead, from what the box still holds, in the same flights."""
    output.check(amount)
    from analyzer.answers.comparison import MARGIN
    from analyzer.present.described import show_descriptions
    from analyzer.runs.amount import run_each
    from analyzer.trucker.conditions import plan
    from analyzer.trucker.questions.swap import FLIGHTS, swapped
    from analyzer.trucker.ship.box import checked_square

    (layout,), conditions = load([ship], flight)
    place = checked_square(layout, read_square(square))
    experiment = swapped(plan([layout], flight.level, flight.seed, **conditions), place)
    units = experiment.variants
    with amount.progress(units) as advance:
        how = {"enough": MARGIN, "units": units, "progress": advance, **amount.how()}
        answers = run_each([experiment], amount.flights, FLIGHTS, **how)
    descriptions = [answer.description(top) for answer in answers]
    output.tell(replace(view_of_descriptions(answers), show=partial(show_descriptions, descriptions)))
