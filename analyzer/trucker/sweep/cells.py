"""From a plan to its experiments: every ship under every captain, in every company, level and condition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from analyzer.errors import AnalyzerError, all_or_faults, visible
from analyzer.trucker.captains.captainfile import NAMED
from analyzer.trucker.cards.route import home_level
from analyzer.trucker.conditions import Conditions, plan_ship
from analyzer.trucker.edition import load_edition
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.rivals import ALONE, FIELD, RivalsLike
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import load_ship
from analyzer.trucker.sweep.planfile import Condition, PlanFile, named_files

MOST = 10_000
"""Combinations of one plan."""


@dataclass(frozen=True)
class Cell:
    """One combination: what it is called in the table, and its experiment."""

    captain: str
    rivals: str
    condition: str
    experiment: Experiment


def cells_of(path: Path, asked: PlanFile, data: Any) -> list[Cell]:
    """Every combination; a ship flies at those of the levels that are for its board.

    Raises AnalyzerError with every fault of every file, and with every reason why a combination cannot be flown.
    """
    ships = all_or_faults(load_ship, named_files(path, asked.ships, data))
    flown = [(ship, level) for ship in ships for level in _levels(path, ship, asked.levels)]
    company = [(_told(rivals), rivals) for rivals in asked.rivals]
    many = len(flown) * len(asked.captains) * len(company) * len(asked.conditions)
    if many > MOST:
        raise AnalyzerError(f"{path}: {many:,} combinations: plan at most {MOST:,}")
    wanted = product(flown, asked.captains, company, asked.conditions)

    def planned(one: Any) -> Cell:
        (ship, level), captain, (told, rivals), condition = one
        given: Conditions = {"captain": _captain(path, captain), "rivals": _rivals(path, rivals)}
        given |= _conditions(path, condition)
        named = captain if captain in NAMED else visible(Path(captain).stem)
        return Cell(named, told, _named(condition), plan_ship(ship, level, asked.seed, **given))

    return all_or_faults(planned, wanted)


def _levels(path: Path, ship: Layout, levels: Sequence[str] | None) -> Iterator[str]:
    if levels is None:
        yield home_level(ship)
        return
    known = load_edition(ship.board.edition).levels
    fitting = [level for level in levels if level in known and known[level].board == ship.board.name]
    if not fitting:
        told = f"it is built on board {ship.board.title}"
        raise AnalyzerError(f"{path}: {ship.name} flies at none of the levels {', '.join(levels)}: {told}")
    yield from fitting


def _told(rivals: str | Sequence[str]) -> str:
    return visible(rivals if isinstance(rivals, str) else ", ".join(Path(name).stem for name in rivals) or ALONE)


def _rivals(path: Path, rivals: str | Sequence[str]) -> RivalsLike:
    if rivals in (ALONE, FIELD):
        return rivals
    names = [rivals] if isinstance(rivals, str) else rivals
    return all_or_faults(load_ship, [path.parent / name for name in names])


def _captain(path: Path, captain: str) -> str | Path:
    return captain if captain in NAMED or not captain.endswith((".yaml", ".yml")) else path.parent / captain


def _conditions(path: Path, condition: Condition) -> Conditions:
    given: Conditions = {"start": condition.start, "learning": condition.learning, "cards": condition.cards}
    given |= {"prognostic": condition.prognostic, "repair": condition.repair}
    given |= {"joined": condition.joined, "dice": condition.dice, "layout": condition.layout}
    given["insurance"] = condition.insurance
    if condition.tables is not None:
        given["tables"] = path.parent / condition.tables
    if condition.forecast is not None:
        given["forecast"] = path.parent / condition.forecast
    if condition.cards_file is not None:
        given["cards_file"] = path.parent / condition.cards_file
    return given


def _named(condition: Condition) -> str:
    """What the condition is called: its name, or all it says."""
    if condition.name is not None:
        return condition.name
    said = condition.model_dump(exclude_defaults=True)
    facts = ", ".join(f"{key}" if value is True else f"{key} {value}" for key, value in said.items())
    return visible(facts) or "as usual"
