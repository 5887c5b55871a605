"""A simulated game written down as a record: its events are heard one by one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel

from analyzer.files.atomic import write_whole
from analyzer.lorry.position.at_turn import NO_PAIR
from analyzer.lorry.position.effects import takes_effect
from analyzer.lorry.position.positionfile import write_position
from analyzer.lorry.records.game_record import Record, record_of
from analyzer.lorry.tracks import TRACKS, TYPES
from analyzer.lorry.turn.acting import Turn
from analyzer.lorry.turn.table import Table


class Recorder:
    """Gets every event of a table of one game; `rounds`: as in a record file."""

    def __init__(self) -> None:
        self.rounds: list[dict[str, Any]] = []
        self._is_gift_open = False

    def __call__(self, table: Table, event: str, **details: Any) -> None:
        """Handle an event, if its name has a handler."""
        handler = getattr(self, f"on_{event}", None)
        if handler is not None:
            handler(table, **details)

    def on_round(self, table: Table, rolled: Any) -> None:
        """The dice are rolled."""
        self.rounds.append({"roll": [TYPES[kind] for kind in rolled[:, 0]], "draws": []})

    def on_picked(self, table: Table, turn: Turn, **_: Any) -> None:
        """A die is taken."""
        self._close_gift()
        self._shows: dict[str, Any] | None = None
        self._draw = {"trader": turn.trader + 1, "die": TYPES[turn.rolled[turn.die[0], 0]], "then": []}
        self._drawn: list[dict[str, Any]] = [self._draw]
        self._joined: list[int] = []
        self._known = int(table.joined[turn.trader, 0])
        self.rounds[-1]["draws"].append(self._draw)

    def on_drawn(self, table: Table, turn: Turn, track: Any, cell: Any, extra: bool, **_: Any) -> None:
        """A track is drawn."""
        here = self._drawn[0]
        if extra:
            here = self._shows if self._shows is not None else {}
            if self._shows is None:
                self._draw["then"].append(here)
            self._drawn.append(here)
            self._shows = None
        joined = int(table.joined[turn.trader, 0])
        self._joined.append(joined & ~self._known)
        self._known = joined
        box = table.board.space.box(cell[0])
        here |= {"box": list(box), "ends": TRACKS[track[0]]}
        self._is_gift_open = takes_effect(table, box, is_extra=extra)

    def on_rolled(self, table: Table, rolled: Any, **_: Any) -> None:
        """An asteroid's die is rolled again."""
        self._is_gift_open = False
        self._shows = {"shows": TYPES[rolled[0]]}
        self._draw["then"].append(self._shows)

    def on_scored(self, table: Table, pairs: Any, **_: Any) -> None:
        """A route is scored: of the last track that joined its planets, else of the last one without a route."""
        number = int(pairs[0])
        by = next((draw for draw, new in zip(self._drawn, self._joined, strict=True) if new >> number & 1), None)
        if by is None:
            by = next(draw for draw in reversed(self._drawn) if "score" not in draw)
        by["score"] = [int(planet) + 1 for planet in table.board.pairs[pairs[0]]]

    def on_declined(self, table: Table, joined: Any, **_: Any) -> None:
        """No route of a track is scored."""
        pairs = sum(1 << number for number in joined[0].nonzero()[0].tolist())
        by = next(draw for draw, new in zip(self._drawn, self._joined, strict=True) if new & pairs)
        by["score"] = NO_PAIR

    def on_filled(self, table: Table, cell: Any, **_: Any) -> None:
        """A black hole fills a box, or none."""
        if cell[0] >= 0:
            self._is_gift_open = False
            self._draw["then"].append({"fill": list(table.board.space.box(cell[0]))})

    def _close_gift(self) -> None:
        """Write down that the gift of the last box was not taken, if so."""
        if self._is_gift_open:
            self._draw["then"].append({})
        self._is_gift_open = False

    def record(self, table: Table, names: tuple[str, ...], dice: tuple[str, ...], name: str) -> Record:
        """The record of the game that was heard; a box gives nothing once the last route is scored."""
        if not table.over[0]:
            self._close_gift()
        traders = {"traders": list(names), "first": table.first + 1, "dice_set": list(dice)}
        galaxy = {key: value for key, value in table.board.galaxy.to_dict().items() if key not in ("name", "switches")}
        switches = {"switches": table.board.switches.changed} if table.board.switches.changed else {}
        return record_of({"name": name, **galaxy, **switches, **traders, "rounds": self.rounds}, name)


def write_record(record: Record, where: str | Path = "") -> str:
    """The record as the text of a file that reads back as the same; `where`: from which its edition is seen."""
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
    """What is said of a draw, in braces."""
    said = {name: value for name, value in fields.model_dump(exclude_defaults=True).items() if name != "then"}
    parts = [f"{name}: {list(value) if isinstance(value, tuple) else value}" for name, value in said.items()]
    then = ", ".join(map(_flow, getattr(fields, "then", ())))
    return "{" + ", ".join([*parts, *[f"then: [{then}]"] * bool(then)]) + "}"


def save_record(record: Record, path: str | Path) -> None:
    """Write a record file; raises AnalyzerError where none can be written."""
    write_whole(path, write_record(record, path))
