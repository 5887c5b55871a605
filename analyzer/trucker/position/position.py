"""Positions: every ship as it is at one moment of a flight, the cards met, and the known cards to come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from analyzer.answers.numbers import distinct
from analyzer.trucker.cards.forecast import Forecast
from analyzer.trucker.cards.route import Route
from analyzer.trucker.edition import Card, Edition, Level, with_cards
from analyzer.trucker.ship.aboard import charges_on, crew_on
from analyzer.trucker.ship.component import Square
from analyzer.trucker.ship.layout import Layout

Contents = tuple[tuple[Square, tuple[str, ...]], ...]
"""Crew members (by type) or cubes (by colour) on each square, squares in reading order."""
Charges = tuple[tuple[Square, int], ...]
"""Number of charged batteries on each square."""


@dataclass(frozen=True)
class ShipInFlight:
    """A ship in flight: as launched, and its state now.

    Attributes:
        ship: the ship as launched.
        lost: squares of the components that are gone.
        crew: crew types on each square.
        charges: charged batteries on each square.
        goods: cube colours on each square.
        space: space of its marker on the track, 0 being the first starter's at launch; None if unknown.
        start: place in the starting order, from 1; None if unknown.
        credits: credits paid by cards so far.
        left: reason why it no longer flies; empty if it does.
        known: whether the state of the ship is known. If not, every flight draws a state: it flies the ship through the
            cards that were met.
    """

    ship: Layout
    lost: tuple[Square, ...] = ()
    crew: Contents = ()
    charges: Charges = ()
    goods: Contents = ()
    space: int | None = None
    start: int | None = None
    credits: int = 0
    left: str = ""
    known: bool = True

    @classmethod
    def launched(cls, ship: Layout, **state: Any) -> ShipInFlight:
        """Return the ship at launch, fully crewed and charged; keyword arguments set other fields."""
        tokens = ship.hull.tokens
        charges = charges_on(ship.hull, int(tokens.charges.full))
        by_square = {square: len(there) for square, there in charges.items()}
        aboard = {"crew": contents(ship, crew_on(ship.hull, int(tokens.crew))), "charges": charged(ship, by_square)}
        return cls(ship, **(aboard | state))

    @property
    def remaining(self) -> int:
        """Mask of the squares of the ship on which components remain."""
        hull = self.ship.hull
        return int(hull.occupied[0]) & ~int(hull.mask_of(self.lost))


Script = tuple[tuple[int, tuple[tuple[str, tuple[Any, ...]], ...]], ...]
"""Decisions at a card: for each ship its index, and for each kind of decision its name and the values in order."""


@dataclass(frozen=True)
class Position:
    """One moment of a flight; the first ship is yours.

    Attributes:
        ships: the ships, yours first.
        level_name: level of the flight.
        learning: whether it is the learning flight.
        prognostic: whether the piles come in order and are not shuffled.
        met: numbers of the cards already resolved, in order.
        card: number of the card at hand, None before it is revealed. Ships are as they were when it was revealed.
        rolls: sums of two dice rolled at the card at hand so far.
        piles: cards seen in the piles before launch, or None.
        coming: numbers of all cards still to come, in order, if they are known.
        decisions: decisions taken at the card at hand so far.
        deck: numbers of the whole deck if it was chosen and not dealt from piles.
        own_cards: cards that replace printed ones of the same number.
        name: name of the position.
        superfluous: decisions in the file for which the rules allow only one value, in words.
    """

    ships: tuple[ShipInFlight, ...]
    level_name: str
    learning: bool = False
    prognostic: bool = False
    met: tuple[int, ...] = ()
    card: int | None = None
    rolls: tuple[int, ...] = ()
    piles: Forecast | None = None
    coming: tuple[int, ...] = ()
    decisions: Script = ()
    deck: tuple[int, ...] = ()
    own_cards: tuple[Card, ...] = ()
    name: str = "position"
    superfluous: tuple[str, ...] = field(default=(), compare=False)

    @property
    def edition(self) -> Edition:
        """Edition whose rules hold, with the position's own cards."""
        return with_cards(self.ships[0].ship.board.edition, self.own_cards)

    @property
    def level(self) -> Level:
        """Rule card of the level that is flown."""
        return self.edition.level(self.level_name)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the ships, with numbers added to equal ones."""
        return tuple(distinct(ship.ship.name for ship in self.ships))

    @property
    def revealed(self) -> tuple[int, ...]:
        """Numbers of the cards met and the card at hand."""
        return (*self.met, *([] if self.card is None else [self.card]))

    @property
    def at_launch(self) -> bool:
        """Whether the position is one before the first card."""
        return not self.revealed

    @property
    def card_at_hand(self) -> Card | None:
        """Card that was revealed but is not resolved yet, or None."""
        return None if self.card is None else self.edition.card(self.card)

    @property
    def route(self) -> Route:
        """Route of the whole flight to which the position belongs.

        Raises:
            AnalyzerError: If there is no such route.
        """
        start = self.ships[0].start if self.at_launch else None
        coming = (*self.revealed, *self.coming) if self.coming and not self.learning else ()
        seen, prognostic, own = self.piles, self.prognostic, self.own_cards
        edition, cards = self.edition.name, self.deck or coming
        return Route(edition, self.level_name, self.learning, cards, start, seen, prognostic, own)

    def with_name(self, name: str) -> Position:
        """Return a copy of the position with another name."""
        return replace(self, name=name)


def contents(ship: Layout, on: Mapping[Square, tuple[str, ...]]) -> Contents:
    """Return crew or cubes by square, in reading order and without empty squares."""
    return tuple((square, tuple(on[square])) for square in in_order(ship, on) if on[square])


def charged(ship: Layout, on: Mapping[Square, int]) -> Charges:
    """Return the charged batteries by square in reading order, without empty squares."""
    return tuple((square, on[square]) for square in in_order(ship, on) if on[square])


def in_order(ship: Layout, squares: Iterable[Square]) -> list[Square]:
    """Return squares of a ship in reading order."""
    return sorted(squares, key=ship.board.reading_order)


def script(decided: Mapping[int, Mapping[str, Iterable[Any]]]) -> Script:
    """Return decisions by ship and name in the immutable form that a position keeps."""
    return tuple((ship, tuple((what, tuple(each)) for what, each in own.items())) for ship, own in decided.items())
