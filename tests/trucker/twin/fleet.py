"""What one trucker flies: one ship, or the ships that two dice made of their build (class IVC: "Der Flug").

An ordinary ship is a fleet of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul

from analyzer import Captain, Component, Layout
from tests.doors.printed import Board, Square
from tests.trucker.twin.geometry import Joints, Parts, giving_up_order, joints
from tests.trucker.twin.quarters import ships_of
from tests.trucker.twin.rulebook import RULEBOOKS, Rulebook
from tests.trucker.twin.ship import FLIES, NO_HUMANS, NOT_BEGUN, UNMANNED, Cubes, Ship, total
from tests.trucker.twin.strength import Power, power_of


@dataclass
class Fleet:
    """Ships in reading order of their first square, those that left too; `giving_up` is the order over all of them.

    `joined`: the borders that grew together, where it is of class IVC.
    """

    board: Board
    ships: list[Ship]
    giving_up: list[Square]
    good_values: tuple[int, ...]
    rulebook: Rulebook
    joined: str = ""

    @property
    def flying(self) -> list[Ship]:
        """The ships that have not left."""
        return [ship for ship in self.ships if ship.left == FLIES]

    @property
    def gone(self) -> list[Ship]:
        """The ships that left: their goods are set aside, all else is of no account."""
        return [ship for ship in self.ships if ship.left != FLIES]

    @property
    def built(self) -> int:
        """Components of all ships as they were built."""
        return sum(ship.built for ship in self.ships)

    @property
    def lost(self) -> int:
        """Components lost since launch."""
        return sum(ship.lost for ship in self.ships)

    @property
    def human_count(self) -> int:
        """Humans aboard."""
        return sum(ship.human_count for ship in self.flying)

    @property
    def aliens(self) -> list[str]:
        """Colours of the aliens aboard."""
        return [colour for ship in self.flying for colour in ship.aliens]

    @property
    def crew(self) -> int:
        """Figures aboard all ships."""
        return sum(ship.crew for ship in self.flying)

    @property
    def charge_count(self) -> int:
        """Charges aboard all ships."""
        return sum(ship.charge_count for ship in self.flying)

    @property
    def exposed(self) -> int:
        """Exposed connectors of all ships."""
        return sum(ship.exposed for ship in self.flying)

    @property
    def goods(self) -> Cubes:
        """Cubes aboard by colour."""
        return total(hold for ship in self.flying for hold in ship.cubes.values())

    @property
    def set_aside(self) -> Cubes:
        """Cubes of the ships that left, by colour."""
        return total(hold for ship in self.gone for hold in ship.cubes.values())

    def value_of(self, goods: Iterable[int]) -> int:
        """What such goods sell for, in credits."""
        return sum(map(mul, goods, self.good_values))

    @property
    def goods_value(self) -> int:
        """What the goods aboard sell for, in credits."""
        return self.value_of(self.goods)

    def with_square(self, square: Square) -> Ship:
        """The flying ship whose component lies there."""
        return next(ship for ship in self.flying if square in ship.parts)

    def holding(self, tokens: str) -> Iterator[tuple[Ship, Square]]:
        """In the order of giving up over the whole fleet the squares that hold such tokens, with their ships."""
        holders = {square: ship for ship in self.flying for square in getattr(ship, tokens)}
        return ((holders[square], square) for square in self.giving_up if square in holders)

    def spend(self, charges: Sequence[int]) -> None:
        """Pay that many charges of each flying ship, in the order of giving up."""
        for ship, own in zip(self.flying, charges, strict=True):
            ship.spend(own)

    def lose_charges(self, number: int) -> None:
        """Charges go in the order of giving up, from whichever ship."""
        for ship, square in self.holding("charges"):
            taken = min(number, ship.charges[square])
            ship.charges[square] -= taken
            number -= taken

    def remove_cubes(self, colour: int, number: int) -> None:
        """Cubes of one colour go in the order of giving up, from whichever ship."""
        for ship, square in self.holding("cubes"):
            taken = min(number, ship.cubes[square][colour])
            ship.cubes[square][colour] -= taken
            number -= taken

    def humans_to_go(self, number: int) -> list[tuple[Ship, Square]]:
        """Who goes: in the order of giving up, but each ship keeps one human back; then the last ones of some ships.

        Those go from the ship with the fewest components left first, of equals the last one in order.
        """
        spare = {ship: max(0, ship.human_count - 1) for ship in self.flying}
        going, staying = [], []
        for ship, cabin in self.holding("humans"):
            may_go = min(ship.humans[cabin], spare[ship])
            spare[ship] -= may_go
            going += [(ship, cabin)] * may_go
            staying += [(ship, cabin)] * (ship.humans[cabin] - may_go)
        smallest_first = sorted(self.flying, key=lambda ship: (len(ship.parts), -self.ships.index(ship)))
        last = [one for ship in smallest_first for one in staying if one[0] is ship]
        return (going + last)[:number]

    def remove_humans(self, number: int) -> None:
        """That many humans go."""
        for ship, cabin in self.humans_to_go(number):
            ship.humans[cabin] -= 1

    def ships_emptied(self, number: int) -> int:
        """How many ships would lose their last human if that many humans went, though another ship keeps one."""
        if number >= self.human_count:
            return 0
        going = [ship for ship, _ in self.humans_to_go(number)]
        return sum(0 < ship.human_count == going.count(ship) for ship in self.flying)

    def destroy(self, square: Square, captain: Captain) -> frozenset[Square]:
        """Destroy one component; only the ship that it belongs to may break. Returns all that is lost."""
        return self.with_square(square).destroy(square, captain, self.good_values)

    def check_before_start(self, captain: Captain) -> None:
        """Ships not begun or without humans leave free of charge; of a ship in pieces one flies."""
        for ship in self.ships:
            if not ship.built:
                ship.left = NOT_BEGUN
            elif not ship.human_count:
                ship.left = UNMANNED
            else:
                ship.keep_one_piece(captain, self.good_values)
        assert self.flying, "nothing of this fleet can fly"

    def part_with_unmanned(self) -> None:
        """After a card ships without humans leave."""
        for ship in self.flying:
            if not ship.human_count:
                ship.left = NO_HUMANS


@dataclass(frozen=True)
class Blueprint:
    """What a flight does not change about a fleet: what was built as each ship, and all that follows from it."""

    ships: tuple[Parts, ...]
    joints: tuple[Joints, ...]
    power: tuple[Power, ...]
    giving_up: list[Square]


@lru_cache(64)
def _blueprint(board: Board, components: tuple[tuple[Square, Component], ...], joined: str) -> Blueprint:
    squares = (
        [frozenset().union(*ship.values()) for ship in ships_of(joined)] if joined else [{at for at, _ in components}]
    )
    ships = tuple({square: part for square, part in components if square in own} for own in squares)
    return Blueprint(
        ships,
        tuple(joints(board, parts) for parts in ships),
        tuple(power_of(parts) for parts in ships),
        giving_up_order(board, ships),
    )


def launch(layout: Layout, *, learning: bool = False, joined: str = "") -> Fleet:
    """Two humans in every cabin, but one alien where the layout sends it; batteries full, holds empty.

    On the learning flight no aliens fly. `joined`: the borders of a build that grew together.
    """
    plan = _blueprint(layout.board, tuple(layout.components.items()), joined)
    rulebook = RULEBOOKS[layout.board.edition].for_flight(learning=learning)
    wanted = {} if learning else layout.aliens
    ships = [
        _launched(layout.board, parts, held, plan.giving_up, rulebook, power, wanted)
        for parts, held, power in zip(plan.ships, plan.joints, plan.power, strict=True)
    ]
    return Fleet(layout.board, ships, plan.giving_up, layout.edition.good_values, rulebook, joined)


def _launched(
    board: Board,
    parts: Parts,
    held: Joints,
    giving_up: list[Square],
    rulebook: Rulebook,
    power: Power,
    wanted: Mapping[str, Square],
) -> Ship:
    """One ship with its tokens; aliens live where they are wanted if life support of their own ship is joined."""
    ship = Ship(
        board=board,
        parts=dict(parts),
        humans={},
        aliens={colour: cabin for colour, cabin in wanted.items() if cabin in parts},
        charges={square: part.is_a.batteries for square, part in parts.items() if part.is_a.batteries},
        cubes={square: [0, 0, 0, 0] for square, part in parts.items() if containers(part)},
        giving_up=giving_up,
        joints=held,
        rulebook=rulebook,
        power_known=power,
    )
    ship.aliens = {colour: cabin for colour, cabin in ship.aliens.items() if ship.lives(colour)}
    homes = ship.aliens.values()
    ship.humans = {square: 2 for square, part in parts.items() if part.is_a.cabin and square not in homes}
    return ship


def containers(part: Component) -> int:
    """How many cubes it holds."""
    return part.is_a.containers + part.is_a.special_containers
