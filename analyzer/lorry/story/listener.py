"""Listens to one game and phrases it; no rule depends on a listener, so a game is the same without one."""

from __future__ import annotations

from typing import Any

import numpy as np

from analyzer.answers.note import Note
from analyzer.lorry.captains.judge import Priced
from analyzer.lorry.captains.thinker import Thinker
from analyzer.lorry.galaxy.boxes import Box, box_in_words
from analyzer.lorry.story.story import SCORES, WEIGHED, Drawing, StoryTurn, Weighed
from analyzer.lorry.tracks import SIDES, SPECIALS, TRACKS, TYPE_OF, TYPES
from analyzer.lorry.turn.table import Table

CHOICES = 3
"""How many of the draws considered are shown: the choice and the two runners-up."""


class Listener:
    """Gets every event of a table of one game; dice: their colours."""

    def __init__(self, dice: tuple[str, ...]) -> None:
        self.dice, self.turns = dice, list[StoryTurn]()
        self.open: dict[str, Any] | None = None

    def __call__(self, table: Table, event: str, **details: Any) -> None:
        """Handle an event, if its name has a handler."""
        handler = getattr(self, f"on_{event}", None)
        if handler is not None:
            handler(table, **details)

    def on_choosing(self, table: Table, turn: Any, allowed: Any, extra: bool, **_: Any) -> None:
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
            weighed = judge.weigh(turn, one, allowed, extra, wins_first=True)
            space = table.board.space
            choices = tuple(
                Weighed(TRACKS[track], space.box(cell), score / 10) for track, cell, score in weighed.ranked()[:CHOICES]
            )
            if extra:
                rest = "; ".join(map(str, choices)) or "no legal place"
                without = f"; none {float(weighed.without[0]) / 10:+.1f}"
                self._add_line(f"may draw an extra track, {WEIGHED}: {rest}{without}")
            else:
                self.open["weighed"] = choices

    def _thought(self, judge: Thinker, turn: Any, allowed: Any, extra: bool) -> None:
        """The average result of a thinker's imagined games, draw by draw."""
        space, known = turn.table.board.space, judge.weighed(turn, allowed, extra)[:CHOICES]
        if extra:
            named = [f"{TRACKS[track]} {space.box(cell)}" if track >= 0 else "none" for track, cell, _ in known]
            rest = "; ".join(f"{what} {worth:+.1f}" for what, (_, _, worth) in zip(named, known, strict=True))
            self._add_line(f"may draw an extra track, {WEIGHED}: {rest or 'no legal place'}")
        elif self.open is not None:
            weighed = (Weighed(TRACKS[track], space.box(cell), worth) for track, cell, worth in known)
            self.open["weighed"] = tuple(weighed)

    def on_picked(self, table: Table, turn: Any, picked: Any, **_: Any) -> None:
        """A die is taken."""
        die = int(turn.die[0])
        line = f"takes {self.dice[die]} {TYPES[turn.rolled[die, 0]]}"
        self._add_line(line if picked.track[0] >= 0 else f"{line} and draws nothing")

    def on_drawn(self, table: Table, track: Any, cell: Any, extra: bool, **_: Any) -> None:
        """A track is drawn."""
        box, ends = table.board.space.box(cell[0]), TRACKS[track[0]]
        code = int(table.board.special[cell[0]])
        special = SPECIALS[code - 1].replace("_", " ") if code else ""
        on = f", on {'an' if special.startswith('a') else 'a'} {special}" if special else ""
        self._add_line(f"draws {'an extra ' if extra else ''}{TYPE_OF[ends]} {ends} in {box_in_words(box)}{on}")
        self._add_box(box)

    def on_rolled(self, table: Table, rolled: Any, **_: Any) -> None:
        """An asteroid's die is rolled."""
        self._add_line(f"rolls the die again: {TYPES[rolled[0]]}")

    def on_scored(self, table: Table, trader: int, pairs: Any, points: Any, **_: Any) -> None:
        """A route is scored."""
        one, other = table.board.pairs[pairs[0]] + 1
        self._add_line(f"scores {one}-{other}: {points[0]} points", SCORES)
        if self.open is not None:
            there, back = table.distance[trader, 0, :, [one - 1, other - 1]].astype(np.int64)
            on_the_way = np.flatnonzero(there + back == (there + back).min())
            self.open["way"] += [table.board.space.box(cell) for cell in on_the_way.tolist()]

    def on_declined(self, table: Table, **_: Any) -> None:
        """No route of a track is scored."""
        self._add_line("leaves the route unscored")

    def on_filled(self, table: Table, cell: Any, **_: Any) -> None:
        """A black hole fills a box, or none."""
        if cell[0] < 0:
            self._add_line("fills no box")
        else:
            box = table.board.space.box(cell[0])
            self._add_line(f"fills {box_in_words(box)}")
            self._add_box(box)

    def close(self, table: Table) -> None:
        """The turn is over; the state of the table now belongs to it."""
        if self.open is None:
            return
        turn = self.open["turn"]
        self.turns.append(
            StoryTurn(
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

    def _add_line(self, line: str, kind: str = "") -> None:
        if self.open is not None:
            self.open["lines"].append(Note(kind, line))

    def _add_box(self, box: Box) -> None:
        if self.open is not None:
            self.open["new"].append(box)

    def _dice(self, turn: Any) -> str:
        return ", ".join(
            f"{colour} {TYPES[kind]}"
            for colour, kind, left in zip(self.dice, turn.rolled[:, 0], turn.left[:, 0], strict=True)
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
