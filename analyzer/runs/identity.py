"""What fixes the outcome of an experiment, in plain values: written into save files, and read back from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from analyzer.errors import AnalyzerError
from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.cards.route import Route
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.ship.component import SIDE_NAMES
from analyzer.trucker.ship.layout import Layout

RULES = ("montecarlo", "trucker")
"""The packages whose sources and tables decide what happens in a flight."""


def identity(experiments: Sequence[Experiment], first: int) -> dict[str, Any]:
    """All runs of a save file, with the version and the rules they are flown by."""
    from analyzer import __version__

    runs = [describe(experiment) | {"first": first} for experiment in experiments]
    return {"version": __version__, "rules digest": rules_digest(), "runs": runs}


def describe(experiment: Experiment) -> dict[str, Any]:
    """An experiment in plain values, from which `rebuild` makes an equal one."""
    plain: dict[str, Any] = _plain(
        {
            "ships": [_ship(ship) for ship in experiment.ships],
            "captains": [asdict(captain) for captain in experiment.captains],
            "route": asdict(experiment.route),
            "seed": experiment.seed,
            "removed": experiment.removed,
            "rivals": experiment.rivals,
        }
    )
    return plain


def rebuild(described: dict[str, Any], where: str) -> Experiment:
    """The experiment that was described; raises AnalyzerError where these rules cannot make one of it."""
    from pydantic import TypeAdapter

    try:
        return Experiment(
            ships=tuple(Layout.from_components(**ship) for ship in described["ships"]),
            captains=tuple(TypeAdapter(Captain).validate_python(captain) for captain in described["captains"]),
            route=TypeAdapter(Route).validate_python(described["route"]),
            seed=described["seed"],
            removed=tuple(tuple((row, column) for row, column in squares) for squares in described["removed"]),
            rivals=described["rivals"],
        )
    except (KeyError, TypeError, ValueError) as error:
        reason = str(error).splitlines()[0]
        raise AnalyzerError(f"{where}: its runs cannot be read by this version of analyzer: {reason}") from None


@cache
def rules_digest() -> str:
    """A digest of the sources and tables that decide what happens in a flight."""
    digest = sha256()
    for package in RULES:
        for name, entry in sorted(_entries(files("analyzer") / package, package)):
            digest.update(f"{name}\n".encode() + entry.read_bytes() + b"\n")
    return digest.hexdigest()[:16]


def _entries(folder: Traversable, name: str) -> Iterable[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        inner = f"{name}/{entry.name}"
        if entry.is_dir():
            yield from _entries(entry, inner)
        elif entry.name.endswith((".py", ".csv")):
            yield inner, entry


def _ship(ship: Layout) -> dict[str, Any]:
    """A ship as `Layout.from_components` takes it."""
    return {
        "name": ship.name,
        "board": f"{ship.board.edition}-{ship.board.name}",
        "aliens": dict(ship.aliens),
        "reserve": ship.reserve,
        "components": [
            {
                "square": square,
                "kind": part.kind,
                "connectors": part.connectors,
                "facing": [SIDE_NAMES[side] for side in part.facing],
            }
            for square, part in ship.components.items()
        ],
    }


def _plain(value: Any) -> Any:
    """The value as JSON gives it back: lists for tuples, Python's numbers for those of libraries."""
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value if value is None or isinstance(value, str | bool | int | float) else int(value)
