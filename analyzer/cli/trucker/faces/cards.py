"""What cards do on its way out of the command: a table a ship, a row a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from analyzer.cli.face import Face
from analyzer.cli.terminal import bare_table
from analyzer.cli.trucker.faces.by_ship import by_ship
from analyzer.results.numbers import signed

if TYPE_CHECKING:
    from rich.table import Table

    from analyzer.statistics.estimate import Estimate
    from analyzer.trucker.questions.effects import CardEffect, CardEffects, ShipEffects


LEGEND = (
    "credits, components lost, arrived: flights that have the card in their deck less those that have not; goods by "
    "letter: red, yellow, green, blue"
)


def face(found: Sequence[CardEffects]) -> Face:
    """What meeting each card changes for each ship."""
    return by_ship(found, _table, LEGEND)


def _table(ship: ShipEffects) -> Table:
    """A row a card, which is told in words that wrap; fits into a terminal of 80."""
    table = bare_table()
    table.add_column("\nno.", justify="right", no_wrap=True)
    table.add_column("\ncard")
    for heading in ("\ncredits", "\n95% interval", "compo-\nnents\nlost", "arrived,\npoints"):
        table.add_column(heading, justify="right", no_wrap=True)
    for effect in ship.cards:
        table.add_row(*_cells(effect))
    return table


def _cells(effect: CardEffect) -> Iterator[str]:
    from analyzer.trucker.cards.cards_in_words import card_in_words

    yield str(effect.card.id)
    printed = f" (printed: {effect.printed})" if effect.printed else ""
    yield card_in_words(effect.card) + printed
    if effect.credits is None or effect.components_lost is None or effect.arrived is None:
        yield from ("-", "not measured", "-", "-")
        return
    yield signed(effect.credits[0], 2)
    yield _interval(effect.credits)
    yield signed(effect.components_lost[0], 2)
    yield f"{signed(100 * effect.arrived[0], 1)}"


def _interval(effect: Estimate) -> str:
    return f"{signed(effect[1], 2)} to {signed(effect[2], 2)}"
