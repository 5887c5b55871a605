"""Reading and writing some lanes of the arrays of a table.

Mixed indices (`values[kinds, lanes]`) cost numpy five to ten times as much as one index into values that lie in a row
(measured), so all tricks with that are here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

ALL = slice(None)
"""All lanes."""
Values = npt.NDArray[Any]
Which = npt.NDArray[Any]


def some(values: Values, rows: Any) -> Values:
    """(..., rows) Of values (..., lanes) those of some lanes."""
    return values if isinstance(rows, slice) else np.asarray(values.take(rows, axis=-1))


def each(values: Values, kinds: Which | int, rows: Which) -> Values:
    """(rows,) Of values (kinds, lanes) that of a kind in each lane; `kinds`: by row, or one for all."""
    if isinstance(kinds, int):
        return np.asarray(values[kinds].take(rows))
    return np.asarray(values.take(_places(values, kinds, rows)))


def add(values: Values, kinds: Which | int, rows: Which, change: Any) -> None:
    """Change those values by `change`, by row or one for all; no lane comes twice."""
    if isinstance(kinds, int):
        values[kinds][rows] += change
        return
    flat, places = values.reshape(-1, copy=False), _places(values, kinds, rows)
    flat[places] = flat.take(places) + change


def put(values: Values, kinds: Which, rows: Which, new: Any) -> None:
    """Set those values."""
    values.reshape(-1, copy=False)[_places(values, kinds, rows)] = new


def _places(values: Values, kinds: Which, rows: Which) -> npt.NDArray[np.intp]:
    """Where they lie in memory."""
    places = kinds.astype(np.intp)
    places *= values.shape[-1]
    places += rows
    return places
