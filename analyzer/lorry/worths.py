"""Worth of several things (special boxes, dice, openings), each against games without it, with a ranking."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from analyzer.answers.comparison import AT_ONCE, Comparison
from analyzer.answers.description import (
    COUNT,
    SIGNED,
    WORD,
    Column,
    Described,
    Description,
    Form,
    Row,
    Table,
    main_columns,
)
from analyzer.answers.note import is_about
from analyzer.answers.numbers import signed
from analyzer.answers.worths import Worth, WorthTable
from analyzer.statistics.estimate import LEAST_DIFFERING, Verdict

VERDICT_WORDS = {
    Verdict.BETTER: "worth having",
    Verdict.WORSE: "costs",
    Verdict.EQUAL: "worth nothing",
    Verdict.OPEN: "open",
}
"""Words for each verdict against games without the thing."""
OF_RIVALS = (
    Column(
        "won",
        "wins",
        Form(lambda share: signed(100 * share, 1)),
        "change in the measured trader's chance to win, in percentage points",
    ),
    Column("own_points", "own points", SIGNED, "change in the measured trader's total"),
    Column("margin", None),
)
"""Further columns if the worth is a difference in margin, i.e. with rivals."""


@dataclass(frozen=True, repr=False)
class Worths(Described):
    """Worth of each of several things, such as special boxes or openings, from paired games.

    Attributes:
        comparison: comparison of the games with or without each thing.
        base: name of the games that all others are compared with.
        what: word for one thing, and for several.
        without: True if the games of `base` have all things, and each other run lacks one of them. False if `base` has
            none of them, and each other run has one.
        said: notes that the question adds to those of the games.
    """

    MORE: ClassVar[tuple[Column, ...]] = ()
    """Columns after all others."""

    comparison: Comparison
    base: str
    what: tuple[str, str]
    without: bool = False
    said: tuple[str, ...] = ()

    @cached_property
    def worths(self) -> WorthTable:
        """Worth of each thing, the largest first."""
        besides = ("margin", "won", "total")
        return WorthTable.of_comparison(self.comparison, self.base, self.what, without=self.without, besides=besides)

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per thing, as plain dicts."""
        return self._table().as_dicts()

    def _table(self) -> Table:
        """Return the table of worths, one row for each thing."""
        rows = [Row(self.values_of(one)) for one in self.worths]
        return Table("worths", self._columns(), rows, is_flat=True)

    def values_of(self, worth: Worth) -> dict[str, Any]:
        """Return the cells of one thing's table row, by name of column."""
        own = {"worth": worth.estimate, "groups": worth.groups, "differing": worth.differing, "played": worth.trials}
        besides = dict(worth.besides)
        if self.is_by_margin:
            besides["own_points"] = besides.pop("total")
        return {self.what[0]: worth.name, **own, "says": VERDICT_WORDS[worth.verdict], **besides}

    @property
    def is_by_margin(self) -> bool:
        """Whether worths are differences in margin; in games alone they are differences in total."""
        return bool(self.comparison.metrics.verdict_by)

    def _columns(self) -> tuple[Column, ...]:
        """Return the columns of the table of worths."""
        above = (
            f"{self.comparison.metrics.unit} gained, compared with {'games without it' if self.without else self.base}"
        )
        metric = self.comparison.metrics[self.comparison.score].label
        no_difference = "those that share a letter do not differ clearly"
        within = f"within {self.comparison.margin:g} {self.comparison.metrics.unit}"
        return (
            Column(self.what[0], self.what[0], WORD),
            Column("worth", "worth", SIGNED, above, "interval", flat=main_columns, more_is="better"),
            Column("groups", "groups", WORD, no_difference),
            Column("differing", "games", COUNT, f"games in which the {metric} differs at all"),
            Column(
                "played",
                "of" if self.comparison.ended_earlier else None,
                COUNT,
                "games played; fewer for those whose verdict was clear early" * bool(self.comparison.ended_earlier),
            ),
            Column("says", "verdict", explanation=f"at 95% confidence; worth nothing: {within}; open: not clear yet"),
            *OF_RIVALS * self.is_by_margin,
            *self.MORE,
        )

    def conclusions(self) -> list[str]:
        """Return a sentence for each verdict, naming the things with that verdict."""
        unit = self.comparison.metrics.unit
        sentences = self.worths.in_words(
            {
                Verdict.BETTER: "Clearly worth having",
                Verdict.WORSE: "Clearly cost more than they bring",
                Verdict.EQUAL: f"Worth nothing (within {self.comparison.margin:g} {unit})",
                Verdict.OPEN: "No clear effect",
            }
        )
        return [*self._worth_most(), *sentences, *self.disagreements()]

    def _worth_most(self) -> list[str]:
        """Return a sentence on the things that are worth most, in a list.

        The list is empty if fewer than two things are clearly worth having, or if every thing may be worth most.
        """
        better, leaders = self.worths.named(Verdict.BETTER), [one.name for one in self.worths.leaders]
        if len(better) < 2 or len(leaders) == len(self.worths.rows):
            return []
        alike = " (no clear difference between them)" * (len(leaders) > 1)
        return [f"Worth most{alike}: {', '.join(leaders)}."]

    def disagreements(self) -> list[str]:
        """Return sentences on things that clearly bring more own points but fewer wins, or the reverse."""
        if not self.is_by_margin:
            return []
        more, less = [], []
        for one in self.worths:
            points, wins = one.besides["total"], one.besides["won"]
            more += [one.name] * (points.low > 0 and wins.high < 0)
            less += [one.name] * (points.high < 0 and wins.low > 0)
        beginnings = (("Scores more, wins less", more), ("Scores less, wins more", less))
        return [f"{begins}: {', '.join(names)}." for begins, names in beginnings if names]

    def notes(self) -> list[str]:
        """Return notes for a reader of the numbers."""
        at_once = "Intervals and groups hold at 95% confidence for all of them at once."
        rest = [note for note in self.comparison.notes() if not is_about(note, AT_ONCE)]
        judged = any(one.verdict is Verdict.OPEN and one.estimate.in_words("+", "-", "") for one in self.worths)
        few = f"A verdict is also open where fewer than {LEAST_DIFFERING} games differ: play more games."
        return [*self.said, at_once, *[few] * judged, *rest]

    def description(self) -> Description:
        """Describe the worths: a row per thing, then the conclusions."""
        first = self.comparison.experiments[0]
        facts = {"games": self.comparison.trials, "seed": first.seed, "against": self.base}
        facts |= {"margin": self.comparison.margin, **first.facts()}
        most = "at most " * bool(self.comparison.ended_earlier)
        games = f"{most}{self.comparison.trials:,} {first.TRIAL[1]} each, seed {first.seed}"
        title = f", paired: {first.title}, {games}, {self.comparison.company}{self.comparison.metrics.judged}"
        things = f"{len(self.worths)} {self.what[len(self.worths) != 1]}"
        return Description(things, title, facts, (self._table(), *self.conclusions()), self.notes())
