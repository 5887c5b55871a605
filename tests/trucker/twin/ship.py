"""One ship in flight: components with their tokens, and what happens when it loses some of either."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass

from analyzer import Captain, Component
from tests.doors.printed import Board, Square
from tests.trucker.twin.geometry import Joints, Piece, exposed, joined_to, pieces
from tests.trucker.twin.rulebook import Rulebook
from tests.trucker.twin.strength import Power, power_of

COLOURS_OF_GOODS = range(4)
Cubes = tuple[int, int, int, int]

FLIES, NOT_BEGUN, UNMANNED, NO_HUMANS, NO_ENGINES, LAPPED, GAVE_UP, TAKEN_OUT, NO_SHIP = range(9)
"""What became of a ship of a fleet."""


@dataclass(eq=False)
class Ship:
    """Components by square and the tokens on them.

    `humans` counts per cabin, `aliens` is the cabin of each colour aboard, `charges` counts per battery component,
    `cubes` counts red, yellow, green, blue per hold; `giving_up` is the order in which tokens are given up, `joints` is
    how all that was built was held together. `left` is why the ship left its fleet, `cards` counts those it met.
    """

    board: Board
    parts: dict[Square, Component]
    humans: dict[Square, int]
    aliens: dict[str, Square]
    charges: dict[Square, int]
    cubes: dict[Square, list[int]]
    giving_up: list[Square]
    joints: Joints
    rulebook: Rulebook
    left: int = FLIES
    cards: int = 0
    power_known: Power | None = None

    @property
    def built(self) -> int:
        """Components it was built of."""
        return len(self.joints)

    @property
    def lost(self) -> int:
        """Components lost since launch; those of a ship that left are gone, but not lost."""
        return self.built - len(self.parts)

    @property
    def human_count(self) -> int:
        """Humans aboard."""
        return sum(self.humans.values())

    @property
    def crew(self) -> int:
        """Figures aboard: an alien counts as one."""
        return self.human_count + len(self.aliens)

    @property
    def charge_count(self) -> int:
        """Charges aboard."""
        return sum(self.charges.values())

    @property
    def goods(self) -> Cubes:
        """Cubes aboard by colour."""
        return total(self.cubes.values())

    @property
    def exposed(self) -> int:
        """Exposed connectors."""
        return exposed(self.board, self.parts)

    @property
    def power(self) -> Power:
        """What shoots and drives aboard."""
        if self.power_known is None:
            self.power_known = power_of(self.parts)
        return self.power_known

    def cannon_halves(self, charges: int = 0) -> int:
        """Strength of the cannons in halves with that many charges."""
        return self.power.cannon_halves(charges, "purple" in self.aliens)

    def engine_power(self, charges: int = 0) -> int:
        """Strength of the engines with that many charges."""
        return self.power.engine_power(charges, "brown" in self.aliens)

    @property
    def could_move(self) -> bool:
        """Whether it has engine strength with all its charges."""
        return self.engine_power(self.charge_count) > 0

    def spend(self, charges: int) -> None:
        """Pay charges, as far as there are any, in the order of giving up."""
        for square in self.giving_up:
            while charges and self.charges.get(square):
                self.charges[square] -= 1
                charges -= 1

    def occupied(self, cabin: Square) -> bool:
        """Whether anybody lives in that cabin."""
        return bool(self.humans.get(cabin)) or cabin in self.aliens.values()

    def lives(self, colour: str) -> bool:
        """Whether the cabin of that alien is there and joined to life support of its colour."""
        cabin = self.aliens[colour]
        if cabin not in self.parts:
            return False
        beside = joined_to(self.board, self.parts, cabin)
        return any(self.parts[square].is_a.life_support == colour for square in beside)

    def lose(self, squares: Iterable[Square]) -> None:
        """Components go with all tokens on them; an alien without cabin or life support leaves at once."""
        for square in squares:
            del self.parts[square]
            for tokens in (self.humans, self.charges, self.cubes):
                tokens.pop(square, None)
        self.aliens = {colour: cabin for colour, cabin in self.aliens.items() if self.lives(colour)}
        self.power_known = None

    def alone(self, piece: Piece) -> Ship:
        """What would fly on if only this piece did."""
        rest = copy(self)
        rest.parts, rest.humans, rest.aliens = dict(self.parts), dict(self.humans), dict(self.aliens)
        rest.charges, rest.cubes = dict(self.charges), dict(self.cubes)
        rest.lose(self.parts.keys() - piece)
        return rest

    def destroy(self, square: Square, captain: Captain, good_values: tuple[int, ...]) -> frozenset[Square]:
        """Destroy one component; if the rest breaks the captain picks what flies on. Returns all that is lost."""
        before = frozenset(self.parts)
        self.lose([square])
        self.keep_one_piece(captain, good_values)
        return before - self.parts.keys()

    def keep_one_piece(self, captain: Captain, good_values: tuple[int, ...]) -> None:
        """If it is in pieces the captain picks what flies on.

        Of the pieces with humans (of all, if none has) the one of highest worth; tie: the earliest square. By the basic
        rules nobody has to leave for want of humans: there it is the one of highest worth of all.
        """
        broken = pieces(self.joints, self.parts)
        if len(broken) < 2:
            return
        inhabited = [] if self.rulebook.basic else [piece for piece in broken if self.alone(piece).human_count]
        kept = max(inhabited or broken, key=lambda piece: worth(self.alone(piece), captain, good_values))
        self.lose(self.parts.keys() - kept)


def total(loads: Iterable[Sequence[int]]) -> Cubes:
    """All those cubes by colour."""
    red, yellow, green, blue = map(sum, zip((0, 0, 0, 0), *loads, strict=True))
    return red, yellow, green, blue


def worth(ship: Ship, captain: Captain, good_values: tuple[int, ...]) -> int:
    """What a ship is worth to its captain (docs/rulings.md "A ship breaks"), in hundredths of a credit."""
    aliens = sum({"brown": captain.brown, "purple": captain.purple}[colour] for colour in ship.aliens)
    people = captain.human * ship.human_count + aliens
    goods = sum(number * value for number, value in zip(ship.goods, good_values, strict=True))
    return captain.component * len(ship.parts) + people + captain.battery * ship.charge_count + 100 * goods
