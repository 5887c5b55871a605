"""Verbs of Starship Catan under "About the cards" in the help."""

from __future__ import annotations

from typing import Annotated

from analyzer.cli.edition import ACTION, BASE, NAMES, tell_edition
from analyzer.cli.multiword_options import Several
from analyzer.cli.option_records import OnlyFields, option
from analyzer.cli.options import OutputOptions
from analyzer.present.view import view_of_descriptions


def cards(
    *,
    kind: list[str] | None = option(
        None,
        "Only these kinds, e.g. pirate, colony, trade_planet, adventure, module.",
        several=Several(),
        metavar="KIND...",
    ),
    output: Annotated[OutputOptions, OnlyFields("as_json", "export", "verbose")],
) -> None:
    """List all cards by name: what is printed on each, how many there are, their names in files, how sure each is."""
    output.check()
    from analyzer.starship.questions.cards import cards as list_cards

    kinds = [word for text in kind or [] for word in text.split(",") if word]
    output.tell(view_of_descriptions([list_cards(kinds)]))


def edition(
    action: str = ACTION,
    names: list[str] = NAMES,
    *,
    base: str | None = BASE,
    output: Annotated[OutputOptions, OnlyFields("as_json")],
) -> None:
    """Start an edition of your own, check its tables, or list what it changes."""
    from analyzer.starship.questions import edition as call

    tell_edition(action, names, base, "standard", output, call)
