"""What layouts are worth on its way out of the command: sentences, layouts, quarters, engines on paper, changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from analyzer.answers.numbers import decimals, signed
from analyzer.present.face import Face, of_several
from analyzer.present.terminal import bare_table, plain_console, print_notes

if TYPE_CHECKING:
    from rich.console import Console

    from analyzer.present.sheet import Sheet
    from analyzer.statistics.estimate import Estimate
    from analyzer.trucker.fleets.held_back import WayOnPaper
    from analyzer.trucker.questions.layouts.answer import LayoutValues

INDENT = "  "
BRIEF = {"front_left": "fl", "front_right": "fr", "rear_left": "rl", "rear_right": "rr"}


def face(found: Sequence[LayoutValues]) -> Face:
    """What layouts are worth to each build."""
    return of_several(found, _show)


def _show(found: Sequence[LayoutValues]) -> None:
    from rich.text import Text

    console = plain_console()
    for one in found:
        told = one.heading().removeprefix(one.ship.name)
        console.print(
            Text(one.ship.name, "bold").append(f"{told}, captain {one.captain.name}", "not bold"), soft_wrap=True
        )
        for sentence in one.conclusions():
            console.print(sentence, soft_wrap=True)
        console.print()
        _show_build(console, one)
    if len(found) > 1:
        console.print("the builds in the mean over the dice", style="bold")
        console.print(_builds(found))
        console.print()
    print_notes(console, (note for one in found for note in one.notes()))


def _show_build(console: Console, found: LayoutValues) -> None:
    console.print("what each layout is worth", style="bold")
    console.print(_layouts(found))
    console.print(
        "chance: exactly, and by the alternative table; more: credits more than in the mean over the dice, flight by "
        "flight; lost: components",
        soft_wrap=True,
    )
    console.print()
    if found.quarters:
        console.print("quarters that fly alone", style="bold")
        console.print(_quarters(found))
        console.print(
            "alone: how often; home: comes home then; credits: of the fleet then; engines: on paper, alone, without "
            "charges and with all of its own; slowest: how often its ship holds the fleet back; lacks: engines its "
            "ship takes at most to be as fast as the next; stands: how often it cannot move",
            soft_wrap=True,
        )
        console.print()
    console.print("engines on paper, with all charges of each ship", style="bold")
    console.print(_engines(found))
    console.print()
    if found.changes:
        console.print(
            "single components, moved or added, that help most (intervals hold for all of these)", style="bold"
        )
        console.print(_changes(found))
        console.print()


def _interval(told: Estimate) -> str:
    return f"{decimals(told.low)} to {decimals(told.high)}"


def _layouts(found: LayoutValues) -> Sheet:
    table = bare_table(gap=2)
    table.add_column("layout", no_wrap=True)
    headings = ("chance", "alternative", "credits", "95% interval", "more", "interval", "arrived", "lost")
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in found.rows:
        several = sum(other.layout == row.layout for other in found.rows) > 1
        name = f"{INDENT}{row.joined}" if row.joined and several else row.layout.replace("_", " ")
        table.add_row(
            name,
            str(row.chance),
            "-" if row.alternative is None else str(row.alternative),
            decimals(row.credits.mean),
            _interval(row.credits),
            signed(row.more.mean),
            f"{signed(row.more.low)} to {signed(row.more.high)}",
            f"{row.arrived.mean:.1%}",
            decimals(row.components_lost.mean),
        )
    return table


def _quarters(found: LayoutValues) -> Sheet:
    table = bare_table(gap=2)
    table.add_column("quarter", no_wrap=True)
    for heading in ("alone", "home", "95% interval", "credits", "interval", "engines", "slowest", "lacks", "stands"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in found.quarters:
        paper = one.paper
        engines = "does not start" if paper.bare is None else f"{paper.bare} to {paper.charged}"
        table.add_row(
            one.quarter.replace("_", " "),
            str(one.chance),
            f"{one.home.mean:.1%}",
            f"{one.home.low:.1%} to {one.home.high:.1%}",
            decimals(one.credits.mean),
            _interval(one.credits),
            engines,
            str(paper.holds_back),
            str(paper.lacks or "-"),
            str(paper.stands),
        )
    return table


def _engines(found: LayoutValues) -> Sheet:
    table = bare_table(gap=2)
    table.add_column("joined", no_wrap=True)
    table.add_column("fleet", justify="right", no_wrap=True)
    table.add_column("ships")
    table.add_column("held back by")
    for way in found.on_paper:
        table.add_row(way.joined, str(min(way.charged, default=0)), _ships(way), _held_back(way))
    return table


def _ships(way: WayOnPaper) -> str:
    return ", ".join(
        f"{' '.join(BRIEF[quarter] for quarter in quarters)} {strength}"
        for quarters, strength in zip(way.quarters, way.charged, strict=True)
    )


def _held_back(way: WayOnPaper) -> str:
    if not way.slowest:
        return "no ship"
    who = " and ".join(" ".join(BRIEF[quarter] for quarter in way.quarters[number]) for number in way.slowest)
    return f"{who}: lacks {way.lacks}"


def _changes(found: LayoutValues) -> Sheet:
    table = bare_table()
    table.add_column("change")
    for heading in ("gain", "95% interval"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    table.add_column("by the alternative", justify="right", no_wrap=True)
    for one in found.changed:
        other = "-" if one.alternative is None else signed(one.alternative.mean)
        gain = f"{signed(one.gain.low)} to {signed(one.gain.high)}"
        table.add_row(one.change.in_words(), signed(one.gain.mean), gain, one.verdict, other)
    return table


def _builds(found: Sequence[LayoutValues]) -> Sheet:
    table = bare_table(gap=2)
    table.add_column("build", no_wrap=True)
    for heading in ("credits", "95% interval", "by the alternative", "interval", "best way", "worst", "apart"):
        table.add_column(heading, justify="right", no_wrap=True)
    for one in sorted(found, key=lambda each: -each.mean().mean):
        other = None if one.alternative is None else one.mean(alternative=True)
        table.add_row(
            one.ship.name,
            decimals(one.mean().mean),
            _interval(one.mean()),
            *(("-", "") if other is None else (decimals(other.mean), _interval(other))),
            one.best.joined,
            one.worst.joined,
            decimals(one.spread.mean),
        )
    return table
