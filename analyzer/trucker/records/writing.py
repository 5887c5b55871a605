"""A record as the text of a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from analyzer.trucker.position.writing import decision_entries, write_position
from analyzer.trucker.records.flight_record import Record, RecordedCard


def write_record(record: Record, file: str | Path = "") -> str:
    """The record as the text of a file that reads back as the same; `file`: where, as of `write_ship`."""
    cards = "".join(f"{line}\n" for card in record.cards for line in _card(card, record.names))
    return f"{write_position(record.start, file)}cards:{'' if record.cards else ' []'}\n{cards}"


def _card(card: RecordedCard, names: Sequence[str]) -> Iterator[str]:
    yield f"  - card: {card.card}"
    if card.rolls:
        yield f"    rolls: {list(card.rolls)}"
    if card.decisions:
        yield "    decisions:"
        yield from (f"      - {entry}" for entry in decision_entries(card.decisions, names))
