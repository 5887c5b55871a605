"""Tasks of the flying process: interim results of the flights of a drawn ship, shown while it is drawn.

Blocks of flights are kept, so that a ship that comes back (by undo, or as the kept version) is shown without flying.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, pairwise
from math import isfinite
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from analyzer.answers.comparison import MARGIN
from analyzer.answers.description import ends
from analyzer.answers.note import fold_notes
from analyzer.answers.numbers import distinct, signed, typeset
from analyzer.answers.origin import setting_with_rivals
from analyzer.answers.verdict import PairVerdict, verdict_in_words
from analyzer.montecarlo.blocks import with_draws
from analyzer.montecarlo.stretch import Stretch
from analyzer.statistics.contest import Contest, at_all_times
from analyzer.statistics.controls import DRAWS, Controls, measured
from analyzer.statistics.estimate import CONFIDENCE, Estimate
from analyzer.statistics.histogram import Histogram
from analyzer.statistics.tally import Columns, PairedTally, SortedTally, Tally
from analyzer.trucker.convoy.convoy import lost
from analyzer.trucker.designer.setting import Setting
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.metrics import ARRIVED
from analyzer.trucker.result import ShipResult
from analyzer.trucker.ship.layout import Layout
from analyzer.world import result_of

Plain = dict[str, Any]
ALWAYS = ("arrived", "credits", "loss", "penalty", "components_lost", "crew")
CONTESTED = ("first", "richest")
PAIRED = {"arrived": 1, "credits": 1, "loss": -1, "penalty": -1, "components_lost": -1}
"""The metrics compared with the kept version, with 1 if more is better and -1 if less is."""


def risk_of(
    experiment: Experiment,
    counted: Tally | SortedTally,
    lost: npt.NDArray[np.int64],
    flights: int,
    kept_version: Experiment | None = None,
    pairs: PairedTally | None = None,
) -> Plain:
    """Return the results of an experiment's first ship, and their change since the kept version.

    Args:
        experiment: The experiment.
        counted: The counts of flights from 0 on.
        lost: By square of the hull, the number of flights in which it was lost.
        flights: The number of flights.
        kept_version: The experiment of the version to compare with; None for no comparison.
        pairs: The counts of both ships in the same flights, the kept version first; None for no comparison.
    """
    result = result_of(experiment, counted, (Stretch(experiment.seed, 0, flights),), plain=False)
    if pairs is not None and experiment.controls is not None:
        pairs = pairs.sharpened(experiment.controls.law)
    one = result.ships[0]
    changes = {} if pairs is None else {name: _change(pairs, name) for name in PAIRED}
    names = [*ALWAYS, *(CONTESTED if len(experiment.ships) > 1 else ())]
    dearest = int(one.penalty.values[-1])
    return {
        "flights": flights,
        "setting": setting_with_rivals(experiment),
        "captain": one.captain.name,
        "route": experiment.where,
        "seed": experiment.seed,
        "rows": [_row(one, name, changes.get(name)) for name in names],
        "quantiles": _quantiles(one.credits),
        "earned": _earned(one.credits),
        # each penalty with its share of flights and the two ends of the share's interval
        "penalty": [
            [paid, *Estimate.from_share(one.penalty.counts.get(paid, 0), one.penalty.n)] for paid in range(1 + dearest)
        ],
        "heat": list(_heat(experiment, lost, flights)),
        "removed": one.removed,
        "against": None if kept_version is None else kept_version.ships[0].name,
        "verdict": "" if kept_version is None or pairs is None else _verdict(pairs, experiment, kept_version),
        "layouts": list(_layouts(one)),
        "notes": [*chain(*fold_notes(result.notes()))],
    }


def _row(one: ShipResult, name: str, change: Plain | None) -> Plain:
    metric, estimate = one.metrics[name], one.measured(name)
    return {
        "name": name,
        "label": metric.label,
        "meaning": metric.meaning,
        "mean": estimate.mean,
        "low": estimate.low,
        "high": estimate.high,
        "text": _written(estimate.mean, metric.is_chance),
        "interval": _interval(estimate, metric.is_chance),
        "change": change,
    }


def _change(pairs: PairedTally, name: str) -> Plain:
    """Return the change of a metric since the kept version: mean, interval, and whether it is better or worse.

    The interval holds at all numbers of flights at once, so it may be read while flights are added. `low` and `high`
    are None if the interval is unbounded.

    Args:
        pairs: The counts of both ships in the same flights, the kept version first.
        name: The name of the metric.
    """
    chance = name in ("arrived", "loss")
    moments = pairs.difference(name, 1, 0)
    estimate = at_all_times(partial(moments.estimate, is_chance=chance), pairs.trials, CONFIDENCE)
    good, bad = ("better", "worse") if PAIRED[name] > 0 else ("worse", "better")
    is_known = isfinite(estimate.low) and isfinite(estimate.high)
    return {
        "mean": estimate.mean,
        "low": estimate.low if is_known else None,
        "high": estimate.high if is_known else None,
        "text": _signed_number(estimate.mean, chance) + " points" * chance,
        "interval": ends(estimate, partial(_signed_number, chance=chance)) + " points" * (chance and is_known),
        "says": estimate.in_words(good, bad, "unsure"),
    }


def _verdict(pairs: PairedTally, now: Experiment, kept_version: Experiment) -> str:
    """Return a sentence on which ship earns more, the drawing or the kept version.

    Its interval holds at all numbers of flights at once, so it may be read while flights are added.
    """
    contest = Contest(pairs, "credits", MARGIN, at_all_times=True)
    before, name = distinct([f"{kept_version.ships[0].name} as kept", now.ships[0].name])
    judged = PairVerdict(
        name,
        before,
        contest.verdict(1, 0),
        contest.simultaneous(1, 0),
        MARGIN,
        "credits a flight",
        contest.differing(1, 0),
        "flights",
        now.setting,
    )
    return verdict_in_words(judged)


def _quantiles(credits: Histogram) -> str:
    """Return a sentence on the quantiles of the credits of a flight."""
    low, half, high = (typeset(credits.quantile(share), 0) for share in (0.05, 0.5, 0.95))
    return f"Nine flights in ten earn {low} to {high} credits; half of all earn {half} or less."


MOST_BARS = 30
BAR_WIDTHS = (1, 2, 5, 10, 20, 50, 100)
"""The widths of a bar of the histogram, in credits; the smallest one that needs at most MOST_BARS bars is used."""


def _earned(credits: Histogram) -> Plain:
    """Return the distribution of credits in bars of equal width, which begin at multiples of that width.

    Each bar is a list: its lowest credits, its share of flights, and the lower and upper end of the share's interval.
    """
    lowest, highest = int(credits.values[0]), int(credits.values[-1])
    width = next((one for one in BAR_WIDTHS if highest // one - lowest // one < MOST_BARS), BAR_WIDTHS[-1])
    times = dict.fromkeys(range(lowest // width, highest // width + 1), 0)
    for value, count in credits.counts.items():
        times[value // width] += count
    return {"width": width, "bars": [[width * bar, *Estimate.from_share(n, credits.n)] for bar, n in times.items()]}


def _heat(experiment: Experiment, lost: npt.NDArray[np.int64], flights: int) -> Iterator[list[float]]:
    """Yield a list for each component: row, column, share of flights in which it was lost, and its interval."""
    ship = experiment.ships[0]
    for square, times in zip(ship.hull.squares, lost.tolist(), strict=True):
        if square in ship.components:
            yield [*square, *Estimate.from_share(times, flights)]


def _layouts(one: ShipResult) -> Iterator[Plain]:
    """Yield the results of a build of class IVC for each way in which the dice joined its quarters."""
    for sort in one.sorts:
        if sort.code and sort.trials:
            row = {name: one.metrics.measured(name, sort.histograms) for name in ("arrived", "credits")}
            yield {
                "joined": sort.code,
                "flights": sort.trials,
                "arrived": (_written(row["arrived"].mean, True), _interval(row["arrived"], True)),
                "credits": (_written(row["credits"].mean, False), _interval(row["credits"], False)),
            }


def _written(value: float, chance: bool) -> str:
    return f"{100 * value:.1f}%" if chance else typeset(value)


def _interval(estimate: Estimate, chance: bool) -> str:
    low, high = (_written(end, chance) for end in (estimate.low, estimate.high))
    return f"{low} to {high}"


def _signed_number(value: float, chance: bool) -> str:
    """Format a change with its sign but without a unit; in percentage points if `chance` says that it is a chance."""
    return (signed(100 * value, 1) if chance else signed(value)).replace("-", "\N{MINUS SIGN}")


STEPS = (1_000, 4_000, 20_000, 100_000)
"""The numbers of flights after which the risk is shown."""
MOST_BLOCKS_KEPT = 160
"""The largest number of blocks that are kept, enough for about forty ships."""
Narrow = dict[str, npt.NDArray[Any]]
"""Columns in the smallest integer type that credits and components need."""
Key = tuple[str, int, int]
"""Key of a block of flights: the experiment's key, the first flight, and the last flight plus 1."""


@dataclass(frozen=True)
class Block:
    """Counts of a range of flights of one ship.

    Attributes:
        counted: The histograms.
        lost: By square of the hull, the number of flights in which it was lost.
        columns: The columns that are compared, of shape (1, flights).
    """

    counted: Tally | SortedTally
    lost: npt.NDArray[np.int64]
    columns: Narrow

    def __add__(self, other: Block) -> Block:
        columns = {name: np.concatenate([one, other.columns[name]], axis=1) for name, one in self.columns.items()}
        return Block(self.counted + other.counted, self.lost + other.lost, columns)  # type: ignore[operator]


KnownBlocks = OrderedDict[Key, Block]
"""Blocks of flights that were flown before, the least recently used first."""
TaskMessage = tuple[Plain, dict[Key, Block]]
"""A message of a task for pages, and the blocks of flights that were flown for it."""


class AnyFlightTask(Protocol):
    """Interface of a task that the flying process can carry out, e.g. the risk of the drawn ship."""

    @property
    def ship(self) -> Layout:
        """The ship that is flown first."""

    @property
    def setting(self) -> Setting:
        """The rivals, captain and other conditions of the flights."""

    def prepare(self) -> None:
        """Load all that flights on this board with this choice of rivals share; called once for each such pair."""

    def messages(self, known: KnownBlocks) -> Iterator[TaskMessage]:
        """Yield messages for the pages, each with the blocks that were newly flown for it."""

    def fault_message(self, faults: Sequence[str]) -> dict[str, Any]:
        """Return the message for the page that the ship cannot be flown, with the reasons."""


class FlownAfterDrawing:
    """Base class of tasks that are carried out after the drawing was flown."""

    def prepare(self) -> None:
        """Do nothing, because the drawing's flights have loaded all that these flights need."""


def fly(experiment: Experiment, first: int, flights: int) -> Block:
    """Return the counted flights of an experiment's first ship, flown in blocks that fit into memory.

    Args:
        experiment: The experiment.
        first: The number of the first flight.
        flights: The number of flights.
    """
    block: Block | None = None
    for begin in range(first, first + flights, experiment.BLOCK):
        some = _fly(experiment, begin, min(experiment.BLOCK, first + flights - begin))
        block = some if block is None else block + some
    assert block is not None
    return block


def _fly(experiment: Experiment, first: int, flights: int) -> Block:
    convoy, outcome = experiment.simulate(experiment.hulls, first, flights)
    columns = with_draws(experiment, experiment.asked_of(outcome), first, flights)
    gone = lost(convoy)[0]
    squares = np.arange(len(experiment.ships[0].hull.squares), dtype=np.uint64)
    # `gone` has a bit a square of the hull: count the flights in which each bit is set
    times = np.array([np.count_nonzero(gone >> square & np.uint64(1)) for square in squares], np.int64)
    return Block(experiment.count(columns), times, _paired(columns))


def _paired(columns: Columns) -> Narrow:
    """Return the columns that a comparison of two ships needs, for the first ship, as int16. Shape (1, flights).

    The draws of control variates are added unchanged, if the columns have them.
    """
    narrow = {name: columns[name][:1].astype(np.int16) for name in ("credits", "penalty", "components_lost")}
    narrow["arrived"] = (columns["ending"][:1] == ARRIVED).astype(np.int16)
    narrow["loss"] = (columns["credits"][:1] < 0).astype(np.int16)
    return narrow | {name: rows for name, rows in columns.items() if name == DRAWS}


@dataclass(frozen=True)
class FlightTask:
    """A task that computes the risk of a ship, i.e. results of its flights, and their change since a kept version.

    Attributes:
        number: The number of the drawing's latest change when the task is made.
        setting: The conditions of the flights.
        ship: The ship.
        kept_version: The version to compare with; None for no comparison.
        steps: The numbers of flights after which the risk is shown.
    """

    number: int
    setting: Setting
    ship: Layout
    kept_version: Layout | None = None
    steps: tuple[int, ...] = STEPS

    def prepare(self) -> None:
        """Load everything that flights under these conditions share, by flying once."""
        _fly(self.setting.plan(self.ship), 0, 1)

    def messages(self, known: KnownBlocks) -> Iterator[TaskMessage]:
        """Yield a message after every step, with the blocks that were flown for it."""
        now = self.setting.plan(self.ship)
        before = None if self.kept_version is None else self.setting.plan(self.kept_version)
        mine, theirs = flights_key(now), "" if before is None else flights_key(before)
        before = None if mine == theirs else before
        whole: Block | None = None
        pairs: PairedTally | None = None
        for first, last in pairwise((0, *self.steps)):
            new: dict[Key, Block] = {}
            block = _block(known, new, mine, now, first, last)
            whole = block if whole is None else whole + block
            if before is not None:
                pair = _pair(block, _block(known, new, theirs, before, first, last), now.controls)
                pairs = pair if pairs is None else pairs + pair
            risk = risk_of(now, whole.counted, whole.lost, last, before, pairs)
            yield risk | {"kind": "risk", "change": self.number, "of": self.steps[-1]}, new

    def fault_message(self, faults: Sequence[str]) -> dict[str, Any]:
        """Return the message for the page that the ship cannot be flown, with the reasons."""
        return {"kind": "cannot_fly", "change": self.number, "faults": [*faults]}


def steps_for(ship: Layout, usual: tuple[int, ...], of_builds: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of flights after which results are shown: `of_builds` for class IVC, else `usual`."""
    return of_builds if ship.is_build else usual


def flights_key(experiment: Experiment) -> str:
    """Return a key that is equal for experiments with the same flights, whatever the names of their ships."""
    described = experiment.describe()
    return str(described | {"ships": [ship | {"name": ""} for ship in described["ships"]]})


def remember(known: KnownBlocks, new: dict[Key, Block]) -> None:
    """Add blocks of flights to the known blocks; if there are too many, drop those used longest ago."""
    known |= new
    # an update leaves a known key where it was, so what was just used has to be moved to the end
    for key in new:
        known.move_to_end(key)
    while len(known) > MOST_BLOCKS_KEPT:
        known.popitem(last=False)


def _block(known: KnownBlocks, new: dict[Key, Block], key: str, experiment: Experiment, first: int, last: int) -> Block:
    """Return a block of flights, from the known ones or newly flown, and add it to the new ones."""
    block = known.get((key, first, last)) or fly(experiment, first, last - first)
    new[key, first, last] = block
    return block


def _pair(now: Block, before: Block, controls: Controls | None) -> PairedTally:
    """Return the paired counts of two ships in the same flights, the kept version first."""
    own = measured(now.columns)
    both = {name: np.concatenate([before.columns[name], one]).astype(np.int64) for name, one in own.items()}
    return PairedTally.of(both | {DRAWS: now.columns[DRAWS]} if controls else both, "credits", controls)
