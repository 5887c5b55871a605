"""`analyzer starship cards`: all cards of the game."""

from __future__ import annotations

from typing import Annotated

import typer

from analyzer.cli.multiword_options import Several
from analyzer.cli.option_records import Only
from analyzer.cli.options import OutputOptions
from analyzer.present.view import described

Kinds = Annotated[
    list[str] | None,
    typer.Option(
        help="Only these kinds, e.g. pirate, colony, trade_planet, adventure, module.",
        metavar="KIND...",
        show_default=False,
    ),
    Several(),
]


def cards(*, kind: Kinds = None, output: Annotated[OutputOptions, Only("as_json", "export")]) -> None:
    """List all cards by name: what is printed on each, how many there are, their names in files, how sure each is."""
    output.check()
    from analyzer.starship.questions.cards.call import cards as list_cards

    kinds = [word for text in kind or [] for word in text.split(",") if word]
    output.tell(described([list_cards(kinds)]))
