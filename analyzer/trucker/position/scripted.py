"""`Decisions` objects for the card at hand: one takes a position's decisions, one finds the open decision."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.decisions import CHARGES, DEFENDS, GIVES, GIVES_UP, GOODS, KEEPS, Legal
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import Indices
from analyzer.trucker.flight.dice import Rolls
from analyzer.trucker.position.position import Script, ShipInFlight, script
from analyzer.trucker.position.values import (
    in_words,
    not_allowed,
    nothing_to_decide,
    of_sorts,
    plain_value,
    same_as,
    without_zeros,
    write_into,
)
from analyzer.trucker.ship.component import Square

OWN = 0
"""Index of your ship."""


class ScriptedDecisions:
    """Decisions at one card from a script; captains take the others.

    At each decision with a choice, the script's next value for that ship and name is taken, if the rules allow it.

    Attributes:
        script: values in order, by index of the ship and name of the decision.
        slot: slot of the card in the deck.
        is_strict: whether to raise NotAllowed for a value that the rules forbid.
    """

    def __init__(self, script: Script, slot: int) -> None:
        self.script = {(ship, what): values for ship, own in script for what, values in own}
        self.slot = slot
        self._asked: dict[tuple[int, str], dict[int, int]] = {}
        """Number of times a decision was asked for, by ship and name, then by row of the state."""

    def card_revealed(self, convoy: Convoy) -> None:
        """Do nothing, because a script decides about one card only."""

    def decide(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> Any:
        """Return the scripted decision of each ship, or the captain's choice if the script has none."""
        return self.decide_written(ship, what, choice, legal)[0]

    def decide_written(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> tuple[Any, frozenset[int]]:
        """Return the decisions of all ships, and the indices of the ships whose decision came from the script."""
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
        self, ship: ShipsInFlight, what: str, number: int, places: Indices, decided: Any, legal: Legal
    ) -> Iterator[int]:
        """Write the script's values for one ship number into `decided`, and yield the indices of the ships written.

        Args:
            ship: the ships that decide.
            what: name of the decision.
            number: number of the ship in its flight, as in the script.
            places: indices in `ship` of the ships with this number.
            decided: the decisions, changed in place.
            legal: returns the allowed values of a ship, given its index in `ship`.
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


class ShipDecision(NamedTuple):
    """A decision of one ship at the card at hand, in plain types.

    Attributes:
        ship: index of the ship.
        what: name of the decision.
        value: the decision in plain types.
    """

    ship: int
    what: str
    value: Any

    def in_words(self, names: Sequence[str]) -> str:
        """Return the decision as a file states it, after the name of its ship."""
        return f"{names[self.ship]}: {self.what}: {in_words(self.what, self.value)}"


class Choice(NamedTuple):
    """A decision at which the rules left a choice.

    Attributes:
        value: the decision that was taken, in plain types.
        is_written: whether the file states it.
        refused: words of the entry that the rules refuse and that a captain's decision replaces; "" for none.
    """

    value: Any
    is_written: bool
    refused: str = ""


class RecordedDecisions:
    """Decisions at one card from a file; captains take those that it leaves out, and these are noted.

    A ship flies on unless the file says that it gives up. An entry that the rules forbid is noted as refused, and the
    captain decides instead.

    Attributes:
        unread_entries: entries not read yet, by index of the ship and name of the decision.
        names: names of the ships.
        reads_forced: whether entries are also read if the rules allow only one value. An example is `charges: [0, 1]`
            for a ship with nothing to power in the first line of a combat zone.
    """

    def __init__(
        self,
        decisions: Mapping[int, Mapping[str, Sequence[Any]]],
        names: tuple[str, ...],
        *,
        reads_forced: bool = False,
    ) -> None:
        self.unread_entries = {
            number: {what: list(each) for what, each in own.items()} for number, own in decisions.items()
        }
        self.names = names
        self.reads_forced = reads_forced
        self.assumed: list[ShipDecision] = []
        """Captains' decisions that the file leaves out, except which cubes to load."""
        self.replaced: list[ShipDecision] = []
        """Captains' decisions in place of refused entries."""
        self.refused: list[tuple[int, str]] = []
        """Entries that the rules forbid, each with the rule."""
        self.unread: list[ShipDecision] = []
        """The first untrue entry of each ship and decision that no rule asked for."""
        self.superfluous: list[ShipDecision] = []
        """Entries that are true although there was nothing to decide."""
        self.decided: dict[int, dict[str, list[Choice]]] = {}
        """Decisions that left a choice, in order, by index of the ship and name of the decision."""
        self.forced: dict[tuple[int, str], list[Any]] = {}
        """Values without an alternative, in order, by ship and name of the decision."""

    def card_revealed(self, convoy: Convoy) -> None:
        """Do nothing, because the decisions belong to one card only."""

    def decide(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> Any:
        """Return the file's decision, or the captain's if the file has none that the rules allow."""
        decided = np.array(choice)
        for place, number in enumerate(ship.numbers.tolist()):
            written = self.unread_entries.get(number, {}).get(what, [])
            one, allowed = ship.at(np.array([place])), legal(place)
            if what != GOODS and not has_choice(allowed):
                self._pass_forced(one, what, next(iter(allowed)), written)
            elif written:
                self._read(one, place, what, written.pop(0), allowed, decided)
            else:
                self._leave_to_captain(one, place, what, allowed, decided)
        return decided

    def refusals(self) -> list[str]:
        """Return a sentence on each entry that was refused, or that no rule asked for, with the reason."""
        unread = [(one.ship, nothing_to_decide(one.what, one.value)) for one in self.unread]
        return [f"{self.names[number]}: {why}" for number, why in (*self.refused, *unread)]

    def not_read(self) -> list[ShipDecision]:
        """Return the entries that have not been read, because no decision asked for them."""
        return [
            ShipDecision(ship, what, value)
            for ship, own in self.unread_entries.items()
            for what, values in own.items()
            for value in values
        ]

    def sort_unread(
        self,
        before: Sequence[ShipInFlight],
        after: Sequence[ShipInFlight],
        may_come: Collection[tuple[int, str]] = (),
    ) -> None:
        """Note the entries that were not read: as superfluous if they agree with the ships' states, else as refused.

        Args:
            before: the ships before the card.
            after: the ships after the card.
            may_come: decisions, by index of the ship and name, that the rest of the card may still ask for.
        """
        for number, own in self.unread_entries.items():
            for what, written in own.items():
                if not written:
                    continue
                is_early = not any(written) and (number, what) in may_come
                if not is_early and self._is_true(number, what, written, before[number], after[number]):
                    self.superfluous += [ShipDecision(number, what, value) for value in written]
                else:
                    self.unread.append(ShipDecision(number, what, written[0]))

    def _read(self, ship: ShipsInFlight, place: int, what: str, entry: Any, allowed: Any, decided: Any) -> None:
        """Write an entry into `decided` if the rules allow it, else note the refusal and leave the captain's choice."""
        value, refused = allowed_value(ship, what, entry, allowed), ""
        if value is not None:
            write_into(decided, place, value)
        else:
            refused = f"{what}: {in_words(what, entry)}"
            self.refused.append((ship.number, not_allowed(ship, what, entry, allowed)))
            self.replaced.append(ShipDecision(ship.number, what, plain_value(ship, what, decided[..., place])))
        if what != GIVES_UP:
            self._note(ship, what, decided[..., place], is_written=value is not None, refused=refused)

    def _leave_to_captain(self, ship: ShipsInFlight, place: int, what: str, allowed: Any, decided: Any) -> None:
        """Note a captain's decision for which the file has no entry; the ship never gives up without one."""
        if what == GIVES_UP:
            decided[place] = False
            return
        value = self._note(ship, what, decided[..., place])
        if what != GOODS:
            self.assumed.append(ShipDecision(ship.number, what, value))

    def _note(self, ship: ShipsInFlight, what: str, value: Any, *, is_written: bool = False, refused: str = "") -> Any:
        """Note a decision with a choice, and return its value in plain types."""
        as_plain = plain_value(ship, what, value)
        self.decided.setdefault(ship.number, {}).setdefault(what, []).append(Choice(as_plain, is_written, refused))
        return as_plain

    def _pass_forced(self, ship: ShipsInFlight, what: str, value: Any, written: list[Any]) -> None:
        """Note a decision without a choice; if `reads_forced`, read the entry that states its value."""
        if self.reads_forced and written and same_as(ship, what, written[0], value):
            self.superfluous.append(ShipDecision(ship.number, what, written.pop(0)))
        else:
            self.forced.setdefault((ship.number, what), []).append(plain_value(ship, what, value))

    def _is_true(self, number: int, what: str, written: list[Any], before: ShipInFlight, after: ShipInFlight) -> bool:
        """Return whether a ship's unread entries for a decision agree with what happened to the ship at this card."""
        values, forced = [without_zeros(value) for value in written], self.forced.get((number, what), [])
        # No, 0 and no crew are true unless the rules forced something else.
        if values == forced or (what not in (GOODS, KEEPS) and not any(values)):
            return not any(forced) or values == forced
        if what == GOODS:
            return values == [dict(Counter(cube for _, there in after.goods for cube in there))]
        if what == KEEPS:
            return not after.left and after.ship.hull.squares_of(after.remaining) >= {*values}
        read = [choice.value for choice in self.decided.get(number, {}).get(what, [])]
        if what == CHARGES:
            # Either the charges spent in defence, which the rules ask for as `defends`, or all that were spent beyond
            # the entries read.
            against = sum(bool(choice.value) for choice in self.decided.get(number, {}).get(DEFENDS, []))
            return sum(values) in (against, charges_of(before) - charges_of(after) - sum(read))
        if what == GIVES:
            return counted(values) == crew_of(before) - crew_of(after) - counted(read)
        return what == GIVES_UP and before.left == "gave_up"


def crew_of(ship: ShipInFlight) -> Counter[str]:
    """Return the number of crew aboard a ship, by type."""
    return Counter(who for _, there in ship.crew for who in there)


def charges_of(ship: ShipInFlight) -> int:
    """Return the number of charges aboard a ship in flight."""
    return sum(many for _, many in ship.charges)


def counted(entries: Sequence[Mapping[str, int]]) -> Counter[str]:
    """Return the sum of several counts of crew or cubes, by type or colour."""
    return sum((Counter(one) for one in entries), Counter())


@dataclass(frozen=True)
class OpenDecision:
    """A decision that your ship has to take next, and that the position leaves open.

    Attributes:
        what: name of the decision.
        options: all values that the rules allow, in plain types.
        captain: value that your captain would choose.
        before: earlier decisions of the same name at this card.
        rolls: number of the position's rolls that came before this decision.
        pieces: squares of each piece of a ship that breaks, by option.
        assumed: earlier decisions of rivals that the position leaves out, so their captains took them.
    """

    what: str
    options: tuple[Any, ...]
    captain: Any
    before: tuple[Any, ...]
    rolls: int = 0
    pieces: Mapping[Square, frozenset[Square]] = field(default_factory=dict)
    assumed: tuple[ShipDecision, ...] = ()

    def option(self, written: Any) -> Any:
        """Return the option that a value in a file stands for; any square of a piece may name the piece."""
        return next((option for option, piece in self.pieces.items() if written in piece), written)


class NotAllowed(Exception):
    """Error for a scripted decision that the rules forbid."""

    def __init__(self, ship: int, reason: str) -> None:
        super().__init__(reason)
        self.ship = ship


class OpenDecisionFound(Exception):
    """Signal that a rule asks for a decision that the script leaves out."""

    def __init__(self, open_: OpenDecision, ship: int = OWN) -> None:
        super().__init__(open_.what)
        self.open, self.ship = open_, ship


class RollFirst(Exception):
    """Signal that dice are rolled before your ship has anything to decide."""


class Finder(RecordedDecisions):
    """Decisions of a script for one flight, which stop the flight at your ship's first decision not in the script.

    The flight stops by raising OpenDecisionFound.

    Attributes:
        decided_on: names of all decisions that came up for any ship.
        assumed: decisions that captains took for rivals.
        is_strict: whether to raise NotAllowed for an entry that the rules forbid.
    """

    def __init__(
        self, script: Script, names: tuple[str, ...], *, reads_forced: bool = False, is_strict: bool = False
    ) -> None:
        super().__init__(by_ship(script), names, reads_forced=reads_forced)
        self.script = by_ship(script)
        self.is_strict = is_strict
        self.decided_on: set[str] = set()

    def decide(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> Any:
        """Return the scripted decision; raise OpenDecisionFound if the script has none for your ship."""
        self.decided_on.add(what)
        decided = super().decide(ship, what, choice, legal)
        if self.is_strict and self.refused:
            raise NotAllowed(*self.refused[0])
        return decided

    def is_open(self, ship: int, what: str) -> bool:
        """Return whether the flight stops at a decision that the script does not state; True for your own ship."""
        return ship == OWN

    def _leave_to_captain(self, ship: ShipsInFlight, place: int, what: str, allowed: Any, decided: Any) -> None:
        """Stop the flight at an open decision that leaves a choice (see `is_open`); else note the captain's decision.

        The decision to give up is noted only if the captain gives up.

        Raises:
            OpenDecisionFound: If the decision is open and the rules allow more than one value.
        """
        captain = decided[..., place]
        if self.is_open(ship.number, what) and has_choice(allowed):
            options = tuple(plain_value(ship, what, value) for value in allowed)
            pieces = dict(zip(options, pieces_of(ship, allowed), strict=True)) if what == KEEPS else {}
            before, assumed = tuple(self.script.get(ship.number, {}).get(what, ())), tuple(self.assumed)
            own = plain_value(ship, what, captain)
            raise OpenDecisionFound(
                OpenDecision(what, options, own, before, pieces=pieces, assumed=assumed), ship.number
            )
        if what != GIVES_UP:
            super()._leave_to_captain(ship, place, what, allowed, decided)
        elif captain:
            self.assumed.append(ShipDecision(ship.number, what, True))


class NoDice:
    """Dice that raise RollFirst, to stop a flight at its next roll."""

    def roll(self, convoy: Convoy, number: int, flights: Indices | None = None) -> Rolls:
        """Raise RollFirst, unless `flights` is empty, i.e. no flight rolls."""
        if flights is not None and not flights.size:
            return np.zeros(convoy.size, np.intp)
        raise RollFirst


def pieces_of(ship: ShipsInFlight, wrecks: Iterable[int]) -> list[frozenset[Square]]:
    """Return the squares of several wrecks of a ship, which are the pieces that it may keep."""
    return [frozenset(ship.hull.squares_of(int(ship.convoy.wrecks.sets[wreck]))) for wreck in wrecks]


def allowed_value(ship: ShipsInFlight, what: str, written: Any, allowed: Any) -> Any:
    """Return the allowed value that a value in a file stands for; None if the rules forbid it."""
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


def without(script_: Script, entries: Iterable[ShipDecision]) -> Script:
    """Return the script without the given decisions of ships."""
    left = {ship: {what: list(values) for what, values in own.items()} for ship, own in by_ship(script_).items()}
    for one in entries:
        left[one.ship][one.what].remove(one.value)
    kept = {ship: {what: values for what, values in own.items() if values} for ship, own in left.items()}
    return script({ship: own for ship, own in kept.items() if own})
