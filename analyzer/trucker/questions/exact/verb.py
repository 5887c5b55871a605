"""`analyzer exact`: what one card, a short route or every card of a level does to a ship, every roll counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli.option_records import Only, Says
from analyzer.cli.options import OutputOptions
from analyzer.errors import AnalyzerError
from analyzer.present.view import described
from analyzer.trucker.command.fleet_options import FleetOptions
from analyzer.trucker.command.options import (
    AloneOtherwise,
    DeckOptions,
    PlayerOptions,
    RivalOptions,
    ShipFile,
    TripOptions,
    load_ships,
)

if TYPE_CHECKING:
    from analyzer.trucker.ship.layout import Layout

OneCard = Annotated[
    str | None,
    typer.Option(
        "--card", help="One card: its number, e.g. 2007/28 or 28, or words of it, e.g. 'pirates 6'.", show_default=False
    ),
]
All = Annotated[
    bool, typer.Option("--all", help="Every card that a flight at the ship's level can meet, the most harmful first.")
]
Budget = Annotated[
    int,
    typer.Option(
        help="Keep at most this many different states of the ship. The least likely ones are dropped, and "
        "a note says by how much chances may be wrong."
    ),
]


def exact(
    ship: ShipFile,
    *,
    card: OneCard = None,
    every: All = False,
    deck: Annotated[
        DeckOptions,
        Only("cards", "cards_file"),
        Says(cards="A short route: these cards in this order, e.g. 28,29,'pirates 6'."),
    ],
    trip: Annotated[
        TripOptions, Only("start", "edition"), Says(start="The ship's place in the starting order, from 1 (default).")
    ],
    players: Annotated[
        PlayerOptions,
        Says(captain="sensible (default), cautious, bold, miser or a captain file (.yaml) of one who does not think."),
    ],
    rivals: Annotated[RivalOptions, AloneOtherwise()],
    fleets: Annotated[FleetOptions, Only("joined", "dice", "tables")],
    output: OutputOptions,
    budget: Budget = 200_000,
) -> None:
    """Calculate exactly what a card or a short route does to a ship: every roll of the dice is counted.

    Give one of --card, --cards and --all.

    The ship flies alone here, but in the field in `fly` and most other verbs:
    add --rivals field before you compare their numbers.

    For a build of class IVC the two dice that join its quarters are counted too, unless --dice or --joined fixes them.
    """
    if sum((card is not None, bool(deck.cards), every)) != 1:
        raise AnalyzerError("give exactly one of --card, --cards and --all, e.g. --card 2007/28")
    numbers, start = deck.chosen(), 1 if trip.start is None else trip.start
    output.check()
    from analyzer.trucker.cards.route import home_level
    from analyzer.trucker.questions.exact.call import exact as exact_one
    from analyzer.trucker.questions.exact.call import exact_all
    from analyzer.trucker.questions.exact.overview import Overview
    from analyzer.trucker.rivals import load_rivals

    (layout,) = load_ships([ship], trip.edition)
    (captain,) = players.of([layout])
    layout, tables = fleets.settled(layout), fleets.own_tables()
    against = load_rivals(rivals.load(trip.edition), home_level(layout), layout.board.edition, [layout])
    _refuse_flawed([layout, *against])
    how: Any = {"rivals": against, "captain": captain, "start": start, "budget": budget, "tables": tables}
    how["cards_file"] = deck.cards_file
    if every:
        output.tell(described([Overview(exact_all(layout, **how))]))
    else:
        answer = exact_one(layout, card, cards=numbers, **how)
        output.tell(replace(described([answer]), table=Overview([answer]).table))


def _refuse_flawed(layouts: Iterable[Layout]) -> None:
    """Ships are flown as they are here: name the flaws before a rule does that knows of repair."""
    faults = [flawed for flawed in (layout.flawed() for layout in layouts) if flawed]
    if faults:
        raise AnalyzerError(faults)
