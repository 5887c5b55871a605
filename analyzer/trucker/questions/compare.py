"""Comparing ships in one call: all of them fly the same flights, and what counts are differences flight by flight."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import isfinite
from numbers import Real
from typing import Unpack

from analyzer.errors import AnalyzerError, all_or_faults, one_of
from analyzer.montecarlo.blocks import BLOCK, LOOK, run
from analyzer.results.comparison import CREDITS, Comparison
from analyzer.results.together import Together
from analyzer.statistics.paired import PairedTally
from analyzer.trucker.cards.route import home_level
from analyzer.trucker.conditions import CaptainLike, Conditions, one_for_each, plan
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.result import distinct
from analyzer.trucker.ship.layout import Layout, layouts

FLIGHTS, MOST_FLIGHTS = 100_000, 1_000_000
"""How many flights are flown if nothing is said; at most how many until all is decided."""
UNTIL = "decided"
MARGIN = 0.25
IN_MEMORY = 1 << 20
"""Flights that are held in memory at once, of all ships together."""


def compare(
    ships: Sequence[Layout],
    level: str | None = None,
    flights: int | None = None,
    seed: int = 1,
    *,
    until: str | None = None,
    margin: float = MARGIN,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
    **conditions: Unpack[Conditions],
) -> Comparison:
    """Fly two or more ships through the same flights, each by itself or each against the same rivals, and compare them.

    `level` is that of the first ship's board if None; `conditions` are as for `fly`, one captain for all or one for
    each ship. With `until="decided"` the run stops as soon as for every pair it is certain, at 5%, which one earns
    more, or that they differ by at most `margin` credits a flight; `flights` (100,000 if None, then 1,000,000) are the
    most that are flown.

    >>> import analyzer
    >>> mile, arrow = (analyzer.load_ship(f"ships/2007/I/{name}.yaml") for name in ("first-mile", "paper-arrow"))
    >>> analyzer.compare([mile, arrow], flights=5000).verdict("First Mile", "Paper Arrow")
    'better'

    The same for every number of workers. Raises AnalyzerError with every reason why these cannot be compared.
    """
    if len(layouts(ships, "ships")) < 2:
        raise AnalyzerError(f"{len(ships)} ship{'s' * (not ships)}: a comparison takes two or more")
    named = plan_each(ships, level, seed, **conditions)
    return compare_experiments(named, flights, until=until, margin=margin, workers=workers, progress=progress)


def plan_each(
    ships: Sequence[Layout], level: str | None = None, seed: int = 1, **conditions: Unpack[Conditions]
) -> dict[str, Experiment]:
    """For each ship by name the experiment in which it flies alone, or against the same rivals.

    `level` is that of the first ship's board if None; `captain` is one for all or one for each ship. Raises
    AnalyzerError with every reason why these cannot be flown side by side.
    """
    if not layouts(ships, "ships"):
        raise AnalyzerError("no ships: give at least one")
    captains = one_for_each(conditions.get("captain", "sensible"), len(ships))
    level = level or home_level(ships[0])

    def planned(pair: tuple[Layout, CaptainLike]) -> Experiment:
        ship, conditions["captain"] = pair
        return _planned(ship, ships[0], level, seed, conditions)

    experiments = all_or_faults(planned, zip(ships, captains, strict=True))
    return dict(zip(distinct(ship.name for ship in ships), experiments, strict=True))


def compare_experiments(
    experiments: Mapping[str, Experiment],
    flights: int | None = None,
    *,
    until: str | None = None,
    margin: float = MARGIN,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
    by_number: bool = False,
) -> Comparison:
    """Compare experiments of one seed and route by name: ships, captains, crews, places at the start.

    The first ship of each is asked about; all else as in `compare`. With `by_number` routes may differ: flights of one
    number meet other cards then, which saves less, and no interval is less true. Raises AnalyzerError for none, for
    other seeds or routes, a margin below 0, or `until` other than "decided".
    """
    if not experiments:
        raise AnalyzerError("nothing to compare: give at least one experiment")
    if until not in (None, UNTIL):
        raise AnalyzerError(f"until {until!r}: {one_of(until, [UNTIL])}")
    if isinstance(margin, bool) or not isinstance(margin, Real) or not isfinite(margin) or margin < 0:
        raise AnalyzerError(f"margin {margin!r}: give credits a flight, 0 or more")
    if flights is None:
        flights = MOST_FLIGHTS if until else FLIGHTS
    names, together = tuple(experiments), Together(tuple(experiments.values()), by_number)

    def found(counted: PairedTally) -> Comparison:
        return Comparison(names, together.experiments, counted, until, margin)

    def decided(counted: PairedTally) -> bool:
        return counted.trials % LOOK == 0 and found(counted).contest.decided()

    count = partial(PairedTally.of, contest=CREDITS)
    block = _block(len(names))
    step, stop = (min(LOOK, block), decided) if until else (None, None)
    return found(run(together, flights, count, workers=workers, block=block, step=step, progress=progress, until=stop))


def _planned(ship: Layout, first: Layout, level: str, seed: int, conditions: Conditions) -> Experiment:
    if ship.board.edition != first.board.edition:
        raise AnalyzerError(
            f"{ship.name}: is a ship of the {ship.board.edition} edition, {first.name} one of {first.board.edition}: "
            "they meet other cards and cannot be compared flight by flight"
        )
    return plan([ship], level, seed, **conditions)


def _block(ships: int) -> int:
    """Flights in a block: a power of two, so that blocks and looks fit together."""
    return int(min(BLOCK, 1 << max(10, (IN_MEMORY // ships).bit_length() - 1)))
