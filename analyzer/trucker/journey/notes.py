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
    notes = [*_on_starting(flights, names), *_on_decks(flights)]
    if any(len(members) > 1 for members in shared):
        notes.append(
            "Teams share one purse, also for losses. Team mates swap seats after building, so each flies the ship that "
            "the other built: name for every trucker the ships they fly."
        )
    if titles is not None:
        notes += _on_titles(titles)
    for leg, experiment in enumerate(flights, start=1):
        for name, squares in zip(names, experiment.removed, strict=True):
            if squares:
                listed = ", ".join(f"row {row} column {column}" for row, column in squares)
                notes.append(f"{name}, flight {leg}: {experiment.route.how_mended}: {listed}.")
    notes += [note for experiment in flights for note in not_in_one_box(experiment.ships)]
    for experiment in flights:
        notes += experiment.class_notes()
        notes += experiment.ship_class.notes_on_journey(experiment.ships, experiment.route)
    routes = [experiment.route for experiment in flights]
    notes += [note for route in routes for note in (*caveats(route), *route.notes())]
    return list(dict.fromkeys(notes))


def _on_starting(flights: Sequence[Experiment], names: Sequence[str]) -> list[str]:
    if len(names) == 1:
        return [all_of_flying_alone()]
    if len(flights) == 1:
        return []
    return [
        "On every flight after the first, truckers start in the order in which they finished the one before. How fast "
        "they build is not known, so this is a default of ours (docs/rulings.md)."
    ]


def _on_decks(flights: Sequence[Experiment]) -> list[str]:
    if len(flights) == 1:
        return []
    return ["All cards of a flight's deck leave the game afterwards, also those that nobody reached."]


def _on_titles(titles: Sequence[Title]) -> list[str]:
    own = "The titles stand in for those of the box, whose list was not at hand. Names and metrics are our own."
    return [
        *[own] * (tuple(titles) == default_titles("2021")),
        "Titles replace the reward for looks. Each journey draws as many titles as there are truckers.",
        "Whoever wins several titles keeps the one listed first. The others go to truckers without a title, in the "
        "order of arrival.",
        "Defending a golden title has restrictions, printed on a page that was not at hand. They are left out.",
    ]
