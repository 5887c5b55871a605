"""Listeners to the decisions at the card at hand: one takes a position's decisions, one finds the open decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.decisions import GIVES_UP, GOODS, KEEPS, Legal
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import Which
from analyzer.trucker.flight.dice import Rolls
from analyzer.trucker.position.position import Script
from analyzer.trucker.position.values import not_allowed, of_sorts, plain_value, same_as, write_into
from analyzer.trucker.ship.component import Square

OWN = 0
"""Index of your ship."""


class Scripted:
    """Decisions at one card from a script, in every flight in which the rules allow them; captains take the others.

    When a ship faces a decision of some name and has a choice, the script's next value for ship and name is taken.

    Attributes:
        script: values by index of the ship and name of the decision, in order.
        slot: slot of the card in the deck.
        is_strict: whether to raise NotAllowed for a value that the rules forbid.
    """

    def __init__(self, script: Script, slot: int, *, is_strict: bool = False) -> None:
        self.is_strict = is_strict
        self.script = {(ship, what): values for ship, own in script for what, values in own}
        self.slot = slot
        self._asked: dict[tuple[int, str], dict[int, int]] = {}
        """Number of times a decision was asked for, by ship and name, then by row of the state."""

    def card_revealed(self, convoy: Convoy) -> None:
        """Do nothing."""

    def decide(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> Any:
        """Return the scripted decision of each ship, or the captain's choice where the script has none."""
        return self.decide_written(ship, what, choice, legal)[0]

    def decide_written(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> tuple[Any, frozenset[int]]:
        """Return the decisions of all ships, and the indices (in these) of the ships for which the script decided."""
        decided, written = choice, set[int]()
        if ship.convoy.slot != self.slot:
            return decided, frozenset()
        for number in {number for number, name in self.script if name == what}:
            places = (ship.numbers == number).nonzero()[0]
            if places.size:
                decided = np.array(decided)
                written |= {*self._write(ship, what, number, places, decided, legal)}
        return decided, frozenset(written)

    def _write(
        self, ship: ShipsInFlight, what: str, number: int, places: Which, decided: Any, legal: Legal
    ) -> Iterator[int]:
        """Write the script's values into `decided` and yield the indices of the ships that they are for.

        Args:
            ship: the ships that decide.
            what: name of the decision.
            number: number of the ship in its flight, as in the script.
            places: indices, among the ships that decide, of those with this number.
            decided: the decisions, changed in place.
            legal: gives the allowed values of the ship of an index.
        """
        written = self.script[number, what]
        counts = self._asked.setdefault((number, what), {})
        rows = ship.convoy.rows.take(ship.flights.take(places)).tolist()
        for place, row in zip(places.tolist(), rows, strict=True):
            allowed = legal(place)
            if what != GOODS and not has_choice(allowed):
                continue
            # Rows of the state are counted apart, because flights of one block ask differently often.
            time = counts.get(row, 0)
            counts[row] = time + 1
            if time < len(written):
                one = ship.at(np.array([place]))
                value = allowed_value(one, what, written[time], allowed)
                if value is not None:
                    write_into(decided, place, value)
                    yield place
                elif self.is_strict:
                    raise NotAllowed(number, not_allowed(one, what, written[time], allowed))


class Assumed(NamedTuple):
    """A decision that a captain took for a ship because the position leaves it out.

    Attributes:
        ship: index of the ship.
        what: name of the decision.
        value: the decision in plain types.
    """

    ship: int
    what: str
    value: Any


@dataclass(frozen=True)
class Open:
    """An open decision of your ship.

    Attributes:
        what: name of the decision.
        options: all values that the rules allow, in plain types.
        captain: value that the captain would choose.
        before: earlier decisions of the same name at this card.
        rolls: how many of the position's rolls came before it.
        pieces: squares of each piece of a ship that breaks, by option.
        assumed: decisions that captains took before it for rivals, because the position leaves them out.
    """

    what: str
    options: tuple[Any, ...]
    captain: Any
    before: tuple[Any, ...]
    rolls: int = 0
    pieces: Mapping[Square, frozenset[Square]] = field(default_factory=dict)
    assumed: tuple[Assumed, ...] = ()

    def option(self, written: Any) -> Any:
        """Return the option that a value in a file means; any square of a piece may name the piece."""
        return next((option for option, piece in self.pieces.items() if written in piece), written)


class NotAllowed(Exception):
    """A scripted decision that the rules forbid.

    Attributes:
        ship: index of the ship.
    """

    def __init__(self, ship: int, reason: str) -> None:
        super().__init__(reason)
        self.ship = ship


class FoundOpen(Exception):
    """Signal that a rule asks for the first decision of your ship that the script leaves out.

    Attributes:
        open: the decision.
    """

    def __init__(self, open_: Open) -> None:
        super().__init__(open_.what)
        self.open = open_


class RollFirst(Exception):
    """Signal that dice are rolled before your ship has anything to decide."""


class Finder(Scripted):
    """Scripted decisions of a single flight up to the first open decision of your ship, where it raises FoundOpen.

    Attributes:
        decided_on: names of the decisions that any ship was asked for.
        assumed: decisions that captains took for rivals.
    """

    def __init__(self, script: Script, slot: int, *, is_strict: bool = False) -> None:
        super().__init__(script, slot, is_strict=is_strict)
        self.decided_on: set[str] = set()
        self.forced: dict[tuple[int, str], list[Any]] = {}
        """Values without an alternative, by ship and name of the decision."""
        self.assumed: list[Assumed] = []

    def decide(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> Any:
        """Return the scripted decision; raise FoundOpen at a decision of your ship that the script leaves out."""
        decided, places = self.decide_written(ship, what, choice, legal)
        if ship.convoy.slot == self.slot:
            self.decided_on.add(what)
            self._note_forced(ship, what, legal)
            self._note_assumed(ship, what, decided, places, legal)
        mine = (ship.numbers == OWN).nonzero()[0]
        if ship.convoy.slot != self.slot or not mine.size:
            return decided
        (place,) = mine.tolist()
        allowed = legal(place)
        if has_choice(allowed):
            written = self.script.get((OWN, what), ())
            counts = self._asked.setdefault((OWN, what), {})
            if not written:
                counts[0] = counts.get(0, 0) + 1
            if counts.get(0, 0) > len(written):
                one = ship.at(np.array([place]))
                options = tuple(plain_value(one, what, value) for value in allowed)
                pieces = dict(zip(options, pieces_of(one, allowed), strict=True)) if what == KEEPS else {}
                captain = plain_value(one, what, choice[..., place])
                raise FoundOpen(Open(what, options, captain, written, pieces=pieces, assumed=tuple(self.assumed)))
        return decided

    def unread(self) -> list[tuple[int, str, Any]]:
        """Return the first scripted value that no rule asked for, for each ship and name of a decision.

        Values that say that a ship does not give up are left out.
        """
        counts = {key: sum(by_row.values()) for key, by_row in self._asked.items()}
        unread = {key: values[counts.get(key, 0) :] for key, values in self.script.items()}
        return [(*key, values[0]) for key, values in unread.items() if values and (key[1] != GIVES_UP or values[0])]

    def _note_forced(self, ship: ShipsInFlight, what: str, legal: Legal) -> None:
        """Keep the scripted decisions for which the rules allow only one value."""
        for place, number in enumerate(ship.numbers.tolist()):
            if (number, what) in self.script and not has_choice(legal(place)):
                value = plain_value(ship.at(np.array([place])), what, next(iter(legal(place))))
                self.forced.setdefault((number, what), []).append(value)

    def _note_assumed(
        self, ship: ShipsInFlight, what: str, decided: Any, written_at: frozenset[int], legal: Legal
    ) -> None:
        """Keep the decisions of captains for rivals, except for cubes loaded and for flying on.

        Args:
            ship: the ships that decide.
            what: name of the decision.
            decided: the decisions.
            written_at: indices of the ships whose decision is scripted.
            legal: gives the allowed values of the ship of an index.
        """
        for place, number in enumerate(ship.numbers.tolist()):
            if number == OWN or place in written_at or what == GOODS or not has_choice(legal(place)):
                continue
            value = plain_value(ship.at(np.array([place])), what, decided[..., place])
            if what != GIVES_UP or value:
                self.assumed.append(Assumed(number, what, value))


class NoDice:
    """Dice that cannot be rolled, for stopping a flight at its next roll."""

    def roll(self, convoy: Convoy, number: int, flights: Which | None = None) -> Rolls:
        """Raise RollFirst, unless the roll is for no flight at all."""
        if flights is not None and not flights.size:
            return np.zeros(convoy.size, np.intp)
        raise RollFirst


def pieces_of(ship: ShipsInFlight, wrecks: Iterable[int]) -> list[frozenset[Square]]:
    """Return the squares of each piece of a ship."""
    return [frozenset(ship.hull.squares_of(int(ship.convoy.wrecks.sets[wreck]))) for wreck in wrecks]


def allowed_value(ship: ShipsInFlight, what: str, written: Any, allowed: Any) -> Any:
    """Return the allowed value that a value in a file means, or None if the rules forbid it."""
    if what == GOODS:
        cubes = of_sorts(what, written)
        return cubes if cubes in allowed else None
    return next((value for value in allowed if same_as(ship, what, written, value)), None)


def has_choice(allowed: Any) -> bool:
    """Return whether the rules allow more than one value."""
    values = iter(allowed)
    next(values, None)
    return next(values, None) is not None


def by_ship(script: Script) -> dict[int, dict[str, tuple[Any, ...]]]:
    """Return a script as nested mappings: by index of the ship, then by name of the decision."""
    return {ship: dict(own) for ship, own in script}


def with_decision(script: Script, ship: int, what: str, value: Any) -> Script:
    """Return the script with one more decision of a ship."""
    decided: Mapping[int, dict[str, tuple[Any, ...]]] = by_ship(script) | {ship: by_ship(script).get(ship, {})}
    own = decided[ship] | {what: (*decided[ship].get(what, ()), value)}
    return tuple((number, tuple((own if number == ship else each).items())) for number, each in decided.items())
