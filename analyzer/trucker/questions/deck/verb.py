"""`analyzer deck`: the cards of an edition with their numbers, and which of them have some words."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.option_records import Only, Says, Without
from analyzer.cli.options import OutputOptions
from analyzer.present.view import described
from analyzer.trucker.command.options import TripOptions

Words = Annotated[
    list[str] | None,
    typer.Argument(
        help="A level, to list the cards that its flights can meet, and words to search for, e.g. II pirates 6.",
        metavar="[LEVEL] [WORD]...",
        show_default=False,
    ),
]
OF_THE_CARDS = "The edition whose cards are listed: 2007 (default), 2021, or a folder of tables of your own."


def deck(
    words: Words = None,
    *,
    trip: Annotated[TripOptions, Only("edition"), Says(edition=OF_THE_CARDS)],
    output: Annotated[OutputOptions, Without("plot")],
) -> None:
    """List the cards of an edition with their numbers and figures, shots in the printed order, and search them."""
    output.check()
    from analyzer.trucker.edition import load_edition
    from analyzer.trucker.questions.deck.call import USUAL
    from analyzer.trucker.questions.deck.call import deck as cards_of
    from analyzer.trucker.tables.folder import named_edition

    said = " ".join(words or []).split()
    levels = load_edition(named_edition(trip.edition) if trip.edition else USUAL).levels
    level = said.pop(0) if said and said[0] in levels else None
    output.tell(described([cards_of(level, " ".join(said), edition=trip.edition)]))
