"""Kinds of cards: their rules, the columns that they need in the table of cards, and their wording."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.events import Events
from analyzer.trucker.edition import Card
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.sayings.phrases import figures

Adventure = Callable[[Convoy, Dice], None]
"""A function that resolves the card at hand for all flights of a convoy."""
LAST = 1000
"""Default `CardKind.place`: kinds of the user's own are listed behind the printed ones."""
METEORS = "small_meteor", "large_meteor"
"""Names of the small and the large meteor, for kinds of cards that send meteors."""
FIRE = "light_fire", "heavy_fire"
"""Names of light and heavy fire, for kinds of cards that send shots rather than METEORS."""


@dataclass(frozen=True)
class CardKind:
    """A kind of card: its rule, events and wording.

    The name of a kind is the name of its rule function. A built-in kind has a module of that name.

    Attributes:
        resolve: Rule that resolves the card for a convoy.
        events: Events that its rule emits, including those shared with other kinds.
        one_by_one: Whether flights with different cards of this kind have to be resolved separately.
        needs: Columns of the table of cards that must not be empty for cards of this kind.
        sends: Names of the small and the large hazard that its cards send: METEORS or FIRE.
        figures: Returns the numbers on a card in words.
        spares_the_lone: Whether the card has no effect on a ship that flies alone.
        several: Returns the plural of the kind's name, if that is not `... cards`.
        place: Sort key for lists of kinds, smallest for the simplest kind.
        more_rolls: Largest number of dice rolls that one card needs besides one for each hazard.
    """

    resolve: Adventure
    events: tuple[Events, ...] = ()
    one_by_one: bool = False
    needs: tuple[str, ...] = ()
    sends: tuple[str, str] = FIRE
    figures: Callable[[Card], Iterable[str]] = figures
    spares_the_lone: bool = False
    several: Callable[[], str] | None = None
    place: int = LAST
    more_rolls: int = 0
