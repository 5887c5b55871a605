"""The same ship under the rules of 2007 and of 2021: what changes in risk and earnings, and what changes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from itertools import product
from typing import Unpack

from analyzer.errors import AnalyzerError, all_or_faults
from analyzer.runs.amount import HowMuch, run_each
from analyzer.runs.compare import side_by_side
from analyzer.trucker.cards.route import Route, home_level
from analyzer.trucker.conditions import CaptainLike, plan
from analyzer.trucker.editions.answer import NEW, OLD, REST, TwoEditions
from analyzer.trucker.editions.in_edition import in_edition
from analyzer.trucker.editions.mixed_rules import CARDS, FLIGHT_BOARD, INSURANCE, MixedRoute
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.rivals import FIELD, RivalsLike, load_rivals
from analyzer.trucker.ship.field import load_field
from analyzer.trucker.ship.layout import Layout

SWAPPED = {f"+ {NEW} cards": CARDS, f"+ {NEW} flight board": FLIGHT_BOARD, "+ no insurance": INSURANCE}
"""Steps from the old rules to the new ones: what is swapped, each on top of those before; the rest is the last step."""


def compare_editions(
    ship: Layout,
    flights: int | None = None,
    seed: int = 1,
    *,
    rivals: RivalsLike = FIELD,
    captain: CaptainLike = "sensible",
    learning: bool = False,
    start: int | None = None,
    repair: bool = False,
    prognostic: bool = False,
    **how_much: Unpack[HowMuch],
) -> TwoEditions:
    """Fly the ship under the rules of 2007 and of 2021, and step by step from the one to the other.

    `rivals`: "field" (the reference ships of each edition), "alone", or ships, which are rebuilt as the ship is; all
    else is as in `fly`, the level that of the ship's board. Flights of both editions have one seed and other decks. The
    difference is estimated flight by flight all the same: whatever ties flights of one number together, the mean of the
    differences is the difference of the means, and their own spread gives its interval.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> found = analyzer.compare_editions(ship, flights=50, rivals="alone")
    >>> [row["step"] for row in found.changes()]
    ['2007', '+ 2021 cards', '+ 2021 flight board', '+ no insurance', '+ all other rules']

    Raises AnalyzerError with every reason why the ship, or a rival, cannot be flown in both.
    """
    steps = plan_editions(
        ship,
        seed,
        rivals=rivals,
        captain=captain,
        learning=learning,
        start=start,
        repair=repair,
        prognostic=prognostic,
    )
    return changed_by_edition([steps], flights, **how_much)[0]


def changed_by_edition(
    planned: Sequence[Mapping[str, Experiment]], flights: int | None = None, **how_much: Unpack[HowMuch]
) -> list[TwoEditions]:
    """The same for experiments that are planned already, those of several ships kept in one save file if any."""
    together = [side_by_side(steps, by_number=True) for steps in planned]
    return [TwoEditions(comparison) for comparison in run_each(together, flights, **how_much)]


def plan_editions(
    ship: Layout,
    seed: int = 1,
    *,
    rivals: RivalsLike = FIELD,
    captain: CaptainLike = "sensible",
    learning: bool = False,
    start: int | None = None,
    repair: bool = False,
    prognostic: bool = False,
) -> dict[str, Experiment]:
    """The experiments that `compare_editions` flies, by name, from 2007 to 2021.

    Where the field of 2007 can be rebuilt, it flies by all rules of 2021 too, before that of 2021 takes its place.
    """
    learning = learning or ship.edition.level(home_level(ship)).learning == "always"
    field = isinstance(rivals, str) and rivals == FIELD
    both = _in_both([ship, *([] if field else load_rivals(rivals, home_level(ship)))], learning)

    def planned(edition: str, others: Sequence[Layout]) -> Experiment:
        return plan(
            both[edition][:1],
            seed=seed,
            rivals=others,
            captain=captain,
            learning=learning,
            start=start,
            repair=repair,
            prognostic=prognostic,
        )

    if not field:
        return _steps(planned(OLD, both[OLD][1:]), planned(NEW, both[NEW][1:]))
    own, theirs = (load_field(home_level(ships[0]), edition) for edition, ships in both.items())
    steps = _steps(planned(OLD, own), planned(NEW, theirs))
    try:
        company = _in_both(own, learning)[NEW]
    except AnalyzerError:
        return steps
    last = steps.pop(NEW)
    return steps | {REST: planned(NEW, company), NEW: last}


def _in_both(ships: Sequence[Layout], learning: bool) -> dict[str, list[Layout]]:
    """The ships by edition."""

    def rebuilt(pair: tuple[Layout, str]) -> Layout:
        ship, edition = pair
        return in_edition(ship, edition, learning=learning)

    rebuilt_ships = all_or_faults(rebuilt, product(ships, (OLD, NEW)))
    return {OLD: rebuilt_ships[::2], NEW: rebuilt_ships[1::2]}


def _steps(old: Experiment, new: Experiment) -> dict[str, Experiment]:
    """Experiments by name: the old one, one that has taken more and more from the new one, and the new one."""
    own = {field.name: getattr(old.route, field.name) for field in fields(Route)}
    steps = {OLD: old}
    taken: tuple[str, ...] = ()
    for name, part in SWAPPED.items():
        taken = (*taken, part)
        route = MixedRoute(**own, other=NEW, other_level=new.route.level_name, taken=taken)
        steps[name] = replace(old, route=route)
    return steps | {NEW: new}
