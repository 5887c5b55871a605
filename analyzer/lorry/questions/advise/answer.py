"""The candidates of a turn with their results, the best first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from analyzer.answers.described import Described
from analyzer.answers.description import (
    COUNT,
    INTERVAL,
    NUMBER,
    PERCENT,
    SIGNED,
    WORD,
    Column,
    Description,
    Form,
    Row,
    Table,
    columns_of,
    in_points,
    main_columns,
    places,
)
from analyzer.lorry.galaxy.boxes import box_in_words
from analyzer.lorry.position.position import Position
from analyzer.lorry.tracks import BOX_EXPLAINED, COLUMN_ROW, ENDS_EXPLAINED
from analyzer.statistics.estimate import Estimate

WANTED = {"total": "total", "margin": "margin above the best rival", "won": "chance to win"}
"""What is maximised, in words."""
SHARE = places(in_points, 2)
DROPPED = Form(lambda is_dropped: "*" * is_dropped, is_number=False)
NONE = Estimate(0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Choice:
    """A candidate: a draw, the pair it scores, its score by the captain's prices, and its results in so many games.

    pair: None where none or only one is free; worse: how far it is behind the best candidate, by the goal, with an
    interval that holds for all at once; dropped: it was clearly worse, and dropped from the remaining games.
    """

    type: str
    box: tuple[int, int]
    ends: str
    pair: tuple[int, int] | None
    score: float
    games: int
    total: Estimate
    margin: Estimate
    won: Estimate
    worse: Estimate
    dropped: bool

    def as_row(self, best: Choice) -> Row:
        """The row of a table, where that one is the best."""
        pair = "" if self.pair is None else f"{self.pair[0]}-{self.pair[1]}"
        column, row = self.box
        worse = None if self is best else self.worse
        return Row(vars(self) | {"column": column, "row": row, "pair": pair, "worse": worse})

    def __str__(self) -> str:
        scoring = "" if self.pair is None else f", scoring {self.pair[0]}-{self.pair[1]}"
        return f"{self.type} {self.ends} in {box_in_words(self.box)}{scoring}"


@dataclass(frozen=True, repr=False)
class Advice(Described):
    """Candidates of a turn, the best first.

    goal: by what they are ranked; legal: how many legal draws there are; turns: left in a game alone, None with rivals;
    at_most: the total that cannot be exceeded from here on alone, None with rivals.
    """

    position: Position
    trader: int
    captain: str
    games: int
    goal: str
    legal: int
    turns: int | None
    at_most: int | None
    choices: tuple[Choice, ...]

    @property
    def together(self) -> list[Choice]:
        """Those without a clear difference to the best, and the best itself."""
        return [one for one in self.choices if one.worse.low <= 0]

    def conclusions(self) -> list[str]:
        """What to draw, as far as that is clear."""
        best, *others = self.together
        if not others:
            lines = [f"Best is {best}."]
        else:
            rest = f" and {len(others) - 4} more" if len(others) > 4 else ""
            lines = [
                f"{best} comes first, but there is no clear difference from {'; '.join(map(str, others[:4]))}{rest}."
            ]
        if self.at_most is not None:
            lines.append(f"Whatever is drawn and rolled, the total cannot exceed {self.at_most}.")
        return lines

    def notes(self) -> list[str]:
        """What a reader should know."""
        tried = len({(one.box, one.ends) for one in self.choices})
        screened = (
            f"Tried the {tried} most promising of {self.legal} legal draws (screened by the captain {self.captain}), "
            "with a line for each pair that a draw may score."
            if tried < self.legal
            else f"Tried all {self.legal} legal draws."
        )
        return [
            screened,
            f"After this draw {self.captain} plays for everybody. Against other play another draw may be best.",
            f"The captain {self.captain} also chooses extra tracks, boxes to fill, and the pair if none is named.",
            "All draws meet the same dice afterwards. The intervals of `worse` hold at 95% for all candidates at once.",
            *self.position.galaxy.notes(),
        ]

    def description(self) -> Description:
        """A row a candidate, and what to draw."""
        picks = f"{self.position.names[self.trader - 1]} picks"
        wants = "to win" if self.goal == "won" else f"and wants a large {WANTED[self.goal]}"
        alone = "" if self.turns is None else f"; {self.turns} turns are left alone"
        title = f"; {picks} {wants}; {self._played()}, all played by {self.captain}{alone}"
        names = ("trader", "captain", "games", "goal", "legal", "turns", "at_most")
        facts = {name: getattr(self, name) for name in names} | {"conclusions": self.conclusions()}
        rows = [choice.as_row(self.choices[0]) for choice in self.choices]
        choices = Table("choices", self._columns(), rows, labels=4, is_flat=True)
        return Description(self.position.heading(), title, facts, (choices, *self.conclusions()), self.notes())

    def _played(self) -> str:
        """How many games were played behind the candidates, of how many at most."""
        fewest, most = min(choice.games for choice in self.choices), max(choice.games for choice in self.choices)
        each = f"{most:,} games each" if fewest == most else f"{fewest:,} to {most:,} games each"
        return f"{each} of {self.games:,} at most (decided early)" if most < self.games else each

    def _columns(self) -> tuple[Column, ...]:
        """Those of candidates; alone nobody wins, and most draws leave no choice of pairs."""
        has_pairs, has_rivals = any(choice.pair for choice in self.choices), self.turns is None
        unit, form = f"points of {self.goal}", NUMBER
        if self.goal == "won":
            unit, form = "percentage points of the chance to win", SHARE
        behind = f"{unit} behind the first draw, with the same dice afterwards"
        pair = "the two planets whose route the draw scores"
        return (
            *(Column(name, name if name == "type" else None) for name in ("type", "column", "row")),
            Column("box", COLUMN_ROW, WORD, BOX_EXPLAINED, flat=None),
            Column("ends", "ends", explanation=ENDS_EXPLAINED),
            Column("pair", "pair" if has_pairs else None, explanation=pair * has_pairs),
            Column("total", "total", NUMBER, "points at the end of the game", INTERVAL, flat=main_columns),
            Column("margin", "margin" if has_rivals else None, SIGNED, "total minus the best rival's" * has_rivals),
            Column(
                "won", "won" if has_rivals else None, PERCENT, "the chance to win, shared wins included" * has_rivals
            ),
            Column("worse", "worse", form, behind, "interval", flat=_worse),
            Column("games", "games", COUNT),
            Column(
                "dropped",
                "",
                DROPPED,
                "* marks draws clearly worse than the first, which may have been dropped after fewer games",
            ),
            Column("score", flat=lambda _, score: {"captain_says": score}),
        )


def _worse(name: str, worse: Estimate | None) -> dict[str, Any]:
    return columns_of(name, worse or NONE)
