"""A flight of yours as a file: a position to begin with, and card by card what was rolled and decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError, Fault, brief
from analyzer.files.flaws import Flaw, by_line, in_file
from analyzer.files.yamlfile import judge, parse_mapping, read_text
from analyzer.trucker.cards.forecastfile import with_blanks
from analyzer.trucker.position.decided import Decided, decided_by, ship_flaws
from analyzer.trucker.position.position import Position, ShipInFlight
from analyzer.trucker.position.positionfile import OF_RECORDS, is_position, position_of
from analyzer.trucker.records.schema import CardFields, RecordFields
from analyzer.trucker.ship.shipfile import with_indent
from analyzer.world import refuse_other_world


@dataclass(frozen=True)
class RecordedCard:
    """A card by number, the dice rolled at it, and by number of a ship what was decided."""

    card: int
    rolls: tuple[int, ...]
    decisions: Mapping[int, Decided]


@dataclass(frozen=True)
class Record:
    """A position and the cards that were met from there on; every ship of the position is known."""

    start: Position
    cards: tuple[RecordedCard, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What the ships are called, all different."""
        return self.start.names


def load_record(source: str | Path | Mapping[str, Any] | Record) -> Record:
    """The record in a file, or in the fields of one; raises AnalyzerError with every fault that keeps it unread.

    >>> import analyzer
    >>> len(analyzer.load_record("ships/2007/example-record.yaml").cards)
    6
    """
    if isinstance(source, Record):
        return source
    if isinstance(source, Mapping):
        return record_of(source, "record")
    if not isinstance(source, str | Path):
        raise AnalyzerError(f"{brief(source)}: give the path of a record file")
    return parse_record(read_text(Path(source)), str(source))


def parse_record(text: str, where: str = "record") -> Record:
    """The record in the text of a file; raises AnalyzerError with every fault and its line."""
    data = parse_mapping(with_blanks(with_indent(text)), where, "trucker")
    refuse_other_world(data, where, "trucker")
    if not is_position(data) and {"grid", "components"} & set(data):
        raise AnalyzerError(Fault("is a ship file; a record names its ship under `ship` and lists `cards`", where))
    if "cards" not in data:
        raise AnalyzerError(
            Fault("is a position: a record also lists `cards`, with rolls and decisions: add them", where)
        )
    return record_of(data, where)


def record_of(data: Any, where: str) -> Record:
    """The record of a file's mapping; raises AnalyzerError with every fault and its line."""
    faults: list[Fault] = []
    start: Position | None = None
    try:
        start = position_of(data, where)
    except AnalyzerError as error:
        faults += error.faults
    judged = judge(RecordFields, {name: data[name] for name in OF_RECORDS if name in data})
    flaws = [*judged.flaws]
    cards: list[CardFields] = judged.right.get("cards", [])
    if start is not None:
        flaws += _flaws_of_start(start, data)
        for number, card in enumerate(cards):
            flaws += ship_flaws(card.decisions, start.names, ("cards", number, "decisions"))
    faults += in_file(flaws, data, where)
    if faults or start is None:
        raise AnalyzerError(by_line(faults))
    return Record(at_places(start), tuple(_recorded(card, start.names) for card in cards))


def at_places(position: Position) -> Position:
    """The position with a place in the starting order and a space for every ship: in order, where none is said."""
    taken = [ship.start for ship in position.ships if ship.start is not None]
    free = iter(place for place in range(1, len(position.ships) + 1) if place not in taken)
    ships = []
    for ship in position.ships:
        start = ship.start or next(free)
        known = ship if ship.known else ShipInFlight.launched(ship.ship)
        space = ship.space if ship.space is not None else position.level.starts[start - 1]
        ships.append(replace(known, start=start if position.at_launch else ship.start, space=space))
    return replace(position, ships=tuple(ships))


def _flaws_of_start(start: Position, data: Mapping[str, Any]) -> Iterator[Flaw]:
    for name in ("card", "coming", "decisions"):
        if getattr(start, name) or (name == "coming" and data.get(name) is not None):
            yield Flaw((name,), f"{name}: a record says the cards in cards: leave it out")
    if start.met and not all(ship.known and ship.space is not None for ship in start.ships):
        yield Flaw(("rivals",), "a record that begins after some cards says of every ship how it is and its space")


def _recorded(card: CardFields, names: Sequence[str]) -> RecordedCard:
    return RecordedCard(card.card, tuple(card.rolls), decided_by(card.decisions, names))
