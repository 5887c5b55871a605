"""What insurance comes to on its way out of the command: advice, a table of layouts, premiums in detail, layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.answers.numbers import decimals, signed
from analyzer.present.face import Face, of_several
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.present.sheet import Sheet
    from analyzer.trucker.questions.insure.answer import CostOfInsurance, ShipInsurance
    from analyzer.trucker.questions.insure.premiums import InsuranceOf

INDENT = "  "


def face(found: Sequence[CostOfInsurance]) -> Face:
    """What each premium comes to for each build."""
    return of_several(found, _show)


def _show(found: Sequence[CostOfInsurance]) -> None:
    from rich.text import Text

    console = plain_console()
    for one in found:
        captain = one.experiment.captains[0].name
        for ship in one.ships:
            told = f": {one.heading()}, captain {captain}"
            console.print(Text(ship.name, "bold").append(told, "not bold"), soft_wrap=True)
            _show_ship(console, ship)
    if len(found) > 1:
        console.print("which premium to take, by layout (*: others cannot be told apart from it)", style="bold")
        console.print(_advice([ship for one in found for ship in one.ships]))
        console.print()
    print_notes(console, (note for one in found for note in one.notes()))


def _show_ship(console: Console, ship: ShipInsurance) -> None:
    console.print()
    console.print("mean cost of each premium, and which to take once the dice have fallen", style="bold")
    console.print(_by_layout(ship))
    console.print(
        "lost: components; 0, 2, ...: premium and payment together; advice: the cheapest premium, with those that "
        "cannot be told apart from it (95%, all pairs at once)",
        soft_wrap=True,
    )
    console.print()
    console.print("premium by premium", style="bold")
    console.print(_in_detail(ship))
    console.print(
        "more than none: flight by flight; 5% 50% 95%: quantiles of the cost; pays: flights in which it costs less "
        "than none, those with more losses than stand under `above`; break even: the premium that it is worth",
        soft_wrap=True,
    )
    console.print()
    console.print("layer by layer: what of the losses lies there, against what covering it costs more", style="bold")
    console.print(_layers(ship))
    console.print()


def _by_layout(ship: ShipInsurance) -> Sheet:
    table = bare_table(gap=2)
    table.add_column("layout", no_wrap=True)
    for heading in ("chance", "lost", *map(str, ship.all.choices)):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("advice")
    for one in ship:
        if not one.flights:
            continue
        costs = (decimals(choice.cost.mean) for choice in one.choices.values())
        table.add_row(_name(ship, one), str(one.chance), decimals(one.lost.mean), *costs, one.advice())
    return table


def _name(ship: ShipInsurance, one: InsuranceOf) -> str:
    return f"{INDENT}{one.joined}" if _is_one_of_several(ship, one) else one.layout.replace("_", " ") or one.name


def _is_one_of_several(ship: ShipInsurance, one: InsuranceOf) -> bool:
    """Whether it is one of the ways in which the dice make a layout."""
    return bool(one.joined) and sum(other.layout == one.layout for other in ship.sorts) > 1


def _in_detail(ship: ShipInsurance) -> Sheet:
    table = bare_table()
    table.add_column("premium", no_wrap=True)
    headings = ("cost", "95% interval", "more than none", "interval", "spread", "5%", "50%", "95%", "pays", "above")
    for heading in (*headings, "break even", "interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in ship:
        if not one.flights or _is_one_of_several(ship, one):
            continue
        table.add_heading(f"{_name(ship, one)} ({one.flights:,} flights)")
        for choice in one.choices.values():
            cost, more, even = choice.cost.estimate(), choice.difference.estimate(), choice.break_even
            cells = [decimals(cost.mean), f"{decimals(cost.low)} to {decimals(cost.high)}"]
            none = choice.pays_from is None
            cells += ["-", ""] if none else [signed(more.mean), f"{signed(more.low)} to {signed(more.high)}"]
            cells += [decimals(choice.cost.std), *(str(choice.cost.quantile(q)) for q in (0.05, 0.5, 0.95))]
            if not none:
                cells += [f"{choice.pays.mean:.1%}", str(choice.pays_from)]
                cells += [decimals(even.mean), f"{decimals(even.low)} to {decimals(even.high)}"]
            name = str(choice.premium) + " (cannot be paid)" * (not choice.affordable)
            table.add_row(name, *cells, style="bold" if choice.premium in one.advised else None)
    return table


def _layers(ship: ShipInsurance) -> Sheet:
    table = bare_table(labels=2)
    table.add_column("losses", no_wrap=True)
    table.add_column("price", no_wrap=True)
    for heading in ("worth", "95% interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("verdict")
    for one in ship:
        if not one.flights or _is_one_of_several(ship, one):
            continue
        table.add_heading(_name(ship, one))
        for layer in one.layers:
            worth = layer.worth.estimate()
            interval = f"{decimals(worth.low)} to {decimals(worth.high)}"
            table.add_row(layer.name, str(layer.price), decimals(worth.mean), interval, layer.verdict)
    return table


def _advice(ships: Sequence[ShipInsurance]) -> Sheet:
    """A row a build, a column a layout."""
    table = bare_table(gap=2)
    table.add_column("build", no_wrap=True)
    layouts = list(dict.fromkeys(one.layout for ship in ships for one in ship.sorts))
    table.add_column("all", justify="right", no_wrap=True)
    for layout in layouts:
        table.add_column(layout.replace("_", " "), justify="right", no_wrap=True)
    for ship in ships:
        of = ship.layouts
        table.add_row(ship.name, *(_brief(one) for one in (ship.all, *(of[layout] for layout in layouts))))
    return table


def _brief(one: InsuranceOf) -> str:
    return f"{one.cheapest}{'*' * (len(one.advised) > 1)}" if one.flights else "-"
