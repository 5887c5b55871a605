"""A game of yours as a file: a position to begin with, and round by round what was rolled, taken and drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StrictStr

from analyzer.errors import AnalyzerError, Fault, brief, one_of
from analyzer.files.flaws import Flaw, by_line, in_file
from analyzer.files.yamlfile import judge, parse_mapping, read_text
from analyzer.lorry.position.position import Position
from analyzer.lorry.position.positionfile import OF_RECORDS, position_of
from analyzer.lorry.position.schema import BoxFields, PairFields, ThenFields, Who, seat_of
from analyzer.lorry.tracks import TYPES
from analyzer.world import refuse_other_world

MOST = 400
"""Rounds."""


class DrawFields(BaseModel):
    """A trader's turn: the type of the die that was taken, and what was drawn; no box if nothing was."""

    model_config = ConfigDict(extra="forbid")

    trader: Who
    """Who, by name or number."""
    die: StrictStr
    """The type they took: straight, curve, branch or crossing."""
    box: BoxFields | None = None
    """Column and row of the box they drew in; nothing was drawn, without it."""
    ends: StrictStr | None = None
    """The sides to which the ends of the track point, e.g. `NE`."""
    score: PairFields | None = None
    """Which pair of planets they scored, where the draw joined several; `none` with `scoring_forced: no`."""
    then: list[ThenFields] = Field(default_factory=list)
    """What the special box set off, in order."""


class RoundFields(BaseModel):
    """A round: what the dice showed, in their order, and the turns."""

    model_config = ConfigDict(extra="forbid")

    roll: list[StrictStr]
    """What the dice showed, in the order of `dice_set`."""
    draws: list[DrawFields]
    """The turns, in picking order."""


class RecordFields(BaseModel):
    """What a record says besides its position."""

    model_config = ConfigDict(extra="forbid")

    first: Who = 1
    """Who began the first round, by name or number."""
    dice_set: list[StrictStr] | None = None
    """The colours of the dice; without the field, the usual ones of so many traders."""
    rounds: Annotated[list[RoundFields], Field(max_length=MOST)]
    """The rounds, one after the other."""


@dataclass(frozen=True)
class Record:
    """A position, who begins (from 1), the dice by colour, and the rounds."""

    start: Position
    first: int
    dice: tuple[str, ...]
    rounds: tuple[RoundFields, ...]


def load_record(source: str | Path | Mapping[str, Any] | Record) -> Record:
    """The record in a file, or in the fields of one; raises AnalyzerError with every fault that keeps it unread.

    >>> from analyzer import lorry
    >>> len(lorry.load_record("ships/lorry/example-record.yaml").rounds)
    6
    """
    if isinstance(source, Record):
        return source
    if isinstance(source, Mapping):
        return record_of(source, "record")
    if not isinstance(source, str | Path):
        raise AnalyzerError(f"{brief(source)}: give the path of a record file")
    where = str(source)
    data = parse_mapping(read_text(Path(source)), where, "lorry")
    refuse_other_world(data, where, "lorry")
    if "rounds" not in data:
        raise AnalyzerError(Fault("is no record: a record lists `rounds`, with rolls and draws: add them", where))
    return record_of(data, where)


def record_of(data: Any, where: str) -> Record:
    """The record of a file's mapping; raises AnalyzerError with every fault and its line."""
    faults: list[Fault] = []
    start: Position | None = None
    try:
        start = position_of(data, where)
    except AnalyzerError as error:
        faults += error.faults
    entries = {name: data[name] for name in OF_RECORDS if name in data}
    judged = judge(RecordFields, entries)
    faults += in_file(judged.flaws, data, where)
    rounds = judged.right.get("rounds", [])
    flaws = list(_unknown_types(rounds))
    first, dice = 1, None
    if start is not None:
        first = seat_of(judged.right.get("first", 1), start.names) or 0
        if not 1 <= first <= start.traders:
            flaws.append(Flaw(("first",), f"no trader {data['first']!r}: {one_of(data['first'], start.names)}"))
        try:
            dice = start.galaxy.dice_for(start.traders, judged.right.get("dice_set"))
        except AnalyzerError as error:
            flaws += [Flaw(("dice_set",), fault) for fault in error.faults]
    faults += in_file(flaws, data, where)
    if faults or start is None or dice is None:
        raise AnalyzerError(by_line(faults))
    return Record(start, first, dice, tuple(rounds))


def _unknown_types(rounds: list[RoundFields]) -> list[Flaw]:
    """The unknown types of track."""
    named: list[tuple[tuple[str | int, ...], str]] = []
    for number, one in enumerate(rounds):
        path = ("rounds", number)
        named += [((*path, "roll", die), kind) for die, kind in enumerate(one.roll)]
        for place, draw in enumerate(one.draws):
            named.append(((*path, "draws", place), draw.die))
            then = ((step, then.shows) for step, then in enumerate(draw.then))
            named += [((*path, "draws", place, "then", step), shows) for step, shows in then if shows is not None]
    return [
        Flaw(path, f"no track {kind!r} on a die: {one_of(kind, TYPES)}") for path, kind in named if kind not in TYPES
    ]
