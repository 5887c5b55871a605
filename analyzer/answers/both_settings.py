"""Comparison of the same ships in two settings, because a ship that is better in the field may be worse alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from analyzer.answers.comparison import Comparison
from analyzer.answers.description import (
    INTERVAL,
    NUMBER,
    WORD,
    Column,
    Described,
    Description,
    Form,
    Part,
    Row,
    Table,
    plain,
)
from analyzer.answers.note import THINKER, is_about
from analyzer.answers.origin import sentence_begins
from analyzer.statistics.estimate import Estimate, Verdict

MOST_TURNED = 3
"""The most pairs with reversed verdicts that get a sentence each."""
TURNED = {(Verdict.BETTER, Verdict.WORSE), (Verdict.WORSE, Verdict.BETTER)}
"""The pairs of contradictory verdicts: the verdict in one setting, and that in the other."""


@dataclass(frozen=True, repr=False)
class BothSettings(Described):
    """Two comparisons of the same subjects, e.g. ships: alone, and in a field of rivals.

    One of the two settings was requested; the other is added, because a verdict may be reversed in the other.
    The second comparison mostly has fewer trials than the first. A subject meets the same cards and dice in both
    settings, trial by trial. Statements on all pairs of subjects hold at 95% confidence in each setting.

    Attributes:
        main: The comparison in the requested setting.
        other: The comparison in the other setting.
    """

    main: Comparison
    other: Comparison

    def differs(self) -> bool:
        """Return whether the verdict on any pair is reversed in the other setting."""
        return bool(self.reversed_pairs())

    def reversed_pairs(self) -> list[tuple[str, str]]:
        """Return the pairs of subjects whose verdict is reversed in the other setting.

        Each pair is two names, that of the subject that is better in the requested setting first.
        """
        better = [row[self.main.word] for row in self.main.ranking()]
        verdicts = (((a, b), (self.main.verdict(a, b), self.other.verdict(a, b))) for a, b in combinations(better, 2))
        return [pair if both[0] is Verdict.BETTER else pair[::-1] for pair, both in verdicts if both in TURNED]

    def clear_in_one(self) -> list[tuple[str, str]]:
        """Return the pairs of subjects, by name, that differ clearly in one setting only."""
        named = combinations(self.main.names, 2)
        return [pair for pair in named if sum(one.verdict(*pair).tells_apart for one in self._both()) == 1]

    def in_words(self) -> Iterator[str]:
        """Yield sentences on what the other setting changes."""
        pairs, turned, unlike = (
            len(self.main.names) * (len(self.main.names) - 1) // 2,
            self.reversed_pairs(),
            self.clear_in_one(),
        )
        trials = self.main.experiments[0].TRIAL[1]
        same = f"of the same {trials}" if self.other.trials <= self.main.trials else f"{trials} under the same seed"
        there = f"{sentence_begins(self.other.setting)} ({self.other.trials:,} {same} each)"
        if not turned:
            yield f"{there} {self._partly_unlike(unlike, pairs) if unlike else self._alike(pairs)}."
            return
        if pairs == 1:
            yield f"{there} it is the other way round:"
        else:
            change = f"the ranking differs: {len(turned)} of {pairs} pairs are clearly the other way round"
            yield f"{there} {change}{self._another_first()}."
        for a, b in turned[:MOST_TURNED]:
            yield self.other.verdict_in_words(a, b)
        if len(turned) > MOST_TURNED:
            yield f"And {len(turned) - MOST_TURNED} more."

    def _partly_unlike(self, unlike: Sequence[tuple[str, str]], pairs: int) -> str:
        """Return a clause saying that no ranking is reversed, but that some pairs differ clearly in one setting only.

        Args:
            unlike: The pairs that differ clearly in one setting only, by name.
            pairs: The number of all pairs of subjects.
        """
        if pairs == 1:
            setting = next(one.setting for one in self._both() if one.verdict(*unlike[0]).tells_apart)
            return f"the order is not reversed; the two differ clearly only {setting}"
        return f"no order is reversed; {len(unlike)} of {pairs} pairs differ clearly in only one of the two settings"

    def _alike(self, pairs: int) -> str:
        """Return a clause saying that the same pairs of subjects differ clearly in both settings.

        Args:
            pairs: The number of pairs of subjects.
        """
        apart = sum(self.main.verdict(*pair).tells_apart for pair in combinations(self.main.names, 2))
        if apart == pairs:
            return "the ranking is the same"
        if not apart:
            return "the two do not clearly differ either" if pairs == 1 else "no pair clearly differs either"
        return f"the same {apart} of {pairs} pairs clearly differ, in the same order"

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each subject and setting: its possible ranks, and its score with 95% interval.

        Subjects are in the order of the requested setting, the best first.
        """
        rows = []
        ranked = [row[self.main.word] for row in self.main.ranking()]
        for name in ranked:
            for one in self._both():
                first, last = places(one, name)
                mean, low, high = one.results[one.names.index(name)].measured(one.score)
                row = {self.main.word: name, "setting": one.setting, "place": first, "last_place": last}
                rows.append(row | {one.score: mean, "low": low, "high": high})
        return rows

    def heading(self) -> str:
        """Return one line that names the compared subjects and both settings."""
        return f"{self.main.heading()}; and {self.other.company}, {self.other.trials:,} each"

    def description(self) -> Description:
        """Return the requested comparison and what the other setting changes, with a table if a verdict is reversed."""
        description = self.main.description()
        first, *others = self.in_words()
        both: list[Part] = [self.in_both(), *others] if self.differs() else []
        return replace(description, parts=[*description.parts, first, *both], notes=self.notes(), flat=self.rows)

    def in_both(self) -> Table:
        """Return a table with a row for each subject: its possible ranks and mean score in each setting."""
        word, score = self.main.word, self.main.score
        columns = [Column(word, word, WORD)]
        for setting in (self.main.setting, self.other.setting):
            columns.append(Column(f"{setting} place", f"{setting}: place", Form(str)))
            columns.append(Column(f"{setting} score", score, NUMBER, interval=INTERVAL))
        values: dict[str, dict[str, Any]] = {}
        for row in self.rows():
            estimate = Estimate(row[score], row["low"], row["high"])
            places_and_score = {"place": place_in_words(row), "score": estimate}
            beside = {f"{row['setting']} {name}": value for name, value in places_and_score.items()}
            values.setdefault(row[word], {word: row[word]}).update(beside)
        return Table("", columns, [Row(each) for each in values.values()])

    def notes(self) -> list[str]:
        """Return the notes on both settings without repetitions; the note on a thinker is that of the first setting."""
        mine = self.main.notes()
        is_told = any(is_about(note, THINKER) for note in mine)
        others = [note for note in self.other.notes() if not (is_told and is_about(note, THINKER))]
        return list(dict.fromkeys([*mine, *others]))

    def as_dict(self) -> dict[str, Any]:
        """Return the requested comparison in plain types, with a summary of the other setting in it."""
        facts = self.other.facts() | {"notes": self.other.notes()}
        brief = {key: facts[key] for key in ("setting", "rivals", "flown", "ranking", "pairs", "notes")}
        turned = [list(pair) for pair in self.reversed_pairs()]
        brief |= {"differs": self.differs(), "turned": turned, "words": [*self.in_words()]}
        together: dict[str, Any] = self.main.as_dict() | {"other_setting": plain(brief)}
        return together

    def _another_first(self) -> str:
        """Return a clause that names the clear winner in the other setting.

        It is "" if no subject surely ranks first there, or if the same subject is first in the requested setting.
        """
        best = self.other.ranking()[0][self.other.word]
        if best == self.main.ranking()[0][self.main.word] or places(self.other, best) != (1, 1):
            return ""
        return f", and {best} comes first"

    def _both(self) -> tuple[Comparison, Comparison]:
        """Return the comparisons in the requested setting and in the other one."""
        return self.main, self.other


def paired_up(results: Sequence[Comparison]) -> list[Comparison | BothSettings]:
    """Join each comparison with its neighbour in the list if both compare the same subjects in different settings.

    Args:
        results: The comparisons in the order in which they were run, the requested setting first.
    """
    answers: list[Comparison | BothSettings] = []
    for result in results:
        before = answers[-1] if answers else None
        if isinstance(before, Comparison) and before.names == result.names and before.setting != result.setting:
            # the requested setting was run first
            answers[-1] = BothSettings(before, result)
        else:
            answers.append(result)
    return answers


def place_in_words(row: dict[str, Any]) -> str:
    """Return the possible ranks of a row's subject, e.g. `2`, or `2 to 4` if neighbours do not differ clearly."""
    first, last = row["place"], row["last_place"]
    return str(first) if first == last else f"{first} to {last}"


def places(compared: Comparison, name: str) -> tuple[int, int]:
    """Return the best and the worst possible rank of a subject, from 1.

    Only subjects that are clearly better surely rank before it, and only clearly worse ones surely behind it.
    """
    verdicts = [compared.verdict(other, name) for other in compared.names if other != name]
    return 1 + verdicts.count(Verdict.BETTER), 1 + len(verdicts) - verdicts.count(Verdict.WORSE)
