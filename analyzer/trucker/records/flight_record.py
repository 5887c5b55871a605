"""Records of flights played at the table, and their files."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from analyzer.errors import AnalyzerError, Fault
from analyzer.files.flaws import Flaw
from analyzer.files.yamlfile import CheckedContent, FileKind, Text, check_content, load_fields
from analyzer.trucker.cards.cards_in_words import card_number
from analyzer.trucker.edition import Edition
from analyzer.trucker.position.position import Position, ShipInFlight
from analyzer.trucker.position.positionfile import KIND, Reader, is_position
from analyzer.trucker.position.schema import (
    MOST_CARDS,
    CardNumber,
    Decided,
    DecisionFields,
    PositionFile,
    Sum,
    decided_by,
    ship_flaws,
)
from analyzer.world import refuse_other_world


class CardFields(BaseModel):
    """Fields of a record file for one card that was met."""

    model_config = ConfigDict(extra="forbid")

    card: CardNumber
    """Its number, or words that name it alone in its edition, e.g. `pirates 6`."""
    rolls: Annotated[list[Sum], Field(max_length=10)] = Field(default_factory=list)
    """Sums of two dice rolled at it, in order."""
    decisions: Annotated[list[DecisionFields], Field(max_length=4)] = Field(default_factory=list)
    """Decisions of the truckers."""


class RecordFields(BaseModel):
    """Fields of a record file beyond the fields of a position (`PositionFile`), which state where the record begins."""

    model_config = ConfigDict(extra="ignore")

    cards: Annotated[list[CardFields], Field(max_length=MOST_CARDS)]
    """Cards in the order in which they were met."""


@dataclass(frozen=True)
class RecordedCard:
    """A card of a record, with its rolls and decisions.

    Attributes:
        card: number of the card.
        rolls: sums of two dice rolled at it, in order.
        decisions: decisions at it, by index of the ship.
    """

    card: int
    rolls: tuple[int, ...]
    decisions: Mapping[int, Decided]


@dataclass(frozen=True)
class Record:
    """A record of a flight: a starting position, and the cards met after it.

    Attributes:
        start: the position, which states every ship in full.
        cards: the cards in order.
    """

    start: Position
    cards: tuple[RecordedCard, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the ships, with numbers added to equal ones."""
        return self.start.names


def load_record(source: str | Path | Mapping[str, Any] | Record) -> Record:
    """Return the record in a file, or in the fields of one.

    Args:
        source: path of the file, fields of one, or a record.

    Returns:
        The record.

    Raises:
        AnalyzerError: with every fault that makes it unreadable.

    >>> import analyzer
    >>> len(analyzer.load_record("ships/2007/example-record.yaml").cards)
    6
    """
    if isinstance(source, Record):
        return source
    return record_of(*RECORD.content(source))


def parse_record(text: str, where: str = "record") -> Record:
    """Return the record in the text of a file; raise AnalyzerError with every fault and its line."""
    return record_of(*RECORD.content(Text(text, where)))


def _refuse(data: Mapping[str, Any], where: str) -> None:
    """Raise AnalyzerError for a file that is no record."""
    refuse_other_world(data, where, "trucker")
    if not is_position(data) and {"grid", "components"} & set(data):
        raise AnalyzerError(Fault("is a ship file; a record names its ship under `ship` and lists `cards`", where))
    if "cards" not in data:
        raise AnalyzerError(
            Fault("is a position: a record also lists `cards`, with rolls and decisions: add them", where)
        )


RECORD = FileKind("record file", "trucker", _refuse)


def record_of(data: Any, where: str) -> Record:
    """Return the record in the fields of a file; raise AnalyzerError with every fault and its line."""
    return load_fields(RecordFields, data, where, RECORD, _built)


def _built(file: CheckedContent) -> Record | None:
    """Return the record; None if the file has any fault. Add flaws of its start, and of entries that do not fit it."""
    reader = Reader(check_content(PositionFile, file.data, file.where, KIND.without))
    start = reader.position()
    file.flaws[:0] = reader.flaws
    file.elsewhere += reader.faults
    if start is None:
        return None
    cards: list[CardFields] = file.right.get("cards", [])
    numbers, unnamed = _numbered(cards, start.edition)
    file.flaws += [*unnamed, *_flaws_of_start(start, file.data, reader.wrong)]
    if not {"ship", "rivals"} & {*reader.wrong}:
        for number, decided in _decisions(file):
            file.flaws += ship_flaws(decided, start.names, ("cards", number, "decisions"))
    if file.faults:
        return None
    recorded = (
        RecordedCard(number, tuple(card.rolls), decided_by(card.decisions, start.names))
        for card, number in zip(cards, numbers, strict=True)
    )
    return Record(at_places(start), tuple(recorded))


def _decisions(file: CheckedContent) -> Iterator[tuple[int, list[DecisionFields]]]:
    """Yield the index of each card with its decisions, even if other fields of the cards have flaws."""
    if "cards" in file.right:
        yield from ((number, card.decisions) for number, card in enumerate(file.right["cards"]))
    elif isinstance(file.data.get("cards"), list):
        for number, entry in enumerate(file.data["cards"]):
            if isinstance(entry, Mapping):
                yield number, check_content(CardFields, entry).right.get("decisions", [])


def at_places(position: Position) -> Position:
    """Return the position with a starting place and a space for every ship.

    Ships without a place get the free places in order, and ships without a space get that of their starting place.
    """
    taken = [ship.start for ship in position.ships if ship.start is not None]
    free = iter(place for place in range(1, len(position.ships) + 1) if place not in taken)
    ships = []
    for ship in position.ships:
        start = ship.start or next(free)
        known = ship if ship.known else ShipInFlight.launched(ship.ship)
        space = ship.space if ship.space is not None else position.level.starts[start - 1]
        ships.append(replace(known, start=start if position.at_launch else ship.start, space=space))
    return replace(position, ships=tuple(ships))


def _flaws_of_start(start: Position, data: Mapping[str, Any], wrong: Collection[str]) -> Iterator[Flaw]:
    """Yield flaws of fields that a position may have, but not the starting position of a record."""
    for name in ("card", "coming", "decisions"):
        has = getattr(start, name) or (name == "coming" and data.get(name) is not None)
        if has and name not in wrong:
            yield Flaw((name,), f"{name}: a record lists all cards in cards: leave it out")
    unknown = start.met and not all(ship.known and ship.space is not None for ship in start.ships)
    if unknown and not {"met", "rivals", "space"} & {*wrong}:
        yield Flaw(("rivals",), "a record that begins after some cards needs the state and the space of every ship")


def _numbered(cards: Sequence[CardFields], edition: Edition) -> tuple[list[int], list[Flaw]]:
    """Return the numbers of the cards, and flaws of words that do not name one card."""
    numbers, flaws = [], []
    for place, one in enumerate(cards):
        try:
            numbers.append(card_number(one.card, edition))
        except AnalyzerError as error:
            flaws += [Flaw(("cards", place, "card"), fault.text) for fault in error.faults]
    return numbers, flaws
