"""Replaying records: every step is done, or refused with its reason and changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, overload

from analyzer.starship.edition import played_by
from analyzer.starship.records.game_record import Record, load_record
from analyzer.starship.records.referee import judged
from analyzer.starship.records.replayed import Replayed
from analyzer.starship.switches import Switches, load_switches

RecordLike = str | Path | Mapping[str, Any] | Record
SwitchesLike = Switches | Mapping[str, Any] | None


@overload
def replay(record: RecordLike, *, seed: int = 1, switches: SwitchesLike = None) -> Replayed: ...
@overload
def replay(record: list[RecordLike], *, seed: int = 1, switches: SwitchesLike = None) -> list[Replayed]: ...
def replay(
    record: RecordLike | Iterable[RecordLike],
    *,
    seed: int = 1,
    switches: SwitchesLike = None,
) -> Replayed | list[Replayed]:
    """Check a game step by step; a list of records gives a list.

    seed: of what the position does not say. Raises AnalyzerError for files that cannot be read; steps that are not
    allowed are refused, with their reasons in `.reasons`.

    >>> from analyzer import starship
    >>> found = starship.replay({"steps": [{"do": "produce", "roll": 1}, {"do": "build", "what": "cannon"}]})
    >>> found.accepted, found.ships["moon"].goods
    ([True, False], (0, 0, 0, 1, 2))
    """
    how = load_switches(switches)
    if isinstance(record, str | Path | Mapping | Record) or not isinstance(record, Iterable):
        loaded = load_record(record)
        with played_by(loaded.position.edition):
            return judged(loaded.position, loaded.steps, seed, how)
    return [replay(one, seed=seed, switches=how) for one in record]
