"""What a report says of fleets: layout by layout, ship by ship, insurance; and who is ahead in each layout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from analyzer.present.page_tables import Cell, Column, Table, table
from analyzer.trucker.fleets.borders import WAYS
from analyzer.trucker.fleets.compiled import fleets_on
from analyzer.trucker.questions.insure.answer import CostOfInsurance
from analyzer.trucker.questions.insure.tally import Flown, Losses
from analyzer.trucker.questions.report.words import interval, number, share

if TYPE_CHECKING:
    from analyzer.answers.comparison import Comparison
    from analyzer.answers.sort import Sort
    from analyzer.trucker.experiment import Experiment
    from analyzer.trucker.result import ShipResult

INDENT = "\N{NO-BREAK SPACE}" * 2


def insurance_of(ship: ShipResult, experiment: Experiment) -> CostOfInsurance:
    """What insurance comes to in the flights of a result, with money enough: payments follow from the losses."""
    losses = {
        Flown(code, lost, 0): times
        for code, histograms in ship.parts.items()
        for lost, times in histograms["components_lost"].counts.items()
    }
    return CostOfInsurance(experiment, Losses((losses,)))


def fleet_tables(ship: ShipResult, experiment: Experiment) -> Iterator[Table]:
    """The tables of one build."""
    columns = ("layout", "chance", "flights", "credits", "arrives", "ships at the start", "at the end", "lost")
    yield table(columns, [(_name(ship, one), _cells(ship, one)) for one in ship.sorts if one.trials], "By layout")
    heads = ("joined, ship", "comes home", "components lost", "cards", Column("left because", words=True))
    yield table(heads, list(_ships(ship, experiment)), "Ship by ship")
    found = insurance_of(ship, experiment).ships[0]
    paid = [f"cost of {premium}" if premium else "of no insurance" for premium in found.all.choices]
    rows: list[tuple[str, list[Cell | str]]] = []
    for one in (found.all, *found.layouts.values()):
        if one.flights:
            cells: list[Cell | str] = [_estimate(choice.cost.estimate()) for choice in one.choices.values()]
            cells.append(one.advice())
            rows.append((one.layout.replace("_", " ") or one.name, cells))
    yield table(("layout", *paid, Column("which to take", words=True)), rows, "Insurance: premium and payment together")


def ahead_by_layout(comparison: Comparison) -> Table | None:
    """A row a layout, a column a ship: its credits there, and its group; None where nothing is told by layouts."""
    if not comparison.sorts or len(comparison.names) < 2:
        return None
    rows: list[tuple[str, list[Cell | str]]] = []
    for one in comparison.sorts:
        if one.trials:
            ranked = {row[comparison.word]: row for row in comparison.of_sort(one.name).ranking()}
            cells = [_ranked(ranked[name]["credits"], ranked[name]) for name in comparison.names]
            rows.append((_name(comparison.results[0], one), [str(one.chance), *cells]))
    return table(("layout", "chance", *comparison.names), rows, "By layout: credits, and the groups there")


def _ranked(credits: float, row: dict[str, object]) -> Cell:
    low, high = row["low"], row["high"]
    assert isinstance(low, float)
    assert isinstance(high, float)
    return Cell(f"{number(credits)} {row['groups']}", interval(low, high))


def _name(ship: ShipResult, one: Sort) -> str:
    assert ship.metrics.sorting is not None
    one_of_several = one.code and len(ship.metrics.sorting.possible[one.group]) > 1
    return f"{INDENT}{one.code}" if one_of_several else one.group.replace("_", " ")


def _estimate(told: tuple[float, float, float]) -> Cell:
    return Cell(number(told[0]), interval(*told[1:]))


def _cells(ship: ShipResult, one: Sort) -> list[Cell | str]:
    def told(metric: str) -> Cell:
        mean, low, high = ship.metrics.measured(metric, one.histograms)
        chance = ship.metrics[metric].is_chance
        return Cell(share(mean), f"{share(low)} to {share(high)}") if chance else _estimate((mean, low, high))

    plain = [number(one.histograms[column].mean) for column in ("ships_started", "ships")]
    return [str(one.chance), f"{one.trials:,}", told("credits"), told("arrived"), *plain, told("components_lost")]


def _ships(ship: ShipResult, experiment: Experiment) -> Iterator[tuple[str, list[Cell | str]]]:
    fleets = {fleet.joined: fleet for fleet in fleets_on(ship.ship, experiment.route)}
    for one in sorted((one for one in ship.sorts if one.code and one.trials), key=lambda one: WAYS.index(one.code)):
        for count, quarters in enumerate(fleets[one.code].quarters, start=1):
            mean, low, high = ship.metrics.measured(f"ship_{count}_flies", one.histograms)
            lost, cards = (number(one.histograms[f"ship_{count}_{what}"].mean) for what in ("lost", "cards"))
            who = ", ".join(quarter.replace("_", " ") for quarter in quarters)
            home = Cell(share(mean), f"{share(low)} to {share(high)}")
            yield f"{one.code}: {who}", [home, lost, cards, why_left(ship, one, count)]


def why_left(ship: ShipResult, one: Sort, count: int) -> str:
    """Why a ship of a fleet left, the most frequent reason first."""
    words = ship.metrics.words[f"ship_{count}_left"]
    counts = one.histograms[f"ship_{count}_left"].counts
    told = sorted(((times, words[code]) for code, times in counts.items() if words[code] != "flies"), reverse=True)
    return ", ".join(f"{why.replace('_', ' ')} {times / one.trials:.1%}" for times, why in told)
