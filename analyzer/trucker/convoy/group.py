"""Flights side by side: whose ships, under whom, by which rules, and what the bank has left."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from analyzer.trucker.captains.prices import Captains
from analyzer.trucker.convoy.decisions import Decisions
from analyzer.trucker.convoy.formation import Formation
from analyzer.trucker.convoy.revealed import NOTHING_COMES, Revealed
from analyzer.trucker.convoy.state import State, Which, writable
from analyzer.trucker.edition import Edition, Level
from analyzer.trucker.ship.bitboard import Counts
from analyzer.trucker.ship.hull import Hull
from analyzer.trucker.wrecks.register import Numbers, Table, WorkOut
from analyzer.trucker.wrecks.wrecks import Wrecks


class Log(Protocol):
    """A listener. Nobody listens to most flights; then rules emit nothing, and nothing is worked out for it.

    `apart`: whether it gets the events of each ship by itself; flights that meet different cards are then resolved one
    by one.
    """

    apart: bool

    def on_event(self, event: str, ship: Any, **facts: Any) -> None:
        """Something happens to a Ship in `ship.flights`; facts are numbers or arrays, flights along their last axis.

        `ship.convoy.numbers[ship.flights]` are the flights' numbers in the block, `ship.convoy.slot` the card's.
        """

    def card_over(self, convoy: Any) -> None:
        """The card at `slot` of the Convoy was resolved in every flight that met it."""


@dataclass
class Group:
    """Some flights of a state, of as many ships each, at the same slot of their decks.

    `captains`: all who command a ship in any flight; `rows` are the flights' places in the state, `card` what they
    meet; `formation`: lone ships or fleets. `cards_left`: how many cards come after the one at `slot`.
    `basic`: flown by the basic rules: nobody gives up, no reward is declined, nothing but what is lost in flight is
    charged. `decisions`: who decides in the captains' place. `written`: the columns that ships assigned since the card
    was revealed; `in_bank` (colours, flights): the cubes that lie on no ship, None until somebody asks.
    `by_own_rules`: whether a rule of the user's own resolves the card, so that what ships assign is looked at.
    """

    captains: Captains
    level: Level
    state: State
    rows: Which
    card: Revealed
    formation: Formation
    slot: int = 0
    cards_left: int = 0
    log: Log | None = None
    decisions: Decisions | None = None
    basic: bool = False
    written: set[str] = field(default_factory=set)
    in_bank: Counts | None = None
    by_own_rules: bool = False

    @property
    def apart(self) -> bool:
        """Whether the events of each ship are emitted by itself."""
        return self.log is not None and self.log.apart

    @property
    def wrecks(self) -> Wrecks:
        """What is known of what is left of ships."""
        return self.state.wrecks

    @property
    def size(self) -> int:
        """How many flights."""
        return self.rows.size

    @property
    def seats(self) -> int:
        """How many ships fly in each of them."""
        return len(self.state.flying)

    @cached_property
    def everywhere(self) -> Which:
        """The numbers of all flights within the convoy."""
        everywhere = np.arange(self.rows.size)
        everywhere.flags.writeable = False
        return everywhere

    @cached_property
    def numbers(self) -> npt.NDArray[np.int64]:
        """(flights) Their numbers in the block."""
        return self.state.flight.take(self.rows)

    def forget_rows(self) -> None:
        """The rows are others now: drop what was worked out from them."""
        for name in ("everywhere", "numbers"):
            self.__dict__.pop(name, None)
        self.in_bank = None

    @property
    def edition(self) -> Edition:
        """The edition whose rules hold."""
        return self.wrecks.hulls[0].layout.edition

    @property
    def hulls(self) -> list[Hull]:
        """The hull of each ship, where it is the same in all flights."""
        return [self.wrecks.hulls[number] for number in self.wrecks.hulls_of(self.state.wreck[..., 0]).tolist()]

    def fact(self, what: WorkOut) -> Table:
        """(ships, flights) What follows from every wreck of the state."""
        return self.wrecks.fact(what, self.state.wreck)

    def rank(self) -> npt.NDArray[np.int8]:
        """(ships, flights) Place in flight order, 0 for the leader; -1 for ships that no longer fly."""
        flying, positions = (array.take(self.rows, axis=1) for array in (self.state.flying, self.state.position))
        ahead = flying[:, None] & (positions[:, None] > positions)
        rank = np.asarray(ahead.view(np.int8).sum(axis=0, dtype=np.int8))
        rank[~flying] = -1
        return rank

    def mark(self, numbers: Numbers) -> None:
        """Mark one ship of each flight, by its number, and no other."""
        with writable(self.state.marked):
            self.state.marked[:, self.rows] = numbers == np.arange(self.seats)[:, None]
        self.written.add("marked")

    def with_marked(self) -> Which:
        """The flights in which a ship is marked."""
        return np.flatnonzero(self.state.marked[:, self.rows].any(axis=0))

    def with_hit(self, number: int) -> Which:
        """The flights whose card has that many hits and one more."""
        coming = self.card.hit(number)
        return self.everywhere if coming.size != self.size else np.flatnonzero(coming != NOTHING_COMES)

    def how_many_fly(self) -> npt.NDArray[np.int8]:
        """(flights) How many ships still fly."""
        return np.asarray(self.state.flying.take(self.rows, axis=1).view(np.int8).sum(axis=0, dtype=np.int8))

    def several_fly(self) -> Which:
        """The flights in which more than one ship still flies."""
        if self.seats == 1:
            return np.zeros(0, np.intp)
        return np.flatnonzero(self.how_many_fly() > 1)
