"""Class IVC, on one core: fleets alone and racing, the twin, one large ship, exact, insure; printed, never asserted.

Run as `python -m benchmarks.fleets`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time

os.environ.setdefault("OMP_NUM_THREADS", "1")
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import analyzer
from analyzer.trucker.captains.named import named_captain
from analyzer.trucker.cards.route import Route
from analyzer.trucker.experiment import Experiment
from analyzer.trucker.fleets.borders import WAYS
from analyzer.trucker.wrecks import kept
from tests.trucker.engine.against_twin import play_twin

SHIPS = Path(__file__).parent.parent / "ships" / "2007" / "IVC"
SENSIBLE = named_captain("sensible")
BLOCK, BLOCKS = 1 << 14, 4
FIVE_METEORS = 48


def builds(*names: str) -> tuple[analyzer.Layout, ...]:
    """The builds of those files."""
    return tuple(analyzer.load_ship(SHIPS / f"{name}.yaml") for name in names)


def experiment(*names: str, joined: tuple[str, ...] = ()) -> Experiment:
    """Those builds in one convoy."""
    return Experiment(builds(*names), (SENSIBLE,) * len(names), Route(level_name="IV", joined=joined), seed=1)


def took(job: Callable[[], object]) -> float:
    """Seconds of processor time."""
    begun = process_time()
    job()
    return process_time() - begun


def a_second(flown: Experiment, blocks: int = BLOCKS) -> float:
    """Flights a second of some blocks, one after the other, nothing known at the start."""
    kept.forget()
    flown.fly(0, 64)
    return BLOCK * blocks / sum(took(partial(flown.fly, BLOCK * block, BLOCK)) for block in range(1, blocks + 1))


def by_the_twin(flown: Experiment, flights: int) -> float:
    """Flights a second of the plain twin."""
    return flights / min(took(partial(play_twin, flown, flights)) for _ in range(2))


def main() -> None:
    """Measure and print."""
    alone, race = experiment("four-winds"), experiment("four-winds", "loose-staple", "spare-barns")
    for name, flown, flights in (("a fleet alone", alone, 60), ("three fleets racing", race, 20)):
        fast, plain = a_second(flown), by_the_twin(flown, flights)
        print(f"{name:<30} {fast:>8,.0f} flights of 20 cards a second, twin {plain:>6,.1f}, ratio {fast / plain:,.0f}")
    two, one = (a_second(experiment("four-winds", joined=(way,))) for way in ("F+B", WAYS[-1]))
    print(
        f"{'a fleet of two':<30} {two:>8,.0f}, the same components as one large ship {one:,.0f}, ratio {two / one:.2f}"
    )
    fleet = analyzer.fleet(builds("four-winds")[0], "F+L")
    exactly = min(took(partial(analyzer.exact, fleet, FIVE_METEORS)) for _ in range(5))
    print(f"{'a five-meteor card exactly':<30} {exactly * 1000:>8,.0f} ms (six rolls)")
    command = [
        sys.executable,
        "-m",
        "analyzer",
        "insure",
        str(SHIPS / "four-winds.yaml"),
        "--flights",
        "100000",
        "--alone",
    ]
    print(f"{'insure, 100,000 flights, cold':<30} {wall(command):>8,.1f} s")


def wall(command: list[str]) -> float:
    """Seconds of a whole command."""
    from time import perf_counter

    begun = perf_counter()
    subprocess.run(command, capture_output=True, check=True)
    return perf_counter() - begun


if __name__ == "__main__":
    main()
