"""What fleets come to layout by layout, and what becomes of every ship of them, on its way out of the command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyzer.answers.numbers import decimals
from analyzer.present.terminal import bare_table

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.answers.sort import Sort
    from analyzer.present.sheet import Sheet
    from analyzer.trucker.cards.route import Route
    from analyzer.trucker.result import ShipResult

NARROW = "  "
QUARTERS = {"front_left": "fl", "front_right": "fr", "rear_left": "rl", "rear_right": "rr"}
"""Quarters as columns name them."""


def show_layouts(console: Console, build: ShipResult, route: Route) -> None:
    """A table of layouts, and one of the ships of each way to hang together."""
    console.print("[bold]by layout[/bold]  (and by what the dice joined)")
    console.print(_layouts(build))
    console.print(
        "chance: exactly; came: share of these flights; start, end: ships that flew the first card, and at the end; "
        "lost: components; fl fr rl rr: how often the ship of that quarter comes home; order, looks: rewards"
    )
    console.print()
    console.print("[bold]ship by ship[/bold]  (components lost, cards flown, and why it left)")
    console.print(_ships(build, route))
    console.print()


def _layouts(build: ShipResult) -> Sheet:
    table = bare_table(gap=2)
    table.add_column("layout", no_wrap=True)
    headings = ("chance", "came", "interval", "arrived", "interval", "credits", "interval", "start", "end", "lost")
    for heading in (*headings, "interval", *QUARTERS.values(), "order", "looks"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in build.sorts:
        table.add_row(_name(build, one), str(one.chance), *_came(one), *_measured(build, one))
    return table


def _name(build: ShipResult, one: Sort) -> str:
    """A layout; below one of several ways those, indented."""
    assert build.metrics.sorting is not None
    one_of_several = one.code and len(build.metrics.sorting.possible[one.group]) > 1
    return f"{NARROW}{one.code}" if one_of_several else one.group.replace("_", " ")


def _came(one: Sort) -> tuple[str, str]:
    return f"{one.share.mean:.1%}", f"{one.share.low:.1%} to {one.share.high:.1%}"


def _measured(build: ShipResult, one: Sort) -> Iterator[str]:
    if not one.trials:
        return

    def told(metric: str, places: int = 2) -> tuple[str, str]:
        mean, low, high = build.metrics.measured(metric, one.histograms)
        if build.metrics[metric].is_chance:
            return f"{mean:.1%}", f"{low:.1%} to {high:.1%}"
        return decimals(mean, places), f"{decimals(low, places)} to {decimals(high, places)}"

    yield from told("arrived")
    yield from told("credits")
    yield told("ships_started")[0]
    yield told("ships")[0]
    yield from told("components_lost")
    yield from (told(quarter)[0] for quarter in QUARTERS)
    yield told("order_reward")[0]
    yield told("looks_reward")[0]


def _ships(build: ShipResult, route: Route) -> Sheet:
    from analyzer.trucker.fleets.flown import fleets_on

    table = bare_table(labels=2)
    table.add_column("joined", no_wrap=True)
    table.add_column("ship", no_wrap=True)
    for heading in ("comes home", "interval", "lost", "cards"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("left because")
    fleets = {fleet.joined: fleet for fleet in fleets_on(build.ship, route)}
    for one in build.sorts:
        if not one.code or not one.trials:
            continue
        for number, quarters in enumerate(fleets[one.code].quarters, start=1):
            flies, low, high = build.metrics.measured(f"ship_{number}_flies", one.histograms)
            lost, cards = (one.histograms[f"ship_{number}_{what}"].mean for what in ("lost", "cards"))
            table.add_row(
                one.code,
                f"{number}: {' '.join(QUARTERS[quarter] for quarter in quarters)}",
                f"{flies:.1%}",
                f"{low:.1%} to {high:.1%}",
                decimals(lost),
                decimals(cards, 1),
                why_left(build, one, number),
            )
    return table


def why_left(build: ShipResult, one: Sort, number: int) -> str:
    """Why a ship of a fleet left, the most frequent reason first."""
    from analyzer.trucker.metrics import WHY_LEFT

    shares = {
        why: build.metrics.measured(f"ship_{number}_{why}", one.histograms).mean for why in WHY_LEFT if why != "flies"
    }
    told = sorted(((share, why) for why, share in shares.items() if share), reverse=True)
    return ", ".join(f"{why.replace('_', ' ')} {share:.1%}" for share, why in told)
