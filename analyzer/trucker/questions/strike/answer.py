"""What a hazard did to a ship or a fleet, and that in words, beside the drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from analyzer.answers.described import Described
from analyzer.answers.description import Description, Drawing, Part
from analyzer.trucker.fleets.fleet import Fleet
from analyzer.trucker.fleets.in_words import quarters_in_words
from analyzer.trucker.sayings.phrases import in_words, many
from analyzer.trucker.ship.board import Square
from analyzer.trucker.ship.component import SIDE_NAMES, Side
from analyzer.trucker.ship.layout import Layout

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
        if number is None or not isinstance(self.ship, Fleet) or not self.ship.apart:
            return target
        return f"{target} of ship {number + 1} ({quarters_in_words(self.ship.quarters[number])})"

    def _broken_off(self, others: int) -> str:
        if others + 1 == len(self.ship.components):
            return "nothing is left of the ship"
        if not others:
            return "nothing else breaks off"
        return f"{many(others, 'more component')} {'breaks' if others == 1 else 'break'} off"
