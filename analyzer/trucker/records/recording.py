"""The record of a simulated flight: what was rolled, and what every captain decided where there was a choice."""

from __future__ import annotations

from pathlib import Path

from analyzer.errors import AnalyzerError
from analyzer.files.atomic import write_whole
from analyzer.trucker.convoy.convoy import Convoy
from analyzer.trucker.convoy.state import Which
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.flight.dice import Dice, Rolls
from analyzer.trucker.flight.flight import fly_through
from analyzer.trucker.position.taken import position_of_convoy
from analyzer.trucker.records.decided import Noted
from analyzer.trucker.records.flight_record import Record, RecordedCard, load_record
from analyzer.trucker.records.writing import write_record
from analyzer.trucker.thinking.thinker import with_thinkers


class RollLog:
    """Other dice, whose rolls are noted: `cards`, by slot of the deck."""

    def __init__(self, others: Dice) -> None:
        self.others = others
        self.cards: dict[int, list[int]] = {}

    def roll(self, convoy: Convoy, number: int, flights: Which | None = None) -> Rolls:
        """The roll of the others, of one flight."""
        rolls = self.others.roll(convoy, number, flights)
        if flights is None or flights.size:
            self.cards.setdefault(convoy.slot, []).append(int(rolls[0]))
        return rolls


def record_flight(experiment: Experiment, flight: int, name: str = "") -> Record:
    """The record of a flight of an experiment; raises AnalyzerError for flights that no record can tell."""
    route = experiment.route
    if route.level.harder:
        raise AnalyzerError("class IVC: a record is of ordinary ships, and builds become fleets: name another ship")
    if route.earlier:
        raise AnalyzerError("a record is of one flight, and not of a journey: name one level")
    convoy = experiment.on_the_start_line(flight, 1)
    places = experiment.places(flight, 1)
    start = position_of_convoy(convoy, experiment, places, ())
    deck = route.deal(experiment.seed, flight, 1)
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
    """Write a record file; raises AnalyzerError where none can be written.

    >>> import analyzer
    >>> from tempfile import mkdtemp
    >>> path = mkdtemp() + "/mine.yaml"
    >>> story = analyzer.explain([analyzer.load_ship("ships/2007/I/first-mile.yaml")], flight=7)
    >>> analyzer.save_record(story.record(), path)
    >>> analyzer.replay(path).refused
    ()
    """
    write_whole(path, write_record(load_record(record), path))
