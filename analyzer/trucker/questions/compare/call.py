"""Comparing ships, or journeys, in one call: all of them fly the same flights, and differences are taken one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from analyzer.answers.comparison import MARGIN, Comparison
from analyzer.answers.names import distinct
from analyzer.errors import AnalyzerError, all_or_faults
from analyzer.runs.amount import parted
from analyzer.runs.compare import compare_experiments
from analyzer.trucker.cards.route import home_level
from analyzer.trucker.conditions import Asked, Conditions, check_ships, plan_by_ship
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.ship.layout import Layout, layouts


def compare(
    ships: Sequence[Layout],
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    until: str | None = None,
    margin: float = MARGIN,
    **options: Unpack[Asked],
) -> Comparison:
    """Fly two or more ships through the same flights, each by itself against the same rivals, and compare them.

    `level` is that of the first ship's board if None; `conditions` are as for `fly`, one captain for all or one for
    each ship. With `until="decided"` the run stops as soon as for every pair it is certain, at 5%, which one earns
    more, or that they differ by at most `margin` credits a flight; with `precision` once half the width of every
    difference's 95% interval is at most that. `flights` (100,000 if None; with `until` 1,000,000) are the most that are
    flown. first, save: as for `fly`.

    >>> import analyzer
    >>> mile, arrow = (analyzer.load_ship(f"ships/2007/I/{name}.yaml") for name in ("first-mile", "paper-arrow"))
    >>> analyzer.compare([mile, arrow], flights=5000).verdict("First Mile", "Paper Arrow")
    'better'

    The same for every number of workers, killed and gone on with or not. Raises AnalyzerError with every reason why
    these cannot be compared. Whole journeys are compared by `compare_journeys`.
    """
    check_several(ships)
    how_much, conditions = parted(options, Conditions)
    named = plan_each(ships, level, seed, **conditions)
    return compare_experiments(named, flights, margin=margin, until=until, **how_much)


def check_several(ships: Sequence[Layout]) -> None:
    """Complain where there is nothing to compare."""
    if len(layouts(ships, "ships")) < 2:
        raise AnalyzerError(f"{len(ships)} ship{'s' * (not ships)}: a comparison takes two or more")


def plan_each(
    ships: Sequence[Layout], level: str | None = None, seed: int = 1, **conditions: Unpack[Conditions]
) -> dict[str, Experiment]:
    """For each ship by name the experiment in which it flies by itself, all against the same rivals.

    `level` is that of the first ship's board if None; `captain` is one for all or one for each ship. Raises
    AnalyzerError with every reason why these cannot be flown side by side.
    """
    check_ships(ships)
    all_or_faults(lambda ship: _same_edition(ship, ships[0]), ships)
    experiments = plan_by_ship(ships, level or home_level(ships[0]), seed, paired=True, **conditions)
    return dict(zip(distinct(ship.name for ship in ships), experiments, strict=True))


def _same_edition(ship: Layout, first: Layout) -> None:
    if ship.board.edition != first.board.edition:
        raise AnalyzerError(
            f"{ship.name}: is a ship of the {ship.board.edition} edition, {first.name} one of {first.board.edition}: "
            "they meet other cards and cannot be compared flight by flight"
        )
