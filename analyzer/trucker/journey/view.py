"""Journeys on their way out of the command: a table a trucker by flight, the end in sentences, and what to know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from analyzer.present.bars import histogram_lines
from analyzer.present.face import Face, each
from analyzer.present.terminal import bare_table, plain_console

if TYPE_CHECKING:
    from rich.table import Table

    from analyzer.trucker.journey.answer import Journey, Standing


def face(results: Sequence[Journey]) -> Face:
    """What the journeys came to, and a chart of the purses."""
    return each(results, show_journey)


def show_journey(found: Journey) -> None:
    """Every trucker by flight, every purse at the end, and notes."""
    console = plain_console()
    console.print(found.heading(), style="bold")
    console.print("credits: what a flight came to; held: all so far, at least 0; lost: components", soft_wrap=True)
    for trucker in found.truckers:
        console.print()
        console.print(f"{trucker.name}, captain {_captain(found, trucker)}", style="bold")
        console.print(_by_flight(found, trucker))
    for purse in found.purses:
        console.print()
        console.print(f"{purse.name} at the end", style="bold")
        for sentence in sentences(found, purse):
            console.print(sentence, soft_wrap=True)
        for line in histogram_lines(purse.final, console):
            console.print(line)
    console.print()
    for note in found.notes():
        console.print(f"note: {note}")


def sentences(found: Journey, purse: Standing) -> Iterator[str]:
    """What one purse comes to, a sentence a line."""
    mean, low, high = purse.measured("final")
    final = purse.final
    yield (
        f"{mean:.2f} credits ({low:.2f} to {high:.2f}); half of journeys end with {final.quantile(0.25)} to "
        f"{final.quantile(0.75)}, nine in ten with {final.quantile(0.05)} to {final.quantile(0.95)}."
    )
    if found.teamed:
        held = [f"{purse.histograms[f'held_{leg}'].mean:.2f}" for leg in range(1, len(found.levels) + 1)]
        yield f"Held after each flight, together: {', '.join(held)}."
    yield f"Wins as the rules have it, with a credit at least: {_chance(purse, 'solvent')}."
    if len(found.purses) > 1:
        yield f"Richest, ties counted for all: {_chance(purse, 'richest')}."
    for leg, experiment in enumerate(found.experiment.flights, start=1):
        if any(experiment.ships[member].insurance for member in purse.members):
            yield f"Pays the premium of flight {leg}: {_chance(purse, f'insured_{leg}')}."
    for trucker in found.truckers if found.experiment.trek else ():
        if trucker.members[0] in purse.members and "gold" in trucker.histograms and len(found.levels) > 1:
            yield f"{trucker.name} turns a title to gold: {_chance(trucker, 'gold')}."


def _chance(standing: Standing, metric: str) -> str:
    share, low, high = standing.measured(metric)
    return f"{share:.2%} ({low:.2%} to {high:.2%})"


def _captain(found: Journey, trucker: Standing) -> str:
    return found.experiment.flights[0].captains[trucker.members[0]].name


def _by_flight(found: Journey, trucker: Standing) -> Table:
    """A row a flight."""
    titled, own_purse = found.experiment.trek is not None, not found.teamed
    table = bare_table(labels=2)
    table.add_column("level", no_wrap=True)
    table.add_column("ship")
    headings = ["credits", "95% interval", "5%", "50%", "95%", *["titles"] * titled, *["held"] * own_purse]
    for heading in (*headings, "arrives", "lost"):
        table.add_column(heading, justify="right", no_wrap=True)
    for leg, experiment in enumerate(found.experiment.flights, start=1):
        mean, low, high = trucker.measured(f"credits_{leg}")
        credits = trucker.histograms[f"credits_{leg}"]
        cells = [f"{mean:.2f}", f"{low:.2f} to {high:.2f}", *(str(credits.quantile(q)) for q in (0.05, 0.5, 0.95))]
        also = ["titles"] * titled + ["held"] * own_purse
        cells += [f"{trucker.measured(f'{metric}_{leg}')[0]:.2f}" for metric in also]
        cells += [
            f"{trucker.measured(f'arrived_{leg}')[0]:.1%}",
            f"{trucker.measured(f'components_lost_{leg}')[0]:.2f}",
        ]
        table.add_row(experiment.route.level_name, experiment.ships[trucker.members[0]].name, *cells)
    return table
