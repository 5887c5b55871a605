"""`analyzer cards`: which cards of a level matter to a ship, the most harmful first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from analyzer.cli.export import Export, check_export
from analyzer.cli.flying import Flights, Plot, Workers, check_plot_dir
from analyzer.cli.options import AsJson, ShipFiles, print_json
from analyzer.cli.shared import FlightOptions, load_ships
from analyzer.cli.watch import progress
from analyzer.results.numbers import signed

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.table import Table

    from analyzer.statistics.estimate import Estimate
    from analyzer.trucker.questions.effects import CardEffect, CardEffects, ShipEffects


def cards(
    ships: ShipFiles,
    options: FlightOptions,
    flights: Flights = 100_000,
    workers: Workers = 1,
    plot: Plot = None,
    export: Export = None,
    as_json: AsJson = False,
) -> None:
    """Tell what meeting each card changes for each ship, alone or against the same rivals.

    Decks are random: flights that have a card are compared with those that have not.
    """
    check_plot_dir(plot)
    check_export(export)
    from analyzer.trucker.questions.card_effects import card_effects

    layouts = load_ships(ships)
    conditions = options.conditions(layouts)
    found = []
    with progress(flights * len(layouts)) as flown:
        for ship, captain in zip(layouts, options.captains(layouts), strict=True):
            conditions["captain"] = captain
            seed, level = options.seed, options.level
            found.append(card_effects([ship], level, flights, seed, workers=workers, progress=flown, **conditions))
    saved = _save(found, plot, export)
    if as_json:
        print_json([one.as_dict() for one in found])
        return
    _show(found)
    if saved:
        print("saved: " + ", ".join(map(str, saved)))


def _save(found: Sequence[CardEffects], plot: Path | None, export: Path | None) -> list[Path]:
    """Pictures and the table, where they are asked for."""
    saved = []
    if plot is not None:
        from analyzer.cli.pictures import save_figures

        saved += save_figures(_figures(found), plot)
    if export is not None:
        import pandas as pd

        from analyzer.cli.export import export as save_table

        save_table(pd.concat([one.table() for one in found], ignore_index=True), export)
        saved.append(export)
    return saved


def _figures(found: Sequence[CardEffects]) -> Iterator[tuple[str, Callable[[], Figure]]]:
    from functools import partial

    from analyzer.cli.pictures import slug
    from analyzer.plots.trucker.cards import plot_cards

    for one in found:
        for ship in one.ships:
            yield f"cards-{slug(ship.name)}", partial(plot_cards, one, ship.name)


def _show(found: Sequence[CardEffects]) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, markup=False, emoji=False)
    for one in found:
        for ship in one.ships:
            console.print(Text(ship.name, "bold").append(f": {one.heading()}", "not bold"), soft_wrap=True)
            console.print(_table(ship))
            console.print()
    console.print(
        "credits, components lost, arrived: flights that have the card in their deck less those that have not; goods "
        "by letter: red, yellow, green, blue",
        soft_wrap=True,
    )
    for note in dict.fromkeys(note for one in found for note in one.notes()):
        console.print(f"note: {note}", soft_wrap=True)


def _table(ship: ShipEffects) -> Table:
    """A row a card, which is told in words that wrap; fits into a terminal of 80."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="none")
    table.add_column("\nno.", justify="right", no_wrap=True)
    table.add_column("\ncard")
    for heading in ("\ncredits", "\n95% interval", "compo-\nnents\nlost", "\narrived"):
        table.add_column(heading, justify="right", no_wrap=True)
    for effect in ship.cards:
        table.add_row(*_cells(effect))
    return table


def _cells(effect: CardEffect) -> Iterator[str]:
    from analyzer.trucker.cards.cards_in_words import card_in_words

    yield str(effect.card.id)
    yield card_in_words(effect.card)
    if effect.credits is None or effect.components_lost is None or effect.arrived is None:
        yield from ("-", "not measured", "-", "-")
        return
    yield signed(effect.credits[0], 2)
    yield _interval(effect.credits)
    yield signed(effect.components_lost[0], 2)
    yield f"{signed(100 * effect.arrived[0], 1)}%"


def _interval(effect: Estimate) -> str:
    return f"{signed(effect[1], 2)} to {signed(effect[2], 2)}"
