"""Flying ships many times: the main job in one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Unpack

from analyzer.montecarlo.run import BLOCK, run
from analyzer.statistics.tally import Tally
from analyzer.trucker.conditions import Conditions, plan
from analyzer.trucker.results import Result
from analyzer.trucker.ship.layout import Layout


def fly(
    ships: Sequence[Layout],
    level: str | None = None,
    flights: int = 100_000,
    seed: int = 1,
    *,
    workers: int = 1,
    block: int = BLOCK,
    progress: Callable[[int], None] | None = None,
    **conditions: Unpack[Conditions],
) -> Result:
    """Fly one ship alone, or several in one convoy, and count how every flight ends.

    `level` is that of the first ship's board if None; `conditions` are rivals, captain, learning, cards, start and
    repair (see trucker/conditions.py); `progress` is called with the number of flights just flown.

    >>> import analyzer
    >>> ship = analyzer.load_ship("ships/2007/I/first-mile.yaml")
    >>> analyzer.fly([ship], level="I", flights=1000, seed=1)["First Mile"].credits.n
    1000

    The same ships, captains, route, seed and number of flights give the same histograms whatever `workers` and `block`.
    Raises AnalyzerError with every reason why this cannot be flown.
    """
    experiment = plan(ships, level, seed, **conditions)
    return Result(experiment, run(experiment, flights, Tally.of, workers=workers, block=block, progress=progress))
