"""Recording of flights: decisions and rolls while a flight is flown, and record files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.files.places import write_whole
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.decisions import CHARGES, DEFENDS, GIVES, GIVES_UP, GOODS, KEEPS, Decisions, Legal
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import Which
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.dice import Dice, Rolls
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.position.position import ShipInFlight
from analyzer.trucker.position.positionfile import decision_entries, write_position
from analyzer.trucker.position.scripted import allowed_value, has_choice
from analyzer.trucker.position.states import position_of_convoy
from analyzer.trucker.position.values import in_words, not_allowed, nothing_to_decide, plain_value, same_as, write_into
from analyzer.trucker.records.flight_record import Record, RecordedCard, load_record
from analyzer.trucker.thinking import with_thinkers


def write_record(record: Record, file: str | Path = "") -> str:
    """Return a record as the text of a file that reads back as the same record.

    Args:
        record: the record.
        file: path of the file, which fixes how folders of editions are written, as in `write_ship`.
    """
    cards = "".join(f"{line}\n" for card in record.cards for line in _card(card, record.names))
    return f"{write_position(record.start, file)}cards:{'' if record.cards else ' []'}\n{cards}"


def _card(card: RecordedCard, names: Sequence[str]) -> Iterator[str]:
    yield f"  - card: {card.card}"
    if card.rolls:
        yield f"    rolls: {list(card.rolls)}"
    if card.decisions:
        yield "    decisions:"
        yield from (f"      - {entry}" for entry in decision_entries(card.decisions, names))


ByShip = dict[int, dict[str, list[Any]]]
"""Values of decisions in order, by index of the ship and name of the decision."""


class Refused(Exception):
    """Signal that the rules refuse a card; its text is the reason."""


class Choice(NamedTuple):
    """A decision at which a ship could choose, in plain types.

    Attributes:
        value: the value decided.
        is_written: whether the record states it; otherwise a captain decided.
        refused: words of the refused entry that a captain's decision replaces; empty if there is none.
    """

    value: Any
    is_written: bool
    refused: str = ""


class Noted:
    """Listener that keeps the decisions of captains wherever they have a choice.

    Attributes:
        cards: decisions by slot of the deck.
        others: listener that decides in the captains' place, or None.
    """

    def __init__(self, others: Decisions | None = None) -> None:
        self.cards: dict[int, ByShip] = {}
        self.others = others

    def card_revealed(self, convoy: Convoy) -> None:
        """Pass the event on to the other listener."""
        if self.others is not None:
            self.others.card_revealed(convoy)

    def decide(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> Any:
        """Return the choice of the captain, or of the other listener, and keep it."""
        choice = choice if self.others is None else self.others.decide(ship, what, choice, legal)
        for place, number in enumerate(ship.numbers.tolist()):
            if (what != GIVES_UP or choice[place]) and has_choice(legal(place)):
                card = self.cards.setdefault(ship.convoy.slot, {})
                value = plain_value(ship.at(np.array([place])), what, choice[..., place])
                card.setdefault(number, {}).setdefault(what, []).append(value)
        return choice


class Written:
    """Decisions at one card as its record states them; captains take those that it leaves out, and these are kept.

    Ships whose record does not say that they give up fly on. An entry that the rules forbid is kept as refused, and
    the captain decides in its place.

    Attributes:
        left: entries not read yet, by index of the ship and name of the decision.
        names: names of the ships.
        reads_forced: whether entries are also read where the rules leave one value alone. An example is `charges: [0,
            1]` for a ship with nothing to power in the first line of a combat zone.
    """

    def __init__(
        self, decisions: Mapping[int, Mapping[str, list[Any]]], names: tuple[str, ...], *, reads_forced: bool = False
    ) -> None:
        self.left = {number: {what: list(each) for what, each in own.items()} for number, own in decisions.items()}
        self.names = names
        self.reads_forced = reads_forced
        self.assumed: list[tuple[int, str]] = []
        """Captains' decisions that the record leaves out: index of the ship, and words."""
        self.replaced: list[str] = []
        """Captains' decisions in place of refused entries, in words."""
        self.refused: list[str] = []
        """Entries that the rules forbid, each with the rule."""
        self.superfluous: list[str] = []
        """Entries that are true although there was nothing to decide."""
        self.decided: dict[int, dict[str, list[Choice]]] = {}
        """Decisions at which a ship could choose, in order, by index of the ship and name of the decision."""
        self.forced: dict[tuple[int, str], list[Any]] = {}
        """Values to which the rules allow no alternative, in order, by index of the ship and name of the decision."""

    def card_revealed(self, convoy: Convoy) -> None:
        """Ignore the event."""

    def decide(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> Any:
        """Return the decision that the record states, or the captain's if it states none that is allowed."""
        decided = np.array(choice)
        for place, number in enumerate(ship.numbers.tolist()):
            written = self.left.get(number, {}).get(what, [])
            if what == GIVES_UP:
                decided[place] = written.pop(0) if written else False
                continue
            one, allowed = ship.at(np.array([place])), legal(place)
            if what == GOODS or has_choice(allowed):
                is_said = bool(written)
                entry = written.pop(0) if is_said else None
                is_written = is_said and self._write(one, place, what, entry, allowed, decided)
                value = plain_value(one, what, decided[..., place])
                refused = f"{what}: {in_words(what, entry)}" if is_said and not is_written else ""
                self.decided.setdefault(number, {}).setdefault(what, []).append(Choice(value, is_written, refused))
                words = f"{self.names[number]}: {what}: {in_words(what, value)}"
                if is_said and not is_written:
                    self.replaced.append(words)
                elif not is_said and what != GOODS:
                    self.assumed.append((number, words))
            else:
                self._pass_forced(one, number, what, next(iter(allowed)), written)
        return decided

    def judge_unread(self, before: Sequence[ShipInFlight], after: Sequence[ShipInFlight]) -> None:
        """Keep the entries that no rule asked for: as superfluous if they describe what happened, else as refused.

        Args:
            before: the ships before the card.
            after: the ships after the card.
        """
        for number, own in self.left.items():
            for what, written in own.items():
                if not written:
                    continue
                if self._is_true(number, what, written, before[number], after[number]):
                    self.superfluous += [f"{self.names[number]}: {what}: {in_words(what, value)}" for value in written]
                else:
                    self.refused.append(f"{self.names[number]}: {nothing_to_decide(what, written[0])}")

    def _write(self, ship: ShipsInFlight, place: int, what: str, written: Any, allowed: Any, decided: Any) -> bool:
        """Write an entry's value into the array `decided` if the rules allow it, else keep the refusal.

        Returns:
            Whether the rules allow it.
        """
        value = allowed_value(ship, what, written, allowed)
        if value is not None:
            write_into(decided, place, value)
            return True
        self.refused.append(f"{self.names[ship.number]}: {not_allowed(ship, what, written, allowed)}")
        return False

    def _pass_forced(self, ship: ShipsInFlight, number: int, what: str, value: Any, written: list[Any]) -> None:
        """Keep the only value that the rules allow a ship.

        With `reads_forced`, the ship's next entry is read instead if it states that value; it is kept as superfluous.
        """
        if self.reads_forced and written and same_as(ship, what, written[0], value):
            self.superfluous.append(f"{self.names[number]}: {what}: {in_words(what, written.pop(0))}")
        else:
            self.forced.setdefault((number, what), []).append(plain_value(ship, what, value))

    def _is_true(self, number: int, what: str, written: list[Any], before: ShipInFlight, after: ShipInFlight) -> bool:
        """Return whether a ship's entries that no rule asked for agree with what happened to the ship at this card."""
        values, forced = [plain(value) for value in written], self.forced.get((number, what), [])
        if values == forced or (what not in (GOODS, KEEPS) and not any(values)):
            return not any(forced) or values == forced
        if what == GOODS:
            return values == [dict(Counter(cube for _, there in after.goods for cube in there))]
        if what == KEEPS:
            return not after.left and after.ship.hull.squares_of(after.remaining) >= {*values}
        read = [choice.value for choice in self.decided.get(number, {}).get(what, [])]
        if what == CHARGES:
            against = sum(bool(choice.value) for choice in self.decided.get(number, {}).get(DEFENDS, []))
            return sum(values) in (against, charges_of(before) - charges_of(after) - sum(read))
        if what == GIVES:
            return counted(values) == crew_of(before) - crew_of(after) - counted(read)
        return what == GIVES_UP and before.left == "gave_up"


def plain(written: Any) -> Any:
    """Return an entry without crew types or colours that count 0."""
    return {sort: many for sort, many in written.items() if many} if isinstance(written, Mapping) else written


def crew_of(ship: ShipInFlight) -> Counter[str]:
    """Count the crew of a ship by type."""
    return Counter(who for _, there in ship.crew for who in there)


def charges_of(ship: ShipInFlight) -> int:
    """Count the charges of a ship."""
    return sum(many for _, many in ship.charges)


def counted(entries: Sequence[Mapping[str, int]]) -> Counter[str]:
    """Add up entries that count crew by type or cubes by colour."""
    return sum((Counter(one) for one in entries), Counter())


class RollLog:
    """Dice that pass on the rolls of other dice and keep their sums.

    Attributes:
        others: the other dice.
        cards: sums rolled, by slot of the deck.
    """

    def __init__(self, others: Dice) -> None:
        self.others = others
        self.cards: dict[int, list[int]] = {}

    def roll(self, convoy: Convoy, number: int, flights: Which | None = None) -> Rolls:
        """Return a roll of the other dice, and keep its sum for the single flight that is recorded."""
        rolls = self.others.roll(convoy, number, flights)
        if flights is None or flights.size:
            self.cards.setdefault(convoy.slot, []).append(int(rolls[0]))
        return rolls


def record_flight(experiment: Experiment, flight: int, name: str = "") -> Record:
    """Return the record of one flight of an experiment; raise AnalyzerError for fleets and journeys."""
    route = experiment.route
    if route.level.harder:
        raise AnalyzerError("class IVC: a record is of ordinary ships, and builds become fleets: name another ship")
    if route.earlier:
        raise AnalyzerError("a record is of one flight, and not of a journey: name one level")
    convoy = experiment.on_the_start_line(flight, 1)
    places = experiment.places(flight, 1)
    start = position_of_convoy(convoy, experiment, places, ())
    deck = route.deal(experiment.seed, flight, 1)
    # Both logs wrap what the flight uses anyway, so the recorded flight is the one that `fly` flies.
    rolls = RollLog(with_thinkers(convoy, experiment, flight, 1, deck))
    convoy.decisions = noted = Noted(convoy.decisions)
    cards = []
    for slot, index in enumerate(deck[0].tolist()):
        if not convoy.state.flying.any():
            break
        fly_through(convoy, route.rules.cards, deck, rolls, range(slot, slot + 1))
        number = route.rules.cards[index].id
        cards.append(RecordedCard(number, tuple(rolls.cards.get(slot, ())), noted.cards.get(slot, {})))
    named = name or f"flight {flight} of seed {experiment.seed}"
    return Record(start.called(named), tuple(cards))


def save_record(record: Record, path: str | Path) -> None:
    """Write a record file.

    Args:
        record: the record.
        path: path of the file.

    Raises:
        AnalyzerError: if the file cannot be written.

    >>> import analyzer
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> story = analyzer.explain([analyzer.load_ship("ships/2007/I/first-mile.yaml")], flight=7)
    >>> analyzer.save_record(story.record(), path)
    >>> analyzer.replay(path).refused
    ()
    """
    write_whole(path, write_record(load_record(record), path))
