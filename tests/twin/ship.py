"""A ship in flight: components with their tokens, and what happens when it loses some of either."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.ship.board import Board, Square
from analyzer.trucker.ship.component import Component
from analyzer.trucker.ship.layout import Layout
from tests.twin.geometry import Piece, exposed, giving_up_order, joined_to, pieces
from tests.twin.rulebook import RULEBOOKS, Rulebook
from tests.twin.strength import DOUBLE, cannon_halves, cannons, engine_power, engines

COLOURS_OF_GOODS = range(4)
Cubes = tuple[int, int, int, int]


@dataclass
class Ship:
    """Components by square and the tokens on them.

    `humans` counts per cabin, `aliens` is the cabin of each colour aboard, `charges` counts per battery component,
    `cubes` counts red, yellow, green, blue per hold; `giving_up` is the order in which tokens are given up.
    """

    board: Board
    parts: dict[Square, Component]
    humans: dict[Square, int]
    aliens: dict[str, Square]
    charges: dict[Square, int]
    cubes: dict[Square, list[int]]
    giving_up: list[Square]
    good_values: tuple[int, ...]
    rulebook: Rulebook

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
        red, yellow, green, blue = (sum(hold[colour] for hold in self.cubes.values()) for colour in COLOURS_OF_GOODS)
        return red, yellow, green, blue

    @property
    def goods_value(self) -> int:
        """What the goods aboard sell for, in credits."""
        return self.value_of(self.goods)

    @property
    def goods_at_half(self) -> int:
        """What the goods aboard sell for after giving up, in credits."""
        return (self.goods_value + 1) // 2

    def value_of(self, goods: Iterable[int]) -> int:
        """What such goods sell for, in credits."""
        return sum(number * value for number, value in zip(goods, self.good_values, strict=True))

    @property
    def exposed(self) -> int:
        """Exposed connectors."""
        return exposed(self.board, self.parts)

    def cannon_halves(self, charges: int = 0) -> int:
        """Strength of the cannons in halves with that many charges."""
        return cannon_halves(self.parts, charges, "purple" in self.aliens)

    def engine_power(self, charges: int = 0) -> int:
        """Strength of the engines with that many charges."""
        return engine_power(self.parts, charges, "brown" in self.aliens)

    @property
    def double_cannons(self) -> int:
        """Double cannons aboard."""
        return len(cannons(self.parts, DOUBLE))

    @property
    def double_engines(self) -> int:
        """Double engines aboard."""
        return len(engines(self.parts, DOUBLE))

    def spend(self, charges: int) -> None:
        """Pay charges, as far as there are any, in the order of giving up."""
        for square in self.giving_up:
            while charges and self.charges.get(square):
                self.charges[square] -= 1
                charges -= 1

    def remove_humans(self, number: int) -> None:
        """Humans go in the order of giving up: both of a cabin, then those of the next."""
        for square in self.giving_up:
            while number and self.humans.get(square):
                self.humans[square] -= 1
                number -= 1

    def remove_cubes(self, colour: int, number: int) -> None:
        """Cubes of one colour go in the order of giving up."""
        for square in self.giving_up:
            while number and square in self.cubes and self.cubes[square][colour]:
                self.cubes[square][colour] -= 1
                number -= 1

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

    def alone(self, piece: Piece) -> Ship:
        """What would fly on if only this piece did."""
        rest = Ship(
            self.board,
            dict(self.parts),
            dict(self.humans),
            dict(self.aliens),
            dict(self.charges),
            dict(self.cubes),
            self.giving_up,
            self.good_values,
            self.rulebook,
        )
        rest.lose(self.parts.keys() - piece)
        return rest

    def destroy(self, square: Square, captain: Captain) -> frozenset[Square]:
        """Destroy one component; if the rest breaks the captain picks what flies on. Returns all that is lost."""
        before = frozenset(self.parts)
        self.lose([square])
        broken = pieces(self.board, self.parts)
        if len(broken) > 1:
            self.lose(self.parts.keys() - piece_to_fly_on(self, captain, broken))
        return before - self.parts.keys()


def piece_to_fly_on(ship: Ship, captain: Captain, broken: list[Piece]) -> Piece:
    """Of the pieces with humans (of all, if none has) the one of highest worth; tie: the earliest square.

    By the basic rules nobody has to leave for want of humans: there it is the one of highest worth of all.
    """
    inhabited = [] if ship.rulebook.basic else [piece for piece in broken if ship.alone(piece).human_count]
    return max(inhabited or broken, key=lambda piece: worth(ship.alone(piece), captain))


def worth(ship: Ship, captain: Captain) -> int:
    """What a ship is worth to its captain (docs/rulings.md "A ship breaks"), in hundredths of a credit."""
    aliens = sum({"brown": captain.brown, "purple": captain.purple}[colour] for colour in ship.aliens)
    people = captain.human * ship.human_count + aliens
    return captain.component * len(ship.parts) + people + captain.battery * ship.charge_count + 100 * ship.goods_value


def launch(layout: Layout, *, learning: bool = False) -> Ship:
    """Two humans in every cabin, but one alien where the layout sends it; batteries full, holds empty.

    On the learning flight no aliens fly.
    """
    parts = dict(layout.components)
    aliens = {} if learning else dict(layout.aliens)
    alien_cabins = set(aliens.values())
    return Ship(
        board=layout.board,
        parts=parts,
        humans={square: 2 for square, part in parts.items() if part.is_a.cabin and square not in alien_cabins},
        aliens=aliens,
        charges={square: part.is_a.batteries for square, part in parts.items() if part.is_a.batteries},
        cubes={square: [0, 0, 0, 0] for square, part in parts.items() if _containers(part)},
        giving_up=giving_up_order(layout.board, parts),
        good_values=layout.edition.good_values,
        rulebook=RULEBOOKS[layout.board.edition].for_flight(learning=learning),
    )


def _containers(part: Component) -> int:
    return part.is_a.containers + part.is_a.special_containers
