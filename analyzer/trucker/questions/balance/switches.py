"""Use of an edition's switches by good ships: the same flights with each switch as it is, and changed."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from analyzer.files.editions.folder import as_csv
from analyzer.statistics.estimate import CONFIDENCE, Estimate
from analyzer.statistics.moments import Moments
from analyzer.trucker.edition import OWN, OwnEdition, base_of, load_edition, table_of
from analyzer.trucker.editions import RANGES, SHELF
from analyzer.trucker.questions.balance.sample import LevelShips, with_decks
from analyzer.trucker.questions.balance.worths import Differences, measures_by_ship
from analyzer.trucker.stacks import cost

NOT_FLOWN = {
    "reserve": "it limits ship files",
    "learning_by_basic_rules": "it is about the learning flight",
}
"""Switches that flights of a report cannot use, with the reason."""


@dataclass(frozen=True)
class SwitchTask:
    """A task that flies the good ships of a level with their edition's switches, then with each switch changed.

    Attributes:
        ships: good ships of a level.
        flights: number of flights of each ship.
    """

    ships: LevelShips
    flights: int

    @property
    def weight(self) -> int:
        """Approximate work of the task, in flights of one ship."""
        stacks = 1 + len({*RANGES} - {*NOT_FLOWN})
        return cost(stacks * self.flights * len(self.ships.ships), self.ships.slots, stacks)

    def measured(self) -> list[SwitchUse]:
        """Fly the ships and return the use of each switch."""
        key, here = self.ships.edition, self._flown(self.ships)
        uses = []
        for switch in RANGES:
            if switch not in NOT_FLOWN:
                value, other = values_of_switch(key, switch)
                there = self._flown(in_edition(self.ships, with_switch(key, switch, other)))
                differs = here - there
                credits = Moments.of(differs[:, 0].sum(axis=0))
                by_ship = (differs != 0).any(axis=1).mean(axis=1)
                uses.append(SwitchUse(self.ships.level, switch, value, other, tuple(by_ship.tolist()), credits))
        return uses

    def _flown(self, ships: LevelShips) -> Differences:
        """Return the measures (e.g. credits) of each ship in each flight. Shape (ships, measures, flights)."""
        # An edition with another switch has no fitted values, so nobody uses any: only the switch may differ.
        flown = [
            replace(one, captains=tuple(replace(captain, values=0) for captain in one.captains))
            for one in ships.in_field
        ]
        return measures_by_ship(flown, with_decks(flown[0].route, range(self.flights)))


@dataclass(frozen=True)
class SwitchUse:
    """Use of a switch by the good ships of a level.

    Attributes:
        level: name of the level.
        switch: name of the switch.
        value: its value.
        other: the value with which it was compared.
        by_ship: share of flights of each ship that end differently with the other value.
        moments: moments over flights of the credits with the value less those with the other value, summed over ships.
    """

    level: str
    switch: str
    value: int
    other: int
    by_ship: tuple[float, ...]
    moments: Moments

    @property
    def users(self) -> int:
        """Number of ships with a flight that ended differently."""
        return sum(share > 0 for share in self.by_ship)

    @property
    def changed(self) -> float:
        """Share of flights that end differently, mean over ships."""
        return sum(self.by_ship) / len(self.by_ship)

    def credits(self, confidence: float = CONFIDENCE) -> Estimate:
        """Return the credits per flight with the switch's value less those with the other value, mean over ships."""
        return Estimate(*(value / len(self.by_ship) for value in self.moments.estimate(confidence)))


def values_of_switch(key: str, switch: str) -> tuple[int, int]:
    """Return the value of a switch in an edition, and another value to compare it with.

    The other value is that of the base edition. If both are equal, it is 0 for a switch that is on, and 1 for one that
    is off.

    >>> values_of_switch("2007", "planets_chosen_first")
    (0, 1)
    """
    value, base = (int(getattr(load_edition(one), switch)) for one in (key, base_of(key)))
    return value, base if base != value else int(not value)


def with_switch(key: str, switch: str, value: int) -> OwnEdition:
    """Return the key of a copy of an edition in which a switch has another value."""
    rows = [*csv.DictReader(table_of(key, "switches").splitlines())]
    lines = [(None, row | {"value": str(value)} if row["switch"] == switch else row) for row in rows]
    own = dict(OWN[key].texts) if key in OWN else {}
    own["switches"] = as_csv(SHELF, "switches", lines)
    # A name of its own, because an edition may be asked for by its name.
    return OwnEdition(f"{key}-{switch}-{value}", base_of(key), tuple(own.items()))


def in_edition(ships: LevelShips, key: str) -> LevelShips:
    """Return the ships of a level and their rivals as ships of another edition with the same boards."""
    boards = load_edition(key).boards
    moved, rivals = (
        tuple(replace(ship, board=boards[ship.board.name]) for ship in some) for some in (ships.ships, ships.rivals)
    )
    return replace(ships, edition=key, ships=moved, rivals=rivals)


def switch_tasks(ships: Sequence[LevelShips], flights: int) -> Iterator[SwitchTask]:
    """Yield a task for each level, which measures the use of all switches by its good ships."""
    for one in ships:
        yield SwitchTask(one.only_good, flights)
