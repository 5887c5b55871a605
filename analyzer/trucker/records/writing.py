"""A record as the text of a file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from analyzer.trucker.position.writing import write_position
from analyzer.trucker.records.flight_record import Decided, Record, RecordedCard
from analyzer.trucker.records.values import in_words


def write_record(record: Record) -> str:
    """The record as the text of a file that reads back as the same."""
    cards = "".join(f"{line}\n" for card in record.cards for line in _card(card, record.names))
    return f"{write_position(record.start)}cards:{'' if record.cards else ' []'}\n{cards}"


def _card(card: RecordedCard, names: Sequence[str]) -> Iterator[str]:
    yield f"  - card: {card.card}"
    if card.rolls:
        yield f"    rolls: {list(card.rolls)}"
    if card.decisions:
        yield "    decisions:"
        for number, decided in card.decisions.items():
            name = json.dumps(names[number], ensure_ascii=False)
            yield f"      - {{ship: {name}, {', '.join(_decided(decided))}}}"


def _decided(decided: Decided) -> Iterator[str]:
    for what, values in decided.items():
        words = [in_words(what, value) for value in values]
        yield f"{what}: {words[0] if len(words) == 1 else '[' + ', '.join(words) + ']'}"
