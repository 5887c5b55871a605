"""From a plan to its experiments: every ship under every captain, in every setting, level and condition."""

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
from analyzer.trucker.edition_key import OwnEdition
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.rivals import ALONE, FIELD, RivalsLike
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import load_ship
from analyzer.trucker.sweep.planfile import Condition, PlanFile, named_files
from analyzer.trucker.tables.folder import named_edition

MOST = 10_000
"""Combinations of one plan."""


@dataclass(frozen=True)
class Cell:
    """One combination: what it is called in the table, and its experiment."""

    captain: str
    rivals: str
    condition: str
    experiment: Experiment


def cells_of(path: Path, plan_file: PlanFile, data: Any) -> list[Cell]:
    """Every combination; a ship flies at those of the levels that are for its board.

    Raises AnalyzerError with every fault of every file, and with every reason why a combination cannot be flown.
    """
    files = named_files(path, plan_file.ships, data)
    editions = all_or_faults(lambda name: _edition(path, name), plan_file.editions or [None])
    OwnEdition.tell_apart(edition for edition in editions if edition is not None)
    ships = all_or_faults(lambda one: load_ship(*one), product(files, editions))
    ships_at_levels = [(ship, level) for ship in ships for level in _levels(path, ship, plan_file.levels)]
    settings = [(_rivals_in_words(rivals), rivals) for rivals in plan_file.rivals]
    many = len(ships_at_levels) * len(plan_file.captains) * len(settings) * len(plan_file.conditions)
    if many > MOST:
        raise AnalyzerError(f"{path}: {many:,} combinations: plan at most {MOST:,}")
    wanted = product(ships_at_levels, plan_file.captains, settings, plan_file.conditions)

    def planned(one: Any) -> Cell:
        (ship, level), captain, (against, rivals), condition = one
        edition = ship.board.edition if plan_file.editions else None
        conditions: Conditions = {"captain": _captain(path, captain), "rivals": _rivals(path, rivals, edition)}
        conditions |= _conditions(path, condition)
        named = captain if captain in NAMED else visible(Path(captain).stem)
        return Cell(named, against, _named(condition), plan_ship(ship, level, plan_file.seed, **conditions))

    return all_or_faults(planned, wanted)


def _edition(path: Path, name: str | None) -> str | None:
    """The edition of that name, or in that folder seen from the plan; None for what the ships' files say."""
    return None if name is None else load_edition(named_edition(name, path)).name


def _levels(path: Path, ship: Layout, levels: Sequence[str] | None) -> Iterator[str]:
    if levels is None:
        yield home_level(ship)
        return
    known = load_edition(ship.board.edition).levels
    fitting = [level for level in levels if level in known and known[level].board == ship.board.name]
    if not fitting:
        built_on = f"it is built on board {ship.board.title}"
        raise AnalyzerError(f"{path}: {ship.name} flies at none of the levels {', '.join(levels)}: {built_on}")
    yield from fitting


def _rivals_in_words(rivals: str | Sequence[str]) -> str:
    return visible(rivals if isinstance(rivals, str) else ", ".join(Path(name).stem for name in rivals) or ALONE)


def _rivals(path: Path, rivals: str | Sequence[str], edition: str | None) -> RivalsLike:
    if rivals in (ALONE, FIELD):
        return rivals
    names = [rivals] if isinstance(rivals, str) else rivals
    return all_or_faults(lambda name: load_ship(path.parent / name, edition), names)


def _captain(path: Path, captain: str) -> str | Path:
    return captain if captain in NAMED or not captain.endswith((".yaml", ".yml")) else path.parent / captain


def _conditions(path: Path, condition: Condition) -> Conditions:
    conditions: Conditions = {"start": condition.start, "learning": condition.learning, "cards": condition.cards}
    conditions |= {"prognostic": condition.prognostic, "repair": condition.repair}
    conditions |= {"joined": condition.joined, "dice": condition.dice, "layout": condition.layout}
    conditions["insurance"] = condition.insurance
    if condition.tables is not None:
        conditions["tables"] = path.parent / condition.tables
    if condition.forecast is not None:
        conditions["forecast"] = path.parent / condition.forecast
    if condition.cards_file is not None:
        conditions["cards_file"] = path.parent / condition.cards_file
    return conditions


def _named(condition: Condition) -> str:
    """What the condition is called: its name, or all it says."""
    if condition.name is not None:
        return condition.name
    fields = condition.model_dump(exclude_defaults=True)
    facts = ", ".join(f"{key}" if value is True else f"{key} {value}" for key, value in fields.items())
    return visible(facts) or "as usual"
