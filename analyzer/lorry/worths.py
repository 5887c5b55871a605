"""What each of several things is worth, against games without it: one ranking, with intervals for all at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from analyzer.answers.comparison import AT_ONCE, Comparison
from analyzer.answers.described import Described
from analyzer.answers.description import COUNT, SIGNED, WORD, Column, Description, Form, Row, Table, main_columns
from analyzer.answers.note import is_about
from analyzer.answers.worths import Worth, WorthTable
from analyzer.statistics.estimate import LEAST_DIFFERING, Verdict

SAYS = {
    Verdict.BETTER: "worth having",
    Verdict.WORSE: "costs",
    Verdict.EQUAL: "nothing that counts",
    Verdict.OPEN: "open",
}
"""A verdict against games without the thing, in words."""
OF_RIVALS = (Column("margin", "margin", SIGNED), Column("won", "wins", Form(lambda share: f"{share:+.1%}")))


@dataclass(frozen=True, repr=False)
class Worths(Described):
    """Things by what they are worth. base: the name of the games that all others are compared with; without: the
    others are games without the thing, not with it; what: the word for one thing, and for several."""

    MORE: ClassVar[tuple[Column, ...]] = ()
    """Columns after the others."""

    comparison: Comparison
    base: str
    what: tuple[str, str]
    without: bool = False
    said: tuple[str, ...] = ()

    @cached_property
    def worths(self) -> WorthTable:
        """Each of them, the one that is worth most first."""
        besides = ("margin", "won")
        return WorthTable.of_comparison(self.comparison, self.base, self.what, without=self.without, besides=besides)

    def rows(self) -> list[dict[str, Any]]:
        """One row a thing."""
        return self._table().as_dicts()

    def _table(self) -> Table:
        rows = [Row(self.values_of(one)) for one in self.worths]
        return Table("worths", self._columns(), rows, is_flat=True)

    def values_of(self, worth: Worth) -> dict[str, Any]:
        """The values in the row of a thing."""
        own = {"worth": worth.estimate, "groups": worth.groups, "differing": worth.differing}
        return {self.what[0]: worth.name, **own, "says": SAYS[worth.verdict], **worth.besides}

    def _columns(self) -> tuple[Column, ...]:
        above = f"points more than {'in games without it' if self.without else self.base}"
        no_difference = "no clear difference between those that share a letter"
        return (
            Column(self.what[0], self.what[0], WORD),
            Column("worth", "worth", SIGNED, above, "interval", flat=main_columns, more_is="better"),
            Column("groups", "groups", WORD, no_difference),
            Column("differing", "games", COUNT, "games in which the total differs"),
            Column("says", "says"),
            *(column for column in OF_RIVALS if column.name in self.comparison.metrics.by_name),
            *self.MORE,
        )

    def conclusions(self) -> list[str]:
        """Which are worth something, in one sentence a kind."""
        return self.worths.in_words(
            {
                Verdict.BETTER: "Clearly worth points, the most valuable first",
                Verdict.WORSE: "Clearly cost points",
                Verdict.EQUAL: f"Worth nothing that matters (within {self.comparison.margin:g} points)",
                Verdict.OPEN: "No clear effect",
            }
        )

    def notes(self) -> list[str]:
        """What a reader should know."""
        at_once = f"Intervals and groups hold at 95% for all {self.what[1]} at once; margin and wins one by one."
        rest = [note for note in self.comparison.notes() if not is_about(note, AT_ONCE)]
        judged = any(one.verdict is Verdict.OPEN and one.estimate.says("+", "-", "") for one in self.worths)
        few = f"Open: fewer than {LEAST_DIFFERING} games differ, too few for a verdict. Play more games."
        return [*self.said, at_once, *[few] * judged, *rest]

    def description(self) -> Description:
        """A row a thing, and which are worth something."""
        first = self.comparison.experiments[0]
        facts = {"games": self.comparison.trials, "seed": first.seed, "against": self.base}
        facts |= {"margin": self.comparison.margin, **first.facts()}
        games = f"{self.comparison.trials:,} {first.TRIAL[1]} each, seed {first.seed}"
        title = f", paired: {first.title}, {games}, {self.comparison.company}"
        things = f"{len(self.worths)} {self.what[len(self.worths) != 1]}"
        return Description(things, title, facts, (self._table(), *self.conclusions()), self.notes())
