"""The same ships in the other setting: alone where they flew against rivals, in the field where they flew alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Unpack

from analyzer.answers.both_settings import BothSettings
from analyzer.answers.comparison import MARGIN
from analyzer.runs.amount import parted
from analyzer.runs.compare import compare_in_both
from analyzer.trucker.conditions import Asked, Conditions
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.questions.compare.call import differ, plan_each, several, with_note
from analyzer.trucker.rivals import with_rivals
from analyzer.trucker.ship.field import field_against
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipsLike


def compare_settings(
    ships: ShipsLike,
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    until: str | None = None,
    margin: float = MARGIN,
    **options: Unpack[Asked],
) -> BothSettings:
    """Compare ships as `compare` does, and in the other setting too: alone, or in the field where they fly alone.

    The other setting is flown for at most 20,000 of the same flights; a save file keeps both.

    >>> import analyzer
    >>> mile, arrow = (analyzer.load_ship(f"ships/2007/I/{name}.yaml") for name in ("first-mile", "paper-arrow"))
    >>> both = analyzer.compare_settings([mile, arrow], flights=500)
    >>> both.asked.setting, both.other.setting
    ('in the field', 'alone')

    Raises AnalyzerError with every reason why these cannot be compared.
    """
    ships = several(ships)
    how_much, conditions = parted(options, Conditions)
    named = plan_each(ships, level, seed, **conditions)
    by_number, there = differ(named), in_other_setting(named)
    both = compare_in_both(named, there, flights, margin=margin, by_number=by_number, until=until, **how_much)
    return BothSettings(with_note(both.main), with_note(both.other)) if by_number else both


def in_other_setting(experiments: Mapping[str, Experiment]) -> dict[str, Experiment]:
    """The same ships by name, decks and dice too, in the other setting: without their rivals, or in the field."""
    ships = [ship for one in experiments.values() for ship in one.ships[: one.asked]]
    return {name: _alone(one) if one.rivals else _in_the_field(one, ships) for name, one in experiments.items()}


def _alone(experiment: Experiment) -> Experiment:
    """Without the rivals; a place at the start is no longer to be had."""
    own = experiment.asked
    return replace(
        experiment,
        ships=experiment.ships[:own],
        captains=experiment.captains[:own],
        removed=experiment.removed[:own],
        route=replace(experiment.route, start=None),
        rivals=0,
    )


def _in_the_field(experiment: Experiment, ships: Sequence[Layout]) -> Experiment:
    """Against the field of all those ships."""
    field = field_against(ships, experiment.route.level_name, experiment.route.edition)
    return replace(
        experiment,
        ships=(*experiment.ships, *field),
        captains=with_rivals([*experiment.captains], len(field)),
        removed=(*experiment.removed, *([()] * len(field))),
        rivals=len(field),
    )
