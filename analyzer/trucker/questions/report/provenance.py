"""Where the numbers of a report come from: versions, seed, captains, ships as flown, and how sure the tables are."""

from __future__ import annotations

import csv
import hashlib
import platform
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import cast

from analyzer.answers.comparison import Comparison
from analyzer.answers.names import listed
from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.edition import table_of
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.ship.shipfile import write_ship

TABLES = ("cards", "components", "boards", "levels", "goods")
LIBRARIES = ("numpy", "scipy", "pandas", "matplotlib")


@dataclass(frozen=True)
class Table:
    """One table of facts: how many rows rest on what, the commonest confidence first."""

    name: str
    rows: int
    confidence: tuple[tuple[str, int], ...]
    sources: tuple[str, ...]


@dataclass(frozen=True)
class Provenance:
    """All that is needed to have the same numbers again, and what they rest on.

    versions: product and libraries; seed; ships: name, fingerprint (the first 12 digits of the SHA-256 of its file as
    this product writes it) and captain; rivals: their names; tables: those of the edition; captains: all who flew,
    those of rivals too, each once; command: what was typed, "" where it was made in Python.
    """

    versions: dict[str, str]
    edition: str
    level: str
    seed: int
    flights: int
    ships: tuple[tuple[str, str, str], ...]
    rivals: tuple[str, ...]
    tables: tuple[Table, ...]
    captains: tuple[Captain, ...]
    command: str = ""


def provenance(comparison: Comparison, command: str = "") -> Provenance:
    """The provenance of a comparison of ships under the same conditions, made by that command."""
    experiments = cast(tuple[Experiment, ...], comparison.experiments)
    first = experiments[0]
    editions = [*dict.fromkeys(one.route.edition for one in experiments)]
    return Provenance(
        versions=versions(),
        edition=listed(editions),
        level=first.route.level_name,
        seed=first.seed,
        flights=comparison.flights,
        ships=tuple(
            (name, fingerprint(one), one.captains[0].name)
            for name, one in zip(comparison.names, experiments, strict=True)
        ),
        rivals=tuple(ship.name for ship in first.ships[first.asked :]),
        tables=tuple(
            replace(one, name=f"{edition}: {one.name}" if len(editions) > 1 else one.name)
            for edition in editions
            for one in tables(edition)
        ),
        captains=tuple(dict.fromkeys(captain for one in experiments for captain in one.captains)),
        command=command,
    )


def versions() -> dict[str, str]:
    """The versions of the product, of Python and of the libraries that numbers go through."""
    from analyzer import __version__

    return {"analyzer": __version__, "Python": platform.python_version(), **{name: version(name) for name in LIBRARIES}}


def fingerprint(experiment: Experiment) -> str:
    """What tells this ship from every other."""
    return hashlib.sha256(write_ship(experiment.ships[0], "components").encode()).hexdigest()[:12]


def tables(edition: str) -> Iterator[Table]:
    """The tables of an edition with what they rest on, as their rows say."""
    for name in TABLES:
        rows = list(csv.DictReader(table_of(edition, name).splitlines()))
        sure = Counter(row.get("confidence") or row.get("rewards_confidence") or "not stated" for row in rows)
        sources = dict.fromkeys(row["source"] for row in rows)
        yield Table(name, len(rows), tuple(sure.most_common()), tuple(sources))
