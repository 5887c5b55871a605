"""Single hits on a ship or a fleet, and barrages of many.

A hazard meets the first component of the whole fleet, once. A shield protects only its own ship. A cannon of any ship
may shoot down a large meteor. Both take a charge of their own ship. Only the ship that is hit may break.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from analyzer.answers.description import Described, Description, Drawing, Part
from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.trucker.adventures.hazards import (
    fire,
    first_hit,
    heavy_fire,
    large_meteor,
    light_fire,
    meteor,
    small_meteor,
)
from analyzer.trucker.adventures.kind import FIRE, METEORS
from analyzer.trucker.captains import Captain, load_captain
from analyzer.trucker.convoy.damage import destroy
from analyzer.trucker.convoy.launching import launch
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import hazard_number
from analyzer.trucker.edition import Hit
from analyzer.trucker.fleets.fleet import Fleet, quarters_in_words
from analyzer.trucker.fleets.of_build import as_ship_or_fleet
from analyzer.trucker.sayings.phrases import in_words, many
from analyzer.trucker.ship.bitboard import keep_highest, positions, to_bits
from analyzer.trucker.ship.component import SIDE_NAMES, Side, Square, side_named
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.plan import Plan
from analyzer.trucker.ship.shipfile import ShipLike
from analyzer.trucker.world import DEFAULT_CAPTAIN
from analyzer.trucker.wrecks.wrecks import Hazard, Meeting

DRAW = "analyzer.trucker.drawing.draw:draw_struck"
NAMES = {
    "small_meteor": "A small meteor",
    "large_meteor": "A large meteor",
    "light_fire": "Light cannon fire",
    "heavy_fire": "Heavy cannon fire",
}
"""Names of the hazards at the start of a sentence."""


@dataclass(frozen=True, slots=True)
class Strike:
    """Outcome of one meteor or shot against a ship or fleet.

    Attributes:
        outcome: miss, bounced, shielded, shot_down or destroyed.
        square: square of the component in its way, None for a miss.
        batteries_spent: 0 or 1.
        lost: all squares emptied by the hazard, in reading order.
        ship: index, in the fleet, of the ship that is hit; None for a miss or a single ship.
        paid_by: index, in the fleet, of the ship whose charge was spent; None if no charge was spent, or for a single
            ship.
    """

    outcome: str
    square: Square | None
    batteries_spent: int
    lost: tuple[Square, ...]
    ship: int | None = None
    paid_by: int | None = None


@dataclass(frozen=True, repr=False)
class StrikeReport(Described):
    """A meteor or shot against an intact ship or fleet: its side and roll, charges, captain, and the outcome."""

    ship: Layout | Fleet
    hazard: str
    side: Side
    roll: int
    batteries: int | Sequence[int]
    captain: str
    strike: Strike

    def description(self) -> Description:
        """Describe the strike in a sentence, with a drawing of the component that is hit and those that fall off."""
        joined = f", {self.ship.joined} joined" if self.ship.joined else ""
        title = f"{joined}, intact, {self._charges()}, captain {self.captain}"
        return Description(self.ship.name, title, self._facts(), [*self._parts()])

    def _charges(self) -> str:
        """Format the charges of the ship, or of each ship of a fleet."""
        if isinstance(self.batteries, Sequence):
            return f"charges by ship: {', '.join(map(str, self.batteries))}"
        return many(self.batteries, "charge")

    def _facts(self) -> dict[str, Any]:
        strike = asdict(self.strike)
        fleet = {"hit_ship": strike.pop("ship"), "paid_by": strike.pop("paid_by")}
        return {
            "ship": self.ship.name,
            "hazard": self.hazard,
            "from": SIDE_NAMES[self.side],
            "roll": self.roll,
            **({"joined": self.ship.joined, **fleet} if self.ship.joined else {}),
            "batteries": self.batteries,
            "captain": self.captain,
            **strike,
            "flaws": len(self.ship.flaws()),
        }

    def _parts(self) -> Iterator[Part]:
        yield f"{NAMES[self.hazard]} from the {SIDE_NAMES[self.side]} at {self.roll} {self._end()}."
        if flaws := len(self.ship.flaws()):
            yield f"This ship has {many(flaws, 'flaw')}: it must be repaired before it really flies."
        yield Drawing("", DRAW, (self.ship, self.strike.square, self.strike.lost, self.side, self.roll))

    def _end(self) -> str:
        """Describe the outcome, e.g. `flies past: nothing lies in column 2`."""
        strike = self.strike
        if strike.square is None:
            line = "column" if self.side in (Side.FRONT, Side.REAR) else "row"
            return f"flies past: nothing lies in {line} {self.roll}"
        target, paid = self._target(strike.square), "" if strike.paid_by is None else f" of ship {strike.paid_by + 1}"
        if strike.outcome == "bounced":
            return f"bounces off the smooth side of {target}"
        if strike.outcome == "shielded":
            return f"flies at {target}: a shield stops it for 1 charge{paid}"
        if strike.outcome == "shot_down" and strike.batteries_spent:
            return f"flies at {target}: a double cannon shoots it down for 1 charge{paid}"
        if strike.outcome == "shot_down":
            return f"flies at {target}: a cannon shoots it down"
        return f"hits {target}: destroyed; {self._broken_off(len(strike.lost) - 1)}"

    def _target(self, square: Square) -> str:
        """Describe the component in the way, and for a fleet the ship that it belongs to."""
        row, column = square
        target = f"the {in_words(self.ship.components[square].kind)} at row {row} column {column}"
        number = self.strike.ship
        if number is None or not isinstance(self.ship, Fleet) or not self.ship.separate_ships:
            return target
        return f"{target} of ship {number + 1} ({quarters_in_words(self.ship.quarters[number])})"

    def _broken_off(self, others: int) -> str:
        if others + 1 == len(self.ship.components):
            return "nothing is left of the ship"
        if not others:
            return "nothing else breaks off"
        return f"{many(others, 'more component')} {'breaks' if others == 1 else 'break'} off"


RULES: dict[str, Hazard] = dict(
    zip((*METEORS, *FIRE), (small_meteor, large_meteor, light_fire, heavy_fire), strict=True)
)
"""Rule that finds the component of a fleet that a hazard meets first, by name of the hazard."""
MOST_BATTERIES = 64
"""Largest number of charges that a user can give to a ship."""


class Target:
    """A fleet under fire: its remaining components and the charges of each ship."""

    def __init__(self, fleet: Fleet, captain: Captain, batteries: int | Sequence[int] | None) -> None:
        level = next(iter(fleet.edition.levels.values()))
        convoy = launch([fleet.hull], [captain], level, np.arange(1), np.zeros((1, 1), np.int64))
        self.ship: ShipsInFlight = next(iter(convoy.ships()))
        self.fleet = fleet
        seats = fleet.hull.tokens.charges
        self.seats = [int(mask) for mask in seats.left(fleet.masks) & seats.full]
        self.spare = [0] * len(fleet.ships)
        if batteries is not None:
            self._charge(fleet.checked(batteries, MOST_BATTERIES))

    def _charge(self, batteries: Sequence[int]) -> None:
        """Give each ship its charges, first on the batteries that are safest.

        Charges for which a ship has no battery are kept in `spare`.
        """
        charges_left = 0
        for number, (seats, charges) in enumerate(zip(self.seats, batteries, strict=True)):
            own = positions(seats)
            # Charges to give up first are the lowest bits, so the safest are the last positions.
            charges_left |= sum(1 << place for place in own[max(len(own) - charges, 0) :])
            self.spare[number] = max(charges - len(own), 0)
        self.ship.charge = np.array([charges_left], np.uint64)

    def charges(self, number: int) -> int:
        """Return the number of charges of ship `number`, including spare ones that no battery holds."""
        return (int(self.ship.charge[0]) & self.seats[number]).bit_count() + self.spare[number]

    def meet(self, hazard: str, side: Side, roll: int) -> Strike:
        """Apply one hazard to the fleet and return its outcome."""
        hull, alive = self.fleet.hull, self.ship.alive
        met = RULES[hazard](hull, alive, side, np.array([roll]))
        first = int(met.first[0])
        if not first:
            return Strike("miss", None, 0, ())
        (square,) = hull.squares_of(first)
        hit = self.fleet.ship_of(square)
        if bool(np.all(met.harmless)):
            return Strike("shot_down" if hazard == "large_meteor" else "bounced", square, 0, (), hit)
        payer = self._payer(met, hazard, hit)
        if payer is not None:
            self._spend(payer)
            return Strike("shot_down" if hazard == "large_meteor" else "shielded", square, 1, (), hit, payer)
        destroy(self.ship, np.array(positions(first)))
        lost = int((alive & ~self.ship.alive)[0])
        squares = sorted(hull.squares_of(lost), key=hull.squares.index)
        return Strike("destroyed", square, 0, tuple(squares), hit)

    def _payer(self, met: Meeting, hazard: str, hit: int | None) -> int | None:
        """Return the index of the ship whose charge is spent in defence, or None.

        Of the ships that can help, the one with the most charges pays; if several have the most, the first.
        """
        if not self.ship.captain.defends:
            return None
        helpers = int(np.atleast_1d(met.with_a_charge)[0])
        able = [
            number
            for number, mask in enumerate(self.fleet.masks.tolist())
            if helpers & mask and self.charges(number) and (hazard == "large_meteor" or number == hit)
        ]
        return max(able, key=self.charges, default=None)

    def _spend(self, number: int) -> None:
        """Spend a charge of ship `number`: first charges without a battery, then that of the battery most at risk."""
        if self.spare[number]:
            self.spare[number] -= 1
            return
        charge = int(self.ship.charge[0])
        own = charge & self.seats[number]
        # own & -own is the lowest set bit: the charge to give up first.
        self.ship.charge = np.array([charge & ~(own & -own)], np.uint64)


def meet_all(
    fleet: Fleet, hazards: Iterable[tuple[str, Side, int]], batteries: int | Sequence[int] | None, captain: Captain
) -> list[Strike]:
    """Apply hazards to a fleet one after another; lost components and spent charges stay lost."""
    target = Target(fleet, captain, batteries)
    return [target.meet(hazard, side, roll) for hazard, side, roll in hazards]


HAZARDS = {
    name: (rule, bool(large)) for rule, names in ((meteor, METEORS), (fire, FIRE)) for large, name in enumerate(names)
}
"""Rule of each hazard for a single ship, and whether the hazard is large (a large meteor or heavy fire)."""


def strike(
    ship: ShipLike | Fleet,
    hazard: str,
    side: str | Side,
    roll: int,
    batteries: int | Sequence[int] | None = None,
    captain: str | Captain = DEFAULT_CAPTAIN,
) -> Strike:
    """Return the outcome of one hazard against an intact ship.

    Args:
        ship: a ship, the path of its file, or a fleet.
        hazard: small_meteor, large_meteor, light_fire or heavy_fire.
        side: the side it comes from.
        roll: dice sum, from 2 to 12.
        batteries: charges to spend, of a fleet a list with those of each ship; all it carries if None.
        captain: captain who decides on the defence.

    Returns:
        Outcome, charges spent, and squares lost.

    Raises:
        AnalyzerError: for an unknown hazard or side, a roll outside 2 to 12, or batteries outside 0 to 64.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.strike(ship, "heavy_fire", side="front", roll=2).outcome
    'miss'
    """
    return barrage(ship, [(hazard, side, roll)], batteries, captain)[0]


def report_strike(
    ship: ShipLike | Fleet,
    hazard: str,
    side: str | Side,
    roll: int,
    batteries: int | Sequence[int] | None = None,
    captain: str | Captain = DEFAULT_CAPTAIN,
) -> StrikeReport:
    """Return a meteor or shot with its outcome, shown in words and as a drawing; arguments are those of `strike`."""
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
    captain: str | Captain = DEFAULT_CAPTAIN,
) -> list[Strike]:
    """Apply hazards to a ship one after the other; each meets what the earlier ones have left.

    Args:
        ship: a ship, the path of its file, or a fleet.
        hazards: hazards as (hazard, side, roll).
        batteries: charges to spend, of a fleet a list with those of each ship; all it carries if None.
        captain: captain who decides on the defence.

    Returns:
        One outcome per hazard.

    Raises:
        AnalyzerError: as `strike` does, with every faulty entry.

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
    """Return the number of charges that a ship carries at launch."""
    return sum(part.is_a.batteries for part in ship.components.values())


def carried_by_ship(fleet: Fleet) -> list[int]:
    """Return the number of charges that each ship of a fleet carries at launch."""
    charges = fleet.hull.tokens.charges
    return [(int(mask) & charges.full).bit_count() for mask in charges.left(fleet.masks)]


def _faults(entry: object) -> Iterable[str]:
    """Yield the faults of one entry of a barrage."""
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


def _lone_ship(ship: Layout, captain: Captain, batteries: int | None) -> ShipsInFlight:
    """Return an intact ship in flight with the given number of charges.

    Charges for which the ship has no battery get bits that belong to no battery, and are spent last.
    """
    level = next(iter(ship.edition.levels.values()))
    convoy = launch([ship.hull], [captain], level, np.arange(1), np.zeros((1, 1), np.int64))
    (target,) = convoy.ships()
    if batteries is not None:
        charged = int(target.charges[0])
        # More charges than batteries are set as the highest bits, which no battery of the ship uses and which go
        # last.
        unhoused = to_bits(range(MOST_BATTERIES - max(batteries - charged, 0), MOST_BATTERIES))
        target.charge = keep_highest(target.charge, np.array([min(batteries, charged)])) | np.uint64(unhoused)
    return target


def _meet(ship: ShipsInFlight, hazard: str, side: Side, roll: int) -> Strike:
    """Apply one hazard to a lone ship and return its outcome."""
    rolled = np.array([roll])
    # The component in the way is looked up before the rule destroys it.
    first = first_hit(ship.hull, ship.alive, side, rolled)
    before, charges = ship.alive, ship.charges
    rule, large = HAZARDS[hazard]
    rule(ship, np.array([hazard_number(Hit(large, side))]), rolled)
    lost = int((before & ~ship.alive)[0])
    spent = 0 if lost else int((charges - ship.charges)[0])
    squares = sorted(ship.hull.squares_of(lost), key=ship.hull.squares.index)
    at = ship.hull.squares_of(int(first[0]))
    return Strike(_outcome(hazard, bool(at), bool(lost), spent), next(iter(at), None), spent, tuple(squares))


def _outcome(hazard: str, in_the_way: bool, lost: bool, spent: int) -> str:
    """Return the name of a hazard's outcome, e.g. `shielded`."""
    if not in_the_way:
        return "miss"
    if lost:
        return "destroyed"
    if hazard == "large_meteor":
        return "shot_down"
    return "shielded" if spent else "bounced"
