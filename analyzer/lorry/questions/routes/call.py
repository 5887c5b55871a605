"""Which routes pay: every pair of planets, how long it takes alone, and what a turn of it brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from analyzer.answers.shown import Shown
from analyzer.errors import whole_number
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.galaxy.galaxyfile import GalaxyLike, load_galaxy
from analyzer.lorry.questions.dice.rolls import colours
from analyzer.lorry.questions.routes.lone_race import USUAL, LoneRace, lone_race
from analyzer.lorry.questions.routes.two_heads import LONGEST

if TYPE_CHECKING:
    import pandas as pd

TURNS = 10


@dataclass(frozen=True, repr=False)
class Routes(Shown):
    """The lone races of all pairs of a galaxy with some dice; chances are those of `turns` turns."""

    galaxy: Galaxy
    dice: tuple[str, ...]
    turns: int = TURNS

    @cached_property
    def races(self) -> list[LoneRace]:
        """One a pair, in order."""
        return [lone_race(self.galaxy, *pair, dice=self.dice) for pair in self.galaxy.pairs]

    def rows(self) -> list[dict[str, Any]]:
        """One row a pair; what cannot be joined is None."""
        return [
            {
                "first": race.pair[0],
                "second": race.pair[1],
                "boxes": race.boxes,
                "turns": None if race.expected_turns is None else float(race.expected_turns),
                "both_heads": race.both_heads.expected_turns,
                "within": float(race.within(self.turns)),
                "both_within": race.both_heads.within(self.turns),
                "points_a_turn": race.points_a_turn,
            }
            for race in self.races
        ]

    def table(self) -> pd.DataFrame:
        """The rows as a table."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def heading(self) -> str:
        """What is asked of which galaxy."""
        return f"{self.galaxy.heading()}; alone, {' and '.join(self.dice)} rolled each turn"

    def notes(self) -> list[str]:
        """What the numbers take for granted."""
        said = [
            "a lone race is no rule of the game: alone on the empty galaxy all dice are rolled each turn, any one of "
            "them continues the one way or the turn is wasted; special boxes and surplus ends count for nothing",
            "both ends: the same if the way may grow at both planets at once; points a turn: the boxes of the shortest "
            "way for each expected turn",
        ]
        return [*said, *self.galaxy.notes()]

    def as_dict(self) -> dict[str, Any]:
        """All of it in plain types, for JSON."""
        fractions = {
            f"{race.pair[0]}-{race.pair[1]}": None if race.expected_turns is None else str(race.expected_turns)
            for race in self.races
        }
        return {
            "galaxy": self.galaxy.to_dict(),
            "dice": list(self.dice),
            "within_turns": self.turns,
            "routes": self.rows(),
            "expected_turns": fractions,
            "notes": self.notes(),
        }


def routes(galaxy: GalaxyLike, dice: Sequence[str] = USUAL, turns: int = TURNS) -> Routes:
    """All pairs of planets: boxes, expected turns alone, the chance in `turns` turns, points a turn.

    >>> from analyzer import lorry
    >>> lorry.routes(lorry.load_galaxy("ships/lorry/tiny.yaml")).rows()[0]["boxes"]
    2
    """
    where = load_galaxy(galaxy)
    return Routes(where, colours(dice, where.dice), whole_number(turns, "turns", 0, LONGEST))
