"""Flight in progress: the cards in the row, what the sensor showed, and the card at hand (turned up last)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from analyzer.starship.ship.ship import Flaw, listed_twice
from analyzer.starship.tables import Rules

Cards = tuple[str, ...]


@dataclass(frozen=True)
class Flight:
    """Flight in progress.

    Args:
        sector: number of the sector, from 1.
        row: cards of the flight as they lie, replacements in their place, the card at hand last.
        cards: number of cards turned up; None if all of them lie in the row. It is larger than the number of cards in
            the row if the reserve was empty when a card had to be replaced.
        face_down: number of further cards in the row that came from the reserve and are shown to nobody.
        actions: number of actions done.
        done: whether an action was done at the card at hand; each card allows only one.
        demand: Astro asked for by a waiting pirate that is not shown yet, or None.
        opened: adventures that opened while the card at hand lay open.
        looked_at: cards that the sensor shows, not arranged yet, top first.
        top: cards that the sensor left on top of the sector.
        bottom: cards that the sensor put below the sector.
        dice: faces of both dice in a fight just fought with the pirate at hand, own first; gains or losses are still to
            be chosen.
    """

    sector: int
    row: Cards = ()
    cards: int | None = None
    face_down: int = 0
    actions: int = 0
    done: bool = False
    demand: int | None = None
    opened: Cards = ()
    looked_at: Cards = ()
    top: Cards = ()
    bottom: Cards = ()
    dice: tuple[int, ...] = ()

    @property
    def turned_up(self) -> int:
        """Number of cards turned up, including that of a waiting pirate."""
        lying = len(self.row) + self.face_down
        return (lying if self.cards is None else self.cards) + (self.demand is not None)

    @property
    def not_replaced(self) -> int:
        """Number of empty places in the row, whose cards were taken and could not be replaced from the reserve."""
        return 0 if self.cards is None else self.cards - len(self.row) - self.face_down

    @property
    def at_hand(self) -> str:
        """Id of the card that may still be acted on; "" if there is none, or it is not shown."""
        return self.row[-1] if self.row and not self.done and self.demand is None else ""

    @property
    def next_cards(self) -> Cards:
        """Ids of the cards known to come next, in order."""
        return self.looked_at or self.top

    @property
    def known(self) -> Cards:
        """Ids of all cards of the sector that the flight shows."""
        return (*self.row, *self.next_cards, *self.bottom)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the flight in a position file, without those that are empty, 0 or False."""
        entries = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}
        return {name: value for name, value in entries.items() if value not in ([], None, False) and value != 0}

    def flaws(self, rules: Rules) -> Iterator[Flaw]:
        """Yield the flaws of the flight that show without the rest of the position."""
        if self.not_replaced < 0 and self.cards is not None:
            hidden = f" and {self.face_down} face down" if self.face_down else ""
            yield self._flaw("cards", f"{_cards_were(self.cards)} turned up, but the row has {len(self.row)}{hidden}")
        if self.turned_up + len(self.next_cards) + len(self.bottom) > rules.start["places"]:
            yield self._flaw("row", f"there are more cards than the {rules.start['places']} of a sector")
        if self.looked_at and (self.turned_up or self.top or self.bottom):
            yield self._flaw(
                "looked_at",
                "the sensor shows cards before the first one is turned up: leave out looked_at, or row, top and bottom",
            )
        if self.actions > self.turned_up:
            many = f"{self.actions} action{'s' * (self.actions != 1)}"
            waits = ", the waiting pirate included" if self.demand is not None else ""
            yield self._flaw("actions", f"{many}, but only {_cards_were(self.turned_up)} turned up{waits}")
        most = max(rules.start["actions"], *(one.actions for one in rules.modules.values()))
        if self.actions > most:
            yield self._flaw("actions", f"{self.actions} actions: a flight has at most {most}")
        demands = sorted({card.demand for card in rules.cards if card.demand})
        if self.demand is not None and self.demand not in demands:
            yield self._flaw("demand", f"pirates ask for {' or '.join(map(str, demands))} Astro")
        if self.demand is not None and self.top:
            yield self._flaw("demand", "the sensor showed this card: add it to row, and leave out demand")

        yield from self._flaws_of_dice(rules)
        yield from self._doubles(rules)

    def _doubles(self, rules: Rules) -> Iterator[Flaw]:
        """Yield a flaw for each card that is named twice; there is only one of each."""
        named: set[str] = set()
        for name in ("row", "looked_at", "top", "bottom"):
            for number, card in enumerate(getattr(self, name)):
                if card in named:
                    twice = listed_twice(rules, card, "the flight", "the flight")
                    yield Flaw("card_twice", ("flight", name, number), f"{name}: {twice}")
                named.add(card)

    def _flaws_of_dice(self, rules: Rules) -> Iterator[Flaw]:
        """Yield a flaw if dice are given without a pirate at hand, or show impossible faces."""
        faces = sorted({*rules.dice["blue"]})
        if self.dice and (len(self.dice) != 2 or not {*self.dice} <= {*faces}):
            yield self._flaw(
                "dice", f"give both numbers rolled, your own first, each one of {', '.join(map(str, faces))}"
            )
        known = [card for card in rules.cards if card.id == self.at_hand]
        if self.dice and not (known and known[0].demand):
            yield self._flaw("dice", "no pirate is at hand: name the pirate who was fought as the last card of row")

    @staticmethod
    def _flaw(name: str, text: str) -> Flaw:
        """Return a flaw in a field of the flight."""
        return Flaw("flight", ("flight", name), f"{name}: {text}")


def _cards_were(many: int) -> str:
    """Return a number of cards with its verb, e.g. `1 card was`, `2 cards were`."""
    return f"{many} card was" if many == 1 else f"{many} cards were"
