"""A flight at any moment in plain types: every ship as it is, the cards met, what is known of those to come."""

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

Things = tuple[tuple[Square, tuple[str, ...]], ...]
"""By square, in reading order, what lies there: types of crew, colours of cubes."""
Charges = tuple[tuple[Square, int], ...]
"""By square how many of its batteries are charged."""


@dataclass(frozen=True)
class ShipInFlight:
    """A ship in flight: as it was launched, and what has become of it.

    lost: squares of the components that are gone; space: where its figure stands, the first starter's space at launch
    being 0; start: its place in the starting order, from 1 (None: not known); credits: paid by cards so far; left: why
    it flies no longer, "" if it does. A rival of which nothing but its ship is known is not `known`: every flight
    draws what has become of it.
    """

    ship: Layout
    lost: tuple[Square, ...] = ()
    crew: Things = ()
    charges: Charges = ()
    goods: Things = ()
    space: int | None = None
    start: int | None = None
    credits: int = 0
    left: str = ""
    known: bool = True

    @classmethod
    def launched(cls, ship: Layout, **state: Any) -> ShipInFlight:
        """The ship as it is launched, crewed and charged; `state`: what else is said of it."""
        tokens = ship.hull.tokens
        charges = charges_on(ship.hull, int(tokens.charges.full))
        by_square = {square: len(there) for square, there in charges.items()}
        aboard = {"crew": things(ship, crew_on(ship.hull, int(tokens.crew))), "charges": charged(ship, by_square)}
        return cls(ship, **(aboard | state))

    @property
    def remaining(self) -> int:
        """The squares that are left, as a board."""
        hull = self.ship.hull
        return int(hull.whole[0]) & ~int(hull.mask_of(self.lost))


Script = tuple[tuple[int, tuple[tuple[str, tuple[Any, ...]], ...]], ...]
"""By number of a ship, and by decision, what was decided at a card, in order."""


@dataclass(frozen=True)
class Position:
    """A flight at a moment; the first ship is yours.

    met: the cards that were resolved, by number, in order; card: the one at hand, None before it is revealed; rolls:
    the sums of two dice rolled at it so far, with the ships as they were when it was revealed; decisions: what was
    decided at it so far, by number of the ship; piles: what was seen of
    the piles before launch; coming: the cards that are still to come, in order, if they are known, all of them;
    deck: the whole deck, where it is not dealt from piles but chosen; own_cards: cards in place of the printed ones of
    the same number; superfluous: decisions that a file notes though the rules allow one value alone.
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
        """The edition whose rules hold, with the cards of the position's own."""
        return with_cards(self.ships[0].ship.board.edition, self.own_cards)

    @property
    def level(self) -> Level:
        """The level's rule card."""
        return self.edition.level(self.level_name)

    @property
    def names(self) -> tuple[str, ...]:
        """What the ships are called, all different."""
        return tuple(distinct(ship.ship.name for ship in self.ships))

    @property
    def revealed(self) -> tuple[int, ...]:
        """The cards met, and the one at hand."""
        return (*self.met, *([] if self.card is None else [self.card]))

    @property
    def at_launch(self) -> bool:
        """Whether no card was revealed yet."""
        return not self.revealed

    @property
    def card_at_hand(self) -> Card | None:
        """The card at hand."""
        return None if self.card is None else self.edition.card(self.card)

    @property
    def route(self) -> Route:
        """The route of the whole flight; raises AnalyzerError where there is none."""
        start = self.ships[0].start if self.at_launch else None
        coming = (*self.revealed, *self.coming) if self.coming and not self.learning else ()
        seen, prognostic, own = self.piles, self.prognostic, self.own_cards
        edition, cards = self.edition.name, self.deck or coming
        return Route(edition, self.level_name, self.learning, cards, start, seen, prognostic, own)

    def called(self, name: str) -> Position:
        """The same under another name."""
        return replace(self, name=name)


def things(ship: Layout, on: Mapping[Square, tuple[str, ...]]) -> Things:
    """What lies where, in reading order."""
    return tuple((square, tuple(on[square])) for square in in_order(ship, on) if on[square])


def charged(ship: Layout, on: Mapping[Square, int]) -> Charges:
    """How many batteries are charged where, in reading order."""
    return tuple((square, on[square]) for square in in_order(ship, on) if on[square])


def in_order(ship: Layout, squares: Iterable[Square]) -> list[Square]:
    """Squares in reading order."""
    return sorted(squares, key=ship.board.reading_order)


def script(decided: Mapping[int, Mapping[str, Iterable[Any]]]) -> Script:
    """Decisions by ship as a position keeps them."""
    return tuple((ship, tuple((what, tuple(each)) for what, each in own.items())) for ship, own in decided.items())
