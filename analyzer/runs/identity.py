"""What fixes the numbers of a run, in plain values: written into save files, and compared with what is asked now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyzer.runs.digest import rules_digest
from analyzer.world import Experiment


def rules(world: str) -> tuple[str, str]:
    """The version, and the digest of the rules of that world, that are installed."""
    from analyzer import __version__

    return __version__, rules_digest(world)


def identity(experiments: Sequence[Experiment], first: int) -> dict[str, Any]:
    """All runs of a save file, with the version and the rules they are run by."""
    version, digest = rules(experiments[0].WORLD)
    runs = [plain(experiment.describe()) | {"first": first} for experiment in experiments]
    return {"version": version, "rules digest": digest, "runs": runs}


def plain(value: Any) -> Any:
    """The value as JSON gives it back: lists for tuples, Python's numbers for those of libraries."""
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value if value is None or isinstance(value, str | bool | int | float) else int(value)
