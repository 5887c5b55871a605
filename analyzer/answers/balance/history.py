"""Log of the balance reports on an edition, kept in its folder, and the verdicts on its versions side by side."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, TypeVar

from analyzer.answers.balance import things
from analyzer.answers.balance.report import BalanceReport
from analyzer.answers.balance.verdicts import VERDICT, flat
from analyzer.answers.description import COUNT, INTERVAL, SIGNED, WORD, Column, Described, Description, Part, Row, Table
from analyzer.answers.edition import EditionCalls
from analyzer.answers.numbers import with_noun
from analyzer.errors import AnalyzerError, Fault, as_argument
from analyzer.files.places import write_whole
from analyzer.statistics.estimate import Estimate

LOG = "balance.jsonl"
"""Name of the file in an edition's folder that holds a line for each report."""
Effects = dict[tuple[str, ...], dict[str, tuple[Estimate | None, str]]]
"""Effect and verdict of each thing, by the words that name it and then by version."""


class LoggedTable(NamedTuple):
    """A table of a report whose effects and verdicts are kept in a log.

    Args:
        name: name of the table, e.g. `cards`.
        labels: headings of the columns that name a thing, e.g. card and level.
        value: name of the column of effects.
        meaning: what an effect is.
        key: function that returns the words that name a thing in the log, one for each label.
    """

    name: str
    labels: tuple[str, ...]
    value: str
    meaning: str
    key: Callable[[Mapping[str, Any]], tuple[str, ...]]


def log_of(calls: EditionCalls[Any], key: str) -> Path | None:
    """Return the path of an edition's log; None for an edition without a folder."""
    folder = calls.folders.shelf.own.FOLDERS.get(key)
    return None if folder is None else Path(folder, LOG)


def log_run(answer: BalanceReport, key: str, path: Path) -> None:
    """Add a report on the edition with this key to a log; raise AnalyzerError if the file cannot be written."""
    head = {
        "date": datetime.now().astimezone().isoformat(timespec="seconds"),
        "key": getattr(key, "whole", key),
        "edition": answer.edition,
        "version": answer.version,
        "seed": answer.seed,
        "verdicts": {tile.name: tile.as_dict() for tile in answer.tiles},
    }
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    write_whole(path, f"{before}{json.dumps(head | answer.logged())}\n")


@dataclass(frozen=True, repr=False)
class EditionHistory(Described):
    """Base class of histories: the reports on one edition in the order of their dates.

    Attributes:
        TRIALS: word for the trials of a report, and name of the field of the log that has their number.
        edition: name of the edition.
        runs: lines of the log.
    """

    TRIALS: ClassVar[str] = "games"

    edition: str
    runs: tuple[Mapping[str, Any], ...]

    @property
    def logged(self) -> Sequence[LoggedTable]:
        """Tables whose effects the log keeps, the most important first."""
        raise NotImplementedError

    @property
    def versions(self) -> dict[str, Mapping[str, Any]]:
        """The latest report of each version; if an edition names no version, the end of its key stands for it."""
        return {run["version"] or run["key"].rpartition("@")[2]: run for run in self.runs}

    def effects(self, name: str | None = None) -> Effects:
        """Return effect and verdict of each thing in a table, by version; only the edition's own things if it has any.

        Args:
            name: name of the table; None for the first.
        """
        table = next(one for one in self.logged if name in (None, one.name))
        things = [(version, thing) for version, run in self.versions.items() for thing in run.get(table.name, ())]
        # Lines that earlier releases wrote do not say which components are the edition's own.
        has_own = any(thing.get("is_own") for _, thing in things)
        effects: Effects = {}
        for version, thing in things:
            if thing.get("is_own") or not has_own:
                effect = Estimate(*thing[table.value]) if thing[table.value] else None
                effects.setdefault(table.key(thing), {})[version] = effect, thing["verdict"]
        return dict(sorted(effects.items()))

    def description(self) -> Description:
        """Describe the effect of each thing in each version, table by table."""
        tables = [self._table(one) for one in self.logged]
        facts = {"edition": self.edition, "versions": {name: run["date"] for name, run in self.versions.items()}}
        said = []
        for name, run in self.versions.items():
            verdicts = "; ".join(f"{part} {tile['verdict']}" for part, tile in run["verdicts"].items())
            said.append(f"Latest verdicts of version {name}: {verdicts}.")
        title = f": {with_noun(len(self.runs), 'balance report')}, {len(self.versions)} of them shown"
        parts: list[Part] = [*said, *([table for table in tables if table.rows] or tables[:1])]
        return Description(f"The {self.edition} edition", title, facts, parts, [])

    def _table(self, logged: LoggedTable) -> Table:
        """Return a table with a row for each version of a thing."""
        rows = [
            Row(
                dict(zip(logged.labels, key, strict=True))
                | {"version": version, "date": self.versions[version]["date"][:10], "verdict": verdict}
                | {logged.value: effect, self.TRIALS: self.versions[version][self.TRIALS]}
            )
            for key, versions in self.effects(logged.name).items()
            for version, (effect, verdict) in versions.items()
        ]
        columns = (
            *(Column(label, label, WORD) for label in logged.labels),
            Column("version", "version", WORD),
            Column("date", "date", WORD),
            VERDICT,
            Column(logged.value, logged.value, SIGNED, logged.meaning, INTERVAL, missing=("-", ""), flat=flat),
            Column(self.TRIALS, self.TRIALS, COUNT, f"number of {self.TRIALS} that the report was asked for"),
        )
        return Table(logged.name, columns, rows, f"{logged.name} by version", labels=len(logged.labels) + 2)


@dataclass(frozen=True, repr=False)
class GameHistory(EditionHistory):
    """The reports on an edition whose things are measured by pairs of games.

    Attributes:
        parts: the parts of a report.
    """

    parts: tuple[things.Part, ...] = ()

    @property
    def logged(self) -> Sequence[LoggedTable]:
        """Tables whose effects the log keeps: one for each part."""
        return [
            LoggedTable(one.name, (one.noun, one.group), "effect", one.meaning, lambda it: (it["name"], it["group"]))
            for one in self.parts
        ]


History = TypeVar("History", bound=EditionHistory)


def read_history(
    calls: EditionCalls[Any], edition: object, make: Callable[[str, tuple[Mapping[str, Any], ...]], History]
) -> History:
    """Return the verdicts of all balance reports on an edition, by version.

    Args:
        calls: the game's calls on editions.
        edition: folder of the edition, or the edition itself.
        make: function from the edition's name and the lines of its log to the answer.

    Raises:
        AnalyzerError: for an edition without a folder, without reports, or with a log that cannot be read.
    """
    key = calls.key_of(edition)
    path, runs = log_of(calls, key), []
    if path is None:
        raise AnalyzerError(f"history: {key} comes with the program and has no log: name your edition's folder")
    if not path.exists():
        command = f"{calls.folders.shelf.command.removesuffix('edition')}balance {as_argument(path.parent)}"
        raise AnalyzerError(f"history: {path} is missing: `{command}` begins it")
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            run = json.loads(line)
            runs.append(run)
            make(f"{key}", (run,)).description()
        except (ValueError, KeyError, TypeError, AttributeError):
            raise AnalyzerError(Fault("is no line of a balance log: delete it", str(path), number)) from None
    return make(f"{key}", tuple(runs))
