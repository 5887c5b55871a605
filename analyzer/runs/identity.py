"""Identity of a run, as written into save files: game, rules version, tables and described experiments."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from analyzer.world import Experiment, world

REMARKS = frozenset({"source", "confidence", "rewards_confidence", "cubes_sources", "caveat", "meaning", "point"})
"""Columns of the tables that influence no result: sources and explanations."""

MEASURED = "gains.csv"
"""Name of tables with measured gains of captains, which influence no trial."""
FORMER_TABLES = {"bb6da883350c9764": "7e607a010790a4c6"}
"""Former digests, each with the present digest of the same tables; only measured gains no longer count."""


class Rules(NamedTuple):
    """Rules of a game that influence results.

    Args:
        game: name of the game.
        version: its RULES_VERSION.
        tables: digest of its tables.
    """

    game: str
    version: int
    tables: str

    def __str__(self) -> str:
        return f"version {self.version} of the {self.game} rules, tables {self.tables}"


def rules(game: str) -> Rules:
    """Return the installed rules of a game."""
    return Rules(game, world(game).RULES_VERSION, tables_digest(game))


@cache
def tables_digest(game: str) -> str:
    """Return a digest of all cells of a game's tables, without sources, other remarks and measured gains."""
    # Sorted, because systems list folders in different orders.
    digest = sha256()
    for place, text in sorted(_tables(files("analyzer").joinpath(game, "data"), "")):
        rows = [{name: cell for name, cell in row.items() if name not in REMARKS} for row in csv.DictReader(text)]
        digest.update(f"{place} {rows}\n".encode())
    return digest.hexdigest()[:16]


def _tables(folder: Traversable, place: str) -> Iterator[tuple[str, io.StringIO]]:
    """Yield place and text of each CSV table in a folder of the package and below, except measured gains."""
    for entry in folder.iterdir():
        here = f"{place}/{entry.name}"
        if entry.is_dir():
            yield from _tables(entry, here)
        elif entry.name.endswith(".csv") and entry.name != MEASURED:
            yield here, io.StringIO(entry.read_text(encoding="utf-8"))


def identity(experiments: Sequence[Experiment], first: int) -> dict[str, Any]:
    """Return what identifies the runs of a save file: the rules and the described experiments, as JSON values.

    Args:
        experiments: the experiments of the file, in order.
        first: number of the first trial of each.
    """
    runs = [plain(experiment.describe()) | {"first": first} for experiment in experiments]
    return {"rules": rules(experiments[0].WORLD)._asdict(), "runs": runs}


def renewed(identity: dict[str, Any]) -> dict[str, Any]:
    """Return the identity in a save file, with the present digest of tables in place of a former one."""
    rules = identity["rules"]
    return identity | {"rules": rules | {"tables": FORMER_TABLES.get(rules["tables"], rules["tables"])}}


def plain(value: Any) -> Any:
    """Return a value as it looks after a round trip through JSON: lists for tuples, Python's numbers for NumPy's."""
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value if value is None or isinstance(value, str | bool | int | float) else int(value)
