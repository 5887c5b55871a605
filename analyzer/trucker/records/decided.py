"""Who listens to decisions: one who notes what captains decide, and one who decides as a record says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.decisions import GIVES_UP, GOODS, Decisions, Legal
from analyzer.trucker.convoy.ship import Ship
from analyzer.trucker.position.allowed import not_allowed, nothing_to_decide
from analyzer.trucker.position.scripted import allowed_value, has_choice
from analyzer.trucker.position.values import in_words, plain_value, write_into

ByShip = dict[int, dict[str, list[Any]]]
"""By number of a ship, and by decision, what was decided, in order."""


class Refused(Exception):
    """The rules do not allow it; as text the reason."""


class Noted:
    """Captains decide, and what they decide is noted where there is a choice: `cards`, by slot of the deck.

    others: who decides in their place, if anybody does.
    """

    def __init__(self, others: Decisions | None = None) -> None:
        self.cards: dict[int, ByShip] = {}
        self.others = others

    def card_revealed(self, convoy: Convoy) -> None:
        """The others may note it."""
        if self.others is not None:
            self.others.card_revealed(convoy)

    def decide(self, ship: Ship, what: str, choice: Any, legal: Legal) -> Any:
        """The choice of the captain, or of the others."""
        choice = choice if self.others is None else self.others.decide(ship, what, choice, legal)
        for place, number in enumerate(ship.numbers.tolist()):
            if (what != GIVES_UP or choice[place]) and has_choice(legal(place)):
                card = self.cards.setdefault(ship.convoy.slot, {})
                value = plain_value(ship.at(np.array([place])), what, choice[..., place])
                card.setdefault(number, {}).setdefault(what, []).append(value)
        return choice


class Written:
    """Ships decide as a record of one card says; what it does not say their captains decide, which is noted.

    Who does not say that they give up fly on.
    """

    def __init__(self, decisions: Mapping[int, Mapping[str, list[Any]]], names: tuple[str, ...]) -> None:
        self.left = {number: {what: list(each) for what, each in own.items()} for number, own in decisions.items()}
        self.names = names
        self.assumed: list[tuple[int, str]] = []
        """By number of a ship what its captain decided, in words."""

    def card_revealed(self, convoy: Convoy) -> None:
        """Nothing to note."""

    def decide(self, ship: Ship, what: str, choice: Any, legal: Legal) -> Any:
        """What the record says; raises Refused where the rules do not allow it."""
        decided = np.array(choice)
        for place, number in enumerate(ship.numbers.tolist()):
            one, allowed = ship.at(np.array([place])), legal(place)
            written = self.left.get(number, {}).get(what, [])
            if what == GIVES_UP:
                decided[place] = written.pop(0) if written else False
            elif what == GOODS:
                if written:
                    write_into(decided, place, self._allowed(one, number, what, written.pop(0), allowed))
            elif has_choice(allowed):
                if written:
                    write_into(decided, place, self._allowed(one, number, what, written.pop(0), allowed))
                else:
                    value = in_words(what, plain_value(one, what, decided[..., place]))
                    self.assumed.append((number, f"{self.names[number]}: {what}: {value}"))
        return decided

    def check_all_read(self) -> None:
        """Raises Refused for decisions that nobody asked for."""
        for number, own in self.left.items():
            for what, written in own.items():
                if written:
                    raise Refused(f"{self.names[number]}: {nothing_to_decide(what, written[0])}")

    def _allowed(self, ship: Ship, number: int, what: str, written: Any, allowed: Any) -> Any:
        value = allowed_value(ship, what, written, allowed)
        if value is not None:
            return value
        raise Refused(f"{self.names[number]}: {not_allowed(ship, what, written, allowed)}")
