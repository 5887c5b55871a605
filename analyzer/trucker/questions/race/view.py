"""A race on its way out of the command: who wins, head to head, and every ship's credits side by side."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain, combinations
from typing import TYPE_CHECKING

from analyzer.answers.numbers import decimals
from analyzer.present.bars import side_by_side
from analyzer.present.face import Face, Figures
from analyzer.present.terminal import bare_table, plain_console

if TYPE_CHECKING:
    from analyzer.answers.comparison import Comparison
    from analyzer.present.sheet import Sheet
    from analyzer.trucker.questions.race.answer import Race


def face(results: Sequence[Race], changes: Sequence[Comparison] = ()) -> Face:
    """Who wins, then the flights of every ship as `fly` tells them."""
    from analyzer.trucker import view as flights

    told = flights.face(results, changes)

    def show() -> None:
        for found in results:
            _show(found)
        told.show()

    return Face(told.facts, show, told.table, partial(_figures, results))


def _show(found: Race) -> None:
    console = plain_console()
    who = " against ".join(ship.name for ship in found.ships)
    console.print(f"{who}: {found.heading()}", style="bold")
    console.print()
    console.print(_standing(found))
    console.print(
        "richest: share of flights in which no other ship has more credits (alone: every other has fewer); "
        "first: arrives first; spread: standard deviation of credits",
    )
    console.print()
    console.print(found.in_words(), soft_wrap=True)
    console.print()
    console.print("head to head: in how many flights the first has more credits than the second", style="bold")
    console.print(_head_to_head(found))
    console.print()
    console.print("credits, side by side (share of flights)", style="bold")
    for line in side_by_side({ship.name: ship.histograms["credits"] for ship in found.ships}, console):
        console.print(line, no_wrap=True, overflow="ignore", crop=False)
    console.print()


def _standing(found: Race) -> Sheet:
    """A row a ship."""
    table = bare_table()
    table.add_column("ship")
    for heading in ("richest", "95% interval", "alone", "first", "credits", "interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    for heading in ("arrived", "loss", "spread", "worst 5 percent", "interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in found.standing():
        shares = {name: f"{row[name]:.1%}" for name in ("richest", "richest_alone", "first", "arrived", "loss")}
        spans = {
            name: f"{decimals(row[f'{name}_low'])} to {decimals(row[f'{name}_high'])}"
            for name in ("credits", "worst_5_percent")
        }
        table.add_row(
            row["ship"],
            shares["richest"],
            f"{row['richest_low']:.1%} to {row['richest_high']:.1%}",
            shares["richest_alone"],
            shares["first"],
            decimals(row["credits"]),
            spans["credits"],
            shares["arrived"],
            shares["loss"],
            decimals(row["spread"]),
            decimals(row["worst_5_percent"]),
            spans["worst_5_percent"],
        )
    return table


def _head_to_head(found: Race) -> Sheet:
    """A row a pair, the one that is richest more often first."""
    table = bare_table(labels=2)
    for heading in ("", "against"):
        table.add_column(heading)
    for heading in ("more", "95% interval", "less", "same", "credits ahead", "interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    rows = {(row["a"], row["b"]): row for row in found.head_to_head()}
    for row in (rows[pair] for pair in combinations((row["ship"] for row in found.standing()), 2)):
        more = f"{row['more']:.1%}", f"{row['more_low']:.1%} to {row['more_high']:.1%}"
        ahead = decimals(row["difference"]), f"{decimals(row['low'])} to {decimals(row['high'])}"
        table.add_row(row["a"], row["b"], *more, f"{row['less']:.1%}", f"{row['same']:.1%}", *ahead)
    return table


def _figures(results: Sequence[Race]) -> Figures:
    """Risk against return, then those of flights."""
    from analyzer.present.figures.of_answers import figures
    from analyzer.trucker.drawing.of_flights import of_the_way

    return chain(figures(*results).items(), of_the_way(results))
