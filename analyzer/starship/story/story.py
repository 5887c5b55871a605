"""A game as it was played, turn by turn, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from analyzer.answers.description import StoryStep
from analyzer.answers.edition import own_edition_notes
from analyzer.answers.story import Story as AnyStory
from analyzer.starship.edition import OwnEdition, edition_in_force
from analyzer.starship.records.game_record import Record


@dataclass(frozen=True)
class Line:
    """One line; role: phase, card, pirate, loss, point."""

    role: str
    text: str


@dataclass(frozen=True)
class StoryTurn:
    """A turn: who, the roll, what happened, and both ships after it."""

    number: int
    player: str
    roll: int
    lines: tuple[Line, ...]
    state: tuple[str, str]
    points: tuple[int, int]
    ships: tuple[dict[str, Any], dict[str, Any]]


@dataclass(frozen=True, repr=False)
class Story(AnyStory):
    """One whole game; replayed: plays it again, and writes it down as a record; edition: by whose tables."""

    PAGE: ClassVar[str] = "analyzer.starship.story.page:story_page"

    game: int
    seed: int
    players: tuple[str, str]
    turns: tuple[StoryTurn, ...]
    winner: str | None
    replayed: Callable[[], Record] = field(kw_only=True, compare=False)
    edition: str = field(default_factory=edition_in_force)

    def caveats(self) -> tuple[str, ...]:
        """Which tables are the user's own."""
        return (*own_edition_notes(OwnEdition, self.edition),)

    def record(self) -> Record:
        """The game as a record: where all cards lay at its start, and every step of both players."""
        return self.replayed()

    def title(self) -> str:
        """Which game, and who played."""
        moon, sun = self.players
        return f"Starship Catan, game {self.game} of seed {self.seed}: Moon played by {moon}, Sun by {sun}"

    def ending(self) -> str:
        """Who won, and when."""
        last = self.turns[-1]
        points = f"{last.points[0]} to {last.points[1]}"
        if self.winner is None:
            return f"Nobody won within {last.number} turns; points Moon to Sun {points}."
        return f"{self.winner.capitalize()} wins in turn {last.number}; points Moon to Sun {points}."

    def rows(self) -> list[dict[str, Any]]:
        """One row a line."""
        return [
            {"turn": turn.number, "player": turn.player, "line": line.text}
            for turn in self.turns
            for line in turn.lines
        ]

    def steps(self) -> Iterator[StoryStep]:
        """What happens in each turn, and the points behind it."""
        for turn in self.turns:
            lines = *(line.text for line in turn.lines), "points: Moon {}, Sun {}".format(*turn.points)
            roles = *(line.role for line in turn.lines), "state"
            title = f"Turn {turn.number}, {turn.player.capitalize()}"
            yield StoryStep(title, lines, roles)

    def facts(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        return {
            "game": self.game,
            "seed": self.seed,
            "captains": list(self.players),
            "winner": self.winner,
            "turns": [
                {
                    "turn": turn.number,
                    "player": turn.player,
                    "roll": turn.roll,
                    "points": list(turn.points),
                    "lines": [line.text for line in turn.lines],
                    "moon": turn.ships[0],
                    "sun": turn.ships[1],
                }
                for turn in self.turns
            ],
        }
