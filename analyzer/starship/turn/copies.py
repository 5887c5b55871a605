"""Tables as copies of others: some lanes of one, several put together, and lanes put back."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

import numpy as np
import numpy.typing as npt

from analyzer.starship.turn.table import LASTING, PASSING, Table


def copied(table: Table, lanes: npt.NDArray[np.intp] | None = None) -> Table:
    """Those lanes once more, some of them several times; all if None. Nobody listens to the copy."""
    one = copy(table)
    for name in LASTING | PASSING:
        values = getattr(table, name)
        setattr(one, name, values.copy() if lanes is None else values.take(lanes, axis=-1))
    one.lanes, one.log = one.game.size, None
    return one


def write_back(table: Table, lanes: npt.NDArray[np.intp], some: Table) -> None:
    """Put lanes that went on as another table back where they were."""
    for name in LASTING | PASSING:
        getattr(table, name)[..., lanes] = getattr(some, name)


def joined(tables: Sequence[Table]) -> Table:
    """The games of several tables at the same turn, one after the other; `which` numbers the tables."""
    table = Table(sum(one.lanes for one in tables), turn=tables[0].turn, switches=tables[0].switches)
    for name in LASTING:
        setattr(table, name, np.concatenate([getattr(one, name) for one in tables], axis=-1))
    table.which[...] = np.repeat(np.arange(len(tables)), [one.lanes for one in tables])
    return table
