"""Records of games that were really played: their files, and a recorder that writes one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StrictStr

from analyzer.errors import AnalyzerError, Fault, one_of
from analyzer.files.flaws import Flaw
from analyzer.files.places import write_whole
from analyzer.files.yamlfile import CheckedContent, load_fields
from analyzer.lorry.position.effects import NO_PAIR, AtTurn, takes_effect
from analyzer.lorry.position.position import Position
from analyzer.lorry.position.positionfile import KIND, position_of, write_position
from analyzer.lorry.position.schema import BoxFields, PairFields, ThenFields, TrackType, Who, seat_of
from analyzer.lorry.tables import TRACKS, TYPES, picking_order
from analyzer.lorry.turn.draw import Turn
from analyzer.lorry.turn.table import Table

MOST = 400
"""Largest number of rounds in a record."""


class DrawFields(BaseModel):
    """Fields of a trader's turn; without `box` nothing was drawn."""

    model_config = ConfigDict(extra="forbid")

    trader: Who
    """Trader, by name or number."""
    die: TrackType
    """Type of the die that is taken: straight, curve, branch or crossing."""
    box: BoxFields | None = None
    """Column and row of the box that is drawn in; left out if nothing is drawn."""
    ends: StrictStr | None = None
    """Sides of the track's ends, e.g. `NE`."""
    score: PairFields | None = None
    """Pair of planets that is scored if the draw joins several; `none` with `scoring_forced: no`."""
    then: list[ThenFields] = Field(default_factory=list)
    """Effects of the special box, in order."""


class RoundFields(BaseModel):
    """Fields of a round: its roll and its turns."""

    model_config = ConfigDict(extra="forbid")

    roll: list[TrackType]
    """Types that the dice show, in the order of `dice_set`."""
    draws: list[DrawFields]
    """Turns in picking order."""


class RecordFields(BaseModel):
    """Fields of a record besides those of its position, which `PositionFile` judges."""

    model_config = ConfigDict(extra="ignore")

    first: Who = 1
    """Trader who begins the first round, by name or number."""
    dice_set: list[StrictStr] | None = None
    """Colours of the dice; the usual ones for so many traders if left out."""
    rounds: Annotated[list[RoundFields], Field(max_length=MOST)]
    """Rounds in order."""


@dataclass(frozen=True)
class Record:
    """A recorded game.

    A record begins within a round if the turn of its start has fewer dice than traders. Its first round then has the
    rolls and turns that are left.

    Attributes:
        start: position before the first round, or within it.
        first: number of the trader who begins the first round, from 1.
        dice: colours of the dice, as they are listed in rolls.
        rounds: rolls and turns of each round.
    """

    start: Position
    first: int
    dice: tuple[str, ...]
    rounds: tuple[RoundFields, ...]

    @property
    def within(self) -> AtTurn | None:
        """Turn at which the record begins within a round, or None if it begins before one."""
        turn = self.start.turn
        return turn if turn is not None and 0 < len(turn.dice) < self.start.traders and turn.dice[0][1] else None

    def dice_of(self, number: int) -> tuple[str, ...]:
        """Return the colours of the dice of round `number` (0 is the first), as its roll lists them."""
        return self.dice if number or self.within is None else tuple(colour for colour, _ in self.within.dice)

    def order_of(self, number: int) -> list[int]:
        """Return the numbers of the traders (from 1) in picking order, for round `number` (0 is the first).

        If the record begins within a round, its first round has only the traders who have not picked yet.
        """
        traders, done = self.start.traders, 0
        if number == 0 and self.within is not None:
            done = traders - len(self.within.dice)
        return [*picking_order(traders, (self.first - 1 + number) % traders + 1)[done:]]


RECORD = replace(KIND, called="record file", without=())


def load_record(source: str | Path | Mapping[str, Any] | Record) -> Record:
    """Return the record in a file, or in the fields of one.

    Args:
        source: path of a record file, its fields, or a record, which is returned as it is.

    Raises:
        AnalyzerError: the record cannot be read; lists every fault.

    >>> from analyzer import lorry
    >>> len(lorry.load_record("ships/lorry/example-record.yaml").rounds)
    6
    """
    if isinstance(source, Record):
        return source
    data, where = RECORD.content(source)
    if "rounds" not in data:
        raise AnalyzerError(Fault("is no record: a record lists `rounds`, with rolls and draws: add them", where))
    return record_of(data, where)


def record_of(data: Any, where: str, edition: str | None = None) -> Record:
    """Return the record in a file's mapping.

    Args:
        data: the mapping.
        where: name of the file, for faults.
        edition: key of the edition whose tables count; if None, the one that the user chose (`--edition`), else the one
            that the file names, else `standard`.
    """

    def build(file: CheckedContent) -> Record | None:
        rounds = file.right.get("rounds", [])
        try:
            start = position_of(data, where, edition)
        except AnalyzerError as error:
            file.elsewhere += error.faults
            return None
        first = seat_of(file.right.get("first", 1), start.names) or 0
        if not 1 <= first <= start.traders:
            file.flaws.append(Flaw(("first",), f"no trader {data['first']!r}: {one_of(data['first'], start.names)}"))
        try:
            dice = start.galaxy.dice_for(start.traders, file.right.get("dice_set"))
        except AnalyzerError as error:
            file.flaws += (Flaw(("dice_set",), fault) for fault in error.faults)
            return None
        return Record(start, first, dice, tuple(rounds))

    return load_fields(RecordFields, data, where, RECORD, build)


class Recorder:
    """Listener to the events of one game that writes its rounds as a record.

    Attributes:
        rounds: rounds played so far, as in a record file.
    """

    def __init__(self) -> None:
        self.rounds: list[dict[str, Any]] = []
        self._is_effect_open = False

    def __call__(self, table: Table, event: str, **details: Any) -> None:
        """Handle an event, if there is a handler of its name."""
        handler = getattr(self, f"on_{event}", None)
        if handler is not None:
            handler(table, **details)

    def on_round(self, table: Table, rolled: Any) -> None:
        """Begin a round with its roll."""
        self.rounds.append({"roll": [TYPES[kind] for kind in rolled[:, 0]], "draws": []})

    def on_picked(self, table: Table, turn: Turn, **_: Any) -> None:
        """Begin a turn with the die that is taken."""
        # The turn before this one may have left its last box unused.
        self._close_effect()
        self._shows: dict[str, Any] | None = None
        self._draw = {"trader": turn.trader + 1, "die": TYPES[turn.rolled[turn.die[0], 0]], "then": []}
        self._drawn: list[dict[str, Any]] = [self._draw]
        self._joined: list[int] = []
        self._known = int(table.joined[turn.trader, 0])
        self.rounds[-1]["draws"].append(self._draw)

    def on_drawn(self, table: Table, turn: Turn, track: Any, cell: Any, extra: bool, **_: Any) -> None:
        """Write down a track."""
        here = self._drawn[0]
        if extra:
            here = self._shows if self._shows is not None else {}
            if self._shows is None:
                self._draw["then"].append(here)
            self._drawn.append(here)
            self._shows = None
        joined = int(table.joined[turn.trader, 0])
        # Pairs as bits: those that this track newly joins.
        self._joined.append(joined & ~self._known)
        self._known = joined
        box = table.board.space.box(cell[0])
        here |= {"box": list(box), "ends": TRACKS[track[0]]}
        self._is_effect_open = takes_effect(table, box, is_extra=extra)

    def on_rolled(self, table: Table, rolled: Any, **_: Any) -> None:
        """Write down what the die of an asteroid shows."""
        self._is_effect_open = False
        self._shows = {"shows": TYPES[rolled[0]]}
        self._draw["then"].append(self._shows)

    def on_scored(self, table: Table, pairs: Any, **_: Any) -> None:
        """Write the scored pair to the track that joined it.

        If no track of this turn joined it, write it to the turn's last track that has no entry `score` yet.
        """
        number = int(pairs[0])
        by = next((draw for draw, new in zip(self._drawn, self._joined, strict=True) if new >> number & 1), None)
        if by is None:
            by = next(draw for draw in reversed(self._drawn) if "score" not in draw)
        by["score"] = [int(planet) + 1 for planet in table.board.pairs[pairs[0]]]

    def on_declined(self, table: Table, joined: Any, **_: Any) -> None:
        """Write down that no route of a track is scored."""
        pairs = sum(1 << number for number in joined[0].nonzero()[0].tolist())
        by = next(draw for draw, new in zip(self._drawn, self._joined, strict=True) if new & pairs)
        by["score"] = NO_PAIR

    def on_filled(self, table: Table, cell: Any, **_: Any) -> None:
        """Write down the box that a black hole fills, if any."""
        if cell[0] >= 0:
            self._is_effect_open = False
            self._draw["then"].append({"fill": list(table.board.space.box(cell[0]))})

    def _close_effect(self) -> None:
        """If an extra track or fill of the last special box is still open, write down that it was not used."""
        if self._is_effect_open:
            self._draw["then"].append({})
        self._is_effect_open = False

    def record(self, table: Table, names: tuple[str, ...], dice: tuple[str, ...], name: str) -> Record:
        """Return the record of the game whose events this recorder received.

        Args:
            table: the game in its present state.
            names: names of the traders.
            dice: colours of the dice.
            name: name of the record.
        """
        # Once the game is over, a special box has no effect that could be left unused.
        if not table.over[0]:
            self._close_effect()
        traders = {"traders": list(names), "first": table.first + 1, "dice_set": list(dice)}
        galaxy = table.board.galaxy
        fields = {key: value for key, value in galaxy.to_dict().items() if key not in ("name", "switches")}
        switches = {"switches": table.board.switches.changed} if table.board.switches.changed else {}
        entries = {"name": name, **fields, **switches, **traders, "rounds": self.rounds}
        return record_of(entries, name, galaxy.edition)


def write_record(record: Record, where: str | Path = "") -> str:
    """Return a record as the text of a file that reads back as the same record.

    Args:
        record: the record.
        where: path of the file. The path of the edition's folder in the text is relative to this file.
    """
    lines = [
        f"first: {record.first}",
        f"dice_set: [{', '.join(record.dice)}]",
        f"rounds:{'' if record.rounds else ' []'}",
    ]
    for one in record.rounds:
        lines += [f"  - roll: [{', '.join(one.roll)}]", f"    draws:{'' if one.draws else ' []'}"]
        lines += [f"      - {_flow(draw)}" for draw in one.draws]
    return write_position(record.start, where) + "\n".join(lines) + "\n"


def _flow(fields: BaseModel) -> str:
    """Return the fields of a draw as YAML in braces, without fields that have their default."""
    said = {name: value for name, value in fields.model_dump(exclude_defaults=True).items() if name != "then"}
    parts = [f"{name}: {list(value) if isinstance(value, tuple) else value}" for name, value in said.items()]
    then = ", ".join(map(_flow, getattr(fields, "then", ())))
    return "{" + ", ".join([*parts, *[f"then: [{then}]"] * bool(then)]) + "}"


def save_record(record: Record, path: str | Path) -> None:
    """Write a record file.

    Raises:
        AnalyzerError: the file cannot be written.
    """
    write_whole(path, write_record(record, path))
