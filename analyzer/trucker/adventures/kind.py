"""A kind of card: how it is resolved, what it needs of the table of cards, and its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.events import Events
from analyzer.trucker.edition import Card
from analyzer.trucker.flight.dice import Dice
from analyzer.trucker.sayings.phrases import figures

Adventure = Callable[[Convoy, Dice], None]
"""Resolve the card at hand for all flights of the convoy."""
LAST = 1000
METEORS = "small_meteor", "large_meteor"
FIRE = "light_fire", "heavy_fire"
"""What flies at ships, the small and the large sort."""


@dataclass(frozen=True)
class CardKind:
    """All there is to a kind of card; its name is that of the module which ends with it, and of its rule.

    one_by_one: whether flights that meet different cards of the kind cannot be resolved together;
    events: those of its rules, its own and those it shares with other kinds; needs: columns of the table of cards that
    must not be empty; sends: what the small and the large hits on a card are; figures: the figures on a card in words;
    spares_the_lone: whether it does nothing to a ship that flies alone; several: such cards in words, if not
    `... cards`; place: its place in lists, the simplest kind first; more_rolls: how often dice are rolled at most,
    besides once for each hit.
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
