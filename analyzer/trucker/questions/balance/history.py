"""Log of the balance reports on an edition, kept in its folder, and the verdicts on its versions side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from analyzer.answers.balance.verdicts import VERDICT, flat
from analyzer.answers.description import (
    COUNT,
    INTERVAL,
    SIGNED,
    WORD,
    Column,
    Described,
    Description,
    Part,
    Row,
    Table,
    in_words,
)
from analyzer.errors import AnalyzerError, Fault, as_argument
from analyzer.files.places import write_whole
from analyzer.statistics.estimate import Estimate
from analyzer.trucker.edition import OwnEdition
from analyzer.trucker.questions.balance.answer import Balance
from analyzer.trucker.questions.balance.tables import IN_FIELD
from analyzer.trucker.questions.edition import CALLS, EditionLike

LOG = "balance.jsonl"
"""Name of the file in an edition's folder that holds a line for each report."""


def log_of(key: str) -> Path | None:
    """Return the path of an edition's log; None for an edition without a folder."""
    folder = OwnEdition.FOLDERS.get(key)
    return None if folder is None else Path(folder, LOG)


def log_run(answer: Balance, path: Path) -> None:
    """Add a report to a log; raise AnalyzerError if the file cannot be written."""
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    write_whole(path, f"{before}{json.dumps(record_of(answer))}\n")


def record_of(answer: Balance) -> dict[str, Any]:
    """Return the line of the log about a report: edition, date, settings and verdicts."""
    return {
        "date": datetime.now().astimezone().isoformat(timespec="seconds"),
        "key": getattr(answer.key, "whole", answer.key),
        "edition": answer.edition,
        "version": answer.version,
        "seed": answer.seed,
        "flights": answer.flights,
        "levels": [*answer.levels],
        "verdicts": {tile.name: tile.as_dict() for tile in answer.tiles},
        "cards": [
            {
                "cards": [*row["cards"]],
                "name": row["name"],
                "level": row["level"],
                "verdict": row["verdict"],
                "credits": [*row["credits"]],
                "is_own": row["is_own"],
            }
            for row in _rows(answer, "cards")
            if row["setting"] == IN_FIELD
        ],
        "components": [
            {
                "kind": row["kind"],
                "verdict": row["verdict"],
                "worth": row["worth"] and [*row["worth"]],
                "is_own": row["is_own"],
            }
            for row in _rows(answer, "components")
        ],
    }


def _rows(answer: Balance, table: str) -> Iterator[Mapping[str, Any]]:
    """Yield the values of a table's rows; none if it was not measured."""
    if table in answer.tables:
        yield from (row.values for row in answer.tables[table].rows)


@dataclass(frozen=True, repr=False)
class BalanceHistory(Described):
    """Reports on an edition in the order of their dates.

    Attributes:
        edition: name of the edition.
        runs: lines of the log.
    """

    edition: str
    runs: tuple[Mapping[str, Any], ...]

    @property
    def versions(self) -> dict[str, Mapping[str, Any]]:
        """The latest report of each version; tables without a version are named by the end of their key."""
        return {run["version"] or run["key"].rpartition("@")[2]: run for run in self.runs}

    def effects(self) -> dict[tuple[str, str], dict[str, tuple[Estimate, str]]]:
        """Return effect and verdict of each card at each level, by version.

        If the edition has cards of its own, only these are listed.
        """
        cards = [(version, card) for version, run in self.versions.items() for card in run["cards"]]
        has_own = any(card["is_own"] for _, card in cards)
        effects: dict[tuple[str, str], dict[str, tuple[Estimate, str]]] = {}
        for version, card in cards:
            if card["is_own"] or not has_own:
                numbers = ", ".join(map(str, card["cards"]))
                key = f"no. {numbers}", card["level"]
                effects.setdefault(key, {})[version] = Estimate(*card["credits"]), card["verdict"]
        return dict(sorted(effects.items()))

    def worths(self) -> dict[str, dict[str, tuple[Estimate | None, str]]]:
        """Return worth and verdict of each kind of component, by version; only the edition's own kinds if it has any.

        Reports of earlier releases do not say which kinds are the edition's own.
        """
        kinds = [(version, kind) for version, run in self.versions.items() for kind in run.get("components", ())]
        has_own = any(kind.get("is_own") for _, kind in kinds)
        worths: dict[str, dict[str, tuple[Estimate | None, str]]] = {}
        for version, kind in kinds:
            if kind.get("is_own") or not has_own:
                worth = Estimate(*kind["worth"]) if kind["worth"] else None
                worths.setdefault(kind["kind"], {})[version] = worth, kind["verdict"]
        return dict(sorted(worths.items()))

    def description(self) -> Description:
        """Describe the effect of each card, and the worth of each kind of component, in each version."""
        tables = [
            self._table("cards", ("card", "level"), "credits", "what one meeting brings good ships on average",
                        self.effects()),
            self._table("components", ("component",), "worth", "credits a flight above a plain structural component",
                        {(in_words(kind),): versions for kind, versions in self.worths().items()}),
        ]  # fmt: skip
        facts = {"edition": self.edition, "versions": {name: run["date"] for name, run in self.versions.items()}}
        said = [f"Latest verdicts of version {name}: {_verdicts(run)}." for name, run in self.versions.items()]
        title = f": {len(self.runs)} balance report{'s' * (len(self.runs) != 1)}, {len(self.versions)} of which shown"
        parts: list[Part] = [*said, *([table for table in tables if table.rows] or tables[:1])]
        return Description(f"The {self.edition} edition", title, facts, parts, [])

    def _table(
        self,
        name: str,
        labels: tuple[str, ...],
        value: str,
        meaning: str,
        things: Mapping[Any, Mapping[str, tuple[Estimate | None, str]]],
    ) -> Table:
        """Return a table with a row for each version of a card or a kind of component.

        Args:
            name: name of the table.
            labels: columns that name the card or kind.
            value: column of its effect or worth.
            meaning: explanation of that column.
            things: effect and verdict of each card or kind, by version.
        """
        rows = [
            Row(
                dict(zip(labels, key, strict=True))
                | {"version": version, "date": self.versions[version]["date"][:10], "verdict": verdict}
                | {value: effect, "flights": self.versions[version]["flights"]}
            )
            for key, versions in things.items()
            for version, (effect, verdict) in versions.items()
        ]
        columns = (
            *(Column(label, label, WORD) for label in labels),
            Column("version", "version", WORD),
            Column("date", "date", WORD),
            VERDICT,
            Column(value, value, SIGNED, meaning, INTERVAL, missing=("-", ""), flat=flat),
            Column("flights", "flights", COUNT, "flights of each ship in the report"),
        )
        return Table(name, columns, rows, f"{name} by version", labels=len(labels) + 2)


def _verdicts(run: Mapping[str, Any]) -> str:
    return "; ".join(f"{name} {tile['verdict']}" for name, tile in run["verdicts"].items())


def balance_history(edition: EditionLike) -> BalanceHistory:
    """Return the verdicts of all balance reports on an edition, by version.

    The command `balance` adds each report to a log in the edition's folder.

    Args:
        edition: folder of the edition.

    Raises:
        AnalyzerError: for an edition without a folder, without reports, or with a log that cannot be read.

    >>> import analyzer
    >>> analyzer.balance_history("2007")
    Traceback (most recent call last):
    analyzer.errors.AnalyzerError: history: 2007 comes with the program and has no log: name the folder of an edition
    """
    key = CALLS.key_of(edition)
    path, runs = log_of(key), []
    if path is None:
        raise AnalyzerError(f"history: {key} comes with the program and has no log: name the folder of an edition")
    if not path.exists():
        raise AnalyzerError(f"history: {path} is missing: `analyzer balance {as_argument(path.parent)}` begins it")
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            run = json.loads(line)
            runs.append(run)
            BalanceHistory(f"{key}", (run,)).description()
        except (ValueError, KeyError, TypeError, AttributeError):
            raise AnalyzerError(Fault("is no line of a balance log: delete it", str(path), number)) from None
    return BalanceHistory(f"{key}", tuple(runs))
