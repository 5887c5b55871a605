"""What one hazard does to a ship, or several in a row, outside a flight ("what if a 7 comes from the left")."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.trucker.adventures.hazards import fire, first_hit, meteor
from analyzer.trucker.adventures.kind import FIRE, METEORS
from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.captains.captainfile import load_captain
from analyzer.trucker.convoy.launching import launch
from analyzer.trucker.convoy.revealed import coming
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.edition import Hit
from analyzer.trucker.fleets.fleet import Fleet
from analyzer.trucker.fleets.of_build import as_ship_or_fleet
from analyzer.trucker.questions.strike.answer import Strike, StrikeReport
from analyzer.trucker.questions.strike.fleet import MOST_BATTERIES, meet_all
from analyzer.trucker.ship.bitboard import keep_highest, to_bits
from analyzer.trucker.ship.component import Side, side_named
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.plan import Plan
from analyzer.trucker.ship.shipfile import ShipLike

HAZARDS = {
    name: (rule, bool(large)) for rule, names in ((meteor, METEORS), (fire, FIRE)) for large, name in enumerate(names)
}
"""The rule of each, and whether it is of the large sort."""


def strike(
    ship: ShipLike | Fleet,
    hazard: str,
    side: str | Side,
    roll: int,
    batteries: int | Sequence[int] | None = None,
    captain: str | Captain = "sensible",
) -> Strike:
    """What one hazard does to the whole ship, with so many batteries to spend (None: all it carries).

    Of a fleet, `batteries` are a list: so many on each ship.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.strike(ship, "heavy_fire", side="front", roll=2).outcome
    'miss'

    Raises AnalyzerError for an unknown hazard or side, a roll outside 2 to 12, or batteries outside 0 to 64.
    """
    return barrage(ship, [(hazard, side, roll)], batteries, captain)[0]


def report_strike(
    ship: ShipLike | Fleet,
    hazard: str,
    side: str | Side,
    roll: int,
    batteries: int | Sequence[int] | None = None,
    captain: str | Captain = "sensible",
) -> StrikeReport:
    """The same in words and drawn, with all that was set; raises AnalyzerError as `strike` does."""
    ship = as_ship_or_fleet(ship)
    outcome = strike(ship, hazard, side, roll, batteries, captain)
    if batteries is None:
        batteries = carried_by_ship(ship) if isinstance(ship, Fleet) else carried(ship)
    name = captain.name if isinstance(captain, Captain) else captain
    return StrikeReport(ship, hazard, side_named(side), roll, batteries, name, outcome)


def barrage(
    ship: ShipLike | Fleet,
    hazards: Iterable[tuple[str, str | Side, int]],
    batteries: int | Sequence[int] | None = None,
    captain: str | Captain = "sensible",
) -> list[Strike]:
    """What hazards (hazard, side, roll) do one after the other to one ship; what is lost or spent stays so.

    Raises AnalyzerError as `strike` does, naming every faulty entry.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> [one.outcome for one in analyzer.barrage(ship, [("large_meteor", "left", 7), ("small_meteor", "left", 2)])]
    ['destroyed', 'miss']
    """
    ship = as_ship_or_fleet(ship)
    if isinstance(ship, Layout) and ship.is_build:
        raise AnalyzerError(
            f"{ship.name}: is a build of class IVC, and only its fleets can be struck: make one, as "
            "analyzer.fleet(build, 'F+L')"
        )
    if isinstance(hazards, str) or not isinstance(hazards, Iterable):
        raise AnalyzerError(f"hazards {hazards!r}: give a list of (hazard, side, roll)")
    listed = list(hazards)
    faults = [fault for entry in listed for fault in _faults(entry)]
    if batteries is not None and isinstance(ship, Layout):
        faults += _out_of_range(batteries, "batteries", 0, MOST_BATTERIES)
    if faults:
        raise AnalyzerError(faults)
    if isinstance(ship, Fleet):
        named = [(hazard, side_named(side), roll) for hazard, side, roll in listed]
        return meet_all(ship, named, batteries, load_captain(captain))
    assert not isinstance(batteries, Sequence)
    target = _lone_ship(ship, load_captain(captain), batteries)
    return [_meet(target, hazard, side_named(side), roll) for hazard, side, roll in listed]


def carried(ship: Plan) -> int:
    """How many batteries it has at launch."""
    return sum(part.is_a.batteries for part in ship.components.values())


def carried_by_ship(fleet: Fleet) -> list[int]:
    """How many batteries each ship of a fleet has at launch."""
    charges = fleet.hull.tokens.charges
    return [(int(mask) & charges.full).bit_count() for mask in charges.left(fleet.masks)]


def _faults(entry: object) -> Iterable[str]:
    if not isinstance(entry, Sequence) or isinstance(entry, str) or len(entry) != 3:
        yield f"{entry!r}: give (hazard, side, roll)"
        return
    hazard, side, roll = entry
    if not isinstance(hazard, str) or hazard not in HAZARDS:
        yield f"no hazard {hazard!r}: {one_of(hazard, HAZARDS)}"
    try:
        side_named(side)
    except AnalyzerError as error:
        yield from error.faults
    yield from _out_of_range(roll, "roll", 2, 12)


def _out_of_range(value: object, what: str, lowest: int, highest: int) -> tuple[str, ...]:
    try:
        whole_number(value, what, lowest, highest)
    except AnalyzerError as error:
        return error.faults
    return ()


def _lone_ship(ship: Layout, captain: Captain, batteries: int | None) -> Ship:
    level = next(iter(ship.edition.levels.values()))
    convoy = launch([ship.hull], [captain], level, np.arange(1), np.zeros((1, 1), np.int64))
    (target,) = convoy.ships()
    if batteries is not None:
        charged = int(target.charges[0])
        unhoused = to_bits(range(MOST_BATTERIES - max(batteries - charged, 0), MOST_BATTERIES))
        target.charge = keep_highest(target.charge, np.array([min(batteries, charged)])) | np.uint64(unhoused)
    return target


def _meet(ship: Ship, hazard: str, side: Side, roll: int) -> Strike:
    rolled = np.array([roll])
    first = first_hit(ship.hull, ship.alive, side, rolled)
    before, charges = ship.alive, ship.charges
    rule, large = HAZARDS[hazard]
    rule(ship, np.array([coming(Hit(large, side))]), rolled)
    lost = int((before & ~ship.alive)[0])
    spent = 0 if lost else int((charges - ship.charges)[0])
    squares = sorted(ship.hull.squares_of(lost), key=ship.hull.squares.index)
    at = ship.hull.squares_of(int(first[0]))
    return Strike(_outcome(hazard, bool(at), bool(lost), spent), next(iter(at), None), spent, tuple(squares))


def _outcome(hazard: str, in_the_way: bool, lost: bool, spent: int) -> str:
    if not in_the_way:
        return "miss"
    if lost:
        return "destroyed"
    if hazard == "large_meteor":
        return "shot_down"
    return "shielded" if spent else "bounced"
