"""Who listens to a flight: rules tell what happens as it happens, whole groups of flights at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from analyzer.trucker.convoy.convoy import Convoy
    from analyzer.trucker.convoy.ship import Ship


class Log(Protocol):
    """A listener. Nobody listens to most flights; then rules tell nothing and nothing is worked out."""

    def heard(self, event: str, ship: Ship, **facts: Any) -> None:
        """Something happens to a ship in `ship.flights`; facts are numbers or arrays, flights along their last axis.

        `ship.convoy.state.flight[ship.flights]` are the flights' numbers in the block, `ship.convoy.slot` the card's.
        """

    def card_over(self, convoy: Convoy) -> None:
        """The card at `convoy.slot` was resolved in every flight that met it."""
