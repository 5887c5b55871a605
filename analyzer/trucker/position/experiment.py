"""The rest of a flight from a position on: what has become of the ships is laid before the first card to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.cards.piles import Decks
from analyzer.trucker.cards.rest import deal_rest
from analyzer.trucker.controls import FlightControls
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.group import Log
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.dice import BegunDice, Dice
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.position.controls import controls_of
from analyzer.trucker.position.in_convoy import lay
from analyzer.trucker.position.plain import as_plain, of_plain
from analyzer.trucker.position.position import Position
from analyzer.trucker.position.scripted import Scripted
from analyzer.trucker.ship.bitboard import Counts
from analyzer.trucker.thinking.thinker import Begun, with_thinkers


@dataclass(frozen=True)
class FromPosition(Experiment):
    """Flights that begin at a position: its ships as they are, the cards it knows, all else under the seed.

    Flights of rivals of which nothing is known are flown through the cards that were met, each with its own dice;
    then what is known takes its place.
    """

    position: Position = field(kw_only=True)

    QUESTION: ClassVar[str] = "position"
    UNPAIRED: ClassVar[str] = "the positions differ: compare flights from one position, through the same cards"

    @cached_property
    def begun(self) -> int:
        """How many cards were resolved."""
        return len(self.position.met)

    @property
    def paid_before(self) -> tuple[int, ...]:
        """What cards have paid each ship so far."""
        return tuple(ship.credits for ship in self.position.ships)

    def deal(self, first: int, flights: int) -> Decks:
        """(flights, slots) The whole decks of those flights; the cards that were revealed come first."""
        now = self.position
        if now.deck:
            return now.route.deal(self.seed, first, flights)
        return deal_rest(now.route, now.revealed, self.seed, first, flights, now.coming)

    @property
    def controls(self) -> FlightControls | None:
        """The cards that are to come; None where they are known, or lie in order."""
        return controls_of(self.position, self.seed, self.metrics)

    def dice(self, first: int, flights: int) -> Dice:
        """The dice of those flights."""
        return BegunDice(self.route.dice(self.seed, first, flights), self.begun, self.position.rolls)

    def script(self) -> Scripted | None:
        """Who decides at the card at hand in the captains' place."""
        return Scripted(self.position.decisions, self.begun) if self.position.decisions else None

    def places(self, first: int, flights: int) -> Counts:
        """(ships, flights) Places in the starting order, from 0: those that are known, the others as they are drawn."""
        drawn = super().places(first, flights)
        starts = [ship.start for ship in self.position.ships]
        if None in starts:
            return drawn
        return np.broadcast_to(np.array([start - 1 for start in starts if start])[:, None], drawn.shape)

    def fly_on(self, convoy: Convoy, first: int, flights: int, log: Log | None) -> None:
        """Fly those flights from the position to their ends."""
        decks, dice = self.deal(first, flights), self.dice(first, flights)
        self.begin(convoy, decks, dice)
        convoy.log = log
        convoy.decisions = script = self.script()
        begun = Begun(dice, script, is_deck_known=bool(self.position.coming))
        dice = with_thinkers(convoy, self, first, flights, decks, begun)
        to_come = range(self.begun, decks.shape[1])
        fly_through(convoy, self.route.rules.cards, decks, dice, to_come, is_revealed=self.position.card is not None)

    def begin(self, convoy: Convoy, decks: Decks, dice: Dice) -> None:
        """Bring a convoy from the start line to the position."""
        ships = self.position.ships
        if self.begun and not all(ship.known and ship.space is not None for ship in ships):
            fly_through(convoy, self.route.rules.cards, decks, dice, range(self.begun))
        convoy.slot = max(0, self.begun - 1)
        lay(convoy, ships, self.begun)

    def on_the_start_line(self, first: int, flights: int) -> Convoy:
        """The convoy of those flights at the position."""
        convoy = super().on_the_start_line(first, flights)
        self.begin(convoy, self.deal(first, flights), self.dice(first, flights))
        return convoy

    @property
    def flies_with(self) -> Any:
        """What experiments have in common whose flights can be flown together: here the ships too."""
        hulls = tuple(ship.ship.hull.key for ship in self.position.ships)
        return super().flies_with, hulls, repr(as_plain(self.position))

    @property
    def pairing(self) -> tuple[object, ...]:
        """Flights of one number are pairs from one position."""
        return (*super().pairing, self.position.revealed, self.position.rolls)

    @property
    def title(self) -> str:
        """The position in a few words."""
        met = self.begun
        hand = f", card {self.position.card} at hand" if self.position.card is not None else ""
        return f"level {self.route.level_name}, after {met} of {self.route.length} cards{hand}"

    @property
    def where(self) -> str:
        """The position so that it can stand alone."""
        return f"{self.route.edition}, {self.title}"

    def notes(self) -> list[str]:
        """What a reader of its numbers should know."""
        unknown = [name for name, ship in zip(self.names, self.position.ships, strict=True) if not ship.known]
        notes = super().notes()
        if superfluous := self.position.superfluous:
            entries = "; ".join(superfluous)
            notes.append(f"There was nothing to decide, so these entries are right but superfluous: {entries}.")
        if unknown and self.begun:
            notes.append(
                f"Nothing is known of {', '.join(unknown)} but the ship: every flight draws what became of it, by "
                "flying it through the cards that were met."
            )
        return notes

    def describe(self) -> dict[str, Any]:
        """Ships, captains, route, seed and position in plain types, from which `rebuilt` makes an equal experiment."""
        return super().describe() | {"position": as_plain(self.position)}

    @classmethod
    def rebuilt(cls, described: dict[str, Any]) -> FromPosition:
        """The experiment that was described; raises ValueError, KeyError or TypeError where these rules have none."""
        plain = Experiment.rebuilt(described)
        position = of_plain(described["position"], plain.ships, plain.route.replaced)
        return cls(plain.ships, plain.captains, plain.route, plain.seed, plain.removed, plain.rivals, position=position)


def under(position: Position, captains: Sequence[Captain], seed: int) -> FromPosition:
    """The experiment of flying on from a position under those captains, one for each ship."""
    ships = tuple(ship.ship for ship in position.ships)
    return FromPosition(ships, tuple(captains), position.route, seed, (), len(ships) - 1, position=position)
