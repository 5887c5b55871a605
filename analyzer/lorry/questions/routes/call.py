"""Which routes pay: every pair of planets, how long it takes alone, and what a turn of it brings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from analyzer.answers.described import Described
from analyzer.answers.description import COUNT, Column, Description, Row, Table, in_percent, places
from analyzer.answers.numbers import decimals
from analyzer.errors import whole_number
from analyzer.lorry.galaxy.ending import paper_notes
from analyzer.lorry.galaxy.galaxy import Galaxy
from analyzer.lorry.galaxy.galaxyfile import GalaxyLike, load_galaxy
from analyzer.lorry.questions.dice.rolls import colours
from analyzer.lorry.questions.routes.lone_race import USUAL, LoneRace, lone_race
from analyzer.lorry.questions.routes.two_heads import LONGEST

TURNS = 10
EXACT, CHANCE = places(decimals, 3), places(in_percent, 2)


@dataclass(frozen=True, repr=False)
class Routes(Described):
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

    def notes(self) -> list[str]:
        """What the numbers take for granted."""
        measure = [
            "This is a measure, not a game: one trader joins one pair on the empty galaxy. Each turn all dice are "
            "rolled; one of them extends the way, or the turn is wasted. Special boxes and spare ends do not count.",
        ]
        return [*measure, *paper_notes(self.galaxy), *self.galaxy.notes()]

    def description(self) -> Description:
        """A row a pair."""
        facts = {
            "galaxy": self.galaxy.to_dict(),
            "dice": self.dice,
            "within_turns": self.turns,
            "expected_turns": {
                f"{race.pair[0]}-{race.pair[1]}": None if race.expected_turns is None else str(race.expected_turns)
                for race in self.races
            },
        }
        rows = [Row(row | {"pair": f"{row['first']}-{row['second']}"}) for row in self.rows()]
        title = f"; alone, {' and '.join(self.dice)} rolled each turn"
        pairs = Table("routes", self._columns(), rows)
        return Description(self.galaxy.heading(), title, facts, (pairs,), self.notes())

    def _columns(self) -> tuple[Column, ...]:
        within = f"in {self.turns} turns"
        return (
            Column("pair", "pair", explanation="two planets by number", flat=None, in_json=False),
            Column("first"),
            Column("second"),
            Column("boxes", "boxes", COUNT, "the fewest that join them", missing=("no way", "")),
            Column("turns", "turns", EXACT, "expected number of turns, if the way grows from one planet"),
            Column("both_heads", "both ends", EXACT, "the same, if the way may grow from both planets"),
            Column("within", within, CHANCE, "the chance to join the pair in that time"),
            Column("both_within", f"{within}, both", CHANCE),
            Column("points_a_turn", "points a turn", EXACT, "boxes divided by turns"),
        )


def routes(galaxy: GalaxyLike, dice: Sequence[str] = USUAL, turns: int = TURNS) -> Routes:
    """All pairs of planets: boxes, expected turns alone, the chance in `turns` turns, points a turn.

    >>> from analyzer import lorry
    >>> lorry.routes(lorry.load_galaxy("ships/lorry/tiny.yaml")).rows()[0]["boxes"]
    2
    """
    where = load_galaxy(galaxy)
    return Routes(where, colours(dice, where.dice), whole_number(turns, "turns", 0, LONGEST))
