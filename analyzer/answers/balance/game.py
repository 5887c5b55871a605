"""Balance report that measures cards, modules, planets or boxes by pairs of games, with and without each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from analyzer.answers.balance.report import BalanceReport, Dot, verdicts_in_words
from analyzer.answers.balance.things import Judge, Measured, Part
from analyzer.answers.balance.tiles import Target, Tile, held_tile, judged_tile, overall
from analyzer.answers.balance.verdicts import (
    MEANINGS,
    VERDICT,
    VERDICT_COLUMNS,
    confidence_of_checks,
    effect,
    flat,
    judgement,
)
from analyzer.answers.description import (
    COUNT,
    INTERVAL,
    NUMBER,
    PERCENT,
    WORD,
    Column,
    Description,
    Row,
    Table,
    in_percent,
)
from analyzer.answers.numbers import signed
from analyzer.errors import AnalyzerError, one_of
from analyzer.statistics.estimate import Estimate

FIRST_COLUMNS = ("name", "group", "verdict", "effect", "printed", "why")
"""Columns of a table of things that a page shows at first."""


@dataclass(frozen=True)
class Held:
    """Measured numbers of an edition that are held to one target, e.g. the advantage of each captain in games won.

    Attributes:
        name: name of the table.
        title: title of the tile that sums up the table.
        target: the target.
        what: heading of the column of names.
        note: what the numbers are.
        values: the numbers by name; their intervals hold together.
    """

    name: str
    title: str
    target: Target
    what: str
    note: str
    values: Mapping[str, Estimate]

    def table(self) -> Table:
        """Return the table of the measured numbers."""
        is_share = self.target.words.endswith("%")
        rows = [
            Row({"name": name, "verdict": self.target.verdict(value), "value": value})
            for name, value in self.values.items()
        ]
        columns = (
            Column("name", self.what, WORD),
            Column("verdict", f"target: {self.target.words}", WORD),
            Column("value", "share" if is_share else "points", PERCENT if is_share else NUMBER,
                   f"{self.note}; intervals hold for all rows at once", INTERVAL, flat=flat),
        )  # fmt: skip
        return Table(self.name, columns, rows, self.note)

    def sentences(self) -> Iterator[str]:
        """Yield one sentence that lists all the measured numbers."""
        shown = in_percent if self.target.words.endswith("%") else signed
        each = "; ".join(
            f"{name} {shown(value.mean)} ({shown(value.low)} to {shown(value.high)})"
            for name, value in self.values.items()
        )
        yield f"{self.title.capitalize()}, {self.note}: {each}."


@dataclass(frozen=True)
class Changes:
    """Differences between two editions: of their tables, and of the effects of things that both have.

    Attributes:
        other: name of the other edition.
        tables: sentences on the rows of tables that differ.
        effects: part, name and difference of each thing: its effect in the edition minus its effect in the other one.
    """

    other: str
    tables: Sequence[str]
    effects: Sequence[tuple[Part, str, Estimate]]

    def table(self) -> Table:
        """Return the table of differences, the largest of each part first."""
        rows = [
            Row({"what": part.noun, "name": name, "difference": difference, "unit": part.effect})
            for part, name, difference in self.effects
        ]
        rows.sort(key=lambda row: (row.values["what"], -abs(row.values["difference"].mean)))
        meaning = f"effect minus that in {self.other}; intervals hold for all {len(rows)} rows at once"
        columns = (
            Column("what", "what", WORD),
            Column("name", "which", WORD),
            effect("difference", "difference", meaning, more_is=""),
            Column("unit", "in", WORD),
        )
        return Table(CHANGES, columns, rows, f"what differs from {self.other}", labels=2)

    def sentences(self) -> Iterator[str]:
        """Yield sentences on tables that differ, then on effects that clearly differ."""
        more = f"; and {len(self.tables) - MOST_NAMED} more" * (len(self.tables) > MOST_NAMED)
        yield f"Tables that differ from {self.other}: {'; '.join(self.tables[:MOST_NAMED]) or 'none'}{more}."
        clear = sorted(
            (one for one in self.effects if not one[-1].low <= 0 <= one[-1].high), key=lambda one: -abs(one[-1].mean)
        )
        yield f"Of {len(self.effects)} things that both editions have, {len(clear) or 'none'} clearly differ."
        for part, name, (mean, low, high) in clear[:3]:
            yield f"{name}: {signed(mean)} ({signed(low)} to {signed(high)}) {part.effect} compared with {self.other}."


CHANGES, MOST_NAMED = "changes", 6
"""Name of the table of differences between two editions, and largest number of table rows that a sentence names."""


@dataclass(frozen=True, repr=False)
class GameBalance(BalanceReport):
    """A balance report that measures each thing by pairs of games, with and without it.

    Attributes:
        edition: name of the edition.
        trials: number of trials of each thing before its verdict is checked for the first time.
        seed: seed of the report.
        parts: the parts of the report.
        measured: effects of the things by name of the part.
        held: numbers that are compared with targets.
        remarks: notes on how the numbers were measured.
        version: version that the edition's folder names; "" without one.
        command: command line that made the report; empty for a call in Python.
        changes: differences from another edition; None if none is named.
        top: number of rows of a long table that people see first.
    """

    edition: str
    trials: int
    seed: int
    parts: tuple[Part, ...]
    measured: Mapping[str, tuple[Measured, ...]]
    held: tuple[Held, ...]
    remarks: tuple[str, ...] = ()
    version: str = ""
    command: str = ""
    changes: Changes | None = None
    top: int = 10

    TRIAL: ClassVar[str] = "pairs of games"
    """Word for several trials."""
    DOTS: ClassVar[tuple[str, ...]] = ("cards",)
    """Parts whose things the strip plot shows."""

    @cached_property
    def tables(self) -> dict[str, Table]:
        """All tables by name, as in JSON."""
        changes = {CHANGES: replace(self.changes.table(), visible_rows=self.top)} if self.changes else {}
        things = {part.name: self._things(part) for part in self.parts}
        return changes | things | {one.name: one.table() for one in self.held}

    @cached_property
    def sentences(self) -> dict[str, list[str]]:
        """Conclusions from each table as sentences, by name of the table."""
        changes = {CHANGES: [*self.changes.sentences()]} if self.changes else {}
        said = {
            part.name: [*verdicts_in_words(self.rows_of(part.name), part.nouns, lambda row: str(row["name"]))]
            for part in self.parts
        }
        return changes | said | {one.name: [*one.sentences()] for one in self.held}

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """Verdict on each part, with the number on which it rests."""
        judged = [judged_tile(part.name, part.nouns, self.rows_of(part.name), "effect", "name") for part in self.parts]
        held = [held_tile(one.name, one.title, one.target, [*one.values.items()], one.note) for one in self.held]
        return *judged, *held

    def dots(self) -> Mapping[str, Sequence[Dot]]:
        """Return the dots of the strip plot, by group: a dot for each listed thing of the parts in `DOTS`."""
        groups: dict[str, list[Dot]] = {}
        for part in (part for part in self.parts if part.name in self.DOTS):
            groups |= {one.thing.group: [] for one in self.measured[part.name] if one.thing.is_listed}
            for row in self.rows_of(part.name):
                groups[row["group"]].append(Dot(row["name"], row["effect"], row["verdict"], bool(row["is_own"])))
        return groups

    def logged(self) -> dict[str, Any]:
        """Return the data for the edition's log: number of pairs of games of each thing, and all things by part."""
        kept = ("name", "group", "verdict", "effect", "is_own")
        parts = {part.name: [{one: row[one] for one in kept} for row in self.rows_of(part.name)] for part in self.parts}
        return {"games": self.trials, **parts}

    def first_table(self, name: str) -> Table:
        """Return a table with the columns that a page shows at first."""
        table = replace(self.tables[name], visible_rows=None, title="")
        if name not in {part.name for part in self.parts}:
            return table
        by_name = {column.name: column for column in table.columns}
        return replace(table, columns=[by_name[one] for one in FIRST_COLUMNS], labels=1)

    def description(self) -> Description:
        """Describe the edition: verdicts, sentences and tables."""
        facts: dict[str, Any] = {
            "edition": self.edition,
            "games": self.trials,
            "seed": self.seed,
            "version": self.version,
            "verdicts": {tile.name: tile.as_dict() for tile in self.tiles},
            "sentences": self.sentences,
        }
        if self.changes:
            facts["against"] = self.changes.other
        parts: list[Any] = [overall(self.edition, self.tiles)[1]]
        parts += [part for name, table in self.tables.items() for part in (*self.sentences[name], table)]
        version = f", version {self.version}" * bool(self.version)
        title = f"{version}: balance report, {self.trials:,} {self.TRIAL} of each thing, seed {self.seed}"
        return Description(f"The {self.edition} edition", title, facts, parts, self.notes())

    def notes(self) -> list[str]:
        """Return the notes shown below the answer."""
        again = "A thing whose verdict is open was played up to 16 times as often. " if self.parts else ""
        intervals = "Intervals are at 95% confidence and hold for all rows of their table at once."
        return [*self.remarks, again + intervals]

    def _things(self, part: Part) -> Table:
        """Return the table of a part: the most urgent verdicts first; of equal verdicts, the lowest effects first."""
        measured = self.measured[part.name]
        judge = Judge(part, measured, confidence_of_checks(len(measured)))
        rows = [
            Row(
                {"name": one.thing.name, "group": one.thing.group, "effect": judge.effects[one.thing]}
                | judgement(judge.judged(one))
                | {"changed": one.changes().mean, "trials": one.trials},
                bold=one.thing.is_own,
            )
            for one in judge.measured
            if one.thing.is_listed
        ]
        rows.sort(key=lambda row: ([*MEANINGS].index(row.values["verdict"]), row.values["effect"].mean))
        columns = (
            Column("name", part.noun, WORD),
            Column("group", part.group, WORD),
            VERDICT,
            effect("effect", part.effect, f"{part.meaning}; intervals hold for all {len(measured)} rows at once"),
            *VERDICT_COLUMNS,
            Column("changed", "does\nsomething", PERCENT, f"share of {self.TRIAL} in which it brings anything at all"),
            Column("trials", "pairs of\ngames", COUNT),
        )
        return Table(part.name, columns, rows, part.meaning, labels=1, visible_rows=self.top)


def captains_by_style(named: Sequence[str]) -> list[str]:
    """Return the names of captains without `expert`, who wins by better play and not by its style."""
    return [name for name in named if name != "expert"]


def who_plays(players: str, sections: Sequence[str]) -> str:
    """Return a sentence on the captain of all players, with a space behind it; "" if every section compares captains.

    Args:
        players: the sentence without its full stop.
        sections: sections of the report.

    >>> who_plays("Both have captain bold", ["cards", "captains"])
    'Both have captain bold, except in the table captains. '
    """
    compared = [name for name in ("captains", "luck") if name in sections]
    if compared and len(compared) == len(sections):
        return ""
    tables = f", except in the table{'s' * (len(compared) > 1)} {' and '.join(compared)}"
    return f"{players}{tables * bool(compared)}. "


def checked_sections(only: Sequence[str], sections: Sequence[str]) -> Sequence[str]:
    """Return the sections to measure, all if none is named; raise AnalyzerError for an unknown name."""
    for name in only:
        if name not in sections:
            raise AnalyzerError(f"only {name!r}: {one_of(name, sections)}")
    return [*dict.fromkeys(only)] or sections
