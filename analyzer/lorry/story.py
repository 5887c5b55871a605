"""Stories of games, and the listener that writes them from events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from analyzer.answers.description import StoryStep
from analyzer.answers.note import Note, is_about
from analyzer.answers.numbers import with_noun
from analyzer.answers.story import Story as AnyStory
from analyzer.lorry.captains.expert import DECISIVE
from analyzer.lorry.captains.judge import PricedJudge
from analyzer.lorry.captains.thinker import Thinker
from analyzer.lorry.galaxy.boxes import Box, box_in_words
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.position.engine_table import special
from analyzer.lorry.records.game_record import Record
from analyzer.lorry.tables import SIDES, TRACKS, TYPE_OF, TYPES
from analyzer.lorry.turn.table import Table

SCORES = "scores"
"""Kind of lines about a route that is scored."""
WEIGHED = "with (column, row) and the captain's value in points"
"""Explanation, for the legend, of the text that describes a weighed draw."""


@dataclass(frozen=True)
class ScoredDraw:
    """A draw that a captain considered, with its score.

    Attributes:
        ends: sides of the track's ends.
        box: box of the track, as (column, row).
        score: score in points by the captain's prices; for a thinker, the mean result of imagined games.
    """

    ends: str
    box: Box
    score: float

    def __str__(self) -> str:
        return f"{self.ends} {self.box} {score_in_words(self.score)}"


def score_in_words(score: float) -> str:
    """Return a captain's score in points as text. For a draw that decides the game it says so, and leaves out DECISIVE.

    >>> score_in_words(4.4), score_in_words(10_004.4), score_in_words(-9_998.0)
    ('+4.4', 'wins the game, +4.4', 'loses the game, +2.0')
    """
    decisive = DECISIVE / 10
    if abs(score) < decisive / 2:
        return f"{score:+.1f}"
    return f"wins the game, {score - decisive:+.1f}" if score > 0 else f"loses the game, {score + decisive:+.1f}"


@dataclass(frozen=True)
class Drawing:
    """Everything drawn in a galaxy.

    Attributes:
        tracks: trader, box and ends of each track.
        filled: filled boxes.
        new: boxes whose track or fill is new since the previous drawing of the story or record.
        way: boxes on the shortest ways of routes scored in the turn that the drawing shows.
    """

    tracks: tuple[tuple[int, Box, str], ...]
    filled: tuple[Box, ...]
    new: tuple[Box, ...]
    way: tuple[Box, ...] = ()


@dataclass(frozen=True)
class StoryTurn:
    """A turn of a story.

    Attributes:
        round: its round, from 1.
        trader: number of the trader, from 1.
        dice: dice on the table in words.
        lines: events of the turn in words.
        weighed: the chosen draw and the two next best; empty if the choice was random.
        totals: totals of all traders after the turn.
        slots: number of routes that all traders together have scored after the turn.
        drawing: the galaxy after the turn.
    """

    round: int
    trader: int
    dice: str
    lines: tuple[Note, ...]
    weighed: tuple[ScoredDraw, ...]
    totals: tuple[int, ...]
    slots: int
    drawing: Drawing


@dataclass(frozen=True, repr=False)
class Story(AnyStory):
    """Story of one whole game.

    Attributes:
        game: number of the game.
        seed: its seed.
        galaxy: its galaxy.
        names: names of the traders.
        turns: its turns.
        winners: numbers of the winners, from 1.
        stuck: whether it ended because nobody could draw.
        noted: notes for a reader.
        played: the game as a record.
    """

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
        """Return the game as a record, as `replay` and `review` read it."""
        return self.played

    def title(self) -> str:
        """Return the heading of the story: number of the game, and who played."""
        who = ", ".join(f"{name} (trader {seat})" for seat, name in enumerate(self.names, start=1))
        return f"Cosmic Lorry, {self.galaxy.name}, game {self.game} of seed {self.seed}: {who}"

    def ending(self) -> str:
        """Return a sentence on who won, and why the game ended."""
        last = self.turns[-1]
        totals = ", ".join(f"{name} {total}" for name, total in zip(self.names, last.totals, strict=True))
        scored = f"{with_noun(last.slots, 'route')} {'was' if last.slots == 1 else 'were'} scored"
        why = "nobody could draw" if self.stuck else scored
        if len(self.names) == 1:
            return f"Ends in turn {last.round}, {why}: {totals}."
        won = " and ".join(self.names[seat - 1] for seat in self.winners)
        return f"{won} {'win' if len(self.winners) > 1 else 'wins'} in round {last.round}, {why}: {totals}."

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per event of the story, as plain dicts."""
        return [
            {"round": turn.round, "trader": turn.trader, "dice": turn.dice, "line": line}
            for turn in self.turns
            for line in turn.lines
        ]

    def steps(self) -> Iterator[StoryStep]:
        """Yield the turns, with their events and the draws that were weighed."""
        for turn in self.turns:
            weighed = [f"considered, {WEIGHED}: {'; '.join(map(str, turn.weighed))}"] * bool(turn.weighed)
            lines = [*turn.lines, *weighed]
            roles = [*("point" if is_about(line, SCORES) else "" for line in turn.lines), *["aside"] * len(weighed)]
            title = f"Round {turn.round}, {self.names[turn.trader - 1]}: {turn.dice}"
            yield StoryStep(title, lines, roles)

    def caveats(self) -> tuple[str, ...]:
        """Return notes for a reader."""
        return self.noted

    def facts(self) -> dict[str, Any]:
        """Return the story in plain types, for JSON."""
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
"""Number of weighed draws that are shown: the choice and the two runners-up."""


class Listener:
    """Listener to the events of one game that writes them as turns of a story."""

    def __init__(self, dice: tuple[str, ...]) -> None:
        self.dice, self.turns = dice, list[StoryTurn]()
        self.open: dict[str, Any] = {}

    def __call__(self, table: Table, event: str, **details: Any) -> None:
        """Handle an event, if there is a handler of its name."""
        handler = getattr(self, f"on_{event}", None)
        if handler is not None:
            handler(table, **details)

    def on_choosing(self, table: Table, turn: Any, allowed: Any, extra: bool, **_: Any) -> None:
        """Begin a turn, and write down the draws that the captain weighs."""
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
        if isinstance(judge, Thinker):
            self._thought(judge, turn, allowed, extra)
        if isinstance(judge, PricedJudge):
            one = np.zeros(1, np.intp)
            weighed = judge.weigh(turn, one, allowed, extra, wins_first=True)
            space = table.board.space
            choices = tuple(
                ScoredDraw(TRACKS[track], space.box(cell), score / 10)
                for track, cell, score in weighed.ranked()[:CHOICES]
            )
            if extra:
                rest = "; ".join(map(str, choices)) or "no legal place"
                without = f"; none {score_in_words(float(weighed.without[0]) / 10)}"
                self._add_line(f"may draw an extra track, {WEIGHED}: {rest}{without}")
            else:
                self.open["weighed"] = choices

    def _thought(self, judge: Thinker, turn: Any, allowed: Any, extra: bool) -> None:
        """Write down the draws that a thinker considered, with the mean result of the imagined games after each."""
        space, known = turn.table.board.space, judge.weighed(turn, allowed, extra)[:CHOICES]
        if extra:
            named = [f"{TRACKS[track]} {space.box(cell)}" if track >= 0 else "none" for track, cell, _ in known]
            rest = "; ".join(f"{what} {worth:+.1f}" for what, (_, _, worth) in zip(named, known, strict=True))
            self._add_line(f"may draw an extra track, {WEIGHED}: {rest or 'no legal place'}")
        else:
            weighed = (ScoredDraw(TRACKS[track], space.box(cell), worth) for track, cell, worth in known)
            self.open["weighed"] = tuple(weighed)

    def on_picked(self, table: Table, turn: Any, picked: Any, **_: Any) -> None:
        """Write down the die that is taken."""
        die = int(turn.die[0])
        line = f"takes {self.dice[die]} {TYPES[turn.rolled[die, 0]]}"
        self._add_line(line if picked.track[0] >= 0 else f"{line} and draws nothing")

    def on_drawn(self, table: Table, track: Any, cell: Any, extra: bool, **_: Any) -> None:
        """Write down a track."""
        box, ends = table.board.space.box(cell[0]), TRACKS[track[0]]
        kind = (special(table, box) or "").replace("_", " ")
        on = f", on {'an' if kind.startswith('a') else 'a'} {kind}" if kind else ""
        self._add_line(f"draws {'an extra ' if extra else ''}{TYPE_OF[ends]} {ends} in {box_in_words(box)}{on}")
        self._add_box(box)

    def on_rolled(self, table: Table, rolled: Any, **_: Any) -> None:
        """Write down what the die of an asteroid shows."""
        self._add_line(f"rolls the die again: {TYPES[rolled[0]]}")

    def on_scored(self, table: Table, trader: int, pairs: Any, points: Any, **_: Any) -> None:
        """Write down a scored route and the boxes of its shortest ways."""
        one, other = table.board.pairs[pairs[0]] + 1
        self._add_line(f"scores {one}-{other}: {points[0]} points", SCORES)
        if self.open:
            there, back = table.distance[trader, 0, :, [one - 1, other - 1]].astype(np.int64)
            # A box lies on a shortest way if its distances to both planets add up to the least. Distances are widened
            # first, so that `none` does not overflow.
            on_the_way = np.flatnonzero(there + back == (there + back).min())
            self.open["way"] += [table.board.space.box(cell) for cell in on_the_way.tolist()]

    def on_declined(self, table: Table, **_: Any) -> None:
        """Write down that no route of a track is scored."""
        self._add_line("leaves the route unscored")

    def on_filled(self, table: Table, cell: Any, **_: Any) -> None:
        """Write down the box that a black hole fills, or that it fills none."""
        if cell[0] < 0:
            self._add_line("fills no box")
        else:
            box = table.board.space.box(cell[0])
            self._add_line(f"fills {box_in_words(box)}")
            self._add_box(box)

    def close(self, table: Table) -> None:
        """End the open turn with the state of the table."""
        if not self.open:
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
        self.open = {}

    def _add_line(self, line: str, kind: str = "") -> None:
        """Add a line to the open turn, if there is one."""
        if self.open:
            self.open["lines"].append(Note(kind, line))

    def _add_box(self, box: Box) -> None:
        """Add a new box to the open turn, if there is one."""
        if self.open:
            self.open["new"].append(box)

    def _dice(self, turn: Any) -> str:
        """Return the dice on the table in words."""
        return ", ".join(
            f"{colour} {TYPES[kind]}"
            for colour, kind, left in zip(self.dice, turn.rolled[:, 0], turn.left[:, 0], strict=True)
            if left
        )


def drawing_of(table: Table, new: tuple[Box, ...] = (), way: tuple[Box, ...] = ()) -> Drawing:
    """Return the drawing of a table of one game."""
    space = table.board.space
    tracks = []
    for trader in range(table.board.traders):
        _, cells = space.listed(table.boxes_drawn_by(trader))
        for cell in cells.tolist():
            row, bit = divmod(cell, space.width)
            ends = "".join(name for side, name in enumerate(SIDES) if int(table.ends[trader, side, row, 0]) >> bit & 1)
            tracks.append((trader + 1, space.box(cell), ends))
    _, filled = space.listed(table.filled)
    return Drawing(tuple(tracks), tuple(space.box(cell) for cell in filled.tolist()), new, way)
