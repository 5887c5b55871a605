"""Output of flights and races by the command: tables, histograms, notes and figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any

from analyzer.answers.description import Description, to_data_frame
from analyzer.answers.metrics import QUANTILE_COLUMNS
from analyzer.present.described import show_descriptions
from analyzer.present.view import Figures, View

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.answers.comparison import Comparison
    from analyzer.present.figures.of_answers import Figures as NamedFigures
    from analyzer.trucker.questions.fly import OtherCaptains
    from analyzer.trucker.questions.race import Race
    from analyzer.trucker.result import Result, ShipResult


COURSE_FLIGHTS = 20_000
"""Largest number of flights that are flown again to draw figures card by card."""


def figures(results: Sequence[Result]) -> NamedFigures:
    """Return the figures of results: spread of credits and losses, sources of credits, and events card by card."""
    from analyzer.trucker.figures.flights import of_flights

    return chain(of_flights(results), course_figures(results))


def course_figures(results: Sequence[Result]) -> NamedFigures:
    """Yield figures of results card by card: events at each card, and components hit and lost on each ship.

    At most COURSE_FLIGHTS of the same flights are flown again for them.
    """
    from analyzer.present.figures.of_answers import figures as figures_of
    from analyzer.trucker.questions.course import follow

    for result in results:
        yield from figures_of(*follow([result.experiment], min(result.trials, COURSE_FLIGHTS))).items()


PLAIN_CHANGE = (
    "Means in this table are plain; those above are corrected by the known chances of the cards, which differ without "
    "the forecast."
)
"""Note on why the table of results and that of the forecast's effect have different means."""


def view_of(
    results: Sequence[Result], changes: Sequence[Comparison] = (), captains: Sequence[OtherCaptains] = ()
) -> View:
    """Return the output of the verb `fly`: results of flights with their tables, figures and notes."""
    return View(
        facts=partial(_facts, results, changes, captains),
        show=partial(_show, results, changes, captains),
        table=partial(tidy, results),
        figures=partial(figures, results),
        settings=partial(_settings, results),
        answers=results,
    )


def _settings(results: Sequence[Result]) -> pd.DataFrame:
    from analyzer.trucker.questions.sweep import tidy as with_factors

    return with_factors(results)


def _facts(
    results: Sequence[Result], changes: Sequence[Comparison], captains: Sequence[OtherCaptains]
) -> list[dict[str, Any]]:
    facts = [result.as_dict() for result in results]
    for one, change in zip(facts, changes, strict=False):
        one["forecast_changes"] = change.differences(*change.names)
    for one, others in zip(facts, captains, strict=False):
        one["other_captains"] = others.as_dict()
    return facts


def _show(
    results: Sequence[Result],
    changes: Sequence[Comparison],
    captains: Sequence[OtherCaptains],
    *,
    verbose: bool = False,
) -> None:
    """Print each result with other captains' results, then the effects of forecasts and the notes."""
    descriptions = [_with_captains(result.description(), one) for result, one in zip_longest(results, captains)]
    show_descriptions([*descriptions, *map(_change, results, changes)], verbose=verbose)


def _with_captains(description: Description, captains: OtherCaptains | None) -> Description:
    """Return a ship's description with a line on other captains before the spread of its credits."""
    if captains is None:
        return description
    (ship,) = description.each
    return replace(description, each=[replace(ship, parts=[*ship.parts[:-1], captains.heading(), ship.parts[-1]])])


def _change(result: Result, change: Comparison) -> Description:
    """Return the description of how a forecast changed a result."""
    title = f"what the forecast changes for {change.experiments[0].subjects[0].name}, {change.setting}"
    is_corrected = any(ship.credits.sharper is not None for ship in result.ships)
    return Description(title, "", parts=[*change.differences_in_parts(), *[PLAIN_CHANGE] * is_corrected])


def tidy(results: Sequence[Any]) -> pd.DataFrame:
    """Return one table of all results, with a row for each ship and metric.

    Columns are ship, metric, mean, low, high, quantiles, level, flights and seed. Ships with the same name are
    numbered. The seeds of merged runs are text, e.g. `1 2`.
    """
    from analyzer.answers.numbers import distinct

    names = iter(distinct(ship.name for result in results for ship in result.ships))
    merged = any(len(result.seeds) > 1 for result in results)
    rows = []
    for result in results:
        seed = " ".join(map(str, result.seeds)) if merged else result.seeds[0]
        run = {"level": result.experiment.route.level_name, "flights": result.flights, "seed": seed}
        for ship in result.ships:
            name = next(names)
            rows += [row | {"ship": name} | run for row in _rows(ship)]
    return to_data_frame(rows, integers=QUANTILE_COLUMNS)


def _rows(ship: ShipResult) -> Iterator[dict[str, Any]]:
    """Yield a row for each metric; for fleets over all flights (layout `all`), then by layout and way of joining."""
    if not ship.sorts:
        yield from ship.rows()
        return
    yield from (row | {"layout": "all", "joined": ""} for row in ship.rows())
    for one in ship.sorts:
        if one.trials:
            yield from (row | {"layout": one.group, "joined": one.code} for row in ship.of_sort(one.name).rows())


def view_of_races(results: Sequence[Race], changes: Sequence[Comparison] = ()) -> View:
    """Return the view of races: how often each ship wins, then the flights of every ship as `fly` shows them."""
    return replace(view_of(results, changes), figures=partial(_race_figures, results))


def _race_figures(results: Sequence[Race]) -> Figures:
    """Return the figures of races: risk against return, then the figures of their flights."""
    from analyzer.present.figures.of_answers import figures

    return chain(figures(*results).items(), course_figures(results))
