"""Recording of flights: decisions and rolls while a flight is flown, and record files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from analyzer.errors import AnalyzerError
from analyzer.files.places import write_whole
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.decisions import GIVES_UP, Decisions, Legal
from analyzer.trucker.convoy.ship import ShipsInFlight
from analyzer.trucker.convoy.state import Indices
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.dice import Dice, Rolls
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.position.positionfile import decision_entries, write_position
from analyzer.trucker.position.scripted import has_choice
from analyzer.trucker.position.states import position_of_convoy
from analyzer.trucker.position.values import plain_value
from analyzer.trucker.records.flight_record import Record, RecordedCard, load_record
from analyzer.trucker.thinking import with_thinkers


def write_record(record: Record, file: str | Path = "") -> str:
    """Return a record as the text of a file that reads back as the same record.

    Args:
        record: the record.
        file: path where the text will be written. A user's own edition is named by its folder relative to that path,
            as in `write_ship`.
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


class DecisionLog:
    """`Decisions` object that notes the captains' decisions whenever they have a choice.

    A decision not to give up is not noted.
    """

    def __init__(self, others: Decisions | None = None) -> None:
        self.cards: dict[int, ByShip] = {}
        self.others = others

    def card_revealed(self, convoy: Convoy) -> None:
        """Pass the event on to the object in `others`."""
        if self.others is not None:
            self.others.card_revealed(convoy)

    def decide(self, ship: ShipsInFlight, what: str, choice: Any, legal: Legal) -> Any:
        """Return the decision of the captain, or of `others`, and keep it."""
        choice = choice if self.others is None else self.others.decide(ship, what, choice, legal)
        for place, number in enumerate(ship.numbers.tolist()):
            if (what != GIVES_UP or choice[place]) and has_choice(legal(place)):
                card = self.cards.setdefault(ship.convoy.slot, {})
                value = plain_value(ship.at(np.array([place])), what, choice[..., place])
                card.setdefault(number, {}).setdefault(what, []).append(value)
        return choice


class RollLog:
    """Dice that return the rolls of other dice and keep their sums."""

    def __init__(self, others: Dice) -> None:
        self.others = others
        self.cards: dict[int, list[int]] = {}

    def roll(self, convoy: Convoy, number: int, flights: Indices | None = None) -> Rolls:
        """Return a roll of the other dice, after noting its sum for the flight that is recorded."""
        rolls = self.others.roll(convoy, number, flights)
        if flights is None or flights.size:
            self.cards.setdefault(convoy.slot, []).append(int(rolls[0]))
        return rolls


def record_flight(experiment: Experiment, flight: int, name: str = "") -> Record:
    """Return the record of one flight of an experiment; raise AnalyzerError for fleets and journeys."""
    route = experiment.route
    if route.level.level_iv_changes:
        raise AnalyzerError("class IVC: only flights of ordinary ships can be recorded: name another ship")
    if route.earlier:
        raise AnalyzerError("a record holds one flight, not a journey: name one level")
    convoy = experiment.on_the_start_line(flight, 1)
    places = experiment.places(flight, 1)
    start = position_of_convoy(convoy, experiment, places, ())
    deck = route.deal(experiment.seed, flight, 1)
    # Both logs wrap what the flight uses anyway, so the recorded flight is the one that `fly` flies.
    rolls = RollLog(with_thinkers(convoy, experiment, flight, 1, deck))
    convoy.decisions = noted = DecisionLog(convoy.decisions)
    cards = []
    for slot, index in enumerate(deck[0].tolist()):
        if not convoy.state.flying.any():
            break
        fly_through(convoy, route.rules.cards, deck, rolls, range(slot, slot + 1))
        number = route.rules.cards[index].id
        cards.append(RecordedCard(number, tuple(rolls.cards.get(slot, ())), noted.cards.get(slot, {})))
    named = name or f"flight {flight} of seed {experiment.seed}"
    return Record(start.with_name(named), tuple(cards))


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
