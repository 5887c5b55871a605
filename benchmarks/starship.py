"""Starship Catan, on one core: turns, whole games, an exact flight, records; printed, never asserted.

Run as `python -m benchmarks.starship`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

os.environ.setdefault("OMP_NUM_THREADS", "1")
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

from analyzer import starship
from analyzer.starship.calls import turn_experiment
from analyzer.starship.experiment import LANES
from analyzer.starship.games import GameExperiment
from analyzer.starship.turn.games import games
from tests.starship.twin.referee import play_game

SHIPS = Path(__file__).parent.parent / "ships" / "starship"
SENSIBLE = starship.load_captain("sensible")
ROUNDS = 3


def fewest(job: Callable[[], object]) -> float:
    """Seconds of processor time, the best of some rounds."""
    times = []
    for _ in range(ROUNDS):
        begun = process_time()
        job()
        times.append(process_time() - begun)
    return min(times)


def main() -> None:
    """Measure and print."""
    begun = perf_counter()
    turns = turn_experiment(SHIPS / "midgame.yaml")
    print(
        f"turns by a sensible captain, a second   {LANES * 4 / fewest(lambda: turns.run_block(0, LANES * 4)):>12,.0f}"
    )
    both = GameExperiment((SENSIBLE, SENSIBLE), 1)
    many = LANES * 2
    in_games = sum(int(table.turn) * table.lanes for table in games((SENSIBLE, SENSIBLE), 1, 0, many))
    took = fewest(lambda: both.run_block(0, many))
    print(f"whole games a second                    {many / took:>12,.0f}")
    print(f"turns of whole games a second           {in_games / took:>12,.0f}")
    few = 20
    slow = fewest(lambda: [play_game((SENSIBLE, SENSIBLE), 1, number) for number in range(few)]) / few
    print(f"whole games of the twin a second        {1 / slow:>12,.1f}   {slow * many / took:,.0f} times slower")
    known = SHIPS / "known.yaml"
    print(f"exact flight in a known sector, seconds {fewest(lambda: starship.exact(known, 1)):>12.2f}")
    records = [SHIPS / "example-record.yaml"] * 100
    loaded = [starship.replay(records[0])]
    assert loaded[0].accepted.count(True) == 8
    print(f"records of ten steps a second (files)   {100 / fewest(lambda: starship.replay([*records])):>12,.0f}")
    print(f"({perf_counter() - begun:.0f} s)")


if __name__ == "__main__":
    main()
