"""Flights side by side: whose ships, under whom, by which rules, and what the bank has left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.convoy.state import State, Which
from analyzer.trucker.edition import Edition, Level
from analyzer.trucker.ship.bitboard import Counts
from analyzer.trucker.ship.hull import Hull


class Log(Protocol):
    """A listener. Nobody listens to most flights; then rules tell nothing and nothing is worked out."""

    def heard(self, event: str, ship: Any, **facts: Any) -> None:
        """Something happens to a Ship in `ship.flights`; facts are numbers or arrays, flights along their last axis.

        `ship.convoy.state.flight[ship.flights]` are the flights' numbers in the block, `ship.convoy.slot` the card's.
        """

    def card_over(self, convoy: Any) -> None:
        """The card at `slot` of the Convoy was resolved in every flight that met it."""


@dataclass
class Group:
    """Flights of the same ships under the same captains, at the same slot of their decks.

    `basic`: flown by the basic rules: nobody gives up, no reward is declined, nothing but what is lost in flight is
    charged.
    """

    hulls: Sequence[Hull]
    captains: Sequence[Captain]
    level: Level
    state: State
    slot: int = 0
    log: Log | None = None
    basic: bool = False

    @property
    def size(self) -> int:
        """How many flights."""
        return int(self.state.flight.size)

    @property
    def edition(self) -> Edition:
        """The edition whose rules hold."""
        return self.hulls[0].layout.edition

    def rank(self) -> npt.NDArray[np.int64]:
        """(ships, flights) Place in flight order, 0 for the leader; -1 for ships that no longer fly."""
        rank = np.zeros(self.state.flying.shape, np.int64)
        for position, flying in zip(self.state.position, self.state.flying, strict=True):
            rank += flying & (position > self.state.position)
        return np.where(self.state.flying, rank, -1)

    def several_fly(self) -> Which:
        """The flights in which more than one ship still flies."""
        return np.flatnonzero(self.state.flying.sum(axis=0) > 1)

    def bank(self, flights: Which) -> Counts:
        """(colours, flights) The cubes that lie on no ship; those of ships that gave up are still aboard."""
        cubes = np.array(self.edition.good_cubes)[:, None]
        aboard = np.bitwise_count(self.state.goods[:, :, flights]).sum(axis=1, dtype=np.int64)
        return np.asarray(cubes - aboard)
