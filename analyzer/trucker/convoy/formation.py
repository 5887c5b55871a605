"""What flies under one figure: a lone ship, or a fleet of several that leave it one by one (class IVC).

Rules ask it wherever the two differ: `lone_ship.py` answers for one, `fleets/in_flight.py` for the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from analyzer.answers.metrics import Metrics
from analyzer.trucker.convoy.state import Array, State, Truth
from analyzer.trucker.ship.bitboard import Bits, Counts
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.wrecks.fates import Fates, Hazard
from analyzer.trucker.wrecks.register import Numbers

Column = npt.NDArray[np.int64]
Insured = tuple[int | Column, int | Column]
"""A premium and the most that is paid for losses then, for all ways of WAYS or one for each."""


class Formation(Protocol):
    """The questions in which a fleet differs; `ship` is a `Ship`, `convoy` a `Convoy` (both know this module)."""

    metrics: Metrics
    """The metrics of a flight."""

    def at_launch(self, hulls: Sequence[Hull], chosen: Numbers) -> dict[str, Array]:
        """What the state holds besides; `chosen` (ships, flights): whose hull each is."""

    def set_out(self, convoy: Any) -> None:
        """Before the first card: who does not start, and what falls off."""

    def who_steer(self, ship: Any, /) -> Bits:
        """Those of the crew who can steer."""

    def kept_back(self, ship: Any, humans: Counts) -> Counts:
        """How many of the humans are given up last of all the crew."""

    def humans_left(self, ship: Any, going: Counts, /) -> Bits:
        """The humans left where so many are given up."""

    def left_unsteered(self, ship: Any, humans: Counts, going: Counts) -> Counts:
        """How many of its ships nobody steers any more where so many of the humans are given up."""

    def cannons(self, ship: Any) -> Any:
        """The `Strength` of the cannons in halves."""

    def engines(self, ship: Any, moving: bool) -> Any:
        """The `Strength` of the engines."""

    def defend(self, ship: Any, fate: Fates) -> Truth:
        """Where a charge helps against what comes (wrecks/fates.py): whether there is one and the captain spends it."""

    def fate(self, ship: Any, small: Hazard, large: Hazard, coming: Numbers, roll: Numbers) -> Fates:
        """What comes of a hazard, as a number of `coming`, by dice sum, before the captain decides."""

    def struck(self, ship: Any, position: Numbers) -> Numbers:
        """What is left, a wreck, of the ship that the component at that position belongs to."""

    def with_the_others(self, ship: Any, position: Numbers, left: Numbers) -> Numbers:
        """The wreck of all where that is left of the ship that was struck there."""

    def stowed(self, ship: Any, cubes: Counts) -> Bits:
        """(colours, ships) Where so many cubes of each colour lie."""

    def lost(self, ship: Any) -> Counts:
        """How many components were lost so far."""

    def expel(self, ship: Any, cards: int) -> None:
        """Open space: who leaves at once because it cannot move."""

    def leave_unsteered(self, ship: Any, cards: int, /) -> None:
        """After a card that cost crew: who leaves because nobody steers."""

    def all_leave(self, ship: Any, why: str, cards: int, /) -> None:
        """The figure is taken off the board."""

    def take_out(self, convoy: Any, cards_left: int) -> None:
        """Before a card: who leaves by the captain's will while others fly on."""

    def standing(self, convoy: Any) -> npt.NDArray[np.int8]:
        """(ships, flights) The places that are paid for, 0 for the first; -1 for who no longer flies."""

    def settled(self, convoy: Any, insured: Sequence[Insured]) -> dict[str, Column]:
        """The columns of its metrics that only it has; `insured`: for each trucker."""

    def insure(self, penalty: Counts, insured: Sequence[Insured], settled: Mapping[str, Column]) -> Counts:
        """What is charged for losses by whom is insured so."""

    def looked_at(self, arrived: Truth, settled: Mapping[str, Column]) -> Truth:
        """Who may win the reward for looks."""

    def still_there(self, state: State, number: int) -> tuple[tuple[int, ...], int]:
        """Of a ship of the first flight the numbers, from 1, of those that fly, and the squares that left, a board."""
