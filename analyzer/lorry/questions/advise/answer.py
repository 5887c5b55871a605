"""The options of a decision with their results, the best first."""

from __future__ import annotations

from collections.abc import Sequence
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
from analyzer.lorry.position.open_decision import BOX, DIE, EXTRA, FILL, PAIR
from analyzer.lorry.position.position import Position
from analyzer.lorry.tracks import BOX_EXPLAINED, COLUMN_ROW, ENDS_EXPLAINED
from analyzer.statistics.estimate import Estimate

WANTED = {"total": "total", "margin": "margin above the best rival", "won": "chance to win"}
"""What is maximised, in words."""
SHARE = places(in_points, 2)
DECIDES = {
    DIE: "picks a die",
    BOX: "looks for a box",
    PAIR: "chooses which pair is scored",
    EXTRA: "may draw an extra track",
    FILL: "may fill a box",
}
"""By what is open what the trader does."""
NONE = Estimate(0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Choice:
    """An option: a draw and the pair it scores, or a fill; its score by the captain's prices, its results in so many
    games.

    type, ends: None where nothing is drawn (type: that of the die that is taken even so); box: None for no extra track
    and no fill; pair: None where none or only one is free; declines: whether the route is left unscored; worse: how far
    it is behind the best, by the goal, with an interval that holds for all at once; dropped: it was clearly worse, and
    dropped from the remaining games; is_same: it came to the same as the best in every game; is_captain: what the
    captain would do.
    """

    type: str | None
    box: tuple[int, int] | None
    ends: str | None
    pair: tuple[int, int] | None
    score: float
    games: int
    total: Estimate
    margin: Estimate
    won: Estimate
    worse: Estimate
    dropped: bool
    declines: bool = False
    is_best: bool = False
    is_same: bool = False
    is_captain: bool = False

    @property
    def mark(self) -> str:
        """What stands behind its row."""
        return "*" if self.dropped else "=" if self.is_same else ""

    def as_row(self, best: Choice) -> Row:
        """The row of a table, where that one is the best."""
        pair = "none" if self.declines else "" if self.pair is None else f"{self.pair[0]}-{self.pair[1]}"
        column, row = self.box or (None, None)
        worse = None if self is best else self.worse
        shown = {"column": column, "row": row, "pair": pair, "worse": worse, "mark": self.mark}
        return Row(vars(self) | shown)

    def __str__(self) -> str:
        pair = "nothing" if self.declines else "" if self.pair is None else f"{self.pair[0]}-{self.pair[1]}"
        scoring = f", scoring {pair}" * bool(pair)
        if self.box is None:
            return "nothing" if self.type is None else f"{self.type}, drawing nothing"
        return f"{self.type} {self.ends} in {box_in_words(self.box)}{scoring}" if self.ends else box_in_words(self.box)


@dataclass(frozen=True, repr=False)
class Advice(Described):
    """The options of the decision that is open, the best first.

    goal: by what they are ranked; legal: how many the rules allow; turns: left in a game alone, None with rivals;
    at_most: the total that cannot be exceeded from here on alone, None with rivals; what: what is to be decided, `die`,
    `box`, `pair`, `extra` (track) or `fill`.
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
    what: str = DIE

    @property
    def together(self) -> list[Choice]:
        """Those without a clear difference to the best, and the best itself."""
        return [one for one in self.choices if one.worse.low <= 0]

    def words(self, choice: Choice) -> str:
        """An option in words, an order to the trader."""
        if self.what == FILL:
            return f"fill {choice}" if choice.box else "fill no box"
        if self.what == PAIR:
            return f"score {choice.pair[0]}-{choice.pair[1]}" if choice.pair else "score nothing"
        if choice.box is None and choice.type is not None:
            return f"take the {choice.type} and draw nothing"
        return f"draw {choice}" if choice.box else "draw no extra track"

    def conclusions(self) -> list[str]:
        """What to decide, as far as that is clear."""
        best, *others = self.together
        lines = [f"First comes to {self.words(best)}." if others else f"Best is to {self.words(best)}."]
        same = [self.words(option) for option in others if option.is_same]
        close = [self.words(option) for option in others if not option.is_same]
        if same:
            lines.append(f"It makes no difference in any game to {_or(same)}.")
        if close:
            lines.append(f"There is no clear difference from: {_or(close)}.")
        if self.at_most is not None:
            lines.append(f"Whatever is drawn and rolled, the total cannot exceed {self.at_most}.")
        return lines

    def notes(self) -> list[str]:
        """What a reader should know."""
        return [
            self._screened(),
            f"After it {self.captain} plays for everybody. Against other play another option may be best.",
            f"The captain {self.captain} also makes every choice that follows: extra tracks, boxes to fill, and pairs "
            "where none is named.",
            "Differences are under the same coming dice; their 95% intervals hold for all options at once.",
            *self.position.galaxy.notes(),
        ]

    def _screened(self) -> str:
        tried = len({(one.box, one.ends, one.type) for one in self.choices})
        what = {FILL: "boxes to fill", PAIR: "pairs", EXTRA: "extra tracks"}.get(self.what, "legal draws")
        if self.what == PAIR or tried >= self.legal:
            return f"Tried all {len(self.choices) if self.what == PAIR else self.legal} {what}."
        pairs = ", with a line for each pair that a draw may score" * (self.what != FILL)
        return (
            f"Tried the {tried} most promising of {self.legal} {what} (screened by the captain {self.captain}){pairs}."
        )

    def description(self) -> Description:
        """A row an option, and what to decide."""
        wants = "to win" if self.goal == "won" else f"a large {WANTED[self.goal]}"
        alone = "" if self.turns is None else f"; {self.turns} turns are left alone"
        who = self.position.names[self.trader - 1]
        title = f"; {who} {DECIDES[self.what]} and wants {wants}; {self._played()}, all played by {self.captain}{alone}"
        names = ("trader", "captain", "games", "goal", "legal", "turns", "at_most", "what")
        facts = {name: getattr(self, name) for name in names} | {"conclusions": self.conclusions()}
        rows = [choice.as_row(self.choices[0]) for choice in self.choices]
        choices = Table("choices", self._columns(), rows, labels=self._labels(), is_flat=True)
        return Description(self.position.heading(), title, facts, (choices, *self.conclusions()), self.notes())

    def _played(self) -> str:
        """How many games were played behind the options, of how many at most."""
        fewest, most = min(choice.games for choice in self.choices), max(choice.games for choice in self.choices)
        each = f"{most:,} games each" if fewest == most else f"{fewest:,} to {most:,} games each"
        return f"{each} of {self.games:,} at most (decided early)" if most < self.games else each

    @property
    def _has_pairs(self) -> bool:
        return any(choice.pair or choice.declines for choice in self.choices)

    def _labels(self) -> int:
        """The columns that name an option; a table in which it is the same for all leaves `pair` alone."""
        return 1 if self.what == FILL else 3 + self._has_pairs

    def _columns(self) -> tuple[Column, ...]:
        """Those of options; alone nobody wins, and most draws leave no choice of pairs."""
        draws, has_rivals = self.what != FILL, self.turns is None
        unit, form = f"points of {self.goal}", NUMBER
        if self.goal == "won":
            unit, form = "percentage points of the chance to win", SHARE
        legend = "*: clearly worse than the first, and dropped early; =: the same as the first in every game"
        pair = "the two planets whose route the draw scores"
        return (
            Column("type", "type" if draws else None, missing=("none", "")),
            Column("column"),
            Column("row"),
            Column("box", COLUMN_ROW, WORD, BOX_EXPLAINED, flat=None, missing=("none", "")),
            Column("ends", "ends" if draws else None, explanation=ENDS_EXPLAINED * draws),
            Column("pair", "pair" if self._has_pairs else None, explanation=pair * self._has_pairs),
            Column("is_captain", "", Form(lambda yes: "captain's choice" * yes, is_number=False)),
            Column("total", "total", NUMBER, "points at the end of the game", INTERVAL, flat=main_columns),
            Column("margin", "margin" if has_rivals else None, SIGNED, "total minus the best rival's" * has_rivals),
            Column(
                "won", "won" if has_rivals else None, PERCENT, "the chance to win, shared wins included" * has_rivals
            ),
            Column("worse", "worse", form, f"{unit} behind the first", "interval", flat=_worse),
            Column("games", "games", COUNT),
            Column("mark", "", WORD, legend, flat=None, in_json=False),
            Column("is_same"),
            Column("dropped"),
            Column("score", flat=lambda _, score: {"captain_says": score}),
        )


def _or(words: Sequence[str]) -> str:
    """The first few of them."""
    more = [f"{len(words) - 4} more"] if len(words) > 4 else []
    return " or ".join([*words[:4], *more])


def _worse(name: str, worse: Estimate | None) -> dict[str, Any]:
    return columns_of(name, worse or NONE)
