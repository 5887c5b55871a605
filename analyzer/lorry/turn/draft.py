"""Who picks when, and with which dice (docs/lorry-rulings.md, Further points and A round)."""

from __future__ import annotations

from collections.abc import Sequence

from analyzer.errors import AnalyzerError, one_of, whole_number
from analyzer.lorry.tables import rows
from analyzer.lorry.tracks import COLOURS

MOST_TRADERS = 4
DICE_ALONE = 2


def picking_order(traders: int, start: int) -> tuple[int, ...]:
    """Who picks first, second, ... when trader `start` begins a round, traders counting from 1.

    >>> picking_order(3, 2)
    (2, 3, 1)
    """
    traders = whole_number(traders, "traders", 1, MOST_TRADERS)
    start = whole_number(start, "start", 1, traders)
    return tuple((start - 1 + place) % traders + 1 for place in range(traders))


def dice_of(traders: int, colours: Sequence[str] | str | None = None) -> tuple[str, ...]:
    """The colours of the dice, the usual ones of so many traders if None, white before orange.

    Raises AnalyzerError for no colours, and for a set that does not go with so many traders.
    """
    sets = [tuple(row["dice"].split()) for row in rows("dice_sets") if int(row["players"]) == traders]
    if colours is None:
        return sets[0]
    named = [name.strip() for name in colours.split(",")] if isinstance(colours, str) else list(colours)
    unknown = [f"no die {name!r}: {one_of(name, COLOURS)}" for name in named if name not in COLOURS]
    if unknown:
        raise AnalyzerError(unknown)
    listed = tuple(sorted(named, key=COLOURS.index))
    if traders == 1:
        if not 1 <= len(listed) <= MOST_TRADERS:
            raise AnalyzerError(f"{len(listed)} dice: alone roll 1 to {MOST_TRADERS}")
    elif listed not in sets:
        allowed = " or ".join(", ".join(dice) for dice in sets)
        raise AnalyzerError(f"dice {', '.join(listed)}: {traders} traders roll {allowed}")
    return listed
