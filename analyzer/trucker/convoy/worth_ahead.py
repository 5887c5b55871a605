"""Worth of place, crew, charges and cargo later in the flight, for captains with values (docs/rulings.md).

Values are fitted tables, one for each level of an edition (`data/<edition>/values`), in whole hundredths of a credit.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from importlib.resources import files
from typing import ClassVar

import numpy as np

from analyzer.trucker.convoy.cargo import RED, cubes, dearest
from analyzer.trucker.convoy.crew import HUMAN, aboard, cost_of_crew, whom_to_give
from analyzer.trucker.convoy.ship import Group, ShipsInFlight
from analyzer.trucker.convoy.state import BoolArray, Indices
from analyzer.trucker.convoy.track import FAR, passed, spaces_back, within_lap
from analyzer.trucker.convoy.worth import value_of_cubes
from analyzer.trucker.edition import OWN
from analyzer.trucker.ship.bitboard import IntArray, count
from analyzer.trucker.wrecks.facts import room
from analyzer.trucker.wrecks.wrecks import Numbers

GAP, HUMANS, CHARGES = 24, 15, 12
"""Largest gap in spaces, and most humans and charges, that the tables tell apart."""
RANKS = (-5, -1, 0, 2, 4)
"""Thresholds of the lead in crew (see `lead_in_crew`)."""
CARGO = ("value", "reds", "first", "next", "more")
"""Quantities of a cargo that have a worth: its credits, red cubes, and free places, at most each of ROOMS."""
ROOMS = (1, 3, 8)
NOBODY = np.zeros(0, np.intp)
FOLDER = "values"
"""Folder of an edition that holds its tables of values, one for each level."""


@dataclass(frozen=True, eq=False)
class Values:
    """Worth in hundredths of a credit, by number of cards that follow the one at hand. Shape (cards, entries).

    Attributes:
        place: Worth of standing -GAP to GAP spaces ahead of another ship; negative gaps are spaces behind it.
        humans: Worth of 0 to HUMANS humans.
        brown: Worth of the brown alien.
        purple: Worth of the purple alien.
        rank: Worth added if the lead in crew (see `lead_in_crew`) is above each of RANKS.
        charges: Worth of 0 to CHARGES charges.
        cargo: Worth of one unit of each quantity in CARGO, e.g. of one red cube or one free place.
    """

    ENTRIES: ClassVar[dict[str, tuple[int | str, ...]]] = {
        "place": tuple(range(-GAP, GAP + 1)),
        "humans": tuple(range(HUMANS + 1)),
        "brown": (1,),
        "purple": (1,),
        "rank": RANKS,
        "charges": tuple(range(CHARGES + 1)),
        "cargo": CARGO,
    }

    place: IntArray
    humans: IntArray
    brown: IntArray
    purple: IntArray
    rank: IntArray
    charges: IntArray
    cargo: IntArray

    def at(self, cards_left: int) -> Values:
        """Return the values if that many cards follow the one at hand. Each array has shape (entries,).

        If the table has no values for so many cards, those for the most cards are returned.
        """
        # Chosen decks may hold more cards than the level deals; the last column is used for them.
        cards = min(cards_left, len(self.place) - 1)
        return Values(*(getattr(self, one.name)[cards] for one in fields(self)))

    def rows(self) -> Iterator[list[int | str]]:
        """Yield the rows of the table: name in ENTRIES, e.g. `humans`, one entry of it, and its worth by cards left."""
        for what, entries in self.ENTRIES.items():
            for entry, worth in zip(entries, getattr(self, what).T.tolist(), strict=True):
                yield [what, entry, *worth]


IN_PLACE: dict[tuple[str, str], Values] = {}
"""Values used in place of the tables, by edition and level, while a second fit starts from them."""


@contextmanager
def in_place_of_table(edition: str, level: str, values: Values) -> Iterator[None]:
    """Use the values in place of the table of a level, in this process and inside a `with` statement."""
    before = IN_PLACE.copy()
    IN_PLACE[edition, level] = values
    try:
        yield
    finally:
        IN_PLACE.clear()
        IN_PLACE.update(before)


def values_of(edition: str, level: str) -> Values | None:
    """Return the values of a level, or None if it has no table."""
    return IN_PLACE.get((edition, level)) or _table_of(edition, level)


@cache
def _table_of(edition: str, level: str) -> Values | None:
    if edition in OWN:
        own = dict(OWN[edition].texts).get(f"{FOLDER}/{level}.csv")
        return None if own is None else values_from(own)
    table = files("analyzer.trucker") / "data" / edition / FOLDER / f"{level}.csv"
    return values_from(table.read_text(encoding="utf-8")) if table.is_file() else None


def values_from(text: str) -> Values:
    """Return the values in the text of a table.

    Raises:
        ValueError: If it is not a table of values.
    """
    _, *rows = csv.reader(text.splitlines())
    entries = [[what, str(at)] for what, each in Values.ENTRIES.items() for at in each]
    if [row[:2] for row in rows] != entries or len({len(row) for row in rows}) != 1 or len(rows[0]) < 3:
        raise ValueError("not a table of values")
    by_what: dict[str, list[list[int]]] = {what: [] for what in Values.ENTRIES}
    for what, _, *worth in rows:
        by_what[what].append([int(each) for each in worth])
    return Values(**{what: np.array(worth, np.int64).T.copy() for what, worth in by_what.items()})


@lru_cache(256)
def _values_at(values: Values, cards_left: int) -> Values:
    return values.at(cards_left)


def values_in(convoy: Group) -> Values | None:
    """Return the fitted values by which captains decide at the card at hand; None if nobody decides by values.

    Nobody does if no captain has values, if the level has no table, or if the convoy has only one ship.
    """
    if convoy.seats == 1 or not convoy.captains.have_values:
        return None
    values = values_of(convoy.edition.name, convoy.level.name)
    return None if values is None else _values_at(values, convoy.cards_left)


def with_values(ship: ShipsInFlight) -> Indices:
    """Return the indices of the ships whose captains decide by fitted values at this card."""
    if values_in(ship.convoy) is None:
        return NOBODY
    values = ship.captain.values
    if isinstance(values, int):
        return np.arange(ship.size) if values else NOBODY
    return values.nonzero()[0]


def where_it_matters(ship: ShipsInFlight, matters: BoolArray) -> Indices:
    """Return the indices of the ships whose decision may depend on a price.

    If a listener hears of the price, the indices of all ships are returned.
    """
    return matters.nonzero()[0] if ship.convoy.log is None else np.arange(ship.size)


def the_values(ship: ShipsInFlight) -> Values:
    """Return the fitted values for the card at hand, for ships that `with_values` has found."""
    values = values_in(ship.convoy)
    assert values is not None
    return values


@dataclass(frozen=True)
class ShipView:
    """The flights of some ships as each of them sees it: itself first, then the others.

    Attributes:
        ships: The ships, one in each flight.
        positions: Space of each marker. Shape (seats, ships).
        flying: Whether each ship flies. Shape (seats, ships).
    """

    ships: ShipsInFlight
    positions: IntArray
    flying: BoolArray

    @classmethod
    def of(cls, ships: ShipsInFlight) -> ShipView:
        """Return the flight of each given ship as that ship sees it.

        Args:
            ships: The ships, no two of them in the same flight.
        """
        cells = np.concatenate([ships.cells[None], ships.others()])
        state = ships.convoy.state
        return cls(ships, state.position.take(cells), state.flying.take(cells))

    def at(self, which: Indices) -> ShipView:
        """Return the flights of the ships at the given indices only."""
        ships = self.ships.at(which)
        return ShipView(ships, self.positions.take(which, axis=1), self.flying.take(which, axis=1))

    def worth(self, positions: IntArray | None = None) -> IntArray:
        """Return the worth of the positions to each ship, in hundredths of a credit. Shape (ships,).

        Args:
            positions: Position of each ship, the ship itself first, shape (seats, ships); the present ones if None.
        """
        positions = self.positions if positions is None else positions
        place, own = the_values(self.ships).place, positions[0] + np.int32(GAP)
        worth = np.zeros(own.size, np.int64)
        for other, flies in zip(positions[1:], self.flying[1:], strict=True):
            worth += place.take(own - other, mode="clip") * flies
        return worth

    def worths_after(self, falls: Sequence[BoolArray], days: IntArray) -> list[IntArray]:
        """Return the worth of the positions after each set of ships has lost days (see `worth_after`).

        Args:
            falls: For each set, whether each ship loses the days. Shape (seats, ships).
            days: The days, not below 0. Shape (ships,).
        """
        # One number holds a position and, in the bits below it, whose marker it is and in which sets it falls. So a
        # single sort by position carries both along. Ships that do not fly have the key FAR and come last.
        bits, days = len(falls) + 1, days.astype(np.int32)
        keys = self.positions.astype(np.int32) << bits
        keys[0] += np.int32(1 << len(falls))
        for number, each in enumerate(falls):
            keys += each.astype(np.int32) << number
        rows = sorted_rows(np.where(self.flying, keys, FAR))
        at, flies = [row >> bits for row in rows], [row < FAR for row in rows]
        owns = [(row >> len(falls) & 1).astype(np.int32) for row in rows]
        place, worths = the_values(self.ships).place, []
        for number in range(len(falls)):
            moved: list[IntArray] = []
            for row, before in zip(rows, at, strict=True):
                # Markers behind are met one by one; each lengthens the way by a space.
                way = days
                for _ in moved:
                    way = days + sum((before - each <= way).view(np.int8) for each in moved)
                moved.append(before - (row >> number & 1) * way)
            own = sum(mine * each for mine, each in zip(owns, moved, strict=True)) + np.int32(GAP)
            # The ship's own marker is among them, at a gap of 0.
            worth = sum(place.take(own - each, mode="clip") * there for each, there in zip(moved, flies, strict=True))
            worths.append(worth - place[GAP])
        # Only in these flights may a falling marker meet others across the end of a lap, which the loop does not see.
        ahead = np.where(self.flying, self.positions, at[0]).max(axis=0)
        far = (ahead - at[0] + days + len(rows) >= self.ships.convoy.level.lap).nonzero()[0]
        if far.size:
            scene = self.at(far)
            for worth, each in zip(worths, falls, strict=True):
                worth[far] = scene.worth_after(each.take(far, axis=1), days.take(far))
        return worths

    def worth_after(self, falls: BoolArray, days: IntArray) -> IntArray:
        """Return the worth of the positions after some ships have lost days, the last of them first. Shape (ships,).

        Args:
            falls: Whether each ship loses the days. Shape (seats, ships).
            days: The days. Shape (ships,).
        """
        positions, columns, falls = self.positions.copy(), np.arange(days.size), falls & self.flying
        for who in np.where(self.flying, positions, FAR).argsort(axis=0):  # the last ship first
            some = falls[who, columns].nonzero()[0]
            if some.size:
                row, own = who.take(some), positions[who.take(some), some]
                lap = self.ships.convoy.level.lap
                distances = own - positions.take(some, axis=1)
                meets = self.flying.take(some, axis=1)
                distances = np.where(meets, within_lap(distances, lap), FAR)
                distances[row, np.arange(some.size)] = FAR
                lost = days.take(some)
                positions[row, some] = own - lost - passed(distances, lost, lap)
        return self.worth(positions)

    def where_in_doubt(
        self, days: IntArray, fell: BoolArray | np.bool_, worth: IntArray
    ) -> tuple[ShipView, Indices, IntArray]:
        """Return the view of the ships whose decision on an offer is in doubt, and an upper bound of the days' price.

        A decision is in doubt if it may depend on what the other ships decide.

        Args:
            days: The days that an offer costs. Shape (ships,), or (1,).
            fell: Whether each other ship loses these days whatever is decided. Shape (seats, ships).
            worth: Worth of the offer in hundredths of a credit. Above the bound it is taken whatever the others do.

        Returns:
            The view of the ships in doubt, their indices, and the bound for all ships. The bound has shape (ships,).
        """
        # A fall passes every other marker at most once a lap. The place is best if all who may fall do so, and worst if
        # the ship alone falls.
        seats = len(self.positions)
        farthest = days + seats * (1 + (days + seats) // self.ships.convoy.level.lap)
        may_fall = (self.positions < self.positions[0]) | fell
        best, worst = self.positions - may_fall * farthest, self.positions.copy()
        best[0], worst[0] = self.positions[0], self.positions[0] - farthest
        bound = self.worth(best) - self.worth(worst)
        some = where_it_matters(self.ships, worth <= bound)
        if some.size == bound.size:
            return self, some, bound
        return self.at(some), some, bound

    def price_of_falls(self, without: BoolArray, with_: BoolArray, days: IntArray) -> IntArray:
        """Return the worth of the positions if each ship declines an offer, less that if it accepts; at least 0.

        Args:
            without: Whether each ship of the flight loses the days if the ship declines. Shape (seats, ships).
            with_: Whether each ship of the flight loses the days if the ship accepts. Shape (seats, ships).
            days: The days. Shape (ships,).
        """
        before, after = self.worths_after((without, with_), days)
        return np.asarray(np.maximum(before - after, 0))

    def behind(self, order: Sequence[ShipsInFlight]) -> Iterator[tuple[ShipsInFlight, Indices, Numbers, Indices]]:
        """Yield each group in `order` that has ships in the flights of this view, and where these ships stand.

        Args:
            order: Groups of ships behind those of the view, front to back.

        Yields:
            The group, the indices within it of those ships, and their rows and columns in arrays of shape (seats,
            ships), such as `positions`.
        """
        # Column of each flight of the convoy in this view; -1 for flights that it lacks.
        column = np.full(self.ships.convoy.size, -1)
        column[self.ships.flights] = np.arange(self.ships.size)
        own = self.ships.numbers
        for each in order:
            columns = column.take(each.flights)
            here = (columns >= 0).nonzero()[0]
            if here.size:
                columns = columns.take(here)
                yield each, here, (each.numbers.take(here) - own.take(columns)) % self.ships.convoy.seats, columns


def sorted_rows(array: IntArray) -> list[IntArray]:
    """Return the rows of an array with each column sorted, the least entry first."""
    rows = [*array]
    # Exchanges of neighbours: for a few rows several times as fast as np.sort along so short an axis.
    for end in range(len(rows) - 1, 0, -1):
        for low in range(end):
            rows[low : low + 2] = np.minimum(rows[low], rows[low + 1]), np.maximum(rows[low], rows[low + 1])
    return rows


def price_of_days(ship: ShipsInFlight, days: int) -> IntArray:
    """Return the price of losing days while the other ships stay where they are. Shape (ships,).

    The price is in hundredths of a credit, and at least 0.
    """
    scene = ShipView.of(ship)
    moved = scene.positions.copy()
    moved[0] -= spaces_back(ship, days)
    return np.asarray(np.maximum(scene.worth() - scene.worth(moved), 0))


def price_of_crew(ship: ShipsInFlight, how_many: IntArray | int) -> IntArray:
    """Return the price of giving up `how_many` crew, in hundredths of a credit. Shape (ships,).

    The captain's price `stay` is added if no human would remain and the flight would end.
    """
    values, going, there = the_values(ship), whom_to_give(ship, how_many), aboard(ship.crew)
    all_told = there.sum(axis=0)
    left = np.minimum(there[HUMAN] - going[HUMAN], HUMANS)
    price = values.humans.take(np.minimum(there[HUMAN], HUMANS)) - values.humans.take(left)
    price += values.brown[0] * going[1] + values.purple[0] * going[2]
    for crew, sign in ((all_told, 1), (all_told - going.sum(axis=0), -1)):
        price += sign * (values.rank @ lead_in_crew(ship, crew))
    return np.asarray(price + ship.captain.stay * cost_of_crew(ship, how_many)[1])


def lead_in_crew(ship: ShipsInFlight, crew: IntArray) -> BoolArray:
    """Return whether each ship's lead in crew over the others in flight is above each of RANKS. Shape (ranks, ships).

    The lead is 2 x (own crew - smallest crew of the others), plus or minus 1. On a tie the ship ahead suffers. So it is
    plus 1 if another ship with that smallest crew stands ahead, and minus 1 otherwise. The lead of a ship that flies
    alone is above all of RANKS.
    """
    state, others = ship.convoy.state, ship.others()
    theirs = np.where(state.flying.take(others), count(state.crew.take(others)), FAR)
    least = theirs.min(axis=0, initial=FAR)
    ahead = ((theirs == least) & (state.position.take(others) > ship.position)).any(axis=0)
    lead = 2 * (crew - least) + np.where(ahead, 1, -1)
    return np.asarray((lead > np.array(RANKS)[:, None]) | (least == FAR))


def price_of_charges(ship: ShipsInFlight, charges: IntArray | int) -> IntArray:
    """Return the captains' price of numbers of charges in hundredths of a credit, by fitted values or by prices.

    Args:
        ship: The ships.
        charges: Numbers of charges. Shape (..., ships) or (..., 1); the prices have shape (..., ships).
    """
    some = with_values(ship)
    if some.size == ship.size > 0:
        return _worth_of_charges(ship, charges)
    price: IntArray = np.array(charges * np.broadcast_to(ship.captain.battery, ship.cells.shape))
    if some.size:
        of_some = np.broadcast_to(charges, price.shape).take(some, axis=-1)
        price[..., some] = _worth_of_charges(ship.at(some), of_some)
    return price


def _worth_of_charges(ship: ShipsInFlight, charges: IntArray | int) -> IntArray:
    """Return the price of numbers of charges to captains with values. Shape (..., ships)."""
    worth, there = the_values(ship).charges, ship.charges
    left = np.minimum(np.maximum(there - charges, 0), CHARGES)
    price: IntArray = worth.take(np.minimum(there, CHARGES)) - worth.take(left)
    return price


def cargo_quantities(ship: ShipsInFlight, cargo: IntArray) -> IntArray:
    """Return the quantities by which a cargo is valued, in the order of CARGO. Shape (quantities, ..., ships).

    They are the credits for its cubes, its red cubes, and the free places, at most 1, 3 and 8 of them (ROOMS).

    Args:
        ship: The ships.
        cargo: Number of cubes by colour. Shape (..., colours, ships).
    """
    free = ship.fact(room) - cargo.sum(axis=-2, dtype=cargo.dtype)
    rooms = [np.minimum(free, most) for most in ROOMS]
    return np.stack([value_of_cubes(ship, cargo), cargo[..., RED, :], *rooms]).astype(np.int64)


def price_of_lost_goods(ship: ShipsInFlight, how_many: IntArray | int) -> IntArray:
    """Return the price of losing cubes, and charges in place of missing cubes. Shape (ships,).

    The price is in hundredths of a credit.
    """
    there, (lost, short) = cubes(ship), dearest(ship, how_many)
    figures = cargo_quantities(ship, there) - cargo_quantities(ship, there - lost)
    return np.asarray(the_values(ship).cargo @ figures + price_of_charges(ship, short))


def worth_of_loading(ship: ShipsInFlight, loaded: IntArray) -> IntArray:
    """Return the worth that loading adds to each ship's cargo; 0 if the cargo would not sell for more than before.

    Args:
        ship: Ships that load.
        loaded: Cubes aboard after loading. Shape (..., colours, ships).
    """
    aboard, (worth, reds, *rooms) = cubes(ship), the_values(ship).cargo
    more = value_of_cubes(ship, loaded) - value_of_cubes(ship, aboard)
    # Worth of 0 to ROOMS[-1] free places.
    free = np.minimum(np.arange(ROOMS[-1] + 1)[:, None], ROOMS) @ np.array(rooms)
    places = ship.fact(room)
    left, left_before = (
        free.take(places - cargo.sum(axis=-2, dtype=cargo.dtype), mode="clip") for cargo in (loaded, aboard)
    )
    gain = worth * more + reds * (loaded[..., RED, :] - aboard[RED]) + (left - left_before)
    return np.asarray(np.where(more > 0, gain, 0))
