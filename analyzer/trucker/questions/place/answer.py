"""The best ways to lay components, ranked, and how that is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from analyzer.answers.comparison import Comparison
from analyzer.answers.described import Described
from analyzer.answers.description import (
    INTERVAL,
    NUMBER,
    PERCENT,
    SIGNED,
    WORD,
    Column,
    Description,
    Drawing,
    Part,
    Row,
    Table,
)
from analyzer.answers.setting import in_setting
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.ship.component import Component
from analyzer.trucker.ship.grid import write_token
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.workshop.goal import Goal
from analyzer.trucker.workshop.ways import AS_IT_IS, Way

if TYPE_CHECKING:
    import pandas as pd

DRAWN = 3
"""So many of the best are drawn."""
DRAW = "analyzer.trucker.drawing.draw:draw_new"


@dataclass(frozen=True)
class Tried:
    """How many legal ways there are, how many of them fly apart, and what is left of those, the best first.

    cut: whether there were so many that some were not flown; left: with how many others fly just like it.
    """

    legal: int
    flown: int
    cut: bool
    left: Mapping[Way, int]


@dataclass(frozen=True, repr=False)
class Placements(Described):
    """The best ways to lay the components in hand, beside the ship as it is.

    compared: the ship as it is (first) and with each of the best ways, on flights that did not choose them.
    """

    ship: Layout
    parts: tuple[Component, ...]
    goal: Goal
    tried: Tried
    compared: Comparison

    @property
    def ways(self) -> int:
        """How many legal ways there are."""
        return self.tried.legal

    @property
    def counted(self) -> str:
        """The same in words."""
        return f"{'at least ' * self.tried.cut}{self.ways:,} legal ways"

    @cached_property
    def ranking(self) -> list[dict[str, Any]]:
        """The ranking of the comparison, each row with its `gain` on the ship as it is, for all at once."""
        rows = []
        for row in self.compared.ranking():
            gain = self._gain(row[self.compared.word])
            rows.append(row | {"gain": gain.mean, "gain_low": gain.low, "gain_high": gain.high})
        return rows

    def _gain(self, name: str) -> Estimate:
        return Estimate(0.0, 0.0, 0.0) if name == AS_IT_IS else self.compared.simultaneous(name, AS_IT_IS)

    @property
    def best(self) -> list[tuple[str, Layout]]:
        """The best ways by name with the ship that they make, the best first; the ship as it is among them."""
        ways = {way.name: way for way in self.tried.left}
        names = [row[self.compared.word] for row in self.ranking]
        return [(name, ways[name].made_on(self.ship) if name in ways else self.ship) for name in names]

    @property
    def drawn(self) -> list[tuple[str, Layout]]:
        """The best that lay something, as many as are drawn."""
        return [(name, made) for name, made in self.best if name != AS_IT_IS][:DRAWN]

    def description(self) -> Description:
        """The ranking, the best drawn, and what it comes to."""
        facts = {
            "ship": self.ship.name,
            "components": [write_token(part) for part in self.parts],
            "goal": self.goal.said,
            "ways": self.ways,
            "flown": self.tried.flown,
            "setting": self.compared.setting,
            "verdict": self.verdict_in_words(),
            "ranking": self.ranking,
            "compared": self.compared.as_dict(),
        }
        tokens = " ".join(map(write_token, self.parts))
        wanted = "" if self.goal.is_credits else f", goal: {self.goal.meaning}"
        title = f", with {tokens}: {self.counted}{wanted}; {self.compared.heading()}"
        parts: list[Part] = [self._ranked(), *(self._drawing(*one) for one in self.drawn), self.verdict_in_words()]
        return Description(self.ship.name, title, facts, parts, self.notes())

    def _ranked(self) -> Table:
        """The ranking for people."""
        score, word = self.compared.score, self.compared.word
        gain = f"{self.compared.metrics.unit} a flight more than the ship as it is (intervals: all pairs at once)"
        columns = (
            Column("rank", "", WORD),
            Column(word, "what is laid where", WORD),
            Column("gained", "gain", SIGNED, gain, INTERVAL),
            Column("groups", "groups", WORD, "ways that share a letter do not differ clearly"),
            Column(score, score, NUMBER),
            Column("arrived", "arrived", PERCENT),
            Column("loss", "loss", PERCENT, "share of flights that end with less than 0 credits"),
        )
        rows = [Row(row | {"gained": None if row[word] == AS_IT_IS else self._gain(row[word])}) for row in self.ranking]
        return Table("", columns, rows, labels=2)

    def _drawing(self, name: str, made: Layout) -> Drawing:
        return Drawing(name, DRAW, (made, [square for square in made.components if square not in self.ship.components]))

    def table(self) -> pd.DataFrame:
        """The ranking, one row a way."""
        import pandas as pd

        return pd.DataFrame(self.ranking)

    def verdict_in_words(self) -> str:
        """The best way, what it gains, and which ways do not clearly differ from it."""
        first, *others = self.ranking
        name = first[self.compared.word]
        level = [row[self.compared.word] for row in others if {*row["groups"]} & {*first["groups"]}]
        unit = f"{self.compared.metrics.unit} a flight"
        if name == AS_IT_IS:
            what = "no way to lay these is better than laying them aside"
        else:
            gain = self._gain(name)
            verb = "gains" if gain.low > 0 else "does not clearly gain:"
            what = f"{name} {verb} {gain.mean:+.2f} {unit} ({gain.low:+.2f} to {gain.high:+.2f}, for all pairs at once)"
        rest = f". Not clearly different: {'; '.join(level)}" if level else ""
        return in_setting(self.compared.setting, f"{what}{rest}.")

    def notes(self) -> list[str]:
        """What a reader of these numbers should know."""
        alike = sum(self.tried.left.values())
        notes = [
            f"There are {self.counted}; {self.tried.flown:,} of them fly differently. The best were picked on other "
            "flights, and those ranked here were flown again. Their intervals hold for all pairs at once."
        ]
        if self.tried.cut:
            notes.append(
                "There were too many ways to fly all: only those that extend the best with fewer components flew."
            )
        if alike:
            notes.append(f"{alike} more ways differ from these only in connectors that make no difference.")
        if self.ship.aliens:
            notes.append("Aliens stay where they live: `analyzer crew` finds where they live best.")
        return [*notes, *self.compared.notes()]
