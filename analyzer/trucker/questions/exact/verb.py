"""`analyzer exact`: what one card, a short route or every card of a level does to a ship, every roll counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from analyzer.cli.options import OutputOptions
from analyzer.cli.records import Only, Says
from analyzer.errors import AnalyzerError
from analyzer.present.face import Face, Figures, drawn
from analyzer.present.terminal import bare_table, plain_console, print_notes
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
    import pandas as pd
    from rich.console import Console
    from rich.table import Table

    from analyzer.trucker.edition import Card
    from analyzer.trucker.fleets.tables import FleetTables
    from analyzer.trucker.questions.exact.call import Distribution, Exact
    from analyzer.trucker.ship.layout import Layout

OneCard = Annotated[str | None, typer.Option("--card", help="One card, as 2007/28 or 28.", show_default=False)]
All = Annotated[
    bool, typer.Option("--all", help="Each card that a flight of the ship's level can meet, the most harmful first.")
]
Budget = Annotated[
    int, typer.Option(help="States kept at most; beyond it the least likely are dropped, and the bound is told.")
]

OVERVIEW = {
    "components_lost": "compo-\nnents\nlost",
    "crew_lost": "crew\nlost",
    "batteries_spent": "bat-\nteries\nspent",
    "goods_value": "goods\nvalue",
    "credits": "credits",
    "days": "days",
}
"""Metrics of the overview; with all its columns it fits into a terminal of 80."""
MOST_LOST = 8
"""How many squares are told."""
RARE = Fraction(1, 2000)
"""Values less likely than that are told together."""


def exact(
    ship: ShipFile,
    *,
    card: OneCard = None,
    every: All = False,
    deck: Annotated[DeckOptions, Only("cards"), Says(cards="A short route: these cards in this order, as 28,29,8.")],
    trip: Annotated[
        TripOptions, Only("start"), Says(start="The ship's place in the starting order, from 1 (default).")
    ],
    players: PlayerOptions,
    rivals: Annotated[RivalOptions, AloneOtherwise()],
    fleets: Annotated[FleetOptions, Only("joined", "dice", "tables")],
    output: OutputOptions,
    budget: Budget = 200_000,
) -> None:
    """Tell exactly what a card or a short route does to a ship: every roll is counted, none is drawn.

    Give one of --card, --cards and --all. Of a build of class IVC the two dice that join its quarters are counted, too,
    unless they are given.
    """
    if sum((card is not None, bool(deck.cards), every)) != 1:
        raise AnalyzerError("give exactly one of --card, --cards and --all, as --card 2007/28")
    numbers, start = deck.chosen(), 1 if trip.start is None else trip.start
    output.check()
    from analyzer.trucker.cards.route import home_level
    from analyzer.trucker.questions.exact.call import exact as exact_one
    from analyzer.trucker.questions.exact.call import exact_all
    from analyzer.trucker.rivals import load_rivals

    (layout,) = load_ships([ship])
    (captain,) = players.of([layout])
    layout, tables = fleets.settled(layout), fleets.own_tables()
    against = load_rivals(rivals.load(), home_level(layout), layout.board.edition)
    _refuse_flawed([layout, *against])
    if every:
        found = exact_all(layout, rivals=against, captain=captain, start=start, budget=budget, tables=tables)
    else:
        how: Any = {"rivals": against, "captain": captain, "start": start, "budget": budget, "tables": tables}
        found = [exact_one(layout, card, cards=numbers, **how)]
    facts = partial(_facts, found) if every else found[0].as_dict
    show = partial(_show, found, every, start, tables)
    figures = partial(_harm, found) if len(found) > 1 else drawn(found[0])
    output.tell(Face(facts, show, partial(_table, found), figures))


def _facts(found: Sequence[Exact]) -> list[dict[str, Any]]:
    return [one.as_dict() for one in found]


def _harm(found: Sequence[Exact]) -> Figures:
    """The harm of many cards."""
    from analyzer.present.figures.of_answers import slug
    from analyzer.trucker.questions.exact.figures import plot_harm

    yield f"harm-{slug(found[0].ship.name)}", partial(plot_harm, found)


def _table(found: Sequence[Exact]) -> pd.DataFrame:
    """A tidy table of all cards: ship, card (with commas, if it is a route), metric, value, chance."""
    import pandas as pd

    tables = []
    for one in found:
        table = one.table()
        table.insert(0, "ship", one.ship.name)
        table.insert(1, "card", ",".join(map(str, one.cards)) if len(one.cards) > 1 else one.cards[0])
        tables.append(table)
    return pd.concat(tables, ignore_index=True)


def _refuse_flawed(layouts: Iterable[Layout]) -> None:
    """Ships are flown as they are here: name the flaws before a rule does that knows of repair."""
    faults = [flawed for flawed in (layout.flawed() for layout in layouts) if flawed]
    if faults:
        raise AnalyzerError(faults)


def _show(found: Sequence[Exact], every: bool, start: int, tables: FleetTables | None) -> None:
    console = plain_console()
    if every:
        _show_all(console, found, start)
    else:
        _show_one(console, found[0], start, tables)
    print_notes(console, _notes(found, tables))


def _notes(found: Sequence[Exact], tables: FleetTables | None) -> Iterator[str]:
    from analyzer.trucker.cards.alone import who_spares_the_lone
    from analyzer.trucker.ship.lacking import not_in_one_box
    from analyzer.trucker.ship.layout import Layout

    built = {one.ship.name: one.ship for one in found if isinstance(one.ship, Layout)}
    yield from not_in_one_box(built.values())
    if found[0].ship.board.start is None:
        yield from _of_fleets(found[0], tables)
    shy = sorted({card.kind for one in found for card in _met(one)}.intersection(who_spares_the_lone()))
    if shy and not found[0].rivals:
        yield f"{' and '.join(f'{kind} cards' for kind in shy)} do nothing to a ship alone: add --rivals".replace(
            "_", " "
        )
    dropped = max(one.pruned for one in found)
    if dropped:
        yield (
            f"states with a chance of {percent(dropped)} together were dropped: every chance may be that much too low, "
            "expected values leave them out: give a larger --budget"
        )


def _of_fleets(one: Exact, tables: FleetTables | None) -> Iterator[str]:
    """Which dice were counted, and what of the tables is not known for certain."""
    from analyzer.trucker.fleets.tables import fleet_tables

    joined = one.ship.joined
    yield f"{joined} joined" if joined else "the two dice that join the quarters are counted, too: all 36 ways"
    yield from (tables or fleet_tables()).caveats()


def _as_met(one: Exact, tables: FleetTables | None) -> Iterator[str]:
    """What level IV makes of the cards, beside what is printed."""
    from analyzer.trucker.cards.cards_in_words import card_in_words
    from analyzer.trucker.fleets.as_met import card as card_as

    for printed in _met(one) if one.ship.board.start is None else ():
        harder = card_as(printed.id, "IV", tables)
        same = card_in_words(printed) == card_in_words(harder)
        step = "; who loads may take one cube a colour better, or one blue more" if harder.goods_step else ""
        yield f"card {printed.id} as met at level IV: {card_in_words(harder)}{step}"
        if not same:
            yield f"card {printed.id} as printed: {card_in_words(printed)}"


def _show_one(console: Console, one: Exact, start: int, tables: FleetTables | None) -> None:
    """Heading, metrics with their distributions, how the flight ends, and what is lost most."""
    from analyzer.trucker.cards.cards_in_words import kind_in_words

    many = "1 state" if len(one.chances) == 1 else f"{len(one.chances):,} states"
    route = ", ".join(f"{card.id} ({kind_in_words(card)})" for card in _met(one))
    what = f"{'card' if len(one.cards) == 1 else 'cards'} {route}"
    _heading(console, one, f"{what}, {_who(one, start)}, {many}, {_precision(one)}")
    for line in _as_met(one, tables):
        console.print(line, soft_wrap=True)
    console.print(_metrics(one))
    console.print()
    console.print(_endings(one))
    console.print()
    if any(one.lost_squares.values()):
        console.print(_most_lost(one))
    else:
        console.print("no component is ever lost")


def _show_all(console: Console, found: Sequence[Exact], start: int) -> None:
    """A line for each card, the same for those that do the same."""
    from analyzer.trucker.cards.cards_in_words import kind_in_words

    worst = max(found, key=lambda one: one.pruned)
    _heading(console, found[0], f"{len(found)} cards, {_who(found[0], start)}, {_precision(worst)}")
    table = bare_table(labels=2)
    table.add_column("card")
    table.add_column("kind", no_wrap=True)
    for label in OVERVIEW.values():
        table.add_column(label, justify="right", no_wrap=True)
    for label in ("flight\nends", "harm"):
        table.add_column(label, justify="right", no_wrap=True)
    alike: dict[Card, list[Exact]] = {}
    for one in found:
        alike.setdefault(_met(one)[0].unnumbered(), []).append(one)
    for card, same in alike.items():
        one = same[0]
        means = [_number(one.mean(metric), 2) for metric in OVERVIEW]
        numbers = _ranges(sorted(number for other in same for number in other.cards))
        table.add_row(numbers, kind_in_words(card), *means, percent(_ended(one)), _number(one.harm(), 2))
    console.print(table)
    console.print(
        "expected values; credits: paid by cards; flight ends: the chance that it is over after the card; harm: what "
        "the captain expects to "
        "lose by his prices, in credits, less what comes in",
        soft_wrap=True,
    )


def _heading(console: Console, one: Exact, text: str) -> None:
    from rich.text import Text

    console.print(Text(one.ship.name, "bold").append(f": {text}", "not bold"), soft_wrap=True)


def _who(one: Exact, start: int) -> str:
    captain = f"{one.ship.joined} joined, captain" if one.ship.joined else "captain"
    place = f", place {start} at the start" if one.rivals else ""
    return f"{captain} {one.captain.name}{place}, {one.company}"


def _precision(one: Exact) -> str:
    """`exact`, or how far off a chance may be."""
    return f"exact within {percent(one.pruned)}" if one.pruned else "exact"


def _metrics(one: Exact) -> Table:
    from analyzer.trucker.metrics import OF_CARDS

    table = _plain_table("")
    table.add_column("expected", justify="right")
    table.add_column("value: chance")
    for metric in OF_CARDS.listed:
        table.add_row(metric.label, _number(one.mean(metric.name)), compact(one.distribution(metric.name)))
    table.add_row("harm in credits", _number(one.harm()), "by the captain's prices, less what comes in", style="bold")
    return table


def _endings(one: Exact) -> Table:
    """How the flight stands afterwards; causes that cannot be are left out."""
    from analyzer.trucker.metrics import METRICS as OF_FLIGHTS

    table = _plain_table("afterwards")
    table.add_column("chance", justify="right")
    for name, chance in one.endings.items():
        if chance or name == "arrived":
            table.add_row("still flying" if name == "arrived" else OF_FLIGHTS[name].label, percent(chance))
    return table


def _most_lost(one: Exact) -> Table:
    """The squares most likely to be lost."""
    from analyzer.trucker.sayings.phrases import in_words

    table = _plain_table("most often lost")
    table.add_column("chance", justify="right")
    lost = sorted(((-chance, square) for square, chance in one.lost_squares.items() if chance))
    for chance, (row, column) in lost[:MOST_LOST]:
        kind = in_words(one.ship.components[row, column].kind)
        table.add_row(f"{kind} at row {row} column {column}", percent(-chance))
    return table


def _plain_table(*columns: str) -> Table:
    table = bare_table(gap=2)
    for column in columns:
        table.add_column(column)
    return table


def compact(found: Distribution) -> str:
    """Every value with its chance; rare ones together at the end."""
    rare = [value for value, chance in found.items() if chance < RARE]
    told = [f"{value}: {percent(chance)}" for value, chance in found.items() if chance >= RARE or len(rare) == 1]
    if len(rare) > 1:
        together = sum((found[value] for value in rare), Fraction(0))
        told.append(f"others from {rare[0]} to {rare[-1]}: {percent(together)}")
    return ", ".join(told)


def percent(chance: Fraction) -> str:
    """A chance in percent; only what is certain is told as 0% or 100%."""
    if chance in (0, 1):
        return "100%" if chance else "0%"
    if chance < Fraction(1, 20_000):
        return "<0.01%"
    return ">99.99%" if chance > 1 - Fraction(1, 20_000) else f"{float(chance):.2%}"


def _number(value: Fraction, places: int = 3) -> str:
    """Whole numbers as they are, so that 0.00 is little and 0 is nothing."""
    return str(int(value)) if value.denominator == 1 else f"{float(value):z.{places}f}"


def _ended(one: Exact) -> Fraction:
    return sum((chance for name, chance in one.endings.items() if name != "arrived"), Fraction(0))


def _met(one: Exact) -> list[Card]:
    cards = {card.id: card for card in one.ship.edition.cards}
    return [cards[number] for number in one.cards]


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers with neighbours drawn together, as `4-7, 25-27`."""
    runs = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    ends = [(run[0][1], run[-1][1]) for run in (list(run) for _, run in runs)]
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in ends)
