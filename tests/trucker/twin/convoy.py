"""The truckers of a flight and their figures on the flight board (docs/rulings.md "Space and order")."""

from __future__ import annotations

from dataclasses import dataclass

from analyzer import Captain
from tests.trucker.twin.fear import NO_PROSPECT, Prospect
from tests.trucker.twin.fleet import Fleet
from tests.trucker.twin.rulebook import Rulebook
from tests.trucker.twin.ship import Cubes

ARRIVED, NO_HUMANS, NO_ENGINES, LAPPED, GAVE_UP = range(5)


@dataclass
class Trucker:
    """One player's flight: ship or fleet, captain, spaces flown, and what they have earned.

    `removed` counts the components charged as lost though they never flew: taken off by repair, or left in reserve;
    `premium` is what was paid for insurance, None for who flies an ordinary ship.
    """

    fleet: Fleet
    captain: Captain
    start: int
    position: int
    removed: int = 0
    premium: int | None = None
    bounty: int = 0
    cards_flown: int = 0
    stranded: bool = False
    flying: bool = True
    ending: int = ARRIVED

    def give_up(self, ending: int) -> None:
        """Take the figure off the flight board."""
        self.flying, self.ending = False, ending


@dataclass
class Convoy:
    """All truckers, the length of a lap, the cubes of the box, the rules they fly by, and what lies ahead.

    `values` is the level's table of values, `coming` counts the cards behind the one at hand.
    """

    truckers: list[Trucker]
    lap: int
    cubes: tuple[int, ...]
    rulebook: Rulebook
    prospect: Prospect = NO_PROSPECT
    values: dict[tuple[str, str], list[int]] | None = None
    coming: int = 0

    @property
    def order(self) -> list[Trucker]:
        """Who still flies, the front-most first."""
        return sorted((trucker for trucker in self.truckers if trucker.flying), key=lambda trucker: -trucker.position)

    @property
    def by_rank(self) -> list[Trucker]:
        """Who still flies, as rewards go: more ships first, then by flight order."""
        return sorted(self.order, key=lambda trucker: -len(trucker.fleet.flying))

    @property
    def bank(self) -> Cubes:
        """Cubes on no ship of the convoy; whoever gave up still holds theirs, and so does a ship that left."""
        taken = [goods for trucker in self.truckers for goods in (trucker.fleet.goods, trucker.fleet.set_aside)]
        red, yellow, green, blue = (self.cubes[colour] - sum(goods[colour] for goods in taken) for colour in range(4))
        return red, yellow, green, blue

    def lapped(self, trucker: Trucker) -> bool:
        """Whether the front-most of those who fly is so far ahead that this one must give up."""
        return self.order[0].position - trucker.position >= self.lap + self.rulebook.fewest_spaces_to_be_lapped

    def move(self, trucker: Trucker, days: int) -> None:
        """Gain (or lose, if negative) that many days: figures of other flying ships are passed over uncounted."""
        taken = {other.position % self.lap for other in self.order if other is not trucker}
        step, left = (1, days) if days > 0 else (-1, -days)
        while left:
            trucker.position += step
            left -= trucker.position % self.lap not in taken

    def lose_days(self, trucker: Trucker, days: int) -> None:
        """Go back that many free spaces."""
        self.move(trucker, -days)


def half_rounded_up(credits: int) -> int:
    """What goods sell for that did not arrive."""
    return (credits + 1) // 2
