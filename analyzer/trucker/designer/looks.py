"""Flights of a drawn ship in growing numbers, each look sent as soon as it is flown, beside the version that was kept.

What was flown is kept, so that a ship that comes back (undo, the kept version) is shown without flying.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from analyzer.montecarlo.blocks import with_draws
from analyzer.statistics.controls import DRAWS, Controls, measured
from analyzer.statistics.paired import PairedTally
from analyzer.statistics.sorted_tally import SortedTally
from analyzer.statistics.tally import Columns, Tally
from analyzer.trucker.convoy.lost import lost
from analyzer.trucker.designer import figures
from analyzer.trucker.designer.setting import Setting
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import ARRIVED
from analyzer.trucker.ship.layout import Layout

STEPS = (1_000, 4_000, 20_000, 100_000)
"""The risk is shown after so many flights."""
MOST_KEPT = 160
"""Blocks that are kept: of some forty ships."""
Narrow = dict[str, npt.NDArray[Any]]
"""Columns as narrow as credits and components need."""
Key = tuple[str, int, int]
"""A ship in its setting, the first flight of a block, and the first one after it."""


@dataclass(frozen=True)
class Block:
    """The flights of a ship, counted: histograms, how often each of its squares was lost, and the columns of pairs.

    `lost` (squares of the hull); `columns` (1, flights).
    """

    counted: Tally | SortedTally
    lost: npt.NDArray[np.int64]
    columns: Narrow

    def __add__(self, other: Block) -> Block:
        columns = {name: np.concatenate([one, other.columns[name]], axis=1) for name, one in self.columns.items()}
        return Block(self.counted + other.counted, self.lost + other.lost, columns)  # type: ignore[operator]


Known = OrderedDict[Key, Block]


class AnyWish(Protocol):
    """What the process that flies is asked for."""

    @property
    def ship(self) -> Layout:
        """The ship that is asked about."""

    @property
    def setting(self) -> Setting:
        """How it flies."""

    def prepare(self) -> None:
        """Load what every flight in the setting needs, once."""

    def looks(self, known: Known) -> Iterator[tuple[dict[str, Any], dict[Key, Block]]]:
        """The messages, look by look, and the blocks that were flown for it."""

    def grounded(self, faults: Sequence[str]) -> dict[str, Any]:
        """The message where it cannot be flown."""


def fly(experiment: Experiment, first: int, flights: int) -> Block:
    """Those flights of the first ship of an experiment, as many at once as memory holds."""
    block: Block | None = None
    for begin in range(first, first + flights, experiment.BLOCK):
        some = _fly(experiment, begin, min(experiment.BLOCK, first + flights - begin))
        block = some if block is None else block + some
    assert block is not None
    return block


def _fly(experiment: Experiment, first: int, flights: int) -> Block:
    convoy, outcome = experiment.fly_as(experiment.hulls, first, flights)
    columns = with_draws(experiment, experiment.asked_of(outcome), first, flights)
    gone = lost(convoy)[0]
    squares = np.arange(len(experiment.ships[0].hull.squares), dtype=np.uint64)
    times = np.array([np.count_nonzero(gone >> square & np.uint64(1)) for square in squares], np.int64)
    return Block(experiment.count(columns), times, _paired(columns))


def _paired(columns: Columns) -> Narrow:
    """The columns that are compared with another ship, in as few bits as they need, and what was drawn."""
    narrow = {name: columns[name][:1].astype(np.int16) for name in ("credits", "penalty", "components_lost")}
    narrow["arrived"] = (columns["ending"][:1] == ARRIVED).astype(np.int16)
    narrow["loss"] = (columns["credits"][:1] < 0).astype(np.int16)
    return narrow | {name: rows for name, rows in columns.items() if name == DRAWS}


@dataclass(frozen=True)
class Wish:
    """A ship whose risk is asked for, in a setting, against a version that was kept.

    `number` says which change of the drawing it belongs to.
    """

    number: int
    setting: Setting
    ship: Layout
    kept_version: Layout | None = None
    steps: tuple[int, ...] = STEPS

    def prepare(self) -> None:
        """Load what every flight in the setting needs, once."""
        _fly(self.setting.plan(self.ship), 0, 1)

    def looks(self, known: Known) -> Iterator[tuple[dict[str, Any], dict[Key, Block]]]:
        """The message after every step, and the blocks that were flown for it."""
        now = self.setting.plan(self.ship)
        before = None if self.kept_version is None else self.setting.plan(self.kept_version)
        mine, theirs = key_of(now), "" if before is None else key_of(before)
        before = None if mine == theirs else before
        whole: Block | None = None
        pairs: PairedTally | None = None
        for first, last in pairwise((0, *self.steps)):
            new: dict[Key, Block] = {}
            block = _had(known, new, mine, now, first, last)
            whole = block if whole is None else whole + block
            if before is not None:
                pair = _pair(block, _had(known, new, theirs, before, first, last), now.controls)
                pairs = pair if pairs is None else pairs + pair
            risk = figures.risk_of(now, whole.counted, whole.lost, last, before, pairs)
            yield risk | {"kind": "risk", "change": self.number, "of": self.steps[-1]}, new

    def grounded(self, faults: Sequence[str]) -> dict[str, Any]:
        """The message where it cannot be flown."""
        return {"kind": "grounded", "change": self.number, "faults": [*faults]}


def steps_for(ship: Layout, usual: tuple[int, ...], of_builds: tuple[int, ...]) -> tuple[int, ...]:
    """After how many flights of each ship there is a look: builds of class IVC, whose fleets take longer, fly fewer."""
    return of_builds if ship.is_build else usual


def key_of(experiment: Experiment) -> str:
    """What fixes the flights of an experiment, but not what its ships are called."""
    described = experiment.describe()
    return str(described | {"ships": [ship | {"name": ""} for ship in described["ships"]]})


def remember(known: Known, new: dict[Key, Block]) -> None:
    """Keep these blocks, and drop those used longest ago where there are too many."""
    known |= new
    while len(known) > MOST_KEPT:
        known.popitem(last=False)


def _had(known: Known, new: dict[Key, Block], key: str, experiment: Experiment, first: int, last: int) -> Block:
    """The block of flights from first to last: that which is known, else it is flown."""
    block = known.get((key, first, last)) or fly(experiment, first, last - first)
    new[key, first, last] = block
    return block


def _pair(now: Block, before: Block, controls: Controls | None) -> PairedTally:
    """Both through the same flights, in which the same was drawn: the kept version first."""
    own = measured(now.columns)
    both = {name: np.concatenate([before.columns[name], one]).astype(np.int64) for name, one in own.items()}
    return PairedTally.of(both | {DRAWS: now.columns[DRAWS]} if controls else both, "credits", controls)
