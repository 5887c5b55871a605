"""States of ships at one moment: read from files, and taken from flights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from analyzer.files.flaws import Flaw, Path
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.state import ENDINGS
from analyzer.trucker.edition import GOODS
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.position.position import Position, ShipInFlight, charged, contents, in_order
from analyzer.trucker.position.schema import BatteryEntry, CabinEntry, CrewFields, GoodsFields, HoldEntry
from analyzer.trucker.sayings.phrases import at, many
from analyzer.trucker.ship.aboard import HUMAN, charges_on, crew_on, goods_on, safest
from analyzer.trucker.ship.bitboard import IntArray
from analyzer.trucker.ship.component import COLOURS, Square
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.tokens import HUMANS
from analyzer.trucker.story.lines import ShipState, state_of

CREW = (HUMAN, *COLOURS)
"""Types of crew, in the order of their fields."""


class ShipStateReader:
    """Reader of one ship's state in flight from the fields of a file.

    Attributes:
        ship: the ship as launched.
        hull: its hull.
        fields: fields of the file.
        path: place of the ship in the file.
        flaws: flaws found, each with a path below `path`.
        lost: squares of the components that are gone.
        left: mask of the squares that remain. Shape (1,).
    """

    def __init__(self, ship: Layout, fields: Mapping[str, Any], path: Path) -> None:
        self.ship, self.hull, self.fields, self.path = ship, ship.hull, fields, path
        self.flaws: list[Flaw] = []
        self.lost = tuple(in_order(ship, dict.fromkeys(self._lost())))
        self.left = np.array([int(self.hull.occupied[0]) & ~int(self.hull.mask_of(self.lost))], np.uint64)
        self._check_connected()

    def in_flight(self) -> ShipInFlight:
        """Return the ship in flight; flaws are added to `flaws`."""
        named = {name: self.fields[name] for name in ("space", "start", "credits") if name in self.fields}
        return ShipInFlight(
            self.ship,
            self.lost,
            contents(self.ship, self._crew()),
            charged(self.ship, self._charges()),
            contents(self.ship, self._goods()),
            left=self.fields.get("left") or "",
            **named,
        )

    def _flaw(self, path: Path, text: str, square: Square | None = None) -> None:
        """Add a flaw at a path below the ship's place in the file."""
        self.flaws.append(Flaw((*self.path, *path), text, square))

    def _lost(self) -> Iterator[Square]:
        """Yield the lost squares, and add flaws for wrong and repeated ones."""
        seen = set()
        for number, square in enumerate(self.fields.get("lost", ())):
            if square not in self.ship.components:
                self._flaw(("lost", number), f"{self.ship.name} has no component there: name its squares", square)
            elif square in seen:
                self._flaw(("lost", number), "this square is named twice: leave one out", square)
            else:
                yield square
            seen.add(square)

    def _check_connected(self) -> None:
        """Add a flaw if the remaining components are not connected."""
        pieces = self.hull.pieces(int(self.left[0]))
        if not pieces:
            self._flaw(("lost",), f"{self.ship.name} has lost every component: a ship that flies has some")
        elif len(pieces) > 1:
            largest = max(pieces, key=int.bit_count)
            off = in_order(self.ship, self.hull.squares_of(int(self.left[0]) & ~largest))
            named = " ".join(map(at, off))
            self._flaw(
                ("lost",),
                f"what is left of {self.ship.name} falls into {len(pieces)} pieces: add what broke off, e.g. {named}",
            )

    # crew

    def _crew(self) -> dict[Square, tuple[str, ...]]:
        """Return the crew by square, from numbers given by cabin or for the whole ship.

        If the file gives none, all crew whose cabins remain are aboard.
        """
        tokens = self.hull.tokens
        # Crew, charges and cubes are tokens, one bit each; those given up first are the lowest bits.
        seats = int(tokens.crew_left(np.array([tokens.crew], np.uint64), self.left)[0])
        entry = self.fields.get("crew")
        if entry is None:
            return crew_on(self.hull, seats)
        room = crew_on(self.hull, seats)
        if isinstance(entry, CrewFields):
            return self._crew_in_all(entry, seats, room)
        crew: dict[Square, tuple[str, ...]] = {}
        for number, cabin in enumerate(entry):
            path: Path = ("crew", number)
            if self._unfit(cabin.square, crew, path, room, "cabin"):
                continue
            crew[cabin.square] = self._crew_of_cabin(cabin, room[cabin.square], path)
        return crew

    def _crew_in_all(
        self, entry: CrewFields, seats: int, room: Mapping[Square, tuple[str, ...]]
    ) -> dict[Square, tuple[str, ...]]:
        """Return the crew by square, given the numbers for the whole ship; the safest cabins are filled first.

        Adds a flaw for each crew type for which the ship has too few places.

        Args:
            entry: number of crew of each type.
            seats: tokens of the full crew that still have a place.
            room: crew types that have a place, by square.
        """
        there = [who for cabin in room.values() for who in cabin]
        for who in CREW:
            if getattr(entry, who) > there.count(who):
                has = many(there.count(who), who if who == HUMAN else f"{who} alien")
                self._flaw(
                    ("crew", who), f"{getattr(entry, who)} {who}: what is left of {self.ship.name} has room for {has}"
                )
        humans = safest(self.hull.tokens.humans, seats & int(HUMANS), min(entry.human, there.count(HUMAN)))
        aliens = [int(alien) for alien, who in zip(self.hull.tokens.alien, COLOURS, strict=True) if getattr(entry, who)]
        return crew_on(self.hull, humans | (sum(aliens) & seats))

    def _crew_of_cabin(self, cabin: CabinEntry, room: tuple[str, ...], path: Path) -> tuple[str, ...]:
        """Return the crew of one cabin, and add a flaw if there are too many."""
        for who in CREW:
            if getattr(cabin, who) > room.count(who):
                holds = many(len(room), room[0] if room[0] == HUMAN else f"{room[0]} alien")
                self._flaw((*path, who), f"{getattr(cabin, who)} {who}: this cabin holds {holds}", cabin.square)
        return tuple(who for who in CREW for _ in range(min(getattr(cabin, who), room.count(who))))

    # charges

    def _charges(self) -> dict[Square, int]:
        """Return the charges by square, from numbers given by component or for the whole ship.

        If the file gives none, every remaining battery is charged.
        """
        tokens = self.hull.tokens.charges
        full = int(tokens.left(self.left)[0] & tokens.full)
        room = {square: len(there) for square, there in charges_on(self.hull, full).items()}
        entry = self.fields.get("charges")
        if entry is None:
            return room
        if isinstance(entry, int):
            if entry > full.bit_count():
                left = many(full.bit_count(), "battery")
                self._flaw(("charges",), f"{entry} charges: what is left of {self.ship.name} has {left}")
            charges = charges_on(self.hull, safest(tokens, full, min(entry, full.bit_count())))
            return {square: len(there) for square, there in charges.items()}
        by_square: dict[Square, int] = {}
        for number, one in enumerate(entry):
            assert isinstance(one, BatteryEntry)
            if self._unfit(one.square, by_square, ("charges", number), room, "battery"):
                continue
            if one.charges > room[one.square]:
                text = f"{one.charges} charges: this component has {many(room[one.square], 'battery')}"
                self._flaw(("charges", number, "charges"), text, one.square)
            by_square[one.square] = min(one.charges, room[one.square])
        return by_square

    # goods

    def _goods(self) -> dict[Square, tuple[str, ...]]:
        """Return the cubes aboard by square, from numbers given by container or for the whole ship.

        If the file gives none, no cubes are aboard.
        """
        seats = self.hull.tokens.containers
        full = int(seats.left(self.left)[0] & seats.full)
        special = full & int(self.hull.tokens.special)
        entry = self.fields.get("goods")
        if entry is None:
            return {}
        if isinstance(entry, GoodsFields):
            return self._goods_in_all(entry, full, special)
        room = {square: len(there) for square, there in goods_on(self.hull, [full, 0, 0, 0]).items()}
        for_red = goods_on(self.hull, [special, 0, 0, 0])
        goods: dict[Square, tuple[str, ...]] = {}
        for number, hold in enumerate(entry):
            assert isinstance(hold, HoldEntry)
            if self._unfit(hold.square, goods, ("goods", number), room, "container"):
                continue
            cubes = tuple(colour for colour in GOODS for _ in range(getattr(hold, colour)))
            if len(cubes) > room[hold.square]:
                text = f"{many(len(cubes), 'cube')}: this container holds {room[hold.square]}"
                self._flaw(("goods", number), text, hold.square)
            if hold.red and hold.square not in for_red:
                self._flaw(("goods", number, "red"), "red cubes lie in special containers alone", hold.square)
            goods[hold.square] = cubes
        return goods if not self.flaws else {}

    def _goods_in_all(self, entry: GoodsFields, full: int, special: int) -> dict[Square, tuple[str, ...]]:
        """Return the cubes by square, given the numbers for the whole ship.

        They lie in the safest containers, red cubes in special ones. Adds a flaw if there are too few places.

        Args:
            entry: number of cubes of each colour.
            full: tokens of all places in the containers that remain.
            special: tokens of those places that may hold red cubes.
        """
        if entry.red > special.bit_count():
            text = f"{entry.red} red: {self.ship.name} has special containers for {special.bit_count()}"
            self._flaw(("goods", "red"), text)
        cubes = sum(getattr(entry, colour) for colour in GOODS)
        if cubes > full.bit_count():
            text = f"{many(cubes, 'cube')}: what is left of {self.ship.name} has containers for {full.bit_count()}"
            self._flaw(("goods",), text)
        free, by_colour = full, []
        for colour in GOODS:
            # Red cubes come first in GOODS, so they have all special containers to choose from.
            places = free & special if colour == GOODS[0] else free
            taken = safest(self.hull.tokens.containers, places, min(getattr(entry, colour), places.bit_count()))
            by_colour.append(taken)
            free &= ~taken
        return goods_on(self.hull, by_colour)

    def _unfit(self, square: Square, before: Any, path: Path, room: Any, what: str) -> bool:
        """Return whether an entry's square is repeated or has no cabin, battery or container; add a flaw if so.

        Args:
            square: square of the entry.
            before: squares of earlier entries.
            path: place of the entry in the file.
            room: squares that can hold it.
            what: name of the component that is needed, for the message.
        """
        if square in before:
            self._flaw(path, "this square is named twice: put both entries together", square)
        elif square not in room:
            self._flaw(path, f"no {what} is left there: name one that {self.ship.name} still has", square)
        return square in before or square not in room


def position_of_convoy(convoy: Convoy, experiment: Experiment, places: IntArray, met: Sequence[int]) -> Position:
    """Return the position of the ships in a convoy with a single flight.

    Args:
        convoy: the convoy.
        experiment: experiment of the flight.
        places: places in the starting order from 0, (ships, 1).
        met: numbers of the cards resolved.
    """
    route = experiment.route
    ships = tuple(
        _in_flight(ship, state_of(convoy, number), int(places[number, 0]) + 1, int(convoy.state.ending[number, 0]))
        for number, ship in enumerate(experiment.ships)
    )
    return Position(
        ships,
        route.level_name,
        route.learning,
        route.prognostic,
        tuple(met),
        piles=route.forecast,
        deck=route.cards,
        own_cards=route.replaced,
    )


def _in_flight(ship: Layout, state: ShipState, start: int, ending: int) -> ShipInFlight:
    return ShipInFlight(
        ship,
        tuple(in_order(ship, {*ship.components} - state.alive)),
        contents(ship, state.crew),
        charged(ship, state.charges),
        contents(ship, state.goods),
        space=state.position,
        start=start,
        credits=state.credits,
        left="" if state.flying else ENDINGS[ending],
    )
