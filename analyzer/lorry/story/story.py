"""A game as it was played, turn by turn, in words, with what else the trader weighed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from analyzer.answers.description import StoryStep
from analyzer.answers.note import Note, is_about
from analyzer.answers.numbers import counted
from analyzer.answers.story import Story as AnyStory
from analyzer.lorry.galaxy.boxes import Box
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.records.game_record import Record

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

    PAGE: ClassVar[str] = "analyzer.lorry.story.page:story_page"

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
