"""Against whom ships fly: the reference ships of their board, nobody, or ships that are named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from analyzer.answers.names import listed
from analyzer.errors import AnalyzerError, brief
from analyzer.trucker.captains.captain import Captain
from analyzer.trucker.captains.captainfile import named_captain
from analyzer.trucker.ship.field import field_against, is_field
from analyzer.trucker.ship.layout import Layout
from analyzer.trucker.ship.shipfile import ShipsLike, as_ships, is_path

FIELD: Literal["field"] = "field"
ALONE: Literal["alone"] = "alone"
RivalsLike = Literal["field", "alone"] | ShipsLike


def load_rivals(rivals: RivalsLike, level: str, edition: str = "2007", against: Sequence[Layout] = ()) -> list[Layout]:
    """The ships that fly along at that level; `rivals`: "field" (the reference ships), "alone", or ships, also
    by the paths of their files.

    against: the ships that they meet; a build of class IVC never meets itself in the field.

    >>> [ship.name for ship in load_rivals("field", "I")]
    ['Brass Hornet', 'First Mile', 'Pocket Freighter']
    >>> load_rivals("alone", "I")
    []

    Raises AnalyzerError for anything else, and for a level that has no reference ships.
    """
    if isinstance(rivals, str) and rivals in (FIELD, ALONE):
        return field_against(against, level, edition) if rivals == FIELD else []
    listed = rivals if isinstance(rivals, Sequence) and not isinstance(rivals, str) else [rivals]
    if not all(isinstance(one, Layout) or is_path(one) for one in listed):
        raise AnalyzerError(f'rivals {brief(rivals)}: give "{FIELD}", "{ALONE}", or a list of ships')
    return as_ships(rivals, "rivals")


def with_rivals(captains: Sequence[Captain], rivals: int) -> tuple[Captain, ...]:
    """The captains, and a sensible one for each rival."""
    return (*captains, *(named_captain("sensible"),) * rivals)


def company_of(rivals: Sequence[Layout], level: str, edition: str) -> str:
    """The setting of a ship with those rivals: `alone`, `in the field (names)` or `against names`."""
    if not rivals:
        return ALONE
    names = [rival.name for rival in rivals]
    return f"in the field ({', '.join(names)})" if is_field(rivals, level, edition) else f"against {listed(names)}"


def is_alone(rivals: RivalsLike | None) -> bool:
    """Whether one ship with those rivals flies alone; None is the field."""
    return (isinstance(rivals, str) and rivals == ALONE) or (isinstance(rivals, Sequence) and len(rivals) == 0)
