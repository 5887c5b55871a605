"""Comparison of ships, journeys and settings over the same flights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Unpack

from analyzer.answers.both_settings import BothSettings
from analyzer.answers.comparison import MARGIN, Comparison
from analyzer.answers.numbers import distinct
from analyzer.errors import AnalyzerError, named_setting
from analyzer.runs.amount import split_amount
from analyzer.runs.compare import compare_experiments, compare_in_both
from analyzer.trucker.cards.route import home_level
from analyzer.trucker.conditions import (
    ALONE,
    FIELD,
    Conditions,
    FlightKeywords,
    checked_ships,
    one_for_each,
    plan_by_ship,
    with_rivals,
)
from analyzer.trucker.edition import OwnEdition
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipsLike, as_ships, field_against
from analyzer.trucker.world import DEFAULT_CAPTAIN

BY_NUMBER = (
    "Editions deal other cards, so flights of several editions are compared by their number, each edition with its own "
    "reference ships. The intervals allow for that."
)
"""Note on comparisons across editions."""


def compare(
    ships: ShipsLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    until: str | None = None,
    margin: float = MARGIN,
    **options: Unpack[FlightKeywords],
) -> Comparison:
    """Fly two or more ships through the same flights, each by itself against the same rivals, and compare them.

    Ships may be of several editions. Each then flies in the field of its own edition, and the ranking has a column
    `edition`. The result does not depend on the number of workers, or on whether a run was interrupted and resumed.
    `compare_journeys` compares whole journeys.

    Args:
        ships: ships, or the paths of their files.
        level: flight level; that of the first ship's board if None.
        flights: largest number of flights; if None 100,000, or 1,000,000 with `until`. If both are None, the run stops
            once no interval of a difference is wider than `margin`.
        seed: fixes all decks and dice.
        until: "decided" stops the run once every pair is decided: one ship earns more, or the two differ by at most
            `margin`. The chance that any of these verdicts is wrong is at most 5%.
        margin: difference in credits a flight that counts as equal.
        **options: conditions of the flights (see `Conditions`) and how much is run (see `HowMuch`). `captain` is one
            for all ships or one for each. `precision` stops the run once the half-width of every difference's 95%
            interval is at most that.

    Returns:
        The comparison: each ship's result, paired differences and verdicts.

    Raises:
        AnalyzerError: with every reason why these ships cannot be compared.

    >>> import analyzer
    >>> mile, arrow = (analyzer.load_ship(f"ships/2007/I/{name}.yaml") for name in ("first-mile", "paper-arrow"))
    >>> analyzer.compare([mile, arrow], flights=5000).verdict("First Mile", "Paper Arrow")
    'better'
    """
    ships = several(ships)
    how_much, conditions = split_amount(options, Conditions)
    named = plan_each(ships, level, seed, **conditions)
    by_number = differ(named)
    compared = compare_experiments(
        named, flights, margin=margin, by_number=by_number, until=until, is_most=True, **how_much
    )
    return with_note(compared) if differ(named) else compared


def differ(experiments: Mapping[str, Experiment]) -> bool:
    """Return whether the experiments are of several editions, whose flights of equal number meet different cards."""
    return len({one.route.edition for one in experiments.values()}) > 1


def with_note(compared: Comparison) -> Comparison:
    """Return a comparison across editions with a note that its flights are paired only by their numbers."""
    return replace(compared, remarks=(*compared.remarks, BY_NUMBER))


def several(ships: ShipsLike) -> list[Layout]:
    """Return the ships as a list; raise AnalyzerError for fewer than two."""
    listed = as_ships(ships)
    if len(listed) < 2:
        raise AnalyzerError(f"{len(listed)} ship{'s' * (not listed)}: a comparison takes two or more")
    return listed


def plan_each(
    ships: ShipsLike, level: str | None = None, seed: int = 1, **conditions: Unpack[Conditions]
) -> dict[str, Experiment]:
    """Return an experiment for each ship, which flies by itself; all ships meet the same rivals.

    Ships of several editions each fly by their own rules, in the field of their own board.

    Args:
        ships: ships, or the paths of their files.
        level: flight level; that of the first ship's board if None.
        seed: fixes all decks and dice.
        **conditions: conditions of the flights; `captain` is one for all ships or one for each.

    Returns:
        Experiments by the name of the ship.

    Raises:
        AnalyzerError: with every reason why these ships cannot be flown side by side.
    """
    ships = checked_ships(ships)
    editions = [ship.board.edition for ship in ships]
    OwnEdition.tell_apart(editions)
    level, names = level or home_level(ships[0]), _names(ships)
    if len(set(editions)) == 1:
        return dict(zip(names, plan_by_ship(ships, level, seed, paired=True, **conditions), strict=True))
    ships = [replace(ship, name=name) for ship, name in zip(ships, names, strict=True)]
    captains = one_for_each(conditions.get("captain", DEFAULT_CAPTAIN), len(ships))
    if conditions.get("rivals", FIELD) not in (FIELD, ALONE):
        mixed = f"{named_setting('rivals', FIELD)} or {named_setting('rivals', ALONE)}"
        raise AnalyzerError(f"rivals: ships of several editions cannot meet the same ones: fly them with {mixed}")
    by_edition: dict[str, list[Experiment]] = {}
    for edition in dict.fromkeys(editions):
        some = [number for number, one in enumerate(editions) if one == edition]
        own: Conditions = {**conditions, "captain": [captains[number] for number in some]}
        by_edition[edition] = plan_by_ship([ships[number] for number in some], level, seed, paired=True, **own)
    return {name: by_edition[edition].pop(0) for name, edition in zip(names, editions, strict=True)}


def _names(ships: Sequence[Layout]) -> list[str]:
    """Return distinct names; ships of one name in several editions get the edition in brackets."""
    several = len({ship.board.edition for ship in ships}) > 1
    alike = Counter(ship.name for ship in ships)
    return distinct(
        f"{ship.name} ({ship.board.edition})" if several and alike[ship.name] > 1 else ship.name for ship in ships
    )


def compare_settings(
    ships: ShipsLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    until: str | None = None,
    margin: float = MARGIN,
    **options: Unpack[FlightKeywords],
) -> BothSettings:
    """Compare ships as `compare` does, and again in the other setting.

    The other setting is alone for ships that flew with rivals, and the field for ships that flew alone. It takes the
    first flights again, at most 20,000. A save file keeps both comparisons.

    Args:
        ships: ships, or the paths of their files.
        level: flight level; that of the first ship's board if None.
        flights: largest number of flights; if None 100,000, or 1,000,000 with `until`. If both are None, the run stops
            once no interval of a difference is wider than `margin`.
        seed: fixes all decks and dice.
        until: "decided" stops the run once every pair is decided, as in `compare`.
        margin: difference in credits a flight that counts as equal.
        **options: conditions of the flights (see `Conditions`) and how much is run (see `HowMuch`).

    Returns:
        Both comparisons: `main` in the requested setting, `other` in the other one.

    Raises:
        AnalyzerError: with every reason why these ships cannot be compared.

    >>> import analyzer
    >>> mile, arrow = (analyzer.load_ship(f"ships/2007/I/{name}.yaml") for name in ("first-mile", "paper-arrow"))
    >>> both = analyzer.compare_settings([mile, arrow], flights=500)
    >>> both.main.setting, both.other.setting
    ('in the field', 'alone')
    """
    ships = several(ships)
    how_much, conditions = split_amount(options, Conditions)
    named = plan_each(ships, level, seed, **conditions)
    by_number, there = differ(named), in_other_setting(named)
    both = compare_in_both(named, there, flights, margin=margin, by_number=by_number, until=until, **how_much)
    return BothSettings(with_note(both.main), with_note(both.other)) if by_number else both


def in_other_setting(experiments: Mapping[str, Experiment]) -> dict[str, Experiment]:
    """Return the experiments in the other setting: without rivals if they have any, else against the field.

    Ships, decks and dice stay as they are.
    """
    ships = [ship for one in experiments.values() for ship in one.ships[: one.subject_count]]
    return {name: _alone(one) if one.rivals else _in_the_field(one, ships) for name, one in experiments.items()}


def _alone(experiment: Experiment) -> Experiment:
    """Return the experiment without rivals and without a chosen starting place."""
    own = experiment.subject_count
    return replace(
        experiment,
        ships=experiment.ships[:own],
        captains=experiment.captains[:own],
        removed=experiment.removed[:own],
        route=replace(experiment.route, start=None),
        rivals=0,
    )


def _in_the_field(experiment: Experiment, ships: Sequence[Layout]) -> Experiment:
    """Return the experiment with the field of all `ships` as rivals."""
    field = field_against(ships, experiment.route.level_name, experiment.route.edition)
    return replace(
        experiment,
        ships=(*experiment.ships, *field),
        captains=with_rivals([*experiment.captains], len(field)),
        removed=(*experiment.removed, *([()] * len(field))),
        rivals=len(field),
    )
