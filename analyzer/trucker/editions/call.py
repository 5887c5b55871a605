"""The same ship under the rules of two editions: what changes in risk and earnings, and what changes it."""

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
from analyzer.trucker.edition import load_edition
from analyzer.trucker.edition_key import OwnEdition
from analyzer.trucker.editions.answer import NEW, OLD, REST, TwoEditions
from analyzer.trucker.editions.in_edition import in_edition
from analyzer.trucker.editions.mixed_rules import CARDS, FLIGHT_BOARD, INSURANCE, MixedRoute
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.rivals import FIELD, RivalsLike, load_rivals
from analyzer.trucker.ship.field import load_field
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipLike, as_ship
from analyzer.trucker.tables.folder import named_edition

TwoNames = Sequence[str]
"""The earlier edition and the later one, each a name or a folder."""


def compare_editions(
    ship: ShipLike,
    flights: int | None = None,
    seed: int = 1,
    *,
    rivals: RivalsLike = FIELD,
    captain: CaptainLike = "sensible",
    learning: bool = False,
    start: int | None = None,
    repair: bool = False,
    prognostic: bool = False,
    editions: TwoNames = (OLD, NEW),
    **how_much: Unpack[HowMuch],
) -> TwoEditions:
    """Fly the ship under the rules of two editions, and step by step from the one to the other.

    `editions`: 2007 and 2021, or two of any names and folders. Cards that both have lie at the same places of the
    stacks where one edition stands on the other.
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
        editions=editions,
    )
    return changed_by_edition([steps], flights, **how_much)[0]


def changed_by_edition(
    planned: Sequence[Mapping[str, Experiment]], flights: int | None = None, **how_much: Unpack[HowMuch]
) -> list[TwoEditions]:
    """The same for experiments that are planned already, those of several ships kept in one save file if any."""
    together = [side_by_side(steps, by_number=True) for steps in planned]
    return [TwoEditions(comparison) for comparison in run_each(together, flights, **how_much)]


def plan_editions(
    ship: ShipLike,
    seed: int = 1,
    *,
    rivals: RivalsLike = FIELD,
    captain: CaptainLike = "sensible",
    learning: bool = False,
    start: int | None = None,
    repair: bool = False,
    prognostic: bool = False,
    editions: TwoNames = (OLD, NEW),
) -> dict[str, Experiment]:
    """The experiments that `compare_editions` flies, by name, from the first edition to the second.

    Where the field of the first can be rebuilt, it flies by all rules of the second too, before its own takes its
    place.
    """
    names = _two(editions)
    ship = as_ship(ship)
    learning = learning or ship.edition.level(home_level(ship)).learning == "always"
    field = isinstance(rivals, str) and rivals == FIELD
    others = [] if field else load_rivals(rivals, home_level(ship))
    both = _in_both([ship, *others], learning, names)

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
        return _steps(*(planned(name, both[name][1:]) for name in names))
    own, theirs = (load_field(home_level(ships[0]), edition) for edition, ships in both.items())
    steps = _steps(planned(names[0], own), planned(names[1], theirs))
    company = _company(own, theirs, learning, names)
    rest = {REST: planned(names[1], company)} if company else {}
    last = {str(names[1]): steps.pop(str(names[1]))}
    return steps | rest | last


def _company(own: list[Layout], theirs: list[Layout], learning: bool, names: tuple[str, str]) -> list[Layout]:
    """The field of the first edition rebuilt in the second; [] where that cannot be, or is the field of the second."""
    try:
        company = _in_both(own, learning, names)[names[1]]
    except AnalyzerError:
        return []
    return [] if company == theirs else company


def _two(editions: TwoNames) -> tuple[str, str]:
    """The names or keys of two editions; raises AnalyzerError for more or fewer, and for one twice."""
    if isinstance(editions, str) or len(editions) != 2:
        raise AnalyzerError(f"editions {editions!r}: name two")
    keys = [load_edition(named_edition(name)).name for name in editions]
    if keys[0] == keys[1]:
        raise AnalyzerError(f"editions: {keys[0]} is named twice, or two folders say the same: name two that differ")
    OwnEdition.tell_apart(keys)
    return keys[0], keys[1]


def _in_both(ships: Sequence[Layout], learning: bool, names: tuple[str, str]) -> dict[str, list[Layout]]:
    """The ships by edition."""

    def rebuilt(pair: tuple[Layout, str]) -> Layout:
        ship, edition = pair
        return in_edition(ship, edition, learning=learning)

    rebuilt_ships = all_or_faults(rebuilt, product(ships, names))
    return {names[0]: rebuilt_ships[::2], names[1]: rebuilt_ships[1::2]}


def _steps(old: Experiment, new: Experiment) -> dict[str, Experiment]:
    """Experiments by name: the old one, one that has taken more and more from the new one, and the new one."""
    own = {field.name: getattr(old.route, field.name) for field in fields(Route)}
    edition, level = new.route.edition, new.route.level
    insurance = "+ no insurance" if level.loss_cap is None else f"+ {edition} insurance"
    swapped = {f"+ {edition} cards": CARDS, f"+ {edition} flight board": FLIGHT_BOARD, insurance: INSURANCE}
    steps = {str(old.route.edition): old}
    taken: tuple[str, ...] = ()
    for name, part in swapped.items():
        taken = (*taken, part)
        route = MixedRoute(**own, other=edition, other_level=level.name, taken=taken)
        steps[name] = replace(old, route=route)
    return steps | {str(edition): new}
