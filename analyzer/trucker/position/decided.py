"""What truckers decided at a card, as files say it: by number of a ship, and by decision, in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from analyzer.errors import one_of
from analyzer.files.flaws import Flaw, Path
from analyzer.trucker.convoy.decisions import WHAT
from analyzer.trucker.position.schema import DecisionFields

Decided = Mapping[str, list[Any]]
"""By decision what was decided, in order."""


def ship_flaws(decisions: Sequence[DecisionFields], names: Sequence[str], path: Path) -> Iterator[Flaw]:
    """Ships that are not there, or that decide twice; `path`: where the decisions stand."""
    seen = set()
    for place, decision in enumerate(decisions):
        ship = number_of(decision.ship, names)
        if ship is None:
            yield Flaw((*path, place), f"no ship {decision.ship!r}: {one_of(decision.ship, names)}")
        elif ship in seen:
            yield Flaw((*path, place), f"{names[ship]} decides twice: put both entries together")
        seen.add(ship)


def decided_by(decisions: Sequence[DecisionFields], names: Sequence[str]) -> dict[int, Decided]:
    """By number of a ship what was decided."""
    return {number_of(one.ship, names) or 0: _decided(one) for one in decisions}


def number_of(ship: int | str, names: Sequence[str]) -> int | None:
    """The number of a ship, from 0, named or by its number from 1; None if there is none."""
    if isinstance(ship, int):
        return ship - 1 if 1 <= ship <= len(names) else None
    return names.index(ship) if ship in names else None


def _decided(decision: DecisionFields) -> Decided:
    decided: dict[str, list[Any]] = {}
    for what in WHAT:
        value = getattr(decision, what)
        if value is not None:
            decided[what] = [_plain(one) for one in (value if isinstance(value, list) else [value])]
    return decided


def _plain(value: Any) -> Any:
    """A decision in plain types; of things only those that there are."""
    return value.model_dump(exclude_defaults=True) if hasattr(value, "model_dump") else value
