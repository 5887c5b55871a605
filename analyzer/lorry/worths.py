"""What each of several things is worth, against games without it: one ranked answer that holds for all at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from analyzer.answers.comparison import AT_ONCE, Comparison
from analyzer.answers.described import Described
from analyzer.answers.description import COUNT, SIGNED, WORD, Column, Description, Form, Row, Table, main_columns
from analyzer.answers.note import is_about
from analyzer.statistics.estimate import LEAST_DIFFERING, Estimate, Verdict
from analyzer.statistics.letters import letters

SAYS = {
    Verdict.BETTER: "worth having",
    Verdict.WORSE: "costs",
    Verdict.EQUAL: "nothing that counts",
    Verdict.OPEN: "open",
}
"""A verdict against games without the thing, in words."""
OF_RIVALS = (Column("margin", "margin", SIGNED), Column("won", "wins", Form(lambda share: f"{share:+.1%}")))


@dataclass(frozen=True)
class Worth:
    """A thing by name: what it brings in total, with the interval that holds for all things at once, in how many games
    it changes the total; what it brings in margin over the best rival and in chance to win (None alone), each with the
    interval of this one alone; groups: things that share a letter cannot be told apart; verdict: with
    it against without."""

    name: str
    total: Estimate
    differing: int
    margin: Estimate | None
    won: Estimate | None
    groups: str
    verdict: Verdict

    @property
    def says(self) -> str:
        """The verdict in words."""
        return SAYS[self.verdict]


@dataclass(frozen=True, repr=False)
class Worths(Described):
    """Things by what they are worth. `base`: the name of the games against which all others are told; without: those
    are games without the thing, not with it; what: what a thing is called, and several."""

    MORE: ClassVar[tuple[Column, ...]] = ()
    """Columns behind the others."""

    comparison: Comparison
    base: str
    what: tuple[str, str]
    without: bool = False
    said: tuple[str, ...] = ()

    @cached_property
    def worths(self) -> tuple[Worth, ...]:
        """Each of them, the one that is worth most first."""
        found, contest = self.comparison, self.comparison.contest
        base = found.names.index(self.base)
        sign = -1 if self.without else 1
        means = {number: sign * contest.surely(number, base).mean for number in range(len(found.names))}
        order = sorted((number for number in means if number != base), key=lambda number: -means[number])
        pairs = ((i, j) for i in range(len(order)) for j in range(i + 1, len(order)))
        apart = [(i, j) for i, j in pairs if contest.verdict(order[i], order[j]).tells_apart]
        return tuple(
            self._worth(number, base, group) for number, group in zip(order, letters(len(order), apart), strict=True)
        )

    def _worth(self, number: int, base: int, groups: str) -> Worth:
        found, contest = self.comparison, self.comparison.contest
        one, other = (base, number) if self.without else (number, base)
        a, b = found.names[one], found.names[other]
        margin, won = (
            found.difference(a, b, metric) if metric in found.metrics.by_name else None for metric in ("margin", "won")
        )
        told = contest.surely(one, other), contest.differing(one, other), margin, won
        return Worth(found.names[number], *told, groups, contest.verdict(one, other))

    def rows(self) -> list[dict[str, Any]]:
        """One row a thing."""
        return self._table().as_dicts()

    def _table(self) -> Table:
        rows = [Row(self.values_of(one)) for one in self.worths]
        return Table("worths", self._columns(), rows, flat_json=True)

    def values_of(self, worth: Worth) -> dict[str, Any]:
        """What stands in the row of a thing."""
        return vars(worth) | {self.what[0]: worth.name, "worth": worth.total, "says": worth.says}

    def _columns(self) -> tuple[Column, ...]:
        more_than = "in games without it" if self.without else self.base
        no_difference = "between things that share a letter there is no clear difference"
        return (
            Column(self.what[0], self.what[0], WORD),
            Column("worth", "worth", SIGNED, f"points more than {more_than}", "interval", flat=main_columns),
            Column("groups", "groups", WORD, no_difference),
            Column("differing", "games", COUNT, "those in which the total differs"),
            Column("says", "says"),
            *(OF_RIVALS if self.worths[0].won else ()),
            *self.MORE,
        )

    def conclusions(self) -> list[str]:
        """Which are worth something, in one sentence a kind."""
        words = {
            Verdict.BETTER: "Surely worth points, those worth most first",
            Verdict.WORSE: "Surely cost points",
            Verdict.EQUAL: f"Worth nothing that counts (within {self.comparison.margin:g} points)",
            Verdict.OPEN: "Cannot be told from nothing",
        }
        return self._by_verdict(words)

    def _by_verdict(self, words: dict[Verdict, str]) -> list[str]:
        """A sentence a verdict, with the things of which it is true."""
        named = {verdict: [one.name for one in self.worths if one.verdict is verdict] for verdict in words}
        return [f"{begins}: {', '.join(named[verdict])}." for verdict, begins in words.items() if named[verdict]]

    def notes(self) -> list[str]:
        """What a reader should know."""
        at_once = f"intervals and groups hold with 95% for all {self.what[1]} at once; those of margin and wins for one"
        rest = [note for note in self.comparison.notes() if not is_about(note, AT_ONCE)]
        apart = (one for one in self.worths if one.total.low > 0 or one.total.high < 0)
        judged = any(one.verdict is Verdict.OPEN for one in apart)
        few = f"where fewer than {LEAST_DIFFERING} games differ nothing is judged, whatever the interval: play more"
        return [*self.said, at_once, *[few] * judged, *rest]

    def description(self) -> Description:
        """A row a thing, and which are worth something."""
        first = self.comparison.experiments[0]
        facts = {"games": self.comparison.trials, "seed": first.seed, "against": self.base}
        facts |= {"margin": self.comparison.margin, **first.facts()}
        games = f"{self.comparison.trials:,} {first.TRIAL[1]} each, seed {first.seed}"
        title = f", paired: {first.title}, {games}, {self.comparison.company}"
        things = f"{len(self.worths)} {self.what[1]}"
        return Description(things, title, facts, (self._table(), *self.conclusions()), self.notes())
