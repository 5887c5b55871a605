"""Stories of games, and the listener that notes events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.description import StoryStep
from analyzer.answers.note import Note, is_about
from analyzer.answers.numbers import counted
from analyzer.answers.story import Story as AnyStory
from analyzer.lorry.captains.judge import Priced
from analyzer.lorry.captains.thinker import Thinker
from analyzer.lorry.galaxy.boxes import Box, box_in_words
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.records.game_record import Record
from analyzer.lorry.tables import SIDES, SPECIALS, TRACKS, TYPE_OF, TYPES
from analyzer.lorry.turn.table import Table

SCORES = "scores"
"""The kind of lines about a route that is scored."""
WEIGHED = "(column, row) and worth in points"
"""What stands behind each draw that was weighed."""


@dataclass(frozen=True)
class Weighed:
    """A draw that a captain weighed: track, box, and its score in points by the captain's prices."""

    ends: str
    box: Box
    score: float

    def __str__(self) -> str:
        return f"{self.ends} {self.box} {self.score:+.1f}"


@dataclass(frozen=True)
class Drawing:
    """What lies in the galaxy: tracks (trader, box, ends), filled boxes, which boxes are new, and which lie on the
    shortest ways of routes that were scored in this turn."""

    tracks: tuple[tuple[int, Box, str], ...]
    filled: tuple[Box, ...]
    new: tuple[Box, ...]
    way: tuple[Box, ...] = ()


@dataclass(frozen=True)
class StoryTurn:
    """A turn: round and trader, from 1, dice, what happened, the draws considered, totals and drawing after it.

    weighed: the choice and the two runners-up, by the captain's prices; empty where the choice was random.
    """

    round: int
    trader: int
    dice: str
    lines: tuple[Note, ...]
    weighed: tuple[Weighed, ...]
    totals: tuple[int, ...]
    slots: int
    drawing: Drawing


@dataclass(frozen=True, repr=False)
class Story(AnyStory):
    """One whole game; winners: traders, from 1; played: the game as a record."""

    PAGE: ClassVar[str] = "analyzer.lorry.pages:story_page"

    game: int
    seed: int
    galaxy: Galaxy
    names: tuple[str, ...]
    turns: tuple[StoryTurn, ...]
    winners: tuple[int, ...]
    stuck: bool
    noted: tuple[str, ...]
    played: Record

    def record(self) -> Record:
        """The game as a record, as `replay` and `review` read them."""
        return self.played

    def title(self) -> str:
        """Which game, and who played."""
        who = ", ".join(f"{name} (trader {seat})" for seat, name in enumerate(self.names, start=1))
        return f"Cosmic Lorry, {self.galaxy.name}, game {self.game} of seed {self.seed}: {who}"

    def ending(self) -> str:
        """Who won, and why it ended."""
        last = self.turns[-1]
        totals = ", ".join(f"{name} {total}" for name, total in zip(self.names, last.totals, strict=True))
        scored = f"{counted(last.slots, 'route')} {'was' if last.slots == 1 else 'were'} scored"
        why = "nobody could draw" if self.stuck else scored
        if len(self.names) == 1:
            return f"Ends in turn {last.round}, {why}: {totals}."
        won = " and ".join(self.names[seat - 1] for seat in self.winners)
        return f"{won} {'win' if len(self.winners) > 1 else 'wins'} in round {last.round}, {why}: {totals}."

    def rows(self) -> list[dict[str, Any]]:
        """One row a line."""
        return [
            {"round": turn.round, "trader": turn.trader, "dice": turn.dice, "line": line}
            for turn in self.turns
            for line in turn.lines
        ]

    def steps(self) -> Iterator[StoryStep]:
        """What happens in each turn, and what was weighed in it."""
        for turn in self.turns:
            weighed = [f"considered, {WEIGHED}: {'; '.join(map(str, turn.weighed))}"] * bool(turn.weighed)
            lines = [*turn.lines, *weighed]
            roles = [*("point" if is_about(line, SCORES) else "" for line in turn.lines), *["aside"] * len(weighed)]
            title = f"Round {turn.round}, {self.names[turn.trader - 1]}: {turn.dice}"
            yield StoryStep(title, lines, roles)

    def caveats(self) -> tuple[str, ...]:
        """What a reader should know."""
        return self.noted

    def facts(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        return {
            "game": self.game,
            "seed": self.seed,
            "captains": list(self.names),
            "winners": list(self.winners),
            "turns": [
                {
                    "round": turn.round,
                    "trader": turn.trader,
                    "dice": turn.dice,
                    "lines": list(turn.lines),
                    "weighed": [{"ends": one.ends, "box": list(one.box), "score": one.score} for one in turn.weighed],
                    "totals": list(turn.totals),
                }
                for turn in self.turns
            ],
        }


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
