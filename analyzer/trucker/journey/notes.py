"""What a reader of journeys should know: which facts are inferred, and which rules are readings of ours."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.trucker.cards.alone import all_of_flying_alone
from analyzer.trucker.cards.caveats import caveats
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.journey.purses import Purses
from analyzer.trucker.journey.titles import Title
from analyzer.trucker.journey.titlesfile import default_titles
from analyzer.trucker.ship.lacking import not_in_one_box


def notes_on(
    flights: Sequence[Experiment], names: Sequence[str], shared: Purses, titles: Sequence[Title] | None
) -> list[str]:
    """Sentences on the flights, the order of starting, teams and titles."""
    notes = [*_on_company(flights, names), *_on_decks(flights)]
    if any(len(members) > 1 for members in shared):
        notes.append(
            "teams share one purse, also for losses; that team mates swap seats after building means only that each "
            "flies the other's ship: give every trucker the ships they fly"
        )
    if titles is not None:
        notes += _on_titles(titles)
    for leg, experiment in enumerate(flights, start=1):
        for name, squares in zip(names, experiment.removed, strict=True):
            if squares:
                listed = ", ".join(f"row {row} column {column}" for row, column in squares)
                notes.append(f"{name}, flight {leg}: {experiment.route.how_mended}: {listed}")
    notes += [note for experiment in flights for note in not_in_one_box(experiment.ships)]
    for experiment in flights:
        notes += experiment.class_notes()
        notes += experiment.ship_class.notes_on_journey(experiment.ships, experiment.route)
    routes = [experiment.route for experiment in flights]
    notes += [note for route in routes for note in (*caveats(route), *route.notes())]
    return list(dict.fromkeys(notes))


def _on_company(flights: Sequence[Experiment], names: Sequence[str]) -> list[str]:
    if len(names) == 1:
        return [all_of_flying_alone()]
    if len(flights) == 1:
        return []
    return [
        "on every flight after the first, truckers start in the order in which they finished the one before: nothing "
        "else tells how fast they build (a default of ours, see docs/rulings.md)"
    ]


def _on_decks(flights: Sequence[Experiment]) -> list[str]:
    if len(flights) == 1:
        return []
    return ["all cards of a flight's deck are out of the game afterwards, also those that nobody lived to see"]


def _on_titles(titles: Sequence[Title]) -> list[str]:
    own = "the titles stand in for those of the box, whose list was not at hand: names and metrics are our own"
    return [
        *[own] * (tuple(titles) == default_titles("2021")),
        "titles take the place of the reward for looks; each journey draws as many as truckers take part",
        "who wins several titles keeps the one listed first; the rest go to those without one, in the order of arrival",
        "the restrictions under which golden titles are defended are printed on a page that was not at hand: left out",
    ]
