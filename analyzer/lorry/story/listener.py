"""Who hears a game and writes it down; no rule calls anything here, so a game is the same without it."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.answers.note import Note
from analyzer.lorry.captains.judge import Priced
from analyzer.lorry.captains.thinker import Thinker
from analyzer.lorry.galaxy.boxes import Box
from analyzer.lorry.story.story import SCORES, Drawing, ToldTurn, Weighed
from analyzer.lorry.tracks import SIDES, SPECIALS, TRACKS, TYPE_OF, TYPES
from analyzer.lorry.turn.table import Table

CHOICES = 3
"""Of what was weighed those that are told: the choice and the two that came next."""


class Listener:
    """Hears a table of one game; dice: their colours."""

    def __init__(self, dice: tuple[str, ...]) -> None:
        self.dice, self.turns = dice, list[ToldTurn]()
        self.open: dict[str, Any] | None = None

    def __call__(self, table: Table, what: str, **said: Any) -> None:
        """An event, by its name."""
        hears = getattr(self, what, None)
        if hears is not None:
            hears(table, **said)

    def asked(self, table: Table, turn: Any, allowed: Any, extra: bool, **_: Any) -> None:
        """A trader is about to choose a draw."""
        if not extra:
            self.close(table)
            self.open = {
                "turn": turn,
                "lines": [],
                "weighed": (),
                "new": [],
                "way": [],
                "dice": self._dice(turn),
                "round": table.round + 1,
            }
        judge = turn.judge
        if isinstance(judge, Thinker) and self.open is not None:
            self._thought(judge, turn, allowed, extra)
        if isinstance(judge, Priced) and self.open is not None:
            one = np.zeros(1, np.intp)
            weighed = judge.weigh(turn, one, allowed, extra)
            space = table.board.space
            told = tuple(
                Weighed(TRACKS[track], space.box(cell), score / 10) for track, cell, score in weighed.ranked()[:CHOICES]
            )
            if extra:
                rest = "; ".join(map(str, told)) or "no legal place"
                self._say(f"may draw an extra track: {rest}; without {float(weighed.without[0]) / 10:+.1f}")
            else:
                self.open["weighed"] = told

    def _thought(self, judge: Thinker, turn: Any, allowed: Any, extra: bool) -> None:
        """What a thinker's imagined games came to."""
        space, known = turn.table.board.space, judge.weighed(turn, allowed, extra)[:CHOICES]
        if extra:
            named = [f"{TRACKS[track]} in {space.box(cell)}" if track >= 0 else "none" for track, cell, _ in known]
            rest = "; ".join(f"{what} ({worth:+.1f})" for what, (_, _, worth) in zip(named, known, strict=True))
            self._say(f"may draw an extra track: {rest or 'no legal place'}")
        elif self.open is not None:
            told = (Weighed(TRACKS[track], space.box(cell), worth) for track, cell, worth in known)
            self.open["weighed"] = tuple(told)

    def picked(self, table: Table, turn: Any, picked: Any, **_: Any) -> None:
        """A die is taken."""
        die = int(turn.die[0])
        told = f"takes {self.dice[die]} {TYPES[turn.shown[die, 0]]}"
        self._say(told if picked.track[0] >= 0 else f"{told} and draws nothing")

    def drawn(self, table: Table, track: Any, cell: Any, extra: bool, **_: Any) -> None:
        """A track lies."""
        box, ends = table.board.space.box(cell[0]), TRACKS[track[0]]
        code = int(table.board.special[cell[0]])
        special = SPECIALS[code - 1].replace("_", " ") if code else ""
        on = f", on {'an' if special.startswith('a') else 'a'} {special}" if special else ""
        self._say(f"draws {'an extra ' if extra else ''}{TYPE_OF[ends]} {ends} in {box}{on}")
        self._new(box)

    def rolled(self, table: Table, rolled: Any, **_: Any) -> None:
        """An asteroid's die."""
        self._say(f"rolls the die again: {TYPES[rolled[0]]}")

    def scored(self, table: Table, trader: int, pairs: Any, points: Any, **_: Any) -> None:
        """A route."""
        one, other = table.board.pairs[pairs[0]] + 1
        self._say(f"scores {one}-{other}: {points[0]} points", SCORES)
        if self.open is not None:
            there, back = table.distance[trader, 0, :, [one - 1, other - 1]].astype(np.int64)
            on_the_way = np.flatnonzero(there + back == (there + back).min())
            self.open["way"] += [table.board.space.box(cell) for cell in on_the_way.tolist()]

    def filled(self, table: Table, cell: Any, **_: Any) -> None:
        """A black hole."""
        if cell[0] < 0:
            self._say("fills no box")
        else:
            box = table.board.space.box(cell[0])
            self._say(f"fills {box}")
            self._new(box)

    def close(self, table: Table) -> None:
        """The turn is over; what stands now belongs to it."""
        if self.open is None:
            return
        turn = self.open["turn"]
        self.turns.append(
            ToldTurn(
                round=self.open["round"],
                trader=turn.trader + 1,
                dice=self.open["dice"],
                lines=tuple(self.open["lines"]),
                weighed=self.open["weighed"],
                totals=tuple(int(total) for total in table.totals[:, 0]),
                slots=int(table.slots[0]),
                drawing=drawing_of(table, tuple(self.open["new"]), tuple(self.open["way"])),
            )
        )
        self.open = None

    def _say(self, line: str, kind: str = "") -> None:
        if self.open is not None:
            self.open["lines"].append(Note(kind, line))

    def _new(self, box: Box) -> None:
        if self.open is not None:
            self.open["new"].append(box)

    def _dice(self, turn: Any) -> str:
        return ", ".join(
            f"{colour} {TYPES[kind]}"
            for colour, kind, left in zip(self.dice, turn.shown[:, 0], turn.left[:, 0], strict=True)
            if left
        )


def drawing_of(table: Table, new: tuple[Box, ...] = (), way: tuple[Box, ...] = ()) -> Drawing:
    """What lies in a table of one game."""
    space = table.board.space
    tracks = []
    for trader in range(table.board.traders):
        _, cells = space.listed(table.drawn_by(trader))
        for cell in cells.tolist():
            row, bit = divmod(cell, space.width)
            ends = "".join(name for side, name in enumerate(SIDES) if int(table.ends[trader, side, row, 0]) >> bit & 1)
            tracks.append((trader + 1, space.box(cell), ends))
    _, filled = space.listed(table.filled)
    return Drawing(tuple(tracks), tuple(space.box(cell) for cell in filled.tolist()), new, way)
