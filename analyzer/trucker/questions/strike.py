"""Single hits on a ship or a fleet, and barrages of many.

What comes meets the first component of the whole fleet, once. A shield protects its own ship alone, a cannon of any
ship may shoot down a large meteor, and either takes a charge of its own ship. Only the ship that is hit may break.
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
from analyzer.trucker.convoy.state import coming
from analyzer.trucker.edition import Hit
from analyzer.trucker.fleets.fleet import Fleet, quarters_in_words
from analyzer.trucker.fleets.of_build import as_ship_or_fleet
from analyzer.trucker.sayings.phrases import in_words, many
from analyzer.trucker.ship.bitboard import keep_highest, positions, to_bits
from analyzer.trucker.ship.component import SIDE_NAMES, Side, Square, side_named
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.plan import Plan
from analyzer.trucker.ship.shipfile import ShipLike
from analyzer.trucker.wrecks.wrecks import Hazard, Meeting

DRAW = "analyzer.trucker.drawing.draw:draw_struck"
NAMES = {
    "small_meteor": "A small meteor",
    "large_meteor": "A large meteor",
    "light_fire": "Light cannon fire",
    "heavy_fire": "Heavy cannon fire",
}


@dataclass(frozen=True, slots=True)
class Strike:
    """What a hazard did.

    outcome: miss, bounced, shielded, shot_down or destroyed; square: the component in its way, None for a miss;
    batteries_spent: 0 or 1; lost: all squares that are empty now and were not before, in reading order. Of a fleet also
    ship: the number of the ship that is hit, None for a miss; paid_by: of that whose charge was spent.
    """

    outcome: str
    square: Square | None
    batteries_spent: int
    lost: tuple[Square, ...]
    ship: int | None = None
    paid_by: int | None = None


@dataclass(frozen=True, repr=False)
class StrikeReport(Described):
    """One strike on a ship or a fleet that was intact and had so many batteries, of a fleet by ship."""

    ship: Layout | Fleet
    hazard: str
    side: Side
    roll: int
    batteries: int | Sequence[int]
    captain: str
    strike: Strike

    def description(self) -> Description:
        """What happens, in a sentence, and the ship with what was in the way and what breaks off."""
        joined = f", {self.ship.joined} joined" if self.ship.joined else ""
        title = f"{joined}, intact, {self._charges()}, captain {self.captain}"
        return Description(self.ship.name, title, self._facts(), [*self._parts()])

    def _charges(self) -> str:
        """How many batteries the ship has, of a fleet each of its ships."""
        if isinstance(self.batteries, Sequence):
            return f"batteries by ship: {', '.join(map(str, self.batteries))}"
        return "1 battery" if self.batteries == 1 else f"{self.batteries} batteries"

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
        """What becomes of it."""
        strike = self.strike
        if strike.square is None:
            line = "column" if self.side in (Side.FRONT, Side.REAR) else "row"
            return f"flies past: nothing lies in {line} {self.roll}"
        target, paid = self._target(strike.square), "" if strike.paid_by is None else f" of ship {strike.paid_by + 1}"
        if strike.outcome == "bounced":
            return f"bounces off the smooth side of {target}"
        if strike.outcome == "shielded":
            return f"flies at {target}: a shield stops it for 1 battery{paid}"
        if strike.outcome == "shot_down" and strike.batteries_spent:
            return f"flies at {target}: a double cannon shoots it down for 1 battery{paid}"
        if strike.outcome == "shot_down":
            return f"flies at {target}: a cannon shoots it down"
        return f"hits {target}: destroyed; {self._broken_off(len(strike.lost) - 1)}"

    def _target(self, square: Square) -> str:
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
"""What is in the way of each hazard."""
MOST_BATTERIES = 64


class Target:
    """A fleet that hazards come at: what is left of it, and the charges of each ship."""

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
        """So many charges for each ship: on its safest batteries, and beyond those on none at all."""
        charges_left = 0
        for number, (seats, charges) in enumerate(zip(self.seats, batteries, strict=True)):
            own = positions(seats)
            charges_left |= sum(1 << place for place in own[max(len(own) - charges, 0) :])
            self.spare[number] = max(charges - len(own), 0)
        self.ship.charge = np.array([charges_left], np.uint64)

    def charges(self, number: int) -> int:
        """How many charges a ship has."""
        return (int(self.ship.charge[0]) & self.seats[number]).bit_count() + self.spare[number]

    def meet(self, hazard: str, side: Side, roll: int) -> Strike:
        """What comes of one hazard."""
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
        """The ship whose charge helps: of those that can, the one with most charges, the first of equals."""
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
        """One charge of that ship: one that lies on no battery, else that with the highest risk."""
        if self.spare[number]:
            self.spare[number] -= 1
            return
        charge = int(self.ship.charge[0])
        own = charge & self.seats[number]
        self.ship.charge = np.array([charge & ~(own & -own)], np.uint64)


def meet_all(
    fleet: Fleet, hazards: Iterable[tuple[str, Side, int]], batteries: int | Sequence[int] | None, captain: Captain
) -> list[Strike]:
    """What hazards do one after the other; what is lost or spent stays so."""
    target = Target(fleet, captain, batteries)
    return [target.meet(hazard, side, roll) for hazard, side, roll in hazards]


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


def _lone_ship(ship: Layout, captain: Captain, batteries: int | None) -> ShipsInFlight:
    level = next(iter(ship.edition.levels.values()))
    convoy = launch([ship.hull], [captain], level, np.arange(1), np.zeros((1, 1), np.int64))
    (target,) = convoy.ships()
    if batteries is not None:
        charged = int(target.charges[0])
        unhoused = to_bits(range(MOST_BATTERIES - max(batteries - charged, 0), MOST_BATTERIES))
        target.charge = keep_highest(target.charge, np.array([min(batteries, charged)])) | np.uint64(unhoused)
    return target


def _meet(ship: ShipsInFlight, hazard: str, side: Side, roll: int) -> Strike:
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
